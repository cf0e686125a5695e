package review

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"

	"suffice/certificate"
)

// fold moves the course by what an event says; c.Seats is already a copy.
// before is the case with its sheets as they are after the event.
func (c *Course) fold(k Case, e Event) error {
	switch e.Kind {
	case Edited, Finished, Labelled:
		return c.foldAnnotation(k, e)
	case Noted, Flagged, Skipped, Carried, Kept, Chosen, Settled, Ruled:
		return nil
	case Assigned, Claimed:
		return c.foldSeated(k, e)
	case Released:
		return c.foldReleased(k, e)
	case Opened:
		if e.Sheet == SheetSenior {
			c.Basis = maps.Clone(c.Opinions)
		}
		return nil
	case Submitted, Reopened:
		return c.foldReview(k, e)
	case Judged:
		return c.foldJudged(e)
	case Decided, Recalled:
		return c.foldDecision(e)
	case Replaced:
		return c.foldReplaced(k, e)
	case Reserved:
		return c.foldReserved(e)
	case Audited:
		return c.foldAudited(e)
	case Froze:
		if c.Phase == Closed {
			c.Phase = Frozen
		}
		return nil
	case Sampled:
		return c.foldSampled(e)
	}
	return fmt.Errorf("%q is not a kind of event on a state", e.Kind)
}

// foldAnnotation follows the certificate until it is under review.
func (c *Course) foldAnnotation(k Case, e Event) error {
	if e.Sheet != Main {
		return nil
	}
	c.Phase = Annotate
	if k.Sheets[Main].Done {
		c.Phase = Review
	}
	if e.Kind != Labelled { // to import is not to annotate
		c.duty(e.Who, Duties{Annotated: true})
	}
	return nil
}

// duty puts on record what somebody did here.
func (c *Course) duty(who PersonID, d Duties) {
	c.Duties = maps.Clone(c.Duties)
	if c.Duties == nil {
		c.Duties = map[PersonID]Duties{}
	}
	c.Duties[who] = c.Duties[who].Or(d)
}

// foldSeated gives somebody a seat. The first review puts the certificate as it
// stands under review.
func (c *Course) foldSeated(k Case, e Event) error {
	s, err := body[Seated](e)
	if err != nil {
		return err
	}
	switch {
	case s.Person == "":
		return errors.New("it seats nobody")
	case e.Kind == Claimed && (s.Person != e.Who || s.Lease <= 0):
		return errors.New("a claim is for oneself and for a time")
	case e.Kind == Assigned && s.Lease != 0:
		return errors.New("an assignment does not end")
	}
	if err := c.seatable(s); err != nil {
		return err
	}
	for _, other := range c.Seats {
		if other.Person == s.Person && !(other.Task == s.Task && other.Slot == s.Slot) {
			return errors.New("nobody has two seats on a state")
		}
	}
	if i := c.seatAt(s.Task, s.Slot); i >= 0 {
		if !c.Seats[i].Free(e.At) {
			return &TakenError{c.State, s.Task}
		}
		c.Seats = slices.Delete(c.Seats, i, i+1) // an idle person blocks nobody
	}
	s.Since, s.Until, s.Done, s.Reopened = e.Seq, 0, 0, false
	if s.Lease > 0 {
		s.Until = e.At + s.Lease
	}
	c.seat(s)
	if s.Task == TaskReview && c.Under == 0 {
		c.Phase, c.Under = Review, k.Sheets[Main].Revision
	}
	return nil
}

// seatable says why the state has no such seat as things stand.
func (c *Course) seatable(s Seated) error {
	slotted := s.Slot == SlotA || s.Slot == SlotB
	switch {
	case s.Task == TaskReview && slotted && (c.Phase == Annotate || c.Phase == Review):
		if c.Reserve {
			return &NotReadyError{c.State, "it is a reserve that has replaced no state"}
		}
		return nil
	case s.Task == TaskReview && slotted, s.Task == TaskArbitrate && c.Phase == Closed:
		return &TakenError{c.State, s.Task}
	case s.Task == TaskArbitrate && s.Slot == "" && c.Phase == Arbitrate:
		return nil
	case s.Task == TaskArbitrate && s.Slot == "":
		return &NotReadyError{c.State, "there is nothing to arbitrate"}
	}
	return fmt.Errorf("there is no seat for %q in %q", s.Task, s.Slot)
}

// seat puts s among the seats and on record.
func (c *Course) seat(s Seated) {
	c.Seats = append(c.Seats, s)
	slices.SortFunc(c.Seats, func(a, b Seated) int {
		return cmp.Or(cmp.Compare(a.Task, b.Task), cmp.Compare(a.Slot, b.Slot))
	})
	c.duty(s.Person, Duties{Reviewed: s.Task == TaskReview, Arbitrated: s.Task == TaskArbitrate, Audited: s.Task == TaskAudit})
}

// seatAt is the position of a seat, -1 when it is not taken.
func (c *Course) seatAt(t Task, slot Slot) int {
	return slices.IndexFunc(c.Seats, func(s Seated) bool { return s.Task == t && s.Slot == slot })
}

// seatOf is the position of somebody's seat for a task, -1 when there is none.
func (c *Course) seatOf(t Task, who PersonID) int {
	return slices.IndexFunc(c.Seats, func(s Seated) bool { return s.Task == t && s.Person == who })
}

// foldReleased gives an open seat back; of a review that was taken back to be
// changed the last submission stands. A certificate that nobody reviews and
// nobody has reviewed waits again, so that a claim by mistake locks nothing.
func (c *Course) foldReleased(k Case, e Event) error {
	s, err := body[Seated](e)
	if err != nil {
		return err
	}
	i := c.seatOf(s.Task, s.Person)
	switch {
	case i < 0 || c.Seats[i].Slot != s.Slot || s.Task == TaskAudit:
		return &NoSeatError{State: c.State, Task: s.Task}
	case !c.Seats[i].Open():
		return &SubmittedError{c.State, s.Task}
	case c.Seats[i].Reopened:
		c.Seats[i].Reopened = false
	default:
		c.Seats = slices.Delete(c.Seats, i, i+1)
	}
	if len(c.Seats) == 0 && len(c.Opinions) == 0 && c.Replaces == "" {
		c.Under, c.Phase = 0, Annotate
		if k.Sheets[Main].Done {
			c.Phase = Review
		}
	}
	return nil
}

// foldReview takes a review in, or opens it again.
func (c *Course) foldReview(k Case, e Event) error {
	if err := c.live(); err != nil {
		return err
	}
	i := c.seatOf(TaskReview, e.Who)
	if i < 0 || c.Seats[i].Sheet() != e.Sheet {
		return &NoSeatError{State: c.State, Task: TaskReview}
	}
	if e.Kind == Reopened {
		c.Seats[i].Reopened = true
		return nil
	}
	o, err := body[Opinion](e)
	if err != nil {
		return err
	}
	w := k.Sheets[e.Sheet]
	if err := o.Check(w.Base); err != nil {
		return err
	}
	if o.Verdict.Edits() && changes(w.Draft.Certificate(), o.Certificate) {
		return errors.New("the certificate submitted is not the one on the sheet")
	}
	c.Opinions = maps.Clone(c.Opinions)
	if c.Opinions == nil {
		c.Opinions = map[Slot]Opinion{}
	}
	c.Opinions[c.Seats[i].Slot] = o
	c.Seats[i].Done, c.Seats[i].Reopened = e.Seq, false
	return nil
}

// foldJudged sends the state where both reviews send it.
func (c *Course) foldJudged(e Event) error {
	o, err := body[Outcome](e)
	if err != nil {
		return err
	}
	if c.Phase != Review && c.Phase != Arbitrate || len(c.Opinions) < 2 {
		return errors.New("there are no two reviews to judge")
	}
	c.Outcome, c.Basis = &o, maps.Clone(c.Opinions)
	c.Phase = Arbitrate
	if o.Route == Closes {
		c.Phase = Closed
	}
	return nil
}

// renew gives a claim more time with every act of its holder.
func (c *Course) renew(e Event) {
	if e.State == "" {
		return
	}
	for i, s := range c.Seats {
		if s.Person == e.Who && s.Lease > 0 {
			c.Seats[i].Until = max(s.Until, e.At+s.Lease)
		}
	}
}

// sameBasis reports whether two pairs of reviews say the same.
func sameBasis(a, b map[Slot]Opinion) bool {
	return len(a) == len(b) && len(Overtaken(inputs(a), inputs(b), func(unit string) string { return unit })) == 0
}

// inputs are two reviews as arbitration takes them.
func inputs(o map[Slot]Opinion) Inputs { return Inputs{A: o[SlotA], B: o[SlotB]} }

// Moved reports whether a review was changed after the closing or the
// arbitration that was about it (case C17).
func (c Course) Moved() bool { return len(c.Basis) == 2 && !sameBasis(c.Basis, c.Opinions) }

// emptied is a draft of no certificate, for a sheet that is not opened yet.
func emptied(d certificate.Draft) certificate.Draft {
	return certificate.NewDraft(certificate.Certificate{State: d.Certificate().State})
}
