package run

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"suffice/certificate/card"
	"suffice/scorer/methods"
)

func TestPlanIsChecked(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Plan)
		says   string
	}{
		"root":        {func(p *Plan) { p.Root = "" }, "results folder"},
		"name":        {func(p *Plan) { p.Experiment = "" }, "needs a name"},
		"methods":     {func(p *Plan) { p.Methods = nil }, "a method to run"},
		"states":      {func(p *Plan) { p.States = nil }, "a state to run on"},
		"load":        {func(p *Plan) { p.Load = nil }, "read its states"},
		"repetition":  {func(p *Plan) { p.Repetition = -1 }, "counts from 0"},
		"budget":      {func(p *Plan) { p.Budget = -1 }, "context budget"},
		"jobs":        {func(p *Plan) { p.Jobs = -1 }, "-1 jobs"},
		"same state":  {func(p *Plan) { p.States = []string{"s", "s"} }, `"s" is planned twice`},
		"same method": {func(p *Plan) { p.Methods = append(p.Methods, p.Methods[0]) }, `"a" is planned twice`},
	} {
		t.Run(name, func(t *testing.T) {
			p := plan(t, 1, ranked{id: "a"})
			c.change(&p)
			_, err := Start(context.Background(), p)
			if !errors.As(err, new(*PlanError)) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v", err)
			}
			if p.Root != "" {
				if there, _ := os.ReadDir(p.Root); len(there) > 0 {
					t.Error("a plan that cannot be left something behind")
				}
			}
		})
	}
}

// A method is told of the context budget, and one that passes over it has no
// prediction.
func TestContextBudget(t *testing.T) {
	told := make(chan int, 1)
	p := plan(t, 1, ranked{id: "a", during: func(_ context.Context, in *methods.Input) error { told <- in.Budget; return nil }})
	p.Budget = 100
	r := ran(t, p)
	if got := <-told; got != 100 {
		t.Errorf("the method was told of %d tokens", got)
	}
	if len(r.Failures) != 1 || r.Failures[0].Stage != StageValidate || !strings.Contains(r.Failures[0].Err, "the context budget is 100") {
		t.Errorf("%+v", r.Failures)
	}
}

// While an experiment is paused no run begins; those at work end.
func TestPause(t *testing.T) {
	began, let := make(chan string), make(chan struct{})
	m := ranked{id: "a", during: func(_ context.Context, in *methods.Input) error {
		began <- in.Card.ID
		<-let
		return nil
	}}
	ended := make(chan Progress, 100)
	p := plan(t, 3, m)
	p.Jobs, p.Progress = 1, func(p Progress) { ended <- p }
	x, err := Start(context.Background(), p)
	must(t, err)
	if first := <-began; first != "made-000" || x.Paused() {
		t.Fatalf("%s, paused %v", first, x.Paused())
	}
	x.Pause()
	x.Pause()
	let <- struct{}{}
	for p := range ended {
		if p.Done == 1 && p.Running == 0 {
			break
		}
	}
	select {
	case id := <-began:
		t.Errorf("%s began while the experiment was paused", id)
	case p := <-ended: // it still tells how far it is, every second
		if p.Done != 1 || p.Running != 0 || !x.Paused() {
			t.Errorf("%+v", p)
		}
	}
	x.Resume()
	x.Resume()
	for range 2 {
		<-began
		let <- struct{}{}
	}
	r, err := x.Wait()
	must(t, err)
	if r.Progress.Done != 3 || x.Paused() {
		t.Errorf("%+v", r.Progress)
	}
}

// Cancelling ends at once, also a paused experiment: finished runs stay, those
// at work are left half-done, and the prediction file has what there is.
func TestCancel(t *testing.T) {
	for _, paused := range []bool{false, true} {
		p := plan(t, 10, ranked{id: "a", during: func(ctx context.Context, in *methods.Input) error {
			if in.Card.ID == "made-004" && !paused {
				<-ctx.Done()
				return ctx.Err()
			}
			return nil
		}})
		p.Jobs = 1
		ctx, cancel := context.WithCancel(context.Background())
		four := make(chan struct{})
		var once sync.Once
		p.Progress = func(p Progress) {
			if p.Done >= 4 {
				once.Do(func() { close(four) })
			}
		}
		x, err := Start(ctx, p)
		must(t, err)
		<-four
		if paused {
			x.Pause()
			x.Cancel()
		}
		cancel()
		r, err := x.Wait()
		if !errors.Is(err, context.Canceled) || len(r.Failures) > 0 || r.Progress.Done < 4 || !paused && r.Progress.Done != 4 {
			t.Errorf("%+v, %v", r, err)
		}
		select {
		case <-x.Done():
		default:
			t.Error("it is not done")
		}
		f, err := os.Open(r.Predictions)
		must(t, err)
		rows, err := card.ReadPredictions(context.Background(), "p", f)
		must(t, errors.Join(err, f.Close()))
		if len(rows) != r.Progress.Done {
			t.Errorf("%d rows of %d", len(rows), r.Progress.Done)
		}
		p.Methods, p.Progress = asAny(ranked{id: "a"}), nil
		if again := resumed(t, p); again.Progress.Skipped != r.Progress.Done || again.Progress.Done != 10-r.Progress.Done {
			t.Errorf("%+v", again.Progress)
		}
	}
}

// fatalError is one that no other run would be spared.
type fatalError struct{}

func (fatalError) Error() string { return "the key is wrong" }
func (fatalError) Fatal() bool   { return true }

func TestFatalErrorsEndTheExperiment(t *testing.T) {
	var asked atomic.Int32
	p := plan(t, 40, ranked{id: "a", during: func(ctx context.Context, in *methods.Input) error {
		if asked.Add(1); in.Card.ID == "made-002" {
			return at(methods.StagePropose, fatalError{})
		}
		return nil
	}})
	p.Jobs = 1
	x, err := Start(context.Background(), p)
	must(t, err)
	r, err := x.Wait()
	if err == nil || err.Error() != "the key is wrong" || asked.Load() != 3 || len(r.Failures) != 1 || r.Failures[0].Stage != methods.StagePropose {
		t.Errorf("%v, asked %d times, %+v", err, asked.Load(), r)
	}
	e, err := ReadExperiment(p.Root, "e1")
	must(t, err)
	if e.Sessions[0].Ending != "stopped: the key is wrong" {
		t.Errorf("%+v", e.Sessions)
	}
	p.Methods = asAny(ranked{id: "a"})
	if again := resumed(t, p); again.Progress.Done != 38 || again.Progress.Skipped != 2 {
		t.Errorf("%+v", again.Progress)
	}
}

// Every state is read once, however many methods run on it, and every event is
// watched in the order of its run, one at a time.
func TestWatchAndLoad(t *testing.T) {
	p := plan(t, 6, ranked{id: "a"}, ranked{id: "b"}, first{"c", "b", 2})
	var loaded atomic.Int32
	load := p.Load
	p.Load = func(ctx context.Context, id string) (card.State, error) { loaded.Add(1); return load(ctx, id) }
	watched := map[string][]methods.Kind{}
	busy := false
	p.Watch = func(state, method string, e methods.Event) {
		if busy {
			t.Error("two events at a time")
		}
		busy = true
		watched[state+" "+method] = append(watched[state+" "+method], e.Kind)
		busy = false
	}
	ran(t, p)
	if loaded.Load() != 6 || len(watched) != 18 {
		t.Errorf("%d loads, %d runs watched", loaded.Load(), len(watched))
	}
	for _, e := range entriesOf(t, p) {
		trace, err := Trace(context.Background(), e.Dir)
		must(t, err)
		for i, k := range watched[e.State+" "+e.Method] {
			if trace[i].Kind != k {
				t.Fatalf("%s on %s: event %d was watched as %s and recorded as %s", e.Method, e.State, i, k, trace[i].Kind)
			}
		}
		began := trace[0].Body.(Started)
		if began.Task.Pool != 12 || began.Index.Shared != 3 || began.Environment.Cores < 1 || began.Order < 1 || began.Order > 18 || began.Session != 1 {
			t.Errorf("%+v", began)
		}
	}
}

// Predictions, contract and IDs do not depend on how many states run at a time.
func TestSameBytesOnAnyNumberOfJobs(t *testing.T) {
	var want map[string]string
	for _, jobs := range []int{1, 2, 7} {
		p := plan(t, 9, ranked{id: "a"}, first{"c", "a", 2})
		p.Jobs = jobs
		ran(t, p)
		got := map[string]string{}
		for path, text := range tree(t, filepath.Join(p.Root, "predictions")) {
			got[filepath.Base(path)] = text
		}
		if want == nil {
			want = got
		}
		for name := range want {
			if got[name] != want[name] {
				t.Errorf("%s differs with %d jobs", name, jobs)
			}
		}
	}
}

// No environment variable and nothing of what a process knows besides its
// states gets into the artifacts.
func TestArtifactsHoldNoEnvironment(t *testing.T) {
	const secret = "sk-very-secret-0451"
	t.Setenv("OPENAI_API_KEY", secret)
	t.Setenv("SUFFICE_API_KEY", secret)
	p := plan(t, 2, ranked{id: "a"})
	ran(t, p)
	home, _ := os.UserHomeDir()
	for path, text := range tree(t, p.Root) {
		if strings.Contains(text, secret) || home != "" && home != "/" && strings.Contains(text, home+"/") {
			t.Errorf("%s holds something of the environment", path)
		}
	}
}

func TestProgress(t *testing.T) {
	at := time.Unix(1000, 0)
	far := newTally(100, at)
	far.skip()
	if p := far.progress(at.Add(time.Second)); p.Rate != 0 || p.Left != 0 || p.Skipped != 1 || p.Elapsed != time.Second {
		t.Errorf("%+v", p)
	}
	for i := range 9 {
		far.done++
		far.ended(at.Add(time.Duration(i+1)*time.Second), Totals{Calls: 3, Input: 10, NoCached: 3})
	}
	if p := far.progress(at.Add(9 * time.Second)); p.Rate != 1 || p.Left != 90*time.Second || p.Tokens.Calls != 27 || p.Tokens.NoCached != 27 {
		t.Errorf("%+v", p)
	}
	// The rate is that of the recent past, not of the whole.
	for i := range rateOver + 1 {
		far.ended(at.Add(20*time.Second+time.Duration(i)*100*time.Millisecond), Totals{})
	}
	if p := far.progress(at.Add(26400 * time.Millisecond)); p.Rate < 9.9 || p.Rate > 10.1 {
		t.Errorf("%+v", p)
	}
	far.interrupt(at.Add(100 * time.Second))
	if p := far.progress(at.Add(101 * time.Second)); p.Rate != 0 || p.Left != 0 {
		t.Errorf("a pause counts: %+v", p)
	}
}
