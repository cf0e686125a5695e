package review

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"suffice/certificate"
	"suffice/certificate/card"
)

// Clock gives the time in Unix milliseconds.
type Clock func() int64

// Desk is one person's service: everything a screen or a command does goes
// through it, and nothing comes back that the person may not see. Safe for
// concurrent use.
type Desk struct {
	repo interface {
		Repository
		Casework
	}
	clock   Clock
	person  Person
	project Project
	scope   atomic.Pointer[Scope]
	frozen  atomic.Bool // the release is frozen, as of the last look
	shelf   *shelf
}

// NewDesk seats a person at the project behind repo. What they may see follows
// from the roles that the project has on record for p.ID. Errors:
// *UnknownPersonError.
func NewDesk(ctx context.Context, repo Repository, p Person, clock Clock) (*Desk, error) {
	cases, ok := repo.(interface {
		Repository
		Casework
	})
	if !ok {
		return nil, errors.New("open the project: this repository takes no state through review")
	}
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
	board, err := cases.Board(ctx, Visible(people[i], project.Mode))
	if err != nil {
		return nil, fmt.Errorf("open the project: %w", err)
	}
	d := &Desk{repo: cases, clock: clock, person: people[i], project: project, shelf: &shelf{}}
	s := board.Scope(people[i])
	d.scope.Store(&s)
	d.frozen.Store(board.Freeze != nil)
	return d, nil
}

// Person is who sits here.
func (d *Desk) Person() Person { return d.person }

// Project is the project on the desk.
func (d *Desk) Project() Project { return d.project }

// Scope is what this person may see, as of the last look (see refresh).
func (d *Desk) Scope() Scope { return *d.scope.Load() }

// refresh asks again who this person is in the project: roles are given and taken
// while people sit, and outcomes open when an audit is reported. Acts are
// checked against what holds when they are saved in any case.
func (d *Desk) refresh(ctx context.Context) error {
	people, err := d.repo.People(ctx)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(people, func(q Person) bool { return q.ID == d.person.ID })
	if i < 0 {
		return &UnknownPersonError{d.person.Name}
	}
	b, err := d.repo.Board(ctx, d.Scope())
	if err != nil {
		return err
	}
	s := b.Scope(people[i])
	d.scope.Store(&s)
	d.frozen.Store(b.Freeze != nil)
	return nil
}

// View is one state as this person may see it. What it holds is shared with
// other views: read it, do not write to it.
type View struct {
	State    card.State
	Observed map[string]card.Observation // by unit ID; only units with a reason
	Phase    Phase
	Status   Status
	Revision certificate.Revision
	Draft    certificate.Draft
	Base     certificate.Certificate // what the work started from; for a reviewer or senior the certificate under review
	Labelled bool
	Touched  bool
	MayEdit  bool   // false too while the certificate is finished or handed in: Finish or Reopen opens it again
	Why      string // why not, in one sentence
	Finished bool   // why not is that it is finished, and Finish opens it again
	Sheet    Sheet  // which certificate this is
	Mine     Personal
	Typing   []Typing // text that was being typed when the last sitting ended
	Undo     string   // what undo would take back, in words; empty when nothing
	Redo     string
	Next     Next
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
	Next     Next
}

// Next says of which kinds the acts are that undo and redo would take: an act
// that does not show where it is taken back should not go without a word. They
// are empty when there is none.
type Next struct{ Undo, Redo Kind }

// Queue lists the states of this person: what they are to arbitrate first, the
// lowest agreement at the top, and the rest in order of import.
func (d *Desk) Queue(ctx context.Context) ([]QueueRow, error) {
	if err := d.refresh(ctx); err != nil {
		return nil, fmt.Errorf("list the states: %w", err)
	}
	rows, err := d.repo.Tasks(ctx, d.Scope(), d.clock())
	if err != nil {
		return nil, fmt.Errorf("list the states: %w", err)
	}
	slices.SortStableFunc(rows, func(a, b QueueRow) int { return cmp.Compare(a.urgency(), b.urgency()) })
	return rows, nil
}

// Take opens a state. Errors: *UnknownStateError.
func (d *Desk) Take(ctx context.Context, state string) (View, error) {
	if err := d.refresh(ctx); err != nil {
		return View{}, fmt.Errorf("open state %s: %w", state, err)
	}
	h, w, err := d.load(ctx, state)
	if err != nil {
		return View{}, err
	}
	return d.view(ctx, h, w)
}

// view is what an open state shows.
func (d *Desk) view(ctx context.Context, h *held, w opened) (View, error) {
	state, err := w.State, error(nil)
	v := View{
		State: h.state, Observed: h.observed, Phase: w.Phase,
		Status: w.status(d.person.ID), Revision: w.Revision,
		Draft: w.Draft, Base: w.Base, Labelled: w.Labelled, Touched: w.Touched,
		Mine: w.Mine[d.person.ID], Sheet: w.part.Sheet, Outcomes: w.part.outcomes,
	}
	if err := d.mayEdit(w); err != nil {
		v.Why, v.Finished = err.Error(), errors.As(err, new(*FinishedError))
	}
	v.MayEdit = v.Why == ""
	if w.part.Holds {
		v.Seat = w.part.Seat
		if o, ok := w.course.Opinions[v.Seat.Slot]; ok && v.Seat.Task == TaskReview {
			v.Opinion = &o
		}
	}
	v.Undo, v.Redo, v.Next = d.offers(ctx, h, w)
	if v.Typing, err = d.typing(ctx, w); err != nil {
		return View{}, err
	}
	if v.Outcomes {
		if v.Locked, err = d.repo.LockedPredictions(ctx, d.Scope(), state); err != nil {
			return View{}, fmt.Errorf("open state %s: read locked predictions: %w", state, err)
		}
	}
	return v, nil
}

// event is a new event of this person on the work.
func (d *Desk) event(w opened, k Kind, b any) (Event, error) {
	raw, err := encode(b)
	if err != nil {
		return Event{}, err
	}
	return Event{
		Who: d.person.ID, At: d.clock(), Kind: k, State: w.State, Sheet: w.part.Sheet,
		From: w.Revision, To: w.Revision + k.step(), Body: raw,
	}, nil
}

// append makes the event durable and tells what is there now.
func (d *Desk) append(ctx context.Context, h *held, e Event, wr Write) (Ack, error) {
	wr.At = e.From
	saved, w, err := d.enact(ctx, e, wr)
	if err != nil {
		return Ack{}, err
	}
	return d.ack(ctx, h, saved, w), nil
}

// enact makes one act on a state durable and opens what is there now.
func (d *Desk) enact(ctx context.Context, e Event, wr Write) (Event, opened, error) {
	saved, k, err := d.repo.Enact(ctx, d.Scope(), []Act{{e, wr}})
	if err != nil {
		return e, opened{}, unsaved(e.State, err)
	}
	w, err := d.open(k)
	return saved[0], w, err
}

// unsaved says what could not be saved; a rule that is in the way speaks for
// itself.
func unsaved(state string, err error) error {
	if Refused(err) {
		return err
	}
	return fmt.Errorf("save on %s: %w", state, err)
}

func (d *Desk) ack(ctx context.Context, h *held, e Event, w opened) Ack {
	a := Ack{
		Event: e, Revision: w.Revision, Draft: w.Draft, Touched: w.Touched,
		Status: w.status(d.person.ID), Mine: w.Mine[d.person.ID],
	}
	a.Undo, a.Redo, a.Next = d.offers(ctx, h, w)
	return a
}

// unchanged acknowledges an act that changes nothing: no event is made, but
// text being typed for it is settled.
func (d *Desk) unchanged(ctx context.Context, h *held, w opened, durable Words) (Ack, error) {
	if durable.Field != "" {
		none := Typing{State: w.State, Sheet: w.part.Sheet, Field: durable.Field, At: d.clock()}
		err := d.repo.ReplaceTyping(ctx, d.person.ID, none, durable.Text)
		if err != nil && !errors.As(err, new(*TypedElsewhereError)) {
			return Ack{}, fmt.Errorf("save on %s: %w", w.State, err)
		}
	}
	return d.ack(ctx, h, Event{}, w), nil
}

// overtaken reports whether an act that does not depend on a revision only
// lost a race, so that it can be made again on what is there now.
func overtaken(err error) bool {
	var stale *StaleError
	var outdated *OutdatedError
	return errors.As(err, &stale) || errors.As(err, &outdated)
}
