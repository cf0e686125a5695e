package review

import (
	"context"
	"slices"

	"suffice/certificate"
)

// Dispute is what a senior sees of a state beside their own sheet (View): both
// reviews as A and B, nobody named.
type Dispute struct {
	View
	Under     certificate.Certificate  // what both reviewed
	In        Inputs                   // the reviews that the decision is about
	Agreement Agreement                // Judge's word on them
	Sentences []string                 // the difference in plain words
	Choices   []Choice                 // made so far, by pair
	Open      []int                    // pairs that still need a choice
	Composed  *certificate.Certificate // what the choices give; nil while a pair is open or one does not fit
	Misfit    string                   // why the choices do not compose though none is open
	Lost      [][]string               // branches of A and B that no longer complete the state under Composed
	Ruling    *Ruling                  // the decision, once made
	Changed   []string                 // "inputs changed since": how the reviews differ now from those in In (case C17)
}

// Dispute opens a state that this person arbitrates, or for an organizer any
// that went to arbitration. Errors: *NoSeatError, *UnknownStateError.
func (d *Desk) Dispute(ctx context.Context, state string) (Dispute, error) {
	h, w, err := d.load(ctx, state)
	if err != nil {
		return Dispute{}, err
	}
	if !w.part.reviews || len(w.course.Basis) < 2 {
		return Dispute{}, &NoSeatError{State: state, Task: TaskArbitrate}
	}
	return d.dispute(ctx, h, w)
}

func (d *Desk) dispute(ctx context.Context, h *held, w opened) (Dispute, error) {
	v, err := d.view(ctx, h, w)
	if err != nil {
		return Dispute{}, err
	}
	g, err := d.agreement(ctx, w)
	if err != nil {
		return Dispute{}, err
	}
	q := Dispute{
		View: v, Under: w.under, In: inputs(w.course.Basis), Agreement: g,
		Sentences: g.Sentences(h.name), Choices: v.Mine.Choices, Ruling: w.course.Ruling,
		Changed: Overtaken(inputs(w.course.Basis), inputs(w.course.Opinions), h.name),
	}
	if w.part.Sheet == Main && q.Ruling != nil { // an organizer has no choices of their own
		q.Choices = q.Ruling.Choices
	}
	q.compose()
	return q, nil
}

// agreement judges again the reviews that a decision is about: of what Judge
// says only the outcome is kept.
func (d *Desk) agreement(ctx context.Context, w opened) (Agreement, error) {
	b, err := d.repo.Board(ctx, d.Scope())
	if err != nil {
		return Agreement{}, err
	}
	in := inputs(w.course.Basis)
	return Judge(w.under, in.A, in.B, b.Policy.Settings, certificate.DefaultBudget()), nil
}

// compose works out what the choices give.
func (q *Dispute) compose() {
	for i, p := range q.Agreement.Diff.Pairs {
		if !p.Same() && !slices.ContainsFunc(q.Choices, func(c Choice) bool { return c.Pair == i }) {
			q.Open = append(q.Open, i)
		}
	}
	if len(q.Open) > 0 {
		return
	}
	a, b := bare(q.In.A.Certificate), bare(q.In.B.Certificate)
	c, err := Compose(a, b, q.Agreement.Diff, q.Choices)
	if err != nil {
		q.Misfit = err.Error()
		return
	}
	q.Composed, q.Lost = &c, LostBranches(a, b, c)
}

// Choose makes or changes the choice about one pair of groups, or takes it
// back when c is nil; an undoable act. c.Pair is pair. Errors: *StaleError,
// *NoSeatError, *SubmittedError, *ChoiceError.
func (d *Desk) Choose(ctx context.Context, state string, at certificate.Revision, pair int, c *Choice) (Ack, error) {
	_, w, err := d.seated(ctx, state, TaskArbitrate)
	if err != nil {
		return Ack{}, err
	}
	if err := d.current(ctx, w, at); err != nil {
		return Ack{}, err
	}
	if c != nil {
		one := *c
		one.Pair = pair
		if err := fitsPair(inputs(w.course.Basis), one); err != nil {
			return Ack{}, err
		}
		c = &one
	}
	ack, err := personal(ctx, d, state, Chosen, Words{}, func(_ opened, mine Personal) (Change[*Choice], bool, error) {
		ch := Change[*Choice]{After: c}
		if i := slices.IndexFunc(mine.Choices, func(o Choice) bool { return o.Pair == pair }); i >= 0 {
			ch.Before = &mine.Choices[i]
		}
		same := ch.Before == nil && c == nil || ch.Before != nil && c != nil && equalChoice(*ch.Before, *c)
		return ch, same, nil
	})
	return ack, d.explain(ctx, w, err)
}

// fitsPair says why a choice cannot be made about a pair of groups.
func fitsPair(in Inputs, c Choice) error {
	a, b := bare(in.A.Certificate), bare(in.B.Certificate)
	diff := certificate.Compare(a, b)
	chosen, err := byPair(diff, []Choice{c})
	if err != nil || c.Pair == Rest {
		return err
	}
	_, _, err = decided(a, b, c.Pair, diff.Pairs[c.Pair], chosen)
	return err
}

// Rule makes the decision. Whole may be left out for a decision by group, whose
// choices are those made so far when r.Choices is nil. Where r.Certificate has
// no groups it is what the decision gives: what the choices compose, A's, B's,
// and the senior's sheet for an own one. The decision becomes the state's
// certificate, or the state is replaced; then the answer holds the ruling
// alone. Errors: *StaleError, *NoSeatError, *SubmittedError, *RulingError,
// *ChoiceError, *UndecidedError, *UnfinishedError, *ReserveError, *DutyError.
func (d *Desk) Rule(ctx context.Context, state string, at certificate.Revision, r Ruling) (Dispute, error) {
	h, w, err := d.seated(ctx, state, TaskArbitrate)
	if err != nil {
		return Dispute{}, err
	}
	if err := d.current(ctx, w, at); err != nil {
		return Dispute{}, err
	}
	if r, err = d.complete(h, w, r); err != nil {
		return Dispute{}, err
	}
	e, err := d.event(w, Decided, r)
	if err != nil {
		return Dispute{}, err
	}
	if r.Replacement != "" { // the state is gone from here afterwards
		_, _, err := d.repo.Enact(ctx, d.Scope(), []Act{{Event: e, Write: Write{At: e.From}}})
		return Dispute{Ruling: &r}, d.explain(ctx, w, err)
	}
	_, now, err := d.enact(ctx, e, Write{At: e.From})
	if err = d.explain(ctx, w, err); err != nil {
		return Dispute{}, err
	}
	return d.dispute(ctx, h, now)
}

// complete fills in what a ruling leaves to what is there, and checks it.
func (d *Desk) complete(h *held, w opened, r Ruling) (Ruling, error) {
	in := inputs(w.course.Basis)
	if r.Whole == "" {
		r.Whole = ByGroup
	}
	if r.Whole == ByGroup && r.Choices == nil {
		r.Choices = w.Mine[d.person.ID].Choices
	}
	if len(r.Certificate.Groups) == 0 {
		own := r.Whole == WholeOwn || r.Whole == BothWrong && r.Replacement == ""
		c, err := r.implied(w.Base, in)
		if err != nil {
			return r, err
		}
		if own {
			c = w.Draft.Certificate()
		}
		r.Certificate = c
	}
	r.Certificate = bare(r.Certificate)
	r.Certificate.State = w.State
	if err := r.Check(w.Base, in); err != nil {
		return r, err
	}
	if r.Replacement != "" {
		return r, nil
	}
	after := Work{State: w.State, Labelled: true, Touched: changes(w.Base, r.Certificate), Draft: certificate.NewDraft(r.Certificate)}
	if found := obstacles(h, after); len(found) > 0 {
		return r, &UnfinishedError{found}
	}
	return r, nil
}

// Recall takes a decided state back into arbitration; its certificate stays
// until the next decision. The reviews are then those that stand now, and where
// they have changed the choices start anew. Errors: *NoSeatError,
// *NotSubmittedError, *FrozenError.
func (d *Desk) Recall(ctx context.Context, state string) (Dispute, error) {
	h, w, err := d.seated(ctx, state, TaskArbitrate)
	if err != nil {
		return Dispute{}, err
	}
	s := w.part.Seat
	if s.Open() {
		return Dispute{}, &NotSubmittedError{state, s.Task}
	}
	now, err := d.turned(ctx, w, Recalled, Seated{Task: s.Task, Person: s.Person})
	if err != nil {
		return Dispute{}, err
	}
	return d.dispute(ctx, h, now)
}
