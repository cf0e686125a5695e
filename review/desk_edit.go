package review

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/go-json-experiment/json"

	"suffice/certificate"
)

// Edit applies e on revision at and makes it durable. clears names the Typing
// field in which what e sets was typed, or is empty; other words kept there stay.
// Errors: *StaleError, *FinishedError,
// *ForbiddenError, *certificate.InvalidError (also when nothing would change),
// *certificate.ConflictError; then nothing changed.
func (d *Desk) Edit(ctx context.Context, state string, at certificate.Revision, e certificate.Edit, clears string) (Ack, error) {
	h, w, err := d.load(ctx, state)
	if err != nil {
		return Ack{}, err
	}
	if at != w.Revision {
		return Ack{}, d.stale(ctx, w, at)
	}
	return d.edit(ctx, h, w, e, 0, clears)
}

// edit completes e against the draft and appends it; undoes is the event that
// it inverts, or 0.
func (d *Desk) edit(ctx context.Context, h *held, w opened, e certificate.Edit, undoes uint64, clears string) (Ack, error) {
	if err := d.mayEdit(w); err != nil {
		return Ack{}, err
	}
	next, inverse, err := w.Draft.Apply(e)
	if err != nil {
		return Ack{}, err
	}
	ev, err := d.event(w, Edited, inverse.Invert()) // e, completed with what it found
	if err != nil {
		return Ack{}, err
	}
	ev.Undoes = undoes
	after := w
	after.Draft = next
	after.Touched = !certificate.Equal(w.Base, next.Certificate())
	sum := summarize(h.state, after.Work, h.observed)
	ack, err := d.append(ctx, h, ev, Write{Summary: &sum, Clears: settles(clears, e)})
	return ack, d.explain(ctx, w, err)
}

// settles is the text that an edit makes durable, under the name of the field in
// which it was typed. An edit that sets no text settles nothing.
func settles(field string, e certificate.Edit) Words {
	var text string
	if field == "" || json.Unmarshal(e.After, &text) != nil {
		return Words{}
	}
	return Words{field, text}
}

// explain turns a refusal by Append into what a reader wants to know: what
// came in between, or the reason alone.
func (d *Desk) explain(ctx context.Context, w opened, err error) error {
	var unfit *FoldError
	if errors.As(err, &unfit) {
		return unfit.Err
	}
	var stale *StaleError
	if !errors.As(err, &stale) {
		return err
	}
	now := w
	now.Revision = stale.Now
	return d.stale(ctx, now, w.Revision)
}

// stale is the refusal of an act made on revision at, with what came since.
func (d *Desk) stale(ctx context.Context, now opened, at certificate.Revision) error {
	s := &StaleError{State: now.State, At: at, Now: now.Revision}
	for e, err := range d.repo.Events(ctx, d.Scope(), Filter{State: now.State}) {
		if err != nil {
			break // the refusal matters more than the story
		}
		if e.Sheet == now.part.Sheet && e.Kind.step() > 0 && e.To > at {
			s.Since = append(s.Since, d.Scope().anonymous(e))
		}
	}
	return s
}

// ApplyAll applies a list of edits to the state as it is now, each its own
// event, and yields what each one did. It stops at the first that is refused
// and yields an *ApplyError that says which; those before it are done.
func (d *Desk) ApplyAll(ctx context.Context, state string, edits []certificate.Edit) iter.Seq2[Ack, error] {
	return func(yield func(Ack, error) bool) {
		_, w, err := d.load(ctx, state)
		if err != nil {
			yield(Ack{}, err)
			return
		}
		at := w.Revision
		for i, e := range edits {
			ack, err := d.Edit(ctx, state, at, e, "")
			if err != nil {
				yield(Ack{}, &ApplyError{Index: i, Err: err})
				return
			}
			if !yield(ack, nil) {
				return
			}
			at = ack.Revision
		}
	}
}

// Finish marks the certificate as ready for review, or opens it again.
// Errors: *UnfinishedError with the findings in the way, *StaleError, *ForbiddenError.
func (d *Desk) Finish(ctx context.Context, state string, at certificate.Revision, done bool) (Ack, error) {
	h, w, err := d.load(ctx, state)
	if err != nil {
		return Ack{}, err
	}
	if at != w.Revision {
		return Ack{}, d.stale(ctx, w, at)
	}
	if w.Done == done {
		return d.unchanged(ctx, h, w, Words{})
	}
	return d.finish(ctx, h, w, done, 0)
}

func (d *Desk) finish(ctx context.Context, h *held, w opened, done bool, undoes uint64) (Ack, error) {
	switch {
	case w.part.Sheet != Main:
		return Ack{}, &ForbiddenError{"finish the certificate of " + w.State, "a review or a decision is submitted instead"}
	case w.course.Under != 0 && w.course.live() == nil:
		return Ack{}, &UnderReviewError{w.State}
	case !w.part.edit:
		return Ack{}, &ForbiddenError{fmt.Sprintf("finish or reopen the certificate of %s", w.State), "your roles do not include it in the phase " + string(w.Phase)}
	}
	if done {
		if in := obstacles(h, w.Work); len(in) > 0 {
			return Ack{}, &UnfinishedError{in}
		}
	}
	e, err := d.event(w, Finished, Change[bool]{Before: w.Done, After: done})
	if err != nil {
		return Ack{}, err
	}
	e.Undoes = undoes
	ack, err := d.append(ctx, h, e, Write{})
	return ack, d.explain(ctx, w, err)
}
