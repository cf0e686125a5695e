package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/card"
	"suffice/review"
)

// Set is one prediction set.
type Set = review.PredictionSet

var _ review.Predictions = (*Store)(nil)

// Sets lists the prediction sets in the order of their making, for those who
// may see outcomes. Who does not see everything gets them as made of the rows
// on states whose outcomes are open to them, without those that have none, and
// LockedUnsaid in place of a hash, which covers all rows. Errors:
// *review.ForbiddenError.
func (s *Store) Sets(ctx context.Context, sc review.Scope) ([]Set, error) {
	if !seesOutcomes(sc) {
		return nil, outcomesHidden()
	}
	all, err := listSets(ctx, s.read)
	if err != nil || sc.Whole() {
		return all, err
	}
	return s.ownSets(ctx, sc, all)
}

// LockedUnsaid is Set.Locked for who is told that a set is locked and not what
// is in it.
const LockedUnsaid = "locked"

func (s *Store) ownSets(ctx context.Context, sc review.Scope, all []Set) ([]Set, error) {
	rows := map[string]map[string]int{}    // by set and method
	states := map[string]map[string]bool{} // by set
	for r, err := range s.Rankings(ctx, sc) {
		if err != nil {
			return nil, err
		}
		if rows[r.Set] == nil {
			rows[r.Set], states[r.Set] = map[string]int{}, map[string]bool{}
		}
		rows[r.Set][r.Method]++
		states[r.Set][r.State] = true
	}
	var own []Set
	for _, t := range all {
		if rows[t.Name] == nil {
			continue
		}
		one := Set{Name: t.Name, States: len(states[t.Name]), Methods: rows[t.Name]}
		for _, n := range one.Methods {
			one.Rows += n
		}
		if t.Locked != "" {
			one.Locked = LockedUnsaid
		}
		own = append(own, one)
	}
	return own, nil
}

func listSets(ctx context.Context, q queryer) ([]Set, error) {
	rows, err := q.QueryContext(ctx, setsSQL)
	if err != nil {
		return nil, wrap(err, "list the prediction sets")
	}
	return collect(rows, "list the prediction sets", func(rows *sql.Rows) (t Set, err error) {
		var locked, methods []byte
		if err := rows.Scan(&t.Name, &locked, &t.Rows, &t.States, &methods); err != nil {
			return t, err
		}
		t.Locked = hex.EncodeToString(locked)
		return t, json.Unmarshal(methods, &t.Methods)
	})
}

// Lock makes a set immutable and puts the SHA-256 of its rows into the
// journal. at is in Unix milliseconds. Errors: *UnknownSetError,
// *LockedSetError, *EmptySetError, *review.ForbiddenError, *NotSavedError.
func (s *Store) Lock(ctx context.Context, sc review.Scope, at int64, set string) (review.LockBody, error) {
	return s.turn(ctx, sc, at, set, true)
}

// Unlock makes a locked set changeable again, as an act of the journal.
// Errors: *UnknownSetError, *UnlockedSetError, *review.ForbiddenError,
// *NotSavedError.
func (s *Store) Unlock(ctx context.Context, sc review.Scope, at int64, set string) (review.LockBody, error) {
	return s.turn(ctx, sc, at, set, false)
}

// EmptySetError says that there is nothing in the set to lock.
type EmptySetError struct{ Set string }

func (e *EmptySetError) Error() string {
	return fmt.Sprintf("the prediction set %q is empty: there is nothing to lock", e.Set)
}

// UnlockedSetError says that the set is not locked.
type UnlockedSetError struct{ Set string }

func (e *UnlockedSetError) Error() string {
	return fmt.Sprintf("the prediction set %q is not locked", e.Set)
}

func (s *Store) turn(ctx context.Context, sc review.Scope, at int64, set string, lock bool) (review.LockBody, error) {
	verb := "unlock"
	if lock {
		verb = "lock"
	}
	if err := sc.Administer(verb + " predictions"); err != nil {
		return review.LockBody{}, err
	}
	var body review.LockBody
	err := s.tx(ctx, func(tx *sql.Tx) error {
		n, locked, err := findSet(ctx, tx, set)
		switch {
		case err != nil:
			return err
		case lock && locked != nil:
			return &LockedSetError{Set: set}
		case !lock && locked == nil:
			return &UnlockedSetError{Set: set}
		}
		sum, rows, err := hashSet(ctx, tx, n)
		if err != nil {
			return err
		}
		if lock && rows == 0 {
			return &EmptySetError{Set: set}
		}
		body = review.LockBody{Set: set, SHA256: hex.EncodeToString(sum[:]), Rows: rows}
		event, value := review.PredictionsUnlocked(sc.Person(), at, body), any(nil)
		if lock {
			event, value = review.PredictionsLocked(sc.Person(), at, body), sum[:]
		}
		if _, err := tx.ExecContext(ctx, "UPDATE prediction_set SET locked = ? WHERE n = ?", value, n); err != nil {
			return err
		}
		_, err = appendProject(ctx, tx, event)
		return err
	})
	if err != nil {
		return review.LockBody{}, wrap(err, "%s the prediction set %q", verb, set)
	}
	return body, nil
}

func findSet(ctx context.Context, q queryer, name string) (n int64, locked []byte, err error) {
	err = q.QueryRowContext(ctx, "SELECT n, locked FROM prediction_set WHERE name = ?", name).Scan(&n, &locked)
	if errors.Is(err, sql.ErrNoRows) {
		err = &UnknownSetError{Set: name}
	}
	return n, locked, err
}

// hashSet is the SHA-256 over the canonical rankings of a set, one a line, in
// the order of method and state: the same for equal rows however they were
// written or imported.
func hashSet(ctx context.Context, q queryer, set int64) (sum [32]byte, rows int, err error) {
	h := sha256.New()
	for body, err := range setRows(ctx, q, set) {
		if err != nil {
			return sum, rows, err
		}
		p, err := card.DecodePrediction(body)
		if err != nil {
			return sum, rows, err
		}
		h.Write(append(canonicalRanking(p), '\n'))
		rows++
	}
	return [32]byte(h.Sum(nil)), rows, nil
}

// setRows walks the records of a set in the order of method and state.
func setRows(ctx context.Context, q queryer, set int64) iter.Seq2[jsontext.Value, error] {
	return func(yield func(jsontext.Value, error) bool) {
		rows, err := q.QueryContext(ctx, setRowsSQL, set)
		if err != nil {
			yield(nil, err)
			return
		}
		defer rows.Close()
		for rows.Next() {
			var body []byte
			if err := rows.Scan(&body); err != nil {
				yield(nil, err)
				return
			}
			if !yield(body, nil) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(nil, err)
		}
	}
}

// canonicalRanking is a ranking as {"method","ranked_evidence_ids","state_id"},
// keys sorted, without white space, strings in their shortest form (RFC 8785).
func canonicalRanking(p card.Prediction) jsontext.Value {
	row := struct {
		Method string   `json:"method"`
		Ranked []string `json:"ranked_evidence_ids"`
		State  string   `json:"state_id"`
	}{p.Method, slices.Clip(p.Ranked), p.State}
	b, err := json.Marshal(row, jsontext.AllowInvalidUTF8(true), json.FormatNilSliceAsNull(false))
	if err != nil {
		panic(fmt.Sprintf("encode a ranking: %v", err)) // strings always encode
	}
	return b
}

// LockedPredictions returns the rankings of locked sets for one state; none
// unless sc shows outcomes on the state, as it stands. Errors: *review.UnknownStateError.
func (s *Store) LockedPredictions(ctx context.Context, sc review.Scope, state string) ([]card.Prediction, error) {
	st, err := loadStanding(ctx, s.read, sc, state)
	if err != nil {
		return nil, wrapState(err, "read the phase of", state)
	}
	if !st.part.Outcomes() {
		return nil, nil
	}
	doing := "read the locked predictions for " + state
	rows, err := s.read.QueryContext(ctx, lockedPredictionsSQL, state)
	if err != nil {
		return nil, wrap(err, "%s", doing)
	}
	return collect(rows, doing, func(rows *sql.Rows) (card.Prediction, error) {
		var body []byte
		if err := rows.Scan(&body); err != nil {
			return card.Prediction{}, err
		}
		return card.DecodePrediction(body)
	})
}

// seesOutcomes reports whether outcomes are open to sc in every phase, so that
// a whole set may be shown.
func seesOutcomes(sc review.Scope) bool {
	return sc.Outcomes(review.Annotate) && sc.Outcomes(review.Review)
}

func outcomesHidden() error {
	return &review.ForbiddenError{Act: "see predictions", Reason: "in this project they are the organizer's alone until it is frozen"}
}
