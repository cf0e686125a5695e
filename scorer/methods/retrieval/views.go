package retrieval

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"suffice/certificate/card"
)

// ViewName names one of the nine views.
type ViewName string

// The nine views of the paper (E.1).
const (
	BM25Question     ViewName = "bm25_question"     // BM25 over the information need
	BM25State        ViewName = "bm25_state"        // BM25 over the full state
	BM25Actions      ViewName = "bm25_actions"      // BM25 over prior actions
	BM25Observations ViewName = "bm25_observations" // BM25 over observations
	TFIDFWord        ViewName = "tfidf_word"        // cosine of words and parts of identifiers
	TFIDFChar        ViewName = "tfidf_char"        // cosine of character n-grams
	Dense            ViewName = "dense"             // cosine of embeddings
	EntityOverlap    ViewName = "entity"            // identifiers, paths and quoted names in common
	Recency          ViewName = "recency"           // nearness to what the trajectory touched last
)

// NineViews are the names of all views, in the order of the paper.
func NineViews() []ViewName {
	return []ViewName{BM25Question, BM25State, BM25Actions, BM25Observations, TFIDFWord, TFIDFChar, Dense, EntityOverlap, Recency}
}

// View is the ranking of a pool by one view.
type View struct {
	Name ViewName
	// Ranked has every unit of the pool once, best first, ties by evidence ID.
	Ranked []Ranked
	// Matched is how many leading units the view has anything to say about: the
	// others share nothing with what was asked and stand last, by evidence ID.
	Matched int
}

// Index is a pool made ready for every view. The text is read once, and what a
// view needs is worked out when it is first asked for. Safe for concurrent use.
type Index struct {
	pool      card.Pool
	order     []int // positions in the pool by evidence ID; the index counts units in this order
	reading   *reading
	bm25      func() *BM25
	wordSpace func() *space[string]
	charSpace func() *space[uint64]
	holders   func() [][]int32 // by feature of wordSpace, the units that have it
	alike     func() [][]float64
	latent    func() latent
	place     []int // by position in the pool, its number here
}

// NewIndex reads the units of a pool. The pool must not change afterwards.
func NewIndex(p card.Pool) *Index {
	x := &Index{pool: p, order: byID(p), place: make([]int, p.Len())}
	for i, at := range x.order {
		x.place[at] = i
	}
	x.reading = read(p, x.order)
	x.bm25 = sync.OnceValue(func() *BM25 { return bm25Of(x.reading, p, x.order) })
	x.wordSpace = sync.OnceValue(func() *space[string] { return newSpace(x.reading, 2, wordTerms) })
	x.charSpace = sync.OnceValue(func() *space[uint64] { return newSpace(x.reading, 8, charGrams) })
	x.holders = sync.OnceValue(func() [][]int32 { return x.wordSpace().holders() })
	x.alike = sync.OnceValue(func() [][]float64 { return x.wordSpace().gram() })
	x.latent = sync.OnceValue(func() latent { return newLatent(x.alike(), latentDimensions) })
	return x
}

// Pool is the pool that was indexed.
func (x *Index) Pool() card.Pool { return x.pool }

// Len is the number of units.
func (x *Index) Len() int { return len(x.order) }

// Similarity is the cosine of two units' word TF-IDF vectors, by position in
// the pool: between 0 and 1, and 1 of a unit with itself unless it has no word.
func (x *Index) Similarity(i, j int) float64 { return x.alike()[x.place[i]][x.place[j]] }

// Views ranks the pool by each of the views named, in the order given; e embeds
// for the dense view and may be nil when that is not among them.
func (x *Index) Views(ctx context.Context, s card.StateCard, e Embedder, names ...ViewName) ([]View, error) {
	out := make([]View, len(names))
	for i, name := range names {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		v, err := x.view(ctx, s, e, name)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

func (x *Index) view(ctx context.Context, s card.StateCard, e Embedder, name ViewName) (View, error) {
	switch name {
	case BM25Question:
		return x.okapi(name, Question(s)), nil
	case BM25State:
		return x.okapi(name, FullState(s)), nil
	case BM25Actions:
		return x.okapi(name, PriorActions(s)), nil
	case BM25Observations:
		return x.okapi(name, Observations(s)), nil
	case TFIDFWord:
		return x.WordTFIDF(Focus(s)), nil
	case TFIDFChar:
		return x.CharTFIDF(Focus(s)), nil
	case Dense:
		return x.Dense(ctx, e, Focus(s))
	case EntityOverlap:
		return x.positive(name, x.entityScores(s)), nil
	case Recency:
		return x.positive(name, x.recencyScores(s)), nil
	}
	return View{}, fmt.Errorf("there is no view %q; the views are %v", name, NineViews())
}

// Okapi ranks by BM25 with a query whose repetitions are worth less and less
// (k1 1.2, b 0.75, k3 8).
func (x *Index) Okapi(query string) View { return x.okapi(BM25State, query) }

func (x *Index) okapi(name ViewName, query string) View {
	return x.positive(name, x.bm25().scores(query, saturated))
}

// WordTFIDF ranks by the cosine of words and parts of identifiers.
func (x *Index) WordTFIDF(query string) View {
	w := x.wordSpace()
	return x.positive(TFIDFWord, w.cosines(w.query(query)))
}

// CharTFIDF ranks by the cosine of the character n-grams of words, 3 to 5 long.
func (x *Index) CharTFIDF(query string) View {
	c := x.charSpace()
	return x.positive(TFIDFChar, c.cosines(c.query(query)))
}

// positive ranks by scores that are 0 where a unit shares nothing.
func (x *Index) positive(name ViewName, scores []float64) View {
	v := View{Name: name, Ranked: x.rank(scores)}
	for v.Matched < len(v.Ranked) && v.Ranked[v.Matched].Score > 0 {
		v.Matched++
	}
	return v
}

// rank orders the units by score, in the index's own numbering, ties by
// evidence ID, and gives their positions in the pool.
func (x *Index) rank(scores []float64) []Ranked {
	ranked := make([]Ranked, len(scores))
	for i, s := range scores {
		ranked[i] = Ranked{i, s}
	}
	slices.SortFunc(ranked, func(a, b Ranked) int {
		if c := cmp.Compare(b.Score, a.Score); c != 0 {
			return c
		}
		return cmp.Compare(a.Position, b.Position)
	})
	for i := range ranked {
		ranked[i].Position = x.order[ranked[i].Position]
	}
	return ranked
}

// IDs are the evidence IDs of a ranking.
func (x *Index) IDs(ranked []Ranked) []string {
	ids := make([]string, len(ranked))
	for i, r := range ranked {
		ids[i] = x.pool.Units[r.Position].ID
	}
	return ids
}
