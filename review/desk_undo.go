package review

import (
	"context"
	"errors"
	"fmt"

	"suffice/certificate"
)

// Undo appends the inverse of my latest act on the state that is not undone.
// Errors: *NothingError, *StaleError, *FinishedError, *ForbiddenError, and
// *BlockedError when a later change is in the way; then nothing changed.
func (d *Desk) Undo(ctx context.Context, state string, at certificate.Revision) (Ack, error) {
	return d.takeBack(ctx, state, at, undo)
}

// Redo takes back the latest undo. Errors as Undo; *UnfinishedError when the
// certificate can no longer be finished again.
func (d *Desk) Redo(ctx context.Context, state string, at certificate.Revision) (Ack, error) {
	return d.takeBack(ctx, state, at, redo)
}

// direction is undo or redo.
type direction string

const (
	undo direction = "undo"
	redo direction = "redo"
)

// top is the event that would be taken back next, 0 when there is none.
func (dir direction) top(p Personal) uint64 {
	stack := p.Undo
	if dir == redo {
		stack = p.Redo
	}
	if len(stack) == 0 {
		return 0
	}
	return stack[len(stack)-1]
}

func (d *Desk) takeBack(ctx context.Context, state string, at certificate.Revision, dir direction) (Ack, error) {
	h, w, err := d.load(ctx, state)
	if err != nil {
		return Ack{}, err
	}
	if at != w.Revision {
		return Ack{}, d.stale(ctx, w, at)
	}
	seq := dir.top(w.Mine[d.person.ID])
	if seq == 0 {
		return Ack{}, &NothingError{string(dir)}
	}
	x, err := d.repo.Event(ctx, d.Scope(), seq)
	if err != nil {
		return Ack{}, fmt.Errorf("%s on %s: %w", dir, state, err)
	}
	inverse := x
	if inverse.Body, err = invert(x); err != nil {
		return Ack{}, fmt.Errorf("%s on %s: %w", dir, state, err)
	}
	switch x.Kind {
	case Edited:
		return d.takeBackEdit(ctx, h, w, x, inverse, dir)
	case Finished:
		c, err := body[Change[bool]](inverse)
		if err != nil {
			return Ack{}, err
		}
		return d.finish(ctx, h, w, c.After, x.Seq)
	}
	e, err := d.event(w, x.Kind, inverse.Body)
	if err != nil {
		return Ack{}, err
	}
	e.Undoes = x.Seq
	ack, err := d.append(ctx, h, e, Write{})
	return ack, d.explain(ctx, w, err)
}

func (d *Desk) takeBackEdit(ctx context.Context, h *held, w opened, x, inverse Event, dir direction) (Ack, error) {
	e, err := body[certificate.Edit](inverse)
	if err != nil {
		return Ack{}, err
	}
	ack, err := d.edit(ctx, h, w, e, x.Seq, "")
	var conflict *certificate.ConflictError
	var invalid *certificate.InvalidError
	if errors.As(err, &conflict) || errors.As(err, &invalid) {
		return Ack{}, d.blocked(ctx, h, w, x, e, dir, err)
	}
	return ack, err
}

// blocked tells what stands in the way of taking x back.
func (d *Desk) blocked(ctx context.Context, h *held, w opened, x Event, inverse certificate.Edit, dir direction, cause error) error {
	now := w.Draft.Certificate()
	what, _ := d.offer(ctx, h, w, dir)
	b := &BlockedError{Verb: string(dir), Err: cause, What: what}
	for e, err := range d.repo.Events(ctx, d.Scope(), Filter{State: w.State, After: x.Seq}) {
		if err != nil {
			break // the refusal matters more than the story
		}
		if e.Sheet != w.part.Sheet || e.Kind.step() == 0 {
			continue
		}
		e = d.Scope().anonymous(e)
		later, err := body[certificate.Edit](e)
		if err != nil || len(overlap(inverse.Touches(), later.Touches())) == 0 {
			continue
		}
		b.By = append(b.By, e)
		b.Words = append(b.Words, later.Say(now, h.name))
	}
	return b
}

// offers says what undo and redo would do, in words; empty for nothing.
func (d *Desk) offers(ctx context.Context, h *held, w opened) (undoes, redoes string, next Next) {
	undoes, next.Undo = d.offer(ctx, h, w, undo)
	redoes, next.Redo = d.offer(ctx, h, w, redo)
	return undoes, redoes, next
}

// offer never fails: the act it is told after is on disk already.
func (d *Desk) offer(ctx context.Context, h *held, w opened, dir direction) (words string, kind Kind) {
	seq := dir.top(w.Mine[d.person.ID])
	if seq == 0 {
		return "", ""
	}
	x, err := d.repo.Event(ctx, d.Scope(), seq)
	if err != nil {
		return "your last act", ""
	}
	c := w.Draft.Certificate()
	back, err := invert(x)
	if err != nil {
		return "your last act", x.Kind
	}
	inverse := x
	inverse.Body = back
	if dir == redo {
		return phrase(inverse, c, h.name), x.Kind // redo does again what the undo took back
	}
	return phrase(x, before(w.Draft, inverse), h.name), x.Kind
}

// before is the certificate as it was before the act that inverse takes back,
// as far as that can still be worked out.
func before(now certificate.Draft, inverse Event) certificate.Certificate {
	if inverse.Kind == Edited {
		if e, err := body[certificate.Edit](inverse); err == nil {
			if earlier, _, err := now.Apply(e); err == nil {
				return earlier.Certificate()
			}
		}
	}
	return now.Certificate()
}
