package review

import (
	"context"
	"errors"
	"fmt"

	"suffice/certificate"
)

// Rebase moves an edit that was made on an old draft onto the newest one: it
// comes back as it can be applied to now. Errors: *certificate.ConflictError
// when what it was made on has changed in between, *certificate.InvalidError
// when it made no sense on old either.
func Rebase(old, now certificate.Draft, e certificate.Edit) (certificate.Edit, error) {
	_, back, err := old.Apply(e)
	if err != nil {
		return e, err
	}
	switch e.Op {
	case certificate.AddGroup, certificate.AcceptUnit, certificate.DropUnit, certificate.MoveUnit,
		certificate.MoveGroup, certificate.Quote, certificate.AddBranch:
		// These add, take out or move one thing by its name, and fit wherever it still stands.
	case certificate.MergeGroups, certificate.SplitGroup:
		if err := sameGroups(old, now, e); err != nil {
			return e, err
		}
	default: // sets one value over another, which must still be the one it was made on
		e.Before = back.Invert().Before
	}
	_, _, err = now.Apply(e)
	var invalid *certificate.InvalidError
	if errors.As(err, &invalid) {
		return e, &certificate.ConflictError{Edit: e, Why: invalid.Why}
	}
	return e, err
}

// sameGroups checks that the groups an edit takes up are on both drafts alike.
func sameGroups(old, now certificate.Draft, e certificate.Edit) error {
	for _, k := range []certificate.GroupKey{e.Group, e.Into} {
		a, i, there := old.Certificate().Group(k)
		if !there {
			continue // the key of a group still to be made
		}
		b, _, still := now.Certificate().Group(k)
		alone := func(g certificate.Group) certificate.Certificate {
			return certificate.Certificate{Groups: []certificate.Group{g}}
		}
		if !still || !certificate.Equal(alone(a), alone(b)) {
			return &certificate.ConflictError{Edit: e, Why: old.Certificate().Label(i) + " was changed in between"}
		}
	}
	return nil
}

// Reapply applies an edit that was refused as stale: made on revision made, it
// is moved onto revision at, the newest. Errors as Edit; a
// *certificate.ConflictError when the fields were changed by someone else.
func (d *Desk) Reapply(ctx context.Context, state string, made, at certificate.Revision, e certificate.Edit, clears string) (Ack, error) {
	h, w, err := d.load(ctx, state)
	if err != nil {
		return Ack{}, err
	}
	if at != w.Revision {
		return Ack{}, d.stale(ctx, w, at)
	}
	old, err := d.draftAt(ctx, h, w, made)
	if err != nil {
		return Ack{}, err
	}
	if e, err = Rebase(old, w.Draft, e); err != nil {
		return Ack{}, err
	}
	return d.edit(ctx, h, w, e, 0, clears)
}

// ApplyKept re-applies one of my kept edits on revision at and drops it from
// the kept ones. Errors as Reapply, *UnknownKeptError; a refused one stays kept.
func (d *Desk) ApplyKept(ctx context.Context, state, id string, at certificate.Revision) (Ack, error) {
	_, w, err := d.load(ctx, state)
	if err != nil {
		return Ack{}, err
	}
	k, err := findKept(state, w.Mine[d.person.ID], id)
	if err != nil {
		return Ack{}, err
	}
	if ack, err := d.Reapply(ctx, state, k.At, at, k.Edit, ""); err != nil {
		return ack, err
	}
	ack, err := d.DropKept(ctx, state, id)
	if err != nil {
		return ack, fmt.Errorf("the kept edit is applied, but still listed as kept: %w", err)
	}
	return ack, nil
}

// draftAt rebuilds the draft of an earlier revision from the journal.
func (d *Desk) draftAt(ctx context.Context, h *held, w opened, at certificate.Revision) (certificate.Draft, error) {
	draft := NewWork(h.state.Card, d.project).Draft
	if w.part.Sheet != Main {
		draft = emptied(draft)
	}
	if at == 0 {
		return draft, nil
	}
	for e, err := range d.repo.Events(ctx, d.Scope(), Filter{State: w.State}) {
		if err != nil {
			return draft, fmt.Errorf("rebuild revision %d of %s: %w", at, w.State, err)
		}
		if e.Sheet != w.part.Sheet || e.Kind.step() == 0 {
			continue
		}
		if e.To > at {
			break
		}
		if draft, err = applied(draft, e); err != nil {
			return draft, fmt.Errorf("rebuild revision %d of %s: %w", at, w.State, err)
		}
	}
	return draft, nil
}

// applied is the draft after an event that changes the certificate.
func applied(draft certificate.Draft, e Event) (certificate.Draft, error) {
	edit, err := body[certificate.Edit](e)
	if err != nil {
		return draft, err
	}
	next, _, err := draft.Apply(edit)
	return next, err
}
