package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"suffice/scorer/methods"
)

// An experiment can be widened by methods and states; the prediction file keeps
// the old ones first, and what is not asked for this time stays in it.
func TestResumeWidens(t *testing.T) {
	p := plan(t, 2, ranked{id: "b"})
	ran(t, p)
	p.Methods = []methods.Method{first{"top", "b", 1}, ranked{id: "a"}}
	p.States = []string{"made-002", "made-000"}
	r := resumed(t, p)
	if len(r.Failures) != 1 || r.Failures[0].Stage != StageDerive { // b was never run on made-002
		t.Errorf("%+v", r.Failures)
	}
	x, err := ReadExperiment(p.Root, "e1")
	must(t, err)
	if got := []string{x.Methods[0].ID, x.Methods[1].ID, x.Methods[2].ID}; !slices.Equal(got, []string{"b", "top", "a"}) || !slices.Equal(x.States, []string{"made-000", "made-001", "made-002"}) {
		t.Errorf("%v, %v", got, x.States)
	}
	var rows []string
	for _, e := range entriesOf(t, p) {
		rows = append(rows, e.Method+" "+e.State+" "+e.Outcome)
	}
	if want := []string{"b made-000 finished", "b made-001 finished", "top made-000 finished", "top made-002 failed", "a made-000 finished", "a made-002 finished"}; !slices.Equal(rows, want) {
		t.Errorf("%q", rows)
	}
}

func TestDerivedNeedsItsSource(t *testing.T) {
	_, err := Start(context.Background(), plan(t, 1, first{"top", "a", 1}))
	var lacks *SourceError
	if !errors.As(err, &lacks) || lacks.From != "a" || !strings.HasSuffix(err.Error(), "add a") {
		t.Errorf("%v", err)
	}
	p := plan(t, 1, first{"x", "y", 1}, first{"y", "x", 1})
	if _, err := Start(context.Background(), p); !errors.As(err, new(*PlanError)) {
		t.Errorf("%v", err)
	}
	chain := plan(t, 1, first{"one", "two", 1}, first{"two", "all", 2}, ranked{id: "all"})
	if r := ran(t, chain); r.Progress.Done != 3 {
		t.Errorf("%+v", r)
	}
}

// A notebook takes runs with whatever settings, side by side.
func TestNotebook(t *testing.T) {
	p := plan(t, 1, ranked{id: "a"})
	p.Notebook = true
	for seed := range uint64(3) {
		p.Seed, p.Revision = seed, fmt.Sprint("r", seed)
		if r := ran(t, p); r.Progress.Done != 1 || r.Predictions != "" {
			t.Errorf("%+v", r)
		}
	}
	if r := ran(t, p); r.Progress.Skipped != 1 {
		t.Errorf("the same settings ran again: %+v", r)
	}
	list, err := List(context.Background(), p.Root)
	must(t, err)
	if list[0].Runs != 3 || list[0].Finished != 3 || list[0].Revision != "r2" {
		t.Errorf("%+v", list[0])
	}
	if _, err := os.Stat(filepath.Join(p.Root, "predictions")); err == nil {
		t.Error("a notebook has predictions")
	}
	p.Notebook, p.Resume = false, true
	if _, err := Start(context.Background(), p); !errors.As(err, new(*PlanError)) {
		t.Errorf("a notebook passes for an experiment: %v", err)
	}
}
