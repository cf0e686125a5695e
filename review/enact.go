package review

import (
	"fmt"
	"maps"
	"slices"

	"suffice/certificate/card"
)

// Enact admits each act, enters it into the journal, folds it, and does the
// same with everything that follows from it. It is the one way in which a
// journal grows: a repository calls it inside a transaction and rolls back on
// an error. It gives back the acts' own events. Errors: *StaleError,
// *UnknownStateError, *ForbiddenError, *DutyError, *TakenError and the like,
// and *FoldError around the reason why an event does not fit what is there.
func Enact(b Books, s Scope, acts []Act) ([]Event, error) {
	x := &enactment{books: b, scope: s, cases: map[string]Case{}}
	var err error
	if x.board, err = b.Board(); err != nil {
		return nil, err
	}
	before := x.board.LastSeq
	events := make([]Event, 0, len(acts))
	for _, a := range acts {
		e, err := x.act(a)
		if err != nil {
			return nil, err
		}
		events = append(events, e)
	}
	for _, id := range x.order {
		if err := b.SaveCase(x.cases[id]); err != nil {
			return nil, err
		}
	}
	if x.board.LastSeq != before {
		if err := b.SaveBoard(x.board); err != nil {
			return nil, err
		}
	}
	return events, nil
}

// enactment is one call of Enact under way: what it has folded so far, to be
// saved at its end.
type enactment struct {
	books Books
	scope Scope
	board Board
	cases map[string]Case
	order []string // of cases, as they came up
}

// load is the case of a state as far as this enactment has come.
func (x *enactment) load(state string) (Case, error) {
	if k, ok := x.cases[state]; ok {
		return k, nil
	}
	return x.books.Case(state)
}

// keep remembers a case to be saved.
func (x *enactment) keep(k Case) {
	id := k.Course.State
	if _, ok := x.cases[id]; !ok {
		x.order = append(x.order, id)
	}
	x.cases[id] = k
}

// act makes one act and what follows from it.
func (x *enactment) act(a Act) (Event, error) {
	if a.Event.State == "" {
		return x.onProject(a.Event)
	}
	k, err := x.load(a.Event.State)
	if err != nil {
		return a.Event, err
	}
	if err := x.admit(k, a.Event); err != nil {
		return a.Event, err
	}
	if a.Event, err = x.place(k, a.Event); err != nil {
		return a.Event, err
	}
	if w, ok := k.Sheets[a.Event.Sheet]; ok && a.Event.Kind.onSheet() && a.Write.At != w.Revision {
		return a.Event, &StaleError{State: a.Event.State, At: a.Write.At, Now: w.Revision}
	}
	e, err := x.enter(a.Event, a.Write.Summary)
	if err != nil {
		return e, err
	}
	if a.Write.Clears.Field != "" {
		if err := x.books.Forget(e.Who, e.State, e.Sheet, a.Write.Clears); err != nil {
			return e, fmt.Errorf("clear what was typed: %w", err)
		}
	}
	return e, nil
}

// place completes a seat that leaves the slot, and a claim that leaves its
// lease, to be found here: which slot is free is not for the person to know.
func (x *enactment) place(k Case, e Event) (Event, error) {
	if e.Kind != Assigned && e.Kind != Claimed {
		return e, nil
	}
	s, err := body[Seated](e)
	if err != nil {
		return e, err
	}
	if s.Task == TaskReview && s.Slot == "" {
		slot, free := freeReview(k.Course, e.At, x.board.Policy.Seed)
		if !free {
			return e, &TakenError{e.State, s.Task}
		}
		s.Slot = slot
	}
	if e.Kind == Claimed {
		s.Lease = x.board.Policy.Lease
	}
	e.Body, err = encode(s)
	return e, err
}

// enter puts an event into the journal and the case, and then what follows.
func (x *enactment) enter(e Event, sum *Summary) (Event, error) {
	k, err := x.load(e.State)
	if err != nil {
		return e, err
	}
	if e, err = x.books.Enter(e); err != nil {
		return e, err
	}
	if k, err = FoldCase(k, e); err != nil {
		return e, err
	}
	if k, err = x.sum(k, e, sum); err != nil {
		return e, err
	}
	x.keep(k)
	more, err := Follow(x.board, k, e)
	if err != nil {
		return e, fmt.Errorf("work out what follows from event %d: %w", e.Seq, err)
	}
	for _, f := range more {
		if _, err := x.enter(f, nil); err != nil {
			return e, err
		}
	}
	return e, nil
}

// sum brings the summary of the certificate on e's sheet up to date.
func (x *enactment) sum(k Case, e Event, given *Summary) (Case, error) {
	if given == nil && e.Kind.step() == 0 {
		return k, nil
	}
	if given == nil {
		sum, err := x.summarize(k, e)
		if err != nil {
			return k, err
		}
		given = &sum
	}
	k.Sums = maps.Clone(k.Sums)
	if k.Sums == nil {
		k.Sums = map[Sheet]Summary{}
	}
	k.Sums[e.Sheet] = *given
	return k, nil
}

func (x *enactment) summarize(k Case, e Event) (Summary, error) {
	if main, ok := k.Sums[Main]; ok && e.Kind == Opened && !k.Sheets[Main].Touched {
		main.Touched = false // the same certificate and the same standing
		return main, nil
	}
	st, err := x.books.State(e.State)
	if err != nil {
		return Summary{}, err
	}
	return summarize(st, k.Sheets[e.Sheet], card.Observe(st)), nil
}

// onProject makes an act on the project, and on each state that it concerns.
func (x *enactment) onProject(e Event) (Event, error) {
	if err := x.admitOnProject(e); err != nil {
		return e, err
	}
	e, err := x.books.Enter(e)
	if err != nil {
		return e, err
	}
	if x.board, err = FoldBoard(x.board, e); err != nil {
		return e, err
	}
	switch {
	case e.Kind.onStates():
		return e, x.each(func(k Case) error { return x.touch(k, e) })
	case e.Kind == Rerolled:
		return e, x.vacate(e)
	}
	return e, nil
}

// each walks every state of the project.
func (x *enactment) each(do func(k Case) error) error {
	states, err := x.books.States()
	if err != nil {
		return err
	}
	for _, id := range states {
		k, err := x.load(id)
		if err != nil {
			return err
		}
		if err := do(k); err != nil {
			return err
		}
	}
	return nil
}

// touch folds an act on the project into a state that it concerns.
func (x *enactment) touch(k Case, e Event) error {
	if !moves(k.Course, e) {
		return nil
	}
	k, err := FoldCase(k, e)
	if err == nil {
		x.keep(k)
	}
	return err
}

// vacate releases the open seats of somebody whose roles no longer allow them,
// so that nobody waits for who does not come.
func (x *enactment) vacate(e Event) error {
	c, err := body[Change[Person]](e)
	if err != nil {
		return err
	}
	if held, err := x.books.Duties(c.After.ID); err != nil || held == (Duties{}) {
		return err
	}
	return x.each(func(k Case) error {
		for _, s := range k.Course.Seats {
			if s.Person != c.After.ID || s.Task == TaskAudit || !s.Open() || c.After.Is(s.Task.Role()) {
				continue
			}
			raw, err := encode(Seated{Task: s.Task, Slot: s.Slot, Person: s.Person})
			if err != nil {
				return err
			}
			released := Event{Who: Rules, At: e.At, Kind: Released, State: k.Course.State, Body: raw}
			if _, err := x.enter(released, nil); err != nil {
				return err
			}
		}
		return nil
	})
}

// moves spares the states that an act on the project leaves as they are.
func moves(c Course, e Event) bool {
	if e.Kind == Froze {
		return c.Phase == Closed
	}
	b, err := body[AuditBody](e)
	return err != nil || slices.Contains(b.Sample.States, c.State)
}
