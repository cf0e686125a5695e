package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"suffice/review"
)

const (
	clearTypingSQL  = "DELETE FROM typing WHERE person = ? AND state = ? AND sheet = ? AND field = ?"
	settleTypingSQL = clearTypingSQL + " AND text = ?"
	oneTypingSQL    = "SELECT text FROM typing WHERE person = ? AND state = ? AND sheet = ? AND field = ?"
)

// SaveTyping keeps text in the middle of being typed, durably; empty text
// forgets it. Errors: *review.UnknownStateError, *NotSavedError.
func (s *Store) SaveTyping(ctx context.Context, p review.PersonID, t review.Typing) error {
	err := s.tx(ctx, func(tx *sql.Tx) error { return saveTyping(ctx, tx, p, t) })
	return wrapState(err, "keep what is being typed on", t.State)
}

// ReplaceTyping is SaveTyping where what is kept is was, or t.Text already.
// Errors: *review.TypedElsewhereError, and those of SaveTyping.
func (s *Store) ReplaceTyping(ctx context.Context, p review.PersonID, t review.Typing, was string) error {
	err := s.tx(ctx, func(tx *sql.Tx) error {
		var current string
		err := tx.QueryRowContext(ctx, oneTypingSQL, p, t.State, t.Sheet, t.Field).Scan(&current)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if err := t.Over(current, was); err != nil {
			return err
		}
		return saveTyping(ctx, tx, p, t)
	})
	return wrapState(err, "keep what is being typed on", t.State)
}

func saveTyping(ctx context.Context, tx *sql.Tx, p review.PersonID, t review.Typing) error {
	if t.Text == "" {
		_, err := tx.ExecContext(ctx, clearTypingSQL, p, t.State, t.Sheet, t.Field)
		return err
	}
	_, err := tx.ExecContext(ctx, setTypingSQL, p, t.State, t.Sheet, t.Field, t.Text, t.At)
	if isForeign(err) {
		return &review.UnknownStateError{State: t.State}
	}
	return err
}

// Typing returns what p was typing on every sheet of the state, by sheet and field.
func (s *Store) Typing(ctx context.Context, p review.PersonID, state string) ([]review.Typing, error) {
	doing := fmt.Sprintf("read what was being typed on %s", state)
	rows, err := s.read.QueryContext(ctx, typingSQL, p, state)
	if err != nil {
		return nil, wrap(err, "%s", doing)
	}
	return collect(rows, doing, func(rows *sql.Rows) (t review.Typing, err error) {
		return t, rows.Scan(&t.State, &t.Sheet, &t.Field, &t.Text, &t.At)
	})
}
