package complement

import (
	"context"
	"fmt"

	"suffice/scorer/methods"
	"suffice/scorer/methods/retrieval"
)

// ranking is a single retriever or fusion of package retrieval as a method.
type ranking struct {
	base
	ranker *retrieval.Ranker
}

func newPlain(b base) (methods.Method, error) {
	ranker, err := retrieval.New(b.method, b.with.Retrieval)
	if err != nil {
		return nil, err
	}
	return &ranking{base: b, ranker: ranker}, nil
}

// Run ranks the pool and returns its leading units, within the context budget.
func (m *ranking) Run(ctx context.Context, in *methods.Input, rec methods.Recorder) (methods.Output, error) {
	if err := context.Cause(ctx); err != nil {
		return methods.Output{}, err
	}
	ranked, err := m.order(ctx, in, rec, m.method)
	if err != nil {
		return methods.Output{}, fmt.Errorf("method %s on state %q: %w", m.method, in.Card.ID, err)
	}
	if limit := m.with.Retrieval.Limit; limit > 0 && len(ranked) > limit {
		ranked = ranked[:limit]
	}
	ids, err := underCeiling(in, in.Index.IDs(ranked), 0)
	if err != nil {
		return methods.Output{}, fmt.Errorf("method %s on state %q: %w", m.method, in.Card.ID, err)
	}
	tokens, err := in.RecordReadings(ctx, rec, ids, nil)
	if err != nil {
		return methods.Output{}, fmt.Errorf("method %s on state %q: %w", m.method, in.Card.ID, err)
	}
	return methods.Output{Ranked: ids, Tokens: tokens}, nil
}

// order ranks by a method and tells of the route. What asks an embedder is
// worked out once a state; mmr re-orders the ranking of its base.
func (m *ranking) order(ctx context.Context, in *methods.Input, rec methods.Recorder, method string) ([]retrieval.Ranked, error) {
	with := m.with.Retrieval
	switch method {
	case retrieval.MethodFused:
		found, err := in.Retrieve(ctx, with, rec)
		if err != nil {
			return nil, err
		}
		return found.Fusion.Ranked(), in.RecordFusion(rec, found.Fusion, plainLimit)
	case retrieval.MethodDense:
		found, err := in.Dense(ctx, with, rec)
		if err != nil {
			return nil, err
		}
		ranked := found.Views[0].Ranked
		return ranked, in.RecordCandidates(rec, method, with.Query.Text(in.Card), ranked, plainLimit)
	case retrieval.MethodMMR:
		base, err := m.order(ctx, in, rec, with.Base)
		if err != nil {
			return nil, err
		}
		ranked := retrieval.MMR(base, with.Lambda, in.Index.Similarity)
		return ranked, in.RecordCandidates(rec, method, "", ranked, plainLimit)
	}
	return m.single(ctx, in, rec, method)
}

// single ranks by a method that asks the pool one query.
func (m *ranking) single(ctx context.Context, in *methods.Input, rec methods.Recorder, method string) ([]retrieval.Ranked, error) {
	ranker, err := retrieval.New(method, m.with.Retrieval)
	if err != nil {
		return nil, err
	}
	took := in.Stopwatch()
	ranked, err := ranker.Order(ctx, in.Card, in.Index)
	if err != nil {
		return nil, err
	}
	latency := took()
	form, query := string(m.with.Retrieval.Query), m.with.Retrieval.Query.Text(in.Card)
	switch method {
	case retrieval.MethodStarter:
		form, query = "starter", retrieval.StarterQuery(in.Card)
	case retrieval.MethodRandom:
		form, query = "", ""
	}
	if err := in.RecordRoute(rec, method, form, query, ranked, latency); err != nil {
		return nil, err
	}
	return ranked, in.RecordCandidates(rec, method, query, ranked, plainLimit)
}
