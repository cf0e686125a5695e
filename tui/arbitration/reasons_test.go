package arbitration_test

import (
	"testing"

	"suffice/review"
	"suffice/review/reviewtest"
)

// A key that means nothing now says why.
func TestKeysThatMeanNothingSayWhy(t *testing.T) {
	r := disputed(t, 160, 50)
	says := func(keys, why string) {
		t.Helper()
		r.Keys(keys)
		r.Shows(why)
		r.Keys("tab shift+tab")
		r.Hides(why)
	}
	says("u", "nothing of yours to undo here")
	says("U", "nothing to redo")
	says("backspace", "nothing is chosen here that could be taken back")
	says("R", "nothing is decided yet that could be taken back")
	says("ctrl+s", "everything is saved")
	r.Keys("A")
	says("B", "every group that differs has its choice already")
	r.Keys("6 G")
	says("enter", "this line names no file")

	reviewtest.Decide(t, r.desk, r.state, review.TakeUnion)
	r.Keys("f5 1")
	for _, key := range []string{"a", "m", "x", "w", "r", "s", "O"} {
		says(key, "this is decided; R takes it back into arbitration")
	}
	r.Keys("3 g")
	says("enter", "there is nothing to open in this line")
	if d := r.dispute(); d.Ruling == nil {
		t.Error("the decision is gone")
	}
}
