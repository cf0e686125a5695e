package runs_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"suffice/scorer/methods"
	"suffice/scorer/methods/complement"
	"suffice/scorer/methods/run"
	"suffice/tui/runs"
	"suffice/tui/runs/runstest"
)

// kept is the hook of a service: it notes what it is told.
type kept struct {
	mu    sync.Mutex
	told  []run.Report
	given runs.Kept
	ctx   error // of the context it was given
}

func (k *kept) hook(c *runs.Config) {
	c.Keep = func(ctx context.Context, r run.Report) runs.Kept {
		k.mu.Lock()
		defer k.mu.Unlock()
		k.told, k.ctx = append(k.told, r), ctx.Err()
		return k.given
	}
}

// TestKeepsWhatEnds: the hook is told once of an experiment that has come to its
// end, before it counts as done, with the file of its predictions; and of
// nothing else.
func TestKeepsWhatEnds(t *testing.T) {
	k := &kept{given: runs.Kept{Set: "trial"}}
	s := service(t, office(t).Olga, t.TempDir(), k.hook)
	if _, err := s.RunState(t.Context(), runs.Ask{State: "s1", Method: "bm25"}, func(methods.Event) {}); err != nil {
		t.Fatal(err)
	}
	if len(k.told) != 0 {
		t.Fatalf("told of a run on a state: %+v", k.told)
	}
	screen, leave := context.WithCancel(t.Context())
	if err := s.Start(screen, runs.Order{Experiment: "trial", Methods: []string{"bm25"}}); err != nil {
		t.Fatal(err)
	}
	leave() // an experiment outlives the screen that began it
	l := settle(t, s, "trial")
	if l.Kept != k.given || len(k.told) != 1 || k.ctx != nil {
		t.Fatalf("%+v; told %+v, %v", l, k.told, k.ctx)
	}
	if got := k.told[0]; got.Experiment != "trial" || got.Predictions == "" || got.Progress.Done != 8 || len(got.Failures) != 0 {
		t.Errorf("told %+v", got)
	}
}

// TestKeepsNothingOfWhatWasEnded: an experiment that was cancelled is not told
// of, and one that is gone on with is, once it has come to its end.
func TestKeepsNothingOfWhatWasEnded(t *testing.T) {
	m := slow{make(chan struct{}), &sync.Once{}, make(chan struct{})}
	k := &kept{given: runs.Kept{Why: "it is locked"}}
	s := service(t, office(t).Olga, t.TempDir(), k.hook, func(c *runs.Config) {
		c.Build = func(string, string, uint64) (methods.Method, error) { return m, nil }
	})
	order := runs.Order{Experiment: "long", Methods: []string{"slow"}, Jobs: 1}
	if err := s.Start(t.Context(), order); err != nil {
		t.Fatal(err)
	}
	<-m.at
	s.Cancel("long")
	if l := settle(t, s, "long"); l.Err == nil || l.Kept != (runs.Kept{}) || len(k.told) != 0 {
		t.Errorf("cancelled: %+v; told %+v", l, k.told)
	}
	close(m.let)
	order.Resume = true
	if err := s.Start(t.Context(), order); err != nil {
		t.Fatal(err)
	}
	if l := settle(t, s, "long"); l.Kept != k.given || len(k.told) != 1 {
		t.Errorf("gone on with: %+v; told %+v", l, k.told)
	}
}

// TestKeptIsSaid: in the footer when it happens, beside the experiment from then
// on, and not in the footer again when the person comes back.
func TestKeptIsSaid(t *testing.T) {
	for _, c := range []struct {
		kept         runs.Kept
		says, beside []string
	}{
		{runs.Kept{Set: "exp-7"}, []string{"✓ Prediction set exp-7 kept, open until it is locked."}, []string{"set         ✓ exp-7, open"}},
		{runs.Kept{Set: "exp-7", Why: "it is locked already"}, []string{"· Prediction set exp-7: it is locked already."}, []string{"set         exp-7: it is locked"}},
		{runs.Kept{Why: "runs failed"}, []string{"· No prediction set of exp-7: runs failed."}, []string{"set         none: runs failed"}},
		{runs.Kept{Err: errors.New("the disk\nis full")}, []string{"✗ Prediction set exp-7 was not kept: the disk is full"}, []string{"set         ✗ not kept: the disk is full"}},
		{runs.Kept{}, nil, nil},
	} {
		f := runstest.Busy()
		f.Set(live())
		s := open(t, office(t).Olga, f, 120, 40)
		l := live()
		l.Done, l.Kept, l.Progress.Done, l.Progress.Failed = true, c.kept, 78, 0
		f.Set(l)
		f.All = append([]runs.Experiment{{Summary: run.Summary{Experiment: "exp-7", Methods: []string{"bm25"}, States: 80, Runs: 80, Finished: 80}}}, f.All...)
		s.Elapse(2 * time.Second)
		s.Shows(slices.Concat(c.says, c.beside, []string{"✓ exp-7"})...)
		if len(c.says) == 0 {
			s.Hides("rediction set", " set  ")
		}
		s.Keys("esc") // the queue
		s.Keys("X")
		s.Shows(c.beside...)
		s.Hides("rediction set")
	}
}

// TestKeptOfWhatEndsAtOnce: an experiment that has ended before anybody looked,
// under a name whose end was seen before, is told of all the same.
func TestKeptOfWhatEndsAtOnce(t *testing.T) {
	f := runstest.Busy()
	l := runs.Live{Experiment: "pilot", Done: true, Progress: run.Progress{Total: 8, Done: 7, Failed: 1}, Kept: runs.Kept{Why: "runs failed"}}
	f.Set(l)
	f.Begun = func(o runs.Order) {
		l.Progress.Done, l.Progress.Failed, l.Kept = 8, 0, runs.Kept{Set: o.Experiment}
		f.Alive = []runs.Live{l}
	}
	s := open(t, office(t).Olga, f, 120, 40)
	s.Keys("j")
	s.Shows("none: runs failed")
	s.Hides("rediction set")
	s.Keys("r")
	s.Shows("Prediction set pilot kept", "✓ pilot, open until it is locked")
}

// TestHostileKept: names and reasons from outside are harmless.
func TestHostileKept(t *testing.T) {
	bad := "\x1b]52;c;aGk=\x07b\x1b[2J\u202ee\n"
	for _, k := range []runs.Kept{{Set: bad}, {Set: bad, Why: bad}, {Why: bad}, {Err: errors.New(bad)}} {
		f := runstest.Busy()
		f.Set(live())
		s := open(t, office(t).Olga, f, 80, 24)
		l := live()
		l.Done, l.Kept = true, k
		f.Set(l)
		s.Elapse(2 * time.Second)
		s.CheckSize()
		s.Harmless()
	}
}

// TestFormSaysWhatBecomesOfIt: an organizer is told beforehand that the name is
// one of a prediction set too; others make none.
func TestFormSaysWhatBecomesOfIt(t *testing.T) {
	o := office(t)
	s := open(t, o.Olga, runstest.Busy(), 120, 40)
	s.Keys("n")
	s.Shows("also of the prediction set it becomes")
	s = open(t, o.Ann, runstest.Busy(), 120, 40)
	s.Keys("n")
	s.Hides("prediction set")
	if !strings.Contains(s.Screen(), complement.MethodComplement) {
		t.Error("the form is not open")
	}
}
