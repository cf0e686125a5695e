package arbitration_test

import (
	"slices"
	"testing"

	"suffice/certificate"
	"suffice/review"
	"suffice/review/reviewtest"
)

// What follows is the way of one dispute: A wants both of G1 and accepts u5 for
// G2, B accepts u4 for G1. Which reviewer is A is drawn, so tests go by what
// they say.

// TestOpensOnWhatIsOpen: who comes back begins with the first difference that
// is not decided yet.
func TestOpensOnWhatIsOpen(t *testing.T) {
	r := disputed(t, 160, 50)
	r.Keys("m") // G1
	again := open(t, r.office, r.desk, r.state, 160, 50)
	again.Elapse(grace)
	again.Keys("m") // what the cursor is on: G2, which nobody decided
	choices := again.dispute().Choices
	if len(choices) != 2 {
		t.Errorf("the choices are %+v, want one for each of the two differences", choices)
	}
}

func TestMergeOneAndWriteOwnForAnother(t *testing.T) {
	r := disputed(t, 160, 50)
	r.Shows("2 open", "≠ G1 bug_location", "≠ G2 caller", "a choice for G1", "a choice for G2", "complete A, not B", "complete B, not A")
	r.Keys("m") // the union for G1; the cursor goes on to G2
	r.Shows("G1 ∪ all that A or B accepts", "1 open")

	r.Keys("o")
	r.Shows("Your own group for G2 begins with", "the group of A", "both together")
	r.pick("group of A")
	r.Shows("my own group for G2", "3 Certificate")
	r.Keys("e")
	r.Type(" Either window shows the call.")
	r.Keys("esc Y")
	r.Shows("✎ own: as ", "Gives", "changed")
	r.Hides("1 open", "a choice for")

	r.Keys("r")
	r.Type("u4 reads the table; both windows show the call")
	r.Keys("enter")
	r.Shows("nothing is missing: s decides it")
	r.Keys("s")
	r.Shows("Decide: group by group?")
	r.Keys("y")
	r.Shows("decided ✓", "R takes it back")

	d := r.dispute()
	if d.Ruling == nil || d.Ruling.Whole != review.ByGroup || len(d.Ruling.Choices) != 2 {
		t.Fatalf("the ruling is %+v", d.Ruling)
	}
	takes := []review.Take{d.Ruling.Choices[0].Take, d.Ruling.Choices[1].Take}
	if !slices.Equal(takes, []review.Take{review.TakeUnion, review.TakeOwn}) {
		t.Errorf("took %v", takes)
	}
	v, err := r.office.Olga.Take(t.Context(), r.state)
	if err != nil {
		t.Fatal(err)
	}
	c := v.Draft.Certificate()
	if got := c.Groups[0].Acceptable; !slices.Contains(got, "u4") || c.Groups[0].Threshold != 1 {
		t.Errorf("G1 became %d of %v", c.Groups[0].Threshold, got)
	}
	if got := c.Groups[1].Rationale; got != "It is called here. Either window shows the call." {
		t.Errorf("the rationale of G2 became %q", got)
	}
}

func TestQuoteFromTheUnitMakesTheGroupOwn(t *testing.T) {
	r := disputed(t, 160, 50)
	r.Keys("4")
	r.Keys(`v`)
	r.Keys(`j "`)
	r.Shows("not decided yet") // what it accepts is not known
	r.Keys("1 b")
	r.Keys("N") // back to G1
	r.Keys("4 v j")
	r.Shows("2 lines selected")
	r.Keys(`"`)
	r.Shows("quoted for G1", "as B but quotations")
	own := r.dispute().Choices[0].Own
	if own == nil {
		t.Fatal("no group of its own")
	}
	q := own.Quotations[len(own.Quotations)-1]
	if q.LineEnd != q.LineStart+1 || q.Text == "" {
		t.Errorf("quoted %+v", q)
	}
	r.Keys("u")
	r.Shows("G1 ← B")
}

func TestSubmittingSaysWhatIsMissing(t *testing.T) {
	r := disputed(t, 160, 50)
	r.Keys("s")
	r.Shows("Not decided. Missing: a choice for G1; and 2 more")
	r.Keys("1 A")
	r.Shows("G1 ← A", "G2 ← A", "✗ a reason, grounded in the source")
	r.Hides("✗ a choice")
	r.Keys("s")
	r.Shows("Not decided. Missing: a reason, grounded in the source")
	if r.dispute().Ruling != nil {
		t.Fatal("decided without a reason")
	}
}

func TestChoicesCanBeUndoneClearedAndMadeAgain(t *testing.T) {
	r := disputed(t, 120, 40)
	r.Keys("a")
	r.Shows("G1 ← A")
	r.Keys("u")
	r.Shows("G1 open", "undo:")
	r.Keys("U")
	r.Shows("G1 ← A")
	r.Keys("N backspace")
	r.Shows("G1 open")
	r.Keys("x")
	r.Shows("G1 – left out")
	r.Keys("N b")
	r.Shows("G1 ← B")
}

func TestIntersectionThatFitsNowhereIsRefusedInWords(t *testing.T) {
	r := disputed(t, 160, 50)
	r.Keys("M M")
	r.Shows("G1 ∩ what A and B both accept", "G2 ∩ what A and B both accept")
	if d := r.dispute(); d.Composed == nil && d.Misfit == "" {
		t.Errorf("neither composed nor said why not: %+v", d.Choices)
	}
}

func TestWholeDecisions(t *testing.T) {
	r := disputed(t, 160, 50)
	r.Keys("w")
	r.Shows("group by group", "A as it stands", "B as it stands", "my own certificate", "both wrong", "replace the state")
	r.pick("B as it stands")
	r.Shows("Decision: B as it stands")
	r.Hides("a choice for G1")
	r.Keys("r")
	r.Type("B is right")
	r.Keys("enter s y")
	d := r.dispute()
	if d.Ruling == nil || d.Ruling.Whole != review.WholeB {
		t.Fatalf("the ruling is %+v", d.Ruling)
	}
	if !certificate.Compare(d.In.B.Certificate, d.Ruling.Certificate).Same() {
		t.Error("the decision is not B's certificate")
	}
}

func TestOwnAsAWholeStartsFromWhatIsChosen(t *testing.T) {
	r := disputed(t, 160, 50)
	r.Keys("A O")
	r.Shows("Put on my own sheet", "what the choices give")
	r.pick("what the choices give")
	r.Keys("w")
	r.pick("both wrong neither")
	r.Keys("r")
	r.Type("neither is right")
	r.Keys("enter s")
	r.Shows("where both are wrong, write a certificate of your own") // A's stands on my sheet
	r.Keys("E")
	r.Shows("my own certificate")
	r.Keys("3 -") // the threshold of G1 or G2
	r.Keys("esc esc")
	r.Keys("w")
	r.pick("my own certificate")
	r.Keys("s y")
	d := r.dispute()
	if d.Ruling == nil || d.Ruling.Whole != review.WholeOwn {
		t.Fatalf("the ruling is %+v", d.Ruling)
	}
	if got := d.Ruling.Certificate.Groups[0].Threshold; got != 1 {
		t.Errorf("the threshold is %d", got)
	}
}

func TestReplacingTheStateByAReserve(t *testing.T) {
	r := disputed(t, 160, 50)
	r.office.Annotate(t, "s8")
	if err := r.office.Olga.SetReserve(t.Context(), "s8", true); err != nil {
		t.Fatal(err)
	}
	r.Keys("w")
	r.pick("replace the state")
	r.Shows("The reserve state that replaces this one")
	r.Keys("enter")
	r.Shows("Type the state_id of a reserve state.")
	r.Type("s9")
	r.Keys("enter r")
	r.Type("the decision cannot be told")
	r.Keys("enter s y")
	r.Shows("Not done: s9 cannot be the reserve: there is no such state")
	r.Keys("w")
	r.pick("replace the state by a reserve state that")
	r.Keys("backspace")
	r.Type("8")
	r.Keys("enter")
	r.Shows("→ s8", "The certificate stays as it is")
	r.Keys("s")
	r.Shows("replaced by s8?")
	r.Keys("y")
	r.Shows("s8 replaces this state and gets two fresh reviews", "T opens the next task")
	rows, err := r.office.Olga.Queue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		if row.State == "s5" && row.Phase != review.Excluded {
			t.Errorf("s5 is in the phase %s", row.Phase)
		}
	}
}

// TestInputsChangedSince is case C17: a review that is changed after the
// decision marks it and undoes nothing.
func TestInputsChangedSince(t *testing.T) {
	o, state := reviewtest.Decided(t, reviewtest.Calibration())
	r := open(t, o, o.Sven, state, 160, 50)
	r.Elapse(grace)
	r.Hides("Inputs changed")
	r.Shows("decided ✓", "both readings hold")
	before := r.dispute().Ruling

	v, err := o.Rita.Reopen(t.Context(), state)
	if err != nil {
		t.Fatal(err)
	}
	reviewtest.Do(t, o.Rita, state, certificate.AcceptEdit("g2", "u8"))
	if v, err = o.Rita.Take(t.Context(), state); err != nil {
		t.Fatal(err)
	}
	if _, err := o.Rita.Submit(t.Context(), state, v.Revision, reviewtest.Revises("u8 calls it too")); err != nil {
		t.Fatal(err)
	}
	r.Keys("f5")
	r.Shows("! Inputs changed since the decision, which stands:", "src/a.go:71-80", "decided ✓", "R takes the decision back")
	if now := r.dispute().Ruling; now.Reason != before.Reason || !certificate.Equal(now.Certificate, before.Certificate) {
		t.Error("the decision has changed")
	}
	r.Keys("R")
	r.Shows("Take the decision back into arbitration?")
	r.Keys("y")
	r.Hides("Inputs changed since", "decided ✓")
	r.Shows("both readings hold", "+ src/a.go:71-80") // the reason is offered again, the reviews are as they stand now
}

// TestNobodyArbitratesTheirOwn is case C15.
func TestNobodyArbitratesTheirOwn(t *testing.T) {
	o := reviewtest.MidReview(t, reviewtest.Calibration())
	both := []review.Role{review.Reviewer, review.Senior}
	if err := o.Olga.SetRoles(t.Context(), o.Rita.Person().ID, both); err != nil {
		t.Fatal(err)
	}
	rita := o.Sit(t, reviewtest.Person("Rita", both...))
	rows, err := rita.Queue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		if row.State == "s5" && row.Task == review.TaskArbitrate {
			t.Errorf("%s is offered to somebody who reviewed it", row.State)
		}
	}
	r := open(t, o, rita, "", 120, 40)
	r.Send(openArbitration("s5"))
	r.Shows("This state cannot be arbitrated:", "reviewed")
	r.CheckSize()
}
