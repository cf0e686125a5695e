package review_test

import (
	"slices"
	"strings"
	"testing"

	"suffice/certificate"
	"suffice/review"
	"suffice/review/reviewtest"
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
