package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"suffice/certificate"
	"suffice/review"
)

// Append gives e its place in the journal and folds it, in one transaction:
// when it returns without an error, the event, the work after it and the
// typing that it replaces are on disk; otherwise nothing of it is. It returns
// the event with Seq and hashes and the work as sc may see it. An event
// without a state is an act on the project and needs an organizer's scope.
// Errors: *review.StaleError, *review.UnknownStateError, *review.FoldError,
// *review.ForbiddenError, *NotSavedError.
func (s *Store) Append(ctx context.Context, sc review.Scope, e review.Event, w review.Write) (review.Event, review.Work, error) {
	if e.State == "" {
		e, err := s.appendAct(ctx, sc, e)
		return e, review.Work{}, err
	}
	var after folded
	err := s.tx(ctx, func(tx *sql.Tx) (err error) {
		e, after, err = appendState(ctx, tx, sc, e, w)
		return err
	})
	if err != nil {
		return review.Event{}, review.Work{}, wrapState(err, "save a change of", e.State)
	}
	return e, sc.Project(after.Work), nil
}

func (s *Store) appendAct(ctx context.Context, sc review.Scope, e review.Event) (review.Event, error) {
	if err := sc.Administer("change the project"); err != nil {
		return review.Event{}, err
	}
	err := s.tx(ctx, func(tx *sql.Tx) (err error) {
		e, err = appendProject(ctx, tx, e)
		return err
	})
	if err != nil {
		return review.Event{}, wrap(err, "record that %s", e.Kind)
	}
	return e, nil
}

// appendState is the heart of every write to a state.
func appendState(ctx context.Context, tx *sql.Tx, sc review.Scope, e review.Event, write review.Write) (review.Event, folded, error) {
	w, err := loadWork(ctx, tx, sc, true, e.State)
	if err != nil {
		return e, w, err
	}
	if w.Revision != write.At {
		return e, w, staleness(ctx, tx, sc, w.Work, write.At)
	}
	if e, err = insertEvent(ctx, tx, e); err != nil {
		return e, w, err
	}
	if w.Work, err = review.Fold(w.Work, e); err != nil {
		return e, w, err
	}
	if write.Summary != nil {
		w.summary = *write.Summary
	}
	if err := saveWork(ctx, tx, w); err != nil {
		return e, w, err
	}
	if write.Clears != "" {
		if _, err := tx.ExecContext(ctx, clearTypingSQL, e.Who, e.State, write.Clears); err != nil {
			return e, w, fmt.Errorf("clear what was typed: %w", err)
		}
	}
	return e, w, nil
}

// staleness collects what happened since the revision that a write was made on.
func staleness(ctx context.Context, tx *sql.Tx, sc review.Scope, w review.Work, at certificate.Revision) error {
	stale := &review.StaleError{State: w.State, At: at, Now: w.Revision}
	since := walk{Filter: review.Filter{State: w.State}, beyond: at + 1}
	for e, err := range pages(ctx, tx, sc, since) {
		if err != nil {
			return errors.Join(stale, err)
		}
		if e.From != e.To {
			stale.Since = append(stale.Since, e)
		}
	}
	return stale
}
