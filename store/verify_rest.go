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
	want, err := foundings(ctx, v.tx)
	if err != nil {
		v.problem(Problem{What: "people"}, "%v", err)
		return nil
	}
	have, err := project(ctx, v.tx)
	if err != nil {
		return err
	}
	if have != want.project {
		v.problem(Problem{What: "people"}, "the project's own row is not what event 1 says; rebuild mends it")
	}
	people, err := listPeople(ctx, v.tx)
	if err != nil {
		return err
	}
	listed := make([]review.Person, len(want.people))
	for i, p := range want.people {
		listed[i] = p.Person
	}
	if !reflect.DeepEqual(people, listed) {
		v.problem(Problem{What: "people"}, "the people listed are not those that the journal added; rebuild mends it")
	}
	return nil
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
	for e, err := range pages(ctx, q, everything(), walk{}) {
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

// founding is what the events on the project itself fold to.
type founding struct {
	project review.Project
	people  []joined
}

type joined struct {
	review.Person
	seq uint64
}

// foundings folds the events that made the project and its people.
func foundings(ctx context.Context, q queryer) (f founding, err error) {
	made := false
	for e, err := range pages(ctx, q, everything(), walk{}) {
		if err != nil {
			return f, err
		}
		switch e.Kind {
		case review.Created:
			made = true
			err = json.Unmarshal(e.Body, &f.project)
		case review.Joined:
			p := joined{seq: e.Seq}
			err = json.Unmarshal(e.Body, &p.Person)
			f.people = append(f.people, p)
		}
		if err != nil {
			return f, wrap(err, "read event %d", e.Seq)
		}
	}
	if !made {
		return f, errors.New("no event made this project")
	}
	return f, nil
}
