package arbitration_test

import (
	"errors"
	"testing"
	"time"

	"suffice/review"
	"suffice/review/reviewtest"
)

func TestAFailedChoiceIsShownAndTriedAgain(t *testing.T) {
	r := disputed(t, 120, 40)
	r.office.Memory.FailAppend(errors.New("disk full"), errors.New("disk full"))
	r.Keys("a")
	r.Shows("not saved: ", "disk full", "G1 open")
	r.Keys("q")
	r.Shows("Not saved yet: the choice about G1", "Go back all the same")
	r.Keys("n")
	r.Elapse(600 * time.Millisecond)
	r.Shows("not saved: ")
	r.Elapse(2 * time.Second)
	r.Shows("G1 ← A", "saved ✓")
}

func TestWhatIsSaidIsKept(t *testing.T) {
	o, state := reviewtest.Disputed(t, reviewtest.Calibration())
	r := open(t, o, o.Sven, state, 120, 40)
	r.Elapse(grace)
	r.Keys("c")
	r.pick("plurality")
	r.Keys("w")
	r.pick("A as it stands")
	r.Keys("r")
	r.Type("both ends of the table are")
	r.Elapse(200 * time.Millisecond)

	again := open(t, o, o.Sven, state, 120, 40) // the first was killed
	again.Elapse(grace)
	again.Shows("what you had said of it before is back", "both ends of the table are", "cause: plurality", "A as it stands")
	again.Keys("s y")
	again.Shows("decided ✓")
	if d := again.dispute(); d.Ruling == nil || d.Ruling.Reason != "both ends of the table are" || len(d.Ruling.Causes) != 1 || d.Ruling.Causes[0] != review.Plurality {
		t.Errorf("the ruling is %+v", d.Ruling)
	}
	third := open(t, o, o.Sven, state, 120, 40) // nothing is left of it as text being typed
	third.Hides("is back")
}

func TestAFailedSaveOfTheReasonIsShown(t *testing.T) {
	r := disputed(t, 120, 40)
	r.office.Memory.FailTyping(errors.New("disk full"))
	r.Keys("r")
	r.Type("because")
	r.Elapse(200 * time.Millisecond)
	r.Shows("not saved: ", "disk full")
	r.Elapse(time.Second)
	r.Hides("disk full")
}

func TestAnotherWindowChangesTheSheet(t *testing.T) {
	r := disputed(t, 120, 40)
	d := r.dispute()
	if _, err := r.desk.Choose(t.Context(), r.state, d.Revision, 1, &review.Choice{Pair: 1, Take: review.TakeB}); err != nil {
		t.Fatal(err)
	}
	r.Keys("f5")
	r.Shows("G2 ← B", "1 open")
}

func TestTheMouseFocusesAndOpens(t *testing.T) {
	r := disputed(t, 160, 50)
	r.Click(130, 5) // the decision
	r.Keys("r")
	r.Type("x")
	r.Keys("enter")
	r.Click(70, 7) // a unit of B
	r.Shows("Unit src/a.go")
	r.Wheel(30, 40, 2) // the unit
	r.Wheel(30, 10, 1)
	r.CheckSize()
	r.Resize(80, 24)
	r.Click(16, 1) // the tab of the decision
	r.Shows("▌3 Decision", "Reason")
	r.CheckSize()
}
