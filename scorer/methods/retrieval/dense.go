package retrieval

import (
	"context"
	"fmt"
	"math"
	"strings"

	"suffice/certificate/card"
)

// Embedder turns the units of a pool and a query into vectors.
type Embedder interface {
	// Name identifies the embedding in manifests: a model, or lsa-32.
	Name() string
	// Embed returns one vector for each unit, in the order of the pool, and one
	// for the query, all of one length. A zero vector stands for a text that
	// nothing is known about. The error says what could not be done.
	Embed(ctx context.Context, x *Index, query string) (units [][]float64, asked []float64, err error)
}

// Latent is the offline embedder: the latent-semantic projection of the pool
// itself, with queries folded in (Deerwester et al. 1990). It calls nobody.
type Latent struct{}

// Name is lsa- and the number of dimensions.
func (Latent) Name() string { return fmt.Sprintf("lsa-%d", latentDimensions) }

// Embed projects the word TF-IDF vectors of the pool on its leading singular
// vectors; a pool of fewer independent texts has fewer of them.
func (Latent) Embed(_ context.Context, x *Index, query string) ([][]float64, []float64, error) {
	w, l := x.wordSpace(), x.latent()
	own := l.units()
	units := make([][]float64, len(own))
	for i, v := range own {
		units[x.order[i]] = settled(v)
	}
	return units, settled(l.fold(w.cosines(w.query(query)))), nil
}

// faint is the length, of 1 before the projection, under which what is left of
// a vector is taken for rounding: the projection has nothing of the text.
const faint = 1e-6

func settled(v []float64) []float64 {
	if norm(v) < faint {
		clear(v)
	}
	return v
}

// Document is the text of a unit for an embedder: where it stands, and the
// excerpt as supplied.
func Document(u card.Unit) string {
	var b strings.Builder
	for _, head := range []string{u.Path, u.Symbol} {
		if head != "" {
			line(&b, head)
		}
	}
	b.WriteString(u.Text)
	return b.String()
}

// cosineGrain is what similarities are rounded to before units are ordered, so
// that texts which are equally near tie, and tie on every machine.
const cosineGrain = 1e9

// Dense ranks by the cosine of embeddings.
func (x *Index) Dense(ctx context.Context, e Embedder, query string) (View, error) {
	if e == nil {
		return View{}, fmt.Errorf("the dense view has no embedder")
	}
	units, asked, err := e.Embed(ctx, x, query)
	if err != nil {
		return View{}, fmt.Errorf("embed with %s: %w", e.Name(), err)
	}
	v, err := x.Nearest(units, asked)
	if err != nil {
		return View{}, fmt.Errorf("embed with %s: %w", e.Name(), err)
	}
	return v, nil
}

// Nearest ranks by the cosine of vectors that were worked out elsewhere: one
// for each unit, in the order of the pool, and the query's. Units with a zero
// vector match nothing; with a zero query none does. Similarities are rounded
// to nine decimals. The error says which vector is unusable.
func (x *Index) Nearest(units [][]float64, asked []float64) (View, error) {
	if len(units) != x.Len() {
		return View{}, fmt.Errorf("%d vectors for %d units", len(units), x.Len())
	}
	length, err := usable(asked, len(asked))
	if err != nil {
		return View{}, fmt.Errorf("the query's vector %w", err)
	}
	var near, silent []int
	scores := make([]float64, x.Len())
	for i, at := range x.order {
		own, err := usable(units[at], len(asked))
		if err != nil {
			return View{}, fmt.Errorf("the vector of %q %w", x.pool.Units[at].ID, err)
		}
		if own == 0 || length == 0 {
			silent = append(silent, i)
			scores[i] = math.Inf(-1)
			continue
		}
		near = append(near, i)
		sum := 0.0
		for j, v := range units[at] {
			sum += float64(v / own * (asked[j] / length))
		}
		scores[i] = math.Round(sum*cosineGrain)/cosineGrain + 0 // no negative zero
	}
	v := View{Name: Dense, Ranked: x.rank(scores), Matched: len(near)}
	for i := range silent {
		v.Ranked[len(near)+i].Score = 0
	}
	return v, nil
}

// usable is the length of a vector, or what is wrong with it.
func usable(v []float64, dimensions int) (float64, error) {
	if len(v) != dimensions {
		return 0, fmt.Errorf("has %d dimensions where the query's has %d", len(v), dimensions)
	}
	greatest := 0.0
	for _, c := range v {
		if math.IsNaN(c) || math.IsInf(c, 0) {
			return 0, fmt.Errorf("holds %v, which is no number to reckon with", c)
		}
		greatest = max(greatest, math.Abs(c))
	}
	if greatest == 0 {
		return 0, nil
	}
	sum := 0.0
	for _, c := range v {
		sum += float64((c / greatest) * (c / greatest))
	}
	return greatest * math.Sqrt(sum), nil
}
