package review

import (
	"context"
	"errors"
)

// PredictionSet is one set of predictions.
type PredictionSet struct {
	Name    string         `json:"name"`
	Rows    int            `json:"rows"`
	States  int            `json:"states"`
	Methods map[string]int `json:"methods"`         // rows of each
	Locked  string         `json:"locked,omitzero"` // SHA-256 of the rows in hex, another word for who may not see all of them, empty while unlocked
}

// Predictions is the part of a repository that keeps prediction sets.
type Predictions interface {
	// Sets lists them in the order of their making. Errors: *ForbiddenError.
	Sets(ctx context.Context, s Scope) ([]PredictionSet, error)
	// Lock makes a set immutable and says so in the journal; at is in Unix
	// milliseconds. Errors: *ForbiddenError, and for a set that is not there, is
	// empty or locked.
	Lock(ctx context.Context, s Scope, at int64, set string) (LockBody, error)
}

// MayLock reports whether this person may lock prediction sets here.
func (d *Desk) MayLock() bool {
	_, ok := d.repo.(Predictions)
	return ok && d.Scope().Whole()
}

// PredictionSets lists the prediction sets. Errors: *ForbiddenError.
func (d *Desk) PredictionSets(ctx context.Context) ([]PredictionSet, error) {
	p, err := d.predictions("see the prediction sets")
	if err != nil {
		return nil, err
	}
	return p.Sets(ctx, d.Scope())
}

// LockPredictions makes a prediction set immutable: from then on it counts for
// the sensitivity of every change. Errors: *ForbiddenError, and what the
// repository has against it.
func (d *Desk) LockPredictions(ctx context.Context, set string) (LockBody, error) {
	p, err := d.predictions("lock predictions")
	if err != nil {
		return LockBody{}, err
	}
	return p.Lock(ctx, d.Scope(), d.clock(), set)
}

func (d *Desk) predictions(act string) (Predictions, error) {
	if err := d.Scope().Oversee(act); err != nil {
		return nil, err
	}
	p, ok := d.repo.(Predictions)
	if !ok {
		return nil, errors.New(act + ": this repository keeps no prediction sets")
	}
	return p, nil
}
