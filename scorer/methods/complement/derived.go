package complement

import (
	"context"
	"fmt"

	"suffice/scorer/methods"
)

// derived is read off the recorded output of mss_complement (E.2).
type derived struct {
	base
	from methods.Method
}

var _ methods.Derived = (*derived)(nil)

func newDerived(b base) (methods.Method, error) {
	from, err := newStaged(base{method: MethodComplement, with: b.with})
	if err != nil {
		return nil, fmt.Errorf("method %s: %w", b.method, err)
	}
	return &derived{base: b, from: from}, nil
}

// From is the method whose outputs are read.
func (d *derived) From() string { return d.from.ID() }

// DerivedError says that a derived method was asked to run by itself.
type DerivedError struct{ Method, From string }

// Error is one sentence for a person.
func (e *DerivedError) Error() string {
	return fmt.Sprintf("%s asks nobody anything: it is read off the recorded output of %s, which is to be run first", e.Method, e.From)
}

// Run always fails with a *DerivedError: without a recorded output there is
// nothing to derive from, and no call may be made.
func (d *derived) Run(context.Context, *methods.Input, methods.Recorder) (methods.Output, error) {
	return methods.Output{}, &DerivedError{Method: d.method, From: d.From()}
}

// Derive makes the output from the recorded one: single_stage is the proposal in
// recorded order, fixed_top8 the whole final ranking; both under the ceiling.
// The stages are those that it was read from, with their flags.
func (d *derived) Derive(in *methods.Input, recorded methods.Output) (methods.Output, error) {
	name, stages := methods.StageFinalize, recorded.Stages
	if d.method == MethodSingleStage {
		name = methods.StagePropose
	}
	for i, stage := range stages {
		if stage.Name != name {
			continue
		}
		ranked, err := underCeiling(in, stage.Selected, d.with.Ceiling)
		if err != nil {
			return methods.Output{}, fmt.Errorf("derive %s: %w", d.method, err)
		}
		total := 0
		for _, id := range ranked {
			n, err := in.Tokens.Unit(in.Pool().Unit(id))
			if err != nil {
				return methods.Output{}, fmt.Errorf("derive %s: %w", d.method, err)
			}
			total += n
		}
		return methods.Output{Ranked: ranked, Stages: stages[: i+1 : i+1], Tokens: total, Controller: recorded.Controller}, nil
	}
	return methods.Output{}, fmt.Errorf("derive %s: the recorded output of %s has no stage %s", d.method, d.From(), name)
}
