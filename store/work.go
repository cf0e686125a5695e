package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/go-json-experiment/json"

	"suffice/certificate/card"
	"suffice/review"
)

// Work returns what the journal says of one state, as far as sc may see it.
// Errors: *review.UnknownStateError.
func (s *Store) Work(ctx context.Context, sc review.Scope, id string) (review.Work, error) {
	w, err := loadWork(ctx, s.read, sc, sc.Everyone(), id)
	if err != nil {
		return review.Work{}, wrapState(err, "read the work on", id)
	}
	return sc.Project(w.Work), nil
}

// folded is a work as it is stored.
type folded struct {
	review.Work
	summary review.Summary
	bodies  map[review.PersonID]string // each personal part as stored
}

// loadWork reads the snapshot, or makes the work of a state without events. It
// reads the person's own part, or everyone's: a fold needs that, and whoever
// asks for it hands it out through sc.Project alone.
func loadWork(ctx context.Context, q queryer, sc review.Scope, everyone bool, id string) (folded, error) {
	w := folded{bodies: map[review.PersonID]string{}}
	var ph review.Phase
	var summary []byte
	var body sql.Null[[]byte]
	err := q.QueryRowContext(ctx, workSQL, id).Scan(&ph, &summary, &body)
	if errors.Is(err, sql.ErrNoRows) || err == nil && !sc.Certificate(ph) {
		return w, &review.UnknownStateError{State: id}
	}
	if err != nil {
		return w, err
	}
	if err := json.Unmarshal(summary, &w.summary); err != nil {
		return w, fmt.Errorf("read the stored summary: %w", err)
	}
	if !body.Valid {
		w.Work, err = emptyWork(ctx, q, id)
		return w, err // without an event nobody has a part of it
	}
	if err := json.Unmarshal(body.V, &w.Work); err != nil {
		return w, err
	}
	return w, w.loadPersonal(ctx, q, everyone, sc.Person(), id)
}

// emptyWork is the work on a state before its first event.
func emptyWork(ctx context.Context, q queryer, id string) (review.Work, error) {
	p, err := project(ctx, q)
	if err != nil {
		return review.Work{}, err
	}
	c, _, err := loadCard(ctx, q, id)
	if err != nil {
		return review.Work{}, err
	}
	return review.NewWork(c.StateCard, p), nil
}

func (w *folded) loadPersonal(ctx context.Context, q queryer, everyone bool, me review.PersonID, id string) error {
	rows, err := q.QueryContext(ctx, personalSQL,
		sql.Named("state", id), sql.Named("everyone", everyone), sql.Named("me", string(me)))
	if err != nil {
		return err
	}
	defer rows.Close()
	w.Mine = map[review.PersonID]review.Personal{}
	for rows.Next() {
		var who review.PersonID
		var body string
		if err := rows.Scan(&who, &body); err != nil {
			return err
		}
		var p review.Personal
		if err := json.Unmarshal([]byte(body), &p); err != nil {
			return fmt.Errorf("read what %s noted: %w", who, err)
		}
		w.Mine[who], w.bodies[who] = p, body
	}
	return rows.Err()
}

// saveWork stores w and what changed of its personal parts.
func saveWork(ctx context.Context, tx *sql.Tx, w folded) error {
	summary, err := json.Marshal(w.summary, json.Deterministic(true))
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, setWorkSQL, w.State, w.Phase, w.Revision, w.Labelled, w.Touched, w.Done,
		w.Last, w.LastSeq, string(summary)); err != nil {
		return fmt.Errorf("save the work: %w", err)
	}
	if w.LastSeq == 0 {
		return nil // no event yet: nothing that is not in the card
	}
	shared := w.Work
	shared.Mine = nil
	body, err := json.Marshal(shared, json.Deterministic(true))
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, setSnapshotSQL, w.State, string(body)); err != nil {
		return fmt.Errorf("save the certificate: %w", err)
	}
	for who, p := range w.Mine {
		body, err := json.Marshal(p, json.Deterministic(true))
		if err != nil {
			return err
		}
		if string(body) == w.bodies[who] {
			continue
		}
		if _, err := tx.ExecContext(ctx, setPersonalSQL, who, w.State, p.Flag, p.Skip, p.Spent, p.LastAt, p.Warns, string(body)); err != nil {
			return fmt.Errorf("save what %s noted: %w", who, err)
		}
	}
	return nil
}

// Queue lists the states whose work sc may see, in the order of their import.
// It reads one row a state and folds nothing.
func (s *Store) Queue(ctx context.Context, sc review.Scope) ([]review.QueueRow, error) {
	rows, err := s.read.QueryContext(ctx, queueSQL,
		sql.Named("me", string(sc.Person())), sql.Named("phases", visiblePhases(sc)))
	if err != nil {
		return nil, wrap(err, "read the queue")
	}
	return collect(rows, "read the queue", func(rows *sql.Rows) (review.QueueRow, error) {
		return scanQueueRow(rows, sc.Person())
	})
}

// scanQueueRow puts the columns into the values that review.Row derives a row from.
func scanQueueRow(rows *sql.Rows, me review.PersonID) (review.QueueRow, error) {
	var c card.StateCard
	var units int
	var w review.Work
	var mine review.Personal
	var sum review.Summary
	var summary []byte
	if err := rows.Scan(&c.ID, &c.InstanceID, &c.Repo, &c.Boundary, &c.Need, &units,
		&w.Phase, &w.Revision, &w.Labelled, &w.Touched, &w.Done, &w.Last, &summary,
		&mine.Flag, &mine.Skip, &mine.Spent, &mine.LastAt, &mine.Warns); err != nil {
		return review.QueueRow{}, err
	}
	if err := json.Unmarshal(summary, &sum); err != nil {
		return review.QueueRow{}, fmt.Errorf("the stored summary of %s: %w", c.ID, err)
	}
	w.State, w.Mine = c.ID, map[review.PersonID]review.Personal{me: mine}
	return review.Row(c, units, w, sum, me), nil
}

// wrapState names the state in an error, but leaves the answer to an unknown
// state bare, so that it tells nothing.
func wrapState(err error, doing, id string) error {
	if err == nil || errors.As(err, new(*review.UnknownStateError)) {
		return err
	}
	return fmt.Errorf("%s %s: %w", doing, id, err)
}
