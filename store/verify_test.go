package store

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"suffice/certificate"
	"suffice/review"
	"suffice/review/reviewtest"
)

// worked is a project in which a bit of everything has happened: two states
// with edits, notes and flags, and a locked set.
func worked(t *testing.T) *Store {
	t.Helper()
	s := newProject(t, reviewtest.State("s1", 5), reviewtest.State("s2", 5), reviewtest.State("s3", 2))
	ctx := context.Background()
	label := `{"state_id":"s2","schema_version":"serbench-mss-v1","required_evidence_groups":[{"role":"bug_location","acceptable_evidence_ids":["u1"],"minimum_required":1,"necessity_weight":1,"rationale":"r"}],"alternative_minimal_sets":[["u1"]],"observed_evidence_ids":[],"optional_evidence_ids":[],"retrieval_needed":true,"label_scope":"x","label_confidence":1}`
	_, err := s.ImportLabels(ctx, scopeOf(olga), 5, []Source{textSource("labels.jsonl", label)}, LabelOptions{})
	must(t, err)
	d := reviewtest.Desk(t, s, ann)
	ack := reviewtest.Do(t, d, "s1", addGroup(t, "bug_location"), reviewtest.Edit(t, certificate.AcceptUnit, "g1", "u2", nil))
	_, err = d.Undo(ctx, "s1", ack.Revision)
	must(t, err)
	_, err = d.Note(ctx, "s1", "look again")
	must(t, err)
	reason := "odd"
	_, err = d.Flag(ctx, "s2", &reason)
	must(t, err)
	_, err = s.ImportPredictions(ctx, scopeOf(olga), 9, []Source{textSource("bm25.jsonl", `{"state_id":"s1","method":"bm25","ranked_evidence_ids":["u2","u1"]}`)}, PredictionOptions{Partial: true})
	must(t, err)
	_, err = s.Lock(ctx, scopeOf(olga), 9, "bm25")
	must(t, err)
	return s
}

// C27: one row changed by hand, whichever it is, is found and named.
func TestVerifyNamesWhatWasChanged(t *testing.T) {
	tests := []struct {
		name    string
		change  string
		what    string
		seq     uint64
		mention string
		mends   bool // Rebuild puts it right
	}{
		{"who made an event", "UPDATE event SET who = 'id-ben' WHERE seq = 7", "journal", 7, "event 7", false},
		{"when", "UPDATE event SET at = at + 1 WHERE seq = 9", "journal", 9, "event 9", false},
		{"what", `UPDATE event SET body = replace(body, 'bug_location', 'elsewhere') WHERE seq = 8`, "journal", 8, "event 8", false},
		{"a body that is no JSON", `UPDATE event SET body = 'x' WHERE seq = 7`, "journal", 7, "event 7", false},
		{"a hash", "UPDATE event SET hash = zeroblob(32) WHERE seq = 8", "journal", 8, "event 8", false},
		{"an event in the middle gone", "DELETE FROM event WHERE seq = 8", "journal", 8, "event 9 stands in its place", false},
		{"the last event gone", "DELETE FROM event WHERE seq = (SELECT max(seq) FROM event)", "journal", 14, "event 14", false},
		{"the first event gone", "DELETE FROM event WHERE seq = 1", "journal", 1, "event 2 stands in its place", false},
		{"the end on record", "UPDATE head SET hash = zeroblob(32)", "journal", 14, "event 14", false},
		{"an event before the first", "INSERT INTO event SELECT -1, who, at, kind, state, \"from\", \"to\", undoes, body, prev, hash, sheet FROM event WHERE seq = 1", "journal", 0, "before its first", false},
		{"a stored certificate", `UPDATE snapshot SET body = replace(body, 'bug_location', 'elsewhere') WHERE state = 's1'`, "certificate", 0, "the stored certificate of s1", true},
		{"a stored certificate that is no JSON", `UPDATE snapshot SET body = 'x' WHERE state = 's1'`, "certificate", 0, "s1", true},
		{"a stored certificate gone", `DELETE FROM snapshot WHERE state = 's1'`, "certificate", 0, "s1", true},
		{"a row of work gone", `DELETE FROM work WHERE state = 's3'`, "certificate", 0, "s3", true},
		{"a summary", `UPDATE work SET summary = replace(summary, '"groups":1', '"groups":4') WHERE state = 's2'`, "certificate", 0, "the stored summary of s2", true},
		{"a revision in the queue", `UPDATE work SET revision = 9 WHERE state = 's1'`, "certificate", 0, "the queue's row of s1", true},
		{"a note", `UPDATE personal SET body = replace(body, 'look', 'do not look') WHERE state = 's1'`, "certificate", 0, "what id-ann noted of s1", true},
		{"a flag in the queue", `UPDATE personal SET flag = NULL WHERE state = 's2'`, "certificate", 0, "the queue's row for id-ann of s2", true},
		{"a card", `UPDATE card SET body = replace(body, 'tide', 'time') WHERE state = 1`, "card", 0, "s1", false},
		{"a unit", `UPDATE unit SET body = replace(body, 'src/a.go', 'src/b.go') WHERE state = 2 AND place = 3`, "card", 0, "s2", false},
		{"a unit gone", `DELETE FROM unit WHERE state = 2 AND place = 4`, "card", 0, "s2", false},
		{"a unit's ID", `UPDATE unit SET id = 'u9' WHERE state = 2 AND place = 3`, "card", 0, `unit 4 of s2 is listed as "u9"`, false},
		{"a unit shows another text", `UPDATE unit SET text = 1 WHERE state = 2 AND place = 3`, "card", 0, "s2", false},
		{"a repository in the queue", `UPDATE state SET repo = 'x' WHERE id = 's3'`, "card", 0, "s3", false},
		{"a text", `UPDATE text SET body = body || ' ' WHERE n = 2`, "text", 0, `unit "u2" of "s1"`, false},
		{"the project's mode", `UPDATE project SET mode = 'open ' WHERE one = 1`, "people", 0, "event 1", true},
		{"a person's role", `UPDATE person SET roles = '["organizer"]' WHERE id = 'id-ann'`, "people", 0, "people", true},
		{"a locked ranking", `UPDATE prediction SET body = replace(body, '"u2","u1"', '"u1","u2"')`, "predictions", 0, `"bm25" were changed`, false},
		{"a locked ranking gone", `DELETE FROM prediction`, "predictions", 0, `"bm25" were changed`, false},
		{"a lock", `UPDATE prediction_set SET locked = NULL`, "predictions", 0, `"bm25" is not locked`, false},
		{"a name that is not there", `UPDATE unit SET text = 999 WHERE state = 2 AND place = 3`, "database", 0, "a row of text that is not there", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := worked(t)
			sound(t, s)
			tamper(t, s, "PRAGMA foreign_keys = OFF; "+tt.change)
			v, err := s.Verify(context.Background())
			must(t, err)
			if !named(v, tt.what, tt.seq, tt.mention) {
				t.Fatalf("want %s, event %d, %q; got %+v", tt.what, tt.seq, tt.mention, v.Problems)
			}
			_, err = s.Rebuild(context.Background())
			if tt.what == "journal" && tt.seq > 0 && tt.name != "the end on record" && tt.name != "the last event gone" {
				if !is[*review.BrokenChainError](err) {
					t.Errorf("a broken journal was rebuilt from: %v", err)
				}
				return
			}
			if tt.mends {
				must(t, err)
				sound(t, s)
			}
		})
	}
}

func named(v Verification, what string, seq uint64, mention string) bool {
	for _, p := range v.Problems {
		if p.What == what && (seq == 0 || p.Seq == seq) && strings.Contains(p.Text, mention) {
			return true
		}
	}
	return false
}

// Rebuilding changes nothing where nothing is wrong.
func TestRebuildIsTheFold(t *testing.T) {
	s := worked(t)
	must(t, s.SaveTyping(context.Background(), ann.ID, review.Typing{State: "s1", Field: "note", Text: "half"}))
	before := everyRow(t, s)
	r, err := s.Rebuild(context.Background())
	must(t, err)
	if r.Mended != 0 || r.States != 3 || r.Events != 14 {
		t.Errorf("got %+v", r)
	}
	if after := everyRow(t, s); after != before {
		t.Error("it changed: ", firstChange(before, after))
	}
}

// Verify tells so many problems of a kind and no more.
func TestVerifyStopsTelling(t *testing.T) {
	s := newProject(t)
	for i := range maxProblems + 5 {
		_, err := s.ImportItems(context.Background(), scopeOf(olga), 1, []Source{itemsOf(reviewtest.State(fmt.Sprintf("s%d", i), 1))})
		must(t, err)
	}
	tamper(t, s, "UPDATE card SET body = body || ' '")
	v, err := s.Verify(context.Background())
	must(t, err)
	if len(v.Problems) != maxProblems {
		t.Errorf("%d problems told, want %d", len(v.Problems), maxProblems)
	}
}

// firstChange is the first line in which two texts differ.
func firstChange(a, b string) string {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(as), len(bs)) {
		if as[i] != bs[i] {
			return as[i] + "\n" + bs[i]
		}
	}
	return fmt.Sprintf("%d lines became %d", len(as), len(bs))
}
