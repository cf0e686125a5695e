package review

import (
	"fmt"
	"slices"
)

// FoldBoard returns the board after one more event; b is left as it was. Events
// that say nothing of the project itself leave it as it is. Errors: *FoldError.
func FoldBoard(b Board, e Event) (Board, error) {
	next, err := foldBoard(b, e)
	if err != nil {
		return b, &FoldError{Event: e, Err: err}
	}
	return next, nil
}

func foldBoard(b Board, e Event) (Board, error) {
	if e.State != "" {
		return b, nil
	}
	if e.Seq <= b.LastSeq {
		return b, fmt.Errorf("event %d was folded already", b.LastSeq)
	}
	b.LastSeq = e.Seq
	var err error
	switch e.Kind {
	case Created:
		var p Project
		if p, err = body[Project](e); err == nil {
			b.Project, b.Policy = p, DefaultPolicy(p)
		}
	case Joined:
		var p Person
		if p, err = body[Person](e); err == nil {
			b.People, err = joined(b.People, p)
		}
	case Rerolled:
		b.People, err = rerolled(b.People, e)
	case Adjusted:
		b.Policy, err = setValue(e, "the policy", b.Policy)
	case Froze:
		b.Freeze, err = once(e, b.Freeze, "the release is frozen already")
	case Sampled:
		b.Sample, err = once(e, b.Sample, "the audit is drawn already")
	case Reported:
		b.Report, err = once(e, b.Report, "the audit is reported already")
	}
	return b, err
}

// once reads what is set a single time.
func once[T any](e Event, now *T, again string) (*T, error) {
	if now != nil {
		return now, fmt.Errorf("%s", again)
	}
	v, err := body[T](e)
	return &v, err
}

func joined(people []Person, p Person) ([]Person, error) {
	if slices.ContainsFunc(people, func(o Person) bool { return o.ID == p.ID }) {
		return people, fmt.Errorf("%q has joined already", p.Name)
	}
	return append(slices.Clip(people), p), nil
}

func rerolled(people []Person, e Event) ([]Person, error) {
	c, err := body[Change[Person]](e)
	if err != nil {
		return people, err
	}
	i := slices.IndexFunc(people, func(o Person) bool { return o.ID == c.After.ID })
	switch {
	case i < 0 || c.Before.ID != c.After.ID:
		return people, &UnknownPersonError{c.After.Name}
	case !samePerson(people[i], c.Before):
		return people, &OutdatedError{"what is on record of " + c.Before.Name}
	}
	people = slices.Clone(people)
	people[i] = c.After
	return people, nil
}

func samePerson(a, b Person) bool {
	return a.ID == b.ID && a.Name == b.Name && a.Retired == b.Retired && slices.Equal(a.Roles, b.Roles)
}

// Person finds somebody by ID.
func (b Board) Person(id PersonID) (Person, bool) {
	i := slices.IndexFunc(b.People, func(p Person) bool { return p.ID == id })
	if i < 0 {
		return Person{}, false
	}
	return b.People[i], true
}

// Scope is what a person of this project may see now.
func (b Board) Scope(p Person) Scope { return visible(p, b.Project.Mode, b.Report != nil) }
