package review

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"suffice/certificate"
)

// TypingNote is the Typing field of a person's note on a state; making a note
// clears it of that very text.
const TypingNote = "note"

// races is how often an act that does not depend on a revision is made again
// after someone else was faster.
const races = 16

// personal makes one act of this person that changes no certificate. change
// says from what to what; it runs again when someone else was faster.
func personal[T any](ctx context.Context, d *Desk, state string, k Kind, clears Words,
	change func(w opened, mine Personal) (c Change[T], same bool, err error),
) (Ack, error) {
	var last error
	for range races {
		h, w, err := d.load(ctx, state)
		if err != nil {
			return Ack{}, err
		}
		c, same, err := change(w, w.Mine[d.person.ID])
		if err != nil {
			return Ack{}, err
		}
		if same {
			return d.unchanged(ctx, h, w, clears)
		}
		e, err := d.event(w, k, c)
		if err != nil {
			return Ack{}, err
		}
		ack, err := d.append(ctx, h, e, Write{Clears: clears})
		if !overtaken(err) {
			return ack, err
		}
		last = err
	}
	return Ack{}, last
}

// Note replaces my note on the state. What is being typed as one is settled by
// that; other words, of another window, stay.
func (d *Desk) Note(ctx context.Context, state, text string) (Ack, error) {
	return d.Amend(ctx, state, text, func(string) string { return text })
}

// Amend is Note for words that are to stand beside a note that another window
// may have made: over is asked for the note that takes the place of the one there,
// once more when that has changed in the meantime. typed is what that settles.
func (d *Desk) Amend(ctx context.Context, state, typed string, over func(there string) string) (Ack, error) {
	return personal(ctx, d, state, Noted, Words{TypingNote, typed}, func(_ opened, mine Personal) (Change[string], bool, error) {
		text := over(mine.Note)
		return Change[string]{mine.Note, text}, mine.Note == text, nil
	})
}

// Flag marks the state with a reason; nil takes the mark away.
func (d *Desk) Flag(ctx context.Context, state string, reason *string) (Ack, error) {
	return personal(ctx, d, state, Flagged, Words{}, func(_ opened, mine Personal) (Change[*string], bool, error) {
		return Change[*string]{mine.Flag, reason}, equalReason(mine.Flag, reason), nil
	})
}

// Skip takes the state out of my queue with a reason; nil puts it back.
func (d *Desk) Skip(ctx context.Context, state string, reason *string) (Ack, error) {
	return personal(ctx, d, state, Skipped, Words{}, func(_ opened, mine Personal) (Change[*string], bool, error) {
		return Change[*string]{mine.Skip, reason}, equalReason(mine.Skip, reason), nil
	})
}

// Carry notes that a unit carries what was already observed (spec 1.1a); an
// empty In takes my note on that unit away. Errors: *certificate.InvalidError
// when the unit is not in the pool or carries itself.
func (d *Desk) Carry(ctx context.Context, state string, c Carry) (Ack, error) {
	return personal(ctx, d, state, Carried, Words{}, func(w opened, mine Personal) (Change[*Carry], bool, error) {
		if err := d.checkCarry(ctx, w, c); err != nil {
			return Change[*Carry]{}, false, err
		}
		var ch Change[*Carry]
		if i, found := slices.BinarySearchFunc(mine.Carries, c, carryRules().compare); found {
			ch.Before = &mine.Carries[i]
		}
		if c.In != "" {
			ch.After = &c
		}
		same := ch.Before == nil && ch.After == nil || ch.Before != nil && ch.After != nil && *ch.Before == *ch.After
		return ch, same, nil
	})
}

func (d *Desk) checkCarry(ctx context.Context, w opened, c Carry) error {
	h, err := d.hold(ctx, w.State)
	if err != nil {
		return err
	}
	switch _, there := h.state.Pool.Find(c.Unit); {
	case !there:
		return &certificate.InvalidError{Why: "there is no unit " + strconv.Quote(c.Unit) + " in the pool of " + w.State}
	case c.In == c.Unit:
		return &certificate.InvalidError{Why: h.name(c.Unit) + " cannot carry itself: name another unit or a step"}
	}
	return nil
}

// Keep stores an edit that was refused as stale, to be applied or dropped later.
func (d *Desk) Keep(ctx context.Context, state string, at certificate.Revision, e certificate.Edit) (Ack, error) {
	return personal(ctx, d, state, Kept, Words{}, func(_ opened, mine Personal) (Change[*KeptEdit], bool, error) {
		k := KeptEdit{ID: nextKept(mine.Kept), At: at, Edit: e}
		return Change[*KeptEdit]{nil, &k}, false, nil
	})
}

// nextKept numbers kept edits from k1. A number that was dropped may come
// again: undoing the drop comes only after undoing what used it since.
func nextKept(kept []KeptEdit) string {
	last := 0
	for _, k := range kept {
		if n, err := strconv.Atoi(strings.TrimPrefix(k.ID, "k")); err == nil {
			last = max(last, n)
		}
	}
	return "k" + strconv.Itoa(last+1)
}

// DropKept discards a kept edit. Errors: *UnknownKeptError.
func (d *Desk) DropKept(ctx context.Context, state, id string) (Ack, error) {
	return personal(ctx, d, state, Kept, Words{}, func(_ opened, mine Personal) (Change[*KeptEdit], bool, error) {
		k, err := findKept(state, mine, id)
		return Change[*KeptEdit]{Before: k}, false, err
	})
}

func findKept(state string, mine Personal, id string) (*KeptEdit, error) {
	i := slices.IndexFunc(mine.Kept, func(k KeptEdit) bool { return k.ID == id })
	if i < 0 {
		return nil, &UnknownKeptError{state, id}
	}
	return &mine.Kept[i], nil
}
