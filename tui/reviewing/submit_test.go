package reviewing_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"suffice/certificate"
	"suffice/review"
	"suffice/review/reviewtest"
	"suffice/tui/part"
	"suffice/tui/tuitest"
)

func TestOpeningTakesAFreeReview(t *testing.T) {
	r := offered(t, 160, 50)
	if seat := r.view().Seat; seat.Task != review.TaskReview {
		t.Fatalf("the seat is %+v", seat)
	}
	r.Shows("review: no verdict yet", "3 Certificate", "G1 bug_location")
}

func TestAReviewThatIsTakenSaysSo(t *testing.T) {
	o := reviewtest.MidReview(t, reviewtest.Calibration())
	r := open(t, o, o.Rosa, "", 120, 40)
	r.Send(part.OpenTaskMsg{State: "s4", Task: review.TaskReview}) // both reviews are in
	r.Shows("This state cannot be reviewed:")
	r.Hides("Rita", "Ralf")
	r.CheckSize()
}

func TestReviseWithChanges(t *testing.T) {
	r := offered(t, 160, 50)
	r.Keys("2 j j j a") // u4 into G1
	r.Keys("5")
	r.Shows("Changed against the certificate", "+ G1 accepts src/a.go:31-40", "✗ a verdict", "✗ a confidence from 1 to 5")
	r.Keys("r")
	r.Shows("● revise", "✗ a reason: revise needs one")
	r.Keys("+ + e")
	r.Type("u4 reads the table too")
	r.Keys("enter s")
	r.Shows("Submit this review: revise, confidence 2 of 5, 1 change?")
	r.Keys("y")
	r.Shows("submitted ✓", "review: revise (2)")
	o := r.view().Opinion
	if o == nil || o.Verdict != review.VerdictRevise || o.Confidence != 2 || o.Reason != "u4 reads the table too" {
		t.Fatalf("submitted %+v", o)
	}
	r.Keys("2")
	r.Keys("j a") // the certificate cannot be changed now
	if got := len(r.view().Draft.Certificate().Groups[0].Acceptable); got != 3 {
		t.Errorf("a submitted certificate was changed: %d units", got)
	}
}

func TestVerdictsAreNotForcedButExplained(t *testing.T) {
	r := offered(t, 160, 50)
	r.Keys("5 r")
	r.Shows("✗ a change: revise says that the")
	r.Keys("a")
	r.Hides("✗ a change", "✗ a reason")
	r.Keys("2 j j j a 5")
	r.Shows("✗ an unchanged certificate: accept")
	r.Keys("s")
	r.Shows("Not submitted. Missing:")
	if !r.view().Seat.Open() {
		t.Fatal("submitted all the same")
	}
	r.Keys("esc u 5")
	r.Hides("✗ an unchanged certificate")
	r.Keys("5 5 + s y")
	r.Shows("submitted ✓")
}

func TestAnEditedCertificateMustBeSound(t *testing.T) {
	r := offered(t, 160, 50)
	r.Keys("n")
	r.Type("verification")
	r.Keys("enter 5 b +")
	r.Shows("+ G3 verification_constraint", "✗ a reason: rebuild needs one", "✗ G3 accepts no unit")
}

func TestCausesAndConfidence(t *testing.T) {
	r := offered(t, 160, 50)
	r.Keys("5")
	for range 8 { // to the first cause
		r.Keys("j")
	}
	r.Keys("space")
	r.Shows("[x] plurality")
	r.Keys("space")
	r.Shows("[ ] plurality")
	r.Keys("- -")
	r.Shows("4 of 5")
	for range 9 {
		r.Keys("+")
	}
	r.Shows("5 of 5")
}

func TestTakingBackOffersWhatWasSaid(t *testing.T) {
	o := reviewtest.MidReview(t, reviewtest.Calibration())
	r := open(t, o, o.Rita, "s3", 160, 50)
	r.Elapse(grace)
	r.Shows("review: revise (3)", "submitted ✓")
	r.Keys("R")
	r.Shows("taken back", "review: revise (3)")
	r.Keys("5")
	r.Shows("u4 reads it too", "[x] plurality", "nothing is missing: s submits it")
	r.Keys("+ s y")
	if got := r.view().Opinion; got.Confidence != 4 || got.Reason != "u4 reads it too" {
		t.Errorf("submitted %+v", got)
	}
}

func TestWhatIsSaidIsKept(t *testing.T) {
	o := reviewtest.MidReview(t, reviewtest.Calibration())
	r := open(t, o, o.Rosa, "s1", 120, 40)
	r.Elapse(grace)
	r.Keys("5 r + e")
	r.Type("forty characters of a reason, and then k")
	r.Elapse(time.Second) // and then the process is killed
	again := open(t, o, o.Rosa, "s1", 120, 40)
	again.Shows("what you had said of it before is back", "review: revise (1)")
	again.Keys("5")
	again.Shows("forty characters of a reason, and then k")
}

func TestAFailedSaveIsShownAndAsksBeforeLeaving(t *testing.T) {
	r := offered(t, 120, 40)
	r.office.Memory.FailTyping(errors.New("disk full"), errors.New("disk full"))
	r.Keys("5 r")
	r.Elapse(200 * time.Millisecond)
	r.Shows("not saved: ", "disk full")
	r.Keys("esc q")
	r.Shows("What you say of the certificate is not saved")
	r.Keys("n")
	r.Elapse(3 * time.Second)
	r.Hides("disk full")
}

func TestARefusedSubmissionKeepsEverything(t *testing.T) {
	r := offered(t, 120, 40)
	r.Keys("5 a +")
	r.office.Memory.FailAppend(errors.New("disk full"))
	r.Keys("s y")
	r.Shows("Not submitted: ", "disk full", "● accept")
	r.Keys("s y")
	r.Shows("submitted ✓")
}

func TestKeysDecideOnlyAfterAMoment(t *testing.T) {
	o := reviewtest.MidReview(t, reviewtest.Calibration())
	r := open(t, o, o.Rosa, "s1", 120, 40)
	r.Keys("5")
	for _, key := range strings.Fields("a r b x i + - s C") {
		r.Keys(key)
		r.Shows("this review has just been opened")
	}
	r.Shows("✗ a verdict")
	r.Elapse(grace)
	r.Keys("a")
	r.Shows("● accept")
}

func TestNextTask(t *testing.T) {
	r := offered(t, 120, 40)
	r.Keys("T")
	r.Shows("Nothing of your own is open. Claim harbour/pilot harbour__")
	r.Keys("n")
	r.Shows("harbour__1 ")
	r.Keys("T y")
	r.Hides("harbour__1 ")
	r.Shows("review: no verdict yet")
}

// TestNothingOfTheOtherReview is case C14 on this screen: A has submitted with
// a token in everything that can be written; B sees nothing of it.
func TestNothingOfTheOtherReview(t *testing.T) {
	const token = "ZEBRA-77"
	o := reviewtest.MidReview(t, reviewtest.Calibration())
	reviewtest.Review(t, o.Rita, "s1", reviewtest.Revises(token),
		certificate.AcceptEdit("g1", "u7"), certificate.SetRationaleEdit("g1", token), certificate.SetRoleEdit("g2", token))
	if _, err := o.Rita.Note(t.Context(), "s1", token); err != nil {
		t.Fatal(err)
	}
	for _, size := range [][2]int{{80, 24}, {120, 40}, {160, 50}} {
		r := open(t, o, o.Ralf, "s1", size[0], size[1])
		r.Elapse(grace)
		for _, keys := range looks() {
			r.Keys("esc esc esc 2 " + keys)
			r.Hides(token, "Rita", "bm25", "recency", "the version it started from")
		}
		r.Keys("esc esc esc 2 /")
		r.Type("in:certificate")
		r.Hides("61-70") // u7 is A's alone
	}
}

// looks are the keys that show every part of the screen.
func looks() []string {
	return []string{"", "1", "1 l l l", "3", "4", "5", "5 e", "H", "?", ":", "o", "L"}
}

func TestHostileText(t *testing.T) {
	o := reviewtest.MidReview(t, reviewtest.Calibration())
	for _, size := range [][2]int{{80, 24}, {160, 50}} {
		r := open(t, o, o.Rosa, "s1", size[0], size[1])
		r.Elapse(grace)
		r.Keys("5 e")
		r.Paste(tuitest.Hostile)
		r.Harmless()
		r.Keys("enter")
		r.Harmless()
		r.CheckSize()
		r.Keys("3 I")
		r.Paste(tuitest.Hostile)
		r.Keys("enter 5")
		r.Harmless()
		r.CheckSize()
	}
}

// TestAClaimThatRanOut is told in words, once, and not tried for ever.
func TestAClaimThatRanOut(t *testing.T) {
	r := offered(t, 120, 40)
	r.office.Pass(5 * time.Hour.Milliseconds())
	reviewtest.Begin(t, r.office.Rita, "s1")
	reviewtest.Begin(t, r.office.Ralf, "s1")
	r.Keys("2 j j j a")
	r.Shows("this state is no longer in your queue")
	r.Hides("retrying", "Rita", "Ralf")
	r.Keys("5 a + s y")
	r.Shows("Not submitted: this review is not yours any more")
	r.Hides("Rita", "Ralf")
}
