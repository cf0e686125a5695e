package review

import (
	"errors"
	"fmt"

	"suffice/certificate"
)

// admit says why an event may not be made by the person of the scope: what
// they are in the project now, not when they sat down, decides, so that a rule
// that was checked when something was assigned or claimed is checked again
// when it is saved (case C15).
func (x *enactment) admit(k Case, e Event) error {
	me, err := x.actor(e)
	if err != nil {
		return err
	}
	scope := x.board.Scope(me)
	part := scope.Part(k.Course)
	switch e.Kind {
	case Opened, Judged, Settled, Ruled, Replaced:
		return fmt.Errorf("%q follows from other events and is nobody's act", e.Kind)
	case Claimed:
		return x.admitClaim(k, e, me)
	case Assigned:
		return x.admitAssignment(k, e, scope)
	case Labelled, Reserved:
		return scope.Administer("change " + k.Course.State + " as the organizer")
	case Released:
		if scope.admin {
			return nil
		}
	}
	if !part.certificate {
		return &UnknownStateError{k.Course.State}
	}
	if e.Kind.onSheet() && e.Sheet != part.Sheet {
		return &UnknownStateError{k.Course.State}
	}
	if part.Holds {
		if err := x.mayStill(k.Course, part.Seat, me); err != nil {
			return err
		}
	}
	return x.admitAct(k, e, part)
}

// actor is the person of the scope as the project knows them now.
func (x *enactment) actor(e Event) (Person, error) {
	me, ok := x.board.Person(x.scope.person)
	switch {
	case !ok:
		return me, &UnknownPersonError{string(x.scope.person)}
	case me.Retired:
		return me, &ForbiddenError{"work in this project", "you have been retired from it; an organizer can take that back"}
	case e.Who != me.ID:
		return me, &ForbiddenError{"act for somebody else", "an event names who made it"}
	}
	return me, nil
}

// admitAct looks at what somebody does on a state that they see.
func (x *enactment) admitAct(k Case, e Event, part Part) error {
	c := k.Course
	refuse := func(act string) error {
		return &ForbiddenError{act + " " + c.State, "your roles do not include it in the phase " + string(part.Phase)}
	}
	switch e.Kind {
	case Edited, Finished:
		if !part.edit {
			if part.Sheet == Main && c.Under != 0 && c.live() == nil {
				return &UnderReviewError{c.State}
			}
			return refuse("edit the certificate of")
		}
	case Submitted, Reopened:
		if !part.Holds || part.Seat.Task != TaskReview {
			return &NoSeatError{State: c.State, Task: TaskReview}
		}
	case Chosen, Decided, Recalled:
		if !part.Holds || part.Seat.Task != TaskArbitrate {
			return &NoSeatError{State: c.State, Task: TaskArbitrate}
		}
		if e.Kind == Decided {
			return x.admitRuling(k, e)
		}
	case Audited:
		switch {
		case !part.Holds || part.Seat.Task != TaskAudit:
			return &NoSeatError{State: c.State, Task: TaskAudit}
		case x.board.Report != nil:
			return &ForbiddenError{"change your audit of " + c.State, "the audit is reported"}
		}
	case Released:
		s, err := body[Seated](e)
		if err != nil {
			return err
		}
		if !part.Holds || s.Person != part.Seat.Person || s.Task != part.Seat.Task {
			return &NoSeatError{State: c.State, Task: s.Task}
		}
	}
	return nil
}

// mayStill asks the rules of assignment about a seat that somebody has.
func (x *enactment) mayStill(c Course, s Seated, p Person) error {
	anywhere, err := x.books.Duties(p.ID)
	if err != nil {
		return err
	}
	here := c.Duties[p.ID]
	switch s.Task {
	case TaskReview:
		here.Reviewed = false
		return MayReview(p.Roles, here, anywhere)
	case TaskArbitrate:
		return MayArbitrate(p.Roles, here, anywhere)
	case TaskAudit:
		return MayAudit(p.Roles, anywhere)
	}
	return nil
}

// maySit asks the rules of assignment about a seat that somebody is to get.
func (x *enactment) maySit(c Course, s Seated, p Person) error {
	anywhere, err := x.books.Duties(p.ID)
	if err != nil {
		return err
	}
	return MaySit(c, s.Task, p, anywhere)
}

// MaySit reports as a *DutyError why a person may not have a task on a state,
// nil when they may; anywhere are their duties on the whole project. Somebody
// who gave a review back before they submitted it may take it again.
func MaySit(c Course, t Task, p Person, anywhere Duties) error {
	here := c.Duties[p.ID]
	roles := p.Roles
	if p.Retired {
		roles = nil
	}
	switch t {
	case TaskReview:
		here.Reviewed = c.seatOf(TaskReview, p.ID) >= 0
		return MayReview(roles, here, anywhere)
	case TaskArbitrate:
		return MayArbitrate(roles, here, anywhere)
	case TaskAudit:
		return MayAudit(roles, anywhere)
	}
	return fmt.Errorf("nobody is seated for %q", t)
}

// admitClaim lets somebody take a free seat. What they are not offered does
// not exist for them; when somebody was faster, or a rule is in the way, they
// are told.
func (x *enactment) admitClaim(k Case, e Event, me Person) error {
	s, err := body[Seated](e)
	if err != nil {
		return err
	}
	c := k.Course
	if here := c.Duties[me.ID]; s.Task == TaskArbitrate && me.Is(Senior) && (here.Annotated || here.Reviewed) {
		return x.maySit(c, s, me) // whatever the phase: another answer would tell when the other review came in
	}
	if !me.Is(s.Task.Role()) || c.Reserve || c.live() != nil || Reviewable(k) != nil ||
		s.Task == TaskArbitrate && c.Phase != Arbitrate && c.Phase != Closed {
		return &UnknownStateError{c.State}
	}
	return x.maySit(c, s, me)
}

// admitAssignment lets an organizer seat somebody.
func (x *enactment) admitAssignment(k Case, e Event, scope Scope) error {
	if err := scope.Administer("assign people"); err != nil {
		return err
	}
	s, err := body[Seated](e)
	if err != nil {
		return err
	}
	p, ok := x.board.Person(s.Person)
	if !ok {
		return &UnknownPersonError{string(s.Person)}
	}
	if s.Task == TaskReview {
		if err := Reviewable(k); err != nil {
			return err
		}
	}
	return x.maySit(k.Course, s, p)
}

// Reviewable reports as a *NotReadyError why a certificate cannot go under
// review, nil when it can or is: it must be finished, or imported, untouched
// and without a finding that blocks, and its state no reserve in waiting.
func Reviewable(k Case) error {
	w, c := k.Sheets[Main], k.Course
	why := ""
	switch {
	case c.Reserve:
		why = "it is a reserve that has replaced no state"
	case c.Under != 0 || w.Done:
	case w.Touched || !w.Labelled:
		why = "its certificate is not finished"
	case k.Sums[Main].Blocking > 0:
		why = "its certificate has " + count(k.Sums[Main].Blocking, "findings") + " that block"
	}
	if why == "" {
		return nil
	}
	return &NotReadyError{c.State, why}
}

// admitRuling checks a decision against the reviews that it is about, and the
// reserve that it names.
func (x *enactment) admitRuling(k Case, e Event) error {
	r, err := body[Ruling](e)
	if err != nil {
		return err
	}
	if err := r.Check(k.Sheets[SheetSenior].Base, inputs(k.Course.Basis)); err != nil {
		return err
	}
	if r.Replacement == "" {
		return nil
	}
	reserve, err := x.load(r.Replacement)
	var unknown *UnknownStateError
	if errors.As(err, &unknown) {
		return &ReserveError{r.Replacement, "there is no such state"}
	}
	if err != nil {
		return err
	}
	return Replaceable(reserve)
}

// Replaceable reports as a *ReserveError why a state cannot replace another
// one, nil when it can: its certificate is ready and nobody has reviewed it.
func Replaceable(k Case) error {
	c := k.Course
	if c.Under != 0 || c.Replaces != "" || c.Phase != Annotate && c.Phase != Review {
		return &ReserveError{c.State, "it is in the release already"}
	}
	k.Course.Reserve = false
	var not *NotReadyError
	if err := Reviewable(k); errors.As(err, &not) {
		return &ReserveError{c.State, not.Why}
	}
	return nil
}

// obstacles are the findings that keep a certificate on a sheet from being
// handed in.
func obstacles(h *held, w Work) []certificate.Finding {
	c := w.Draft.Certificate()
	return Obstacles(w, certificate.Findings(c, h.state.Card, &h.state.Pool, h.observed, certificate.Compile(c)))
}
