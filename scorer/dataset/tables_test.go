package dataset

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"suffice/certificate/card"
	"suffice/scorer"
	"suffice/scorer/methods"
	"suffice/scorer/methods/run"
)

var update = flag.Bool("update", false, "write the golden files anew")

// plain is the configuration of a single retriever.
func plainConfig(method, query, embedder string) string {
	if embedder != "" {
		embedder = fmt.Sprintf(`,"embedder":%q`, embedder)
	}
	return fmt.Sprintf(`{"method":%q,"retrieval":{"method":%[1]q,"query":%q%s}}`, method, query, embedder)
}

func setConfig(method string, ceiling int) string {
	return fmt.Sprintf(`{"method":%q,"retrieval":{"method":"fused","embedder":"lsa-32"},"embedder":{"name":"lsa-32"},"controller":{"name":"openai"},"ceiling_tokens":%d}`, method, ceiling)
}

// full is eight states of four repositories with runs of what the planned
// tables compare. Runs under the issue find gold at the even states, those
// under the whole state at all but the last.
func full(t testing.TB) *bench {
	b := newBench(t)
	boundaries := []card.Boundary{card.BeforeSearch, card.AfterSearch, card.AfterFileInspection}
	for i := range 8 {
		id := fmt.Sprintf("s%d", i)
		s := b.state(id, fmt.Sprintf("acme/r%d", i%4), boundaries[i%3])
		if i%4 == 1 {
			s.Pool.Units[9].Observed = true
			b.states[id] = s
		}
		groups := [][]string{{"u2"}}
		for g := range i % 3 {
			groups = append(groups, []string{fmt.Sprintf("u%d", 4+2*g), "u9"})
		}
		b.label(id, groups...)
		if i%4 == 1 { // u9 is observed here
			for g := range b.certs[i].Groups {
				b.certs[i].Groups[g].Acceptable = b.certs[i].Groups[g].Acceptable[:1]
			}
		}
	}
	for i := range 8 {
		b.retrievers(fmt.Sprintf("s%d", i), i)
		b.sets(fmt.Sprintf("s%d", i), i)
	}
	b.run(made{experiment: "sets", method: "ssr", state: "s0", controller: "openai", configuration: setConfig("ssr", 6144),
		fails: &run.Trouble{Stage: "ssr", Err: "rate limited"}, events: []methods.Event{failed("ssr", 1, 500, ""), failed("ssr", 2, 429, "")}})
	x := b.plans["sets"]
	x.Methods = append(x.Methods, run.Planned{ID: "random", Configuration: []byte(`{"method":"random"}`)})
	b.renew(x)
	return b
}

// retrievers runs two single retrievers with both query forms.
func (b *bench) retrievers(state string, i int) {
	hit, miss := []string{"u2", "u4", "u6", "u8"}, []string{"u1", "u3", "u5", "u7"}
	for _, form := range []string{"issue", "state"} {
		good := form == "issue" && i%2 == 0 || form == "state" && i < 7
		ranked := miss
		if good {
			ranked = hit
		}
		b.run(made{experiment: "query-" + form, method: "bm25", state: state, configuration: plainConfig("bm25", form, ""),
			events: []methods.Event{asking("bm25", form, float64(1+i))}, ranked: ranked, millis: 10})
		b.run(made{experiment: "query-" + form, method: "dense", state: state, configuration: plainConfig("dense", form, "lsa-32"),
			events: []methods.Event{asking("dense", form, float64(10+i))}, ranked: hit, millis: 20})
	}
}

// sets runs the method and two comparators; on every third state the server
// does not report the output.
func (b *bench) sets(state string, i int) {
	output := 100 + i
	if i%3 == 2 {
		output = -1
	}
	hit := []string{"u2", "u4", "u6", "u9"}
	b.run(made{experiment: "sets", method: "mss_complement", state: state, controller: "openai", configuration: setConfig("mss_complement", 6144), millis: 1000 + int64(i),
		events: []methods.Event{asking("dense", "focus", 30), chat("propose", 1000+i, output), finishing("propose", i == 0, false, "u2", "u1"), chat("expand", 10, 1), finishing("expand", false, i == 1, "u4"), chat("finalize", 10, 1), finishing("finalize", false, false, "u2")},
		ranked: hit})
	b.run(made{experiment: "short", method: "mss_complement", state: state, controller: "openai", configuration: setConfig("mss_complement", 4096), millis: 900,
		events: []methods.Event{chat("propose", 1000, 100)}, ranked: hit[:1+i%2]})
	b.run(made{experiment: "sets", method: "no_feedback_adaptive", state: state, controller: "openai", configuration: setConfig("no_feedback_adaptive", 6144), millis: 800,
		events: []methods.Event{chat("propose", 900, 90)}, ranked: hit[:2]})
	b.run(made{experiment: "offline", method: "mss_complement", state: state, controller: "offline", configuration: strings.ReplaceAll(setConfig("mss_complement", 6144), `"openai"`, `"offline"`), millis: 5,
		events: []methods.Event{{Kind: methods.ModelCalled, Body: methods.ModelCall{Service: "chat", Stage: "propose", Attempt: 1, Controller: "offline", Model: "offline", Response: "{}", LatencyMS: ptr(0.5)}}}, ranked: hit[1:]})
}

func few() scorer.Resampling { return scorer.Resampling{Draws: 400, Seed: 11} }

func table(t testing.TB, set Set, name string, o TableOptions) scorer.Table {
	t.Helper()
	if o.Resampling.Draws == 0 {
		o.Resampling = few()
	}
	tab, err := set.Table(name, o)
	must(t, err)
	return tab
}

func written(t testing.TB, tab scorer.Table, f scorer.Format) string {
	t.Helper()
	var b bytes.Buffer
	must(t, tab.Write(&b, f))
	return b.String()
}

// cell is the cell of a row and column; section may be empty for any.
func cell(t testing.TB, tab scorer.Table, section, name, column string) scorer.Cell {
	t.Helper()
	at := slices.Index(tab.Columns, column)
	for _, r := range tab.Rows {
		if (section == "" || r.Section == section) && (r.Name == name || r.Name+" ["+r.Controller+"]" == name) {
			if at < 0 {
				break
			}
			return r.Cells[at]
		}
	}
	t.Fatalf("there is no %s / %s / %s in\n%s", section, name, column, tab.String())
	return scorer.Cell{}
}

// The planned tables of one set of runs, each looked at in its own way.
func TestPlannedTables(t *testing.T) {
	set := derived(t, full(t).sources())
	for name, look := range map[string]func(*testing.T, Set){
		"golden tables": goldenTables,
		"efficiency leaves out what is not reported": efficiencyLeavesOutWhatIsNotReported,
		"factorial effects by hand":                  factorialEffectsByHand,
		"factors are checked":                        factorsAreChecked,
		"ablations compare one thing at a time":      ablationsCompareOneThingAtATime,
		"failures are counted apart":                 failuresAreCountedApart,
		"strata recombine":                           strataRecombine,
		"tasks count every state once":               tasksCountEveryStateOnce,
	} {
		t.Run(name, func(t *testing.T) { look(t, set) })
	}
}

func goldenTables(t *testing.T, set Set) {
	bare := derived(t, newBench(t).bare())
	for _, name := range Tables() {
		for _, c := range []struct {
			suffix string
			set    Set
		}{{"", set}, {"_empty", bare}} {
			got := table(t, c.set, name, TableOptions{}).Fit(150)
			path := filepath.Join("testdata", name+c.suffix+".txt")
			if *update {
				must(t, os.MkdirAll("testdata", 0o777))
				must(t, os.WriteFile(path, []byte(got), 0o666))
				continue
			}
			want, err := os.ReadFile(path)
			must(t, err)
			if got != string(want) {
				t.Errorf("table %s%s is another one (go test -update writes it anew):\n%s", name, c.suffix, got)
			}
		}
	}
}

// A number that no run tells is missing in every form of every table, and a
// table of no run still has all its columns and planned rows.
func TestNothingIsInventedWithoutRuns(t *testing.T) {
	set := derived(t, newBench(t).bare())
	for _, name := range Tables() {
		tab := table(t, set, name, TableOptions{})
		if len(tab.Rows) == 0 || len(tab.Columns) == 0 {
			t.Errorf("table %s of no run has %d rows and %d columns", name, len(tab.Rows), len(tab.Columns))
		}
		for _, r := range tab.Rows {
			if len(r.Cells) != len(tab.Columns) {
				t.Errorf("table %s: row %s has %d cells under %d columns", name, r.Name, len(r.Cells), len(tab.Columns))
			}
			for i, c := range r.Cells {
				if c.Value != nil {
					t.Errorf("table %s: %s has the value %v under %s, with no run", name, r.Name, *c.Value, tab.Columns[i])
				}
			}
		}
	}
}

// What a server did not report stays missing, never zero, from the trajectory
// through the sheets to every form of the efficiency table.
func TestMissingUsageStaysMissing(t *testing.T) {
	b := newBench(t)
	b.state("s1", "acme/a", card.BeforeSearch)
	b.label("s1", []string{"u2"})
	b.run(made{experiment: "e1", method: "mss_complement", state: "s1", controller: "openai", events: []methods.Event{chat("propose", 1234, -1)}, ranked: []string{"u2"}, millis: 77})
	dir := filepath.Join(t.TempDir(), "set")
	set, _, err := Build(t.Context(), b.sources(), Target{Dir: dir})
	must(t, err)
	row := lines(t, filepath.Join(dir, "runs.jsonl"))[0]
	for _, want := range []string{`"input_tokens":1234`, `"output_tokens":null`, `"cached_input_tokens":null`, `"output_tokens_per_second":null`} {
		if !strings.Contains(row, want) {
			t.Errorf("the row of runs.jsonl does not hold %s", want)
		}
	}
	sheet := lines(t, filepath.Join(dir, "runs.csv"))
	head, fields := strings.Split(sheet[0], ","), sheet[1]
	if at := slices.Index(head, "output_tokens"); at < 0 || !strings.Contains(fields, ",1234,,,,") {
		t.Errorf("runs.csv does not leave the fields of output and cached tokens empty: %s", fields)
	}
	tab := table(t, set, TableEfficiency, TableOptions{})
	for column, missing := range map[string]bool{"Input tokens": false, "Output tokens": true, "Cached input": true, "Output tokens/s": true, "Resolved@1": true, "Wall ms": false} {
		c := cell(t, tab, "", "mss_complement", column)
		if (c.Value == nil) != missing || missing && (c.States != 0 || c.Excluded != 1) {
			t.Errorf("%s is %+v; missing should be %v", column, c, missing)
		}
	}
	tab.Notes = nil // they say that the word is used for what is not known
	for _, f := range scorer.Formats() {
		text, want := written(t, tab, f), "missing"
		if f == scorer.JSON {
			want = `"value": null`
		}
		if n := strings.Count(text, want); n != 4 {
			t.Errorf("%s says %q %d times; want once for each of the four numbers that are not known:\n%s", f, want, n, text)
		}
	}
}

func efficiencyLeavesOutWhatIsNotReported(t *testing.T, set Set) {
	tab := table(t, set, TableEfficiency, TableOptions{})
	c := cell(t, tab, "", "mss_complement, ceiling 6144 [openai]", "Output tokens")
	sum := 0.
	for _, i := range []int{0, 1, 3, 4, 6, 7} {
		sum += float64(100 + i + 2)
	}
	if c.Value == nil || *c.Value != sum/6 || c.States != 6 || c.Excluded != 2 || *c.Sum != sum {
		t.Errorf("output tokens are %+v; want %v over 6, 2 excluded", c, sum/6)
	}
	if note := strings.Join(tab.Notes, "\n"); !strings.Contains(note, "Output tokens leaves out runs that do not tell: mss_complement, ceiling 6144 2 of 8") {
		t.Errorf("the notes do not say what is left out:\n%s", note)
	}
	if c := cell(t, tab, "", "mss_complement, ceiling 6144 [offline]", "Input tokens"); c.Value != nil || c.Excluded != 8 {
		t.Errorf("an offline controller reports no usage, and its input is %+v", c)
	}
	if c := cell(t, tab, "", "ssr [openai]", "Model calls"); c.Value != nil || c.Excluded != 0 {
		t.Errorf("the only run of ssr failed, and its calls are in a mean: %+v", c)
	}
	if c := cell(t, tab, "", "bm25, query issue", "Complete@5"); c.Count == nil || *c.Count != 4 || c.States != 8 {
		t.Errorf("bm25 under the issue completes %+v; want 4 of 8", c)
	}
}

func factorialEffectsByHand(t *testing.T, set Set) {
	tab := table(t, set, TableFactorial, TableOptions{})
	col := "mss_complete@5"
	for _, c := range []struct {
		section, name string
		want          float64
	}{
		// bm25: issue 4/8, state 7/8; dense: 8/8 under both.
		{"cells", "bm25 × issue", 0.5}, {"cells", "bm25 × state", 0.875}, {"cells", "dense × issue", 1}, {"cells", "dense × state", 1},
		{"main effect of method", "dense - bm25", (0.5 + 0.125) / 2},
		{"main effect of query", "state - issue", (0.375 + 0) / 2},
		{"interaction of method and query", "(dense - bm25) × (state - issue)", 0 - 0.375},
	} {
		got := cell(t, tab, c.section, c.name, col)
		if got.Value == nil || math.Abs(*got.Value-c.want) > 1e-12 || got.States != 8 {
			t.Errorf("%s, %s is %+v; want %v over 8 states", c.section, c.name, got, c.want)
		}
		if c.section != "cells" && (got.Low == nil || *got.Low > *got.Value || *got.High < *got.Value) {
			t.Errorf("%s, %s has the interval %v %v", c.section, c.name, got.Low, got.High)
		}
	}
	notes := strings.Join(tab.Notes, "\n")
	for _, want := range []string{"embedder follows from method", "reranker does not vary: every run has none", "seed 11"} {
		if !strings.Contains(notes, want) {
			t.Errorf("the notes do not say %q:\n%s", want, notes)
		}
	}
}

func TestFactorialWithoutACellIsMissing(t *testing.T) {
	b := full(t)
	must(t, os.RemoveAll(filepath.Join(b.root, "raw", "query-state", "bm25")))
	tab := table(t, derived(t, b.sources()), TableFactorial, TableOptions{})
	for _, name := range []string{"dense - bm25", "state - issue", "(dense - bm25) × (state - issue)", "bm25 × state"} {
		if c := cell(t, tab, "", name, "mss_complete@5"); c.Value != nil {
			t.Errorf("%s is %v though a cell that it needs has no runs", name, *c.Value)
		}
	}
	if notes := strings.Join(tab.Notes, "\n"); !strings.Contains(notes, "the design is not complete: 1 of 4 cells") {
		t.Errorf("the notes do not say that a cell is missing:\n%s", notes)
	}
}

func TestANestedFactorIsComparedWhereItIs(t *testing.T) {
	b := full(t)
	for i := range 8 {
		state := fmt.Sprintf("s%d", i)
		for _, form := range []string{"issue", "state"} {
			ranked := []string{"u2", "u4", "u6"}
			if i == 0 {
				ranked = []string{"u1"}
			}
			b.run(made{experiment: "other-" + form, method: "dense", state: state, configuration: plainConfig("dense", form, "text-3"), ranked: ranked})
		}
	}
	tab := table(t, derived(t, b.sources()), TableFactorial, TableOptions{})
	if c := cell(t, tab, "main effect of embedder", "text-3 - lsa-32", "mss_complete@5"); c.Value == nil || *c.Value != -0.125 {
		t.Errorf("the effect of the embedder is %+v; want -1/8, of dense alone", c)
	}
	// dense under both embedders, on average: 1 - 1/16.
	if c := cell(t, tab, "main effect of method", "dense - bm25", "mss_complete@5"); c.Value == nil || math.Abs(*c.Value-(15./16-11./16)) > 1e-12 {
		t.Errorf("the effect of the method is %+v; want 4/16", c)
	}
	for _, r := range tab.Rows {
		if strings.HasPrefix(r.Name, "bm25 × ") && strings.Contains(r.Name, "lsa") {
			t.Errorf("a cell that cannot be stands in the table: %s", r.Name)
		}
	}
}

func factorsAreChecked(t *testing.T, set Set) {
	for want, o := range map[string]TableOptions{
		`"colour" is no factor`:        {Factors: []string{"colour"}},
		`"wall_ms" is no factor`:       {Factors: []string{"wall_ms"}},
		`"query" is named twice`:       {Factors: []string{"query", "query"}},
		`"beauty" is no metric`:        {Metric: "beauty"},
		`"repo" is no metric of a run`: {Metric: "repo"},
		"1 resample gives no interval": {Resampling: scorer.Resampling{Draws: 1}},
	} {
		if _, err := set.Table(TableFactorial, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: the error is %v; want one with %q", o, err, want)
		}
	}
	if _, err := set.Table("beauty", TableOptions{}); err == nil || !strings.Contains(err.Error(), "choose tasks, factorial") {
		t.Errorf("an unknown table: %v", err)
	}
	tab := table(t, set, TableFactorial, TableOptions{Metric: "source_tokens", Factors: []string{"method"}})
	if c := cell(t, tab, "main effect of method", "dense - bm25", "source_tokens"); c.Unit != scorer.Tokens || c.Value == nil {
		t.Errorf("an effect in tokens is %+v", c)
	}
}

func ablationsCompareOneThingAtATime(t *testing.T, set Set) {
	tab := table(t, set, TableAblations, TableOptions{})
	diff := "Difference in mss_complete@5"
	if c := cell(t, tab, "query form of bm25, against state", "query issue", diff); c.Value == nil || *c.Value != -0.375 || c.Low == nil {
		t.Errorf("the issue against the state: %+v; want -3/8", c)
	}
	if c := cell(t, tab, "query form of tfidf_word, against state", "query issue", diff); c.Value != nil || c.Text != "" {
		t.Errorf("a method without runs: %+v", c)
	}
	if c := cell(t, tab, "interface, against mss_complement", "mss_complement, ceiling 6144 [openai]", diff); c.Text != "reference" {
		t.Errorf("the reference has the difference %+v", c)
	}
	// Of the eight states six are completed by two units, and two by three.
	if c := cell(t, tab, "interface, against mss_complement", "no_feedback_adaptive [openai]", diff); c.Value == nil || *c.Value != -0.25 || c.States != 8 {
		t.Errorf("no feedback against the method: %+v; want -2/8", c)
	}
	if c := cell(t, tab, "ceiling of source tokens, against 6,144", "mss_complement, ceiling 4096 [openai]", diff); c.Value == nil || *c.Value >= 0 {
		t.Errorf("a lower ceiling: %+v", c)
	}
	if c := cell(t, tab, "ceiling of source tokens, against 6,144", "mss_complement, ceiling 6144 [offline]", diff); c.Text != "reference" {
		t.Errorf("the paper's ceiling under the other controller: %+v; want the reference", c)
	}
	if c := cell(t, tab, "packing, against mss_complement", "fixed_top8", "Complete@5"); c.Value != nil {
		t.Errorf("fixed_top8 did not run, and has %+v", c)
	}
}

// TestBudgetsAreApart: runs of one configuration under different context budgets
// are different methods to every table, and no repetition of each other.
func TestBudgetsAreApart(t *testing.T) {
	b := newBench(t)
	for i := range 4 {
		id := fmt.Sprintf("s%d", i)
		b.state(id, fmt.Sprintf("acme/r%d", i), card.BeforeSearch)
		b.label(id, []string{"u2"}, []string{"u4"})
		b.run(made{experiment: "whole", method: "mss_complement", state: id, controller: "openai", configuration: setConfig("mss_complement", 6144), ranked: []string{"u2", "u4"}})
		if i > 0 {
			b.run(made{experiment: "short", method: "mss_complement", state: id, controller: "openai", configuration: setConfig("mss_complement", 6144), ranked: []string{"u2"}, budget: 100})
		}
	}
	short := b.plans["short"]
	short.Budget, short.States = 100, append([]string{"s0"}, short.States...)
	b.renew(short)
	set, err := Derive(t.Context(), b.sources())
	must(t, err)
	tab := table(t, set, TableAblations, TableOptions{})
	const section = "ceiling of source tokens, against 6,144"
	if c := cell(t, tab, section, "mss_complement, context budget 100 [openai]", "Difference in mss_complete@5"); c.Value == nil || *c.Value != -1 || c.States != 3 {
		t.Errorf("100 tokens against the whole: %+v; want -1 on three states", c)
	}
	if c := cell(t, tab, section, "mss_complement [openai]", "Difference in mss_complete@5"); c.Text != "reference" {
		t.Errorf("the whole has the difference %+v", c)
	}
	if notes := strings.Join(tab.Notes, "\n"); strings.Contains(notes, "several runs of one configuration") {
		t.Errorf("the budgets are repetitions of each other:\n%s", notes)
	}
	tab = table(t, set, TableFailures, TableOptions{})
	for column, absent := range map[string]int{"mss_complement, context budget 100 [openai]": 1, "mss_complement [openai]": 0} {
		if c := cell(t, tab, "outcome of planned runs", "not begun", column); c.Count == nil || *c.Count != absent {
			t.Errorf("%s: %+v were not begun; want %d", column, c, absent)
		}
	}
}

func failuresAreCountedApart(t *testing.T, set Set) {
	tab := table(t, set, TableFailures, TableOptions{})
	for _, c := range []struct {
		section, name, column string
		count, of             int
	}{
		{"outcome of planned runs", "failed", "ssr [openai]", 1, 8},
		{"outcome of planned runs", "not begun", "ssr [openai]", 7, 8},
		{"outcome of planned runs", "not begun", "random", 8, 8},
		{"outcome of planned runs", "finished", "bm25, query issue", 8, 8},
		{"failed runs by kind", "rate-limited", "ssr [openai]", 1, 1},
		{"failed runs by kind", "server-error", "ssr [openai]", 0, 1},
		{"failed runs by stage", "ssr", "ssr [openai]", 1, 1},
		{"normalized stages", "propose", "mss_complement, ceiling 6144 [openai]", 1, 8},
		{"fallback stages", "propose", "mss_complement, ceiling 6144 [openai]", 0, 8},
		{"fallback stages", "expand", "mss_complement, ceiling 6144 [openai]", 1, 8},
		{"model calls", "no answer", "ssr [openai]", 2, 2},
		{"model calls", "runs whose usage is not whole", "mss_complement, ceiling 6144 [openai]", 2, 8},
		{"exclusions from scores", "no completion score", "ssr [openai]", 1, 1},
	} {
		got := cell(t, tab, c.section, c.name, c.column)
		if got.Count == nil || *got.Count != c.count || got.States != c.of {
			t.Errorf("%s, %s of %s is %+v; want %d of %d", c.section, c.name, c.column, got, c.count, c.of)
		}
	}
	if c := cell(t, tab, "normalized stages", "propose", "bm25, query issue"); c.Value != nil {
		t.Errorf("bm25 has no stages, and a share of them: %+v", c)
	}
}

// The strata of each kind hold every run once, so that weighted by their counts
// they give the whole again.
func strataRecombine(t *testing.T, set Set) {
	tab := table(t, set, TableRobustness, TableOptions{})
	for _, kind := range []string{"decision boundary", "required groups", "observed overlap", "pool size", "language"} {
		for _, name := range []string{"bm25, query issue", "mss_complement, ceiling 6144 [openai]"} {
			for _, column := range []string{"Complete@5", "Group@5"} {
				sum, states := 0., 0
				for _, r := range tab.Rows {
					if !strings.HasPrefix(r.Section, kind+": ") || r.Name != name && r.Name+" ["+r.Controller+"]" != name {
						continue
					}
					c := r.Cells[slices.Index(tab.Columns, column)]
					states += c.States
					if c.Value != nil {
						sum += *c.Value * float64(c.States)
					}
				}
				whole := cell(t, tab, "all states", name, column)
				if states != whole.States || math.Abs(sum/float64(states)-*whole.Value) > 1e-12 {
					t.Errorf("%s of %s by %s: %v over %d; the whole is %v over %d", column, name, kind, sum/float64(states), states, *whole.Value, whole.States)
				}
			}
		}
	}
	if c := cell(t, tab, "decision boundary: before edit", "bm25, query issue", "Complete@5"); c.Value != nil {
		t.Errorf("no state stands before an edit, and the stratum has %+v", c)
	}
}

func tasksCountEveryStateOnce(t *testing.T, set Set) {
	tab := table(t, set, TableTasks, TableOptions{})
	if c := cell(t, tab, "", "all states", "Share of states"); *c.Count != 8 || c.States != 8 {
		t.Errorf("all states are %+v", c)
	}
	if c := cell(t, tab, "", "all states", "Repositories"); *c.Value != 4 {
		t.Errorf("repositories: %+v", c)
	}
	if c := cell(t, tab, "observed overlap", "recorded overlap", "Share of states"); *c.Count != 2 {
		t.Errorf("states with overlap: %+v", c)
	}
	if c := cell(t, tab, "required groups", "1 group", "Groups"); *c.Value != 1 || c.States != 3 {
		t.Errorf("states with one group: %+v", c)
	}
	if c := cell(t, tab, "", "all states", "Pool tokens"); c.Value != nil {
		t.Errorf("nobody counted the tokens of pools: %+v", c)
	}
}

func TestIndexTimesAreOfQueriesOfTheirOwn(t *testing.T) {
	b := full(t)
	shared := asking("dense", "issue", 9999)
	call := shared.Body.(methods.ToolCall)
	call.Shared = true
	shared.Body = call
	b.run(made{experiment: "shared", method: "dense", state: "s0", configuration: plainConfig("dense", "issue", "lsa-32"), events: []methods.Event{shared}, ranked: []string{"u1"}})
	tab := table(t, derived(t, b.sources()), TableIndex, TableOptions{})
	c := cell(t, tab, "dense view", "lsa-32", "Query max ms")
	if *c.Value != 30 || c.States != 24 { // 16 of dense, and 8 of the method's own view
		t.Errorf("the slowest of the dense queries: %+v; want 30 of 24", c)
	}
	if c := cell(t, tab, "dense view", "lsa-32", "Query p50 ms"); *c.Value != 15 {
		t.Errorf("the median of the dense queries: %+v; want 15", c)
	}
	if c := cell(t, tab, "other views", "bm25", "Build ms"); c.Value != nil {
		t.Errorf("the build of a view that shares the index is told apart: %+v", c)
	}
}
