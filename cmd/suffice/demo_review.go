package main

import (
	"context"
	"fmt"
	"time"

	"suffice/certificate"
	"suffice/review"
)

// demoMiddle is the demo project: the middle of the work.
func demoMiddle(now func() time.Time) func(context.Context, *demo) error {
	return func(ctx context.Context, d *demo) error {
		if err := d.imports(ctx, func(string) bool { return true }); err != nil {
			return err
		}
		for _, state := range []string{"tideline-63-s002", "tideline-66-s004"} {
			if err := d.desks[demoOrganizer].SetReserve(ctx, state, true); err != nil {
				return err
			}
		}
		if err := annotateDemo(ctx, d.desks[demoAnnotator]); err != nil {
			return err
		}
		d.watch.reach(now().Add(-6 * time.Hour))
		for _, step := range []func(context.Context) error{d.seatReviewers, d.agreements, d.disagreements, d.openReviews} {
			if err := step(ctx); err != nil {
				return err
			}
		}
		d.watch.reach(now().Add(-3 * time.Hour))
		if err := d.decisions(ctx); err != nil {
			return err
		}
		d.watch.reach(now().Add(-30 * time.Minute))
		return d.replacementReview(ctx)
	}
}

// seatReviewers gives each state that is ready its two reviewers.
func (d *demo) seatReviewers(ctx context.Context) error {
	for _, seat := range []struct {
		state string
		two   [2]string
	}{
		{"tideline-60-s005", [2]string{"reviewer-1", "reviewer-2"}},
		{"tideline-27-s001", [2]string{"reviewer-2", "reviewer-3"}},
		{"tideline-33-s003", [2]string{"reviewer-1", "reviewer-3"}},
		{"tideline-21-s006", [2]string{"reviewer-1", "reviewer-2"}},
		{"tideline-14-s004", [2]string{"reviewer-2", "reviewer-3"}},
		{"tideline-52-s006", [2]string{"reviewer-1", "reviewer-3"}},
		{"tideline-38-s003", [2]string{"reviewer-1", "reviewer-2"}},
	} {
		for _, name := range seat.two {
			if err := d.desks[demoOrganizer].Seat(ctx, seat.state, review.TaskReview, d.desks[name].Person().ID); err != nil {
				return fmt.Errorf("seat %s on %s: %w", name, seat.state, err)
			}
		}
	}
	return nil
}

// change is one edit of a sheet as its reviewer sees it.
type change func(v review.View) (certificate.Edit, error)

// accepts adds a unit to a group, counted from 0; drops takes one away.
func accepts(group int, path, text string) change {
	return func(v review.View) (certificate.Edit, error) {
		id, err := unitWith(v.State.Pool, path, text)
		return certificate.AcceptEdit(v.Draft.Certificate().Groups[group].Key, id), err
	}
}

func drops(group int, path, text string) change {
	return func(v review.View) (certificate.Edit, error) {
		id, err := unitWith(v.State.Pool, path, text)
		return certificate.DropEdit(v.Draft.Certificate().Groups[group].Key, id), err
	}
}

// unquotes takes away the quotation at a place, which went with a dropped unit.
func unquotes(group, at int) change {
	return func(v review.View) (certificate.Edit, error) {
		return certificate.UnquoteEdit(v.Draft.Certificate().Groups[group].Key, at), nil
	}
}

func threshold(group, n int) change {
	return func(v review.View) (certificate.Edit, error) {
		return certificate.SetThresholdEdit(v.Draft.Certificate().Groups[group].Key, n), nil
	}
}

// derives brings the branches up to date with the groups.
func derives(v review.View) (certificate.Edit, error) { return certificate.DeriveEdit(v.Draft) }

// edits makes changes on somebody's sheet.
func (d *demo) edits(ctx context.Context, who, state string, changes ...change) error {
	for _, c := range changes {
		v, err := d.desks[who].Take(ctx, state)
		if err != nil {
			return err
		}
		e, err := c(v)
		if err != nil {
			return fmt.Errorf("%s on %s: %w", who, state, err)
		}
		if _, err := d.desks[who].Edit(ctx, state, v.Revision, e, ""); err != nil {
			return fmt.Errorf("%s on %s: %w", who, state, err)
		}
	}
	return nil
}

// says submits somebody's review after some changes.
func (d *demo) says(ctx context.Context, who, state string, s review.Submission, changes ...change) error {
	if err := d.edits(ctx, who, state, changes...); err != nil {
		return err
	}
	v, err := d.desks[who].Take(ctx, state)
	if err != nil {
		return err
	}
	if _, err := d.desks[who].Submit(ctx, state, v.Revision, s); err != nil {
		return fmt.Errorf("%s submits %s: %w", who, state, err)
	}
	return nil
}

func accept(confidence int) review.Submission {
	return review.Submission{Verdict: review.VerdictAccept, Confidence: confidence}
}

func revise(confidence int, reason string, causes ...review.Cause) review.Submission {
	return review.Submission{Verdict: review.VerdictRevise, Confidence: confidence, Reason: reason, Causes: causes}
}

// agreements are two states on which the reviewers agree: as it is, and on the
// same change.
func (d *demo) agreements(ctx context.Context) error {
	const plain, changed = "tideline-60-s005", "tideline-27-s001"
	if err := d.says(ctx, "reviewer-1", plain, accept(5)); err != nil {
		return err
	}
	if err := d.says(ctx, "reviewer-2", plain, accept(4)); err != nil {
		return err
	}
	caller := drops(0, "planner/timetable.py", "def departures")
	if err := d.says(ctx, "reviewer-2", changed, revise(4, "The caller shows where the mistake comes out, not where it is made."), caller, unquotes(0, 1), derives); err != nil {
		return err
	}
	return d.says(ctx, "reviewer-3", changed, revise(3, "departures() has no say in the zone of the table."), caller, unquotes(0, 1), derives)
}

// disagreements are four states on which the reviewers differ, each for
// another cause.
func (d *demo) disagreements(ctx context.Context) error {
	if err := d.says(ctx, "reviewer-1", "tideline-33-s003", accept(4)); err != nil {
		return err
	}
	if err := d.says(ctx, "reviewer-3", "tideline-33-s003",
		revise(4, "rest() is where a negative wait turns into none; a guard there mends it as well.", review.Plurality),
		accepts(0, "dispatch/worker.go", "func (w *Worker) rest"), derives); err != nil {
		return err
	}
	if err := d.says(ctx, "reviewer-1", "tideline-21-s006",
		revise(3, "One end is enough to see that the key does not hold; the other follows.", review.JointSufficiency),
		threshold(0, 1), derives); err != nil {
		return err
	}
	if err := d.says(ctx, "reviewer-2", "tideline-21-s006", accept(5)); err != nil {
		return err
	}
	if err := d.says(ctx, "reviewer-2", "tideline-14-s004",
		revise(4, "The defaults in code are what the worker falls back to; they say the same of the lease.", review.Plurality),
		accepts(1, "dispatch/config.go", "LeaseTTL:"), derives); err != nil {
		return err
	}
	if err := d.says(ctx, "reviewer-3", "tideline-14-s004",
		revise(2, "The page on operations says what should hold, not what the code does.", review.Provenance),
		drops(2, "docs/operations.md", "lease must outlast"), unquotes(2, 1), derives); err != nil {
		return err
	}
	if err := d.says(ctx, "reviewer-1", "tideline-52-s006", review.Submission{
		Verdict: review.VerdictUnscorable, Confidence: 4, Causes: []review.Cause{review.ActionBoundary},
		Reason: "Two mends are still open at this edit, the sweep and the table of transitions; each needs other evidence.",
	}); err != nil {
		return err
	}
	return d.says(ctx, "reviewer-3", "tideline-52-s006", accept(2))
}

// openReviews leaves one review begun and one not begun.
func (d *demo) openReviews(ctx context.Context) error {
	if _, err := d.desks["reviewer-2"].Note(ctx, "tideline-38-s003", "Is the test in the planner a rule of its own, or only an example?"); err != nil {
		return err
	}
	return d.edits(ctx, "reviewer-2", "tideline-38-s003", drops(1, "planner/tests/test_fares.py", "def test_each_passenger"))
}

// decisions are the senior's: one state decided, one begun, one replaced.
func (d *demo) decisions(ctx context.Context) error {
	senior := d.desks["senior-1"]
	for _, state := range []string{"tideline-21-s006", "tideline-52-s006", "tideline-14-s004"} {
		if err := d.desks[demoOrganizer].Seat(ctx, state, review.TaskArbitrate, senior.Person().ID); err != nil {
			return err
		}
	}
	v, err := senior.Dispute(ctx, "tideline-21-s006")
	if err != nil {
		return err
	}
	whole := review.WholeA // whichever of them left the certificate as it is
	if v.In.B.Verdict == review.VerdictAccept {
		whole = review.WholeB
	}
	if _, err := senior.Rule(ctx, "tideline-21-s006", v.Revision, review.Ruling{
		Whole: whole, Causes: []review.Cause{review.JointSufficiency},
		Reason: "With the browser's end alone one would mend the browser and still book twice: the server forgets the key between its two processes. Two of the three it is.",
	}); err != nil {
		return err
	}
	if v, err = senior.Dispute(ctx, "tideline-52-s006"); err != nil {
		return err
	}
	if _, err := senior.Rule(ctx, "tideline-52-s006", v.Revision, review.Ruling{
		Whole: review.ReplaceState, Replacement: "tideline-63-s002", Causes: []review.Cause{review.ActionBoundary},
		Reason: "The diff decides nothing yet, so that no set of evidence is right for both mends.",
	}); err != nil {
		return err
	}
	return d.firstChoice(ctx, senior, "tideline-14-s004")
}

// firstChoice decides the first pair of groups that differs and leaves the rest.
func (d *demo) firstChoice(ctx context.Context, senior *review.Desk, state string) error {
	v, err := senior.Dispute(ctx, state)
	if err != nil || len(v.Open) == 0 {
		return err
	}
	if _, err := senior.Choose(ctx, state, v.Revision, v.Open[0], &review.Choice{Pair: v.Open[0], Take: review.TakeUnion}); err != nil {
		return err
	}
	_, err = senior.Note(ctx, state, "The page on operations: does the code keep to it anywhere?")
	return err
}

// replacementReview begins the fresh reviews of the state that came in: one is
// claimed, the other is free.
func (d *demo) replacementReview(ctx context.Context) error {
	const state = "tideline-63-s002"
	if _, err := d.desks["reviewer-2"].Claim(ctx, state); err != nil {
		return err
	}
	if _, err := d.desks["reviewer-2"].Note(ctx, state, "Is the lock on the sailing's row needed as evidence of its own?"); err != nil {
		return err
	}
	reason := "Look at the booking and the cancelling side by side first."
	_, err := d.desks["reviewer-2"].Flag(ctx, state, &reason)
	return err
}
