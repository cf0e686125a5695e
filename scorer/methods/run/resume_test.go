package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"

	"suffice/certificate/card"
	"suffice/scorer/methods"
)

// resumed runs a plan again.
func resumed(t testing.TB, p Plan) Report {
	t.Helper()
	p.Resume = true
	return ran(t, p)
}

func entriesOf(t testing.TB, p Plan) []Entry {
	t.Helper()
	all, err := Runs(context.Background(), p.Root, p.Experiment)
	must(t, err)
	return all
}

// tree is every file under a folder with its content.
func tree(t testing.TB, root string) map[string]string {
	t.Helper()
	all := map[string]string{}
	must(t, filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		all[path] = string(b)
		return err
	}))
	return all
}

// A finished run is left alone, byte for byte, and no method is asked again.
func TestResumeSkipsWhatIsFinished(t *testing.T) {
	var asked atomic.Int32
	m := ranked{id: "bm25", during: func(context.Context, *methods.Input) error { asked.Add(1); return nil }}
	p := plan(t, 5, m, first{"top", "bm25", 2})
	before := ran(t, p)
	files := tree(t, filepath.Join(p.Root, "raw"))
	predictions := tree(t, filepath.Join(p.Root, "predictions"))
	after := resumed(t, p)
	if after.Progress.Skipped != 10 || after.Progress.Done != 0 || asked.Load() != 5 {
		t.Errorf("%+v, asked %d times", after.Progress, asked.Load())
	}
	now := tree(t, filepath.Join(p.Root, "raw"))
	for path, text := range files {
		if filepath.Base(path) != experimentFile && now[path] != text {
			t.Errorf("%s was changed", path)
		}
	}
	if len(now) != len(files) || !reflect.DeepEqual(predictions, tree(t, filepath.Join(p.Root, "predictions"))) || before.Predictions != after.Predictions {
		t.Error("files came or went")
	}
	x, err := ReadExperiment(p.Root, p.Experiment)
	must(t, err)
	if len(x.Sessions) != 2 || x.Sessions[1].Ending != "complete" {
		t.Errorf("%+v", x.Sessions)
	}
}

// edit changes what a run came to, as a hand would.
func edit(t testing.TB, dir string, change func(*Final)) {
	t.Helper()
	f, err := ReadFinal(dir)
	must(t, err)
	change(&f)
	b, err := pretty(f)
	must(t, err)
	must(t, os.WriteFile(filepath.Join(dir, metricsFile), b, 0o666))
}

// harms are what can happen to the folder of a finished run of made-001.
func harms() map[string]func(t *testing.T, dir string) {
	return map[string]func(t *testing.T, dir string){
		"killed before the end": func(t *testing.T, dir string) { must(t, os.Remove(filepath.Join(dir, metricsFile))) },
		"killed at the beginning": func(t *testing.T, dir string) {
			must(t, os.RemoveAll(dir))
			must(t, os.Mkdir(dir, 0o777))
		},
		"killed between writing and naming": func(t *testing.T, dir string) {
			must(t, os.Rename(filepath.Join(dir, metricsFile), filepath.Join(dir, metricsFile+".tmp")))
		},
		"torn metrics":       func(t *testing.T, dir string) { must(t, os.Truncate(filepath.Join(dir, metricsFile), 40)) },
		"torn trajectory":    func(t *testing.T, dir string) { must(t, os.Truncate(filepath.Join(dir, trajectoryFile), 400)) },
		"missing trajectory": func(t *testing.T, dir string) { must(t, os.Remove(filepath.Join(dir, trajectoryFile))) },
		"other output": func(t *testing.T, dir string) {
			edit(t, dir, func(f *Final) { f.Output.Ranked[0], f.Output.Ranked[1] = f.Output.Ranked[1], f.Output.Ranked[0] })
		},
		"other tokens": func(t *testing.T, dir string) { edit(t, dir, func(f *Final) { f.Output.Tokens++ }) },
		"other totals": func(t *testing.T, dir string) { edit(t, dir, func(f *Final) { f.Totals.Calls++ }) },
		"other state":  func(t *testing.T, dir string) { edit(t, dir, func(f *Final) { f.State += "x" }) },
		"run of another state": func(t *testing.T, dir string) {
			other := filepath.Join(filepath.Dir(filepath.Dir(dir)), "made-002")
			runs, err := filepath.Glob(filepath.Join(other, strings.Repeat("?", 64)))
			must(t, err)
			must(t, os.RemoveAll(dir))
			must(t, os.CopyFS(dir, os.DirFS(runs[0])))
		},
		"cut trajectory, with its hash": func(t *testing.T, dir string) {
			path := filepath.Join(dir, trajectoryFile)
			b, err := os.ReadFile(path)
			must(t, err)
			at := strings.LastIndex(strings.TrimSuffix(string(b), "\n"), "\n") + 1
			must(t, os.Truncate(path, int64(at)))
			edit(t, dir, func(f *Final) { f.Artifacts[trajectoryFile] = hashOf(b[:at]) })
		},
		"other manifest": func(t *testing.T, dir string) {
			must(t, os.WriteFile(filepath.Join(dir, manifestFile), []byte("{}"), 0o666))
		},
	}
}

// What does not look as it did when it ended was not finished: it is set aside,
// kept, and run again under the same ID.
func TestResumeRunsUnfinishedAgain(t *testing.T) {
	for name, harm := range harms() {
		t.Run(name, func(t *testing.T) {
			p := plan(t, 3, ranked{id: "bm25"})
			r := ran(t, p)
			want, err := os.ReadFile(r.Predictions)
			must(t, err)
			hurt := entriesOf(t, p)[1]
			for n := 1; n <= 2; n++ {
				harm(t, hurt.Dir)
				was := tree(t, hurt.Dir)
				again := resumed(t, p)
				if again.Progress.Done != 1 || again.Progress.Skipped != 2 {
					t.Fatalf("%+v", again.Progress)
				}
				kept := tree(t, fmt.Sprintf("%s%s%d", hurt.Dir, aside, n))
				for path, text := range was {
					if kept[strings.Replace(path, hurt.Dir, fmt.Sprintf("%s%s%d", hurt.Dir, aside, n), 1)] != text {
						t.Errorf("%s was not kept as it was", path)
					}
				}
				if now := entriesOf(t, p)[1]; now.RunID != hurt.RunID || now.Outcome != OutcomeFinished || len(entriesOf(t, p)) != 3 {
					t.Errorf("%+v", now)
				}
			}
			got, err := os.ReadFile(r.Predictions)
			must(t, err)
			if string(got) != string(want) {
				t.Error("the predictions are not those of an experiment left alone")
			}
		})
	}
}

// A failed run is kept and recorded, the others go on, and resuming tries it again.
func TestFailuresAreKeptAndTriedAgain(t *testing.T) {
	broken := true
	m := ranked{id: "bm25", during: func(_ context.Context, in *methods.Input) error {
		if broken && in.Card.ID == "made-001" {
			return at(methods.StageExpand, errors.New("the server is tired"))
		}
		return nil
	}}
	p := plan(t, 3, m, first{"top", "bm25", 2})
	r := ran(t, p)
	id := entriesOf(t, p)[1].RunID
	want := []Failure{
		{State: "made-001", Method: "bm25", RunID: id, Stage: methods.StageExpand, Err: "the server is tired"},
		{State: "made-001", Method: "top", RunID: r.Failures[1].RunID, Stage: StageDerive, Err: `bm25 has no finished run on state "made-001" to be derived from`},
	}
	if !reflect.DeepEqual(r.Failures, want) || r.Progress.Done != 4 || r.Progress.Failed != 2 {
		t.Fatalf("%+v", r)
	}
	e := entriesOf(t, p)[1]
	if e.Outcome != OutcomeFailed || e.Failure != "expand: the server is tired" || e.Output.Ranked != nil {
		t.Errorf("%+v", e)
	}
	trace, err := Trace(context.Background(), e.Dir)
	must(t, err)
	end := trace[len(trace)-1].Body.(Ended)
	if end.Outcome != OutcomeFailed || end.Failure == nil || end.Failure.Stage != methods.StageExpand {
		t.Errorf("%+v", end)
	}
	broken = false
	again := resumed(t, p)
	if len(again.Failures) != 0 || again.Progress.Done != 2 || again.Progress.Skipped != 4 {
		t.Fatalf("%+v", again)
	}
	if f, err := ReadFinal(e.Dir + aside + "1"); err != nil || f.Outcome != OutcomeFailed {
		t.Errorf("the failed run was not kept: %+v, %v", f, err)
	}
}

// A method may fail in more ways than by saying so.
func TestBadMethodsFailAlone(t *testing.T) {
	returns := func(ids ...string) func(context.Context, *methods.Input, methods.Recorder) (methods.Output, error) {
		return func(context.Context, *methods.Input, methods.Recorder) (methods.Output, error) {
			return methods.Output{Ranked: ids}, nil
		}
	}
	p := plan(t, 1,
		acts{"panics", func(context.Context, *methods.Input, methods.Recorder) (methods.Output, error) { panic("oh") }},
		acts{"foreign", returns("made-000-u001", "nowhere")}, acts{"twice", returns("made-000-u001", "made-000-u001")},
		acts{"unwritable", func(_ context.Context, _ *methods.Input, rec methods.Recorder) (methods.Output, error) {
			return methods.Output{}, rec.Record(methods.Event{Kind: methods.ToolCalled, Body: func() {}})
		}},
		acts{"abstains", returns()}, ranked{id: "good"})
	r := ran(t, p)
	var got []string
	for _, f := range r.Failures {
		got = append(got, f.Method+" "+f.Stage+": "+f.Err)
	}
	if len(got) != 4 || got[0] != "panics method: method panics broke down: oh" ||
		got[1] != `foreign validate: rank 2 is "nowhere", which is not in the pool` ||
		got[2] != `twice validate: rank 2 is "made-000-u001", which was returned before` || !strings.HasPrefix(got[3], "unwritable record: record tool_call: ") {
		t.Errorf("%q", got)
	}
	if r.Progress.Done != 2 {
		t.Errorf("%+v", r.Progress)
	}
}

// acts is a method that does what it is told.
type acts struct {
	id string
	do func(context.Context, *methods.Input, methods.Recorder) (methods.Output, error)
}

func (m acts) ID() string    { return m.id }
func (m acts) Identity() any { return m.id }
func (m acts) Run(ctx context.Context, in *methods.Input, rec methods.Recorder) (methods.Output, error) {
	return m.do(ctx, in, rec)
}

// States that cannot be read, or are others than before, fail; the rest goes on.
func TestStatesThatCannotBeRun(t *testing.T) {
	p := plan(t, 4, ranked{id: "a"}, ranked{id: "b"})
	good := p.Load
	p.Load = func(ctx context.Context, id string) (card.State, error) {
		switch id {
		case "made-001":
			return card.State{}, errors.New("it is locked")
		case "made-002":
			return good(ctx, "made-003")
		}
		return good(ctx, id)
	}
	r := ran(t, p)
	if len(r.Failures) != 4 || r.Failures[0].Err != `read state "made-001": it is locked` || r.Failures[1].Stage != StageLoad || r.Progress.Done != 4 {
		t.Errorf("%+v", r)
	}
	p.Load = func(ctx context.Context, id string) (card.State, error) {
		s, err := good(ctx, id)
		if id == "made-003" {
			s.Card.Need += " too"
		}
		return s, err
	}
	again := resumed(t, p)
	if len(again.Failures) != 2 || again.Failures[0].Stage != StageChanged || !strings.Contains(again.Failures[0].Err, `state "made-003" is not what it was`) || again.Progress.Done != 4 {
		t.Errorf("%+v", again)
	}
	if n := len(entriesOf(t, p)); n != 8 {
		t.Errorf("%d runs", n)
	}
}

// Other settings are another experiment, and each refusal names what differs.
func TestResumeRefusesOtherSettings(t *testing.T) {
	p := plan(t, 2, ranked{id: "a", config: map[string]any{"k": 60, "deep": map[string]any{"lambda": 0.5}}})
	p.Model = func(string) string { return "one" }
	ran(t, p)
	if _, err := Start(context.Background(), p); !errors.As(err, new(*ExistsError)) {
		t.Errorf("begun twice: %v", err)
	}
	for name, c := range map[string]struct {
		change func(*Plan)
		want   ChangedError
	}{
		"seed":     {func(p *Plan) { p.Seed = 9 }, ChangedError{What: "seed", Was: "0", Is: "9"}},
		"revision": {func(p *Plan) { p.Revision = "r2" }, ChangedError{What: "program revision", Was: "r1", Is: "r2"}},
		"budget":   {func(p *Plan) { p.Budget = 6144 }, ChangedError{What: "context budget", Was: "0", Is: "6144"}},
		"repeat":   {func(p *Plan) { p.Repetition = 1 }, ChangedError{What: "repetition", Was: "0", Is: "1"}},
		"model":    {func(p *Plan) { p.Model = func(string) string { return "two" } }, ChangedError{What: "model key of a", Was: "one", Is: "two"}},
		"config": {func(p *Plan) {
			p.Methods = []methods.Method{ranked{id: "a", config: map[string]any{"k": 60, "deep": map[string]any{"lambda": 0.7}}}}
		}, ChangedError{What: "configuration of a", Key: "settings.deep.lambda", Was: "0.5", Is: "0.7"}},
	} {
		t.Run(name, func(t *testing.T) {
			q := p
			q.Resume = true
			c.change(&q)
			_, err := Start(context.Background(), q)
			var got *ChangedError
			if c.want.Experiment = "e1"; !errors.As(err, &got) || *got != c.want {
				t.Errorf("%v", err)
			}
		})
	}
	if r := resumed(t, p); r.Progress.Skipped != 2 {
		t.Errorf("a refused plan changed the experiment: %+v", r)
	}
}
