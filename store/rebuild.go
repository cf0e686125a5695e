package store

import (
	"context"
	"database/sql"
	"fmt"

	"suffice/certificate/card"
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
		if _, r.Events, err = review.VerifyChain(pages(ctx, tx, everything(), walk{})); err != nil {
			return err
		}
		p, err := rebuildPeople(ctx, tx)
		if err != nil {
			return err
		}
		states, err := beginnings(ctx, tx)
		if err != nil {
			return err
		}
		for _, st := range states {
			mended, err := rebuildState(ctx, tx, st.id, p)
			if err != nil {
				return fmt.Errorf("state %s: %w", st.id, err)
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

// rebuildPeople writes the project and its people as the journal has them.
func rebuildPeople(ctx context.Context, tx *sql.Tx) (review.Project, error) {
	f, err := foundings(ctx, tx)
	if err != nil {
		return review.Project{}, err
	}
	for _, stmt := range []string{
		"PRAGMA defer_foreign_keys = ON", // notes and typing name people who are about to come back
		"DELETE FROM project",
		"DELETE FROM person",
	} {
		if _, err := tx.ExecContext(ctx, stmt); err != nil {
			return f.project, err
		}
	}
	if err := setProject(ctx, tx, f.project); err != nil {
		return f.project, err
	}
	for _, p := range f.people {
		if err := addPerson(ctx, tx, p.Person, p.seq); err != nil {
			return f.project, err
		}
	}
	return f.project, nil
}

// rebuildState folds the events of one state again and stores the outcome.
func rebuildState(ctx context.Context, tx *sql.Tx, id string, p review.Project) (mended bool, err error) {
	c, err := readStored(ctx, tx, id)
	if err != nil {
		return false, err
	}
	var s card.State
	if s, err = c.decode(); err != nil {
		return false, err
	}
	want, err := refold(ctx, tx, s, p)
	if err != nil {
		return false, err
	}
	if have, err := loadWork(ctx, tx, everything(), true, id); err == nil {
		what, err := differs(have, want)
		if err != nil {
			return false, err
		}
		mended = what != ""
	} else {
		mended = true // what cannot be read is about to be replaced
	}
	for _, stmt := range []string{
		"DELETE FROM personal WHERE state = ?",
		"DELETE FROM snapshot WHERE state = ?",
		"DELETE FROM work WHERE state = ?",
	} {
		if _, err := tx.ExecContext(ctx, stmt, id); err != nil {
			return false, err
		}
	}
	return mended, saveWork(ctx, tx, want)
}
