package store

import (
	"context"
	"encoding/hex"
	"errors"
	"reflect"

	"github.com/go-json-experiment/json"

	"suffice/review"
)

// people compares the project and its people with the events that made them.
func (v *verifier) people(ctx context.Context) error {
	want, _, err := foldBoard(ctx, v.tx)
	if err != nil {
		v.problem(Problem{What: "people"}, "%v", err)
		return nil
	}
	have, err := loadBoard(ctx, v.tx)
	if err != nil {
		v.problem(Problem{What: "people"}, "what is stored of the project cannot be read: %v", err)
		return nil
	}
	if have.Project != want.Project {
		v.problem(Problem{What: "people"}, "the project's own row is not what event 1 says; rebuild mends it")
	}
	if !reflect.DeepEqual(have.People, want.People) {
		v.problem(Problem{What: "people"}, "the people listed are not those that the journal added; rebuild mends it")
	}
	row, err := rowOf(want)
	if err != nil {
		return err
	}
	if what := have.row.differs(row); what != "" {
		v.problem(Problem{What: "people", Seq: want.LastSeq}, "%s of the project is not what the journal says; rebuild mends it", what)
	}
	return nil
}

// differs names the first column in which two rows differ, "" for none.
func (r boardRow) differs(o boardRow) string {
	switch {
	case r.policy != o.policy:
		return "the policy"
	case r.freeze != o.freeze:
		return "the freeze"
	case r.sample != o.sample:
		return "the audit's sample"
	case r.report != o.report:
		return "the audit's report"
	case r.last != o.last:
		return "the last event"
	}
	return ""
}

// sets compares every prediction set with the last lock or unlock in the journal.
func (v *verifier) sets(ctx context.Context) error {
	locks, err := lastLocks(ctx, v.tx)
	if err != nil {
		return err
	}
	sets, err := listSets(ctx, v.tx)
	if err != nil {
		return err
	}
	for _, t := range sets {
		v.Sets++
		last := locks[t.Name]
		delete(locks, t.Name)
		if t.Locked != last.SHA256 {
			v.problem(Problem{What: "predictions"}, "the prediction set %q is not locked or unlocked as the journal says", t.Name)
		}
		if last.SHA256 == "" {
			continue
		}
		n, _, err := findSet(ctx, v.tx, t.Name)
		if err != nil {
			return err
		}
		sum, rows, err := hashSet(ctx, v.tx, n)
		if err != nil {
			return err
		}
		if hex.EncodeToString(sum[:]) != last.SHA256 || rows != last.Rows {
			v.problem(Problem{What: "predictions"}, "the rows of the locked prediction set %q were changed after it was locked", t.Name)
		}
	}
	for name := range locks {
		v.problem(Problem{What: "predictions"}, "the locked prediction set %q is gone", name)
	}
	return nil
}

// lastLocks is what each set was locked as; an unlocked one has no entry.
func lastLocks(ctx context.Context, q queryer) (map[string]review.LockBody, error) {
	locks := map[string]review.LockBody{}
	for e, err := range projectEvents(ctx, q) {
		if err != nil {
			return nil, err
		}
		if e.Kind != review.Locked && e.Kind != review.Unlocked {
			continue
		}
		var b review.LockBody
		if err := json.Unmarshal(e.Body, &b); err != nil {
			return nil, wrap(err, "read event %d", e.Seq)
		}
		if e.Kind == review.Locked {
			locks[b.Set] = b
		} else {
			delete(locks, b.Set)
		}
	}
	return locks, nil
}

// foldBoard folds the events on the project itself, and tells which of them
// added each person.
func foldBoard(ctx context.Context, q queryer) (b review.Board, joined map[review.PersonID]uint64, err error) {
	joined = map[review.PersonID]uint64{}
	for e, err := range projectEvents(ctx, q) {
		if err != nil {
			return b, nil, err
		}
		if b, err = review.FoldBoard(b, e); err != nil {
			return b, nil, err
		}
		if e.Kind == review.Joined {
			joined[b.People[len(b.People)-1].ID] = e.Seq
		}
	}
	if b.Project.ID == "" && b.Project.Name == "" {
		return b, nil, errors.New("no event made this project")
	}
	return b, joined, nil
}
