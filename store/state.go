package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/card"
	"suffice/review"
)

// State loads a card and its pool. Errors: *review.UnknownStateError.
func (s *Store) State(ctx context.Context, sc review.Scope, id string) (card.State, error) {
	if err := visible(ctx, s.read, sc, id); err != nil {
		return card.State{}, wrapState(err, "read the state", id)
	}
	c, err := loadCard(ctx, s.read, id)
	if err != nil {
		return card.State{}, wrapState(err, "read the state", id)
	}
	pool, err := loadPool(ctx, s.read, c.n)
	if err != nil {
		return card.State{}, wrapState(err, "read the pool of", id)
	}
	return card.State{Card: c.StateCard, Pool: pool}, nil
}

// storedCard is a card and the number of its state.
type storedCard struct {
	card.StateCard
	n int64
}

func loadCard(ctx context.Context, q queryer, id string) (storedCard, error) {
	var c storedCard
	var body []byte
	err := q.QueryRowContext(ctx, cardSQL, id).Scan(&c.n, &body)
	if errors.Is(err, sql.ErrNoRows) {
		return c, &review.UnknownStateError{State: id}
	}
	if err != nil {
		return c, err
	}
	c.StateCard, err = card.DecodeCard(jsontext.Value(body))
	return c, err
}

func loadPool(ctx context.Context, q queryer, state int64) (card.Pool, error) {
	rows, err := q.QueryContext(ctx, poolSQL, state)
	if err != nil {
		return card.Pool{}, err
	}
	defer rows.Close()
	var units []card.Unit
	for rows.Next() {
		var body []byte
		var text string
		if err := rows.Scan(&body, &text); err != nil {
			return card.Pool{}, err
		}
		u, err := card.DecodeUnit(jsontext.Value(body), text)
		if err != nil {
			return card.Pool{}, fmt.Errorf("unit %d: %w", len(units)+1, err)
		}
		units = append(units, u)
	}
	return card.NewPool(units), rows.Err()
}

// visible answers a state whose card sc may not see like an unknown one.
func visible(ctx context.Context, q queryer, sc review.Scope, id string) error {
	k, err := loadPortion(ctx, q, id, portion{me: sc.Person()})
	if err == nil && !sc.Card(k.Course) {
		err = &review.UnknownStateError{State: id}
	}
	return err
}
