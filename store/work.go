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

// Work returns what the journal says of the certificate that sc works on or
// sees on a state: for a reviewer or a senior the one on their own sheet.
// Errors: *review.UnknownStateError.
func (s *Store) Work(ctx context.Context, sc review.Scope, id string) (review.Work, error) {
	k, err := s.Case(ctx, sc, id)
	if err != nil {
		return review.Work{}, err
	}
	sheet := sc.Part(k.Course).Sheet
	w, ok := k.Sheets[sheet]
	if !ok {
		return review.Work{}, &review.UnknownStateError{State: id}
	}
	return w, nil
}

// Queue is Tasks at a time when no lease has run out.
func (s *Store) Queue(ctx context.Context, sc review.Scope) ([]review.QueueRow, error) {
	return s.Tasks(ctx, sc, 0)
}

// queueRows reads the rows of these states, each with the sheet of the part.
func queueRows(ctx context.Context, q queryer, sc review.Scope, states []standing) ([]review.QueueRow, error) {
	type shown struct {
		N       int64        `json:"n"`
		Sheet   review.Sheet `json:"sheet"`
		Changed bool         `json:"changed"` // whether they may know when others last changed it
	}
	want := make([]shown, len(states))
	for i, st := range states {
		want[i] = shown{st.n, st.part.Sheet, seesChanges(st.part.Role)}
	}
	text, err := pack(want)
	if err != nil {
		return nil, err
	}
	all := make([]review.QueueRow, 0, len(states))
	err = each(ctx, q, queueSQL, []any{sql.Named("me", string(sc.Person())), sql.Named("shown", text)}, func(rows *sql.Rows) error {
		row, err := scanQueueRow(rows, sc.Person(), states[len(all)].part)
		all = append(all, row)
		return err
	})
	return all, err
}

// seesChanges reports whether the acts of others on a certificate are told to
// somebody in this capacity, as far as their time goes.
func seesChanges(r review.Role) bool {
	return r == review.Annotator || r == review.Organizer
}

// scanQueueRow puts the columns into the values that review.Row derives a row from.
func scanQueueRow(rows *sql.Rows, me review.PersonID, part review.Part) (review.QueueRow, error) {
	var c card.StateCard
	var units int
	var w review.Work
	var mine review.Personal
	var sum review.Summary
	var summary []byte
	if err := rows.Scan(&c.ID, &c.InstanceID, &c.Repo, &c.Boundary, &c.Need, &units,
		&w.Revision, &w.Labelled, &w.Touched, &w.Done, &w.Last, &summary,
		&mine.Flag, &mine.Skip, &mine.Spent, &mine.LastAt, &mine.Warns); err != nil {
		return review.QueueRow{}, err
	}
	if err := json.Unmarshal(summary, &sum); err != nil {
		return review.QueueRow{}, fmt.Errorf("the stored summary of %s: %w", c.ID, err)
	}
	w.State, w.Phase, w.Mine = c.ID, part.Phase, map[review.PersonID]review.Personal{me: mine}
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
