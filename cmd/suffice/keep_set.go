package main

import (
	"context"
	"errors"
	"fmt"

	"suffice/scorer/methods/run"
	"suffice/store"
	"suffice/tui/runs"
)

// keepSet makes the predictions of an experiment that has come to its end a
// prediction set of its name: of an organizer's, when nothing failed. The same
// rows again change nothing, and a locked set stays as it is. why says why there
// is none, or why it stayed.
func keepSet(ctx context.Context, s streams, ses *session, r run.Report) (set, why string, err error) {
	switch {
	case !ses.desk.Scope().Admin():
		return "", "prediction sets are the organizer's", nil
	case len(r.Failures) > 0:
		return "", "runs failed; it becomes one once going on with it has made up for them", nil
	}
	_, err = ses.store.ImportPredictions(ctx, ses.desk.Scope(), s.Now().UnixMilli(),
		sources([]string{r.Predictions}, s), store.PredictionOptions{Set: r.Experiment, Partial: true})
	if errors.As(err, new(*store.LockedSetError)) {
		return r.Experiment, "it is locked already and was left as it is", nil
	}
	if err != nil {
		return "", "", fmt.Errorf("make a prediction set of %s: %w", r.Experiment, err)
	}
	return r.Experiment, "", nil
}

// keepsSets is keepSet for the experiments of a screen.
func keepsSets(s streams, ses *session) func(context.Context, run.Report) runs.Kept {
	return func(ctx context.Context, r run.Report) runs.Kept {
		// Roles may have changed in the hours that it ran: this asks again.
		if _, err := ses.desk.RunnableStates(ctx); err != nil {
			return runs.Kept{Err: err}
		}
		set, why, err := keepSet(ctx, s, ses, r)
		return runs.Kept{Set: set, Why: why, Err: err}
	}
}
