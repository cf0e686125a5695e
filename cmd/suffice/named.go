package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"suffice/certificate/records"
	"suffice/review"
)

// takeNamed opens a state for reading by its ID, or by a part of it that only
// one state of this person's queue has: IDs of real states are long.
func takeNamed(ctx context.Context, d *review.Desk, name string) (review.View, error) {
	return readNamed(ctx, d, name, d.Take)
}

// readNamed reads something about a state by its ID, or by a part of it; see
// takeNamed.
func readNamed[T any](ctx context.Context, d *review.Desk, name string, read func(context.Context, string) (T, error)) (T, error) {
	v, err := read(ctx, name)
	if err == nil || !errors.As(err, new(*review.UnknownStateError)) || name == "" {
		return v, err
	}
	rows, queueErr := d.Queue(ctx)
	if queueErr != nil {
		return v, queueErr
	}
	states := make([]string, len(rows))
	for i, r := range rows {
		states[i] = r.State
	}
	state, found, manyErr := partOf(states, name)
	switch {
	case manyErr != nil:
		return v, manyErr
	case !found:
		return v, err
	}
	return read(ctx, state)
}

// wholeID adds to the error about a state that is not there which of the states
// in this person's queue has that name as a part: what changes something, or
// names several states, takes whole IDs only.
func wholeID(ctx context.Context, d *review.Desk, err error) error {
	unknown := new(review.UnknownStateError)
	if d == nil || !errors.As(err, &unknown) || unknown.State == "" {
		return err
	}
	rows, queueErr := d.Queue(ctx)
	if queueErr != nil {
		return err // of the two this one is what was asked about
	}
	var fits []string
	for _, r := range rows {
		if strings.Contains(r.State, unknown.State) && r.State != unknown.State { // a whole ID is answered as if it were nobody's
			fits = append(fits, records.Typed(r.State))
		}
	}
	if len(fits) == 0 {
		return err
	}
	return hint(err, "this needs the whole ID: %s", firstFew(fits))
}

// firstFew lists the first of many.
func firstFew(all []string) string {
	const named = 3
	list := strings.Join(all[:min(named, len(all))], ", ")
	if more := len(all) - named; more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	return list
}

// partOf is the one of these states that name is a part of; an error when
// there are several.
func partOf(states []string, name string) (state string, found bool, err error) {
	var fits []string
	for _, s := range states {
		if strings.Contains(s, name) {
			fits = append(fits, s)
		}
	}
	switch len(fits) {
	case 0:
		return "", false, nil
	case 1:
		return fits[0], true, nil
	}
	return "", false, hint(fmt.Errorf("%q fits %d states: %s", name, len(fits), firstFew(fits)), "a longer part of the ID")
}
