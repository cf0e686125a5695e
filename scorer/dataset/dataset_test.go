package dataset

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"pgregory.net/rapid"

	"suffice/certificate/card"
	"suffice/certificate/records"
	"suffice/scorer/methods"
	"suffice/scorer/methods/retrieval/tokens"
	"suffice/scorer/methods/run"
)

// small is two states of two repositories, labelled, and three runs.
func small(t testing.TB) *bench {
	b := newBench(t)
	b.state("s1", "acme/a", card.BeforeSearch)
	b.state("s2", "acme/b", card.BeforeEdit)
	b.label("s1", []string{"u2"}, []string{"u4", "u5"})
	b.label("s2", []string{"u9"})
	b.run(made{experiment: "e1", method: "bm25", state: "s1", configuration: `{"method":"bm25","retrieval":{"method":"bm25","query":"issue"}}`,
		events: []methods.Event{asking("bm25", "issue", 2)}, ranked: []string{"u0", "u2", "u4"}, millis: 500})
	b.run(made{experiment: "e1", method: "bm25", state: "s2", configuration: `{"method":"bm25","retrieval":{"method":"bm25","query":"issue"}}`,
		events: []methods.Event{asking("bm25", "issue", 4)}, ranked: []string{"u1", "u2", "u3"}, millis: 300})
	b.run(made{experiment: "e1", method: "mss_complement", state: "s1", controller: "openai",
		events: []methods.Event{chat("propose", 1000, 50), finishing("propose", true, false, "u2", "u4")}, ranked: []string{"u2", "u4"}, millis: 900})
	return b
}

func TestRowsAreTheRunsWithTheirIdentity(t *testing.T) {
	set := derived(t, small(t).sources())
	if len(set.Runs.Rows) != 3 || len(set.Lineage.RunIDs) != 3 {
		t.Fatalf("%d rows and %d run IDs of 3 runs", len(set.Runs.Rows), len(set.Lineage.RunIDs))
	}
	r := find(t, set, "bm25", "s1")
	if got, want := values(set, r, "run_id"), set.Lineage.RunIDs[r]; got != want {
		t.Errorf("row %d is run %s; the lineage says %s", r, got, want)
	}
	for column, want := range map[string]string{
		"experiment": "e1", "query": "issue", "repo": "acme/a", "boundary": "before_search", "pool_units": "10", "pool_files": "3",
		"language": "go", "outcome": "finished", "labels": "joined", "seed": "7", "program_revision": "r1", "base_commit": "c0ffee",
		"tokenizer": "o200k_base", "groups": "2", "acceptable_units": "3", "gold_files": "2", "gold_functions": "2", "smallest_set": "2",
		"wall_ms": "500", "tool_calls": "1", "returned_units": "3", "source_tokens": "300", "context_budget": "", "controller": "", "failure_kind": "",
	} {
		if got := values(set, r, column); got != want {
			t.Errorf("%s is %q; want %q", column, got, want)
		}
	}
	if got := values(set, find(t, set, "mss_complement", "s1"), "controller", "models"); got != `openai ["model-a"]` {
		t.Errorf("controller and models are %s", got)
	}
}

func TestLabelsAreJoinedAfterTheFact(t *testing.T) {
	b := small(t)
	before := contents(t, b.root)
	set := derived(t, b.sources())
	if after := contents(t, b.root); after != before {
		t.Error("making the data set changed an artifact")
	}
	for _, c := range []struct{ method, state, column, want string }{
		{"bm25", "s1", "mss_complete@5", "1"},
		{"bm25", "s1", "group_recall@5", "1"},
		{"bm25", "s1", "returned_complete", "1"},
		{"bm25", "s1", "rank_of_first_gold", "2"},
		{"bm25", "s1", "tokens_to_first_gold", "200"},
		{"bm25", "s1", "tool_calls_to_first_gold", "1"},
		{"bm25", "s1", "ms_to_first_gold", "250"}, // event 4 of 7 over 500 ms
		{"bm25", "s1", "file_recall@10", "1"},     // f0 and f1
		{"bm25", "s1", "file_mrr", "1"},           // u0 is of f0, too
		{"bm25", "s1", "function_mrr", "0.5"},     // f0, f2, f4: the second is gold
		{"bm25", "s1", "gold_within_budget", "0.6666666666666666"},
		{"bm25", "s2", "mss_complete@5", "0"},
		{"bm25", "s2", "rank_of_first_gold", ""},
		{"bm25", "s2", "ms_to_first_gold", ""},
		{"bm25", "s2", "file_recall@10", "0"},
		{"bm25", "s2", "function_recall@10", ""}, // u9 has no symbol: an exclusion
		{"bm25", "s2", "gold_functions", "0"},
		{"mss_complement", "s1", "mss_complete@5", "1"},
	} {
		if got := values(set, find(t, set, c.method, c.state), c.column); got != c.want {
			t.Errorf("%s on %s: %s is %q; want %q", c.method, c.state, c.column, got, c.want)
		}
	}
}

func TestEveryMetricOfTheRegistryHasItsColumn(t *testing.T) {
	columns := Columns(SheetRuns)
	for _, m := range run.Metrics() {
		i := slices.IndexFunc(columns, func(c Column) bool { return c.Name == m.Name })
		if i < 0 {
			t.Errorf("%s has no column", m.Name)
			continue
		}
		if c := columns[i]; c.Group != string(m.Group) || (c.Needs == NeedsLabels) != (m.Need == run.FromLabels) {
			t.Errorf("%s: column %+v does not say what the registry does: %+v", m.Name, c, m)
		}
	}
	for i, c := range columns {
		if slices.ContainsFunc(columns[:i], func(o Column) bool { return o.Name == c.Name }) {
			t.Errorf("two columns are called %s", c.Name)
		}
		if c.Doc == "" || c.Kind == "" || c.Group == "" {
			t.Errorf("column %+v does not say what it is", c)
		}
	}
}

// Every metric that needs labels, tests or a patch is worked out by something:
// a run that has all of them leaves none missing.
func TestEveryRegisteredMetricIsWorkedOut(t *testing.T) {
	b := newBench(t)
	b.state("s1", "acme/a", card.BeforeSearch)
	b.label("s1", []string{"u2"})
	b.run(made{experiment: "e1", method: "agent", state: "s1", ranked: []string{"u2"}, millis: 100,
		events: []methods.Event{asking("bm25", "issue", 2), {Kind: methods.EditMade, Body: run.Edit{Patch: "h", Targets: []string{"a"}, Applied: true}}},
		files: map[string]string{
			"patch.diff":        "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1,2 @@\n-x\n+y\n+z\n",
			"test_results.json": `{"patch_applied":true,"fail_to_pass":{"success":["t1"],"failure":[]},"pass_to_pass":{"success":["t2"],"failure":[]},"syntax_valid":true,"lint_passes":true}`,
		}})
	set := derived(t, b.sources())
	for _, m := range run.Metrics() {
		if m.Need != run.FromTrajectory && !set.Runs.Value(0, m.Name).Known() {
			t.Errorf("%s is missing in a run that has all that it needs", m.Name)
		}
	}
	if got := values(set, 0, "resolved_at_1", "patch_applies", "patch_files", "patch_lines", "regressions"); got != "1 1 1 3 0" {
		t.Errorf("resolved, applies, files, lines, regressions: %s", got)
	}
}

func TestWithoutLabelsEveryColumnThatNeedsThemIsMissing(t *testing.T) {
	b := small(t)
	sources := b.sources()
	sources.Certificates = nil
	dir := filepath.Join(t.TempDir(), "set")
	_, d, err := Build(context.Background(), sources, Target{Dir: dir})
	must(t, err)
	for _, sheet := range d.Sheets {
		for _, c := range sheet.Columns {
			if c.Needs != NeedsLabels {
				continue
			}
			i := slices.IndexFunc(d.Missing, func(m MissingColumn) bool { return m.Sheet == sheet.Name && m.Column == c.Name })
			if i < 0 {
				t.Errorf("%s.%s has values without labels", sheet.Name, c.Name)
			} else if want := "the data set was made without labels"; d.Missing[i].Why != want {
				t.Errorf("%s.%s is missing since %q; want %q", sheet.Name, c.Name, d.Missing[i].Why, want)
			}
		}
	}
	for _, row := range lines(t, filepath.Join(dir, "runs.jsonl")) {
		if !strings.Contains(row, `"mss_complete@5":null`) || !strings.Contains(row, `"labels":"no labels"`) {
			t.Errorf("a row without labels does not say so: %s", row)
		}
	}
	if d.Lineage.Labels != nil || d.Lineage.States == nil {
		t.Errorf("lineage has labels %v and states %v", d.Lineage.Labels, d.Lineage.States)
	}
}

func TestARunOnAnotherStateIsNotJoined(t *testing.T) {
	b := small(t)
	changed := b.states["s1"]
	changed.Card.Issue = "it fails otherwise"
	b.states["s1"] = changed
	b.certs = b.certs[:1] // s2 has no certificate
	set := derived(t, b.sources())
	if got := values(set, find(t, set, "bm25", "s1"), "labels", "mss_complete@5", "pool_files", "pool_units"); got != "other state   10" {
		t.Errorf("a run on another version of the state: %q", got)
	}
	if got := values(set, find(t, set, "bm25", "s2"), "labels", "mss_complete@5"); got != "no certificate " {
		t.Errorf("a run on a state without a certificate: %q", got)
	}
	s2 := b.states["s2"]
	b.certs = b.certs[:1]
	delete(b.states, "s2")
	sources := b.sources()
	load := sources.Load
	sources.Load = func(ctx context.Context, id string) (card.State, error) {
		if id == "s2" {
			return card.State{}, fmt.Errorf("state s2: %w", fs.ErrNotExist)
		}
		return load(ctx, id)
	}
	set = derived(t, sources)
	if got := values(set, find(t, set, "bm25", "s2"), "labels", "pool_files", "repo"); got != "no state  acme/b" {
		t.Errorf("a run on a state that is not given: %q", got)
	}
	b.states["s2"] = s2
	b.certs[0].Groups[0].Acceptable = []string{"u77"}
	b.states["s1"] = b.state("s1", "acme/a", card.BeforeSearch)
	set = derived(t, b.sources())
	if got := values(set, find(t, set, "bm25", "s1"), "labels"); got != "not scorable" {
		t.Errorf("a certificate with a fault was joined: %q", got)
	}
}

func TestFailedAndHalfDoneRunsAreRowsWithoutScores(t *testing.T) {
	b := small(t)
	b.run(made{experiment: "e1", method: "mss_complement", state: "s2", fails: &run.Trouble{Stage: "propose", Err: "the server did not answer"},
		events: []methods.Event{failed("propose", 1, 503, ""), failed("propose", 2, 0, run.StopTimeout)}})
	b.run(made{experiment: "e1", method: "ssr", state: "s1", halfDone: true})
	set := derived(t, b.sources())
	if len(set.Runs.Rows) != 5 {
		t.Fatalf("%d rows; want 5", len(set.Runs.Rows))
	}
	r := find(t, set, "mss_complement", "s2")
	if got := values(set, r, "outcome", "failure_stage", "failure_kind", "failure", "mss_complete@5", "returned_units", "unanswered_calls", "timeouts"); got != "failed propose timeout the server did not answer   2 1" {
		t.Errorf("the failed run is %q", got)
	}
	if got := values(set, find(t, set, "ssr", "s1"), "outcome", "wall_ms", "mss_complete@5", "repo"); got != "half-done   acme/a" {
		t.Errorf("the half-done run is %q", got)
	}
}

func TestATornLastLineIsNoReasonToStop(t *testing.T) {
	b := small(t)
	dir := b.run(made{experiment: "e1", method: "ssr", state: "s1", halfDone: true})
	f, err := os.OpenFile(filepath.Join(dir, "trajectory.jsonl"), os.O_APPEND|os.O_WRONLY, 0)
	must(t, err)
	_, err = f.WriteString(`{"seq":9,"at`)
	must(t, errors.Join(err, f.Close()))
	must(t, os.Remove(filepath.Join(dir, "run_manifest.json")))
	set := derived(t, b.sources())
	if got := values(set, find(t, set, "ssr", "s1"), "outcome", "labels", "seed"); got != "half-done no state hash " {
		t.Errorf("a run that was killed at once: %q", got)
	}
}

func TestNotebooksAndReplaysAreLeftOutUnlessNamed(t *testing.T) {
	b := small(t)
	b.run(made{experiment: "desk", method: "bm25", state: "s1", ranked: []string{"u1"}})
	b.run(made{experiment: "again", method: "bm25", state: "s1", ranked: []string{"u1"}})
	b.plans["desk"].Notebook = true
	b.plans["again"].Replay = &run.Replayed{From: "results"}
	b.renew(b.plans["desk"])
	b.renew(b.plans["again"])
	must(t, os.MkdirAll(filepath.Join(b.root, "raw", "empty"), 0o777))
	must(t, os.CopyFS(filepath.Join(b.root, "raw", "copied"), os.DirFS(filepath.Join(b.root, "raw", "e1"))))
	set := derived(t, b.sources())
	if len(set.Runs.Rows) != 3 {
		t.Errorf("%d rows; want the 3 of e1", len(set.Runs.Rows))
	}
	var passed []string
	for _, p := range set.Lineage.PassedOver {
		passed = append(passed, p.Experiment)
	}
	if !slices.Equal(passed, []string{"again", "copied", "desk", "empty"}) {
		t.Errorf("passed over are %v", passed)
	}
	s := b.sources()
	s.Experiments = []string{"desk", "e1", "desk"}
	if set := derived(t, s); len(set.Runs.Rows) != 4 || !slices.Equal(set.Lineage.Experiments, []string{"desk", "e1"}) {
		t.Errorf("named: %d rows of %v", len(set.Runs.Rows), set.Lineage.Experiments)
	}
	s.Experiments = []string{"e9"}
	if _, err := Derive(context.Background(), s); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), `no experiment "e9"`) {
		t.Errorf("an experiment that is not there: %v", err)
	}
}

func TestLabelsWithoutStatesAreRefused(t *testing.T) {
	s := small(t).sources()
	s.Load = nil
	if _, err := Derive(context.Background(), s); err == nil || !strings.Contains(err.Error(), "give the states with the labels") {
		t.Errorf("labels alone: %v", err)
	}
	s = small(t).sources()
	s.Certificates = append(s.Certificates, s.Certificates[0])
	if _, err := Derive(context.Background(), s); err == nil || !strings.Contains(err.Error(), "two certificates") {
		t.Errorf("two certificates: %v", err)
	}
}

func TestPoolsAreCountedWhereACounterIsGiven(t *testing.T) {
	s := small(t).sources()
	if got := values(derived(t, s), 0, "pool_tokens"); got != "" {
		t.Errorf("nobody counted, and the pool has %s tokens", got)
	}
	s.Tokens = tokens.New()
	set := derived(t, s)
	if x, ok := set.Runs.Value(0, "pool_tokens").Number(); !ok || x < 30 {
		t.Errorf("ten units of four words or so have %v tokens", x)
	}
	if set.Lineage.Tokenizer == nil || *set.Lineage.Tokenizer != tokens.Tokenizer {
		t.Errorf("the lineage does not name the tokenizer: %v", set.Lineage.Tokenizer)
	}
}

func TestTwoBuildsAtTheSameTimeAreTheSameBytes(t *testing.T) {
	b := small(t)
	now := time.Date(2026, 3, 4, 5, 6, 7, 8, time.UTC)
	var first string
	for i, jobs := range []int{1, 2, 16} {
		s := b.sources()
		s.Jobs = jobs
		dir := filepath.Join(t.TempDir(), "set")
		_, _, err := Build(context.Background(), s, Target{Dir: dir, Now: now})
		must(t, err)
		got := contents(t, dir)
		if i == 0 {
			first = got
		} else if got != first {
			t.Errorf("with %d jobs the data set is another one", jobs)
		}
	}
	if strings.Count(first, "2026-03-04T05:06:07Z") != 1 {
		t.Error("the time stands elsewhere than once in dataset.json")
	}
	later := filepath.Join(t.TempDir(), "set")
	_, _, err := Build(context.Background(), b.sources(), Target{Dir: later, Now: now.Add(time.Hour)})
	must(t, err)
	if got := contents(t, later); got == first || strings.ReplaceAll(got, "06:06:07", "05:06:07") != first {
		t.Error("an hour later more than the creation time is another")
	}
}

func TestWhatIsWrittenIsWhatTheDescriptionSays(t *testing.T) {
	b := small(t)
	dir := filepath.Join(t.TempDir(), "deep", "set")
	_, d, err := Build(context.Background(), b.sources(), Target{Dir: dir, Now: time.Unix(0, 0)})
	must(t, err)
	var read Description
	text, err := os.ReadFile(filepath.Join(dir, DescriptionFile))
	must(t, err)
	must(t, json.Unmarshal(text, &read, json.RejectUnknownMembers(true)))
	if read.Schema != SchemaVersion || read.Lineage.Revision != "r2" || len(read.Lineage.RunIDs) != 3 {
		t.Errorf("dataset.json says %+v", read)
	}
	files, err := os.ReadDir(dir)
	must(t, err)
	if len(files) != 1+2*len(Sheets()) {
		t.Errorf("%d files; want dataset.json and two for each of %v", len(files), Sheets())
	}
	want := map[string]int{SheetRuns: 3, SheetStages: 1, SheetQueries: 2, SheetCandidates: 0, SheetReadings: 8}
	for _, s := range d.Sheets {
		if s.Rows != want[s.Name] {
			t.Errorf("%s has %d rows; want %d", s.Name, s.Rows, want[s.Name])
		}
		for _, f := range s.Files {
			got, err := os.ReadFile(filepath.Join(dir, f.Name))
			must(t, err)
			if hashBytes(got) != f.SHA256 || int64(len(got)) != f.Bytes {
				t.Errorf("%s is not what its hash says", f.Name)
			}
			if n := strings.Count(string(got), "\n"); strings.HasSuffix(f.Name, ".jsonl") && n != s.Rows || strings.HasSuffix(f.Name, ".csv") && n != s.Rows+1 {
				t.Errorf("%s has %d lines for %d rows", f.Name, n, s.Rows)
			}
		}
	}
	var inputs int
	for _, in := range d.Lineage.Inputs {
		got, err := os.ReadFile(filepath.Join(b.root, filepath.FromSlash(in.Path)))
		must(t, err)
		if hashBytes(got) != in.SHA256 {
			t.Errorf("%s: the hash is not that of the file", in.Path)
		}
		inputs++
	}
	if inputs != 10 {
		t.Errorf("%d inputs; want three files of each of three runs and that of the experiment", inputs)
	}
}

func TestNothingIsOverwrittenUnlessAsked(t *testing.T) {
	b := small(t)
	ctx := context.Background()
	dir := filepath.Join(t.TempDir(), "set")
	_, _, err := Build(ctx, b.sources(), Target{Dir: dir})
	must(t, err)
	first := contents(t, dir)
	var exists *records.ExistsError
	if _, _, err := Build(ctx, b.sources(), Target{Dir: dir}); !errors.As(err, &exists) {
		t.Errorf("a second build: %v", err)
	}
	b.run(made{experiment: "e1", method: "ssr", state: "s1", ranked: []string{"u1"}})
	_, _, err = Build(ctx, b.sources(), Target{Dir: dir, Overwrite: true})
	must(t, err)
	if contents(t, dir) == first {
		t.Error("the data set was not replaced")
	}
	other := t.TempDir()
	must(t, os.WriteFile(filepath.Join(other, "thesis.txt"), []byte("text"), 0o666))
	if _, _, err := Build(ctx, b.sources(), Target{Dir: other, Overwrite: true}); err == nil || !strings.Contains(err.Error(), "no data set and is not replaced") {
		t.Errorf("a folder of something else: %v", err)
	}
	left, err := os.ReadDir(filepath.Dir(dir))
	must(t, err)
	if len(left) != 1 {
		t.Errorf("beside the data set there are still %v", left)
	}
}

func TestABuildThatFailsLeavesNothing(t *testing.T) {
	b := small(t)
	parent := t.TempDir()
	s := b.sources()
	delete(b.states, "s2")
	if _, _, err := Build(context.Background(), s, Target{Dir: filepath.Join(parent, "set")}); err == nil || !strings.Contains(err.Error(), `state "s2"`) {
		t.Errorf("a state that cannot be read: %v", err)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	stop := errors.New("stopped by hand")
	cancel(stop)
	if _, _, err := Build(ctx, b.bare(), Target{Dir: filepath.Join(parent, "set")}); !errors.Is(err, stop) && !errors.Is(err, context.Canceled) {
		t.Errorf("a build that was stopped: %v", err)
	}
	if left, err := os.ReadDir(parent); err != nil || len(left) > 0 {
		t.Errorf("there is %v, %v", left, err)
	}
}

// However runs came out, there is one row for each, and each is accounted for in
// what was joined.
func TestEveryRunIsOneRow(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		b := newBench(t)
		states := rapid.IntRange(1, 2).Draw(rt, "states")
		n := 0
		for i := range states {
			id := fmt.Sprintf("s%d", i)
			b.state(id, fmt.Sprintf("acme/%d", i%2), card.BeforeSearch)
			if rapid.Bool().Draw(rt, "labelled") {
				b.label(id, []string{rapid.SampledFrom([]string{"u1", "u2"}).Draw(rt, "gold")})
			}
			for _, m := range []string{"bm25", "ssr"} {
				x := made{experiment: "e1", method: m, state: id, ranked: rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"u0", "u1", "u2", "u3"}), 0, 4, rapid.ID[string]).Draw(rt, "ranked")}
				switch rapid.IntRange(0, 3).Draw(rt, "outcome") {
				case 0:
					continue
				case 1:
					x.fails = &run.Trouble{Stage: "method", Err: "no"}
				case 2:
					x.halfDone = true
				}
				b.run(x)
				n++
			}
		}
		if n == 0 {
			return
		}
		s := b.sources()
		if len(s.Certificates) == 0 {
			s.Certificates = nil
		}
		set, err := Derive(context.Background(), s)
		if err != nil {
			rt.Fatal(err)
		}
		if len(set.Runs.Rows) != n {
			rt.Fatalf("%d runs, %d rows", n, len(set.Runs.Rows))
		}
		joined := 0
		for _, j := range set.Lineage.Joins {
			joined += j.Runs
		}
		if joined != n {
			rt.Fatalf("joins account for %d of %d runs", joined, n)
		}
	})
}
