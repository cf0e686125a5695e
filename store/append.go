package store

import (
	"context"
	"errors"

	"suffice/review"
)

// Append makes one act, and everything that follows from it, in one
// transaction: when it returns without an error, the events, the work after
// them and the typing that the act replaces are on disk; otherwise nothing of
// it is. It returns the event with Seq and hashes and the work on its sheet as
// sc may see it. An event without a state is an act on the project and needs
// an organizer's scope. Errors: *review.StaleError, *review.UnknownStateError,
// *review.FoldError and the others of review.Enact, *NotSavedError.
func (s *Store) Append(ctx context.Context, sc review.Scope, e review.Event, w review.Write) (review.Event, review.Work, error) {
	made, k, err := s.Enact(ctx, sc, []review.Act{{Event: e, Write: w}})
	switch {
	case err == nil:
		return made[0], k.Sheets[e.Sheet], nil
	case e.State != "":
		return review.Event{}, review.Work{}, wrapState(err, "save a change of", e.State)
	case errors.As(err, new(*review.ForbiddenError)):
		return review.Event{}, review.Work{}, err
	}
	return review.Event{}, review.Work{}, wrap(err, "record that %s", e.Kind)
}
