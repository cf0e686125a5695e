package store

import (
	"context"
	"strings"
	"testing"

	"suffice/certificate/card"
	"suffice/certificate/records"
	"suffice/review/reviewtest"
)

func TestImportPredictions(t *testing.T) {
	ctx, sc := context.Background(), scopeOf(olga)
	row := func(state, method string, ids ...string) string {
		return string(card.EncodePrediction(card.Prediction{State: state, Method: method, Ranked: ids})) + "\n"
	}
	s := newProject(t, reviewtest.State("s1", 3), reviewtest.State("s2", 3))
	full := row("s1", "bm25", "u1", "u3") + row("s2", "bm25") + row("s1", "tfidf", "u2") + strings.Replace(row("s2", "tfidf", "u1"), "{", `{"score":1.50,`, 1)
	r, err := s.ImportPredictions(ctx, sc, 9, []Source{textSource("runs/round-1.jsonl.gz", full)}, PredictionOptions{})
	must(t, err)
	if r.Set != "round-1" || r.Predictions != 4 || r.New != 4 || r.Methods["bm25"] != 2 || r.Methods["tfidf"] != 2 {
		t.Errorf("got %+v", r)
	}
	before := everyRow(t, s)
	r, err = s.ImportPredictions(ctx, sc, 9, []Source{textSource("round-1.jsonl", full)}, PredictionOptions{})
	must(t, err)
	if !r.Unchanged() || everyRow(t, s) != before {
		t.Errorf("importing the same again: %+v", r)
	}
	for _, tt := range []struct {
		name, text, want string
		partial          bool
	}{
		{"another ranking", row("s1", "bm25", "u2") + row("s2", "bm25"), `the set "round-1" holds another ranking of "s1" by "bm25"`, false},
		{"a unit outside the pool", row("s1", "new", "u9") + row("s2", "new"), "not in the pool", false},
		{"a unit twice", row("s1", "new", "u1", "u1") + row("s2", "new"), "twice", false},
		{"an unknown state", row("s9", "new", "u1"), `no state "s9"`, true},
		{"a pair twice", row("s1", "new", "u1") + row("s1", "new", "u1"), "two rankings", true},
		{"a state left out", row("s1", "new", "u1"), `no ranking for state "s2"`, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := s.ImportPredictions(ctx, sc, 9, []Source{textSource("round-1.jsonl", tt.text)}, PredictionOptions{Partial: tt.partial})
			if ps := problems(t, err); !strings.Contains(ps[0].Msg, tt.want) {
				t.Errorf("got %v", ps)
			}
			if everyRow(t, s) != before {
				t.Error("something was imported")
			}
		})
	}
	// One method in two files covers every state.
	r, err = s.ImportPredictions(ctx, sc, 9, []Source{textSource("a.jsonl", row("s1", "split", "u1")), textSource("b.jsonl", row("s2", "split"))}, PredictionOptions{Set: "round-1"})
	must(t, err)
	if r.New != 2 {
		t.Errorf("got %+v", r)
	}
	sound(t, s)
}

func TestLock(t *testing.T) {
	ctx, sc := context.Background(), scopeOf(olga)
	s := newProject(t, reviewtest.State("s1", 3))
	text := `{"method":"bm25","ranked_evidence_ids":["u1"],"state_id":"s1"}`
	load := func(set, text string) error {
		_, err := s.ImportPredictions(ctx, sc, 9, []Source{textSource("a.jsonl", text)}, PredictionOptions{Set: set})
		return err
	}
	must(t, load("one", text))
	must(t, load("two", strings.ReplaceAll(text, ":", " : ")))
	one, err := s.Lock(ctx, sc, 10, "one")
	must(t, err)
	two, err := s.Lock(ctx, sc, 11, "two")
	must(t, err)
	if one.SHA256 != two.SHA256 || one.Rows != 1 || len(one.SHA256) != 64 {
		t.Errorf("equal rows, other hashes: %+v %+v", one, two)
	}
	// As sha256sum gives it for the record above and a line feed.
	if want := "e6f0b5f49b19d98844ed0864a8829ab08c732c2c8f41b01cd503f3553c7490ca"; one.SHA256 != want {
		t.Errorf("got %s, want %s", one.SHA256, want)
	}
	if err := load("one", text); !is[*LockedSetError](err) {
		t.Errorf("importing into a locked set: %v", err)
	}
	if _, err := s.Lock(ctx, sc, 10, "one"); !is[*LockedSetError](err) {
		t.Errorf("locking twice: %v", err)
	}
	if _, err := s.Lock(ctx, sc, 10, "three"); !is[*UnknownSetError](err) {
		t.Errorf("locking nothing: %v", err)
	}
	for _, stmt := range []string{
		"UPDATE prediction SET body = '{}'", "DELETE FROM prediction", "DELETE FROM prediction_set",
		`INSERT INTO prediction ("set", state, method, body) VALUES (1, 1, 'm', '{}')`,
		`INSERT OR REPLACE INTO prediction ("set", state, method, body) VALUES (1, 1, 'bm25', '{}')`,
	} {
		if _, err := s.write.Exec(stmt); err == nil {
			t.Errorf("%s was let through", stmt)
		}
	}
	_, err = s.Unlock(ctx, sc, 12, "one")
	must(t, err)
	if _, err := s.Unlock(ctx, sc, 12, "one"); !is[*UnlockedSetError](err) {
		t.Errorf("unlocking twice: %v", err)
	}
	must(t, load("one", strings.ReplaceAll(text, "bm25", "tfidf")))
	sets, err := s.Sets(ctx, sc)
	must(t, err)
	if len(sets) != 2 || sets[0].Locked != "" || sets[0].Rows != 2 || sets[1].Locked != two.SHA256 || sets[1].Methods["bm25"] != 1 {
		t.Errorf("got %+v", sets)
	}
	sound(t, s)
}

func TestSetName(t *testing.T) {
	for file, want := range map[string]string{
		"bm25.jsonl": "bm25", "/a/b/round 1.jsonl.gz": "round 1", "x": "x", ".jsonl": "predictions",
		records.Name("-"): "predictions", "a.b.json": "a.b",
	} {
		if got := setName(file); got != want {
			t.Errorf("%q gives %q, want %q", file, got, want)
		}
	}
}
