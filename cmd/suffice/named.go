package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"suffice/review"
)

// takeNamed opens a state for reading by its ID, or by a part of it that only
// one state of this person's queue has: IDs of real states are long.
func takeNamed(ctx context.Context, d *review.Desk, name string) (review.View, error) {
	v, err := d.Take(ctx, name)
	if err == nil || !errors.As(err, new(*review.UnknownStateError)) || name == "" {
		return v, err
	}
	rows, queueErr := d.Queue(ctx)
	if queueErr != nil {
		return v, queueErr
	}
	var fits []string
	for _, r := range rows {
		if strings.Contains(r.State, name) {
			fits = append(fits, r.State)
		}
	}
	switch len(fits) {
	case 0:
		return v, err
	case 1:
		return d.Take(ctx, fits[0])
	}
	const named = 3
	some := strings.Join(fits[:min(named, len(fits))], ", ")
	if more := len(fits) - named; more > 0 {
		some += fmt.Sprintf(" and %d more", more)
	}
	return v, hint(fmt.Errorf("%q fits %d states: %s", name, len(fits), some), "a longer part of the ID")
}
