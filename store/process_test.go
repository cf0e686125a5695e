package store

import (
	"context"
	"errors"
	"fmt"

	"pgregory.net/rapid"

	"suffice/audit"
	"suffice/certificate"
	"suffice/review"
)

// step is how a part of the work goes when all goes well; it says how it ended.
type step func(context.Context, func(review.Person) *review.Desk) error

// stages lead from imported certificates to a finished audit. Random acts
// alone would hardly ever get that far.
func stages() []step {
	submit := func(who review.Person, state string, v review.Verdict, edits ...certificate.Edit) step {
		return func(ctx context.Context, desk func(review.Person) *review.Desk) error {
			d := desk(who)
			view, err := d.Claim(ctx, state)
			if err != nil {
				return err
			}
			at := view.Revision
			for _, e := range edits {
				ack, err := d.Edit(ctx, state, at, e, "")
				if err != nil {
					return err
				}
				at = ack.Revision
			}
			_, err = d.Submit(ctx, state, at, review.Submission{Verdict: v, Confidence: 4, Reason: "as read"})
			return err
		}
	}
	one := func(who review.Person, do func(context.Context, *review.Desk) error) step {
		return func(ctx context.Context, desk func(review.Person) *review.Desk) error { return do(ctx, desk(who)) }
	}
	judged := func(who review.Person) step {
		return one(who, func(ctx context.Context, d *review.Desk) error { return judgeAll(ctx, d, "s1", "s2", "s3") })
	}
	return []step{
		submit(rea, "s1", review.VerdictRevise, certificate.Edit{Op: certificate.AcceptUnit, Group: "g1", Unit: "u4"}),
		submit(rob, "s1", review.VerdictAccept),
		one(sam, func(ctx context.Context, d *review.Desk) error { _, err := d.Claim(ctx, "s1"); return err }),
		one(sam, func(ctx context.Context, d *review.Desk) error {
			v, err := d.Take(ctx, "s1")
			if err == nil {
				_, err = d.Rule(ctx, "s1", v.Revision, review.Ruling{Whole: review.WholeB, Reason: "as the source says"})
			}
			return err
		}),
		submit(rea, "s2", review.VerdictAccept), submit(ray, "s2", review.VerdictAccept),
		submit(rob, "s3", review.VerdictAccept), submit(ray, "s3", review.VerdictAccept),
		one(olga, func(ctx context.Context, d *review.Desk) error { return d.SetReserve(ctx, "s9", true) }),
		one(olga, func(ctx context.Context, d *review.Desk) error { _, err := d.Freeze(ctx); return err }),
		one(olga, func(ctx context.Context, d *review.Desk) error {
			_, err := d.Sample(ctx, review.Sampling{States: 3, Auditors: []review.PersonID{una.ID, ugo.ID}, Seed: 2})
			return err
		}),
		judged(una), judged(ugo),
	}
}

func judgeAll(ctx context.Context, d *review.Desk, states ...string) error {
	for _, state := range states {
		v, err := d.Audit(ctx, state)
		if err != nil {
			return err
		}
		for _, g := range v.Frozen.Groups {
			for _, f := range audit.AllFields() {
				if _, err := d.JudgeGroup(ctx, state, g, f, audit.Judgment{Answer: audit.OK}); err != nil {
					return err
				}
			}
		}
		if _, err := d.JudgeState(ctx, state, audit.Accept, 5); err != nil {
			return err
		}
		if _, err := d.SubmitAudit(ctx, state); err != nil {
			return err
		}
	}
	return nil
}

// drawProcess draws something that a person in this role does at their desk,
// and how they see it end. It need not be lawful.
func drawProcess(rt *rapid.T, who review.Person) func(context.Context, *review.Desk) string {
	kinds := map[review.Role][]string{
		review.Annotator: {"edit", "edit", "note", "finish", "undo", "claim", "skip"},
		review.Reviewer:  {"claim", "claim", "claim", "edit", "note", "undo", "redo", "submit", "submit", "submit", "reopen", "release", "typing"},
		review.Senior:    {"claim", "claim", "choose", "rule", "rule", "recall", "release", "edit", "undo", "submit"},
		review.Auditor:   {"judge", "judge", "hand in", "take back", "claim", "note"},
		review.Organizer: {"seat", "seat", "seat", "unseat", "policy", "reserve", "retire", "return", "freeze", "sample", "report", "roles", "edit"},
	}
	role := rapid.SampledFrom(who.Roles).Draw(rt, "role")
	kind := rapid.SampledFrom(kinds[role]).Draw(rt, "kind")
	p := process{
		state:   rapid.SampledFrom([]string{"s1", "s1", "s1", "s2", "s2", "s3", "s9", "s0"}).Draw(rt, "state"),
		unit:    rapid.SampledFrom([]string{"u1", "u4", "u5"}).Draw(rt, "unit"),
		verdict: rapid.SampledFrom([]review.Verdict{review.VerdictAccept, review.VerdictAccept, review.VerdictRevise, review.VerdictUnscorable}).Draw(rt, "verdict"),
		whole:   rapid.SampledFrom([]review.Whole{review.ByGroup, review.WholeA, review.WholeB, review.ReplaceState, review.WholeOwn}).Draw(rt, "whole"),
		take:    rapid.SampledFrom(review.Takes()).Draw(rt, "take"),
		other:   rapid.SampledFrom(everybody()).Draw(rt, "other"),
		task:    rapid.SampledFrom([]review.Task{review.TaskReview, review.TaskReview, review.TaskArbitrate}).Draw(rt, "task"),
		yes:     rapid.Bool().Draw(rt, "yes"),
	}
	return func(ctx context.Context, d *review.Desk) string {
		if err := p.do(ctx, d, kind); err != nil {
			if stale := new(review.StaleError); errors.As(err, &stale) {
				return fmt.Sprintf("stale at %d now %d", stale.At, stale.Now)
			}
			return err.Error()
		}
		return "done"
	}
}

// process is what a drawn act is about.
type process struct {
	state, unit string
	verdict     review.Verdict
	whole       review.Whole
	take        review.Take
	other       review.Person
	task        review.Task
	yes         bool
}

func (p process) do(ctx context.Context, d *review.Desk, kind string) error {
	switch kind {
	case "claim":
		_, err := d.Claim(ctx, p.state)
		return err
	case "release":
		return d.Release(ctx, p.state)
	case "reopen":
		_, err := d.Reopen(ctx, p.state)
		return err
	case "recall":
		_, err := d.Recall(ctx, p.state)
		return err
	case "note":
		_, err := d.Note(ctx, p.state, p.unit)
		return err
	case "skip":
		_, err := d.Skip(ctx, p.state, &p.unit)
		return err
	case "typing":
		return d.SaveTyping(ctx, p.state, "note", p.unit)
	case "edit", "undo", "redo", "finish", "submit", "choose", "rule":
		v, err := d.Take(ctx, p.state)
		if err != nil {
			return err
		}
		return p.onSheet(ctx, d, kind, v)
	case "judge", "hand in", "take back":
		return p.audit(ctx, d, kind)
	}
	return p.organize(ctx, d, kind)
}

func (p process) onSheet(ctx context.Context, d *review.Desk, kind string, v review.View) (err error) {
	at := v.Revision
	switch kind {
	case "edit":
		e := certificate.Edit{Op: certificate.AcceptUnit, Group: "g1", Unit: p.unit}
		if len(v.Draft.Certificate().Groups) == 0 {
			e = certificate.Edit{Op: certificate.AddGroup, After: []byte(`{"role":"r"}`)}
		}
		_, err = d.Edit(ctx, p.state, at, e, "note")
	case "undo":
		_, err = d.Undo(ctx, p.state, at)
	case "redo":
		_, err = d.Redo(ctx, p.state, at)
	case "finish":
		_, err = d.Finish(ctx, p.state, at, p.yes)
	case "submit":
		_, err = d.Submit(ctx, p.state, at, review.Submission{Verdict: p.verdict, Confidence: 3, Reason: "so"})
	case "choose":
		_, err = d.Choose(ctx, p.state, at, 0, &review.Choice{Take: p.take})
	case "rule":
		r := review.Ruling{Whole: p.whole, Reason: "so"}
		if p.whole == review.ReplaceState {
			r.Replacement = "s9"
		}
		_, err = d.Rule(ctx, p.state, at, r)
	}
	return err
}

func (p process) audit(ctx context.Context, d *review.Desk, kind string) (err error) {
	switch kind {
	case "judge":
		if _, err = d.JudgeState(ctx, p.state, audit.Accept, 4); err == nil {
			_, err = d.JudgeGroup(ctx, p.state, "G1", audit.AllFields()[0], audit.Judgment{Answer: audit.OK})
		}
	case "hand in":
		_, err = d.SubmitAudit(ctx, p.state)
	case "take back":
		_, err = d.ReopenAudit(ctx, p.state)
	}
	return err
}

func (p process) organize(ctx context.Context, d *review.Desk, kind string) (err error) {
	switch kind {
	case "seat":
		return d.Seat(ctx, p.state, p.task, p.other.ID)
	case "unseat":
		return d.Unseat(ctx, p.state, p.task, p.other.ID)
	case "policy":
		return d.SetPolicy(ctx, review.Policy{Lease: 60_000, Seed: 5, Settings: review.Settings{MinorToSenior: p.yes}})
	case "reserve":
		return d.SetReserve(ctx, "s9", p.yes)
	case "retire":
		return d.Retire(ctx, p.other.ID)
	case "return":
		return d.Return(ctx, p.other.ID)
	case "roles":
		return d.SetRoles(ctx, p.other.ID, p.other.Roles)
	case "freeze":
		_, err = d.Freeze(ctx)
	case "sample":
		_, err = d.Sample(ctx, review.Sampling{States: 1, Auditors: []review.PersonID{una.ID, ugo.ID}, Seed: 2})
	case "report":
		_, err = d.AuditReport(ctx, []string{"s1", "s2"}, audit.Resampling{Draws: 10}, true)
	}
	return err
}
