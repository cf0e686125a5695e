package review

import (
	"errors"
	"fmt"
	"iter"
	"maps"

	"suffice/certificate"
	"suffice/certificate/card"
)

// NewWork is the work on a state before its first event: an empty certificate
// with the card's observed units, retrieval needed, and the project's label scope.
func NewWork(c card.StateCard, p Project) Work {
	retrieval := true
	empty := certificate.Certificate{State: c.ID, Observed: c.Observed, Retrieval: &retrieval}
	if p.LabelScope != "" {
		empty.Scope = &p.LabelScope
	}
	draft := certificate.NewDraft(empty)
	return Work{State: c.ID, Phase: Annotate, Draft: draft, Base: draft.Certificate()}
}

// FoldError says that an event does not fit the work that it is folded into.
// Err is the reason: *OutdatedError, *FinishedError, *certificate.ConflictError,
// *certificate.InvalidError, or a plain one.
type FoldError struct {
	Event Event
	Err   error
}

func (e *FoldError) Error() string {
	return fmt.Sprintf("event %d (%s on %s) does not fit: %v", e.Event.Seq, e.Event.Kind, e.Event.State, e.Err)
}

func (e *FoldError) Unwrap() error { return e.Err }

// OutdatedError says that an event was made on other content than is there now.
type OutdatedError struct{ What string }

func (e *OutdatedError) Error() string { return e.What + " was changed in the meantime" }

// FinishedError refuses a change to a certificate that waits for review.
type FinishedError struct{ State string }

func (e *FinishedError) Error() string {
	return fmt.Sprintf("the certificate of %s is finished: reopen it before you change it", e.State)
}

// Fold returns the work after one more event of its state; w is left as it
// was. It is the one place that gives events their meaning. Errors: *FoldError;
// then the returned work is w.
func Fold(w Work, e Event) (Work, error) {
	next, err := fold(w, e)
	if err != nil {
		return w, &FoldError{Event: e, Err: err}
	}
	return next, nil
}

// Rebuild folds every event of one state into the work it starts from.
func Rebuild(start Work, events iter.Seq2[Event, error]) (Work, error) {
	w := start
	for e, err := range events {
		if err != nil {
			return w, fmt.Errorf("rebuild %s: %w", start.State, err)
		}
		if w, err = Fold(w, e); err != nil {
			return w, err
		}
	}
	return w, nil
}

func fold(w Work, e Event) (Work, error) {
	if err := fits(w, e); err != nil {
		return w, err
	}
	w.Mine = maps.Clone(w.Mine)
	if w.Mine == nil {
		w.Mine = map[PersonID]Personal{}
	}
	w.LastSeq = e.Seq
	switch e.Kind {
	case Labelled:
		return foldLabel(w, e)
	case Opened: // afresh, whatever an earlier holder of the seat left there
		w.Draft = emptied(w.Draft)
		return foldLabel(w, e)
	case Settled, Ruled:
		return foldDecision(w, e)
	}
	if err := foldBody(&w, e); err != nil {
		return w, err
	}
	p := w.Mine[e.Who]
	if e.Kind.undoable() {
		var err error
		if p, err = p.stack(e); err != nil {
			return w, err
		}
	} else if e.Undoes != 0 {
		return w, fmt.Errorf("%q cannot undo anything", e.Kind)
	}
	w.Mine[e.Who] = p.spend(e.At)
	if e.Kind == Edited || e.Kind == Finished {
		w.Last = e.At
	}
	return w.countCarries(), nil
}

// undoable reports whether an act of this kind can be undone by who did it.
func (k Kind) undoable() bool {
	switch k {
	case Edited, Noted, Flagged, Skipped, Carried, Finished, Kept, Chosen:
		return true
	}
	return false
}

// fits checks what holds for an event of any kind.
func fits(w Work, e Event) error {
	switch {
	case e.State != w.State:
		return fmt.Errorf("it belongs to %q, not to %q", e.State, w.State)
	case e.Seq <= w.LastSeq:
		return fmt.Errorf("event %d was folded already", w.LastSeq)
	case e.Who == "":
		return errors.New("it names no person")
	case e.From != w.Revision:
		return &OutdatedError{fmt.Sprintf("revision %d", e.From)}
	case e.To != e.From+e.Kind.step():
		return fmt.Errorf("it goes from revision %d to %d", e.From, e.To)
	}
	return nil
}

// step is how far an event of this kind moves the revision.
func (k Kind) step() certificate.Revision {
	switch k {
	case Edited, Labelled, Opened, Settled, Ruled:
		return 1
	}
	return 0
}

// foldLabel starts the work over from an imported certificate or, on a sheet
// of a review or an arbitration, from the one under review.
func foldLabel(w Work, e Event) (Work, error) {
	w, err := replaced(w, e)
	if err != nil {
		return w, err
	}
	w.Base, w.Labelled, w.Touched = w.Draft.Certificate(), true, false
	w.Done, w.Phase = false, Annotate
	return w, nil
}

// foldDecision puts what a review ended with into the place of the certificate.
func foldDecision(w Work, e Event) (Work, error) {
	w, err := replaced(w, e)
	if err != nil {
		return w, err
	}
	w.Touched = !certificate.Equal(w.Base, w.Draft.Certificate())
	return w, nil
}

// replaced is the work with the certificate that e brings. What was done before
// can no longer be undone, nor do choices stand: they were about another
// certificate.
func replaced(w Work, e Event) (Work, error) {
	if e.Undoes != 0 {
		return w, fmt.Errorf("%q cannot undo anything", e.Kind)
	}
	edit, err := body[certificate.Edit](e)
	if err != nil {
		return w, err
	}
	if edit.Op != certificate.Replace {
		return w, fmt.Errorf("%q replaces the certificate; %q does not", e.Kind, edit.Op)
	}
	if w.Draft, _, err = w.Draft.Apply(edit); err != nil {
		return w, err
	}
	w.Revision, w.Last = e.To, e.At
	return w.settle().countCarries(), nil
}

// settle ends undo, redo and choices for everybody on the sheet; w.Mine must be
// the caller's own copy.
func (w Work) settle() Work {
	for who, p := range w.Mine {
		p.Undo, p.Redo, p.Choices = nil, nil, nil
		w.Mine[who] = p
	}
	return w
}

// foldBody applies what the event says; w.Mine is already a copy.
func foldBody(w *Work, e Event) error {
	p := w.Mine[e.Who]
	var err error
	switch e.Kind {
	case Edited:
		return foldEdit(w, e)
	case Finished:
		return foldFinish(w, e)
	case Noted:
		p.Note, err = setValue(e, "the note", p.Note)
	case Flagged:
		p.Flag, err = setReason(e, "the flag", p.Flag)
	case Skipped:
		p.Skip, err = setReason(e, "the skip", p.Skip)
	case Carried:
		p.Carries, err = setMember(e, p.Carries, carryRules())
	case Kept:
		p.Kept, err = setMember(e, p.Kept, keptRules())
	case Chosen:
		p.Choices, err = setMember(e, p.Choices, choiceRules())
	case Submitted, Reopened, Decided, Recalled: // the course says what they mean
	default:
		err = fmt.Errorf("%q is not a kind of event on a state", e.Kind)
	}
	w.Mine[e.Who] = p
	return err
}

func foldEdit(w *Work, e Event) error {
	if w.Done {
		return &FinishedError{w.State}
	}
	edit, err := body[certificate.Edit](e)
	if err != nil {
		return err
	}
	if w.Draft, _, err = w.Draft.Apply(edit); err != nil {
		return err
	}
	w.Revision = e.To
	w.Touched = !certificate.Equal(w.Base, w.Draft.Certificate())
	return nil
}

func foldFinish(w *Work, e Event) error {
	done, err := setValue(e, "the certificate's standing", w.Done)
	if err != nil {
		return err
	}
	w.Done, w.Phase = done, Annotate
	if done {
		w.Phase = Review
	}
	return nil
}
