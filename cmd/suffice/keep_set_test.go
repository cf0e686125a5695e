package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"suffice/review"
	"suffice/scorer/methods"
	"suffice/scorer/methods/run"
	"suffice/tui/app"
	"suffice/tui/cell"
	"suffice/tui/config"
	"suffice/tui/part"
	"suffice/tui/runs"
	"suffice/tui/tuitest"
	"suffice/tui/workbench"
)

// seated is somebody at the terminal of a project: three states with labels,
// olga its organizer, ann an annotator.
type seated struct {
	inFolder
	ses   *session
	tried *runs.Service
}

func screens(t *testing.T) inFolder {
	f := inFolder{t, t.TempDir()}
	set := filepath.Join(f.dir, "set")
	f.must("olga", "generate", set, "--states", "3", "--units", "20", "--methods", "1", "--seed", "5")
	f.must("olga", "init")
	f.must("olga", "import", "items", filepath.Join(set, "items.jsonl"))
	f.must("olga", "import", "labels", filepath.Join(set, "labels.jsonl"))
	f.must("olga", "people", "add", "ann", "--role", "annotator")
	return f
}

// sit opens the project for somebody, with what runTerminal gives the screens.
func (f inFolder) sit(who string) seated {
	f.t.Helper()
	s := streams{In: strings.NewReader(""), Getenv: func(string) string { return "" }, Now: time.Now}
	ses, err := openAs(f.t.Context(), filepath.Join(f.dir, defaultProject), who, s)
	if err != nil {
		f.t.Fatal(err)
	}
	root := newRoot(s)
	root.SetContext(f.t.Context())
	at := seated{f, ses, experiments(root, s, ses)}
	f.t.Cleanup(func() {
		if err := at.tried.Close(context.WithoutCancel(f.t.Context())); err != nil {
			f.t.Error(err)
		}
		if err := ses.close(); err != nil {
			f.t.Error(err)
		}
	})
	return at
}

// ends starts an experiment and gives what it is when it has ended.
func (at seated) ends(o runs.Order) runs.Live {
	at.t.Helper()
	if err := at.tried.Start(at.t.Context(), o); err != nil {
		at.t.Fatal(err)
	}
	return at.ended(o.Experiment)
}

func (at seated) ended(experiment string) runs.Live {
	at.t.Helper()
	if err := at.tried.Wait(at.t.Context(), experiment); err != nil {
		at.t.Fatal(err)
	}
	for _, l := range at.tried.Live() {
		if l.Experiment == experiment && l.Done && l.Err == nil {
			return l
		}
	}
	at.t.Fatalf("%s has not come to its end: %+v", experiment, at.tried.Live())
	return runs.Live{}
}

// set is a prediction set as the project has it; Rows is 0 when it has none.
func (f inFolder) set(name string) review.PredictionSet { return f.setFor("olga", name) }

func (f inFolder) setFor(organizer, name string) review.PredictionSet {
	f.t.Helper()
	ses, err := openAs(f.t.Context(), filepath.Join(f.dir, defaultProject), organizer, streams{Now: time.Now})
	if err != nil {
		f.t.Fatal(err)
	}
	defer ses.close() //nolint:errcheck // it was only read
	all, err := ses.desk.PredictionSets(f.t.Context())
	if err != nil {
		f.t.Fatal(err)
	}
	for _, one := range all {
		if one.Name == name {
			return one
		}
	}
	return review.PredictionSet{}
}

// TestExperimentOfAScreenBecomesASet: what an organizer runs on the screen of
// experiments is a prediction set when it ends, as with suffice run, and the
// screen says so.
func TestExperimentOfAScreenBecomesASet(t *testing.T) {
	at := screens(t).sit("olga")
	timers := tuitest.NewTimers(time.UnixMilli(1_800_000_000_000).UTC())
	m, err := app.Start(t.Context(), app.Options{
		Desk: at.ses.desk, Runs: at.tried, Config: config.Default(), Now: timers.Now, After: timers.After, Bindings: stateBindings(),
		Workbench: func(e *part.Env, state string) part.Screen { return workbench.New(e, state) },
	})
	if err != nil {
		t.Fatal(err)
	}
	s := tuitest.New(t, tea.Model(m), &cell.Width{}, timers, 120, 40)
	s.Keys("X n")
	s.Shows("[✓] mss_complement")
	s.Keys("s")
	const name = "exp-20270115-0800"
	if l := at.ended(name); l.Progress.Done != 3 || l.Kept != (runs.Kept{Set: name}) {
		t.Fatalf("%+v", l)
	}
	s.Elapse(2 * time.Second)
	s.Shows("Prediction set "+name+" kept, open until it is locked.", "✓ "+name)
	got := at.set(name)
	if got.Rows != 3 || got.States != 3 || got.Methods["mss_complement"] != 3 || got.Locked != "" {
		t.Errorf("the project has %+v", got)
	}
	made := filepath.Join(at.dir, "made.jsonl")
	at.must("olga", "export", "predictions", name, "--out", made)
	if file := run.PredictionsPath(filepath.Join(at.dir, resultsFolder), name); at.read(made) != at.read(file) {
		t.Errorf("the set is\n%s\nthe file of the experiment\n%s", at.read(made), at.read(file))
	}
	at.must("olga", "table", "main", "--set", name)

	// What becomes of the set shows, and one from elsewhere is none of it.
	at.must("olga", "predictions", "lock", name)
	at.must("olga", "run", "mmr", "--experiment", "quiet", "--no-set")
	at.must("olga", "import", "predictions", filepath.Join(at.dir, "set", "predictions.jsonl"), "--set", "quiet")
	s.Keys("f5")
	s.Shows("■ "+name+", locked: it counts", "▌✓ "+name)
	s.Hides("are in it")
	if err := at.tried.Start(t.Context(), runs.Order{Experiment: name, Methods: []string{"mss_complement", "bm25"}, Resume: true}); err != nil {
		t.Fatal(err)
	}
	at.ended(name)
	s.Keys("f5")
	s.Shows("■ "+name+", locked", "3 of 6 runs are")
	s.Keys("g")
	s.Shows("▌✓ quiet")
	s.Hides(" set  ", "are in it")
}

func (f inFolder) read(path string) string {
	f.t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		f.t.Fatal(err)
	}
	return string(b)
}

// TestKeptSetsOfAScreen: the same experiment again changes nothing, a locked set
// stays as it is, one that holds something else is said to be in the way, and
// what is no organizer's, or ran on one state, makes none.
func TestKeptSetsOfAScreen(t *testing.T) {
	at := screens(t).sit("olga")
	order := runs.Order{Experiment: "trial", Methods: []string{"bm25"}}
	if l := at.ends(order); l.Kept != (runs.Kept{Set: "trial"}) {
		t.Fatalf("%+v", l.Kept)
	}
	order.Resume = true
	if l := at.ends(order); l.Kept != (runs.Kept{Set: "trial"}) || l.Progress.Skipped != 3 || at.set("trial").Rows != 3 {
		t.Errorf("again: %+v, %+v", l, at.set("trial"))
	}
	at.must("olga", "predictions", "lock", "trial")
	locked := at.set("trial")
	order.Methods = append(order.Methods, "random") // rows that the set lacks
	if l := at.ends(order); l.Kept.Set != "trial" || !strings.Contains(l.Kept.Why, "locked already and was left as it is") || l.Kept.Err != nil || l.Progress.Done != 3 {
		t.Errorf("locked: %+v", l)
	}
	if got := at.set("trial"); got.Rows != 3 || got.Locked == "" || got.Locked != locked.Locked {
		t.Errorf("the locked set is %+v, and was %+v", got, locked)
	}

	other := at.write("other.jsonl", strings.ReplaceAll(at.read(run.PredictionsPath(filepath.Join(at.dir, resultsFolder), "trial")), `"normalized":0`, `"normalized":7`))
	at.must("olga", "import", "predictions", other, "--set", "taken")
	if l := at.ends(runs.Order{Experiment: "taken", Methods: []string{"bm25"}}); l.Kept.Err == nil || l.Kept.Set != "" || l.Progress.Done != 3 {
		t.Errorf("in the way: %+v", l.Kept)
	}
	if got := at.set("taken"); got.Rows != 6 {
		t.Errorf("what was in the way is %+v now", got)
	}

	states, err := at.ses.desk.RunnableStates(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := at.tried.RunState(t.Context(), runs.Ask{State: states[0], Method: "bm25"}, func(methods.Event) {}); err != nil {
		t.Fatal(err)
	}
	if got := at.set(runs.AtTheDesk); got.Rows != 0 {
		t.Errorf("a run on a state became the set %+v", got)
	}

	ann := at.sit("ann")
	if l := ann.ends(runs.Order{Experiment: "hers", Methods: []string{"bm25"}}); l.Kept.Set != "" || l.Kept.Err != nil || !strings.Contains(l.Kept.Why, "prediction sets are the organizer's") {
		t.Errorf("an annotator's: %+v", l.Kept)
	}
	if got := at.set("hers"); got.Rows != 0 {
		t.Errorf("an annotator made the set %+v", got)
	}
}

// TestFailedExperimentIsNoSet: neither is one whose organizer is one no more.
func TestFailedExperimentIsNoSet(t *testing.T) {
	at := screens(t).sit("olga")
	l := at.ends(runs.Order{Experiment: "whole", Methods: []string{"bm25"}})
	report := *l.Report
	report.Experiment, report.Failures = "broken", []run.Failure{{State: "x", Method: "bm25", Stage: "index", Err: "the pool is empty"}}
	s := streams{Now: time.Now}
	if got := keepsSets(s, at.ses)(t.Context(), report); got.Set != "" || got.Err != nil || !strings.Contains(got.Why, "runs failed") {
		t.Errorf("with a failure: %+v", got)
	}
	at.must("olga", "people", "add", "otto", "--role", "organizer")
	at.must("otto", "people", "retire", "olga")
	report.Failures = nil
	if got := keepsSets(s, at.ses)(t.Context(), report); got.Set != "" || got.Err != nil || !strings.Contains(got.Why, "the organizer's") {
		t.Errorf("retired meanwhile: %+v", got)
	}
	if got := at.setFor("otto", "broken"); got.Rows != 0 {
		t.Errorf("the project has %+v", got)
	}
}
