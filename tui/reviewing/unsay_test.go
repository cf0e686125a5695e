package reviewing_test

import (
	"errors"
	"testing"
	"time"

	"suffice/review"
)

// A key that changes the verdict says what became of it, so that one meant for
// the workbench is noticed.
func TestWhatBecameOfTheVerdictIsTold(t *testing.T) {
	r := offered(t, 80, 24)
	r.Keys("5")
	for _, c := range []struct{ key, said string }{
		{"b", "· verdict: rebuild"}, {"b", "· verdict cleared"},
		{"x", "· verdict: unscorable"}, {"i", "· verdict: uncertain"},
		{"r", "· verdict: revise"}, {"a", "· verdict: accept"}, {"g enter", "· verdict cleared"},
	} {
		r.Keys(c.key)
		r.Shows(c.said)
	}
}

// Undo is undo here, too: of what was said, one after the other.
func TestUndoTakesBackWhatWasSaid(t *testing.T) {
	r := offered(t, 160, 50)
	r.Keys("2 j j j a 5")
	r.Keys("u")
	r.Shows("nothing that you said here is left to undo", "+ G1 accepts src/a.go:31-40", "review: no verdict yet")
	r.Keys("r + +")
	for range 7 { // from the first verdict to the first cause
		r.Keys("j")
	}
	r.Keys("j space")
	r.Shows("[x] plurality")
	for _, said := range []string{"undone · no causes", "undone · confidence: 1 of 5", "undone · confidence cleared", "undone · verdict cleared"} {
		r.Keys("u")
		r.Shows(said)
	}
	r.Keys("u")
	r.Shows("nothing that you said here is left", "review: no verdict yet", "+ G1 accepts src/a.go:31-40")
	r.Keys("a b u")
	r.Shows("undone · verdict: accept", "● accept")
	r.Keys("esc u 5")
	r.Shows("nothing differs yet") // the edit, in the workbench
}

// The question whether to leave goes away once what was said is saved.
func TestTheQuestionEndsWithTheSave(t *testing.T) {
	r := offered(t, 120, 40)
	r.office.Memory.FailTyping(errors.New("disk full"), errors.New("disk full"))
	r.Keys("5 r")
	r.Elapse(200 * time.Millisecond)
	for _, key := range []string{"T", "q"} {
		r.Keys(key)
		r.Shows("not saved", "all the same")
		if key == "T" {
			r.Keys("n")
		}
	}
	r.Elapse(5 * time.Second)
	r.Hides("all the same")
	r.Shows("All is saved now", "● revise")
}

// What was submitted is not undone by a key.
func TestUndoLeavesASubmittedReview(t *testing.T) {
	r := offered(t, 160, 50)
	r.Keys("5 a + s y u")
	r.Shows("this review is submitted; R takes it back to change it")
	r.Keys("R")
	r.Shows("taken back")
	r.Keys("u")
	r.Shows("nothing that you said here is left to undo", "review: accept (1)")
	if o := r.view().Opinion; o == nil || o.Verdict != review.VerdictAccept || o.Confidence != 1 {
		t.Errorf("submitted %+v", o)
	}
}
