package reviewing_test

import (
	"testing"

	"suffice/review"
)

// unsound is a review at 80 columns, with a new group that accepts no unit.
func unsound(t *testing.T) *rig {
	t.Helper()
	r := offered(t, 80, 24)
	r.Keys("n")
	r.Type("verification")
	r.Keys("enter 5 b +")
	r.Shows("▌5 Review: rebuild", "✗ a reason: rebuild needs one", "✗ G3 accepts no unit")
	return r
}

// What is missing is reached with the keys of the list, below its last row, and
// each thing leads to where it is mended.
func TestEnterOnWhatIsMissingGoesThere(t *testing.T) {
	r := unsound(t)
	r.Keys("G j")
	r.Shows("▌✗ a reason: rebuild needs one", "enter go there")
	r.Keys("enter")
	r.Shows("what in the source decides it") // the field of the reason
	r.Type("mine")
	r.Keys("enter G j")
	r.Shows("▌✗ G3")
	r.Keys("k")
	r.Shows("enter choose")
	r.Keys("j enter")
	r.Shows("▌3 Certificate", "▌▸ G3 verification_constraint")
	r.CheckSize()
}

func TestARefusedSubmissionStandsOnWhatIsMissing(t *testing.T) {
	r := unsound(t)
	r.Keys("s")
	r.Shows("Not submitted. Missing: a reason", "▌✗ a reason: rebuild needs one")
	r.Keys("j j j j j j k k k enter")
	r.Shows("what in the source decides it") // up to the first again
	r = offered(t, 80, 24)
	r.Keys("5 s")
	r.Shows("▌✗ a verdict")
	r.Keys("j enter + + s")
	r.Shows("2 of 5", "▌✗ a verdict")
	r.Keys("enter enter")
	r.Shows("● accept", "nothing is missing")
}

// What the mouse clicks twice is gone to, as in the list above.
func TestAClickOnWhatIsMissing(t *testing.T) {
	r := offered(t, 80, 24)
	r.Keys("5 r") // a confidence, a reason, a change
	r.Click(5, 17)
	r.Shows("▌✗ a confidence")
	r.Click(5, 18)
	r.Shows("▌✗ a reason")
	r.Click(5, 4)
	r.Shows("enter choose")
	r.Click(5, 17)
	r.Hides("▌ ○ ")
	r.Click(5, 17)
	r.Shows("▌  Confidence")
	r.Click(5, 19)
	r.Click(5, 19)
	r.Shows("▌3 Certificate")
	r.CheckSize()
}

func TestFindingsAreJumpedToFromTheReview(t *testing.T) {
	r := unsound(t)
	r.Keys("!")
	r.Shows("▌3 Certificate", "▌▸ G3 verification_constraint", "G3 accepts no unit")
	r.Keys("5 L")
	r.Shows("─ Findings ─")
	r.Keys("esc")
	r.Shows("▌5 Review")
	r.Keys("L")
	r.Type("accepts no unit")
	r.Keys("enter")
	r.Shows("▌3 Certificate", "▌▸ G3 verification_constraint")
	r.Keys("5 a")
	if v := r.view().Opinion; v != nil {
		t.Errorf("something was submitted: %+v", v)
	}
}

// The keys of findings are not silent where there are none.
func TestNoFindingsAreToldInTheReview(t *testing.T) {
	r := offered(t, 80, 24)
	for _, key := range []string{"!", "L"} {
		r.Keys("5 " + key)
		r.Shows("there are no findings", "▌5 Review")
		r.Keys("esc")
	}
	if s := r.view().Seat; s.Task != review.TaskReview {
		t.Errorf("the seat is %+v", s)
	}
}
