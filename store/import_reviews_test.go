package store

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"suffice/certificate/card"
	"suffice/review"
	"suffice/review/reviewtest"
)

func signalLine(reviewer, state string, v review.Verdict, note string) string {
	return fmt.Sprintf(`{"reviewer":%q,"state_id":%q,"verdict":%q,"note":%q}`+"\n", reviewer, state, v, note)
}

func TestImportReviews(t *testing.T) {
	ctx, sc := context.Background(), scopeOf(olga)
	s := newProject(t, reviewtest.State("s1", 3), reviewtest.State("s2", 3))
	certificates := everyRow(t, s)
	full := signalLine("model-1", "s1", review.VerdictAccept, "") + signalLine("model-1", "s2", review.VerdictRevise, "one more") +
		`{"verdict":"unscorable","state_id":"s1","reviewer":"model-2"}` + "\n"
	r, err := s.ImportReviews(ctx, sc, 9, []Source{textSource("panel.jsonl", full)})
	must(t, err)
	if r.Reviews != 3 || r.New != 3 || r.Reviewers["model-1"] != 2 || r.Reviewers["model-2"] != 1 {
		t.Errorf("got %+v", r)
	}
	if n := count(t, s, "SELECT count(*) FROM event WHERE kind = 'signals_imported'"); n != 1 {
		t.Errorf("%d events, want one a file", n)
	}
	before := everyRow(t, s)
	for _, table := range []string{"work", "snapshot", "personal", "course"} {
		if rowsOf(before, table) != rowsOf(certificates, table) {
			t.Errorf("a model's review changed %s", table)
		}
	}
	r, err = s.ImportReviews(ctx, sc, 10, []Source{textSource("again.jsonl", full+signalLine("model-1", "s1", review.VerdictAccept, ""))})
	must(t, err)
	if !r.Unchanged() || r.Same != 3 || len(r.Notices) != 1 || everyRow(t, s) != before {
		t.Errorf("importing the same again: %+v", r)
	}
	for _, tt := range []struct {
		name, text, key, want string
		line                  int
	}{
		{"another verdict", signalLine("model-1", "s1", review.VerdictRevise, ""), "verdict", `holds another review of "s1" by model-1`, 1},
		{"another note", signalLine("model-1", "s2", review.VerdictRevise, "two more"), "note", "holds another review", 1},
		{"an unknown state", signalLine("model-3", "s1", review.VerdictAccept, "") + signalLine("model-3", "s9", review.VerdictAccept, ""), "state_id", `"s9" is not in the project`, 2},
		{"no verdict", `{"reviewer":"m","state_id":"s1","note":"x"}`, "verdict", "missing", 1},
		{"an unknown verdict", signalLine("m", "s1", "fine", ""), "verdict", `expected accept, revise, rebuild, unscorable or uncertain, found "fine"`, 1},
		{"an empty reviewer", signalLine("", "s1", review.VerdictAccept, ""), "reviewer", "", 1},
		{"a key too many", `{"reviewer":"m","state_id":"s1","verdict":"accept","notes":"x"}`, "notes", "not known", 1},
		{"a pair twice", signalLine("m", "s1", review.VerdictAccept, "") + signalLine("m", "s1", review.VerdictRebuild, ""), "verdict", "stands twice with different content: this differs from line 1 of panel.jsonl", 2},
		{"no number", `{"reviewer":"m","state_id":"s1","verdict":NaN}`, "verdict", "", 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := s.ImportReviews(ctx, sc, 9, []Source{textSource("panel.jsonl", tt.text)})
			ps := problems(t, err)
			if p := ps[0]; p.File != "panel.jsonl" || p.Line != tt.line || p.Key != tt.key || !strings.Contains(p.Msg, tt.want) {
				t.Errorf("got %+v", ps)
			}
			if everyRow(t, s) != before {
				t.Error("something was imported")
			}
		})
	}
	if _, err := s.ImportReviews(ctx, scopeOf(ann), 9, []Source{textSource("panel.jsonl", full)}); !is[*review.ForbiddenError](err) {
		t.Errorf("an annotator imported reviews: %v", err)
	}
	for _, stmt := range []string{"UPDATE signal SET note = 'x'", "DELETE FROM signal"} {
		if _, err := s.write.Exec(stmt); err == nil {
			t.Errorf("%s was let through", stmt)
		}
	}
	sound(t, s)
}

// Rows of the shape of table 7: three model reviewers with 500, 500 and 455.
func TestSignalsOfThatShape(t *testing.T) {
	alone(t)
	const states = 500
	var all []card.State
	var text strings.Builder
	for i := range states {
		all = append(all, reviewtest.State(fmt.Sprintf("s%03d", i), 1))
		for m, rows := range []int{500, 500, 455} {
			if i < rows {
				v := review.Verdicts()[(i*(m+3))%len(review.Verdicts())]
				text.WriteString(signalLine(fmt.Sprintf("model-%d", m+1), all[i].Card.ID, v, "n"))
			}
		}
	}
	s := newProject(t, all...)
	ctx := context.Background()
	r, err := s.ImportReviews(ctx, scopeOf(olga), 9, []Source{textSource("panel.jsonl", text.String())})
	must(t, err)
	if r.Reviewers["model-1"] != 500 || r.Reviewers["model-2"] != 500 || r.Reviewers["model-3"] != 455 {
		t.Errorf("got %+v", r.Reviewers)
	}
	signals, err := s.Signals(ctx, scopeOf(olga))
	must(t, err)
	if len(signals) != 1455 {
		t.Errorf("%d signals", len(signals))
	}
	for _, who := range []review.Person{ann, rea, sam, una} {
		if hidden, err := s.Signals(ctx, scopeOf(who)); err != nil || len(hidden) != 0 {
			t.Errorf("%s was given %d signals, %v", who.Name, len(hidden), err)
		}
	}
	sound(t, s)
}

// rowsOf keeps the lines of one table.
func rowsOf(rows, table string) string {
	var kept []string
	for line := range strings.Lines(rows) {
		if strings.HasPrefix(line, table+",") {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "")
}
