package runs_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"suffice/review"
	"suffice/review/reviewtest"
	"suffice/scorer/methods"
	"suffice/scorer/methods/run"
	"suffice/tui/part"
	"suffice/tui/runs"
	"suffice/tui/runs/runstest"
	"suffice/tui/tuitest"
)

// TestDrillDown: an experiment, its runs, the trace of one, the text of a unit,
// and back up again.
func TestDrillDown(t *testing.T) {
	for _, w := range []int{80, 120, 200} {
		s := open(t, office(t).Olga, runstest.Busy(), w, 45)
		s.Shows("nightly", "22/24 ✗1", "left before its end: 22 of 24 runs", "none of 24 calls reported any", "normalized, 0 fallback", "seed 7")
		s.Keys("enter")
		s.Shows("mss_complement", " harbour__2")
		s.Keys("enter")
		s.Shows("run started", "route bm25_question", "8 candidates", "the answer is no JSON", "2 attempts", "normalized: 1 unknown, 2 repeated",
			"+0.033 s", "tokens –", "offline", "expansion", "reserve")
		s.Hides("dense 1", "0.0167")
		s.Keys("c")
		s.Shows("bm25_question 1", "0.0167")
		s.Keys("c G k enter")
		s.Shows("src/a.go:71-80", "line 71")
		s.Keys("j j")
		s.Shows("▌ 73 line 73")
		s.Keys("esc")
		s.Hides("▌ 73")
		s.Keys("esc esc")
		s.Shows("▌◐ nightly")
		s.Keys("esc")
		s.Hides("nightly")
	}
}

// TestNamesHaveRoom: where no server reported any token, methods and states get
// the cells.
func TestNamesHaveRoom(t *testing.T) {
	f := runstest.Busy()
	for i := range f.Entries["nightly"] {
		f.Entries["nightly"][i].Method = "independent_similarity"
	}
	s := open(t, office(t).Olga, f, 200, 40)
	s.Shows("✓ independent_similarity harbour/pilot harbour__1 ")
	f.Entries["nightly"][0].Tokens = run.Totals{Calls: 2, Input: 123_456, Output: 789}
	s.Keys("f5")
	s.Shows("123,456+789", "✓ independent_si")
}

// TestSampleInWords: what the process held is told in megabytes.
func TestSampleInWords(t *testing.T) {
	f := runstest.Busy()
	dir := f.Entries["nightly"][0].Dir
	f.Traces[dir] = append(f.Traces[dir], runstest.Recorded([]methods.Event{
		{Kind: methods.ResourceSample, Body: run.Sample{Total: 31_893_784, Heap: 8_300_000, Allocated: 1_250_000_000, Routines: 9}},
	})...)
	s := open(t, office(t).Olga, f, 200, 45)
	s.Keys("enter enter G")
	s.Shows("resource sample  the process has 31.9 MB · 8.3 MB in")
	s.Hides("process_bytes")
}

// TestFilter: as it is typed, over state, method, outcome and failure.
func TestFilter(t *testing.T) {
	s := open(t, office(t).Olga, runstest.Busy(), 160, 45)
	s.Keys("/")
	s.Type("bm25 harbour__6")
	s.Shows("1 of 24", "failed: index: the pool is empty")
	s.Keys("enter")
	s.Shows("filter: bm25 harbour__6")
	s.Keys("\\")
	s.Hides("filter:")
	s.Keys("/")
	s.Type("half")
	s.Shows("1 of 24", "half done: it was ended from outside")
	s.Keys("esc")
	s.Hides("1 of 24")
	s.Keys("/")
	s.Type("zzz")
	s.Shows("No run matches; \\ shows all of them.", "No run under the cursor.")
}

// TestCursorStays: news leave the cursor on its experiment and its run.
func TestCursorStays(t *testing.T) {
	f := runstest.Busy()
	s := open(t, office(t).Olga, f, 160, 45)
	s.Keys("enter j j")
	s.Shows("harbour__3 ─")
	f.All = append([]runs.Experiment{{Summary: run.Summary{Experiment: "newer", Methods: []string{"bm25"}, States: 8, Runs: 8}}}, f.All...)
	f.Entries["nightly"] = append([]run.Entry{{State: "s8", Method: "aaa", Dir: "/new", Outcome: run.OutcomeFinished}}, f.Entries["nightly"]...)
	s.Keys("f5")
	s.Shows("newer", "▏◐ nightly", "harbour__3 ─", "4/25")
}

// TestStart: the form, and what is ordered by it.
func TestStart(t *testing.T) {
	f := runstest.Busy()
	s := open(t, office(t).Olga, f, 120, 40)
	s.Keys("n")
	s.Shows("New experiment", "exp-20260105-1000", "[✓] mss_complement", "[ ] bm25", "read off mss_complement")
	s.Keys("enter")
	s.Shows("Name of the experiment")
	s.Keys("ctrl+u")
	s.Type("at-the-desk")
	s.Keys("enter")
	s.Shows("choose another name")
	s.Keys("ctrl+u")
	s.Type("trial")
	s.Keys("enter j enter") // the next controller
	s.Shows("trial", "openai")
	s.Keys("j + + + -")
	s.Shows("seed        2")
	s.Keys("enter ctrl+u")
	s.Type("-1")
	s.Keys("enter")
	s.Shows("Type a seed as a whole number")
	s.Keys("ctrl+u 9 enter j = G k space") // bm25
	s.Shows("seed        9", "jobs        1", "[✓] bm25", "methods: 2 of 4")
	s.Keys("s")
	if len(f.Orders) != 1 {
		t.Fatalf("ordered %v", f.Orders)
	}
	got := f.Orders[0]
	if got.Experiment != "trial" || got.Controller != "openai" || got.Seed != 9 || got.Jobs != 1 || strings.Join(got.Methods, " ") != "mss_complement bm25" || got.Resume || len(got.States) != 0 {
		t.Errorf("ordered %+v", got)
	}
	s.Shows("▶ trial", "running: 0 of 16 runs", "▶ 0/16 runs")
}

// TestStartNothing: a form with no method starts nothing, and one that is
// cancelled either; a refusal keeps the form.
func TestStartNothing(t *testing.T) {
	f := runstest.Busy()
	s := open(t, office(t).Olga, f, 120, 40)
	s.Keys("n a a s")
	s.Shows("Tick at least one method.")
	s.Keys("esc")
	s.Hides("New experiment")
	f.StartErr = errors.New(`experiment "trial" is there already`)
	s.Keys("n s")
	s.Shows("Not started: experiment", "New experiment")
	if len(f.Orders) != 0 {
		t.Errorf("ordered %v", f.Orders)
	}
}

// TestPauseResumeCancel works on what runs in this session.
func TestPauseResumeCancel(t *testing.T) {
	f := runstest.Busy()
	f.Set(live())
	s := open(t, office(t).Olga, f, 120, 40)
	s.Shows("▶ exp-7", "32/80 ✗1", "3.2 a second", "15 s left", "▶ 33/80 runs")
	s.Keys("r")
	s.Hides("Not started")
	s.Keys("p")
	s.Shows("‖ exp-7", "paused", "‖ 33/80 runs")
	s.Keys("p r")
	s.Shows("▶ exp-7")
	s.Keys("x")
	s.Shows("Cancel exp-7?")
	s.Keys("n x y")
	s.Shows("■ exp-7", "ending: the runs at work still end")
	if got := strings.Join(f.Done, ", "); got != "pause exp-7, resume exp-7, cancel exp-7" {
		t.Errorf("did %s", got)
	}
	l := live()
	l.Done, l.Err = true, errors.New("cancelled")
	f.Set(l)
	f.All = append([]runs.Experiment{{Summary: run.Summary{Experiment: "exp-7", Methods: []string{"bm25"}, States: 80, Runs: 80, Finished: 32, Failed: 1}}}, f.All...)
	s.Elapse(3 * time.Second)
	s.Shows("◐ exp-7", "left before its end", "cancelled")
	s.Hides("33/80 runs")
}

// TestRates: as many digits as mean something.
func TestRates(t *testing.T) {
	for rate, want := range map[float64]string{0.26: "0.3 a second", 9.9: "9.9 a second", 331.96: "332 a second", 1234.5: "1,235 a second"} {
		f := runstest.Busy()
		l := live()
		l.Progress.Rate = rate
		f.Set(l)
		open(t, office(t).Olga, f, 80, 30).Shows(want)
	}
}

// TestResumeLeft: what a killed process left is gone on with by its own plan.
func TestResumeLeft(t *testing.T) {
	f := runstest.Busy()
	s := open(t, office(t).Olga, f, 120, 40)
	s.Keys("j r")
	if len(f.Orders) != 1 {
		t.Fatalf("ordered %v", f.Orders)
	}
	got := f.Orders[0]
	if got.Experiment != "pilot" || !got.Resume || got.Seed != 3 || strings.Join(got.Methods, " ") != "bm25" || strings.Join(got.States, " ") != "s1 s2" {
		t.Errorf("ordered %+v", got)
	}
	for i := range f.All {
		f.All[i].Live = f.All[i].Experiment != runs.AtTheDesk
	}
	s.Keys("f5 k r")
	s.Shows("Another process is at work on it.")
	s.Keys("p")
	s.Shows("it is paused and ended there")
	s.Keys("G r")
	s.Shows("Runs on single states are run again from the state.")
	if len(f.Orders) != 1 {
		t.Errorf("ordered %v", f.Orders)
	}
}

// TestGoesOnInTheBackground: the top line tells on every screen, and leaving
// the session asks.
func TestGoesOnInTheBackground(t *testing.T) {
	f := runstest.Busy()
	f.Set(live())
	s := open(t, office(t).Olga, f, 120, 40)
	s.Keys("esc")
	s.Shows("▶ 33/80 runs", "Queue")
	l := live()
	l.Progress.Done = 40
	f.Set(l)
	s.Elapse(2 * time.Second)
	s.Shows("▶ 43/80 runs")
	s.Keys("q")
	s.Shows("The experiment exp-7 still runs, 43 of 80", "Leave suffice all the same?")
	s.Keys("n")
	if s.Quit {
		t.Fatal("it left")
	}
	l.Done = true
	f.Set(l)
	s.Keys("q")
	if !s.Quit {
		t.Error("it did not leave though nothing runs")
	}
}

// TestFaults: what cannot be read is said, with what is there.
func TestFaults(t *testing.T) {
	f := runstest.Busy()
	f.ListErr = errors.New("no folder")
	s := open(t, office(t).Olga, f, 120, 40)
	s.Shows("no folder · F5 tries again")
	f.ListErr = nil
	s.Keys("f5")
	s.Shows("nightly")
	f.ListErr, f.RunsErr, f.TraceErr = errors.New("no folder"), errors.New("no runs"), errors.New("line 3 is no JSON")
	s.Keys("f5")
	s.Shows("nightly", "✗ not read again: no folder")
	f.ListErr = nil
	s.Keys("j")
	s.Shows("✗ no runs")
	f.RunsErr = nil
	s.Keys("k")
	s.Shows("line 3 is no JSON")
	f.TraceErr = nil
	s.Keys("enter enter G k enter") // the unit is there
	f.Units = nil
	s.Keys("esc enter")
	s.Shows("The unit could not be read")
}

// TestEmpty: the way to a first experiment is told.
func TestEmpty(t *testing.T) {
	s := open(t, office(t).Ann, runstest.New(), 80, 24)
	s.Shows("There are no runs yet that you may see.", "n starts an experiment")
	s.Hides("next pane")
	s.Keys("enter p x r / o O c tab 1 2 3")
	s.CheckSize()
	s.Keys("n")
	s.Shows("New experiment")
}

// TestOthersDoNotFindIt: who sees no outcome has no way to the screen, and
// nothing is read for them.
func TestOthersDoNotFindIt(t *testing.T) {
	o := reviewtest.MidReview(t, reviewtest.Sealed(reviewtest.Calibration()))
	for _, d := range []*review.Desk{o.Ann, o.Rita, o.Sven, o.Alma} {
		f := runstest.Busy()
		s := open(t, d, f, 120, 40)
		s.Keys("esc esc")
		f.Reads = 0
		s.Keys("X ?")
		s.Hides("nightly", "Experiments")
		if f.Reads > 0 {
			t.Errorf("%s: %d reads", d.Person().Name, f.Reads)
		}
	}
}

// TestEveryKey breaks no frame, wherever it is pressed.
func TestEveryKey(t *testing.T) {
	o := office(t)
	for _, prefix := range []string{"", "enter", "enter enter", "enter enter G k enter", "n", "/ b"} {
		for _, b := range runs.Bindings() {
			if len(b.Keys) == 0 {
				t.Errorf("%s has no key", b.Action)
				continue
			}
			s := open(t, o.Olga, runstest.Busy(), 80, 24)
			s.Keys(prefix)
			s.Keys(b.Keys[0])
			s.CheckSize()
		}
	}
}

func TestMouse(t *testing.T) {
	o := office(t)
	for _, w := range []int{80, 120, 200} {
		s := open(t, o.Olga, runstest.Busy(), w, 40)
		for y := 0; y < 40; y += 3 {
			for x := 0; x < w; x += 19 {
				s.Click(x, y)
				s.Click(x, y)
				s.Wheel(x, y, 1)
				s.CheckSize()
			}
		}
		s = open(t, o.Olga, runstest.Busy(), w, 40)
		s.Keys("n")
		s.Click(w/2, 8) // the second method
		s.Shows("[✓] fused")
	}
	s := open(t, o.Olga, runstest.Busy(), 80, 24)
	s.Click(22, 1)
	s.Shows("▌2 Runs")
}

// TestHostile: names from outside never reach the terminal as they are.
func TestHostile(t *testing.T) {
	f := runstest.Busy()
	bad := tuitest.Hostile
	f.All = append([]runs.Experiment{{Summary: run.Summary{Experiment: bad, Methods: []string{bad}, Controller: bad, Runs: 3}}}, f.All...)
	f.Entries[bad] = []run.Entry{{State: bad, Method: bad, Dir: "/bad", Outcome: run.OutcomeFailed, Failure: bad}}
	n := 3
	f.Traces["/bad"] = runstest.Recorded([]methods.Event{
		{Kind: methods.ToolCalled, Body: methods.ToolCall{View: bad}}, {Kind: methods.CandidateFound, Body: methods.Candidate{ID: bad, Source: bad, Path: bad, Routes: []methods.Route{{View: bad}}}},
		{Kind: methods.ModelCalled, Body: methods.ModelCall{Stage: bad, Controller: bad, Model: bad, StopReason: bad, Error: bad, Malformed: bad, Usage: methods.Usage{Input: &n}}},
		{Kind: methods.StageFinished, Body: methods.Stage{Name: bad, Selected: []string{bad}}}, {Kind: methods.FileRead, Body: methods.Reading{ID: bad, Path: bad, Origin: bad}},
		{Kind: methods.Kind(bad), Body: map[string]string{bad: bad}}, {Kind: methods.RunFinished, Body: run.Ended{Outcome: bad, Failure: &run.Trouble{Stage: bad, Err: bad}}},
	})
	for _, w := range []int{80, 120, 200} {
		s := open(t, office(t).Olga, f, w, 40)
		for _, k := range []string{"", "enter", "enter", "c", "esc esc esc", "x"} {
			s.Keys(k)
			s.CheckSize()
			s.Harmless()
		}
		s.Send(part.OpenRunsMsg{})
	}
}
