package review_test

import (
	"slices"
	"strings"
	"testing"

	"suffice/audit"
	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/review"
	"suffice/review/reviewtest"
	"suffice/scorer"
)

// From the draw to the report; no judgment is lost, none is seen too early.
func TestAudit(t *testing.T) {
	o := reviewtest.FrozenWithAudit(t, reviewtest.Sealed(reviewtest.Calibration()))
	sample := o.Memory.StoredBoard().Sample.Sample.States
	_, err := o.Olga.Sample(background, review.Sampling{States: 2})
	refused[*review.SampledError](t, err, "drawn already")
	for _, d := range []*review.Desk{o.Olga, o.Rita, o.Ann} {
		if _, err := d.Audit(background, sample[0]); err == nil {
			t.Errorf("%s audits", d.Person().Name)
		}
	}
	last := sample[3]
	v, err := o.Alma.Audit(background, last)
	if err != nil || v.Sheet.Groups[0].Fields[2].Answer != audit.OK || v.Sheet.Groups[0].Fields[4].Answer != audit.Unanswered || v.Slot != review.SlotA {
		t.Fatalf("half judged: %+v, %v", v.Sheet, err)
	}
	_, err = o.Alma.SubmitAudit(background, last)
	refused[*review.IncompleteError](t, err, "not complete")
	_, err = o.Alma.JudgeGroup(background, last, "G9", audit.Necessity, audit.Judgment{})
	refused[*review.JudgmentError](t, err, "no group G9")
	_, err = o.Alma.JudgeGroup(background, last, v.Frozen.Groups[0], audit.Field(8), audit.Judgment{})
	refused[*review.JudgmentError](t, err, "none of the eight")
	_, err = o.Alma.JudgeGroup(background, last, v.Frozen.Groups[0], audit.Necessity, audit.Judgment{Answer: "so so"})
	refused[*review.JudgmentError](t, err, "so so")
	_, err = o.Alma.JudgeState(background, last, "fine", 3)
	refused[*review.JudgmentError](t, err, "fine")
	_, err = o.Alma.JudgeState(background, last, audit.Accept, 6)
	refused[*review.JudgmentError](t, err, "1 to 5")
	_, err = o.Alma.JudgeState(background, sample[0], audit.Revise, 3)
	refused[*review.SubmittedError](t, err, "submitted")
	if _, err = o.Alma.ReopenAudit(background, sample[0]); err != nil {
		t.Fatal(err)
	}
	_, err = o.Alma.ReopenAudit(background, last)
	refused[*review.NotSubmittedError](t, err, "not submitted")
	if _, err = o.Alma.SubmitAudit(background, sample[0]); err != nil {
		t.Fatal(err)
	}
	_, err = o.Alma.Edit(background, last, 0, certificate.SetWeightEdit("g1", 2), "")
	if err == nil {
		t.Error("an auditor edits a certificate")
	}

	r := audit.Resampling{Seed: 1, Draws: 50}
	_, err = o.Olga.AuditReport(background, nil, r, true)
	refused[*review.AuditOpenError](t, err, "auditor A has 1 state open, auditor B 3 states")
	report, err := o.Olga.AuditReport(background, []string{sample[2], last}, r, false)
	refused[*review.AuditOpenError](t, err, "auditor B 1 state")
	if len(report.Exclusions) != 0 {
		t.Error("a report without the right to one")
	}
	report, err = o.Olga.AuditReport(background, sample[1:], r, true)
	if err != nil || report.StatesAudited != 1 || len(report.Exclusions) != 3 || report.FlaggedByAtLeastOne.Ratio.Numerator != 1 {
		t.Fatalf("%d states, exclusions %v, %v", report.StatesAudited, report.Exclusions, err)
	}
	_, err = o.Alma.JudgeGroup(background, last, v.Frozen.Groups[0], audit.Necessity, audit.Judgment{Answer: audit.OK})
	refused[*review.ForbiddenError](t, err, "reported")
	if view := take(t, o.Alma, last); !view.Outcomes || len(view.Locked) != 2 {
		t.Error("outcomes stay closed to an auditor after the report")
	}
	agree, err := o.Olga.Agreement(background, "necessity", review.AuditJudged, r)
	if err != nil || agree.Items != 2 || agree.Count("ok", "not ok") != 1 {
		t.Errorf("%+v, %v", agree.Cells, err)
	}
}

// The auditors are drawn from outside the chain.
func TestAuditorsAreOutsideTheChain(t *testing.T) {
	o := reviewtest.CloseAll(t, reviewtest.Calibration(), 3)
	if _, err := o.Olga.Freeze(background); err != nil {
		t.Fatal(err)
	}
	inside := []review.PersonID{o.Alma.Person().ID, o.Rita.Person().ID}
	_, err := o.Olga.Sample(background, review.Sampling{States: 2, Auditors: inside})
	refused[*review.DutyError](t, err, "auditor")
	drawn, err := o.Olga.Sample(background, review.Sampling{States: 2, Seed: 5, DryRun: true})
	if err != nil || len(drawn.Auditors) != 2 || o.Memory.StoredBoard().Sample != nil {
		t.Fatalf("%+v, %v", drawn, err)
	}
	again, _ := o.Olga.Sample(background, review.Sampling{States: 2, Seed: 5})
	if !slices.Equal(drawn.Auditors, again.Auditors) || !slices.Equal(drawn.Sample.States, again.Sample.States) {
		t.Error("the same seed draws something else")
	}
	if err := o.Olga.SetRoles(background, o.Alma.Person().ID, []review.Role{review.Auditor, review.Reviewer}); err != nil {
		t.Fatal(err)
	}
	strata, err := o.Olga.SampleStrata(background, review.ByBoundary, map[string]int{"after_search": 1}, 0, 5)
	if err != nil || len(strata.Strata) != 1 || len(strata.Strata[0].States) != 1 {
		t.Errorf("%+v, %v", strata, err)
	}
	_, err = o.Olga.SampleStrata(background, review.BySensitivity, map[string]int{"L9": 1}, 0, 5)
	refused[*review.UnknownStratumError](t, err, "L9")
	_, err = o.Olga.SampleStrata(background, "mood", nil, 1, 5)
	refused[*review.UnknownStratumError](t, err, "mood")
}

// How far the reviewers agree, field by field, over content and never by name;
// who has not reviewed is an exclusion (cases C4, C6, C8).
func TestAgreement(t *testing.T) {
	o := reviewtest.MidReview(t, reviewtest.Calibration())
	r := audit.Resampling{Seed: 1, Draws: 20}
	for _, c := range []struct {
		field    string
		items    int
		agree    int64
		excluded int
	}{
		{review.FieldVerdict, 3, 2, 1},    // s4 accept, s5 revise, s6 apart; s3 has one review
		{review.FieldConfidence, 3, 2, 1}, // s6: 4 and 2
		{review.FieldGroups, 6, 4, 2},     // s5 differs in both groups
		{review.FieldUnits, 11, 9, 2},     // u4 and u5 of s5
		{review.FieldThreshold, 6, 5, 2},
		{review.FieldWeight, 6, 6, 2},
		{review.FieldRole, 6, 6, 2},
	} {
		a, err := o.Olga.Agreement(background, c.field, review.LatestReviews, r)
		if err != nil || a.Items != c.items || len(a.Exclusions) != c.excluded || a.Raw.Ratio.Numerator != c.agree {
			t.Errorf("%s: %d items, %v, %d exclusions, %v", c.field, a.Items, a.Raw.Ratio, len(a.Exclusions), err)
		}
	}
	before, err := o.Olga.Agreement(background, review.FieldVerdict, review.LatestReviews, r)
	if err != nil {
		t.Fatal(err)
	}
	reviewtest.Begin(t, o.Sven, "s5")
	reviewtest.Decide(t, o.Sven, "s5", review.TakeA)
	after, _ := o.Olga.Agreement(background, review.FieldVerdict, review.LatestReviews, r)
	if before.Raw.Text() != after.Raw.Text() || before.Kappa.Text() != after.Kappa.Text() {
		t.Error("the senior counts as a rater")
	}
	// As first submitted, whatever was changed since.
	if _, err := o.Rosa.Reopen(background, "s6"); err != nil {
		t.Fatal(err)
	}
	if _, err := o.Rosa.Submit(background, "s6", take(t, o.Rosa, "s6").Revision, reviewtest.Accepts()); err != nil {
		t.Fatal(err)
	}
	first, _ := o.Olga.Agreement(background, review.FieldVerdict, review.FirstReviews, r)
	latest, _ := o.Olga.Agreement(background, review.FieldVerdict, review.LatestReviews, r)
	if first.Raw.Ratio.Numerator != 2 || latest.Raw.Ratio.Numerator != 3 {
		t.Errorf("first %s, latest %s", first.Raw.Text(), latest.Raw.Text())
	}
	_, err = o.Olga.Agreement(background, "mood", review.LatestReviews, r)
	refused[*review.UnknownFieldError](t, err, "mood")
	_, err = o.Olga.Agreement(background, review.FieldVerdict, "later", r)
	refused[*review.UnknownPhaseError](t, err, "later")
	_, err = o.Olga.Agreement(background, review.FieldVerdict, review.AuditJudged, r)
	refused[*review.NotSampledError](t, err, "no audit")
}

// The class of every final change over the locked rankings, and of a what-if.
func TestSensitivityOfChanges(t *testing.T) {
	o := reviewtest.NewOffice(t, reviewtest.Sealed(reviewtest.Calibration()), 4)
	o.Annotate(t, "s1", "s2", "s3", "s4")
	o.Memory.Lock("s1", card.Prediction{State: "s1", Method: "bm25", Ranked: []string{"u4", "u3"}})
	for _, id := range []string{"s2", "s3"} {
		o.Memory.Lock(id, card.Prediction{State: id, Method: "bm25", Ranked: []string{"u1", "u3"}})
	}
	more := certificate.AcceptEdit("g1", "u4")
	for _, d := range []*review.Desk{o.Rita, o.Ralf} {
		reviewtest.Review(t, d, "s1", reviewtest.Revises("x"), more) // flips: u4 completes now
		reviewtest.Review(t, d, "s2", reviewtest.Revises("x"), more) // changes nothing that is ranked
		reviewtest.Review(t, d, "s3", reviewtest.Accepts())
	}
	changes, err := o.Olga.Sensitivity(background)
	var said []string
	for _, c := range changes {
		said = append(said, c.State+" "+string(c.Class))
	}
	if got := strings.Join(said, ", "); err != nil || got != "s1 L2, s2 L1, s3 L0" {
		t.Errorf("%s, %v", got, err)
	}
	if c := changes[0]; c.Flips != 3 || len(c.Flipped) != 3 || c.Locked != 1 {
		t.Errorf("%+v", c)
	}
	before := len(o.Memory.Journal())
	change, after, err := o.Olga.WhatIf(background, "s3", []certificate.Edit{certificate.DropEdit("g1", "u1")})
	if err != nil || change.Class != scorer.L2 || len(after.Groups[0].Acceptable) != 1 {
		t.Errorf("%+v, %v", change.Class, err)
	}
	if len(o.Memory.Journal()) != before || len(o.Memory.Stored("s3").Sheets[review.Main].Draft.Certificate().Groups[0].Acceptable) != 2 {
		t.Error("a what-if became the certificate")
	}
	_, _, err = o.Olga.WhatIf(background, "s4", nil)
	refused[*review.NotReadyError](t, err, "closed states")
	_, _, err = o.Olga.WhatIf(background, "s3", []certificate.Edit{certificate.DropEdit("g9", "u1")})
	refused[*review.ApplyError](t, err, "edit 1")
	_, _, err = o.Rita.WhatIf(background, "s3", nil)
	refused[*review.ForbiddenError](t, err, "only an organizer")
}
