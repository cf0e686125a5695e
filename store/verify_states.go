package store

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"reflect"
	"slices"

	"github.com/go-json-experiment/json"

	"suffice/certificate/card"
	"suffice/review"
)

// states checks every card and pool, and folds every certificate again.
func (v *verifier) states(ctx context.Context) error {
	p, err := project(ctx, v.tx)
	if err != nil {
		return err
	}
	ids, err := beginnings(ctx, v.tx)
	if err != nil {
		return err
	}
	for _, st := range ids {
		v.States++
		s, sound, err := v.state(ctx, st.id)
		if err != nil {
			return fmt.Errorf("state %s: %w", st.id, err)
		}
		if !sound {
			continue // what follows from a changed card is not worth telling
		}
		if err := v.work(ctx, s, p); err != nil {
			return fmt.Errorf("state %s: %w", st.id, err)
		}
	}
	return nil
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
func (v *verifier) work(ctx context.Context, s card.State, p review.Project) error {
	id := s.Card.ID
	at := Problem{What: "certificate", State: id}
	have, err := loadWork(ctx, v.tx, v.scope, true, id)
	if err != nil {
		v.problem(at, "the stored certificate of %s cannot be read: %v", id, err)
		return nil
	}
	want, err := refold(ctx, v.tx, s, p)
	var misfit *review.FoldError
	if errors.As(err, &misfit) {
		v.problem(Problem{What: "journal", Seq: misfit.Event.Seq, State: id}, "%v", misfit)
		return nil
	}
	if err != nil {
		return err
	}
	if want.LastSeq > 0 {
		v.Certificates++
	}
	what, err := differs(have, want)
	if err != nil {
		return err
	}
	if what == "" {
		what, err = v.columns(ctx, want)
	}
	if err != nil {
		return err
	}
	if what != "" {
		v.problem(Problem{What: "certificate", State: id, Seq: want.LastSeq}, "%s of %s is not what its journal says; rebuild mends it", what, id)
	}
	return nil
}

// refold is the work on a state as the journal alone says it.
func refold(ctx context.Context, q queryer, s card.State, p review.Project) (folded, error) {
	w, err := review.Rebuild(review.NewWork(s.Card, p), eventsOf(ctx, q, s.Card.ID))
	if err != nil {
		return folded{}, err
	}
	return folded{Work: w, summary: review.Summarize(s, w)}, nil
}

// eventsOf walks all events of one state.
func eventsOf(ctx context.Context, q queryer, state string) iter.Seq2[review.Event, error] {
	return pages(ctx, q, everything(), walk{Filter: review.Filter{State: state}})
}

// differs names the first part in which two works differ, "" for none.
func differs(have, want folded) (string, error) {
	mine, theirs := have.Mine, want.Mine
	have.Mine, want.Mine = nil, nil
	a, err := json.Marshal(have.Work, json.Deterministic(true))
	if err != nil {
		return "", err
	}
	b, err := json.Marshal(want.Work, json.Deterministic(true))
	if err != nil {
		return "", err
	}
	if string(a) != string(b) {
		return "the stored certificate", nil
	}
	if have.summary != want.summary {
		return "the stored summary", nil
	}
	for _, who := range slices.Sorted(maps.Keys(merged(mine, theirs))) {
		a, errA := json.Marshal(mine[who], json.Deterministic(true))
		b, errB := json.Marshal(theirs[who], json.Deterministic(true))
		if errA != nil || errB != nil {
			return "", errors.Join(errA, errB)
		}
		if string(a) != string(b) {
			return fmt.Sprintf("what %s noted", who), nil
		}
	}
	return "", nil
}

func merged(a, b map[review.PersonID]review.Personal) map[review.PersonID]review.Personal {
	all := maps.Clone(a)
	if all == nil {
		all = map[review.PersonID]review.Personal{}
	}
	maps.Copy(all, b)
	return all
}

// columns compares what the queue reads with the work that was folded.
func (v *verifier) columns(ctx context.Context, w folded) (string, error) {
	var have review.Work
	err := v.tx.QueryRowContext(ctx, "SELECT phase, revision, labelled, touched, done, changed, last FROM work WHERE state = ?", w.State).
		Scan(&have.Phase, &have.Revision, &have.Labelled, &have.Touched, &have.Done, &have.Last, &have.LastSeq)
	if err != nil {
		return "", err
	}
	if have.Phase != w.Phase || have.Revision != w.Revision || have.Labelled != w.Labelled || have.Touched != w.Touched ||
		have.Done != w.Done || have.Last != w.Last || have.LastSeq != w.LastSeq {
		return "the queue's row", nil
	}
	what := ""
	rows, err := v.tx.QueryContext(ctx, "SELECT person, flag, skip, spent, last, warns FROM personal WHERE state = ?", w.State)
	if err != nil {
		return "", err
	}
	defer rows.Close()
	for rows.Next() {
		var who review.PersonID
		var p review.Personal
		if err := rows.Scan(&who, &p.Flag, &p.Skip, &p.Spent, &p.LastAt, &p.Warns); err != nil {
			return "", err
		}
		m := w.Mine[who]
		same := review.Personal{Flag: m.Flag, Skip: m.Skip, Spent: m.Spent, LastAt: m.LastAt, Warns: m.Warns}
		if !reflect.DeepEqual(p, same) {
			what = fmt.Sprintf("the queue's row for %s", who)
		}
	}
	return what, rows.Err()
}
