package retrieval

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"suffice/certificate/card"
)

func dense(t testing.TB, x *Index, query string) View {
	t.Helper()
	v, err := x.Dense(context.Background(), Latent{}, query)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// With every dimension kept, a query is projected on the span of the units and
// nothing else happens: cosines are those of TF-IDF, all divided by the length
// of the projection.
func TestLatentWithAllDimensionsIsTFIDF(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfN(sentence(10), 1, 12).Draw(t, "texts")
		query := sentence(8).Draw(t, "query")
		x := NewIndex(pool(texts...))
		lexical := make([]float64, len(texts))
		for _, r := range x.WordTFIDF(query).Ranked {
			lexical[r.Position] = r.Score
		}
		v, err := x.Dense(context.Background(), Latent{}, query)
		if err != nil {
			t.Fatal(err)
		}
		ratio := 0.0
		for _, r := range v.Ranked {
			if l := lexical[r.Position]; l > 1e-3 {
				ratio = r.Score / l
			}
		}
		for _, r := range v.Ranked {
			if math.Abs(r.Score-ratio*lexical[r.Position]) > 1e-6 {
				t.Fatalf("%q for %q: %v is not %v times %v", texts[r.Position], query, r.Score, ratio, lexical[r.Position])
			}
		}
		if ratio != 0 && ratio < 1-1e-6 {
			t.Fatalf("the projection of the query is longer than the query: %v", ratio)
		}
	})
}

// Units that never use the query's word are near it when they keep company
// with units that do: what the projection is for.
func TestLatentBringsCompanyNear(t *testing.T) {
	var texts []string
	for i := range 20 {
		texts = append(texts, fmt.Sprintf("lease expiry worker heartbeat n%d", i), fmt.Sprintf("tariff cents rounding fare m%d", i))
	}
	texts = append(texts, "expiry worker heartbeat", "cents rounding fare")
	ranked := dense(t, NewIndex(pool(texts...)), "lease").Ranked
	at := func(p int) int { return slices.IndexFunc(ranked, func(r Ranked) bool { return r.Position == p }) }
	if at(40) > 20 || at(41) <= 20 {
		t.Errorf("the unit beside leases is at %d, the one beside fares at %d", at(40), at(41))
	}
}

func TestSubspaceFindsTheGreatestEigenvalues(t *testing.T) {
	s := generated(90, 7)
	gram := NewIndex(s.Pool).alike()
	m := mat.NewSymDense(len(gram), nil)
	for i := range gram {
		for j := i; j < len(gram); j++ {
			m.SetSym(i, j, gram[i][j])
		}
	}
	exact, _ := eigen(m, 8)
	near, vectors := subspace(m, 8)
	for j := range exact {
		if math.Abs(near[j]-exact[j]) > 0.02*exact[j] {
			t.Errorf("eigenvalue %d is %v, want %v", j, near[j], exact[j])
		}
	}
	var product mat.Dense
	product.Mul(vectors.T(), vectors)
	for i := range 8 {
		for j := range 8 {
			want := 0.0
			if i == j {
				want = 1
			}
			if math.Abs(product.At(i, j)-want) > 1e-9 {
				t.Fatalf("vectors %d and %d have product %v", i, j, product.At(i, j))
			}
		}
	}
}

func TestLargePoolIsRankedToo(t *testing.T) {
	s := generated(exactUnits+40, 3)
	if v := dense(t, NewIndex(s.Pool), Focus(s.Card)); len(v.Ranked) != exactUnits+40 || v.Matched == 0 {
		t.Errorf("%d ranked, %d matched", len(v.Ranked), v.Matched)
	}
}

func TestVectorsFromOutside(t *testing.T) {
	x := NewIndex(card.NewPool([]card.Unit{{ID: "c"}, {ID: "b"}, {ID: "a"}, {ID: "d"}}))
	v, err := x.Nearest([][]float64{{0, 2}, {3, 3}, {1e-300, 1e-300}, {0, 0}}, []float64{1e200, 0})
	if err != nil {
		t.Fatal(err)
	}
	if got := x.IDs(v.Ranked); !slices.Equal(got, []string{"a", "b", "c", "d"}) || v.Matched != 3 {
		t.Errorf("got %v, %d matched", got, v.Matched)
	}
	if got := v.Ranked[0].Score; math.Abs(got-math.Sqrt(0.5)) > 1e-9 || v.Ranked[2].Score != 0 {
		t.Errorf("scores %v", v.Ranked)
	}
	if v, err = x.Nearest([][]float64{{1}, {1}, {1}, {1}}, []float64{0}); err != nil || v.Matched != 0 || len(v.Ranked) != 4 {
		t.Errorf("a query that nothing is known of: %v, %v", v, err)
	}
	for want, c := range map[string]struct {
		units [][]float64
		asked []float64
	}{
		"3 vectors for 4 units":              {[][]float64{{1}, {1}, {1}}, []float64{1}},
		`"b" has 2 dimensions`:               {[][]float64{{1}, {1, 2}, {1}, {1}}, []float64{1}},
		"the query's vector holds NaN":       {[][]float64{{1}, {1}, {1}, {1}}, []float64{math.NaN()}},
		`"d" holds -Inf, which is no number`: {[][]float64{{1}, {1}, {1}, {math.Inf(-1)}}, []float64{1}},
	} {
		if _, err := x.Nearest(c.units, c.asked); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

// refusing is an embedder whose server is gone.
type refusing struct{ err error }

func (refusing) Name() string { return "model-x" }
func (r refusing) Embed(context.Context, *Index, string) ([][]float64, []float64, error) {
	return nil, nil, r.err
}

func TestEmbedderThatFails(t *testing.T) {
	gone := errors.New("connection refused")
	with := Defaults()
	with.Embedder = refusing{gone}
	for _, method := range []string{MethodDense, MethodFused, MethodMMR} {
		r, err := New(method, with)
		if err != nil {
			t.Fatal(err)
		}
		s := generated(5, 1)
		if _, err := r.Rank(context.Background(), s.Card, s.Pool); !errors.Is(err, gone) || !strings.Contains(err.Error(), "embed with model-x") {
			t.Errorf("%s: %v", method, err)
		}
	}
}

func TestDocumentIsTheUnitAsSupplied(t *testing.T) {
	if got, want := Document(card.Unit{ID: "id", Path: "a/b.go", Symbol: "F", Text: "x\r\ny", SHA256: "00"}), "a/b.go\nF\nx\r\ny"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
