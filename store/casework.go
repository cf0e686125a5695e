package store

import (
	"context"
	"iter"

	"suffice/review"
)

var _ review.Casework = (*Store)(nil)

// Board returns the project and its people as sc may see them.
func (s *Store) Board(ctx context.Context, sc review.Scope) (review.Board, error) {
	b, err := loadBoard(ctx, s.read)
	if err != nil {
		return review.Board{}, wrap(err, "read the project")
	}
	return sc.ProjectBoard(b.Board), nil
}

// Case returns what sc may see of a state: nothing else is loaded. Errors:
// *review.UnknownStateError.
func (s *Store) Case(ctx context.Context, sc review.Scope, state string) (review.Case, error) {
	tx, err := s.read.BeginTx(ctx, nil)
	if err != nil {
		return review.Case{}, wrapState(err, "read the case of", state)
	}
	defer tx.Rollback() // it only read
	k, _, err := seenCase(ctx, tx, sc, state)
	return k, wrapState(err, "read the case of", state)
}

// caseChunk is how many cases are read at once.
const caseChunk = 256

// Cases walks the states of which sc may see anything, in the order of import,
// with how far their sheets are and without the certificates on them. It is as
// of one moment.
func (s *Store) Cases(ctx context.Context, sc review.Scope) iter.Seq2[review.Case, error] {
	return func(yield func(review.Case, error) bool) {
		fail := func(err error) { yield(review.Case{}, wrap(err, "read the cases")) }
		tx, err := s.read.BeginTx(ctx, nil)
		if err != nil {
			fail(err)
			return
		}
		defer tx.Rollback() // it only read
		states, err := loadStandings(ctx, tx, sc)
		if err != nil {
			fail(err)
			return
		}
		for len(states) > 0 {
			n := 1
			if sc.Whole() { // the same portion of every state
				n = min(len(states), caseChunk)
			}
			some := states[:n]
			states = states[n:]
			p := some[0].portion(sc)
			p.standings = true
			ids := make([]string, n)
			for i, st := range some {
				ids[i] = st.course.State
			}
			cases, err := loadPortions(ctx, tx, ids, p)
			if err != nil {
				fail(err)
				return
			}
			for _, id := range ids {
				k := cases[id]
				if k == nil {
					continue
				}
				seen, ok := sc.ProjectCase(k.Case)
				if !ok {
					continue
				}
				for sheet, w := range seen.Sheets {
					w.Mine = nil // nobody's were read
					seen.Sheets[sheet] = w
				}
				if !yield(seen, nil) {
					return
				}
			}
		}
	}
}

// Enact makes acts and everything that follows from them in one transaction:
// all of it is on disk when it returns without an error, and none otherwise.
// Errors: those of review.Enact, *NotSavedError.
func (s *Store) Enact(ctx context.Context, sc review.Scope, acts []review.Act) ([]review.Event, review.Case, error) {
	made, whole, err := s.enact(ctx, sc, acts)
	if err != nil {
		return nil, review.Case{}, err
	}
	seen, ok := sc.ProjectCase(whole)
	if !ok { // the last act was on the project, or took the state out of sight
		seen = review.Case{Course: review.Course{State: whole.Course.State}}
	}
	return made, seen, nil
}
