package reviewing_test

import (
	"testing"

	"suffice/review"
	"suffice/review/reviewtest"
)

// A key that means nothing now says why, in the panel and on the workbench.
func TestKeysThatMeanNothingSayWhy(t *testing.T) {
	r := offered(t, 160, 50)
	says := func(keys, why string) {
		t.Helper()
		r.Keys(keys)
		r.Shows(why)
	}
	says("R", "this review is not submitted, so there is nothing to take back")
	says("u", "nothing of yours to undo here")
	says("1 G enter", "this line names no file")
	v := r.view()
	if _, err := r.desk.Submit(t.Context(), r.state, v.Revision, reviewtest.Accepts()); err != nil {
		t.Fatal(err)
	}
	r.Keys("f5 2")
	const taken = "this review is submitted; R takes it back to change it"
	says("a", taken)
	says("n", taken)
	says("C", taken)
	r.Keys("5")
	for _, key := range []string{"a", "r", "s", "+", "e"} {
		says(key, taken)
		r.Keys("j")
		r.Hides(taken)
	}
	if o := r.view().Opinion; o == nil || o.Verdict != review.VerdictAccept {
		t.Errorf("the review is %+v", o)
	}
}
