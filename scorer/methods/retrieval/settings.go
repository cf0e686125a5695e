package retrieval

import (
	"fmt"
	"slices"
)

// Settings are what can be chosen about these methods; each reads what
// concerns it. Begin with Defaults.
type Settings struct {
	Query    QueryForm  // bm25, tfidf_word, tfidf_char, dense
	Views    []ViewName // fused
	Fusing   Fusing     // fused
	Base     string     // mmr: the method whose ranking is re-ordered
	Lambda   float64    // mmr: 1 is relevance alone, 0 diversity alone
	Seed     uint64     // random
	Limit    int        // how many units are returned; 0 is all that are ranked
	Embedder Embedder   // dense, and fused with the dense view
}

// Defaults are the paper's settings where it names them: all nine views, fused
// as PaperFusing says, and MMR over them with lambda 1; the query is the state
// and the embedder Latent.
func Defaults() Settings {
	return Settings{Query: QueryState, Views: NineViews(), Fusing: PaperFusing(), Base: MethodFused, Lambda: 1, Embedder: Latent{}}
}

// check says what is wrong with the settings that the method reads.
func (r *Ranker) check() error {
	w := r.with
	if w.Limit < 0 {
		return fmt.Errorf("%d units cannot be returned", w.Limit)
	}
	switch r.method {
	case MethodBM25, MethodTFIDFWord, MethodTFIDFChar, MethodDense:
		if w.Query != QueryIssue && w.Query != QueryState {
			return fmt.Errorf("there is no query form %q; choose %s or %s", w.Query, QueryIssue, QueryState)
		}
	case MethodMMR:
		if !(w.Lambda >= 0 && w.Lambda <= 1) {
			return fmt.Errorf("lambda is %v; it lies between 0 and 1", w.Lambda)
		}
	case MethodFused:
		if err := checkViews(w.Views); err != nil {
			return err
		}
		if f := w.Fusing; f.K < 0 || f.Depth < 1 || f.Cap < 1 {
			return fmt.Errorf("fusion with k %d, depth %d and cap %d; k is at least 0, the others at least 1", f.K, f.Depth, f.Cap)
		}
	}
	if r.embeds() && w.Embedder == nil {
		return fmt.Errorf("the dense view has no embedder")
	}
	return nil
}

func checkViews(views []ViewName) error {
	if len(views) == 0 {
		return fmt.Errorf("there is no view to fuse; the views are %v", NineViews())
	}
	for i, v := range views {
		if !slices.Contains(NineViews(), v) {
			return fmt.Errorf("there is no view %q; the views are %v", v, NineViews())
		}
		if slices.Contains(views[:i], v) {
			return fmt.Errorf("the view %q is named twice", v)
		}
	}
	return nil
}

func (r *Ranker) embeds() bool {
	return r.method == MethodDense || r.method == MethodFused && slices.Contains(r.with.Views, Dense)
}

// Identity is what a manifest says of a method: its name and the settings that
// it reads, none of the others.
type Identity struct {
	Method   string     `json:"method"`
	Query    QueryForm  `json:"query,omitzero"`
	Views    []ViewName `json:"views,omitempty"`
	Fusing   *Fusing    `json:"fusion,omitzero"`
	Base     *Identity  `json:"base,omitzero"`
	Lambda   *float64   `json:"lambda,omitzero"`
	Seed     *uint64    `json:"seed,omitzero"`
	Limit    int        `json:"limit,omitzero"`
	Embedder string     `json:"embedder,omitzero"`
}

// Identity describes the method for a manifest.
func (r *Ranker) Identity() Identity {
	w := r.with
	id := Identity{Method: r.method, Limit: w.Limit}
	switch r.method {
	case MethodBM25, MethodTFIDFWord, MethodTFIDFChar, MethodDense:
		id.Query = w.Query
	case MethodFused:
		id.Views, id.Fusing = slices.Clone(w.Views), &w.Fusing
	case MethodMMR:
		base := r.base.Identity()
		id.Base, id.Lambda = &base, &w.Lambda
	case MethodRandom:
		id.Seed = &w.Seed
	}
	if r.embeds() {
		id.Embedder = w.Embedder.Name()
	}
	return id
}
