package review

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
)

// FoldCase returns the case after one more event of its state, or of the
// project where that concerns the state (Froze, Sampled); k is left as it was.
// It is the one place that gives events their meaning for a state: sheets by
// Fold, the course by the rules of this file and course_fold.go. It knows no
// pool, so Sums are for the caller (Enact). Errors: *FoldError; then the
// returned case is k.
func FoldCase(k Case, e Event) (Case, error) {
	next, err := foldCase(k, e)
	if err != nil {
		var unfit *FoldError
		if errors.As(err, &unfit) {
			return k, err
		}
		return k, &FoldError{Event: e, Err: err}
	}
	return next, nil
}

// RebuildCase folds every event of one state, and of the project, into the
// case it starts from; events of other states are passed over.
func RebuildCase(start Case, events iter.Seq2[Event, error]) (Case, error) {
	k := start
	for e, err := range events {
		if err != nil {
			return k, fmt.Errorf("rebuild %s: %w", start.Course.State, err)
		}
		if !k.Concerns(e) {
			continue
		}
		if k, err = FoldCase(k, e); err != nil {
			return k, err
		}
	}
	return k, nil
}

// Concerns reports whether an event is about this state: one of its own, or an
// act on the project that moves its course.
func (k Case) Concerns(e Event) bool {
	return e.State == k.Course.State || e.State == "" && e.Kind.onStates() && moves(k.Course, e)
}

// onStates reports whether an act on the project moves the courses of states.
func (k Kind) onStates() bool { return k == Froze || k == Sampled }

// onSheet reports whether an event of this kind is about a sheet, at a revision.
func (k Kind) onSheet() bool {
	switch k {
	case Assigned, Claimed, Released, Judged, Replaced, Audited, Reserved:
		return false
	}
	return true
}

func foldCase(k Case, e Event) (Case, error) {
	c := k.Course
	switch {
	case !k.Concerns(e):
		return k, fmt.Errorf("it belongs to %q, not to %q", e.State, c.State)
	case e.Seq <= c.LastSeq:
		return k, fmt.Errorf("event %d was folded already", c.LastSeq)
	case e.Who == "":
		return k, errors.New("it names no person")
	case e.Kind.onSheet() && e.State != "":
		if err := c.takes(e); err != nil {
			return k, err
		}
		w, ok := k.Sheets[e.Sheet]
		if !ok {
			if e.Kind != Opened {
				return k, fmt.Errorf("nobody has opened sheet %q", e.Sheet)
			}
			w = k.blank()
		}
		w, err := Fold(w, e)
		if err != nil {
			return k, err
		}
		k.Sheets = maps.Clone(k.Sheets)
		k.Sheets[e.Sheet] = w
	case e.From != 0 || e.To != 0 || e.Sheet != Main || e.Undoes != 0 && e.Kind != Reserved:
		return k, errors.New("it is about no sheet")
	}
	next := c
	next.Seats = slices.Clone(c.Seats)
	if err := next.fold(k, e); err != nil {
		return k, err
	}
	next.renew(e)
	next.LastSeq = e.Seq
	k.Course = next
	return k.settled(c, e), nil
}

// blank is a sheet that nobody has opened yet.
func (k Case) blank() Work {
	main := k.Sheets[Main]
	return Work{State: main.State, Draft: emptied(main.Draft), Base: emptied(main.Draft).Certificate()}
}

// settled brings the sheets in line with the course after e.
func (k Case) settled(before Course, e Event) Case {
	if main := k.Sheets[Main]; main.Phase != k.Course.Phase {
		main.Phase = k.Course.Phase
		k.Sheets = maps.Clone(k.Sheets)
		k.Sheets[Main] = main
	}
	if e.Kind == Recalled && !sameBasis(before.Basis, k.Course.Basis) {
		// The choices were about other reviews, whose groups line up otherwise.
		w := k.Sheets[SheetSenior]
		w.Mine = maps.Clone(w.Mine)
		k.Sheets = maps.Clone(k.Sheets)
		k.Sheets[SheetSenior] = w.settle()
	}
	return k
}

// takes says why an event on a sheet may not be made as things stand.
func (c Course) takes(e Event) error {
	if e.Sheet == Main {
		return c.takesMain(e)
	}
	if e.Kind == Opened {
		return nil
	}
	seat, ok := c.seatOn(e.Sheet)
	if !ok || seat.Person != e.Who {
		return fmt.Errorf("sheet %q is not theirs", e.Sheet)
	}
	switch e.Kind {
	case Labelled, Finished, Settled, Ruled:
		return fmt.Errorf("%q is an act on the certificate of the state", e.Kind)
	case Edited, Chosen, Submitted, Decided:
		if !seat.Open() {
			return &SubmittedError{c.State, seat.Task}
		}
	case Reopened, Recalled:
		if seat.Open() {
			return &NotSubmittedError{c.State, seat.Task}
		}
	}
	if e.Kind == Edited || e.Kind == Chosen {
		return c.live()
	}
	return nil
}

// takesMain is takes for the certificate of the state.
func (c Course) takesMain(e Event) error {
	switch e.Kind {
	case Edited, Finished, Labelled:
		if err := c.live(); err != nil {
			return err
		}
		if c.Under != 0 || c.Phase != Annotate && c.Phase != Review {
			return &UnderReviewError{c.State}
		}
	case Settled, Ruled:
		if c.Phase != Closed {
			return fmt.Errorf("its certificate is decided while it is in the phase %s", c.Phase)
		}
	case Opened, Chosen, Submitted, Reopened, Decided, Recalled:
		return fmt.Errorf("%q is an act on a sheet of a review or an arbitration", e.Kind)
	}
	return nil
}

// live says that nothing changes any more.
func (c Course) live() error {
	switch c.Phase {
	case Frozen:
		return &FrozenError{}
	case Excluded:
		return fmt.Errorf("the state was replaced by %s", c.Replaced)
	}
	return nil
}

// seatOn is the seat whose work is on a sheet of a review or an arbitration.
func (c Course) seatOn(sheet Sheet) (Seated, bool) {
	i := slices.IndexFunc(c.Seats, func(s Seated) bool { return s.Task != TaskAudit && s.Sheet() == sheet })
	if i < 0 {
		return Seated{}, false
	}
	return c.Seats[i], true
}
