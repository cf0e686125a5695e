package review_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/review"
	"suffice/review/reviewtest"
)

// told is a history as lines: who, what, and a mark where it was undone.
func told(t *testing.T, d *review.Desk, f review.Filter) []string {
	t.Helper()
	var lines []string
	for e, err := range d.History(background, f) {
		if err != nil {
			t.Fatal(err)
		}
		line := e.Name + ": " + e.Text
		if e.Undone {
			line += " (undone)"
		}
		lines = append(lines, line)
	}
	return lines
}

func expect(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s\n%s\nwant\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func busyOffice(t *testing.T) office {
	t.Helper()
	o := newOffice(t, reviewtest.Calibration())
	do := func(_ review.Ack, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	reviewtest.Do(t, o.ada, "s1", sound()...)
	do(o.ada.Undo(background, "s1", 10))
	do(o.ada.Undo(background, "s1", 11))
	do(o.ada.Redo(background, "s1", 12))
	do(o.ada.Note(background, "s1", "ask"))
	do(o.ada.Note(background, "s1", ""))
	reviewtest.Do(t, o.bea, "s1", certificate.RemoveGroupEdit("g1"), certificate.SetThresholdEdit("g2", 2))
	do(o.bea.Flag(background, "s1", ptr("why two?")))
	do(o.bea.Undo(background, "s1", 15))
	return o
}

func TestHistoryOfAState(t *testing.T) {
	o := busyOffice(t)
	expect(t, "an organizer reads", told(t, o.org, review.Filter{State: "s1"}), []string{
		"Ada: add G1 for bug_location",
		"Ada: accept src/a.go:1-10 in G1",
		"Ada: accept src/a.go:11-20 in G1",
		"Ada: write the rationale of G1",
		"Ada: quote line 1 of src/a.go:1-10 for G1",
		"Ada: add G2 for caller",
		"Ada: accept src/a.go:21-30 in G2",
		"Ada: write the rationale of G2",
		"Ada: quote line 21 of src/a.go:21-30 for G2",
		"Ada: set the confidence to 0.9 (undone)",
		"Ada: undid: set the confidence to 0.9",
		"Ada: undid: quote line 21 of src/a.go:21-30 for G2 (undone)",
		"Ada: redid: quote line 21 of src/a.go:21-30 for G2",
		"Ada: note: ask",
		"Ada: delete the note",
		"Bea: remove G1",
		"Bea: set the threshold of G1 from 1 to 2", // g2 stands first by now
		"Bea: flag it: why two? (undone)",
		"Bea: undid: flag it: why two?",
	})
	expect(t, "Bea reads", told(t, o.bea, review.Filter{State: "s1"})[9:], []string{
		"someone else: set the confidence to 0.9 (undone)",
		"someone else: undid: set the confidence to 0.9",
		"someone else: undid: quote line 21 of src/a.go:21-30 for G2 (undone)",
		"someone else: redid: quote line 21 of src/a.go:21-30 for G2",
		"Bea: remove G1",
		"Bea: set the threshold of G1 from 1 to 2",
		"Bea: flag it: why two? (undone)",
		"Bea: undid: flag it: why two?",
	})
}

// Any stretch of the journal reads as it does in the whole.
func TestHistoryInStretches(t *testing.T) {
	o := busyOffice(t)
	all := told(t, o.org, review.Filter{})
	first := len(all) - len(told(t, o.org, review.Filter{State: "s1"}))
	if first != 5 { // the project, three people, one import
		t.Fatalf("%d events before the first on a state", first)
	}
	for n := 1; n <= len(all); n++ {
		expect(t, fmt.Sprintf("the newest %d", n), told(t, o.org, review.Filter{Limit: n}), all[len(all)-n:])
		after := told(t, o.org, review.Filter{After: uint64(n)})
		expect(t, fmt.Sprintf("after %d", n), after, all[n:])
	}
	expect(t, "flags only", told(t, o.org, review.Filter{Kind: review.Flagged}), all[len(all)-2:])
	expect(t, "another state", told(t, o.org, review.Filter{State: "s2"}), nil)
}

func TestHistoryOfTheProject(t *testing.T) {
	o := newOffice(t, reviewtest.Calibration())
	who := o.org.Person().ID
	for _, e := range []review.Event{
		review.FileImported(who, 1, review.ImportBody{What: "items", File: "items.jsonl", Counts: map[string]int{"units": 264, "states": 3}}),
		review.FileImported(who, 1, review.ImportBody{What: "labels", File: "-", Counts: map[string]int{"branches": 1, "certificates": 1, "groups": 0}}),
		review.FileImported(who, 1, review.ImportBody{What: "predictions", File: "bad\xffname.jsonl"}),
		review.PredictionsLocked(who, 1, review.LockBody{Set: "bm25", Rows: 1, SHA256: "ab12"}),
		review.PredictionsUnlocked(who, 1, review.LockBody{Set: "bm25", Rows: 2, SHA256: "ab12"}),
		review.FileExported(who, 1, review.ExportBody{What: "labels", File: "-", Rows: 3}),
		review.FileExported(who, 1, review.ExportBody{What: "labels", File: "out.jsonl", Rows: 1}),
	} {
		if _, _, err := o.memory.Append(background, o.org.Scope(), e, review.Write{}); err != nil {
			t.Fatal(err)
		}
		if _, _, err := o.memory.Append(background, o.ada.Scope(), e, review.Write{}); err == nil {
			t.Errorf("an annotator recorded %s", e.Kind)
		}
	}
	expect(t, "an organizer reads", told(t, o.org, review.Filter{}), []string{
		"Olga: created the project harbour (open)",
		"Olga: added Olga (organizer)",
		"Olga: added Ada (annotator)",
		"Olga: added Bea (annotator)",
		"Olga: imported items: 2 states, 12 units from items.jsonl",
		"Olga: imported items: 3 states, 264 units from items.jsonl",
		"Olga: imported labels: 1 certificate, 0 groups, 1 branch",
		"Olga: imported predictions from bad\uFFFDname.jsonl",
		"Olga: locked the predictions bm25: 1 row, SHA-256 ab12",
		"Olga: unlocked the predictions bm25: 2 rows, SHA-256 ab12",
		"Olga: exported labels: 3 rows to standard output",
		"Olga: exported labels: 1 row to out.jsonl",
	})
	expect(t, "an annotator reads", told(t, o.ada, review.Filter{}), nil)
}

func TestHistoryOfAnImport(t *testing.T) {
	o := newOffice(t, reviewtest.Calibration())
	reviewtest.Label(t, o.memory, o.org, "s1", []string{"u1", "u2"}, []string{"u3"})
	reviewtest.Do(t, o.ada, "s1", certificate.SetThresholdEdit("g2", 2))
	expect(t, "Ada reads", told(t, o.ada, review.Filter{}), []string{
		"someone else: imported a certificate: 2 groups, 0 branches",
		"Ada: set the threshold of G2 from 1 to 2",
	})
}

// A journal longer than a page is told whole, in order and once, and the
// reader may use the desk while it walks.
func TestHistoryIsPaged(t *testing.T) {
	o := newOffice(t, reviewtest.Calibration())
	const n = 700
	for i := range n {
		if _, err := o.ada.Note(background, "s1", fmt.Sprint(i)); err != nil {
			t.Fatal(err)
		}
	}
	i := 0
	for e, err := range o.ada.History(background, review.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf("change the note to: %d", i); i > 0 && e.Text != want {
			t.Fatalf("event %d reads %q", i, e.Text)
		}
		if i%100 == 0 {
			take(t, o.ada, "s1")
		}
		i++
	}
	if i != n {
		t.Errorf("%d of %d events told", i, n)
	}
	for range o.ada.History(background, review.Filter{}) {
		break // stopping early is fine
	}
	ctx, cancel := context.WithCancel(background)
	cancel()
	for _, err := range o.ada.History(ctx, review.Filter{}) {
		if err == nil {
			t.Error("a cancelled walk goes on")
		}
	}
}

// counting counts how often a state was loaded.
type counting struct {
	*reviewtest.Memory
	loads map[string]int
}

func (c counting) State(ctx context.Context, s review.Scope, id string) (card.State, error) {
	c.loads[id]++
	return c.Memory.State(ctx, s, id)
}

// An edit does not load the pool again; a long round through the states does
// not keep them all.
func TestStatesAreHeldWithinBounds(t *testing.T) {
	var states []card.State
	for i := range 40 {
		states = append(states, reviewtest.State(fmt.Sprintf("s%d", i), 2))
	}
	ada := reviewtest.Annotator("Ada")
	repo := counting{reviewtest.NewMemory(reviewtest.Calibration(), []review.Person{ada}, states...), map[string]int{}}
	d := reviewtest.Desk(t, repo, ada)
	take(t, d, "s0")
	reviewtest.Do(t, d, "s0", certificate.AddGroupEdit("a"), certificate.AcceptEdit("g1", "u1"))
	take(t, d, "s0")
	if repo.loads["s0"] != 1 {
		t.Errorf("opened, edited twice and opened again: loaded %d times", repo.loads["s0"])
	}
	for i := range states {
		take(t, d, states[i].Card.ID)
		take(t, d, "s39") // used all along, so it stays
	}
	take(t, d, "s0")
	if repo.loads["s0"] != 2 || repo.loads["s39"] != 1 {
		t.Errorf("after a round of 40 states: s0 loaded %d times, want 2; s39 %d times, want 1", repo.loads["s0"], repo.loads["s39"])
	}
}

// Telling a long journal of imports and notes opens no pool; an edit needs the
// names of units and opens its own.
func TestHistoryOpensOnlyThePoolsItNames(t *testing.T) {
	o := newOffice(t, reviewtest.Calibration())
	reviewtest.Label(t, o.memory, o.org, "s1", []string{"u1"})
	reviewtest.Label(t, o.memory, o.org, "s2", []string{"u1"})
	if _, err := o.ada.Note(background, "s1", "x"); err != nil {
		t.Fatal(err)
	}
	repo := counting{o.memory, map[string]int{}}
	told(t, reviewtest.Desk(t, repo, o.org.Person()), review.Filter{})
	if len(repo.loads) != 0 {
		t.Errorf("opened %v", repo.loads)
	}
	reviewtest.Do(t, o.ada, "s2", certificate.AcceptEdit("g1", "u2"))
	lines := told(t, reviewtest.Desk(t, repo, o.org.Person()), review.Filter{})
	if got, want := lines[len(lines)-1], "Ada: accept src/a.go:11-20 in G1"; got != want || fmt.Sprint(repo.loads) != "map[s2:1]" {
		t.Errorf("it reads %q, opened %v", got, repo.loads)
	}
}
