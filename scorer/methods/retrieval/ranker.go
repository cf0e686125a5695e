package retrieval

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"suffice/certificate/card"
)

// The single retrievers and fusions by method name (spec 4.3).
const (
	MethodBM25      = "bm25"
	MethodStarter   = "bm25_starter"
	MethodTFIDFWord = "tfidf_word"
	MethodTFIDFChar = "tfidf_char"
	MethodDense     = "dense"
	MethodFused     = "fused"
	MethodMMR       = "mmr"
	MethodRandom    = "random"
)

// Methods are the names that New takes.
func Methods() []string {
	return []string{MethodBM25, MethodStarter, MethodTFIDFWord, MethodTFIDFChar, MethodDense, MethodFused, MethodMMR, MethodRandom}
}

// Ranker is one of the methods with its settings. It implements card.Method
// and is safe for concurrent use when its embedder is.
type Ranker struct {
	method string
	with   Settings
	base   *Ranker // of mmr
}

var _ card.Method = (*Ranker)(nil)

// New makes a method. The error names a method, view or setting that cannot be.
func New(method string, with Settings) (*Ranker, error) {
	r := &Ranker{method: method, with: with}
	r.with.Views = slices.Clone(with.Views)
	if !slices.Contains(Methods(), method) {
		return nil, fmt.Errorf("there is no retrieval method %q; choose one of %s", method, strings.Join(Methods(), ", "))
	}
	if err := r.check(); err != nil {
		return nil, fmt.Errorf("method %s: %w", method, err)
	}
	if method != MethodMMR {
		return r, nil
	}
	if with.Base == MethodMMR {
		return nil, fmt.Errorf("method %s cannot be its own base", method)
	}
	with.Limit = 0
	base, err := New(with.Base, with)
	if err != nil {
		return nil, fmt.Errorf("base of %s: %w", method, err)
	}
	r.base = base
	return r, nil
}

// ID is the method's name.
func (r *Ranker) ID() string { return r.method }

// Rank implements card.Method on an index of its own.
func (r *Ranker) Rank(ctx context.Context, s card.StateCard, p card.Pool) (card.Prediction, error) {
	return r.RankIndexed(ctx, s, NewIndex(p))
}

// RankIndexed is Rank on a pool that is indexed already: whoever runs several
// methods on a state indexes it once.
func (r *Ranker) RankIndexed(ctx context.Context, s card.StateCard, x *Index) (card.Prediction, error) {
	ranked, err := r.Order(ctx, s, x)
	if err != nil {
		return card.Prediction{}, fmt.Errorf("rank state %q by %s: %w", s.ID, r.method, err)
	}
	if r.with.Limit > 0 && len(ranked) > r.with.Limit {
		ranked = ranked[:r.with.Limit]
	}
	return card.Prediction{State: s.ID, Method: r.method, Ranked: x.IDs(ranked)}, nil
}

// Order is the ranking with its scores: of the candidates by a fusion, of the
// whole pool by anything else.
func (r *Ranker) Order(ctx context.Context, s card.StateCard, x *Index) ([]Ranked, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	query := r.with.Query.Text(s)
	switch r.method {
	case MethodBM25:
		return x.Okapi(query).Ranked, nil
	case MethodStarter:
		return x.Starter(s), nil
	case MethodTFIDFWord:
		return x.WordTFIDF(query).Ranked, nil
	case MethodTFIDFChar:
		return x.CharTFIDF(query).Ranked, nil
	case MethodDense:
		v, err := x.Dense(ctx, r.with.Embedder, query)
		return v.Ranked, err
	case MethodMMR:
		base, err := r.base.Order(ctx, s, x)
		if err != nil {
			return nil, err
		}
		return MMR(base, r.with.Lambda, x.Similarity), nil
	case MethodRandom:
		return x.random(s.ID, r.with.Seed), nil
	}
	f, err := r.Fusion(ctx, s, x)
	return f.Ranked(), err
}

// Fusion ranks by the views that the settings name and fuses them.
func (r *Ranker) Fusion(ctx context.Context, s card.StateCard, x *Index) (Fusion, error) {
	views, err := x.Views(ctx, s, r.with.Embedder, r.with.Views...)
	if err != nil {
		return Fusion{}, err
	}
	return Fuse(x.pool, views, r.with.Fusing), nil
}

// Starter ranks as the benchmark's onboarding baseline does, exactly.
func (x *Index) Starter(s card.StateCard) []Ranked {
	return x.rank(x.bm25().scores(StarterQuery(s), func(n float64) float64 { return n }))
}

// random orders the pool by a hash of seed, state and unit: the same on every
// machine, whatever the order of the file and of the states.
func (x *Index) random(state string, seed uint64) []Ranked {
	type drawn struct {
		at   int
		lots [sha256.Size]byte
	}
	all := make([]drawn, x.Len())
	for i, at := range x.order {
		h := sha256.New()
		for _, part := range []string{state, x.pool.Units[at].ID} {
			_ = binary.Write(h, binary.BigEndian, [2]uint64{seed, uint64(len(part))})
			h.Write([]byte(part))
		}
		all[i].at = at
		h.Sum(all[i].lots[:0])
	}
	slices.SortStableFunc(all, func(a, b drawn) int { return slices.Compare(a.lots[:], b.lots[:]) })
	out := make([]Ranked, len(all))
	for i, d := range all {
		out[i] = Ranked{d.at, 1 - float64(i)/float64(len(all))}
	}
	return out
}
