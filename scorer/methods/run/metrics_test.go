package run

import (
	"context"
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"

	"suffice/scorer/methods"
)

// All seven groups are registered, in one place, each metric once and whole.
func TestRegistry(t *testing.T) {
	groups := map[MetricGroup]int{}
	seen := map[string]bool{}
	for _, m := range Metrics() {
		groups[m.Group]++
		if seen[m.Name] || m.Name == "" || m.Unit == "" || m.How == "" {
			t.Errorf("%+v", m)
		}
		seen[m.Name] = true
		if (m.measure != nil) != (m.Need == FromTrajectory) {
			t.Errorf("%s needs %s and is computed here: %v", m.Name, m.Need, m.measure != nil)
		}
	}
	for _, g := range []MetricGroup{Correctness, Localization, Navigation, Editing, Efficiency, Index, Reliability} {
		if groups[g] < 3 {
			t.Errorf("group %s has %d metrics", g, groups[g])
		}
	}
	for _, name := range []string{"resolved_at_1", "file_recall@10", "function_recall@10", "file_mrr", "file_ndcg@10"} {
		if !seen[name] {
			t.Errorf("%s is not registered", name)
		}
	}
	changed := Metrics()
	changed[0].Name = "x"
	if Metrics()[0].Name == "x" {
		t.Error("the registry can be changed from outside")
	}
}

func traceOf(events ...methods.Event) []Recorded {
	var all []Recorded
	for i, e := range events {
		all = append(all, Recorded{Seq: i + 1, At: 1000 + 10*int64(i), Kind: e.Kind, Body: e.Body})
	}
	return all
}

func called(c methods.ModelCall) methods.Event {
	return methods.Event{Kind: methods.ModelCalled, Body: c}
}

func read(id, path string, from, to int, observed bool) methods.Event {
	return methods.Event{Kind: methods.FileRead, Body: methods.Reading{ID: id, Path: path, LineStart: from, LineEnd: to, Tokens: 10, Observed: observed}}
}

func stage(s methods.Stage) methods.Event { return methods.Event{Kind: methods.StageFinished, Body: s} }

func route(ms *float64) methods.Event {
	return methods.Event{Kind: methods.ToolCalled, Body: methods.ToolCall{Tool: methods.ToolRetrieve, LatencyMS: ms}}
}

func float(v float64) *float64 { return &v }

func began() methods.Event {
	return methods.Event{Kind: methods.RunStarted, Body: Started{Index: Indexing{BuildMS: 3}}}
}

func finished(ids ...string) methods.Event {
	return methods.Event{Kind: methods.RunFinished, Body: Ended{Outcome: OutcomeFinished, Output: methods.Output{Ranked: ids, Tokens: 77}}}
}

// Every label-free metric, on traces small enough to work it out by hand. A
// text that begins with a dash is why a value is missing.
func TestMeasures(t *testing.T) {
	whole := methods.Usage{Input: number(100), Output: number(20), Cached: number(64), Reasoning: number(5)}
	for _, c := range []struct {
		name  string
		trace []Recorded
		want  map[string]any
	}{
		{"a run that asks nobody", traceOf(began(), route(float(2)), route(float(4)), route(float(9)), finished("u1")), map[string]any{
			"input_tokens": "-there was no model call", "model_calls": 0.0, "tool_calls": 3.0, "query_ms_p50": 4.0, "query_ms_p95": 9.0, "wall_ms": 40.0,
			"index_build_ms": 3.0, "source_tokens": 77.0, "returned_units": 1.0, "churn": "-the method has no stages", "failure_stage": "-the run did not fail",
			"process_bytes": "-no sample was taken", "edit_failures": "-the run makes no edits", "index_disk_bytes": 0.0, "tool_failures": 0.0,
		}},
		{"all usage reported", traceOf(began(), called(methods.ModelCall{Service: "chat", Attempt: 1, Usage: whole, LatencyMS: float(400)}),
			called(methods.ModelCall{Service: "chat", Attempt: 1, Usage: whole, LatencyMS: float(600)}), finished()), map[string]any{
			"input_tokens": 200.0, "output_tokens": 40.0, "cached_input_tokens": 128.0, "reasoning_tokens": 10.0, "model_ms": 1000.0, "output_tokens_per_second": 40.0, "returned_units": 0.0,
		}},
		{"some usage missing", traceOf(called(methods.ModelCall{Attempt: 1, Usage: whole, LatencyMS: float(1)}),
			called(methods.ModelCall{Attempt: 2, Usage: methods.Usage{Input: number(7)}})), map[string]any{
			"input_tokens": 107.0, "output_tokens": "-1 of 2 chat calls did not report it", "cached_input_tokens": "-1 of 2 chat calls did not report it",
			"model_ms": "-1 of 2 model calls did not report it", "output_tokens_per_second": "-1 of 2 chat calls did not report it",
			"wall_ms": "-the run has not ended", "source_tokens": "-the run has not ended", "repeated_attempts": 1.0, "index_build_ms": "-the run does not tell",
		}},
		{"refused calls lack no usage", traceOf(
			called(methods.ModelCall{Service: "chat", Attempt: 1, Status: 429, Error: "slow down"}), called(methods.ModelCall{Service: "chat", Attempt: 2, Status: 500, Error: "oops"}),
			called(methods.ModelCall{Service: "chat", Attempt: 3, Status: 200, Usage: whole}), called(methods.ModelCall{Service: "chat", Attempt: 1, Unsent: true, Error: "nobody listens"})), map[string]any{
			"input_tokens": 100.0, "output_tokens": 20.0, "cached_input_tokens": 64.0, "reasoning_tokens": 5.0, "model_calls": 4.0, "unanswered_calls": 3.0,
		}},
		{"of a call that may have been worked on usage is missing", traceOf(
			called(methods.ModelCall{Service: "chat", Attempt: 1, Status: 200, Usage: whole}), called(methods.ModelCall{Service: "chat", Attempt: 1, Error: "cut"}),
			called(methods.ModelCall{Service: "chat", Attempt: 1, Status: 504, Error: "gateway"}), called(methods.ModelCall{Service: "chat", Attempt: 1, Status: 200, Error: "cut in the middle"})), map[string]any{
			"input_tokens": "-3 of 4 model calls did not report it", "output_tokens": "-3 of 4 chat calls did not report it",
		}},
		{"what a refusal reports counts", traceOf(called(methods.ModelCall{Service: "chat", Attempt: 1, Status: 400, Error: "policy", Usage: methods.Usage{Input: number(9)}})), map[string]any{
			"input_tokens": 9.0, "output_tokens": "-1 of 1 chat calls did not report it",
		}},
		{"nothing but refusals", traceOf(called(methods.ModelCall{Service: "embeddings", Attempt: 1, Status: 503, Error: "x"})), map[string]any{
			"input_tokens": "-every model call was refused", "output_tokens": "-there was no chat call",
		}},
		{"lost and unreadable answers", traceOf(
			called(methods.ModelCall{Attempt: 1, Error: "cut"}), called(methods.ModelCall{Attempt: 2, Error: "late", StopReason: methods.StopTimeout}),
			called(methods.ModelCall{Attempt: 3, Malformed: "no JSON", Response: "x"}), called(methods.ModelCall{Attempt: 1, Response: "{}"}),
			stage(methods.Stage{Fallback: true}), stage(methods.Stage{Normalized: true}), stage(methods.Stage{})), map[string]any{
			"unanswered_calls": 2.0, "timeouts": 1.0, "parser_failures": 1.0, "repeated_attempts": 2.0, "fallback_stages": 1.0, "normalized_stages": 1.0, "stages": 3.0,
		}},
		{"reading", traceOf(read("u1", "a.py", 1, 9, false), read("u2", "./a.py", 9, 12, true), read("u3", "a.py", 13, 20, false), read("u4", "b.py", 1, 9, false), read("u5", "c.py", 0, 0, false), read("u6", "c.py", 0, 0, false)), map[string]any{
			"repeated_reads": 1.0, "observed_reads": 1.0, "tool_result_tokens": 60.0,
		}},
		{"selecting", traceOf(stage(methods.Stage{Selected: []string{"u1", "u2", "u3"}}), stage(methods.Stage{Selected: []string{"u9"}}), finished("u2", "u9")), map[string]any{"churn": 2.0}},
		{"editing", traceOf(methods.Event{Kind: methods.EditMade, Body: Edit{Applied: true}}, methods.Event{Kind: methods.EditMade, Body: Edit{}}, methods.Event{Kind: methods.TestRun, Body: Tested{}}),
			map[string]any{"edit_failures": 1.0, "test_runs": 1.0}},
		{"failing", traceOf(began(), methods.Event{Kind: methods.RunFinished, Body: Ended{Outcome: OutcomeFailed, Failure: &Trouble{StageRetrieve, "x"}}}), map[string]any{
			"failure_stage": "retrieve", "tool_failures": 1.0, "source_tokens": "-the run failed", "churn": "-the run failed",
		}},
		{"no clock", traceOf(route(nil), route(float(1))), map[string]any{"query_ms_p50": "-1 of 2 tool calls did not report it"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := map[string]Measured{}
			for _, m := range Measure(c.trace) {
				got[m.Name] = m
			}
			for name, want := range c.want {
				m, ok := got[name]
				var is any = m.Text
				switch {
				case m.Value != nil:
					is = *m.Value
				case m.Missing != "":
					is = "-" + m.Missing
				}
				if !ok || is != want {
					t.Errorf("%s is %v, not %v", name, is, want)
				}
			}
		})
	}
}

// Calls that another run paid for count for the method, not for the bill, and
// a sum always says how many calls it lacks.
// An embedder reports no output, which leaves no gap in a run's output; that it
// reports no input does.
func TestEmbeddersWriteNothing(t *testing.T) {
	in, out := 10, 20
	var m meter
	for _, c := range []methods.ModelCall{
		{Service: "chat", Usage: methods.Usage{Input: &in, Output: &out, Cached: &in}},
		{Service: "embeddings", Usage: methods.Usage{Input: &in}},
		{Service: "rerank"},
	} {
		m.model(c)
	}
	if got := m.usage[1].whole("call"); got.Value == nil || *got.Value != 20 {
		t.Errorf("output: %+v", got)
	}
	if got := m.usage[0].whole("call"); got.Value != nil {
		t.Errorf("input of three calls, one without: %+v", got)
	}
	if want := (Totals{Calls: 3, Reading: 2, Input: 20, Output: 20, Cached: 10, Missing: 1, NoInput: 1}); m.totals != want {
		t.Errorf("%+v, want %+v", m.totals, want)
	}
}

func TestTotals(t *testing.T) {
	var m meter
	m.add(0, called(methods.ModelCall{Usage: methods.Usage{Input: number(10)}}))
	m.add(0, called(methods.ModelCall{}))
	m.add(0, called(methods.ModelCall{Shared: true, Usage: methods.Usage{Input: number(1000)}}))
	m.add(0, methods.Event{Kind: methods.StageFinished, Body: &methods.Stage{Normalized: true}})
	m.add(0, called(methods.ModelCall{Service: "embeddings", Status: 429, Error: "slow down"}))
	m.add(0, called(methods.ModelCall{Service: "embeddings", Usage: methods.Usage{Input: number(5)}}))
	want := Totals{Calls: 4, Refused: 1, Reading: 1, Input: 15, Missing: 1, NoInput: 1, NoOutput: 2, NoCached: 2, Stages: 1, Normalized: 1}
	if m.totals != want {
		t.Errorf("%+v", m.totals)
	}
	if n := want.Told(); n != 2 {
		t.Errorf("%d calls told something", n)
	}
	var sum Totals
	sum.Add(want)
	sum.Add(want)
	for i := range reflect.TypeFor[Totals]().NumField() {
		if got := reflect.ValueOf(sum).Field(i).Int(); got != 2*reflect.ValueOf(want).Field(i).Int() {
			t.Errorf("field %d adds up to %d", i, got)
		}
	}
}

// What final_metrics.json holds is what Measure makes of the trajectory, of
// finished and of failed runs.
func TestMetricsAreThoseOfTheTrajectory(t *testing.T) {
	s := new(server)
	broken := acts{"broken", func(ctx context.Context, in *methods.Input, rec methods.Recorder) (methods.Output, error) {
		return methods.Output{}, errors.Join(rec.Record(called(methods.ModelCall{Service: "embeddings", Attempt: 1, Error: "cut"})), errors.New("no vectors"))
	}}
	p := recordedPlan(t, s)
	p.States, p.Methods = p.States[:3], append(p.Methods, broken)
	ran(t, p)
	for _, e := range entriesOf(t, p) {
		trace, err := Trace(context.Background(), e.Dir)
		must(t, err)
		if got := Measure(trace); !reflect.DeepEqual(got, e.Final.Metrics) {
			t.Errorf("%s on %s: %+v\nis not %+v", e.Method, e.State, got, e.Final.Metrics)
		}
		if e.Method == "broken" && !strings.HasPrefix(e.Failure, StageRetrieve+": ") {
			t.Errorf("%s", e.Failure)
		}
		for _, m := range e.Final.Metrics {
			if strings.Contains(m.Name, "gold") || strings.Contains(m.Name, "mss_") {
				t.Errorf("a run tells %s", m.Name)
			}
		}
	}
}

// The contract holds the hashes of all that the predictions depend on, and is
// completed once they are scored.
func TestContract(t *testing.T) {
	p := plan(t, 3, ranked{id: "a"}, first{"b", "a", 2})
	r := ran(t, p)
	c, err := ReadContract(p.Root, "e1")
	must(t, err)
	file, err := os.ReadFile(r.Predictions)
	must(t, err)
	lines := ""
	for _, id := range p.States {
		lines += id + "\t" + CardHash(madeState(id, 12)) + "\n"
	}
	if c.Predictions.SHA256 != hashOf(file) || c.Predictions.Rows != 6 || c.PublicInput.SHA256 != hashOf([]byte(lines)) || c.PublicInput.States != 3 ||
		c.Labels != nil || c.Implementation.Revision != "r1" || len(c.Implementation.Prompts) != 64 || c.Counts != (Counts{Planned: 6, Finished: 6}) {
		t.Errorf("%+v", c)
	}
	raw, err := os.ReadFile(r.Contract)
	must(t, err)
	if !strings.Contains(string(raw), `"private_labels": null`) {
		t.Error("the labels are not told to be missing")
	}
	q := p
	q.Root, q.Seed = t.TempDir(), 1
	ran(t, q)
	other, err := ReadContract(q.Root, "e1")
	must(t, err)
	if other.Configuration == c.Configuration || other.PublicInput != c.PublicInput {
		t.Errorf("another seed gives %+v", other)
	}
	labels := LabelFile{"labels.jsonl", strings.Repeat("ab", 32)}
	must(t, SealContract(p.Root, "e1", labels))
	if c, err = ReadContract(p.Root, "e1"); err != nil || c.Labels == nil || *c.Labels != labels {
		t.Errorf("%+v, %v", c, err)
	}
	resumed(t, p)
	if c, err = ReadContract(p.Root, "e1"); err != nil || c.Labels == nil {
		t.Errorf("resuming what is complete forgot that it was scored: %+v, %v", c, err)
	}
	must(t, os.WriteFile(r.Predictions, file[:len(file)-2], 0o666))
	if err := SealContract(p.Root, "e1", labels); err == nil || !strings.Contains(err.Error(), "were changed") {
		t.Errorf("changed predictions were sealed: %v", err)
	}
	if err := SealContract(p.Root, "e2", labels); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v", err)
	}
}
