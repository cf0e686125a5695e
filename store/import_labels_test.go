package store

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"suffice/review"
	"suffice/review/reviewtest"
)

func label(state, unit string, weight string) string {
	return fmt.Sprintf(`{"state_id":%q,"schema_version":"serbench-mss-v1","required_evidence_groups":[{"role":"bug_location","acceptable_evidence_ids":[%q],"minimum_required":1,"necessity_weight":%s,"rationale":"r","own":[1.50,null]}],"alternative_minimal_sets":[[%q]],"observed_evidence_ids":[],"optional_evidence_ids":[],"retrieval_needed":true,"label_scope":"x","label_confidence":0.80,"metadata":{"n":12345678901234567890}}`, state, unit, weight, unit)
}

func TestImportLabels(t *testing.T) {
	s := newProject(t, reviewtest.State("s1", 3), reviewtest.State("s2", 3))
	ctx, sc := context.Background(), scopeOf(olga)
	both := label("s1", "u1", "2") + "\n" + label("s2", "u9", "1") + "\n" + label("s1", "u1", "2.0") + "\n"
	r, err := s.ImportLabels(ctx, sc, 9, []Source{textSource("labels.jsonl", both)}, LabelOptions{})
	must(t, err)
	if r.Certificates != 2 || r.Groups != 2 || r.Branches != 2 || r.New != 2 || len(r.Notices) != 1 {
		t.Errorf("got %+v", r)
	}
	queue, err := s.Queue(ctx, scopeOf(ann))
	must(t, err)
	if queue[0].Status != review.StatusImported || queue[0].Blocking != 0 || queue[1].Blocking == 0 {
		t.Errorf("an unknown unit is a finding, no fault of the file: %+v", queue)
	}
	before := everyRow(t, s)
	again, err := s.ImportLabels(ctx, sc, 10, []Source{textSource("labels.jsonl", both)}, LabelOptions{})
	must(t, err)
	if !again.Unchanged() || again.Same != 2 || everyRow(t, s) != before {
		t.Errorf("importing the same again: %+v", again)
	}
	changed, err := s.ImportLabels(ctx, sc, 11, []Source{textSource("l2.jsonl", label("s1", "u2", "2"))}, LabelOptions{})
	must(t, err)
	if changed.Replaced != 1 || changed.New != 0 {
		t.Errorf("over an import that nobody touched: %+v", changed)
	}
	p := onlyProblem(t, func() error {
		_, err := s.ImportLabels(ctx, sc, 12, []Source{textSource("l3.jsonl", label("s1", "u1", "2")+"\n"+label("s1", "u2", "2"))}, LabelOptions{})
		return err
	})
	if p.Line != 2 || p.Key != "required_evidence_groups" {
		t.Errorf("twice with other content: %+v", p)
	}
	p = onlyProblem(t, func() error {
		_, err := s.ImportLabels(ctx, sc, 12, []Source{textSource("l4.jsonl", label("s7", "u1", "2"))}, LabelOptions{})
		return err
	})
	if p.Key != "state_id" || !strings.Contains(p.Msg, `"s7" is not in the project`) {
		t.Errorf("an unknown state: %+v", p)
	}
	sound(t, s)
}

func TestImportOverHumanWork(t *testing.T) {
	alone(t)
	s := newProject(t, reviewtest.State("s1", 3), reviewtest.State("s2", 3))
	ctx, sc := context.Background(), scopeOf(olga)
	_, err := s.ImportLabels(ctx, sc, 9, []Source{textSource("l.jsonl", label("s1", "u1", "2"))}, LabelOptions{})
	must(t, err)
	d := reviewtest.Desk(t, s, ann)
	ack := reviewtest.Do(t, d, "s1", addGroup(t, "interaction_constraint"))
	// Taken back again, it is still the work of a person.
	_, err = d.Undo(ctx, "s1", ack.Revision)
	must(t, err)
	files := []Source{textSource("l.jsonl", label("s1", "u2", "2")+"\n"+label("s2", "u1", "1"))}
	before := everyRow(t, s)
	p := onlyProblem(t, func() error { _, err := s.ImportLabels(ctx, sc, 10, files, LabelOptions{}); return err })
	if p.Line != 1 || !strings.Contains(p.Msg, "2 edits by people") || !strings.Contains(p.Msg, "--replace s1") {
		t.Errorf("got %+v", p)
	}
	if everyRow(t, s) != before {
		t.Error("something was imported")
	}
	same, err := s.ImportLabels(ctx, sc, 10, []Source{textSource("l.jsonl", label("s1", "u1", "2"))}, LabelOptions{})
	must(t, err)
	if !same.Unchanged() {
		t.Errorf("what was imported before: %+v", same)
	}
	if _, err := s.ImportLabels(ctx, sc, 10, files, LabelOptions{Replace: []string{"s9"}}); !is[*review.UnknownStateError](err) {
		t.Errorf("naming a state that is not there: %v", err)
	}
	r, err := s.ImportLabels(ctx, sc, 10, files, LabelOptions{Replace: []string{"s1"}})
	must(t, err)
	if r.Replaced != 1 || r.New != 1 {
		t.Errorf("got %+v", r)
	}
	w, err := s.Work(ctx, scopeOf(ann), "s1")
	must(t, err)
	if w.Revision != 4 || w.Touched || w.Draft.Certificate().Groups[0].Acceptable[0] != "u2" {
		t.Errorf("got revision %d %+v", w.Revision, w.Draft.Certificate())
	}
	if n := count(t, s, "SELECT count(*) FROM event WHERE state = 's1'"); n != 4 {
		t.Errorf("%d events of s1, want both imports and both acts", n)
	}
	sound(t, s)
}
