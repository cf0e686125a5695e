package store

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/certificate/records"
	"suffice/review"
	"suffice/review/reviewtest"
)

// label is a certificate for a state as a line of labels.jsonl.
func label(state, unit string, weight string) string {
	return fmt.Sprintf(`{"state_id":%q,"schema_version":"serbench-mss-v1","required_evidence_groups":[{"role":"bug_location","acceptable_evidence_ids":[%q],"minimum_required":1,"necessity_weight":%s,"rationale":"r","own":[1.50,null]}],"alternative_minimal_sets":[[%q]],"observed_evidence_ids":[],"optional_evidence_ids":[],"retrieval_needed":true,"label_scope":"x","label_confidence":0.80,"metadata":{"n":12345678901234567890}}`, state, unit, weight, unit)
}

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

// What people did is imported over only when the state is named; then it is
// an event like any other and what was there is still in the journal.
func TestImportOverHumanWork(t *testing.T) {
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

// A locked set is immutable for this program and for anyone with a database
// editor, until it is unlocked, which stands in the journal too.
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

// A set that nobody named is called after its file.
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

// The real sample: reported, unchanged when imported again, and exported as it
// came.
func TestRealSample(t *testing.T) {
	dir := "../../shared/data/serbench-example/"
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("the real sample is not beside this checkout: %v", err)
	}
	s := newProject(t)
	ctx, sc := context.Background(), scopeOf(olga)
	for again := range 2 {
		items, err := s.ImportItems(ctx, sc, 1, []Source{fileSource(dir + "items.jsonl")})
		must(t, err)
		labels, err := s.ImportLabels(ctx, sc, 1, []Source{fileSource(dir + "labels.jsonl")}, LabelOptions{})
		must(t, err)
		if items.States != 3 || items.Units != 264 || labels.Certificates != 3 || labels.Groups != 5 || labels.Branches != 14 {
			t.Errorf("got %+v %+v", items, labels)
		}
		if items.Unchanged() != (again == 1) || labels.Unchanged() != (again == 1) {
			t.Errorf("time %d: %+v %+v", again+1, items, labels)
		}
	}
	var out bytes.Buffer
	_, err := s.ExportLabels(ctx, sc, &out)
	must(t, err)
	in, err := os.ReadFile(dir + "labels.jsonl")
	must(t, err)
	wants := bytes.Split(bytes.TrimSpace(in), []byte("\n"))
	gots := bytes.Split(bytes.TrimSpace(out.Bytes()), []byte("\n"))
	if len(gots) != len(wants) {
		t.Fatalf("%d labels, want %d", len(gots), len(wants))
	}
	for i := range wants {
		if !equalValue(gots[i], wants[i]) {
			t.Errorf("label %d came back as %s", i+1, gots[i])
		}
	}
	sound(t, s)
}

// Only the key that was edited differs in the export, numbers keep their text,
// and states without a group are left out.
func TestExportLabels(t *testing.T) {
	s := newProject(t, reviewtest.State("s1", 3), reviewtest.State("s2", 3), reviewtest.State("s3", 3))
	ctx, sc := context.Background(), scopeOf(olga)
	_, err := s.ImportLabels(ctx, sc, 9, []Source{textSource("l.jsonl", label("s3", "u1", "2.50")+"\n"+label("s1", "u1", "2"))}, LabelOptions{})
	must(t, err)
	d := reviewtest.Desk(t, s, ann)
	_, err = d.Edit(ctx, "s1", 1, reviewtest.Edit(t, certificate.SetWeight, "g1", "", 4), "")
	must(t, err)
	ack := reviewtest.Do(t, d, "s2", addGroup(t, "bug_location"))
	_, err = d.Undo(ctx, "s2", ack.Revision)
	must(t, err)
	var out bytes.Buffer
	e, err := s.ExportLabels(ctx, sc, &out)
	must(t, err)
	want := label("s1", "u1", "4") + "\n" + label("s3", "u1", "2.50") + "\n"
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
	if e.Rows != 2 || e.Empty != 1 {
		t.Errorf("got %+v", e)
	}
	_, _, err = s.Append(ctx, sc, review.FileExported(olga.ID, 12, e.Body("out/labels.jsonl")), review.Write{})
	must(t, err)
	sound(t, s)
}
