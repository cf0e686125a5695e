package runs_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"suffice/certificate/card"
	"suffice/review/reviewtest"
	"suffice/scorer/methods/run"
	"suffice/tui/runs"
)

// narrowing is the desk of somebody from whom states are taken.
type narrowing struct{ open []string }

func (d *narrowing) OutcomeStates(context.Context) ([]string, error)  { return d.open, nil }
func (d *narrowing) RunnableStates(context.Context) ([]string, error) { return d.open, nil }
func (d *narrowing) MayRun(context.Context, string) error             { return nil }
func (d *narrowing) Whole() bool                                      { return false }
func (d *narrowing) Input(_ context.Context, state string) (card.State, error) {
	return reviewtest.State(state, 8), nil
}

// TestForgetsWhatIsClosed: what was read is remembered for as long as the same
// states are open, so that nothing hidden stays in memory.
func TestForgetsWhatIsClosed(t *testing.T) {
	d, root := &narrowing{[]string{"s1", "s2"}}, t.TempDir()
	s := service(t, d, root)
	if err := s.Start(t.Context(), runs.Order{Experiment: "trial", Methods: []string{"bm25"}}); err != nil {
		t.Fatal(err)
	}
	settle(t, s, "trial")
	outcomes := func() string {
		t.Helper()
		list, err := s.List(t.Context())
		if err != nil || len(list) != 1 {
			t.Fatalf("%+v, %v", list, err)
		}
		entries, err := s.Runs(t.Context(), "trial")
		if err != nil || len(entries) != list[0].Runs {
			t.Fatalf("%d runs, listed are %d, %v", len(entries), list[0].Runs, err)
		}
		var all []string
		for _, e := range entries {
			all = append(all, e.State+" "+e.Outcome)
		}
		return strings.Join(all, ", ")
	}
	entries, err := s.Runs(t.Context(), "trial")
	if err != nil || len(entries) != 2 {
		t.Fatalf("%d runs, %v", len(entries), err)
	}
	at := time.Now().Add(-time.Hour)
	change := func(e run.Entry, old, new string) { // so that only who reads it again can tell
		t.Helper()
		path := filepath.Join(e.Dir, "final_metrics.json")
		b, err := os.ReadFile(path)
		if err == nil {
			err = os.WriteFile(path, bytes.Replace(b, []byte(old), []byte(new), 1), 0o644)
		}
		if err == nil {
			err = os.Chtimes(path, at, at)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, e := range entries {
		change(e, "", "")
	}
	if got := outcomes(); got != "s1 finished, s2 finished" {
		t.Fatal(got)
	}
	for _, e := range entries {
		change(e, `"finished"`, `"finishes"`)
	}
	if got := outcomes(); got != "s1 finished, s2 finished" {
		t.Errorf("it was read again: %s", got)
	}
	d.open = []string{"s1"}
	if got := outcomes(); got != "s1 finishes" {
		t.Errorf("it was remembered when a state was closed: %s", got)
	}
	d.open = []string{"s1", "s2"}
	if got := outcomes(); got != "s1 finishes, s2 finishes" {
		t.Errorf("it was remembered while the state was closed: %s", got)
	}
}
