package complement

import (
	"context"
	"fmt"

	"suffice/scorer/methods"
	"suffice/scorer/methods/retrieval"
)

// staged is a method that asks the controller.
type staged struct {
	base
	steps func(r *session, ctx context.Context) (methods.Output, error)
}

func newStaged(b base) (methods.Method, error) {
	if b.with.Controller == nil {
		return nil, fmt.Errorf("method %s needs a controller", b.method)
	}
	if _, err := retrieval.New(retrieval.MethodFused, b.with.Retrieval); err != nil {
		return nil, fmt.Errorf("method %s: %w", b.method, err)
	}
	m := &staged{base: b}
	switch b.method {
	case MethodIndependent:
		m.steps = (*session).independent
	case MethodNoFeedback7, MethodNoFeedback:
		m.steps = (*session).noFeedback
	case MethodSSR:
		m.steps = (*session).ssr
	default:
		m.steps = (*session).complement
	}
	return m, nil
}

// Run asks the stages of the method in order. The error is a *ControllerError
// when a stage was not answered; whatever it is, it names method and state.
func (m *staged) Run(ctx context.Context, in *methods.Input, rec methods.Recorder) (methods.Output, error) {
	r, err := m.begin(ctx, in, rec)
	var out methods.Output
	if err == nil {
		out, err = m.steps(r, ctx)
	}
	if err != nil {
		return methods.Output{}, fmt.Errorf("method %s on state %q: %w", m.method, in.Card.ID, err)
	}
	return out, nil
}

// complement is the three-stage method (paper 5.2, E.1).
func (r *session) complement(ctx context.Context) (methods.Output, error) {
	proposal, err := r.propose(ctx)
	if err != nil {
		return methods.Output{}, err
	}
	expansion, err := r.expand(ctx, proposal.Selected)
	if err != nil {
		return methods.Output{}, err
	}
	final, origin, err := r.finalize(ctx, proposal.Selected, expansion.Selected)
	if err != nil {
		return methods.Output{}, err
	}
	return r.deliver(ctx, final.Selected[:final.Keep], origin)
}

// propose asks for a set that jointly supports the next decision.
func (r *session) propose(ctx context.Context) (methods.Stage, error) {
	return r.fromLeading(ctx, methods.StagePropose, r.base.with.Capacities.Propose)
}

// fromLeading asks a stage to choose from the leading candidates: a static
// prefix, whatever was selected before.
func (r *session) fromLeading(ctx context.Context, stage string, c Capacity) (methods.Stage, error) {
	shown := r.leading(c.Cards)
	want := min(c.IDs, len(shown))
	return r.ask(ctx, Question{
		Stage: stage, Min: want, Max: want,
		Cards: sourceCards(r.in, shown, c.Characters, FromRanking),
	}, selection{want: want, shown: shown})
}

// expand asks for what the proposal lacks, among further candidates. With none
// left there is nothing to ask.
func (r *session) expand(ctx context.Context, proposal []string) (methods.Stage, error) {
	c := r.base.with.Capacities.Expand
	further := r.without(proposal)
	further = further[:min(max(c.Cards-len(proposal), 0), len(further))]
	want := min(c.IDs, len(further))
	cards := sourceCards(r.in, proposal, c.Characters, FromProposal)
	cards = append(cards, sourceCards(r.in, further, c.Characters, FromRanking)...)
	return r.ask(ctx, Question{Stage: methods.StageExpand, Min: want, Max: want, Cards: cards},
		selection{want: want, shown: further, taken: proposal})
}

// finalize asks for the delivered set out of proposal, expansion and reserve.
func (r *session) finalize(ctx context.Context, proposal, expansion []string) (methods.Stage, map[string]string, error) {
	c := r.base.with.Capacities.Finalize
	reserve := r.without(proposal, expansion)
	reserve = reserve[:min(max(c.Cards-len(proposal)-len(expansion), 0), len(reserve))]
	origin := make(map[string]string)
	var cards []SourceCard
	for _, part := range []struct {
		ids  []string
		from Origin
	}{{proposal, FromProposal}, {expansion, FromExpansion}, {reserve, FromReserve}} {
		cards = append(cards, sourceCards(r.in, part.ids, c.Characters, part.from)...)
		for _, id := range part.ids {
			origin[id] = string(part.from)
		}
	}
	stage, err := r.ask(ctx, r.final(cards), selection{
		want: min(c.IDs, len(cards)), shown: r.among(proposal, expansion, reserve),
	})
	return stage, origin, err
}

// final is the question of a last stage over these cards.
func (r *session) final(cards []SourceCard) Question {
	c := r.base.with.Capacities
	want := min(c.Finalize.IDs, len(cards))
	return Question{
		Stage: methods.StageFinalize, Cards: cards, Min: want, Max: want,
		MinKeep: min(c.MinKeep, want), MaxKeep: min(c.MaxKeep, want),
	}
}
