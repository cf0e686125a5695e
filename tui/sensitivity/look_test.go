package sensitivity_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/review"
	"suffice/review/reviewtest"
	"suffice/scorer/methods"
	"suffice/tui/part"
	"suffice/tui/runs"
	"suffice/tui/runs/runstest"
	"suffice/tui/sensitivity"
	"suffice/tui/tuitest"
)

// TestEditsShowAtOnce: from the workbench and back, the class follows the
// draft, and the workbench is where it was left.
func TestEditsShowAtOnce(t *testing.T) {
	o := edited(t, reviewtest.Calibration())
	s := begin(t, o.Ann, runstest.New(), 200, 60)
	s.Keys("j enter") // s2, as it came in
	s.Keys("j j")     // a unit further down
	before := s.Screen()
	s.Keys("O")
	s.Shows("sensitivity", "L0  0 of 6 outcomes flip", "Nothing in the exported certificate changed.")
	s.Keys("esc")
	if got := s.Screen(); got != before {
		t.Errorf("the workbench moved:\n%s", got)
	}
	s.Keys("+ O") // both of G1
	s.Shows("L2  2 of 6 outcomes flip", "6→–")
	// Somebody else takes it back while the screen is open.
	reviewtest.Do(t, o.Ben, "s2", certificate.SetThresholdEdit("g1", 1))
	s.Keys("f5")
	s.Shows("L0  0 of 6 outcomes flip")
	reviewtest.Do(t, o.Ben, "s2", certificate.SetWeightEdit("g1", 2))
	s.Keys("f5")
	s.Shows("L1  0 of 6 outcomes flip", "but no outcome of a locked")
}

// TestBaselines: what was finished is offered beside what it started from, and
// the class is that against the one chosen.
func TestBaselines(t *testing.T) {
	o := reviewtest.NewOffice(t, reviewtest.Calibration(), 1)
	o.Lock("s1")
	s := open(t, o.Ann, runstest.New(), "s1", 120, 40)
	s.Shows("no class", "has no groups")
	s.Keys("b")
	s.Shows("There is no other version to hold it against")
	o.Annotate(t, "s1")
	if _, err := o.Ann.Undo(t.Context(), "s1", o.Memory.Stored("s1").Sheets[review.Main].Revision); err != nil {
		t.Fatal(err)
	}
	reviewtest.Do(t, o.Ann, "s1", certificate.SetThresholdEdit("g1", 2), certificate.AcceptEdit("g1", "u4"))
	s.Keys("f5 b")
	s.Shows("the version it started from", "the version last finished")
	s.Keys("down enter")
	s.Shows("revision 12 against the version last finished", "L2")
	s.Keys("f5")
	s.Shows("against the version last finished")
}

// TestCutoffs: the class stays that of the paper's cutoffs whatever is shown.
func TestCutoffs(t *testing.T) {
	s := open(t, edited(t, reviewtest.Calibration()).Ann, nil, "s1", 120, 40)
	s.Hides("@12")
	s.Keys("c")
	s.Shows("@1 ", "@12", "2 of 6 outcomes flip")
	s.Keys("n")
	s.Shows("▌■ recency")
	s.Keys("n")
	s.Shows("▌■ bm25")
	s.Keys("c n")
	s.Shows("▌■ recency") // at 5, 8 and 16 nothing of bm25 flips
	s.Keys("n")
	s.Shows("▌■ recency")
}

// TestNothingCanBeRun: without a service the screen says so and binds no key.
func TestNothingCanBeRun(t *testing.T) {
	s := open(t, edited(t, reviewtest.Calibration()).Ann, nil, "s1", 120, 40)
	s.Shows("Methods cannot be run in this session.")
	before := s.Screen()
	s.Keys("r R x X")
	if got := s.Screen(); got != before {
		t.Errorf("a key did something:\n%s", got)
	}
	s.Keys(":")
	s.Type("run a method")
	s.Hides("Run a method on this state")
}

// TestRun: the stages, where each unit came from, and what the answer covers.
func TestRun(t *testing.T) {
	o, f := edited(t, reviewtest.Calibration()), runstest.New()
	s := open(t, o.Ann, f, "s1", 120, 40)
	s.Keys("r")
	s.Shows("Run on this state", "mss_complement (offline)", "mss_complement (openai)", "three stages over the fused ranking")
	s.Keys("enter")
	if len(f.Asks) != 1 || f.Asks[0] != (runs.Ask{State: "s1", Method: "mss_complement", Controller: "offline"}) {
		t.Fatalf("asked %+v", f.Asks)
	}
	s.Shows("● 1 propose", "● 2 expand", "● 3 finalize", "2 attempts", "normalized: 1 unknown, 2 repeated", "not kept",
		"expansion", "reserve", "4 units, 164 source tokens", "✓   1  G2  src/a.go:21-30", "·   3  src/a.go:41-50", "covers 1 of 2 groups: not complete",
		"□ mss_complement (offline)", "offline", "tokens –")
	s.Shows("L2  2 of 6 outcomes flip") // the run counts for nothing
	s.Keys("R")
	if len(f.Asks) != 2 || !f.Asks[1].Again {
		t.Fatalf("asked %+v", f.Asks)
	}
	f.Script = func(ask runs.Ask) ([]methods.Event, runs.Answer, error) {
		events, a, err := runstest.Complement(ask)
		a.Recorded = true
		return events, a, err
	}
	s.Keys("r enter")
	s.Shows("told from its record")
	s.Keys("r down enter R")
	if n := len(f.Asks); f.Asks[n-1] != (runs.Ask{State: "s1", Method: "mss_complement", Controller: "openai", Again: true}) {
		t.Fatalf("asked %+v", f.Asks)
	}
	// An edit changes what the answer covers.
	reviewtest.Do(t, o.Ann, "s1", certificate.SetThresholdEdit("g1", 1))
	s.Keys("f5")
	s.Shows("complete at 2: covers both groups")
}

// TestRunFails: the reason stays on the screen, and nothing else changes.
func TestRunFails(t *testing.T) {
	f := runstest.New()
	f.Script = func(ask runs.Ask) ([]methods.Event, runs.Answer, error) {
		events, _, _ := runstest.Complement(ask)
		return events[:12], runs.Answer{}, runstest.ErrBroken
	}
	s := open(t, edited(t, reviewtest.Calibration()).Ann, f, "s1", 120, 40)
	s.Keys("r enter")
	s.Shows("✗ the server at the other end hung up", "1 propose")
	s.Hides("running", "□ mss")
	f.Script = func(runs.Ask) ([]methods.Event, runs.Answer, error) { panic("boom") }
	s.Keys("r enter")
	s.Shows("something inside failed: boom")
	s.Hides("running mss")
	f.RecordErr = errors.New("no folder")
	s.Keys("f5")
	s.Shows("the runs at the desk could not be read: no folder", "■ bm25")
}

// TestReadAUnit: enter reads the text of a unit, esc goes back.
func TestReadAUnit(t *testing.T) {
	for _, w := range []int{80, 120, 200} {
		s := open(t, edited(t, reviewtest.Calibration()).Ann, runstest.New(), "s1", w, 40)
		s.Keys("enter j j j j enter")
		s.Shows("line 1", "▌  1 line 1")
		s.Keys("j")
		s.Shows("▌  2 line 2")
		s.Keys("esc")
		s.Hides("▌  2 line 2")
		s.Keys("esc esc")
		s.Hides("outcomes flip")
	}
}

// TestCompare: two methods side by side, swapped, and ended.
func TestCompare(t *testing.T) {
	s := open(t, edited(t, reviewtest.Calibration()).Ann, runstest.New(), "s1", 200, 40)
	s.Keys("m")
	s.Shows("Compare bm25 with")
	s.Keys("enter")
	s.Shows("4 units shared", "The first difference stands at 1.", "completes at 4", "≠ never completes", "G1 not covered", "only here", "there 6", "2 Compare bm25 | recency")
	s.Keys("s")
	s.Shows("2 Compare recency | bm25")
	s.Keys("m enter") // nothing
	s.Hides("2 Compare")
	s.Keys("s")
	s.Shows("Nothing is compared: m chooses another method.")
}

// locking is a repository with prediction sets.
type locking struct {
	*reviewtest.Memory
	sets []review.PredictionSet
	err  error
}

func (l *locking) Sets(context.Context, review.Scope) ([]review.PredictionSet, error) {
	return l.sets, l.err
}

func (l *locking) Lock(_ context.Context, _ review.Scope, _ int64, set string) (review.LockBody, error) {
	for i := range l.sets {
		if l.sets[i].Name == set {
			l.sets[i].Locked = strings.Repeat("ab", 32)
		}
	}
	l.Memory.Lock("s1", card.Prediction{State: "s1", Method: "late", Ranked: []string{"u1", "u2", "u3"}})
	return review.LockBody{Set: set, SHA256: strings.Repeat("ab", 32), Rows: 4}, l.err
}

// TestLock: an organizer locks a set, after a question; nobody else finds the key.
func TestLock(t *testing.T) {
	o := edited(t, reviewtest.Calibration())
	l := &locking{Memory: o.Memory, sets: []review.PredictionSet{{Name: "round-two", Rows: 4, States: 3, Methods: map[string]int{"late": 3}}, {Name: "round-one", Rows: 2, Locked: "x"}}}
	d, err := review.NewDesk(t.Context(), l, o.Olga.Person(), o.Clock)
	if err != nil {
		t.Fatal(err)
	}
	s := open(t, d, runstest.New(), "s1", 120, 40)
	s.Keys("L")
	s.Shows("Lock a prediction set", "round-two")
	s.Hides("round-one")
	s.Keys("enter")
	s.Shows("Lock round-two, 4 rankings?")
	s.Keys("n")
	s.Hides("■ late")
	s.Keys("L enter y")
	s.Shows("round-two is locked: 4 rankings, SHA-256 abababababab…", "■ late", "of 9 outcomes flip")
	s.Keys("L")
	s.Shows("There is nothing to lock: 2 sets, all locked.")

	ann := open(t, o.Ann, runstest.New(), "s1", 120, 40)
	ann.Keys("L ?")
	ann.Hides("Lock a prediction set")
}

// TestSealed: in a sealed project only the organizer sees anything.
func TestSealed(t *testing.T) {
	o := edited(t, reviewtest.Sealed(reviewtest.Calibration()))
	s := open(t, o.Olga, runstest.New(), "s1", 120, 40)
	s.Shows("L2  2 of 6 outcomes flip")
	for _, d := range []*review.Desk{o.Ann, o.Rita, o.Sven, o.Alma} {
		f := runstest.New()
		s := begin(t, d, f, 120, 40)
		s.Keys("?")
		s.Hides("How methods fare", "Experiments and their runs")
		s.Keys("esc O X :")
		s.Type("how methods fare")
		s.Hides("How methods fare", "Experiments")
		s.Keys("esc enter O")
		s.Hides("sensitivity", "bm25")
		s.Send(part.OpenSensitivityMsg{State: "s1"})
		s.Hides("bm25", "recency", "L2", "flip")
		s.Keys("r enter")
		if len(f.Asks) > 0 || f.Reads > 0 {
			t.Errorf("%s: asked %v, %d reads", d.Person().Name, f.Asks, f.Reads)
		}
	}
}

// TestReviewersSeeNothing: in an open project, before their state is closed.
func TestReviewersSeeNothing(t *testing.T) {
	o := reviewtest.MidReview(t, reviewtest.Calibration())
	for _, c := range []struct {
		d     *review.Desk
		state string
		sees  bool
	}{
		{o.Rita, "s2", false}, {o.Ralf, "s3", false}, {o.Rita, "s5", false}, {o.Sven, "s5", false}, {o.Alma, "s4", false},
		{o.Rita, "s4", true}, {o.Ann, "s1", true}, {o.Ann, "s4", false}, {o.Olga, "s5", true},
	} {
		f := runstest.New()
		s := open(t, c.d, f, c.state, 160, 45)
		if c.sees {
			s.Shows("bm25", "recency")
			continue
		}
		s.Hides("bm25", "recency", "flip", "L1", "L2")
		s.Keys("r enter")
		if len(f.Asks) > 0 {
			t.Errorf("%s ran a method on %s", c.d.Person().Name, c.state)
		}
	}
}

// TestHiddenLater: what was shown is gone from the screen once it is hidden.
func TestHiddenLater(t *testing.T) {
	o := edited(t, reviewtest.Calibration())
	s := open(t, o.Ben, runstest.New(), "s1", 120, 40)
	s.Keys("r enter")
	s.Shows("bm25", "mss_complement")
	if err := o.Olga.SetRoles(t.Context(), o.Ben.Person().ID, []review.Role{review.Auditor}); err != nil {
		t.Fatal(err)
	}
	s.Keys("f5")
	s.Hides("bm25", "mss_complement", "flip")
}

// TestEveryKey: no key of the table is dead where its hint stands, none breaks
// the frame.
func TestEveryKey(t *testing.T) {
	o := edited(t, reviewtest.Calibration())
	for _, prefix := range []string{"", "2", "r enter", "2 G enter"} {
		for i, b := range sensitivity.Bindings() {
			if len(b.Keys) == 0 {
				t.Errorf("%s has no key", b.Action)
				continue
			}
			s := open(t, o.Ann, runstest.New(), "s1", 80+60*(i%2), 24)
			s.Keys(prefix)
			s.Keys(b.Keys[0])
			s.CheckSize()
		}
	}
}

func TestMouse(t *testing.T) {
	for _, w := range []int{80, 120, 200} {
		s := open(t, edited(t, reviewtest.Calibration()).Ann, runstest.New(), "s1", w, 40)
		s.Keys("r enter 1")
		for y := 0; y < 40; y += 2 {
			for x := 0; x < w; x += 17 {
				s.Click(x, y)
				s.Click(x, y)
				s.Wheel(x, y, 1)
				s.Wheel(x, y, -1)
				s.CheckSize()
			}
		}
	}
	s := open(t, edited(t, reviewtest.Calibration()).Ann, runstest.New(), "s1", 80, 24)
	s.Click(20, 1) // the second tab
	s.Shows("▌2 Method")
}

// TestHostile: names from outside never reach the terminal as they are.
func TestHostile(t *testing.T) {
	o := edited(t, reviewtest.Calibration())
	o.Memory.Lock("s1", card.Prediction{State: "s1", Method: tuitest.Hostile, Ranked: []string{"u1", tuitest.Hostile}})
	f := runstest.New()
	f.Script = func(ask runs.Ask) ([]methods.Event, runs.Answer, error) {
		return []methods.Event{{Kind: methods.StageFinished, Body: methods.Stage{Name: tuitest.Hostile, Selected: []string{tuitest.Hostile}}}},
			runs.Answer{}, fmt.Errorf("no: %s", tuitest.Hostile)
	}
	for _, w := range []int{80, 120, 200} {
		s := open(t, o.Ann, f, "s1", w, 40)
		for _, k := range []string{"", "G", "enter", "m enter", "r enter", "b"} {
			s.Keys(k)
			s.CheckSize()
			s.Harmless()
		}
	}
}
