package agreement_test

import (
	"testing"

	"suffice/review"
	"suffice/review/reviewtest"
)

const (
	yes   = review.VerdictAccept
	no    = review.VerdictUnscorable
	maybe = review.VerdictUncertain
)

// TestOneCategoryOnly is case C1: in words, and never NaN.
func TestOneCategoryOnly(t *testing.T) {
	var pairs [][2]review.Verdict
	for range 12 {
		pairs = append(pairs, [2]review.Verdict{yes, yes})
	}
	s := open(t, verdicts(t, pairs...).Olga, 160, 50)
	s.Shows("100.00% (12 of 12)", "[0.7575, 1.0000]", "2po-1", "1.0000", "none", "only one category used")
	s.Hides("NaN", "Inf")
}

// TestPrevalenceParadox is case C2, at a tenth of its counts: everything on one
// screen with the table, and no verdict drawn from kappa.
func TestPrevalenceParadox(t *testing.T) {
	pairs := [][2]review.Verdict{{yes, no}, {no, yes}}
	for range 18 {
		pairs = append(pairs, [2]review.Verdict{yes, yes})
	}
	s := open(t, verdicts(t, pairs...).Olga, 160, 50)
	s.Shows("90.00% (18 of 20)", "0.9050", "-0.0526", "0.8000", "=18", "≠1", "Fleiss, Cohen and Everitt", "kappa says nothing here", "Wilson score")
	for _, word := range []string{"substantial", "moderate", "slight", "poor", "strong", "weak"} {
		s.Hides(word)
	}
}

// TestThreeCategories is case C3: 2po-1 is named what it is.
func TestThreeCategories(t *testing.T) {
	s := open(t, verdicts(t, [][2]review.Verdict{
		{yes, yes}, {yes, yes}, {yes, yes}, {no, no}, {no, no}, {no, no}, {maybe, maybe}, {maybe, maybe}, {yes, no}, {no, maybe},
	}...).Olga, 160, 50)
	s.Shows("2po-1", "0.6000", "equals Brennan-Prediger only for 2 categories", "0.6970")
}

// TestMissingAnswer is case C4: the exclusion is named and opens its state.
func TestMissingAnswer(t *testing.T) {
	s := open(t, verdicts(t, [][2]review.Verdict{{yes, yes}, {no, ""}, {yes, yes}, {no, no}, {yes, yes}}...).Olga, 160, 50)
	s.Shows("n = 4 states of 4 states, 1 excluded", "100.00% (4 of 4)", "0.6250", "1.0000", "Excluded, because not both judged it: 1", "harbour__2", "B gave no answer")
	s.Keys("tab tab G enter")
	s.Shows("opened s2")
}

// TestNothingShared is case C5.
func TestNothingShared(t *testing.T) {
	s := open(t, verdicts(t, [][2]review.Verdict{{yes, ""}, {no, ""}}...).Olga, 160, 50)
	s.Shows("! 0 shared states", "0 shared states: there is nothing that both A and B judged", "2 excluded")
	s.Hides("NaN", "100.00%", "0.0000")
	s.Keys("enter")
	s.Shows("There is no table: 0 shared states")
}

// TestDrillDown goes from a field to a cell, to the states behind it, to one.
func TestDrillDown(t *testing.T) {
	s := open(t, verdicts(t, [][2]review.Verdict{{yes, yes}, {yes, no}, {no, yes}, {yes, yes}, {no, yes}}...).Olga, 160, 50)
	s.Shows("A unscorable · B accept", "2 states", "harbour__3", "harbour__5") // where the two differ most often
	s.Keys("enter")
	s.Keys("n")
	s.Shows("A accept · B unscorable", "1 state ", "harbour__2")
	s.Keys("enter enter")
	s.Shows("opened s2")
	s.Keys("esc")
	s.Shows("A accept · B unscorable") // nothing jumped
	s.Keys("esc k k k h h h h")
	s.Shows("A accept · B accept", "2 states", "harbour__1", "harbour__4")
	s.Keys("l l")
	s.Shows("A accept · B rebuild", "Nothing is behind this cell.")
	s.Keys("enter")
	s.Shows("Nothing is behind this cell.")
	s.Hides("opened")
}

// TestPhases: first and latest reviews differ after one was taken back.
func TestPhases(t *testing.T) {
	o := verdicts(t, [][2]review.Verdict{{yes, no}, {yes, yes}}...)
	a := o.Rita
	if o.Memory.Stored("s1").Course.Seats[0].Person != a.Person().ID {
		a = o.Ralf
	}
	if _, err := a.Reopen(t.Context(), "s1"); err != nil {
		t.Fatal(err)
	}
	say(t, o, a, "s1", no)
	s := open(t, o.Olga, 160, 50)
	s.Shows("▌2 Latest reviews", "100.00% (2 of 2)")
	s.Keys("1")
	s.Shows("▌1 First reviews", "50.00% (1 of 2)")
	s.Keys("3")
	s.Shows("no audit was drawn yet")
	s.Keys("2")
	s.Shows("100.00% (2 of 2)")
}

func TestAuditPhase(t *testing.T) {
	o := reviewtest.FrozenWithAudit(t, reviewtest.Calibration())
	s := open(t, o.Olga, 160, 50)
	s.Keys("3")
	s.Shows("▌3 Audit", "requirement validity", "alternative-branch structure", "3 excluded")
	s.Keys("j j j j")
	s.Shows("necessity", "A ok · B not ok", "G2")
}

// TestGroupsByPlace: the contents of groups are paths and lines, also of the
// cell under the cursor, and two that differ do not look alike.
func TestGroupsByPlace(t *testing.T) {
	s := open(t, reviewtest.MidReview(t, reviewtest.Calibration()).Olga, 160, 50)
	s.Keys("j j")
	s.Shows("2 of [a.go:1-10 a.go:11-20]  |  1 of [a.go:31-40 a.go:1-10 a.go:11-20]", "A 1 of [", "· B ")
	s.Hides(`["u`, "evidence")
	s.Keys("j")
	s.Shows("harbour__5 · a.go:41-50")
}

// TestNotMine: who may not see it is told so and sees no figure.
func TestNotMine(t *testing.T) {
	o := reviewtest.MidReview(t, reviewtest.Calibration())
	for _, d := range o.Desks()[1:] {
		s := open(t, d, 120, 40)
		s.Shows("only an organizer may")
		s.Hides("kappa", "%", "alike")
		s.Keys("1 2 3 enter tab n d j")
		s.Hides("kappa", "%", "alike")
	}
}
