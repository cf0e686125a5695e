package store

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"suffice/review"
	"suffice/review/reviewtest"
)

// Whoever does not see everything gets prediction sets as far as their states
// are open, none that has nothing for them, and is not told what a reserve is.
func TestSetsAreOfOpenStates(t *testing.T) {
	ctx := context.Background()
	o := newOffice(t, t.TempDir()+"/suffice.db", reviewtest.Calibration(), "s1", "s2", "s9")
	must(t, o.desk(olga).SetReserve(ctx, "s9", true))
	row := func(state, method string) string {
		return `{"state_id":"` + state + `","method":"` + method + `","ranked_evidence_ids":["u1"]}` + "\n"
	}
	for name, rows := range map[string]string{
		"a.jsonl": row("s1", "bm25") + row("s2", "bm25") + row("s1", "mmr"),
		"b.jsonl": row("s1", "random"),
	} {
		_, err := o.ImportPredictions(ctx, scopeOf(olga), 1, []Source{textSource(name, rows)}, PredictionOptions{Partial: true})
		must(t, err)
	}
	_, err := o.Lock(ctx, scopeOf(olga), 1, "a")
	must(t, err)
	o.submit(rea, "s1", review.VerdictAccept)
	o.submit(rob, "s1", review.VerdictAccept) // s1 is closed: outcomes of it are hidden from who annotates

	all, err := o.Sets(ctx, scopeOf(olga))
	must(t, err)
	if len(all) != 2 {
		t.Fatalf("the organizer gets %+v", all)
	}
	mine, err := o.Sets(ctx, scopeOf(ann))
	must(t, err)
	want := []Set{{Name: "a", Rows: 1, States: 1, Methods: map[string]int{"bm25": 1}, Locked: LockedUnsaid}}
	if !reflect.DeepEqual(mine, want) {
		t.Errorf("an annotator gets %+v, and may get %+v", mine, want)
	}
	for name, ok := range map[string]bool{"a": true, "b": false, "nope": false} {
		var err error
		for _, e := range o.Rankings(ctx, scopeOf(ann), name) {
			err = e
		}
		if unknown := new(UnknownSetError); ok != (err == nil) || err != nil && !(errors.As(err, &unknown) && unknown.Set == name) {
			t.Errorf("asked for %s: %v", name, err)
		}
	}
	for _, tt := range []struct {
		who              review.Person
		reserve, counted int
	}{{olga, 0, 1}, {ann, 1, 0}} {
		var left Withheld
		reserves := 0
		for c, err := range o.Labelled(ctx, scopeOf(tt.who), &left) {
			must(t, err)
			if c.Certificate.State == "s9" {
				reserves++
			}
		}
		if reserves+left.Empty < tt.reserve || left.Excluded != tt.counted {
			t.Errorf("%s: the reserve comes %d times, left out %+v", tt.who.Name, reserves, left)
		}
	}
}
