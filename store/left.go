package store

import (
	"context"
	"database/sql"

	"suffice/review"
)

// Left lists the states that the person of sc has annotated and does not see
// now, in the order of import: what their cards say, and nothing else.
func (s *Store) Left(ctx context.Context, sc review.Scope) ([]review.QueueRow, error) {
	tx, err := s.read.BeginTx(ctx, nil)
	if err != nil {
		return nil, wrap(err, "list the states that have closed")
	}
	defer tx.Rollback() // it only read
	rows, err := loadLeft(ctx, tx, sc)
	return rows, wrap(err, "list the states that have closed")
}

func loadLeft(ctx context.Context, q queryer, sc review.Scope) ([]review.QueueRow, error) {
	seats, err := mySeats(ctx, q, sc.Person())
	if err != nil {
		return nil, err
	}
	duties, err := myDuties(ctx, q, sc.Person())
	if err != nil {
		return nil, err
	}
	var left []review.QueueRow
	err = each(ctx, q, leftSQL, []any{sql.Named("me", string(sc.Person()))}, func(rows *sql.Rows) error {
		var c review.Course
		var row review.QueueRow
		if err := rows.Scan(&c.State, &c.Phase, &c.Under, &c.Recalled, &row.Instance, &row.Repo, &row.Boundary, &row.Need, &row.Units); err != nil {
			return err
		}
		c.Seats = seats[c.State]
		c.Duties = map[review.PersonID]review.Duties{sc.Person(): duties[c.State]}
		row.State = c.State
		if row, ok := review.LeftRow(sc, c, row); ok {
			left = append(left, row)
		}
		return nil
	})
	return left, err
}
