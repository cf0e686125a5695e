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

// People come, change what they do, go and come back.
func TestPeople(t *testing.T) {
	o := reviewtest.MidReview(t, reviewtest.Calibration())
	add := func(p review.Person) error { return o.Olga.AddPerson(background, p) }
	refused[*review.ForbiddenError](t, o.Ann.AddPerson(background, reviewtest.Person("Eve", review.Organizer)), "only an organizer")
	refused[*review.NameError](t, add(review.Person{ID: "id-2", Name: "Rita"}), "already")
	refused[*review.NameError](t, add(review.Person{ID: "id-3"}), "name of their own")
	refused[*review.NameError](t, add(review.Person{ID: review.Rules, Name: "Rules"}), "ID of their own")
	refused[*review.UnknownRoleError](t, add(review.Person{ID: "id-4", Name: "Eve", Roles: []review.Role{"king"}}), "king")
	if err := add(reviewtest.Person("Eve", review.Reviewer)); err != nil {
		t.Fatal(err)
	}
	refused[*review.NameError](t, add(review.Person{ID: "id-Eve", Name: "Eva"}), "ID already")
	roles := func(who *review.Desk, rs ...review.Role) error {
		return o.Olga.SetRoles(background, who.Person().ID, rs)
	}
	refused[*review.LastOrganizerError](t, roles(o.Olga, review.Annotator), "only organizer")
	refused[*review.LastOrganizerError](t, o.Olga.Retire(background, o.Olga.Person().ID), "only organizer")
	refused[*review.DutyError](t, roles(o.Rita, review.Reviewer, review.Auditor), "auditor has reviewed no state")
	refused[*review.UnknownPersonError](t, o.Olga.Retire(background, "id-nobody"), "not known")
	if err := roles(o.Rita, review.Reviewer); err != nil {
		t.Errorf("the same roles again: %v", err)
	}

	// Retiring releases what is open and keeps what was handed in.
	if err := o.Olga.Retire(background, o.Rita.Person().ID); err != nil {
		t.Fatal(err)
	}
	if seats := o.Memory.Stored("s2").Course.Seats; len(seats) != 0 {
		t.Errorf("an open review is left with %+v", seats)
	}
	if c := o.Memory.Stored("s3").Course; len(c.Seats) != 2 || len(c.Opinions) != 1 {
		t.Errorf("a submitted review is gone: %+v", c.Seats)
	}
	rows, err := o.Rita.Queue(background)
	if err != nil || len(rows) != 0 {
		t.Errorf("retired, she sees %v, %v", rows, err)
	}
	refused[*review.ForbiddenError](t, claim(o.Rita, "s1"), "retired")
	if err := o.Olga.Return(background, o.Rita.Person().ID); err != nil {
		t.Fatal(err)
	}
	reviewtest.Begin(t, o.Rita, "s2") // she may have it again: nothing was submitted
	people, err := o.Ann.People(background)
	if err != nil || len(people) != 1 || people[0].Name != "Ann" {
		t.Errorf("Ann knows %v, %v", people, err)
	}
	refused[*review.PolicyError](t, o.Olga.SetPolicy(background, review.Policy{}), "last for some time")
	refused[*review.ForbiddenError](t, o.Rita.SetPolicy(background, review.Policy{Lease: 1}), "only an organizer")
	both := reviewtest.Person("Otto", review.Organizer, review.Reviewer)
	if err := add(both); err != nil {
		t.Fatal(err)
	}
	_, err = o.Sit(t, both).Accounting(background)
	refused[*review.ForbiddenError](t, err, "stricter view")
}

// What keeps a release from being frozen, by name, and what freezing does.
func TestFreezing(t *testing.T) {
	failing := func(o *reviewtest.Office) string {
		checks, err := o.Olga.FreezeChecks(background)
		if err != nil {
			t.Fatal(err)
		}
		var said []string
		for _, c := range checks {
			for _, p := range c.Problems {
				said = append(said, c.Name+" "+p.State)
			}
		}
		return strings.Join(said, ", ")
	}
	o := reviewtest.MidReview(t, reviewtest.Calibration())
	if got := failing(o); got !=
		"open s1, open s2, open s3, open s7, open s8, arbitration s5, arbitration s6, labels s8, blocking s7, blocking s8, blocking s8" {
		t.Errorf("failing: %s", got)
	}
	_, err := o.Olga.Freeze(background)
	refused[*review.FreezeError](t, err, "states that are not closed (5)")
	_, err = o.Ann.Freeze(background)
	refused[*review.ForbiddenError](t, err, "only an organizer")
	_, err = o.Olga.Sample(background, review.Sampling{States: 1})
	refused[*review.NotFrozenError](t, err, "not frozen")

	o = reviewtest.CloseAll(t, reviewtest.Sealed(reviewtest.Calibration()), 3)
	if got := failing(o); got != "" {
		t.Fatalf("failing: %s", got)
	}
	if v := take(t, o.Rita, "s1"); v.Outcomes || len(v.Locked) != 0 {
		t.Error("outcomes of a sealed project are open before it is frozen")
	}
	body, err := o.Olga.Freeze(background)
	if err != nil || body.States != 3 || body.Excluded != 0 || len(body.SHA256) != 64 {
		t.Fatalf("%+v, %v", body, err)
	}
	_, err = o.Olga.Freeze(background)
	refused[*review.FrozenError](t, err, "frozen")
	for _, d := range []*review.Desk{o.Ann, o.Rita, o.Sven, o.Olga} {
		v := take(t, d, "s1")
		if !v.Outcomes || v.MayEdit || v.Phase != review.Frozen || v.Sheet != review.Main {
			t.Errorf("%s: outcomes %v, may edit %v, %s", d.Person().Name, v.Outcomes, v.MayEdit, v.Phase)
		}
		_, err := d.Edit(background, "s1", v.Revision, certificate.SetWeightEdit("g1", 2), "")
		refused[*review.ForbiddenError](t, err, "edit the certificate")
	}
	if _, err := o.Rita.Reopen(background, "s1"); err == nil {
		t.Error("a frozen review is reopened")
	}
	if _, err := o.Sven.Recall(background, "s2"); err == nil {
		t.Error("a frozen decision is recalled")
	}
}

// The checks of cards find what is twice or nowhere.
func TestFreezeChecksOfCards(t *testing.T) {
	same, twin, alien := reviewtest.State("s1", 8), reviewtest.State("s2", 8), reviewtest.State("s3", 8)
	alien.Card.Split, alien.Card.Need = "test", "another"
	alien.Pool.Units[3].Path = ""
	people := []review.Person{reviewtest.Organizer("Olga")}
	m := reviewtest.NewMemory(reviewtest.Calibration(), people, same, twin, alien)
	checks, err := reviewtest.Desk(t, m, people[0]).FreezeChecks(background)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"unique": "s2 shows the same as s1", "provenance": "u4 names no source file",
		"splits": `the instance harbour__1 is in the split "" with s1 and in "test" with s3`,
	} {
		i := slices.IndexFunc(checks, func(c review.FreezeCheck) bool { return c.Name == name })
		if i < 0 || len(checks[i].Problems) == 0 || !strings.Contains(checks[i].Problems[0].Text, want) || checks[i].Checked != 3 {
			t.Errorf("%s: %+v", name, checks[i])
		}
	}
}

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

// Table 7: what models said is the organizer's alone and changes nothing.
func TestSignals(t *testing.T) {
	o := reviewtest.MidReview(t, reviewtest.Calibration())
	for i, v := range []review.Verdict{review.VerdictAccept, review.VerdictRevise, review.VerdictAccept} {
		id := "s" + itoa(i+1)
		o.Memory.Signal(review.Signal{Reviewer: "model-1", State: id, Verdict: v}, review.Signal{Reviewer: "model-2", State: id, Verdict: review.VerdictAccept, Note: secret})
	}
	o.Memory.Signal(review.Signal{Reviewer: "model-3", State: "s2", Verdict: review.VerdictRebuild})
	counts, err := o.Olga.Signals(background)
	if err != nil || len(counts) != 3 || counts[0].Rows != 3 || counts[0].Counts[review.VerdictAccept] != 2 || counts[2].Counts[review.VerdictRebuild] != 1 {
		t.Errorf("%+v, %v", counts, err)
	}
	a, err := o.Olga.Accounting(background)
	if err != nil || a.ModelReviews != 6 || a.ModelArbitrations != 1 {
		t.Errorf("%+v, %v", a, err)
	}
	for _, d := range o.Desks()[1:] {
		if strings.Contains(everything(t, o.Memory, d, "s1", "s2", "s3"), secret) {
			t.Errorf("%s is told what a model said", d.Person().Name)
		}
	}
}

// Everything of the accounts after a whole project.
func TestAccounting(t *testing.T) {
	o := reviewtest.FrozenWithAudit(t, reviewtest.Calibration())
	a, err := o.Olga.Accounting(background)
	if err != nil {
		t.Fatal(err)
	}
	if a.ScorableStates != 6 || a.HumanReviews != 12 || a.Submitted != 12 || a.Arbitrations != 1 || a.Repairs != 1 ||
		a.HumanAudited != 1 || a.Replacements != 0 || a.Branches != 0 || a.Phases[review.Frozen] != 6 || a.Events != len(o.Memory.Journal()) {
		t.Errorf("%+v", a)
	}
}
