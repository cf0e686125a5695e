package review

import (
	"context"
	"fmt"

	"suffice/certificate"
)

// opened is a state as this person has it open: the work on the sheet of their
// part, and the course as far as they may know it.
type opened struct {
	Work
	part   Part
	course Course
	under  certificate.Certificate // under review, as far as this person has a sheet that started from it
}

// load reads a state as this person may see it.
func (d *Desk) load(ctx context.Context, state string) (*held, opened, error) {
	k, err := d.repo.Case(ctx, d.Scope(), state)
	if err != nil {
		return nil, opened{}, fmt.Errorf("open state %s: %w", state, err)
	}
	w, err := d.open(k)
	if err != nil {
		return nil, opened{}, err
	}
	d.shelf.opens(state, w.part.Sheet)
	h, err := d.hold(ctx, state)
	return h, w, err
}

// open picks the sheet of this person's part out of a projected case. What the
// course hides of the phase the part says, so it is worked out first.
func (d *Desk) open(k Case) (opened, error) {
	part := d.Scope().Part(k.Course)
	w, ok := k.Sheets[part.Sheet]
	if !part.certificate || !ok {
		return opened{}, &UnknownStateError{k.Course.State}
	}
	o := opened{Work: w, part: part, course: k.Course, under: w.Base}
	if a, ok := k.Sheets[SheetA]; ok && part.Sheet == Main {
		o.under = a.Base
	}
	return o, nil
}

// mayEdit says why the certificate may not be changed now, if it may not.
func (d *Desk) mayEdit(w opened) error {
	switch {
	case w.part.Holds && !w.part.Seat.Open():
		return &SubmittedError{w.State, w.part.Seat.Task}
	case w.part.Sheet == Main && w.course.Under != 0 && w.course.live() == nil:
		return &UnderReviewError{w.State}
	case !w.part.edit:
		return &ForbiddenError{"edit the certificate of " + w.State, "your roles do not include it in the phase " + string(w.Phase)}
	case w.part.Sheet == Main && w.Done:
		return &FinishedError{w.State}
	}
	return nil
}

// status is where the state stands for this person.
func (w opened) status(me PersonID) Status {
	if !w.part.Holds {
		return StatusOf(w.Work, me)
	}
	return seatStatus(w.part.Seat, StatusOf(w.Work, me), w.Mine[me].Spent > 0 || w.Touched)
}

// seatStatus is the status of a review, an arbitration or an audit.
func seatStatus(s Seated, sheet Status, begun bool) Status {
	switch {
	case !s.Open():
		return StatusDone
	case sheet == StatusSkipped:
		return StatusSkipped
	case begun:
		return StatusBegun
	}
	return StatusOpen
}
