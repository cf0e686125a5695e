package main

import (
	"context"
	"fmt"
	"slices"

	"suffice/audit"
	"suffice/review"
)

// auditedStates are the states of the pilot, the second demo project: a small
// release that went all the way.
func auditedStates() []string {
	return []string{
		"tideline-14-s004", "tideline-21-s006", "tideline-27-s001", "tideline-33-s003",
		"tideline-38-s003", "tideline-60-s005", "tideline-63-s002", "tideline-66-s004",
	}
}

// demoAudited reviews, arbitrates, freezes and audits the pilot.
func demoAudited(ctx context.Context, d *demo) error {
	if err := d.imports(ctx, func(state string) bool { return slices.Contains(auditedStates(), state) }); err != nil {
		return err
	}
	for _, step := range []func(context.Context) error{d.pilotReviews, d.pilotDecision, d.pilotFreeze, d.pilotAudit} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// pilotReviews are two reviews of each state: all but two are accepted as they
// are, one is changed alike by both, one differs.
func (d *demo) pilotReviews(ctx context.Context) error {
	two := []string{"reviewer-1", "reviewer-2"}
	for i, state := range auditedStates() {
		for j, name := range two {
			if err := d.desks[demoOrganizer].Seat(ctx, state, review.TaskReview, d.desks[name].Person().ID); err != nil {
				return err
			}
			said, changes := accept(5-(i+j)%2), []change(nil)
			switch {
			case state == "tideline-27-s001":
				said = revise(4, "The caller only shows where the mistake comes out.")
				changes = []change{drops(0, "planner/timetable.py", "def departures"), unquotes(0, 1), derives}
			case state == "tideline-33-s003" && j == 1:
				said = revise(3, "rest() is where a negative wait turns into none.", review.Plurality)
				changes = []change{accepts(0, "dispatch/worker.go", "func (w *Worker) rest"), derives}
			}
			if err := d.says(ctx, name, state, said, changes...); err != nil {
				return err
			}
		}
	}
	return nil
}

// pilotDecision takes the certificate as it was.
func (d *demo) pilotDecision(ctx context.Context) error {
	const state = "tideline-33-s003"
	senior := d.desks["senior-1"]
	if _, err := senior.Claim(ctx, state); err != nil {
		return err
	}
	v, err := senior.Dispute(ctx, state)
	if err != nil {
		return err
	}
	whole := review.WholeA
	if v.In.B.Verdict == review.VerdictAccept {
		whole = review.WholeB
	}
	_, err = senior.Rule(ctx, state, v.Revision, review.Ruling{
		Whole: whole, Causes: []review.Cause{review.Plurality},
		Reason: "A guard in rest() hides the overflow; the fix belongs where the product is made.",
	})
	return err
}

func (d *demo) pilotFreeze(ctx context.Context) error {
	organizer := d.desks[demoOrganizer]
	if _, err := organizer.Freeze(ctx); err != nil {
		return err
	}
	var two []review.PersonID
	for _, name := range []string{"auditor-1", "auditor-2"} {
		two = append(two, d.desks[name].Person().ID)
	}
	_, err := organizer.Sample(ctx, review.Sampling{States: 6, Auditors: two, Seed: 7})
	return err
}

// pilotAudit judges the sample: one auditor flags one state, with one judgment
// against it.
func (d *demo) pilotAudit(ctx context.Context) error {
	organizer := d.desks[demoOrganizer]
	status, err := organizer.AuditStatus(ctx)
	if err != nil {
		return err
	}
	for i, state := range status.Audit.Sample.States {
		for j, name := range []string{"auditor-1", "auditor-2"} {
			if err := d.judges(ctx, name, state, i == 2 && j == 0, 5-(i+j)%2); err != nil {
				return fmt.Errorf("%s audits %s: %w", name, state, err)
			}
		}
	}
	_, err = organizer.AuditReport(ctx, nil, audit.Resampling{Seed: 1}, true)
	return err
}

// judges finds everything in order, or one thing not.
func (d *demo) judges(ctx context.Context, who, state string, flags bool, confidence int) error {
	desk := d.desks[who]
	v, err := desk.Audit(ctx, state)
	if err != nil {
		return err
	}
	for i, group := range v.Frozen.Groups {
		for _, f := range audit.AllFields() {
			j := audit.Judgment{Answer: audit.OK}
			if flags && i == 0 && f == audit.AcceptableCompleteness {
				j = audit.Judgment{Answer: audit.NotOK, Note: "The window that overlaps the first unit shows the same lines and is not listed."}
			}
			if _, err := desk.JudgeGroup(ctx, state, group, f, j); err != nil {
				return err
			}
		}
	}
	verdict := audit.Accept
	if flags {
		verdict = audit.Revise
	}
	if _, err := desk.JudgeState(ctx, state, verdict, confidence); err != nil {
		return err
	}
	_, err = desk.SubmitAudit(ctx, state)
	return err
}
