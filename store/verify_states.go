package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"

	"suffice/certificate/card"
	"suffice/review"
)

// states checks every card and pool, and folds every case again.
func (v *verifier) states(ctx context.Context) error {
	r, err := newRefolding(ctx, v.tx)
	if err != nil {
		return err
	}
	ids, err := stateIDs(ctx, v.tx)
	if err != nil {
		return err
	}
	for _, id := range ids {
		v.States++
		s, sound, err := v.state(ctx, id)
		if err != nil {
			return fmt.Errorf("state %s: %w", id, err)
		}
		if !sound {
			continue // what follows from a changed card is not worth telling
		}
		if err := v.work(ctx, s, r); err != nil {
			return fmt.Errorf("state %s: %w", id, err)
		}
	}
	return nil
}

func stateIDs(ctx context.Context, q queryer) ([]string, error) {
	rows, err := q.QueryContext(ctx, "SELECT id FROM state ORDER BY n")
	if err != nil {
		return nil, err
	}
	return collect(rows, "list the states", func(rows *sql.Rows) (id string, err error) { return id, rows.Scan(&id) })
}

// state checks one card with its pool against its fingerprint, and the columns
// beside it against the card.
func (v *verifier) state(ctx context.Context, id string) (card.State, bool, error) {
	at := Problem{What: "card", State: id}
	c, err := readStored(ctx, v.tx, id)
	if err != nil {
		return card.State{}, false, err
	}
	v.Units += len(c.units)
	if c.fingerprint() != c.want {
		v.problem(at, "the card or the pool of %s was changed after it was imported", id)
		return card.State{}, false, nil
	}
	s, err := c.decode()
	if err != nil {
		v.problem(at, "the card of %s cannot be read: %v", id, err)
		return card.State{}, false, nil
	}
	row := review.Row(s.Card, s.Pool.Len(), review.Work{}, review.Summary{}, "")
	if row.State != id || row.Instance != c.row.Instance || row.Repo != c.row.Repo || row.Boundary != c.row.Boundary ||
		row.Need != c.row.Need || row.Units != c.row.Units {
		v.problem(at, "the queue's row of %s does not say what its card says", id)
		return s, false, nil
	}
	for i, u := range s.Pool.Units {
		if u.ID != c.units[i].id {
			v.problem(at, "unit %d of %s is listed as %q", i+1, id, c.units[i].id)
			return s, false, nil
		}
	}
	return s, true, nil
}

// work folds the events of one state again and compares.
func (v *verifier) work(ctx context.Context, s card.State, r refolding) error {
	id := s.Card.ID
	want, err := r.refold(ctx, s)
	var misfit *review.FoldError
	if errors.As(err, &misfit) {
		v.problem(Problem{What: "journal", Seq: misfit.Event.Seq, State: id}, "%v", misfit)
		return nil
	}
	if err != nil {
		return err
	}
	have, err := loadCase(ctx, v.tx, id)
	if err != nil {
		v.problem(Problem{What: "certificate", State: id}, "what is stored of %s cannot be read: %v", id, err)
		return nil
	}
	if want.Course.LastSeq > 0 {
		v.Certificates++
	}
	what, err := differs(have, want)
	if err != nil {
		return err
	}
	if what == "" {
		what, err = columns(ctx, v.tx, want)
	}
	if err != nil {
		return err
	}
	if what != "" {
		v.problem(Problem{What: "certificate", State: id, Seq: want.Course.LastSeq}, "%s of %s is not what its journal says; rebuild mends it", what, id)
	}
	return nil
}

// refolding folds cases from the journal alone.
type refolding struct {
	q       queryer
	project review.Project
	acts    []review.Event // on the project, that move the courses of states
}

func newRefolding(ctx context.Context, q queryer) (r refolding, err error) {
	r.q = q
	if r.project, err = project(ctx, q); err != nil {
		return r, err
	}
	for e, err := range projectEvents(ctx, q) {
		if err != nil {
			return r, err
		}
		if e.Kind == review.Froze || e.Kind == review.Sampled {
			r.acts = append(r.acts, e)
		}
	}
	return r, nil
}

// refold is the case of a state as the journal alone says it.
func (r refolding) refold(ctx context.Context, s card.State) (review.Case, error) {
	k, err := review.RebuildCase(review.NewCase(s.Card, r.project), r.events(ctx, s.Card.ID))
	if err != nil {
		return k, err
	}
	k.Sums = map[review.Sheet]review.Summary{}
	for sheet, w := range k.Sheets {
		k.Sums[sheet] = review.Summarize(s, w)
	}
	return k, nil
}

// events walks the events of a state and those of the project that move it, in
// the order of the journal.
func (r refolding) events(ctx context.Context, state string) iter.Seq2[review.Event, error] {
	return func(yield func(review.Event, error) bool) {
		acts := r.acts
		for e, err := range pages(ctx, r.q, review.Filter{State: state}) {
			for err == nil && len(acts) > 0 && acts[0].Seq < e.Seq {
				if !yield(acts[0], nil) {
					return
				}
				acts = acts[1:]
			}
			if !yield(e, err) {
				return
			}
		}
		for _, e := range acts {
			if !yield(e, nil) {
				return
			}
		}
	}
}
