package review_test

import (
	"strings"
	"testing"

	"suffice/certificate"
	"suffice/review"
	"suffice/review/reviewtest"
)

// What is refused when a review is handed in, and that nothing is kept of it.
func TestSubmitRefuses(t *testing.T) {
	edited := []certificate.Edit{certificate.AcceptEdit("g1", "u4")}
	broken := []certificate.Edit{certificate.SetThresholdEdit("g2", 1), certificate.DropEdit("g2", "u3")}
	for _, c := range []struct {
		name  string
		edits []certificate.Edit
		s     review.Submission
		field string
		says  string
	}{
		{"no verdict", nil, review.Submission{Confidence: 3}, "verdict", "a verdict is one of"},
		{"no confidence", nil, review.Submission{Verdict: review.VerdictAccept}, "confidence", "1 to 5"},
		{"no reason", edited, review.Submission{Verdict: review.VerdictRevise, Confidence: 3}, "reason", "needs a reason"},
		{"revise without a change", nil, reviewtest.Revises("because"), "certificate", "needs a changed certificate"},
		{"accept with a change", edited, reviewtest.Accepts(), "certificate", "take the changes back"},
		{"unscorable with a change", edited, review.Submission{Verdict: review.VerdictUnscorable, Confidence: 3, Reason: "x"}, "certificate", "take the changes back"},
		{"a cause twice", edited, reviewtest.Revises("x", review.Plurality, review.Plurality), "causes", "twice"},
		{"a broken certificate", broken[1:], reviewtest.Revises("x"), "", "not ready to be finished"},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := reviewtest.NewOffice(t, reviewtest.Calibration(), 1)
			o.Annotate(t, "s1")
			v := reviewtest.Begin(t, o.Rita, "s1", c.edits...)
			before := len(o.Memory.Journal())
			_, err := o.Rita.Submit(background, "s1", v.Revision, c.s)
			if c.field == "" {
				refused[*review.UnfinishedError](t, err, c.says)
			} else {
				refused[*review.OpinionError](t, err, c.says)
			}
			if len(o.Memory.Journal()) != before || o.Memory.Stored("s1").Course.Opinions != nil {
				t.Error("something was kept of it")
			}
		})
	}
}

// Both reviews are in: where the state goes and what it closes with.
func TestSecondReviewDecidesTheRoute(t *testing.T) {
	more := certificate.AcceptEdit("g1", "u4")
	quote := reviewtest.QuoteLine("g1", "u4", 31)
	for _, c := range []struct {
		name   string
		minor  bool
		a, b   []certificate.Edit
		sa, sb review.Submission
		phase  review.Phase
		units  string // of the first group of the certificate afterwards
		why    string
	}{
		{"both accept", false, nil, nil, reviewtest.Accepts(), reviewtest.Accepts(), review.Closed, "u1 u2", "stands"},
		{"both revise alike", false, []certificate.Edit{more}, []certificate.Edit{more, quote}, reviewtest.Revises("x"), reviewtest.Revises("y"), review.Closed, "u1 u2 u4", "accept the same sets"},
		{"one revises", false, []certificate.Edit{more}, nil, reviewtest.Revises("x"), reviewtest.Accepts(), review.Arbitrate, "u1 u2", "says"},
		{"both revise differently", false, []certificate.Edit{more}, []certificate.Edit{certificate.SetThresholdEdit("g1", 2)}, reviewtest.Revises("x"), reviewtest.Revises("y"), review.Arbitrate, "u1 u2", "do not accept the same sets"},
		{"weights alone", false, []certificate.Edit{certificate.SetWeightEdit("g1", 2)}, []certificate.Edit{certificate.SetWeightEdit("g1", 3)}, reviewtest.Revises("x"), reviewtest.Revises("y"), review.Closed, "u1 u2", "same sets"},
		{"weights go to the senior", true, []certificate.Edit{certificate.SetWeightEdit("g1", 2)}, []certificate.Edit{certificate.SetWeightEdit("g1", 3)}, reviewtest.Revises("x"), reviewtest.Revises("y"), review.Arbitrate, "u1 u2", "weights or roles"},
		{"one says unscorable", false, nil, nil, reviewtest.Accepts(), review.Submission{Verdict: review.VerdictUnscorable, Confidence: 2, Reason: "x"}, review.Arbitrate, "u1 u2", "unscorable"},
		{"both are uncertain", false, nil, nil, review.Submission{Verdict: review.VerdictUncertain, Confidence: 2, Reason: "x"}, review.Submission{Verdict: review.VerdictUncertain, Confidence: 1, Reason: "y"}, review.Arbitrate, "u1 u2", "the senior decides"},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := reviewtest.NewOffice(t, reviewtest.Calibration(), 1)
			policy, err := o.Olga.Policy(background)
			if err != nil {
				t.Fatal(err)
			}
			policy.MinorToSenior = c.minor
			if err := o.Olga.SetPolicy(background, policy); err != nil {
				t.Fatal(err)
			}
			o.Annotate(t, "s1")
			reviewtest.Review(t, o.Rita, "s1", c.sa, c.a...)
			if got := o.Memory.Stored("s1").Course.Phase; got != review.Review {
				t.Fatalf("after one review it is in %s", got)
			}
			reviewtest.Review(t, o.Ralf, "s1", c.sb, c.b...)
			k := o.Memory.Stored("s1")
			units := strings.Join(k.Sheets[review.Main].Draft.Certificate().Groups[0].Acceptable, " ")
			if k.Course.Phase != c.phase || units != c.units || !strings.Contains(k.Course.Outcome.Why, c.why) {
				t.Errorf("it is in %s with %s: %s", k.Course.Phase, units, k.Course.Outcome.Why)
			}
			if k.Sheets[review.Main].Phase != c.phase {
				t.Errorf("its certificate is in %s", k.Sheets[review.Main].Phase)
			}
			if sum := k.Sums[review.Main]; sum != review.Summarize(reviewtest.State("s1", 8), k.Sheets[review.Main]) {
				t.Errorf("the summary is not of the certificate: %+v", sum)
			}
		})
	}
}

// A submitted review is closed to edits until it is taken back, and the last
// submission counts meanwhile (case C7).
func TestReopenAndResubmit(t *testing.T) {
	o := reviewtest.MidReview(t, reviewtest.Calibration())
	v := take(t, o.Rita, "s3")
	if v.MayEdit || v.Why == "" || v.Status != review.StatusDone || v.Opinion == nil || v.Opinion.Confidence != 3 {
		t.Errorf("submitted: may edit %v, %s, %+v", v.MayEdit, v.Status, v.Opinion)
	}
	_, err := o.Rita.Edit(background, "s3", v.Revision, certificate.SetWeightEdit("g1", 2), "")
	refused[*review.SubmittedError](t, err, "take it back")
	_, err = o.Rita.Submit(background, "s3", v.Revision, reviewtest.Revises("again"))
	refused[*review.SubmittedError](t, err, "submitted")
	refused[*review.SubmittedError](t, o.Rita.Release(background, "s3"), "submitted")
	_, err = o.Rita.Finish(background, "s3", v.Revision, true)
	refused[*review.ForbiddenError](t, err, "submitted instead")

	v, err = o.Rita.Reopen(background, "s3")
	if err != nil || !v.MayEdit || v.Status != review.StatusBegun || v.Opinion == nil {
		t.Fatalf("reopened: %+v, %v", v.Seat, err)
	}
	_, err = o.Rita.Reopen(background, "s3")
	refused[*review.NotSubmittedError](t, err, "nothing to take back")
	// Ralf accepts meanwhile; nothing is judged before Rita is done.
	w := take(t, o.Ralf, "s3")
	if _, err := o.Ralf.Submit(background, "s3", w.Revision, reviewtest.Accepts()); err != nil {
		t.Fatal(err)
	}
	if c := o.Memory.Stored("s3").Course; c.Outcome != nil || c.Phase != review.Review {
		t.Errorf("judged while a review was taken back: %+v", c.Outcome)
	}
	ack := reviewtest.Do(t, o.Rita, "s3", certificate.DropEdit("g1", "u4"))
	if _, err := o.Rita.Submit(background, "s3", ack.Revision, reviewtest.Accepts()); err != nil {
		t.Fatal(err)
	}
	if c := o.Memory.Stored("s3").Course; c.Phase != review.Closed {
		t.Errorf("it is in %s: %+v", c.Phase, c.Outcome)
	}
	// Giving it up instead of submitting lets the last submission stand.
	if _, err := o.Rita.Reopen(background, "s3"); err != nil {
		t.Fatal(err)
	}
	if err := o.Rita.Release(background, "s3"); err != nil {
		t.Fatal(err)
	}
	if v := take(t, o.Rita, "s3"); v.MayEdit {
		t.Error("a review that was given up is still open")
	}
}

// One person, two terminals, both at the same revision of their own sheet: the
// second is refused with what came in between, and may keep or re-apply it
// (case C16).
func TestStaleOnMyOwnSheet(t *testing.T) {
	o := reviewtest.NewOffice(t, reviewtest.Calibration(), 1)
	o.Annotate(t, "s1")
	one := o.Rita
	v := reviewtest.Begin(t, one, "s1")
	two := o.Sit(t, one.Person())
	first, err := one.Edit(background, "s1", v.Revision, certificate.SetWeightEdit("g1", 2), "")
	if err != nil || first.Revision != v.Revision+1 {
		t.Fatalf("%+v, %v", first.Revision, err)
	}
	late := certificate.AcceptEdit("g1", "u4")
	_, err = two.Edit(background, "s1", v.Revision, late, "")
	refused[*review.StaleError](t, err, "changed in the meantime")
	var stale *review.StaleError
	if asStale(err, &stale) && (len(stale.Since) != 1 || stale.Since[0].Sheet == review.Main || stale.Now != first.Revision) {
		t.Errorf("since then: %+v", stale.Since)
	}
	kept, err := two.Keep(background, "s1", v.Revision, late)
	if err != nil || len(kept.Mine.Kept) != 1 {
		t.Fatalf("keep: %v", err)
	}
	again, err := two.Reapply(background, "s1", v.Revision, first.Revision, late, "")
	if err != nil || again.Revision != first.Revision+1 {
		t.Errorf("re-apply: %v", err)
	}
	_, err = two.Submit(background, "s1", first.Revision, reviewtest.Revises("x"))
	refused[*review.StaleError](t, err, "revision")
	// Undo and redo are of one's own sheet.
	back, err := two.Undo(background, "s1", again.Revision)
	if err != nil || len(back.Draft.Certificate().Groups[0].Acceptable) != 2 {
		t.Errorf("undo: %v", err)
	}
}

// The certificate under review stays as it is, whoever made it.
func TestNobodyEditsWhatIsUnderReview(t *testing.T) {
	o := reviewtest.MidReview(t, reviewtest.Calibration())
	for _, d := range []*review.Desk{o.Ann, o.Olga} {
		v := take(t, d, "s2")
		_, err := d.Edit(background, "s2", v.Revision, certificate.SetWeightEdit("g1", 9), "")
		refused[*review.UnderReviewError](t, err, "under review")
		_, err = d.Finish(background, "s2", v.Revision, false)
		refused[*review.UnderReviewError](t, err, "under review")
		if v.MayEdit || !strings.Contains(v.Why, "under review") {
			t.Errorf("%s: may edit %v: %s", d.Person().Name, v.MayEdit, v.Why)
		}
	}
	// What waits for a reviewer can still be reopened.
	v := take(t, o.Ann, "s1")
	if _, err := o.Ann.Finish(background, "s1", v.Revision, false); err != nil {
		t.Errorf("reopen a certificate that nobody reviews: %v", err)
	}
	refused[*review.UnknownStateError](t, claim(o.Rosa, "s1"), "s1")
}

// Skipping takes a state out of my queue, not out of the other reviewer's, and
// counters never go below zero (case C18).
func TestSkippingAReviewIsMyOwn(t *testing.T) {
	o := reviewtest.NewOffice(t, reviewtest.Calibration(), 1)
	o.Annotate(t, "s1")
	reviewtest.Begin(t, o.Rita, "s1")
	reviewtest.Begin(t, o.Ralf, "s1")
	other := statuses(t, o.Ralf)
	for range 3 {
		if _, err := o.Rita.Skip(background, "s1", ptr("later")); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := o.Rita.Flag(background, "s1", ptr("look")); err != nil {
		t.Fatal(err)
	}
	if mine := statuses(t, o.Rita); mine != "s1 skipped" || other != statuses(t, o.Ralf) {
		t.Errorf("mine %s; the other's was %s and is %s", mine, other, statuses(t, o.Ralf))
	}
	for range 2 {
		if _, err := o.Rita.Skip(background, "s1", nil); err != nil {
			t.Fatal(err)
		}
	}
	if mine := statuses(t, o.Rita); mine != "s1 begun" {
		t.Errorf("put back: %s", mine)
	}
	a, err := o.Olga.Accounting(background)
	if err != nil || a.HumanReviews != 0 || a.Repairs < 0 || a.Phases[review.Review] != 1 {
		t.Errorf("%+v, %v", a, err)
	}
}

// Queues: what each role is wanted for.
func TestQueues(t *testing.T) {
	o := reviewtest.MidReview(t, reviewtest.Calibration())
	said := func(d *review.Desk) string {
		rows, err := d.Queue(background)
		if err != nil {
			t.Fatal(err)
		}
		var s []string
		for _, r := range rows {
			s = append(s, r.State+" "+string(r.Task)+" "+string(r.Status))
		}
		return strings.Join(s, ", ")
	}
	for _, c := range []struct {
		who  *review.Desk
		want string
	}{
		{o.Rita, "s1 review offered, s2 review begun, s3 review done, s4 review done, s5 review done"},
		{o.Rosa, "s1 review offered, s2 review offered, s6 review done"},
		{o.Sven, "s6 arbitrate offered, s5 arbitrate offered"},
		{o.Alma, ""},
		{o.Ann, "s1 annotate done, s2 annotate done, s3 annotate done, s5 annotate done, s6 annotate done, s7 annotate draft, s8 annotate empty"},
	} {
		if got := said(c.who); got != c.want {
			t.Errorf("%s: %s\nwant %s", c.who.Person().Name, got, c.want)
		}
	}
	rows, _ := o.Sven.Queue(background)
	if rows[0].Closeness > rows[1].Closeness || rows[0].Why == "" || len(rows[0].Differs) == 0 {
		t.Errorf("the senior's queue: %+v", rows)
	}
	for _, r := range rows {
		if r.Groups != 0 || r.Revision != 0 || r.Flag != nil {
			t.Errorf("an offer shows its certificate: %+v", r)
		}
	}
}
