package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"suffice/scorer/methods/run"
)

// TestNoCircularHint: what to try after an experiment cannot be gone on with is
// another command than the one that failed, and one that works.
func TestNoCircularHint(t *testing.T) {
	f := middle(t)
	results := filepath.Join(f.dir, resultsFolder)
	was := planOf(t, results, "walrus")
	older := was
	older.Revision = "v0.1"
	writePlan(t, results, older)
	for _, args := range [][]string{
		{"run", "--resume", "--experiment", "walrus"},
		{"run", "bm25", "--resume", "--experiment", "walrus"},
	} {
		_, errs, code := f.apart(demoOrganizer, args...)
		if code != exitWrong || !strings.Contains(errs, "go on with the program of revision v0.1\n") ||
			!strings.Contains(errs, "--experiment walrus-2 begins anew") || strings.Contains(errs, "--resume") {
			t.Errorf("suffice %s: %d\n%s", strings.Join(args, " "), code, errs)
		}
	}

	other := was
	other.Methods = append([]run.Planned{}, was.Methods...)
	other.Methods[0].Configuration = []byte(`{"method":"bm25","of":"another server"}`)
	writePlan(t, results, other)
	_, errs, code := f.apart(demoOrganizer, "run", "--resume", "--experiment", "walrus")
	if code != exitWrong || !strings.Contains(errs, "another configuration of bm25") || strings.Contains(errs, "--resume") ||
		!strings.Contains(errs, "try: suffice run METHOD... --experiment walrus-2 begins anew") {
		t.Errorf("%d\n%s", code, errs)
	}
	writePlan(t, results, was)
	f.must(demoOrganizer, "run", "--resume", "--experiment", "walrus")
}

// TestOrderThatFellBehind: an order that names fewer methods than are planned,
// as a kill between the two leaves it, keeps none of them from being finished.
func TestOrderThatFellBehind(t *testing.T) {
	f := middle(t)
	results := filepath.Join(f.dir, resultsFolder)
	f.must(demoOrganizer, "run", "bm25", "random", "--states", "tideline-27", "--experiment", "behind")
	r, err := readRecipe(results, "behind")
	if err != nil {
		t.Fatal(err)
	}
	r.Methods = []string{"bm25"}
	if err := r.keep(results, "behind"); err != nil {
		t.Fatal(err)
	}
	if out := f.must(demoOrganizer, "run", "--resume", "--experiment", "behind"); !strings.Contains(out, "behind: 2 methods on 1 state") {
		t.Error(out)
	}
	if r, err = readRecipe(results, "behind"); err != nil || len(r.Methods) != 2 {
		t.Errorf("%v, %v", r.Methods, err)
	}
}

// TestOrderOfWhatIsGone: an order without its experiment decides nothing about a
// new one of the name.
func TestOrderOfWhatIsGone(t *testing.T) {
	f := middle(t)
	results := filepath.Join(f.dir, resultsFolder)
	f.must(demoOrganizer, "run", "bm25", "--states", "tideline-27", "--limit", "5", "--experiment", "gone", "--no-set")
	if err := os.RemoveAll(filepath.Join(results, "raw", "gone")); err != nil {
		t.Fatal(err)
	}
	f.must(demoOrganizer, "run", "fused", "--states", "tideline-27", "--experiment", "gone", "--resume", "--no-set")
	if r, err := readRecipe(results, "gone"); err != nil || len(r.Methods) != 1 || r.Limit != nil {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestSameModels: a name that means another model by now goes on with no
// experiment whose other methods asked the old one.
func TestSameModels(t *testing.T) {
	was := recipe{Methods: []string{"mss_complement", "fused"}, Resolved: map[string]string{"small": "small-1"}}
	now := ordered{experiment: "x", recipe: recipe{Methods: []string{"ssr"}, Resolved: map[string]string{"small": "small-2"}}}
	if err := now.sameModels(was); err == nil || !strings.Contains(err.Error(), "it was small-1 and is now small-2") {
		t.Error(err)
	}
	now.Methods = []string{"ssr", "mss_complement"} // which the experiment itself looks at
	if err := now.sameModels(was); err != nil {
		t.Error(err)
	}
}

func planOf(t *testing.T, results, experiment string) run.Experiment {
	t.Helper()
	x, err := run.ReadExperiment(results, experiment)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func writePlan(t *testing.T, results string, x run.Experiment) {
	t.Helper()
	text, err := json.Marshal(x)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(results, "raw", x.ID, "experiment.json"), text, 0o666); err != nil {
		t.Fatal(err)
	}
}
