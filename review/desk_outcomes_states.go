package review

import (
	"context"
	"fmt"

	"suffice/certificate/card"
)

// SeesOutcomes reports whether outcomes of any state may be open to this
// person, going by roles and project alone, as of the last look: screens leave
// the ways to them out where they cannot.
func (d *Desk) SeesOutcomes() bool {
	s := d.Scope()
	for _, ph := range phases() {
		all := len(s.roles) > 0 && (ph != Frozen || d.frozen.Load())
		for _, r := range s.roles {
			all = all && table(r, s.mode, s.reported).cells[ph].outcomes
		}
		if all {
			return true
		}
	}
	return false
}

// OutcomeStates lists, in order of import, the states whose outcomes are open
// to this person; nothing is read of the others.
func (d *Desk) OutcomeStates(ctx context.Context) ([]string, error) {
	return d.statesWhere(ctx, func(p Part) bool { return p.outcomes })
}

// RunnableStates lists, in order of import, the states on which this person
// may run methods: those of OutcomeStates that are not excluded.
func (d *Desk) RunnableStates(ctx context.Context) ([]string, error) {
	return d.statesWhere(ctx, func(p Part) bool { return p.outcomes && p.Phase != Excluded })
}

func (d *Desk) statesWhere(ctx context.Context, ok func(Part) bool) ([]string, error) {
	if err := d.refresh(ctx); err != nil {
		return nil, fmt.Errorf("list the states: %w", err)
	}
	list := []string{}
	if !d.SeesOutcomes() {
		return list, nil
	}
	for k, err := range d.repo.Cases(ctx, d.Scope()) {
		if err != nil {
			return nil, fmt.Errorf("list the states: %w", err)
		}
		if ok(d.Scope().Part(k.Course)) {
			list = append(list, k.Course.State)
		}
	}
	return list, nil
}

// MayRun is nil when this person may run methods on a state, which shows its
// outcomes. Errors: *ForbiddenError, *UnknownStateError.
func (d *Desk) MayRun(ctx context.Context, state string) error {
	_, _, err := d.outcomes(ctx, state, "run a method on "+state)
	return err
}

// Input is the public side of a state, for a method that this person may run
// there. Errors as MayRun.
func (d *Desk) Input(ctx context.Context, state string) (card.State, error) {
	h, _, err := d.outcomes(ctx, state, "run a method on "+state)
	if err != nil {
		return card.State{}, err
	}
	return h.state, nil
}

// Whole reports whether everything of everybody is open to this person
// (Scope.Whole), as of the last look.
func (d *Desk) Whole() bool { return d.Scope().Whole() }
