package runs_test

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"suffice/certificate/card"
	"suffice/review"
	"suffice/review/reviewtest"
	"suffice/scorer/methods"
	"suffice/scorer/methods/complement"
	"suffice/scorer/methods/complement/offline"
	"suffice/scorer/methods/run"
	"suffice/tui/runs"
)

// service is the real thing on a folder of its own.
func service(t testing.TB, d runs.Desk, root string, change ...func(*runs.Config)) *runs.Service {
	t.Helper()
	c := runs.Config{
		Root: root, Desk: d, Controllers: []string{"offline"}, Revision: "test",
		Offers: []runs.Offer{{ID: complement.MethodComplement, Asks: true}, {ID: "bm25"}, {ID: complement.MethodSingleStage, From: complement.MethodComplement}},
		Build: func(method, controller string, seed uint64) (methods.Method, error) {
			if controller != "offline" {
				return nil, errors.New("there is only the offline controller")
			}
			with := complement.Defaults()
			with.Retrieval.Seed = seed
			with.Controller = offline.New(offline.Options{Weights: offline.Defaults()})
			return complement.New(method, with)
		},
		Now: func() time.Time { return time.UnixMilli(reviewtest.Start).UTC() },
	}
	for _, f := range change {
		f(&c)
	}
	s := runs.NewService(c)
	t.Cleanup(func() {
		if err := s.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	return s
}

// settle waits until an experiment has ended.
func settle(t testing.TB, s *runs.Service, experiment string) runs.Live {
	t.Helper()
	if err := s.Wait(t.Context(), experiment); err != nil {
		t.Fatal(err)
	}
	for _, l := range s.Live() {
		if l.Experiment == experiment && l.Done {
			return l
		}
	}
	t.Fatalf("%s has not ended: %+v", experiment, s.Live())
	return runs.Live{}
}

// TestRunOnAState: MSS-Complement on one state tells its stages, is on record,
// and is told from there the next time; again runs it once more.
func TestRunOnAState(t *testing.T) {
	o, root := office(t), t.TempDir()
	s := service(t, o.Ann, root)
	ask := runs.Ask{State: "s1", Method: complement.MethodComplement}
	tell := func(a runs.Ask) (runs.Answer, runs.Story) {
		t.Helper()
		var story runs.Story
		got, err := s.RunState(t.Context(), a, func(e methods.Event) { story.Take(e) })
		if err != nil {
			t.Fatal(err)
		}
		return got, story
	}
	first, story := tell(ask)
	var stages []string
	for _, c := range story.Chapters {
		stages = append(stages, c.Name)
		if !c.Done || len(c.Calls) != c.Stage.Attempts {
			t.Errorf("%s: done %t, %d calls for %d attempts", c.Name, c.Done, len(c.Calls), c.Stage.Attempts)
		}
	}
	if strings.Join(stages, " ") != "propose expand finalize" || first.Recorded || !story.Ended || len(story.Returned) != len(first.Entry.Output.Ranked) || len(story.Returned) < 4 {
		t.Fatalf("stages %v, recorded %t, returned %d of %d", stages, first.Recorded, len(story.Returned), len(first.Entry.Output.Ranked))
	}
	for _, u := range story.Returned {
		if u.Origin != story.Origin(u.ID) {
			t.Errorf("%s is from %q, the story says %q", u.ID, u.Origin, story.Origin(u.ID))
		}
	}
	if first.Entry.Output.Controller != "offline" {
		t.Errorf("labelled %q", first.Entry.Output.Controller)
	}
	second, again := tell(ask)
	if !second.Recorded || second.Entry.RunID != first.Entry.RunID || len(again.Chapters) != 3 || !again.Ended {
		t.Errorf("told again: recorded %t, run %s, %d stages", second.Recorded, second.Entry.RunID, len(again.Chapters))
	}
	ask.Again = true
	if third, _ := tell(ask); third.Recorded || third.Entry.RunID == first.Entry.RunID {
		t.Errorf("run again: recorded %t, run %s", third.Recorded, third.Entry.RunID)
	}
	entries, err := s.Recorded(t.Context(), "s1")
	if err != nil || len(entries) != 1 {
		t.Errorf("%d methods on record, %v", len(entries), err)
	}
	all, err := s.Runs(t.Context(), runs.AtTheDesk)
	if err != nil || len(all) != 2 {
		t.Errorf("%d runs at the desk, %v", len(all), err)
	}
	trace, err := s.Trace(t.Context(), all[0])
	if err != nil || len(trace) == 0 || trace[0].Kind != methods.RunStarted {
		t.Errorf("a trace of %d events, %v", len(trace), err)
	}
}

// TestDerivedOnAState: a method that is read off another one's record brings
// that one along.
func TestDerivedOnAState(t *testing.T) {
	s := service(t, office(t).Ann, t.TempDir())
	got, err := s.RunState(t.Context(), runs.Ask{State: "s1", Method: complement.MethodSingleStage}, func(methods.Event) {})
	if err != nil || len(got.Entry.Output.Ranked) == 0 || got.Entry.Method != complement.MethodSingleStage {
		t.Fatalf("%+v, %v", got, err)
	}
	entries, err := s.Recorded(t.Context(), "s1")
	if err != nil || len(entries) != 2 {
		t.Errorf("%d methods on record, %v", len(entries), err)
	}
}

// TestRunCancelled: a context that has ended runs nothing and leaves nothing
// that counts.
func TestRunCancelled(t *testing.T) {
	s := service(t, office(t).Ann, t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	_, err := s.RunState(ctx, runs.Ask{State: "s1", Method: complement.MethodComplement}, func(e methods.Event) {
		if e.Kind == methods.StageFinished {
			cancel()
		}
	})
	if err == nil {
		t.Fatal("a cancelled run gave an answer")
	}
	if entries, err := s.Recorded(t.Context(), "s1"); err != nil || len(entries) != 0 {
		t.Errorf("%d on record, %v", len(entries), err)
	}
	if _, err := s.RunState(t.Context(), runs.Ask{State: "s1", Method: complement.MethodComplement}, func(methods.Event) {}); err != nil {
		t.Errorf("after that: %v", err)
	}
}

// TestExperiment: begun, ended, listed, gone on with after another session.
func TestExperiment(t *testing.T) {
	o, root := office(t), t.TempDir()
	s := service(t, o.Olga, root)
	order := runs.Order{Experiment: "trial", Methods: []string{"bm25", complement.MethodSingleStage}, Seed: 5}
	if err := s.Start(t.Context(), order); err != nil {
		t.Fatal(err)
	}
	l := settle(t, s, "trial")
	if l.Err != nil || l.Progress.Done != 24 || l.Progress.Failed != 0 || l.Controller != "offline" {
		t.Fatalf("%+v", l)
	}
	list, err := s.List(t.Context())
	if err != nil || len(list) != 1 || list[0].Partial || list[0].Finished != 24 || list[0].Seed != 5 || len(list[0].Planned) != 8 {
		t.Fatalf("%+v, %v", list, err)
	}
	if s.Pause("trial") || s.Resume("trial") || s.Cancel("trial") {
		t.Error("what has ended was paused, resumed or cancelled")
	}
	if err := s.Start(t.Context(), order); !errors.As(err, new(*run.ExistsError)) {
		t.Errorf("begun twice: %v", err)
	}
	later := service(t, o.Olga, root)
	order.Resume = true
	if err := later.Start(t.Context(), order); err != nil {
		t.Fatal(err)
	}
	if l := settle(t, later, "trial"); l.Progress.Skipped != 24 || l.Progress.Done != 0 {
		t.Errorf("gone on with: %+v", l.Progress)
	}
	if b := runs.Background(later); b.Text != "" || b.Lost != "" {
		t.Errorf("still told: %+v", b)
	}
}

// slow is a method that waits until it is let go.
type slow struct {
	let  chan struct{}
	once *sync.Once
	at   chan struct{} // closed once one is at work
}

func (m slow) ID() string    { return "slow" }
func (m slow) Identity() any { return "slow" }
func (m slow) Run(ctx context.Context, in *methods.Input, _ methods.Recorder) (methods.Output, error) {
	m.once.Do(func() { close(m.at) })
	select {
	case <-m.let:
	case <-ctx.Done():
		return methods.Output{}, ctx.Err()
	}
	return methods.Output{Ranked: []string{in.Pool().Units[0].ID}}, nil
}

// TestPauseAndCancel works on an experiment that is under way, and ending the
// session ends it.
func TestPauseAndCancel(t *testing.T) {
	m := slow{make(chan struct{}), &sync.Once{}, make(chan struct{})}
	root := t.TempDir()
	s := service(t, office(t).Olga, root, func(c *runs.Config) {
		c.Build = func(string, string, uint64) (methods.Method, error) { return m, nil }
	})
	order := runs.Order{Experiment: "long", Methods: []string{"slow"}, Jobs: 1}
	if err := s.Start(t.Context(), order); err != nil {
		t.Fatal(err)
	}
	<-m.at
	if err := s.Start(t.Context(), order); err == nil || !strings.Contains(err.Error(), "at work already") {
		t.Errorf("begun twice: %v", err)
	}
	if b := runs.Background(s); b.Text != "▶ 0/8 runs" || !strings.Contains(b.Lost, "long still runs, 0 of 8") {
		t.Errorf("told %+v", b)
	}
	if !s.Pause("long") || !s.Live()[0].Paused || runs.Background(s).Text != "‖ 0/8 runs" {
		t.Errorf("not paused: %+v", s.Live())
	}
	if !s.Resume("long") || s.Live()[0].Paused {
		t.Error("not resumed")
	}
	if !s.Cancel("long") {
		t.Error("not cancelled")
	}
	if l := settle(t, s, "long"); !l.Ending || l.Progress.Done != 0 {
		t.Errorf("%+v", l)
	}
	close(m.let)
	order.Resume = true
	if err := s.Start(t.Context(), order); err != nil {
		t.Fatal(err)
	}
	if l := settle(t, s, "long"); l.Err != nil || l.Progress.Done != 8 {
		t.Errorf("gone on with: %+v", l)
	}
}

// TestOrders that cannot be.
func TestOrders(t *testing.T) {
	o := office(t)
	for want, c := range map[string]struct {
		d *review.Desk
		o runs.Order
	}{
		"needs a name":          {o.Olga, runs.Order{Methods: []string{"bm25"}}},
		"at least one method":   {o.Olga, runs.Order{Experiment: "x"}},
		"make the method nope":  {o.Olga, runs.Order{Experiment: "x", Methods: []string{"nope"}}},
		"only the offline":      {o.Olga, runs.Order{Experiment: "x", Methods: []string{"bm25"}, Controller: "openai"}},
		"no state that you may": {o.Rita, runs.Order{Experiment: "x", Methods: []string{"bm25"}}},
		"run methods on s9":     {o.Olga, runs.Order{Experiment: "x", Methods: []string{"bm25"}, States: []string{"s9"}}},
	} {
		s := service(t, c.d, t.TempDir())
		if err := s.Start(t.Context(), c.o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// TestOnlyOpenStates: an annotator of an open project gets the runs of the
// states that are open to them, and nothing else is even read; others nothing.
func TestOnlyOpenStates(t *testing.T) {
	o, root := reviewtest.MidReview(t, reviewtest.Calibration()), t.TempDir()
	whole := service(t, o.Olga, root)
	if err := whole.Start(t.Context(), runs.Order{Experiment: "all", Methods: []string{"bm25"}}); err != nil {
		t.Fatal(err)
	}
	settle(t, whole, "all")
	// The state that is closed is broken on disk: reading it would tell.
	closed := filepath.Join(root, "raw", "all", "bm25", "s4")
	broken := 0
	err := filepath.WalkDir(closed, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			broken++
			return os.WriteFile(path, []byte("{"), 0o644)
		}
		return err
	})
	if err != nil || broken == 0 {
		t.Fatalf("%d files, %v", broken, err)
	}
	ann := service(t, o.Ann, root)
	open, err := o.Ann.OutcomeStates(t.Context())
	if err != nil || slices.Contains(open, "s4") || len(open) != 7 {
		t.Fatalf("open to Ann: %v, %v", open, err)
	}
	entries, err := ann.Runs(t.Context(), "all")
	if err != nil || len(entries) != 7 {
		t.Fatalf("%d runs, %v", len(entries), err)
	}
	list, err := ann.List(t.Context())
	if err != nil || len(list) != 1 || !list[0].Partial || list[0].States != 7 || list[0].Runs != 7 || len(list[0].Planned) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
	// What others there are shows neither in where a run stood among them, nor
	// in how an experiment is refused that cannot be gone on with.
	for _, e := range entries {
		trace, err := ann.Trace(t.Context(), e)
		if err != nil || len(trace) == 0 {
			t.Fatalf("%d events, %v", len(trace), err)
		}
		if b := trace[0].Body.(run.Started); b.Order != 0 || b.Session != 0 {
			t.Errorf("the run on %s is told as number %d of session %d", e.State, b.Order, b.Session)
		}
	}
	for _, name := range []string{"all", "none"} {
		var gone *run.NotFoundError
		if err := ann.Start(t.Context(), runs.Order{Experiment: name, Methods: []string{"bm25"}, Resume: true}); !errors.As(err, &gone) {
			t.Errorf("gone on with %s: %v", name, err)
		}
	}
	var forbidden *review.ForbiddenError
	var unknown *review.UnknownStateError
	hidden := run.Entry{State: "s4", Dir: filepath.Dir(entries[0].Dir)}
	if _, err := ann.Trace(t.Context(), hidden); !errors.As(err, &forbidden) && !errors.As(err, &unknown) {
		t.Errorf("a hidden trace: %v", err)
	}
	for _, d := range []*review.Desk{o.Rita, o.Sven, o.Alma} {
		s := service(t, d, root)
		states, err := d.OutcomeStates(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if len(states) > 1 || len(states) == 1 && states[0] != "s4" { // a reviewer of s4, which is closed
			t.Errorf("%s: open %v", d.Person().Name, states)
		}
		for _, id := range []string{"s1", "s2", "s3", "s5", "s6", "s7"} {
			ran := false
			if _, err := s.RunState(t.Context(), runs.Ask{State: id, Method: "bm25"}, func(methods.Event) { ran = true }); err == nil || ran {
				t.Errorf("%s ran a method on %s", d.Person().Name, id)
			}
			if _, err := s.Recorded(t.Context(), id); err == nil {
				t.Errorf("%s sees what was run on %s", d.Person().Name, id)
			}
			if _, err := s.Unit(t.Context(), id, "u1"); err == nil {
				t.Errorf("%s reads %s by way of its runs", d.Person().Name, id)
			}
		}
	}
}

// TestUnit gives a unit of the pool.
func TestUnit(t *testing.T) {
	s := service(t, office(t).Ann, t.TempDir())
	if u, err := s.Unit(t.Context(), "s1", "u2"); err != nil || u.LineStart != 11 {
		t.Errorf("%+v, %v", u, err)
	}
	if _, err := s.Unit(t.Context(), "s1", "u99"); err == nil {
		t.Error("a unit that is not there was given")
	}
	var none card.Unit
	if u, _ := s.Unit(t.Context(), "nowhere", "u1"); u.ID != none.ID {
		t.Errorf("%+v", u)
	}
}

// named is a controller under another name.
type named struct {
	complement.Controller
	name string
}

func (n named) Name() string { return n.name }

// TestRecordedByController: what two controllers answer stands beside each
// other on record, and either is told again for itself.
func TestRecordedByController(t *testing.T) {
	s := service(t, office(t).Ann, t.TempDir(), func(c *runs.Config) {
		c.Controllers = []string{"offline", "hosted"}
		c.Build = func(method, controller string, _ uint64) (methods.Method, error) {
			with := complement.Defaults()
			with.Controller = named{offline.New(offline.Options{Weights: offline.Defaults()}), controller}
			return complement.New(method, with)
		}
	})
	for _, c := range []string{"offline", "hosted", "", "hosted"} {
		got, err := s.RunState(t.Context(), runs.Ask{State: "s1", Method: complement.MethodComplement, Controller: c}, func(methods.Event) {})
		if err != nil {
			t.Fatal(err)
		}
		if want := cmp.Or(c, "offline"); got.Entry.Output.Controller != want {
			t.Errorf("%q was asked, %q answered", c, got.Entry.Output.Controller)
		}
	}
	var have []string
	entries, err := s.Recorded(t.Context(), "s1")
	for _, e := range entries {
		have = append(have, e.Output.Controller)
	}
	if err != nil || strings.Join(have, " ") != "hosted offline" {
		t.Errorf("on record: %v, %v", have, err)
	}
	if all, err := s.Runs(t.Context(), runs.AtTheDesk); err != nil || len(all) != 2 {
		t.Errorf("%d runs, %v", len(all), err)
	}
}
