package sensitivity_test

import (
	"testing"

	"suffice/review/reviewtest"
	"suffice/tui/part"
	"suffice/tui/runs/runstest"
)

// TestComesBackToItsPlace: who leaves for the workbench and comes back finds the
// method, the cutoffs, what is compared and the pane as they were; another state
// has a place of its own.
func TestComesBackToItsPlace(t *testing.T) {
	o := edited(t, reviewtest.Calibration())
	s := begin(t, o.Ann, runstest.New(), 200, 60)
	s.Keys("enter O j c m enter j j j")
	s.Shows("@12", "▏■ recency", "2 Compare recency | bm25")
	before := s.Screen()
	s.Keys("q") // to the workbench
	s.Hides("@12")
	s.Keys("O")
	if got := s.Screen(); got != before {
		t.Errorf("the place was lost:\n%s\nbefore:\n%s", got, before)
	}
	s.Keys("q q")
	s.Send(part.OpenSensitivityMsg{State: "s2"})
	s.Shows("▌■ bm25")
	s.Hides("@12", "2 Compare")
}

// TestRanBefore: what is on record is not said to have never run.
func TestRanBefore(t *testing.T) {
	o, f := edited(t, reviewtest.Calibration()), runstest.New()
	s := open(t, o.Ann, f, "s1", 120, 40)
	s.Shows("Nothing was run here yet.")
	s.Keys("r enter q")
	s.Send(part.OpenSensitivityMsg{State: "s1"})
	s.Hides("Nothing was run here yet.")
	s.Shows("Run on this state before: mss_complement (offline).")
}

// TestTheFourthPane: its number leads there while a unit is read, and is
// explained while none is.
func TestTheFourthPane(t *testing.T) {
	s := open(t, edited(t, reviewtest.Calibration()).Ann, runstest.New(), "s1", 120, 40)
	s.Keys("4")
	s.Shows("No unit is read: enter on one of a method or a run opens it.")
	s.Keys("2 j j j j enter 1 4 j")
	s.Shows("▌  2 line 2")
}

// TestTheWorkbenchIsNotLost: from the outcomes to the workbench and back to the
// outcomes, the workbench stays where it is, and back leads there.
func TestTheWorkbenchIsNotLost(t *testing.T) {
	o := edited(t, reviewtest.Calibration())
	s := open(t, o.Ann, runstest.New(), "s1", 200, 60)
	s.Keys("o 2 j j")
	before := s.Screen()
	s.Keys("O")
	s.Shows("sensitivity")
	s.Keys("q")
	if got := s.Screen(); got != before {
		t.Errorf("the workbench is not where it was left:\n%s", got)
	}
	s.Keys("O o")
	if got := s.Screen(); got != before {
		t.Errorf("the workbench is not where it was left:\n%s", got)
	}
}
