package auditing_test

import (
	"errors"
	"testing"
	"time"

	"suffice/audit"
	"suffice/review"
)

// TestWalk is a whole audit of a state with keys: opened from the queue, the
// rest judged, one thing not ok with a note, the verdict, submitted, taken back,
// and on to the next.
func TestWalk(t *testing.T) {
	r := begin(t, 160, 50)
	last := r.last()
	r.Shows("3 of 4 done", "◐ begun")
	r.Keys("enter")
	r.Shows("audit 4 of 4 · after search", "group 1 of 2", "4/8", "no verdict yet", "any 1 of these 2 suffices", "src/a.go:1-10")

	// A key meant for the screen before decides nothing.
	r.Keys("5")
	r.Shows("Nothing was judged.")
	if j := r.on(last, 0, audit.MinimumRequired); j.Answer != audit.Unanswered {
		t.Fatalf("judged in the first moment: %+v", j)
	}
	r.Elapse(time.Second)

	r.Keys("5 6 7 8")
	for f := audit.MinimumRequired; f < audit.FieldCount; f++ {
		if j := r.on(last, 0, f); j.Answer != audit.OK {
			t.Errorf("%s is %+v, want ok", f, j)
		}
	}
	r.Keys("space")
	r.Shows("group 2 of 2", "this one is required", "1 Does the decision need this requirement?")

	// Twice is not ok: it asks why, and without an answer it says so.
	r.Keys("2 2")
	r.Shows("source grounding is not ok: why?")
	if j := r.on(last, 1, audit.SourceGrounding); j.Answer != audit.NotOK || j.Note != "" {
		t.Errorf("not saved the moment it was made: %+v", j)
	}
	r.Keys("enter")
	r.Shows("needs a note, however short")
	r.Keys("esc")
	r.Shows("✗ source grounding", "no note")
	r.Keys("n")
	r.Type("the quoted line is a comment")
	r.Keys("enter")
	if j := r.on(last, 1, audit.SourceGrounding); j.Note != "the quoted line is a comment" {
		t.Errorf("the note is not stored: %+v", j)
	}
	r.Shows("the quoted line is a comment")

	// ok again, and not ok again: the note is offered, not lost.
	r.Keys("2 2")
	r.Shows("the quoted line is a comment")
	r.Keys("enter 1 3 4 5 6 7 8")

	// What is missing is listed; submitting too early shows the list.
	r.Keys("s")
	r.Shows("Missing before this audit can be submitted", "The verdict must be accept, revise or rebuild.", "The confidence must be from 1 to 5.")
	r.Keys("enter")
	r.Shows("Verdict on the state")
	r.Type("rev")
	r.Keys("enter")
	r.Shows("How sure are you of the verdict?")
	r.Type("4")
	r.Keys("enter")
	r.Shows("verdict revise", "confidence 4, sure", "✓ complete")
	if s := r.stored(last, review.SlotA); s.Verdict != audit.Revise || s.Confidence != 4 || s.Submitted {
		t.Fatalf("stored %+v", s)
	}
	r.Keys("s")
	r.Shows("Submit this audit: revise, confidence 4 of 5, 15 ok, 1 not ok?")
	r.Keys("n")
	if r.stored(last, review.SlotA).Submitted {
		t.Fatal("submitted without a yes")
	}
	r.Keys("s y")
	r.Shows("Submitted.", "submitted ✓")
	if !r.stored(last, review.SlotA).Submitted {
		t.Fatal("not submitted")
	}
	r.Keys("1")
	r.Shows("This audit is submitted: R takes it back to change it.")
	if r.on(last, 1, audit.RequirementValidity).Answer != audit.OK {
		t.Error("a submitted sheet was changed")
	}
	r.Keys("R")
	r.Shows("Open again")
	if r.stored(last, review.SlotA).Submitted {
		t.Error("still submitted")
	}
	r.Keys("u")
	r.Hides("Taken back") // what was judged before the submission is not undone by a slip
	r.Keys("2 - s")
	r.Shows("16 ok, 0 not ok?", "Nothing is judged not ok, and the verdict is revise.")
	r.Keys("y")
	if s := r.stored(last, review.SlotA); s.Confidence != 3 || !s.Submitted {
		t.Errorf("stored %+v", s)
	}
	r.Keys("esc")
	r.Shows("4 of 4 done")
}

func TestTakeBack(t *testing.T) {
	r := begin(t, 120, 40)
	r.open(r.last()).Keys("5 space 1 1")
	r.Type("no")
	r.Keys("enter a + u u")
	r.Shows("Taken back: verdict and confidence are as before.", "no verdict yet")
	r.Keys("u")
	r.Shows("G2 requirement validity is ok again.")
	r.Keys("u u")
	r.Shows("G1 minimum-required threshold is not judged again.", "group 1 of 2")
	if j := r.on(r.last(), 0, audit.MinimumRequired); j.Answer != audit.Unanswered {
		t.Errorf("still judged: %+v", j)
	}
	r.Keys("u")
	r.Shows("There is no judgment of this sitting to take back on this state.")
}

// TestRestNeedsReading: one key for the rest of a group only after its units
// were in sight, and it names what it says ok to.
func TestRestNeedsReading(t *testing.T) {
	r := begin(t, 160, 50)
	r.open(r.last())
	r.Keys("O")
	r.Shows("Not yet: ", "not read here: src/a.go:")
	if count(r.Lines(), "unread") != 1 { // the first was in sight for a second: not long enough, but it is being read
		r.Shows("unread")
	}
	r.Elapse(time.Second) // the first has been in sight for long enough
	r.Keys("j")
	r.Elapse(time.Second)
	r.Keys("O")
	r.Shows(" 1 unit is not read here: ")
	r.Elapse(time.Second)
	r.Shows("read ✓")
	r.Keys("O")
	r.Shows("G1: say ok to these 4?", "minimum-required threshold", "alternative-branch structure", "your own judgment")
	r.Keys("n")
	if r.on(r.last(), 0, audit.MinimumRequired).Answer != audit.Unanswered {
		t.Fatal("no said yes")
	}
	r.Keys("O y")
	for f := range audit.Field(audit.FieldCount) {
		if r.on(r.last(), 0, f).Answer != audit.OK {
			t.Errorf("%s is not ok", f)
		}
	}
	r.Keys("O")
	r.Shows("Every judgment of this group is made already.")
}

// TestNarrowReading: at 80 columns a unit is only in sight when it is opened.
func TestNarrowReading(t *testing.T) {
	r := begin(t, 80, 24)
	r.open(r.last())
	r.Elapse(5 * time.Second)
	if n := count(r.Lines(), "unread"); n != 2 {
		t.Errorf("%d units are unread, want both: none was in sight\n%s", n, r.Screen())
	}
	r.Keys("enter")
	r.Shows("▌Unit", "line 1")
	r.Elapse(2 * time.Second)
	r.Keys("esc")
	r.Shows("▌Group", "read ✓")
	if n := count(r.Lines(), "unread"); n != 1 {
		t.Errorf("%d units are unread, want one\n%s", n, r.Screen())
	}
}

// TestFailedSave: what is judged stays on screen, is said not to be saved, is
// tried again, and leaving asks first.
func TestFailedSave(t *testing.T) {
	r := begin(t, 120, 40)
	r.open(r.last())
	full := errors.New("disk full")
	r.office.Memory.FailAppend(full, full)
	r.Keys("5 6")
	r.Shows("not saved: ", "disk full", "not saved")
	r.Keys("s")
	r.Shows("cannot be submitted before it is")
	r.Keys("q")
	r.Shows("Not saved yet: G1 minimum-required threshold and 1 more")
	r.Keys("n")
	r.Elapse(600 * time.Millisecond)
	r.Shows("disk full")
	r.Keys("ctrl+s")
	r.Shows("saved ✓")
	for _, f := range []audit.Field{audit.MinimumRequired, audit.AcceptableCompleteness} {
		if r.on(r.last(), 0, f).Answer != audit.OK {
			t.Errorf("%s was lost", f)
		}
	}
}

// TestTypingSurvives: a note in the middle of being typed is there after a kill.
func TestTypingSurvives(t *testing.T) {
	r := begin(t, 120, 40)
	r.open(r.last()).Keys("5 5")
	r.Type("forty characters of a note, not accepted")
	r.Elapse(time.Second) // typing rests; then the process is killed
	again := sit(t, r.office, r.desk, 120, 40)
	again.open(r.last()).Keys("n")
	again.Shows("forty characters of a note, not accepted")
	again.Keys("enter")
	if j := again.on(r.last(), 0, audit.MinimumRequired); j.Note != "forty characters of a note, not accepted" {
		t.Errorf("stored %+v", j)
	}
	third := sit(t, r.office, r.desk, 120, 40)
	typing, err := r.office.Memory.Typing(t.Context(), r.desk.Person().ID, r.last())
	if err != nil || len(typing) > 0 {
		t.Errorf("text being typed is left behind: %v %v", typing, err)
	}
	third.open(r.last()).Keys("n")
	third.Shows("forty characters of a note")
}

// TestTwoTerminals: another terminal of the same person is followed quietly.
func TestTwoTerminals(t *testing.T) {
	r := begin(t, 160, 50)
	r.open(r.last())
	v, err := r.desk.Audit(t.Context(), r.last())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.desk.JudgeGroup(t.Context(), r.last(), v.Frozen.Groups[1], audit.Necessity, audit.Judgment{Answer: audit.NotOK, Note: "from next door"}); err != nil {
		t.Fatal(err)
	}
	r.Keys("f5 space")
	r.Shows("from next door")
	if _, err := r.desk.JudgeState(t.Context(), r.last(), audit.Accept, 5); err != nil {
		t.Fatal(err)
	}
	r.Keys("1")
	if s := r.stored(r.last(), review.SlotA); s.Verdict != audit.Accept || s.Groups[1].Fields[0].Answer != audit.OK {
		t.Errorf("one terminal overwrote the other: %+v", s)
	}
}
