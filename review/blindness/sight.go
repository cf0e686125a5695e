package blindness

import (
	"slices"

	"suffice/review"
)

// sight is what one person may see of one state, as the rules say it and not
// as the code that hides things works it out.
//
//	who                    | sees of a state
//	-----------------------|--------------------------------------------------
//	organizer, nothing else| everything
//	annotator              | the certificate as they left it, until the state closes for the first time
//	reviewer with a seat   | that certificate, their own sheet, their own review
//	senior with a seat     | that certificate, both submitted reviews, their own sheet and decision
//	auditor with a seat    | the frozen certificate, their own judgments
//	the chain, when frozen | the frozen certificate
//
// Outcomes: annotators in an open project for as long; reviewers and seniors in
// an open project once their state is closed; the chain when it is frozen;
// auditors once their audit is reported. Of several roles the stricter counts.
// What somebody did themselves they may always see again.
type sight struct {
	everything bool
	seat       *review.Seated // theirs, if their roles still go with it
	annotator  bool           // the certificate and its history up to Under
	under      bool           // the certificate under review
	reviews    bool           // both submitted reviews and what is said of them
	release    bool           // the frozen certificate
	outcomes   bool
}

// seeing applies the rules.
func (w *World) seeing(p review.Person, state string) sight {
	c := w.Cases[state].Course
	if p.Retired {
		return sight{}
	}
	if len(p.Roles) == 1 && p.Is(review.Organizer) {
		return sight{everything: true, outcomes: true}
	}
	var s sight
	for _, seat := range c.Seats {
		if seat.Person == p.ID && p.Is(seat.Task.Role()) {
			s.seat = &seat
		}
	}
	frozen := c.Phase == review.Frozen
	switch {
	case s.seat != nil && s.seat.Task == review.TaskAudit:
		s.release = frozen
	case s.seat != nil && s.seat.Task == review.TaskReview:
		s.under, s.release = true, frozen
	case s.seat != nil && s.seat.Task == review.TaskArbitrate:
		s.under, s.release = true, frozen
		s.reviews = c.Phase == review.Arbitrate || c.Phase == review.Closed
	case p.Is(review.Auditor): // sees nothing of a state that is not in their sample
	default:
		s.annotator = w.annotated(c) && (p.Is(review.Annotator) || p.Is(review.Organizer))
		s.release = frozen
	}
	s.outcomes = w.outcomesFor(p, c)
	return s
}

// annotated reports whether a state is still before those who annotate: until
// the reviews, or the senior, close it. A decision that is taken back does not
// bring it back to them: what it made of the certificate still stands.
func (w *World) annotated(c review.Course) bool {
	switch c.Phase {
	case review.Annotate, review.Review:
		return true
	case review.Arbitrate:
		return !slices.ContainsFunc(w.Events, func(e review.Event) bool { return e.State == c.State && e.Kind == review.Recalled })
	}
	return false
}

// outcomesFor reports whether every role of a person lets them see outcomes.
func (w *World) outcomesFor(p review.Person, c review.Course) bool {
	open, frozen := w.Board.Project.Mode == review.Open, c.Phase == review.Frozen
	for _, r := range p.Roles {
		ok := false
		switch r {
		case review.Organizer:
			ok = true
		case review.Annotator:
			ok = frozen || open && w.annotated(c)
		case review.Reviewer, review.Senior:
			ok = frozen || open && c.Phase == review.Closed
		case review.Auditor:
			ok = w.Board.Report != nil
		}
		if !ok {
			return false
		}
	}
	return len(p.Roles) > 0
}

// outcomesAnywhere reports whether outcomes of any state are open to a person.
func (w *World) outcomesAnywhere(p review.Person) bool {
	for _, k := range w.Cases {
		if w.outcomesFor(p, k.Course) {
			return true
		}
	}
	return false
}

// mayRead reports whether a person may know what an event says.
func (w *World) mayRead(p review.Person, e review.Event, s sight) bool {
	switch {
	case s.everything, e.Who == p.ID:
		return true
	case e.Kind == review.Locked || e.Kind == review.Unlocked:
		return w.outcomesAnywhere(p) // the lock of a set stands beside its name
	case e.Kind == review.Froze:
		return true
	case e.Kind == review.Sampled || e.Kind == review.Reported:
		return w.Board.Report != nil // a reported audit is open to all, but for who audited
	case e.State == "":
		return false
	}
	k := w.Cases[e.State]
	if e.Sheet == review.Main && slices.Contains([]review.Kind{review.Labelled, review.Edited, review.Finished}, e.Kind) {
		// Main changes while it is annotated, and is what goes under review.
		return s.annotator || s.under || s.release
	}
	if e.Sheet == review.Main && (e.Kind == review.Settled || e.Kind == review.Ruled) {
		return s.release
	}
	if e.Kind == review.Opened {
		return s.seat != nil && s.seat.Sheet() == e.Sheet && e.Sheet != review.Main && e.Seq > s.seat.Since
	}
	if e.Kind == review.Submitted && s.reviews {
		// The reviews that stand and those that were decided on; not older ones.
		o, b := k.Course.Opinions[review.Slot(e.Sheet)], k.Course.Basis[review.Slot(e.Sheet)]
		said, err := opinionOf(e)
		return err == nil && (sameOpinion(said, o) || sameOpinion(said, b))
	}
	return s.reviews && (e.Kind == review.Judged || e.Kind == review.Replaced)
}
