package scorer

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"pgregory.net/rapid"

	"suffice/certificate"
)

// bruteUniform goes through every draw of k of the n units of a pool.
func bruteUniform(c certificate.Certificate, pool []string, k int) float64 {
	m := certificate.Compile(c)
	completing, all := 0, 0
	for draw := range uint32(1) << len(pool) {
		if bits.OnesCount32(draw) != min(k, len(pool)) {
			continue
		}
		var ids []string
		for i, id := range pool {
			if draw>>i&1 == 1 {
				ids = append(ids, id)
			}
		}
		all++
		if m.Complete(ids) {
			completing++
		}
	}
	x, _ := big.NewRat(int64(completing), int64(all)).Float64()
	return x
}

func TestUniformEqualsAllDraws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCertificate(t, 7, 4, 3)
		pool := append([]string{}, certificate.Compile(c).Units()...)
		for i := range rapid.IntRange(0, 4).Draw(t, "others") {
			pool = append(pool, fmt.Sprintf("other%d", i))
		}
		ks := []int{1, 2, 3, 5, 8, 16}
		got, ok := UniformOf(certificate.Compile(c), len(pool), ks)
		if !ok {
			t.Fatal("not counted")
		}
		for i, k := range ks {
			if want := bruteUniform(c, pool, k); got[i] != want {
				t.Fatalf("uniform@%d = %v, all draws give %v", k, got[i], want)
			}
		}
	})
}

func TestUniformOfALargePoolIsExact(t *testing.T) {
	// Of 120 units one completes: a draw of 16 holds it with probability 16/120.
	c := certificate.Certificate{Groups: []certificate.Group{group("r", 1, 1, "u1")}}
	got, ok := UniformOf(certificate.Compile(c), 120, []int{16})
	if want := 16. / 120; !ok || got[0] != want {
		t.Errorf("got %v, %v, want %v", got, ok, want)
	}
	if _, ok := UniformOf(certificate.Compile(c), 0, []int{1}); ok {
		t.Error("an unknown pool has an expectation")
	}
}

func TestCeilingEqualsTheSmallestSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCertificate(t, 8, 4, 3)
		m := certificate.Compile(c)
		units, smallest := m.Units(), math.MaxInt
		for set := range uint32(1) << len(units) {
			var ids []string
			for i, id := range units {
				if set>>i&1 == 1 {
					ids = append(ids, id)
				}
			}
			if m.Complete(ids) {
				smallest = min(smallest, len(ids))
			}
		}
		ks := DefaultCutoffs()
		for i, s := range Ceiling([]Oracle{OracleOf(c, certificate.DefaultBudget())}, ks) {
			want := 0
			if smallest <= ks[i] {
				want = 1
			}
			if s != (Share{Count: want, States: 1}) {
				t.Fatalf("ceiling@%d %+v, the smallest set has %d units", ks[i], s, smallest)
			}
		}
	})
}

// Where no unit stands in two groups the oracle is reckoned, not searched for.
func TestOracleOfGroupsApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var c certificate.Certificate
		next := 0
		fresh := func(n int) (ids []string) {
			for range n {
				ids = append(ids, fmt.Sprintf("u%d", next))
				next++
			}
			return ids
		}
		for range rapid.IntRange(0, 4).Draw(t, "groups") {
			accepted := fresh(rapid.IntRange(1, 4).Draw(t, "size"))
			c.Groups = append(c.Groups, group("r", rapid.IntRange(1, 5).Draw(t, "threshold"), 1, accepted...))
		}
		for range rapid.IntRange(0, 3).Draw(t, "branches") {
			c.Branches = append(c.Branches, fresh(rapid.IntRange(1, 6).Draw(t, "length")))
		}
		n, found, s := certificate.Compile(c).SmallestSize(certificate.DefaultBudget())
		if got := OracleOf(c, certificate.DefaultBudget()); found != got.Found || found && n != got.Units || !s.Proven || !got.Proven {
			t.Fatalf("reckoned %+v, searched %d %v", got, n, found)
		}
	})
}

// No method completes more than the oracle, at any cutoff.
func TestNothingIsAboveTheCeiling(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCertificate(t, 9, 4, 3)
		ks := DefaultCutoffs()
		ceiling := Ceiling([]Oracle{OracleOf(c, certificate.DefaultBudget())}, ks)
		for i, s := range score(c, ks, ReferenceIdeal, drawRanking(t)...) {
			if s[Complete] > float64(ceiling[i].Count) {
				t.Fatalf("a ranking completes at %d, the oracle does not", ks[i])
			}
		}
	})
}

func TestCurvesTellWhatIsMissing(t *testing.T) {
	in := Input{
		Labels:      write(t, "labels.jsonl", labelA, labelB),
		Predictions: []string{write(t, "p.jsonl", ranking("A", "m", "u4", "u2"), ranking("B", "m", "u1"))},
		Cutoffs:     []int{1, 2},
	}
	bare, err := ScoreFiles(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	table := bare.Curves()
	uniform := table.Rows[2]
	if uniform.States != 0 || uniform.Excluded != 2 || uniform.Cells[0].Value != nil {
		t.Errorf("without pools: %+v", uniform)
	}
	if text := table.String(); !strings.Contains(text, "missing") || !strings.Contains(text, "not known without items") {
		t.Errorf("the table does not say what is missing:\n%s", text)
	}
	raw, err := json.Marshal(uniform)
	if err != nil || !strings.Contains(string(raw), `"value":null`) {
		t.Errorf("as JSON: %s, %v", raw, err)
	}
	in.Items = write(t, "items.jsonl", itemA, itemB)
	whole, err := ScoreFiles(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	rows := whole.Curves().Rows
	for i, want := range [][]float64{{0.5, 1}, {1, 1}, {(2./4 + 1./2) / 2, (5./6 + 1) / 2}} {
		for k, cell := range rows[i].Cells {
			if cell.Value == nil || math.Abs(*cell.Value-want[k]) > 1e-15 {
				t.Errorf("%s@%d = %v, want %v", rows[i].Name, in.Cutoffs[k], cell.text(), want[k])
			}
		}
	}
}

func TestTableEscapesNames(t *testing.T) {
	x := 0.5
	text := Table{Columns: []string{"@1"}, Rows: []TableRow{{Name: "evil\x1b[2J\u202e", Cells: []Cell{{Value: &x}}}, {Name: "漢字", Cells: []Cell{{}}}}}.String()
	if strings.ContainsAny(text, "\x1b\u202e") || !strings.Contains(text, `evil\x1b[2J\u202e`) {
		t.Errorf("%q", text)
	}
	if !strings.Contains(text, "漢字") {
		t.Errorf("%q", text)
	}
}
