package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"suffice/review"
)

// queueOf is what the queue screen lists: what there is for this person, and
// what they annotated that has closed since.
func queueOf(ctx context.Context, d *review.Desk) ([]review.QueueRow, error) {
	rows, err := d.Queue(ctx)
	if err != nil {
		return nil, err
	}
	left, err := d.Left(ctx)
	return append(rows, left...), err
}

// kindWord is what a row is about, as on the queue screen: the task of this
// person, or the phase of a state that they only look at. An organizer looks at
// all of them.
func kindWord(d *review.Desk, r review.QueueRow) string {
	if r.Task == "" || d.Scope().Whole() {
		return phaseWord(r.Phase)
	}
	return string(r.Task)
}

// kindName is what kindWord says.
func kindName(d *review.Desk) string {
	if d.Scope().Whole() {
		return "phase"
	}
	return "task"
}

// waits reports whether a certificate that nobody has finished is under review.
func waits(r review.QueueRow) bool {
	return r.Held && r.Status != review.StatusDone && r.Status != review.StatusSkipped
}

// noStates says why the queue is empty, and what to do, if anything.
func noStates(d *review.Desk) string {
	if d.Scope().Admin() {
		return "no states yet: suffice import items FILE"
	}
	return "there are no states for you here yet"
}

// progress counts the states as the queue screen does.
func progress(d *review.Desk, rows []review.QueueRow) string {
	annotating := !slices.ContainsFunc(rows, func(r review.QueueRow) bool { return r.Phase != review.Annotate })
	switch {
	case d.Scope().Whole() && !annotating:
		return progressByPhase(rows)
	case len(tasksOf(rows)) > 1:
		return progressByTask(rows)
	}
	all, done, free := tallied(rows)
	if all == 0 {
		return fmt.Sprintf("%d free to claim", free)
	}
	words := []string{fmt.Sprintf("%d of %d done", done, all)}
	counts := map[string]int{"free to claim": free}
	for _, r := range rows {
		switch {
		case r.Claimable || r.Status == review.StatusDone:
		case waits(r):
			counts["under review"]++
		default:
			counts[string(r.Status)]++
		}
	}
	for _, word := range []string{"free to claim", "begun", "draft", "imported", "empty", "under review", "skipped"} {
		if n := counts[word]; n > 0 {
			words = append(words, fmt.Sprintf("%d %s", n, word))
		}
	}
	return strings.Join(words, " · ")
}

// tallied counts states, those that are done, and those that are free to claim,
// which are nobody's yet and count as nothing else.
func tallied(rows []review.QueueRow) (all, done, free int) {
	for _, r := range rows {
		switch {
		case r.Claimable:
			free++
			continue
		case r.Status == review.StatusDone:
			done++
		}
		all++
	}
	return all, done, free
}

// tasksOf are the tasks that there are, in the order of a state's way.
func tasksOf(rows []review.QueueRow) []review.Task {
	var out []review.Task
	for _, t := range []review.Task{review.TaskAnnotate, review.TaskReview, review.TaskArbitrate, review.TaskAudit} {
		if len(rowsOf(rows, t)) > 0 {
			out = append(out, t)
		}
	}
	return out
}

func progressByTask(rows []review.QueueRow) string {
	var words []string
	for _, t := range tasksOf(rows) {
		all, done, free := tallied(rowsOf(rows, t))
		said := string(t)
		if all > 0 {
			said += fmt.Sprintf(" %d of %d", done, all)
		}
		if free > 0 {
			said += fmt.Sprintf(" +%d free", free)
		}
		words = append(words, said)
	}
	return strings.Join(words, " · ")
}

// progressByPhase is how far the project is: a state that was replaced is in no
// release.
func progressByPhase(rows []review.QueueRow) string {
	n := map[review.Phase]int{}
	for _, r := range rows {
		n[r.Phase]++
	}
	words := []string{fmt.Sprintf("%d of %d closed", n[review.Closed]+n[review.Frozen], len(rows)-n[review.Excluded])}
	for _, p := range []review.Phase{review.Arbitrate, review.Review, review.Annotate, review.Excluded} {
		if n[p] > 0 {
			words = append(words, fmt.Sprintf("%d %s", n[p], phaseWord(p)))
		}
	}
	return strings.Join(words, " · ")
}
