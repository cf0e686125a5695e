package run

import (
	"context"
	"os"
	"testing"

	"suffice/certificate/card"
	"suffice/scorer/methods"
)

// An experiment leaves for every run its artifacts, and predictions that are valid.
func TestExperiment(t *testing.T) {
	p := plan(t, 6, first{"single", "bm25", 1}, ranked{id: "bm25"})
	r := ran(t, p)
	if r.Progress.Done != 12 || len(r.Failures) > 0 {
		t.Fatalf("%+v", r)
	}
	f, err := os.Open(r.Predictions)
	must(t, err)
	defer f.Close()
	rows, err := card.ReadPredictions(context.Background(), "predictions", f)
	must(t, err)
	var states []card.State
	for _, id := range p.States {
		states = append(states, madeState(id, 12))
	}
	if e := card.CheckPredictions(rows, card.KnownStates(states), false).Err(); e != nil {
		t.Error(e)
	}
	if len(rows) != 12 || rows[0].Method != "single" || rows[6].State != "made-000" || rows[6].Method != "bm25" {
		t.Errorf("%d rows, not by method and state in the order of the plan", len(rows))
	}
	entries, err := Runs(context.Background(), p.Root, "e1")
	must(t, err)
	for _, e := range entries {
		trace, err := Trace(context.Background(), e.Dir)
		must(t, err)
		if trace[0].Kind != methods.RunStarted || trace[len(trace)-1].Kind != methods.RunFinished {
			t.Errorf("%s: from %s to %s", e.Dir, trace[0].Kind, trace[len(trace)-1].Kind)
		}
		if _, err := Verify(e.Dir); err != nil {
			t.Error(err)
		}
	}
	list, err := List(context.Background(), p.Root)
	must(t, err)
	if len(list) != 1 || list[0].Finished != 12 || list[0].Live {
		t.Errorf("%+v", list)
	}
}
