package review

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"suffice/certificate"
	"suffice/certificate/card"
)

// Clock gives the time in Unix milliseconds.
type Clock func() int64

// Desk is one person's service: everything a screen or a command does goes
// through it, and nothing comes back that the person may not see. Safe for
// concurrent use.
type Desk struct {
	repo    Repository
	clock   Clock
	person  Person
	project Project
	scope   Scope
	shelf   *shelf
}

// NewDesk seats a person at the project behind repo. What they may see follows
// from the roles that the project has on record for p.ID. Errors:
// *UnknownPersonError.
func NewDesk(ctx context.Context, repo Repository, p Person, clock Clock) (*Desk, error) {
	project, err := repo.Project(ctx)
	if err != nil {
		return nil, fmt.Errorf("open the project: %w", err)
	}
	people, err := repo.People(ctx)
	if err != nil {
		return nil, fmt.Errorf("open the project: %w", err)
	}
	i := slices.IndexFunc(people, func(q Person) bool { return q.ID == p.ID })
	if i < 0 {
		return nil, &UnknownPersonError{p.Name}
	}
	return &Desk{
		repo: repo, clock: clock, person: people[i], project: project,
		scope: Visible(people[i], project.Mode), shelf: &shelf{},
	}, nil
}

// Person is who sits here.
func (d *Desk) Person() Person { return d.person }

// Project is the project on the desk.
func (d *Desk) Project() Project { return d.project }

// Scope is what this person may see.
func (d *Desk) Scope() Scope { return d.scope }

// View is one state as this person may see it. What it holds is shared with
// other views: read it, do not write to it.
type View struct {
	State    card.State
	Observed map[string]card.Observation // by unit ID; only units with a reason
	Phase    Phase
	Status   Status
	Revision certificate.Revision
	Draft    certificate.Draft
	Base     certificate.Certificate // what the work started from
	Labelled bool
	Touched  bool
	MayEdit  bool // false too while the certificate is finished: Finish reopens it
	Mine     Personal
	Typing   []Typing // text that was being typed when the last sitting ended
	Undo     string   // what undo would take back, in words; empty when nothing
	Redo     string
	Outcomes bool              // outcomes are open to this person now
	Locked   []card.Prediction // of locked sets; empty unless Outcomes
	Seat     Seated            // my seat here; zero without one
	Opinion  *Opinion          // my review as I submitted it last; nil before the first
}

// Ack says that an act is on disk. Event is zero when the act changed nothing
// and so made none.
type Ack struct {
	Event    Event
	Revision certificate.Revision
	Draft    certificate.Draft
	Status   Status
	Touched  bool
	Mine     Personal
	Undo     string // as in View
	Redo     string
}

// Queue lists the states of this person.
func (d *Desk) Queue(ctx context.Context) ([]QueueRow, error) {
	rows, err := d.repo.Queue(ctx, d.scope)
	if err != nil {
		return nil, fmt.Errorf("list the states: %w", err)
	}
	return rows, nil
}

// Take opens a state. Errors: *UnknownStateError.
func (d *Desk) Take(ctx context.Context, state string) (View, error) {
	h, w, err := d.load(ctx, state)
	if err != nil {
		return View{}, err
	}
	v := View{
		State: h.state, Observed: h.observed, Phase: w.Phase,
		Status: StatusOf(w, d.person.ID), Revision: w.Revision,
		Draft: w.Draft, Base: w.Base, Labelled: w.Labelled, Touched: w.Touched,
		MayEdit: d.mayEdit(w) == nil, Mine: w.Mine[d.person.ID],
		Outcomes: d.scope.Outcomes(w.Phase),
	}
	v.Undo, v.Redo = d.offers(ctx, h, w)
	if v.Typing, err = d.repo.Typing(ctx, d.person.ID, state); err != nil {
		return View{}, fmt.Errorf("open state %s: read text being typed: %w", state, err)
	}
	if v.Outcomes {
		if v.Locked, err = d.repo.LockedPredictions(ctx, d.scope, state); err != nil {
			return View{}, fmt.Errorf("open state %s: read locked predictions: %w", state, err)
		}
	}
	return v, nil
}

// load reads the work on a state as this person may see it, and the state.
func (d *Desk) load(ctx context.Context, state string) (*held, Work, error) {
	w, err := d.repo.Work(ctx, d.scope, state)
	if err != nil {
		return nil, Work{}, fmt.Errorf("open state %s: %w", state, err)
	}
	if !d.scope.Certificate(w.Phase) {
		return nil, Work{}, &UnknownStateError{state}
	}
	h, err := d.hold(ctx, state)
	if err != nil {
		return nil, Work{}, err
	}
	return h, d.scope.Project(w), nil
}

// mayEdit says why the certificate may not be changed now, if it may not.
func (d *Desk) mayEdit(w Work) error {
	if !d.scope.Edit(w.Phase) {
		return &ForbiddenError{"edit the certificate of " + w.State, "your roles do not include it in the phase " + string(w.Phase)}
	}
	if w.Done {
		return &FinishedError{w.State}
	}
	return nil
}

// event is a new event of this person on the work.
func (d *Desk) event(w Work, k Kind, b any) (Event, error) {
	raw, err := encode(b)
	if err != nil {
		return Event{}, err
	}
	return Event{
		Who: d.person.ID, At: d.clock(), Kind: k, State: w.State,
		From: w.Revision, To: w.Revision + k.step(), Body: raw,
	}, nil
}

// append makes the event durable and tells what is there now.
func (d *Desk) append(ctx context.Context, h *held, e Event, wr Write) (Ack, error) {
	wr.At = e.From
	saved, w, err := d.repo.Append(ctx, d.scope, e, wr)
	if err != nil {
		return Ack{}, fmt.Errorf("save on %s: %w", e.State, err)
	}
	return d.ack(ctx, h, saved, d.scope.Project(w)), nil
}

func (d *Desk) ack(ctx context.Context, h *held, e Event, w Work) Ack {
	a := Ack{
		Event: e, Revision: w.Revision, Draft: w.Draft, Touched: w.Touched,
		Status: StatusOf(w, d.person.ID), Mine: w.Mine[d.person.ID],
	}
	a.Undo, a.Redo = d.offers(ctx, h, w)
	return a
}

// unchanged acknowledges an act that changes nothing: no event is made, but
// text being typed for it is settled.
func (d *Desk) unchanged(ctx context.Context, h *held, w Work, clears string) (Ack, error) {
	if clears != "" {
		t := Typing{State: w.State, Field: clears, At: d.clock()}
		if err := d.repo.SaveTyping(ctx, d.person.ID, t); err != nil {
			return Ack{}, fmt.Errorf("save on %s: %w", w.State, err)
		}
	}
	return d.ack(ctx, h, Event{}, w), nil
}

// SaveTyping keeps text in the middle of being typed; empty text forgets it.
func (d *Desk) SaveTyping(ctx context.Context, state, field, text string) error {
	if _, err := d.hold(ctx, state); err != nil {
		return err
	}
	t := Typing{State: state, Field: field, Text: text, At: d.clock()}
	if err := d.repo.SaveTyping(ctx, d.person.ID, t); err != nil {
		return fmt.Errorf("save text being typed on %s: %w", state, err)
	}
	return nil
}

// overtaken reports whether an act that does not depend on a revision only
// lost a race, so that it can be made again on what is there now.
func overtaken(err error) bool {
	var stale *StaleError
	var outdated *OutdatedError
	return errors.As(err, &stale) || errors.As(err, &outdated)
}
