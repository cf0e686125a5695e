package review_test

import (
	"slices"
	"strings"
	"testing"

	"suffice/certificate"
	"suffice/review"
	"suffice/review/reviewtest"
)

func dispute(t *testing.T, d *review.Desk, state string) review.Dispute {
	t.Helper()
	q, err := d.Dispute(background, state)
	if err != nil {
		t.Fatalf("dispute on %s: %v", state, err)
	}
	return q
}

// What the senior is shown, and how choices come and go.
func TestDispute(t *testing.T) {
	o, state := reviewtest.Disputed(t, reviewtest.Sealed(reviewtest.Calibration()))
	q := dispute(t, o.Sven, state)
	if q.Sheet != review.SheetSenior || len(q.Open) != 2 || q.Composed != nil || !q.Agreement.AOnly.Found || !q.Agreement.BOnly.Found {
		t.Fatalf("sheet %s, open %v, counterexamples %v %v", q.Sheet, q.Open, q.Agreement.AOnly, q.Agreement.BOnly)
	}
	if said := strings.Join(q.Sentences, "; "); !strings.Contains(said, "src/a.go:31-40") {
		t.Errorf("it says %s", said)
	}
	_, err := o.Sven.Choose(background, state, q.Revision, 9, &review.Choice{Take: review.TakeA})
	refused[*review.ChoiceError](t, err, "no pair of groups 9")
	_, err = o.Sven.Choose(background, state, q.Revision, 0, &review.Choice{Take: review.TakeOwn})
	refused[*review.ChoiceError](t, err, "own group")
	_, err = o.Sven.Rule(background, state, q.Revision, review.Ruling{Reason: "x"})
	refused[*review.UndecidedError](t, err, "not decided")
	ack, err := o.Sven.Choose(background, state, q.Revision, 0, &review.Choice{Take: review.TakeUnion})
	if err != nil || ack.Undo != "take the union of A and B for difference 1" {
		t.Fatalf("undo offers %q, %v", ack.Undo, err)
	}
	own := &certificate.Group{Role: "caller", Acceptable: []string{"u3", "u6"}, Threshold: 1, Weight: 1, Rationale: "both call it",
		Quotations: []certificate.Quotation{{Unit: "u6", LineStart: 51, LineEnd: 51, Text: "line 51"}}}
	if ack, err = o.Sven.Choose(background, state, ack.Revision, 1, &review.Choice{Take: review.TakeOwn, Own: own}); err != nil {
		t.Fatal(err)
	}
	q = dispute(t, o.Sven, state)
	if len(q.Open) != 0 || q.Composed == nil || !slices.Equal(q.Composed.Groups[1].Acceptable, own.Acceptable) {
		t.Fatalf("open %v, composed %+v, misfit %s", q.Open, q.Composed, q.Misfit)
	}
	if ack, err = o.Sven.Undo(background, state, ack.Revision); err != nil || len(ack.Mine.Choices) != 1 {
		t.Fatalf("undo: %+v, %v", ack.Mine.Choices, err)
	}
	if ack, err = o.Sven.Redo(background, state, ack.Revision); err != nil || len(ack.Mine.Choices) != 2 {
		t.Fatalf("redo: %+v, %v", ack.Mine.Choices, err)
	}
	_, err = o.Sven.Rule(background, state, ack.Revision, review.Ruling{})
	refused[*review.RulingError](t, err, "needs a reason")
	done, err := o.Sven.Rule(background, state, ack.Revision, review.Ruling{Reason: "merged", Causes: []review.Cause{review.Plurality}})
	if err != nil {
		t.Fatal(err)
	}
	if done.Ruling == nil || done.Ruling.Whole != review.ByGroup || done.MayEdit || done.Status != review.StatusDone {
		t.Errorf("decided: %+v, may edit %v, %s", done.Ruling, done.MayEdit, done.Status)
	}
	k := o.Memory.Stored(state)
	now := k.Sheets[review.Main].Draft.Certificate()
	if !certificate.Compare(now, *q.Composed).Same() || k.Course.Phase != review.Closed {
		t.Errorf("the certificate is %+v in %s", now.Groups, k.Course.Phase)
	}
	_, err = o.Sven.Choose(background, state, done.Revision, 0, nil)
	refused[*review.SubmittedError](t, err, "take it back")
}

// Every whole decision and what it makes of the certificate.
func TestWholeDecisions(t *testing.T) {
	for _, c := range []struct {
		whole review.Whole
		own   []certificate.Edit // on the senior's sheet
		r     review.Ruling
		err   string
	}{
		{whole: review.WholeA},
		{whole: review.WholeB},
		{whole: review.WholeOwn, own: []certificate.Edit{certificate.SetWeightEdit("g1", 4)}},
		{whole: review.BothWrong, own: []certificate.Edit{certificate.AcceptEdit("g2", "u8"), reviewtest.QuoteLine("g2", "u8", 71)}},
		{whole: "most", err: "a decision is one of"},
		{whole: review.ReplaceState, err: "needs the ID of a reserve state"},
	} {
		t.Run(string(c.whole), func(t *testing.T) {
			o, state := reviewtest.Disputed(t, reviewtest.Calibration())
			if len(c.own) > 0 {
				reviewtest.Do(t, o.Sven, state, c.own...)
			}
			q := dispute(t, o.Sven, state)
			done, err := o.Sven.Rule(background, state, q.Revision, review.Ruling{Whole: c.whole, Reason: "so it is"})
			if c.err != "" {
				refused[*review.RulingError](t, err, c.err)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			want := q.Draft.Certificate()
			switch c.whole {
			case review.WholeA:
				want = q.In.A.Certificate
			case review.WholeB:
				want = q.In.B.Certificate
			}
			now := o.Memory.Stored(state).Sheets[review.Main].Draft.Certificate()
			if !certificate.Compare(now, want).Same() || done.Ruling.Whole != c.whole {
				t.Errorf("the certificate is %+v, want %+v", now.Groups, want.Groups)
			}
		})
	}
}

// A decision stays when a review it was about is changed; it is marked, and
// comes back only when the senior asks (case C17).
func TestDecisionsSurvive(t *testing.T) {
	o, state := reviewtest.Decided(t, reviewtest.Sealed(reviewtest.Calibration()))
	before := o.Memory.Stored(state)
	v, err := o.Rita.Reopen(background, state)
	if err != nil {
		t.Fatal(err)
	}
	if v.Phase != review.Review {
		t.Errorf("the reviewer learns that it is in %s", v.Phase)
	}
	if q := dispute(t, o.Sven, state); len(q.Changed) != 0 {
		t.Errorf("nothing is submitted, still: %v", q.Changed)
	}
	ack := reviewtest.Do(t, o.Rita, state, certificate.AcceptEdit("g1", "u6"))
	if _, err := o.Rita.Submit(background, state, ack.Revision, reviewtest.Revises("u6 as well")); err != nil {
		t.Fatal(err)
	}
	after := o.Memory.Stored(state)
	if after.Course.Phase != review.Closed || after.Course.Ruling == nil || after.Sheets[review.Main].Revision != before.Sheets[review.Main].Revision {
		t.Errorf("the decision is undone: %s, revision %d", after.Course.Phase, after.Sheets[review.Main].Revision)
	}
	q := dispute(t, o.Sven, state)
	said := strings.Join(q.Changed, "; ")
	if !strings.Contains(said, "src/a.go:51-60") || q.In.A.Reason == "u6 as well" || q.In.B.Reason == "u6 as well" {
		t.Errorf("marked with %q, inputs %+v", said, q.In)
	}
	rows, _ := o.Sven.Queue(background)
	i := slices.IndexFunc(rows, func(r review.QueueRow) bool { return r.State == state })
	if i < 0 || !rows[i].Moved || rows[i].Status != review.StatusDone {
		t.Errorf("the queue says %+v", rows)
	}
	list, err := o.Olga.Disagreements(background)
	if err != nil || !slices.ContainsFunc(list, func(d review.Disagreement) bool { return d.State == state && d.Moved && d.Ruling == review.ByGroup }) {
		t.Errorf("disagreements: %+v, %v", list, err)
	}
	// The senior asks: it is open again, on the reviews as they stand now.
	q, err = o.Sven.Recall(background, state)
	if err != nil || q.Phase != review.Arbitrate || len(q.Changed) != 0 || len(q.Choices) != 0 || q.Undo != "" {
		t.Fatalf("recalled: %s, changed %v, choices %v, undo %q, %v", q.Phase, q.Changed, q.Choices, q.Undo, err)
	}
	if q.In.A.Reason != "u6 as well" && q.In.B.Reason != "u6 as well" {
		t.Error("the inputs are the old ones")
	}
	_, err = o.Sven.Recall(background, state)
	refused[*review.NotSubmittedError](t, err, "nothing to take back")
	reviewtest.Decide(t, o.Sven, state, review.TakeUnion)
	a, err := o.Olga.Accounting(background)
	if err != nil || a.Arbitrations != 1 || a.Recalled != 1 || a.Repairs != 2 {
		t.Errorf("%+v, %v", a, err)
	}
}

// What a decision made of the certificate is hidden from who annotated it, also
// while the decision is taken back: the same as when it is made.
func TestARecalledDecisionReachesNoAnnotator(t *testing.T) {
	o, state := reviewtest.Disputed(t, reviewtest.Calibration())
	if _, err := o.Ann.Take(background, state); err != nil {
		t.Fatal(err)
	}
	reviewtest.Decide(t, o.Sven, state, review.TakeUnion)
	hidden := func() string {
		t.Helper()
		_, err := o.Ann.Take(background, state)
		refused[*review.UnknownStateError](t, err, state)
		return shown(t, o.Ann)
	}
	closed := hidden()
	if _, err := o.Sven.Recall(background, state); err != nil {
		t.Fatal(err)
	}
	if now := hidden(); now != closed {
		t.Errorf("taken back, the annotator sees\n%s\nwhere it was\n%s", now, closed)
	}
	reviewtest.Decide(t, o.Sven, state, review.TakeA)
	if now := hidden(); now != closed {
		t.Errorf("decided anew, the annotator sees\n%s\nwhere it was\n%s", now, closed)
	}
}

// Recalled without a change in the reviews, the choices are still there.
func TestRecallKeepsChoices(t *testing.T) {
	o, state := reviewtest.Decided(t, reviewtest.Calibration())
	q, err := o.Sven.Recall(background, state)
	if err != nil || len(q.Choices) != 2 || q.Composed == nil {
		t.Errorf("choices %v, %v", q.Choices, err)
	}
}

// While a senior decides, a review may be changed; the senior goes on with
// those that were there and is told.
func TestReviewChangesUnderTheSenior(t *testing.T) {
	o, state := reviewtest.Disputed(t, reviewtest.Calibration())
	// Ralf comes round to what the certificate says already.
	if _, err := o.Ralf.Reopen(background, state); err != nil {
		t.Fatal(err)
	}
	ack := reviewtest.Do(t, o.Ralf, state, certificate.SetThresholdEdit("g1", 1), certificate.DropEdit("g2", "u5"))
	if _, err := o.Ralf.Submit(background, state, ack.Revision, reviewtest.Accepts()); err != nil {
		t.Fatal(err)
	}
	if q := dispute(t, o.Sven, state); q.Phase != review.Arbitrate || len(q.Changed) == 0 || len(q.Open) != 2 {
		t.Errorf("%s, changed %v, open %v", q.Phase, q.Changed, q.Open)
	}
}

// Before a senior has it, a changed review is judged anew: it may close.
func TestReviewChangesBeforeTheSenior(t *testing.T) {
	o := reviewtest.NewOffice(t, reviewtest.Calibration(), 1)
	o.Annotate(t, "s1")
	reviewtest.Differ(t, o.Rita, o.Ralf, "s1")
	for _, d := range []*review.Desk{o.Rita, o.Ralf} {
		if _, err := d.Reopen(background, "s1"); err != nil {
			t.Fatal(err)
		}
	}
	ack := reviewtest.Do(t, o.Ralf, "s1", certificate.SetThresholdEdit("g1", 1), certificate.DropEdit("g2", "u5"))
	if _, err := o.Ralf.Submit(background, "s1", ack.Revision, reviewtest.Accepts()); err != nil {
		t.Fatal(err)
	}
	unquote := reviewtest.QuoteLine("g1", "u4", 31).Invert()
	unquote.Before = []byte(`{"at":1,"quotation":{"evidence_id":"u4","line_start":31,"line_end":31,"text":"line 31"}}`)
	ack = reviewtest.Do(t, o.Rita, "s1", certificate.DropEdit("g1", "u4"), unquote)
	if _, err := o.Rita.Submit(background, "s1", ack.Revision, reviewtest.Accepts()); err != nil {
		t.Fatal(err)
	}
	if c := o.Memory.Stored("s1").Course; c.Phase != review.Closed || c.Outcome.Route != review.Closes {
		t.Errorf("%s: %+v", c.Phase, c.Outcome)
	}
}

// A replaced state leaves the release; its reserve gets two fresh reviews.
func TestReplacement(t *testing.T) {
	o, state := reviewtest.Disputed(t, reviewtest.Calibration())
	q := dispute(t, o.Sven, state)
	rule := func(reserve string) error {
		_, err := o.Sven.Rule(background, state, q.Revision, review.Ruling{Whole: review.ReplaceState, Reason: "cannot be scored", Replacement: reserve})
		return err
	}
	refused[*review.ReserveError](t, rule("s99"), "no such state")
	refused[*review.ReserveError](t, rule("s4"), "in the release already")
	refused[*review.ReserveError](t, rule("s7"), "not finished")
	refused[*review.RulingError](t, rule(state), "cannot replace itself")

	if err := o.Olga.SetReserve(background, "s1", true); err != nil {
		t.Fatal(err)
	}
	refused[*review.UnknownStateError](t, claim(o.Rosa, "s1"), "s1") // waits in reserve
	refused[*review.UnderReviewError](t, o.Olga.SetReserve(background, "s2", true), "under review")
	if err := rule("s1"); err != nil {
		t.Fatal(err)
	}
	old, new := o.Memory.Stored(state).Course, o.Memory.Stored("s1").Course
	if old.Phase != review.Excluded || old.Replaced != "s1" || new.Replaces != state || new.Phase != review.Review || new.Under == 0 || new.Reserve {
		t.Errorf("old %s by %q, new %s for %q", old.Phase, old.Replaced, new.Phase, new.Replaces)
	}
	for _, d := range []*review.Desk{o.Sven, o.Rita, o.Ralf, o.Ann} {
		_, err := d.Take(background, state)
		refused[*review.UnknownStateError](t, err, state)
	}
	if v := take(t, o.Olga, state); v.Phase != review.Excluded {
		t.Errorf("the organizer sees it in %s", v.Phase)
	}
	reviewtest.Review(t, o.Rita, "s1", reviewtest.Accepts())
	reviewtest.Review(t, o.Ralf, "s1", reviewtest.Accepts())
	if got := o.Memory.Stored("s1").Course.Phase; got != review.Closed {
		t.Errorf("the reserve is in %s", got)
	}
	a, err := o.Olga.Accounting(background)
	if err != nil || a.Replacements != 1 || a.ScorableStates != 7 || a.Arbitrations != 1 {
		t.Errorf("%+v, %v", a, err)
	}
	changes, err := o.Olga.Sensitivity(background)
	if err != nil || !slices.ContainsFunc(changes, func(c review.FinalChange) bool { return c.State == state && c.Class == review.L3 }) {
		t.Errorf("%+v, %v", changes, err)
	}
}
