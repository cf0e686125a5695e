package review

import (
	"context"
	"fmt"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/scorer"
)

// L3 is the class of a state that was replaced: the ledger says so, no ranking does.
const L3 scorer.Class = "L3"

// FinalChange is what review and arbitration made of one certificate.
type FinalChange struct {
	State   string           `json:"state_id"`
	Class   scorer.Class     `json:"class"`
	Flips   int              `json:"flips"`
	Locked  int              `json:"locked"`           // rankings it was tried on
	Flipped []scorer.Outcome `json:"flipped,omitzero"` // outcomes that are others now
}

// Sensitivity classifies the change of every closed, frozen or replaced state
// from the certificate that went under review, over the locked predictions
// (paper C.2). Errors: *ForbiddenError.
func (d *Desk) Sensitivity(ctx context.Context) ([]FinalChange, error) {
	if err := d.Scope().Oversee("see the sensitivity of the changes"); err != nil {
		return nil, err
	}
	cases, err := d.cases(ctx)
	if err != nil {
		return nil, err
	}
	list := []FinalChange{}
	for _, k := range cases {
		id := k.Course.State
		switch k.Course.Phase {
		case Excluded:
			list = append(list, FinalChange{State: id, Class: L3})
		case Closed, Frozen:
			one, err := d.finalChange(ctx, id)
			if err != nil {
				return nil, fmt.Errorf("classify the change of %s: %w", id, err)
			}
			list = append(list, one)
		}
	}
	return list, nil
}

func (d *Desk) finalChange(ctx context.Context, id string) (FinalChange, error) {
	k, err := d.repo.Case(ctx, d.Scope(), id)
	if err != nil {
		return FinalChange{}, err
	}
	locked, err := d.repo.LockedPredictions(ctx, d.Scope(), id)
	if err != nil {
		return FinalChange{}, err
	}
	before := k.Sheets[Main].Base
	if a, ok := k.Sheets[SheetA]; ok {
		before = a.Base
	}
	c := scorer.Sensitivity(before, k.Sheets[Main].Draft.Certificate(), locked, scorer.SensitivityCutoffs())
	one := FinalChange{State: id, Class: c.Class, Flips: c.Flips, Locked: len(locked)}
	for _, o := range c.Outcomes {
		if o.Flips() {
			one.Flipped = append(one.Flipped, o)
		}
	}
	return one, nil
}

// WhatIf tries edits on the certificate of a closed or frozen state and says
// what they would do to the locked predictions; nothing is kept. Errors:
// *ForbiddenError, *ApplyError, *NotReadyError.
func (d *Desk) WhatIf(ctx context.Context, state string, edits []certificate.Edit) (scorer.Change, certificate.Certificate, error) {
	var none certificate.Certificate
	if err := d.Scope().Oversee("try edits on a closed state"); err != nil {
		return scorer.Change{}, none, err
	}
	k, err := d.repo.Case(ctx, d.Scope(), state)
	if err != nil {
		return scorer.Change{}, none, err
	}
	if k.Course.Phase != Closed && k.Course.Phase != Frozen {
		return scorer.Change{}, none, &NotReadyError{state, "a what-if is for closed states; edit this one instead"}
	}
	var locked []card.Prediction
	if locked, err = d.repo.LockedPredictions(ctx, d.Scope(), state); err != nil {
		return scorer.Change{}, none, err
	}
	draft := k.Sheets[Main].Draft
	before := draft.Certificate()
	for i, e := range edits {
		if draft, _, err = draft.Apply(e); err != nil {
			return scorer.Change{}, none, &ApplyError{Index: i, Err: err}
		}
	}
	after := draft.Certificate()
	return scorer.Sensitivity(before, after, locked, scorer.SensitivityCutoffs()), after, nil
}
