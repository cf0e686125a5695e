package dataset

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/scorer/methods"
	"suffice/scorer/methods/run"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// bench is a results folder made by hand, with the states of its runs and their
// certificates.
type bench struct {
	t      testing.TB
	root   string
	plans  map[string]*run.Experiment
	states map[string]card.State
	certs  []certificate.Certificate
}

func newBench(t testing.TB) *bench {
	return &bench{t: t, root: t.TempDir(), plans: map[string]*run.Experiment{}, states: map[string]card.State{}}
}

// state adds a state of ten units in three files: unit u0 to u9, two of which a
// method can read as functions.
func (b *bench) state(id, repo string, boundary card.Boundary) card.State {
	s := card.State{Card: card.StateCard{ID: id, Repo: repo, Boundary: boundary, BaseCommit: "c0ffee", Issue: "it fails", Need: "where it fails"}}
	var units []card.Unit
	for i := range 10 {
		u := card.Unit{ID: fmt.Sprintf("u%d", i), Path: fmt.Sprintf("src/f%d.go", i/4), LineStart: 1 + 10*i, LineEnd: 10 + 10*i, Text: fmt.Sprintf("func f%d() {}", i), Language: "Go"}
		if i%2 == 0 {
			u.Symbol = fmt.Sprintf("f%d", i)
		}
		units = append(units, u)
	}
	s.Pool = card.NewPool(units)
	b.states[id] = s
	return s
}

// label adds a certificate: each list of units is a group of threshold one.
func (b *bench) label(id string, groups ...[]string) {
	c := certificate.Certificate{State: id}
	for i, units := range groups {
		c.Groups = append(c.Groups, certificate.Group{ID: fmt.Sprintf("g%d", i+1), Role: fmt.Sprintf("role %d", i+1), Acceptable: units, Threshold: 1, Weight: 1})
	}
	b.certs = append(b.certs, c)
}

// made is one run to be written.
type made struct {
	experiment, method, state string
	configuration             string // JSON; empty: {"method": ...}
	controller                string
	ranked                    []string
	events                    []methods.Event // between run_started and the readings
	fails                     *run.Trouble
	halfDone                  bool
	millis                    int64 // of the run; its beginning is second 1000
	files                     map[string]string
	budget                    int // context budget in source tokens; 0: none
}

const second1000 = 1_000_000

// run writes the artifacts of a run and returns its folder.
func (b *bench) run(m made) string {
	b.t.Helper()
	if m.configuration == "" {
		m.configuration = fmt.Sprintf(`{"method":%q}`, m.method)
	}
	s := b.states[m.state]
	id := run.Identity{
		Experiment: m.experiment, State: m.state, Method: m.method, Configuration: jsontext.Value(m.configuration),
		Seed: 7, Budget: m.budget, BaseCommit: s.Card.BaseCommit, Card: run.CardHash(s), Revision: "r1",
	}
	b.plan(m, id.Configuration)
	dir := run.Dir(b.root, m.experiment, m.method, m.state, id.RunID())
	must(b.t, os.MkdirAll(dir, 0o777))
	b.write(filepath.Join(dir, "run_manifest.json"), run.Manifest{
		Schema: run.RunSchema, RunID: id.RunID(), Identity: id, Tokenizer: "o200k_base", Basis: "content_excerpt", Created: second1000,
	})
	events := append([]methods.Event{{Kind: methods.RunStarted, Body: run.Started{
		RunID: id.RunID(), Experiment: m.experiment, Method: m.method, Index: run.Indexing{BuildMS: 1.5, Shared: 1},
		Task: run.Task{State: m.state, Repo: s.Card.Repo, Boundary: string(s.Card.Boundary), BaseCommit: s.Card.BaseCommit, Pool: s.Pool.Len(), Card: id.Card},
	}}}, m.events...)
	out := methods.Output{Ranked: m.ranked, Controller: m.controller}
	if out.Ranked == nil {
		out.Ranked = []string{}
	}
	for _, u := range m.ranked {
		unit := s.Pool.Unit(u)
		out.Tokens += 100
		events = append(events, methods.Event{Kind: methods.FileRead, Body: methods.Reading{ID: u, Path: unit.Path, Symbol: unit.Symbol, LineStart: unit.LineStart, LineEnd: unit.LineEnd, Hash: "h" + u, Tokens: 100}})
	}
	outcome := run.OutcomeFinished
	if m.fails != nil {
		outcome, out = run.OutcomeFailed, methods.Output{}
	}
	if !m.halfDone {
		events = append(events,
			methods.Event{Kind: methods.ResourceSample, Body: run.Sample{Total: 64 << 20}},
			methods.Event{Kind: methods.RunFinished, Body: run.Ended{Outcome: outcome, Failure: m.fails, Output: out}})
	}
	b.trajectory(dir, events, m.millis)
	for name, text := range m.files {
		must(b.t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	if !m.halfDone {
		b.write(filepath.Join(dir, "final_metrics.json"), run.Final{
			Schema: run.RunSchema, RunID: id.RunID(), Experiment: m.experiment, State: m.state, Method: m.method, Outcome: outcome,
			Failure: m.fails, Output: out, Started: second1000, Ended: second1000 + m.millis,
		})
	}
	return dir
}

// plan makes the run part of what was planned for its experiment.
func (b *bench) plan(m made, configuration jsontext.Value) *run.Experiment {
	x := b.plans[m.experiment]
	if x == nil {
		x = &run.Experiment{Schema: run.ExperimentSchema, ID: m.experiment, Revision: "r1"}
		b.plans[m.experiment] = x
	}
	if !slices.ContainsFunc(x.Methods, func(p run.Planned) bool { return p.ID == m.method }) {
		x.Methods = append(x.Methods, run.Planned{ID: m.method, Configuration: configuration})
	}
	if !slices.Contains(x.States, m.state) {
		x.States = append(x.States, m.state)
	}
	b.renew(x)
	return x
}

// renew writes experiment.json.
func (b *bench) renew(x *run.Experiment) {
	dir := filepath.Dir(filepath.Dir(filepath.Dir(run.Dir(b.root, x.ID, "m", "s", "r"))))
	must(b.t, os.MkdirAll(dir, 0o777))
	b.write(filepath.Join(dir, "experiment.json"), x)
}

func (b *bench) write(path string, v any) {
	text, err := json.Marshal(v, json.Deterministic(true))
	must(b.t, err)
	must(b.t, os.WriteFile(path, text, 0o666))
}

// trajectory writes events evenly over the time of the run.
func (b *bench) trajectory(dir string, events []methods.Event, millis int64) {
	var text bytes.Buffer
	for i, e := range events {
		at := int64(second1000)
		if len(events) > 1 {
			at += millis * int64(i) / int64(len(events)-1)
		}
		line, err := json.Marshal(map[string]any{"seq": i + 1, "at_ms": at, "event": e.Kind, "body": e.Body}, json.Deterministic(true))
		must(b.t, err)
		text.Write(append(line, '\n'))
	}
	must(b.t, os.WriteFile(filepath.Join(dir, "trajectory.jsonl"), text.Bytes(), 0o666))
}

// sources are all runs with states and labels.
func (b *bench) sources() Sources {
	return Sources{Root: b.root, Certificates: b.certs, Revision: "r2", Load: func(_ context.Context, id string) (card.State, error) {
		s, ok := b.states[id]
		if !ok {
			return card.State{}, fmt.Errorf("there is no state %q", id)
		}
		return s, nil
	}}
}

// bare are all runs with nothing joined.
func (b *bench) bare() Sources { return Sources{Root: b.root, Revision: "r2"} }

func derived(t testing.TB, s Sources) Set {
	t.Helper()
	set, err := Derive(context.Background(), s)
	must(t, err)
	return set
}

// find is the only row of a method on a state.
func find(t testing.TB, set Set, method, state string) int {
	t.Helper()
	found := -1
	for r := range set.Runs.Rows {
		if set.text(r, "method") == method && set.text(r, "state_id") == state {
			if found >= 0 {
				t.Fatalf("%s ran on %s more than once", method, state)
			}
			found = r
		}
	}
	if found < 0 {
		t.Fatalf("there is no run of %s on %s", method, state)
	}
	return found
}

// values reads columns of a row as text.
func values(set Set, row int, columns ...string) string {
	out := make([]string, len(columns))
	for i, c := range columns {
		out[i] = set.text(row, c)
	}
	return strings.Join(out, " ")
}

func ptr[T any](v T) *T { return &v }

// chat is an answered call that reported what is given; -1 was not reported.
func chat(stage string, input, output int) methods.Event {
	c := methods.ModelCall{Service: "chat", Stage: stage, Attempt: 1, Controller: "openai", Model: "model-a", Response: "{}", Status: 200, LatencyMS: ptr(40.)}
	if input >= 0 {
		c.Usage.Input = ptr(input)
	}
	if output >= 0 {
		c.Usage.Output = ptr(output)
	}
	return methods.Event{Kind: methods.ModelCalled, Body: c}
}

// failed is a call that failed.
func failed(stage string, attempt, status int, stop string) methods.Event {
	return methods.Event{Kind: methods.ModelCalled, Body: methods.ModelCall{
		Service: "chat", Stage: stage, Attempt: attempt, Controller: "openai", Model: "model-a", Status: status, StopReason: stop, Error: "no answer",
	}}
}

func asking(view, form string, ms float64) methods.Event {
	return methods.Event{Kind: methods.ToolCalled, Body: methods.ToolCall{Tool: "retrieve", View: view, QueryForm: form, QueryHash: "q-" + form, Matched: 4, ResultHash: "r", Size: 10, LatencyMS: &ms}}
}

func finishing(stage string, normalized, fallback bool, selected ...string) methods.Event {
	return methods.Event{Kind: methods.StageFinished, Body: methods.Stage{Name: stage, Selected: selected, Shown: 10, Attempts: 1, Normalized: normalized, Fallback: fallback}}
}
