package arbitration_test

import (
	"testing"

	"suffice/review/reviewtest"
	"suffice/tui/tuitest"
)

// Another terminal writes while the arbitration is being opened: the news may
// be read faster than the first time, which also prepares what is read.
func TestNewsBeforeTheFirstReadingIsNoTrouble(t *testing.T) {
	o, state := reviewtest.Disputed(t, reviewtest.Calibration())
	r := open(t, o, o.Sven, "", 160, 50)
	first, opening := r.Model.Update(openArbitration(state))
	r.Model = first
	again, early := r.Model.Update(tuitest.Press("f5"))
	r.Model = again
	r.Run(early)
	r.Run(opening)
	r.Shows("A", "B", "Decision")
	r.Keys("f5 j k")
	r.Shows("Decision")
	r.CheckSize()
}
