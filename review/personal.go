package review

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
)

// Break is the longest gap between two events of one person on one state that
// still counts as time spent on it, in milliseconds.
const Break = 5 * 60 * 1000

// stack moves the undo and redo stacks: a plain act can be undone and ends
// redo; an event that undoes an act of the one stack goes onto the other.
func (p Personal) stack(e Event) (Personal, error) {
	if e.Undoes == 0 {
		p.Undo, p.Redo = append(slices.Clip(p.Undo), e.Seq), nil
		return p, nil
	}
	if i := slices.Index(p.Undo, e.Undoes); i >= 0 {
		p.Undo, p.Redo = without(p.Undo, i), append(slices.Clip(p.Redo), e.Seq)
		return p, nil
	}
	if i := slices.Index(p.Redo, e.Undoes); i >= 0 {
		p.Redo, p.Undo = without(p.Redo, i), append(slices.Clip(p.Undo), e.Seq)
		return p, nil
	}
	return p, fmt.Errorf("event %d is not this person's to undo or redo now", e.Undoes)
}

// spend adds the gap since the last event. A gap longer than Break is a pause
// and a clock that went back is nothing: neither counts.
func (p Personal) spend(at int64) Personal {
	if gap := at - p.LastAt; p.LastAt != 0 && gap > 0 && gap <= Break {
		p.Spent += gap
	}
	p.LastAt = max(p.LastAt, at)
	return p
}

// without is s with the element at i left out; s stays as it was.
func without[T any](s []T, i int) []T {
	if len(s) == 1 {
		return nil
	}
	return slices.Concat(s[:i], s[i+1:])
}

// body decodes what an event says.
func body[T any](e Event) (T, error) {
	var v T
	if err := json.Unmarshal(e.Body, &v); err != nil {
		return v, fmt.Errorf("read its body: %w", err)
	}
	return v, nil
}

// setValue checks that the event was made on what is there now and returns
// what it sets.
func setValue[T comparable](e Event, what string, now T) (T, error) {
	c, err := body[Change[T]](e)
	if err != nil {
		return now, err
	}
	if c.Before != now {
		return now, &OutdatedError{what}
	}
	return c.After, nil
}

// setReason is setValue for a reason, where nil means none.
func setReason(e Event, what string, now *string) (*string, error) {
	c, err := body[Change[*string]](e)
	if err != nil {
		return now, err
	}
	if !equalReason(c.Before, now) {
		return now, &OutdatedError{what}
	}
	return c.After, nil
}

func equalReason(a, b *string) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

// rules say what makes two members of a personal list the same one, and how
// the list is ordered. The order does not depend on history, so that undoing
// a removal gives back the very list.
type rules[T any] struct {
	what    string
	compare func(a, b T) int  // 0 for the same member
	equal   func(a, b T) bool // the same content
}

func carryRules() rules[Carry] {
	return rules[Carry]{
		what:    "the note on the unit",
		compare: func(a, b Carry) int { return strings.Compare(a.Unit, b.Unit) },
		equal:   func(a, b Carry) bool { return a == b },
	}
}

func keptRules() rules[KeptEdit] {
	return rules[KeptEdit]{
		what: "the kept edit",
		compare: func(a, b KeptEdit) int { // k2 before k10
			return cmp.Or(cmp.Compare(len(a.ID), len(b.ID)), strings.Compare(a.ID, b.ID))
		},
		equal: func(a, b KeptEdit) bool { return a.ID == b.ID && a.At == b.At }, // a kept edit never changes
	}
}

func choiceRules() rules[Choice] {
	return rules[Choice]{
		what:    "the choice",
		compare: func(a, b Choice) int { return cmp.Compare(a.Pair, b.Pair) },
		equal:   equalChoice,
	}
}

// setMember adds, replaces or removes one member of a list.
func setMember[T any](e Event, now []T, r rules[T]) ([]T, error) {
	c, err := body[Change[*T]](e)
	if err != nil {
		return now, err
	}
	subject := c.After
	if subject == nil {
		subject = c.Before
	}
	if subject == nil {
		return now, fmt.Errorf("it changes %s from nothing to nothing", r.what)
	}
	if c.Before != nil && r.compare(*c.Before, *subject) != 0 {
		return now, fmt.Errorf("it changes %s into another one", r.what)
	}
	i, found := slices.BinarySearchFunc(now, *subject, r.compare)
	switch {
	case found != (c.Before != nil), found && !r.equal(now[i], *c.Before):
		return now, &OutdatedError{r.what}
	case c.After == nil:
		return without(now, i), nil
	case found:
		next := slices.Clone(now)
		next[i] = *c.After
		return next, nil
	}
	return slices.Insert(slices.Clip(slices.Clone(now)), i, *c.After), nil
}
