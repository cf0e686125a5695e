package store

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"suffice/certificate/card"
	"suffice/certificate/records"
	"suffice/review"
	"suffice/review/reviewtest"
)

// label is a certificate for a state as a line of labels.jsonl.
func TestImportItems(t *testing.T) {
	s := newProject(t)
	ctx, sc := context.Background(), scopeOf(olga)
	one, two := reviewtest.State("s1", 3), reviewtest.State("s2", 4)
	r, err := s.ImportItems(ctx, sc, 7, []Source{itemsOf(one), itemsOf(two, one)})
	must(t, err)
	// The pools share their first three texts: four in all are stored.
	if r.States != 2 || r.Units != 7 || r.New != 2 || r.NewTexts != 4 || r.Same != 0 {
		t.Errorf("got %+v", r)
	}
	if len(r.Notices) != 1 || !strings.Contains(r.Notices[0].String(), `items.jsonl:2: state_id: "s1" stands twice with equal content, first on line 1 of items.jsonl`) {
		t.Errorf("notices %v", r.Notices)
	}
	before := everyRow(t, s)
	r, err = s.ImportItems(ctx, sc, 8, []Source{itemsOf(one, two)})
	must(t, err)
	if !r.Unchanged() || r.Same != 2 || r.States != 2 || r.Units != 7 {
		t.Errorf("got %+v", r)
	}
	if everyRow(t, s) != before {
		t.Error("importing the same again changed something")
	}
	for _, want := range []card.State{one, two} {
		got, err := s.State(ctx, scopeOf(ann), want.Card.ID)
		must(t, err)
		if key, same := firstDifference(mustDecode(t, card.EncodeState(want)), got); !same {
			t.Errorf("%s came back with another %s", want.Card.ID, key)
		}
	}
	sound(t, s)
}

func mustDecode(t *testing.T, line []byte) card.State {
	t.Helper()
	s, err := card.DecodeState(line)
	must(t, err)
	return s
}

// What a text or a key holds comes back byte for byte, and the way a record is
// written does not make it another record.
func TestImportKeepsContent(t *testing.T) {
	s := newProject(t)
	ctx, sc := context.Background(), scopeOf(olga)
	line := `{"state_id":"s1","repo":"r","own":{"b":1.50,"a":[12345678901234567890]},"candidate_evidence":[` +
		`{"evidence_id":"nul","content_excerpt":"a\u0000b\u2028\ufeff\u001b]52;","x":null},` +
		`{"evidence_id":"empty","content_excerpt":""},{"evidence_id":"none"},{"evidence_id":"null","content_excerpt":null},` +
		`{"evidence_id":"crlf","content_excerpt":"é\r\n\t\"漢字🙂\" "}]}`
	_, err := s.ImportItems(ctx, sc, 1, []Source{textSource("a.jsonl", line)})
	must(t, err)
	got, err := s.State(ctx, sc, "s1")
	must(t, err)
	if key, same := firstDifference(mustDecode(t, []byte(line)), got); !same {
		t.Errorf("%s is another", key)
	}
	if text := got.Pool.Unit("nul").Text; text != "a\x00b\u2028\ufeff\x1b]52;" {
		t.Errorf("got %q", text)
	}
	back, err := json.Marshal(card.EncodeState(got))
	must(t, err)
	if !equalValue([]byte(line), back) {
		t.Errorf("got  %s\nwant %s", back, line)
	}
	rewritten := `{ "own" : {"a":[12345678901234567890],"b":1.5}, "candidate_evidence":[` +
		`{"x":null,"content_excerpt":"\u0061\u0000b\u2028\ufeff\u001b]52;","evidence_id":"nul"},` +
		`{"content_excerpt":"","evidence_id":"empty"},{"evidence_id":"none"},{"evidence_id":"null","content_excerpt":null},` +
		`{"evidence_id":"crlf","content_excerpt":"\u00e9\r\n\t\"漢字🙂\" "}],"repo":"r","state_id":"s1"}`
	r, err := s.ImportItems(ctx, sc, 1, []Source{textSource("b.jsonl", rewritten)})
	must(t, err)
	if !r.Unchanged() || r.Same != 1 {
		t.Errorf("the same record written otherwise: %+v", r)
	}
}

// C21: a state with other content is refused, naming the line and the first
// key that differs, whether the first one came in before or in this very file.
func TestImportRefusesOtherContent(t *testing.T) {
	alone(t)
	base := `{"state_id":"s1","issue":"i","n":1,"candidate_evidence":[{"evidence_id":"u1","content_excerpt":"a","line_start":1},{"evidence_id":"u2"}]}`
	tests := []struct{ from, to, key string }{
		{`"issue":"i"`, `"issue":"j"`, "issue"},
		{`"n":1,`, ``, "n"},
		{`"n":1`, `"n":1,"more":2`, "more"},
		{`"n":1`, `"n":"1"`, "n"},
		{`"line_start":1`, `"line_start":2`, "candidate_evidence[0].line_start"},
		{`"content_excerpt":"a"`, `"content_excerpt":"b"`, "candidate_evidence[0].content_excerpt"},
		{`"content_excerpt":"a"`, `"content_excerpt":""`, "candidate_evidence[0].content_excerpt"},
		{`"content_excerpt":"a",`, ``, "candidate_evidence[0].content_excerpt"},
		{`{"evidence_id":"u2"}`, `{"evidence_id":"u2","content_excerpt":null}`, "candidate_evidence[1].content_excerpt"},
		{`,{"evidence_id":"u2"}`, ``, "candidate_evidence"},
		{`{"evidence_id":"u2"}`, `{"evidence_id":"u2"},{"evidence_id":"u3"}`, "candidate_evidence[2]"},
	}
	ctx, sc := context.Background(), scopeOf(olga)
	for _, tt := range tests {
		other := strings.Replace(base, tt.from, tt.to, 1)
		t.Run(tt.key+" "+tt.to, func(t *testing.T) {
			s := newProject(t)
			before := everyRow(t, s)
			problem := onlyProblem(t, func() error {
				_, err := s.ImportItems(ctx, sc, 1, []Source{textSource("a.jsonl", base+"\n"+other+"\n")})
				return err
			})
			if problem.File != "a.jsonl" || problem.Line != 2 || problem.Key != tt.key || !strings.Contains(problem.Msg, "line 1 of a.jsonl") {
				t.Errorf("in one file: %+v", problem)
			}
			if everyRow(t, s) != before {
				t.Error("something was imported")
			}
			_, err := s.ImportItems(ctx, sc, 1, []Source{textSource("a.jsonl", base)})
			must(t, err)
			problem = onlyProblem(t, func() error {
				_, err := s.ImportItems(ctx, sc, 1, []Source{textSource("b.jsonl", "\n"+other)})
				return err
			})
			if problem.File != "b.jsonl" || problem.Line != 2 || problem.Key != tt.key || !strings.Contains(problem.Msg, "in the project already") {
				t.Errorf("in the project: %+v", problem)
			}
		})
	}
}

// C21: a repeated state is compared with where it stands first, also when
// that one was refused because the project has it with other content.
func TestImportComparesRepeatsOfARefusedState(t *testing.T) {
	ctx, sc := context.Background(), scopeOf(olga)
	s := newProject(t)
	record := func(issue string) string {
		return `{"state_id":"s1","issue":"` + issue + `","candidate_evidence":[{"evidence_id":"u1"}]}` + "\n"
	}
	_, err := s.ImportItems(ctx, sc, 1, []Source{textSource("a.jsonl", record("i"))})
	must(t, err)
	for second, want := range map[string]string{
		record("j"): "1", // as line 1: ignored
		`{"issue":"\u006a","candidate_evidence":[{"evidence_id":"u1"}],"state_id":"s1"}`: "1", // the same, written otherwise
		record("i"): "1 2", // as the project has it, and not as line 1 does
		record("k"): "1 2",
	} {
		_, err := s.ImportItems(ctx, sc, 1, []Source{textSource("b.jsonl", record("j")+second)})
		var lines []string
		for _, p := range problems(t, err) {
			lines = append(lines, fmt.Sprint(p.Line))
			if twice := strings.Contains(p.Msg, "stands twice with different content: this differs from line 1"); p.Key != "issue" || twice != (p.Line == 2) {
				t.Errorf("after %s: %+v", second, p)
			}
		}
		if got := strings.Join(lines, " "); got != want {
			t.Errorf("%s: problems on the lines %s, want %s", second, got, want)
		}
	}
}

// onlyProblem wants one problem of a file.
func onlyProblem(t *testing.T, do func() error) records.Problem {
	t.Helper()
	ps := problems(t, do())
	if len(ps) != 1 {
		t.Fatalf("%d problems, want 1: %v", len(ps), ps)
	}
	return ps[0]
}

func problems(t *testing.T, err error) []records.Problem {
	t.Helper()
	var told *records.Error
	if !errors.As(err, &told) {
		t.Fatalf("got %v, want problems of a file", err)
	}
	return told.Problems
}

// C19, C22: every fault of every file is told in one report, and nothing of
// any file is imported.
func TestImportIsAllOrNothing(t *testing.T) {
	s := newProject(t)
	before := everyRow(t, s)
	good := string(card.EncodeState(reviewtest.State("s1", 3)))
	_, err := s.ImportItems(context.Background(), scopeOf(olga), 1, []Source{
		textSource("good.jsonl", good),
		textSource("bad.jsonl", good+"\n{\"state_id\":\"s2\",\"x\":NaN,\"candidate_evidence\":[]}\n{\"candidate_evidence\":[]}\n"),
		textSource("empty.jsonl", ""),
		textSource("cut.gz", halfGzip(t, good)),
	})
	var got []string
	for _, p := range problems(t, err) {
		got = append(got, fmt.Sprintf("%s:%d", p.File, p.Line))
	}
	want := "bad.jsonl:2 bad.jsonl:3 empty.jsonl:0 cut.gz:"
	if !strings.HasPrefix(strings.Join(got, " "), want) {
		t.Errorf("got %v, want %s", got, want)
	}
	if everyRow(t, s) != before {
		t.Error("something was imported")
	}
	if n := count(t, s, "SELECT count(*) FROM text"); n != 0 {
		t.Errorf("%d texts were kept", n)
	}
}

func halfGzip(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := io.WriteString(w, text)
	must(t, err)
	must(t, w.Close())
	return b.String()[:b.Len()/2]
}

func TestImportNeedsAnOrganizer(t *testing.T) {
	s := newProject(t, reviewtest.State("s1", 3))
	ctx, sc := context.Background(), scopeOf(ann)
	for name, do := range map[string]func() error{
		"items":       func() error { _, err := s.ImportItems(ctx, sc, 1, nil); return err },
		"labels":      func() error { _, err := s.ImportLabels(ctx, sc, 1, nil, LabelOptions{}); return err },
		"predictions": func() error { _, err := s.ImportPredictions(ctx, sc, 1, nil, PredictionOptions{}); return err },
		"lock":        func() error { _, err := s.Lock(ctx, sc, 1, "x"); return err },
		"unlock":      func() error { _, err := s.Unlock(ctx, sc, 1, "x"); return err },
		"export":      func() error { _, err := s.ExportLabels(ctx, sc, io.Discard); return err },
		"export set":  func() error { _, err := s.ExportPredictions(ctx, sc, "x", io.Discard); return err },
	} {
		if err := do(); !is[*review.ForbiddenError](err) {
			t.Errorf("%s by an annotator: %v", name, err)
		}
	}
}

// What people did is imported over only when the state is named; then it is
// an event like any other and what was there is still in the journal.
// A locked set is immutable for this program and for anyone with a database
// editor, until it is unlocked, which stands in the journal too.
// A set that nobody named is called after its file.
// The real sample: reported, unchanged when imported again, and exported as it
// came.
// Only the key that was edited differs in the export, numbers keep their text,
// and states without a group are left out.
