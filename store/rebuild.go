package store

import (
	"context"
	"database/sql"
	"fmt"

	"suffice/review"
)

// Rebuilt says what Rebuild did.
type Rebuilt struct {
	Events uint64 `json:"events"`
	States int    `json:"states"`
	Mended int    `json:"mended"` // states whose stored work was not what the journal says
}

// Rebuild makes everything that follows from the journal anew: the people,
// every certificate, summary and personal note. It refuses a broken journal
// with *review.BrokenChainError, and changes nothing then. Text in the middle
// of being typed is no part of the journal and stays.
func (s *Store) Rebuild(ctx context.Context) (Rebuilt, error) {
	var r Rebuilt
	err := s.tx(ctx, func(tx *sql.Tx) error {
		var err error
		if _, r.Events, err = review.VerifyChain(pages(ctx, tx, review.Filter{})); err != nil {
			return err
		}
		if err := rebuildBoard(ctx, tx); err != nil {
			return err
		}
		fold, err := newRefolding(ctx, tx)
		if err != nil {
			return err
		}
		states, err := stateIDs(ctx, tx)
		if err != nil {
			return err
		}
		for _, id := range states {
			mended, err := rebuildState(ctx, tx, id, fold)
			if err != nil {
				return fmt.Errorf("state %s: %w", id, err)
			}
			r.States++
			if mended {
				r.Mended++
			}
		}
		return nil
	})
	if err != nil {
		return Rebuilt{}, wrap(err, "rebuild %s", s.path)
	}
	return r, nil
}

// rebuildBoard writes the project and its people as the journal has them.
func rebuildBoard(ctx context.Context, tx *sql.Tx) error {
	board, joined, err := foldBoard(ctx, tx)
	if err != nil {
		return err
	}
	for _, stmt := range []string{
		"PRAGMA defer_foreign_keys = ON", // seats, notes and typing name people who are about to come back
		"DELETE FROM project",
		"DELETE FROM board",
		"DELETE FROM person",
	} {
		if _, err := tx.ExecContext(ctx, stmt); err != nil {
			return err
		}
	}
	return new(storedBoard).save(ctx, tx, board, joined)
}

// rebuildState folds the events of one state again and stores the outcome.
func rebuildState(ctx context.Context, tx *sql.Tx, id string, fold refolding) (mended bool, err error) {
	c, err := readStored(ctx, tx, id)
	if err != nil {
		return false, err
	}
	s, err := c.decode()
	if err != nil {
		return false, err
	}
	want, err := fold.refold(ctx, s)
	if err != nil {
		return false, err
	}
	if have, err := loadCase(ctx, tx, id); err == nil {
		what, err := differs(have, want)
		if err == nil && what == "" {
			what, err = columns(ctx, tx, want)
		}
		if err != nil {
			return false, err
		}
		mended = what != ""
	} else {
		mended = true // what cannot be read is about to be replaced
	}
	for _, table := range []string{"personal", "snapshot", "work", "seat", "duty", "opinion", "judgment", "decision", "course"} {
		if _, err := tx.ExecContext(ctx, "DELETE FROM "+table+" WHERE state = ?", id); err != nil {
			return false, err
		}
	}
	empty := &storedCase{personal: map[personalKey]string{}}
	empty.Course.State = id
	return mended, empty.save(ctx, tx, want)
}
