package complement

import (
	"context"
	"fmt"

	"suffice/certificate/card"
	"suffice/scorer/methods"
)

// session is one method at work on one state.
type session struct {
	base   base
	in     *methods.Input
	rec    methods.Recorder
	state  card.StateCard // as controllers see it
	fused  []string       // the admitted candidates, in fused order
	stages []methods.Stage
	found  *methods.Retrieved
}

// begin retrieves the candidates of a state.
func (b base) begin(ctx context.Context, in *methods.Input, rec methods.Recorder) (*session, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	found, err := in.Retrieve(ctx, b.with.Retrieval, rec)
	if err != nil {
		return nil, err
	}
	if err := in.RecordFusion(rec, found.Fusion, recorded); err != nil {
		return nil, err
	}
	return &session{
		base: b, in: in, rec: rec, state: visible(in.Card), found: found,
		fused: found.Fusion.CandidateIDs(),
	}, nil
}

// visible is a state card without the record that it was read from, which names
// the planner (spec 4).
func visible(s card.StateCard) card.StateCard {
	s.Raw = nil
	return s
}

// leading are the first n candidates.
func (r *session) leading(n int) []string { return r.fused[:min(n, len(r.fused))] }

// without are the candidates that are not in any of the lists, in fused order.
func (r *session) without(lists ...[]string) []string {
	named := make(map[string]bool)
	for _, list := range lists {
		for _, id := range list {
			named[id] = true
		}
	}
	rest := make([]string, 0, len(r.fused))
	for _, id := range r.fused {
		if !named[id] {
			rest = append(rest, id)
		}
	}
	return rest
}

// among are the candidates that are in one of the lists, in fused order.
func (r *session) among(lists ...[]string) []string { return r.without(r.without(lists...)) }

// finish records what a stage came to.
func (r *session) finish(stage *methods.Stage) error {
	if stage.Selected == nil {
		stage.Selected = []string{}
	}
	r.stages = append(r.stages, *stage)
	return r.rec.Record(methods.Event{Kind: methods.StageFinished, Body: *stage})
}

// deliver cuts the ranking at the ceiling and records what is returned.
func (r *session) deliver(ctx context.Context, ranked []string, origin map[string]string) (methods.Output, error) {
	ranked, err := underCeiling(r.in, ranked, r.base.with.Ceiling)
	if err != nil {
		return methods.Output{}, err
	}
	if ranked == nil {
		ranked = []string{} // an abstention is an answer
	}
	tokens, err := r.in.RecordReadings(ctx, r.rec, ranked, origin)
	if err != nil {
		return methods.Output{}, err
	}
	return methods.Output{Ranked: ranked, Stages: r.stages, Tokens: tokens, Controller: r.base.with.Controller.Name()}, nil
}

// underCeiling are the leading units of a ranking that fit under a number of
// source tokens and the context budget of the run, each intact: it ends at the
// first that does not fit, so that a first unit longer than the ceiling leaves
// nothing. 0 is no ceiling.
func underCeiling(in *methods.Input, ranked []string, ceiling int) ([]string, error) {
	if in.Budget > 0 && (ceiling == 0 || in.Budget < ceiling) {
		ceiling = in.Budget
	}
	if ceiling == 0 {
		return ranked, nil
	}
	total := 0
	for i, id := range ranked {
		u := in.Pool().Unit(id)
		if u == nil {
			return nil, fmt.Errorf("state %q has no unit %q to return", in.Card.ID, id)
		}
		n, err := in.Tokens.Unit(u)
		if err != nil {
			return nil, err
		}
		if total += n; total > ceiling {
			return ranked[:i:i], nil
		}
	}
	return ranked, nil
}
