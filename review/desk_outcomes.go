package review

import (
	"context"
	"fmt"

	"suffice/certificate"
	"suffice/certificate/card"
)

// Outcomes is what a person may know of how methods fare on one state: the
// certificate on their sheet, what it can be held against, and the rankings of
// locked sets. What it holds is shared with other views: read it only.
type Outcomes struct {
	State     card.State
	Revision  certificate.Revision
	Now       certificate.Certificate
	Baselines []Baseline        // never empty; the first is what the certificate started from
	Locked    []card.Prediction // of locked sets, in the order of the sets
	Replaced  bool              // the state was replaced by another: class L3
}

// Baseline is an earlier version of a certificate that this person may see.
type Baseline struct {
	ID          BaselineID
	Words       string               // what it is, for people
	Revision    certificate.Revision // of its sheet; 0 for none
	Certificate certificate.Certificate
}

// BaselineID names a baseline.
type BaselineID string

// The baselines. The last two are the certificates of submitted reviews.
const (
	BaselineStart    BaselineID = "start"    // what the work started from
	BaselineFinished BaselineID = "finished" // as it was last finished
	BaselineUnder    BaselineID = "under"    // as it went under review
	BaselineA        BaselineID = "A"
	BaselineB        BaselineID = "B"
)

// Outcomes opens the outcomes of a state. Errors: *UnknownStateError,
// *ForbiddenError where the table shows none to this person now; then nothing
// of them was loaded.
func (d *Desk) Outcomes(ctx context.Context, state string) (Outcomes, error) {
	h, w, err := d.outcomes(ctx, state, "see the outcomes of "+state)
	if err != nil {
		return Outcomes{}, err
	}
	o := Outcomes{State: h.state, Revision: w.Revision, Now: w.Draft.Certificate(), Replaced: w.course.Phase == Excluded}
	if o.Baselines, err = d.baselines(ctx, h, w); err != nil {
		return Outcomes{}, fmt.Errorf("read the versions of %s: %w", state, err)
	}
	if o.Locked, err = d.repo.LockedPredictions(ctx, d.Scope(), state); err != nil {
		return Outcomes{}, fmt.Errorf("read the locked predictions for %s: %w", state, err)
	}
	return o, nil
}

// outcomes opens a state whose outcomes are open to this person.
func (d *Desk) outcomes(ctx context.Context, state, act string) (*held, opened, error) {
	if err := d.refresh(ctx); err != nil {
		return nil, opened{}, fmt.Errorf("open state %s: %w", state, err)
	}
	h, w, err := d.load(ctx, state)
	if err != nil {
		return nil, opened{}, err
	}
	if !w.part.outcomes {
		return nil, opened{}, d.hidden(act)
	}
	return h, w, nil
}

// hidden says why outcomes are not for this person, in words that depend on
// their roles and on the project alone: a phase that is kept from them must not
// show in the refusal.
func (d *Desk) hidden(act string) error {
	s := d.Scope()
	reason := "outcomes are hidden from you here"
	switch {
	case s.has(Auditor):
		reason = "auditors see outcomes once their audit is reported"
	case d.project.Mode != Open:
		reason = "in a sealed project outcomes are the organizer's alone until it is frozen"
	case s.has(Reviewer), s.has(Senior):
		reason = "reviewers and seniors see no outcome of a state before it is closed"
	case s.has(Annotator):
		reason = "annotators see outcomes of a state while it is annotated and reviewed, and again once it is frozen"
	}
	return &ForbiddenError{Act: act, Reason: reason}
}

// baselines lists the versions that this person may hold the certificate of
// their sheet against.
func (d *Desk) baselines(ctx context.Context, h *held, w opened) ([]Baseline, error) {
	start := Baseline{ID: BaselineStart, Words: "the version it started from", Certificate: w.Base}
	if w.part.Sheet != Main {
		start.Words = "the certificate under review"
		return append([]Baseline{start}, d.reviewed(w)...), nil
	}
	all := []Baseline{start}
	at, ok, err := d.lastFinished(ctx, w)
	if err != nil {
		return nil, err
	}
	if ok {
		one, err := d.version(ctx, h, w, BaselineFinished, "the version last finished", at)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	if w.course.Under != 0 {
		one, err := d.version(ctx, h, w, BaselineUnder, "the version under review", w.course.Under)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return append(all, d.reviewed(w)...), nil
}

// version is the certificate at a revision of the sheet that is open.
func (d *Desk) version(ctx context.Context, h *held, w opened, id BaselineID, words string, at certificate.Revision) (Baseline, error) {
	draft, err := d.draftAt(ctx, h, w, at)
	return Baseline{ID: id, Words: words, Revision: at, Certificate: draft.Certificate()}, err
}

// lastFinished is the revision at which the certificate was last finished, as
// far as this person sees the history of their sheet.
func (d *Desk) lastFinished(ctx context.Context, w opened) (certificate.Revision, bool, error) {
	at, ok := certificate.Revision(0), false
	for e, err := range d.repo.Events(ctx, d.Scope(), Filter{State: w.State, Kind: Finished}) {
		if err != nil {
			return 0, false, err
		}
		if e.Sheet != w.part.Sheet {
			continue
		}
		if b, err := body[Change[bool]](e); err != nil {
			return 0, false, err
		} else if b.After {
			at, ok = e.From, true
		}
	}
	return at, ok, nil
}

// reviewed are the certificates of submitted reviews, for who sees both.
func (d *Desk) reviewed(w opened) []Baseline {
	if !w.part.reviews {
		return nil
	}
	var all []Baseline
	for _, one := range []struct {
		slot Slot
		id   BaselineID
	}{{SlotA, BaselineA}, {SlotB, BaselineB}} {
		if o, ok := w.course.Opinions[one.slot]; ok && o.Verdict.Edits() {
			all = append(all, Baseline{ID: one.id, Words: "as reviewer " + string(one.slot) + " left it", Certificate: o.Certificate})
		}
	}
	return all
}
