package runs_test

import (
	"testing"

	"suffice/tui/part"
	"suffice/tui/runs/runstest"
)

// TestComesBackToItsPlace: who leaves and comes back finds the experiment, the
// filter, the run and the row of its trace as they were.
func TestComesBackToItsPlace(t *testing.T) {
	for _, w := range []int{80, 120, 200} {
		s := open(t, office(t).Olga, runstest.Busy(), w, 45)
		s.Keys("/")
		s.Type("fused")
		s.Keys("enter j j enter c j j")
		s.Shows("harbour__3", "bm25_question 1")
		before := s.Screen()
		s.Keys("q")
		s.Hides("bm25_question 1")
		s.Send(part.OpenRunsMsg{})
		if got := s.Screen(); got != before {
			t.Errorf("%d cells: the place was lost:\n%s\nbefore:\n%s", w, got, before)
		}
		s.Keys("esc esc j q") // another experiment
		s.Send(part.OpenRunsMsg{})
		s.Shows("▌◐ pilot")
	}
}

// TestTheFourthPane: its number leads there while a unit is read, and is
// explained while none is.
func TestTheFourthPane(t *testing.T) {
	s := open(t, office(t).Olga, runstest.Busy(), 120, 45)
	s.Keys("4")
	s.Shows("No unit is read: enter on one in the trace opens it.")
	s.Keys("3 G k enter 1 4 j j")
	s.Shows("▌ 73 line 73")
	s.Keys("esc")
	s.Hides("line 73")
}
