package review

import (
	"context"
	"fmt"
	"slices"
)

// SaveTyping keeps text in the middle of being typed; empty text forgets it.
func (d *Desk) SaveTyping(ctx context.Context, state, field, text string) error {
	t, err := d.typed(ctx, state, field, text)
	if err != nil {
		return err
	}
	if err := d.repo.SaveTyping(ctx, d.person.ID, t); err != nil {
		return fmt.Errorf("save text being typed on %s: %w", state, err)
	}
	return nil
}

// ReplaceTyping is SaveTyping for somebody who last knew the text to be was:
// when the same person has typed something else in another window nothing is
// written, and the error is a *TypedElsewhereError with that text.
func (d *Desk) ReplaceTyping(ctx context.Context, state, field, was, text string) error {
	t, err := d.typed(ctx, state, field, text)
	if err != nil {
		return err
	}
	if err := d.repo.ReplaceTyping(ctx, d.person.ID, t, was); err != nil {
		return fmt.Errorf("save text being typed on %s: %w", state, err)
	}
	return nil
}

// Typing is what this person is typing on the sheet they have of a state, in
// any window.
func (d *Desk) Typing(ctx context.Context, state string) ([]Typing, error) {
	_, w, err := d.load(ctx, state)
	if err != nil {
		return nil, err
	}
	return d.typing(ctx, w)
}

// typed is text being typed now, on the sheet that this person has of a state.
func (d *Desk) typed(ctx context.Context, state, field, text string) (Typing, error) {
	if _, err := d.hold(ctx, state); err != nil {
		return Typing{}, err
	}
	sheet, err := d.sheetOf(ctx, state)
	return Typing{State: state, Sheet: sheet, Field: field, Text: text, At: d.clock()}, err
}

// sheetOf is the sheet that this person has of a state. Typing asks for it at
// every pause between keys, so it is remembered from the last opening.
func (d *Desk) sheetOf(ctx context.Context, state string) (Sheet, error) {
	if sheet, ok := d.shelf.sheet(state); ok {
		return sheet, nil
	}
	_, w, err := d.load(ctx, state)
	return w.part.Sheet, err
}

// typing is the text that was being typed on the open sheet.
func (d *Desk) typing(ctx context.Context, w opened) ([]Typing, error) {
	all, err := d.repo.Typing(ctx, d.person.ID, w.State)
	if err != nil {
		return nil, fmt.Errorf("open state %s: read text being typed: %w", w.State, err)
	}
	return slices.DeleteFunc(all, func(t Typing) bool { return t.Sheet != w.part.Sheet }), nil
}
