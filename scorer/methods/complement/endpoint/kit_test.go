package endpoint_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-json-experiment/json"

	"suffice/certificate/card"
	"suffice/scorer/methods"
	"suffice/scorer/methods/complement"
	"suffice/scorer/methods/complement/endpoint"
	"suffice/scorer/methods/complement/endpoint/endpointtest"
	"suffice/scorer/methods/retrieval/tokens"
)

// key is what no trace, error or log may hold.
const key = "sk-proj-6VdUw2cJ0bQ9/x+Z=tail"

// counter is shared by all tests, as by all states of a program: the vocabulary
// is loaded once.
var counter = tokens.New()

// clock is a time that only sleepers move.
type clock struct {
	mu    sync.Mutex
	at    time.Time
	slept []time.Duration
}

func newClock() *clock { return &clock{at: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)} }

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) sleep(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
	c.slept = append(c.slept, d)
	return ctx.Err()
}

// sleeps are the waits so far.
func (c *clock) sleeps() []time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]time.Duration(nil), c.slept...)
}

// configured points at a fake server, with a key and a clock that does not run.
func configured(s *endpointtest.Server, at *clock) endpoint.Config {
	c := endpoint.Defaults()
	c.BaseURL, c.Key, c.Model = endpoint.NewAddress(s.URL), endpoint.NewSecret(key), "asked-model"
	c.Embedding.Model, c.Rerank.Model = "embedding-model", "rerank-model"
	c.Now, c.Sleep = at.now, at.sleep
	return c
}

// opened is a service that must open.
func opened(t testing.TB, c endpoint.Config) *endpoint.Service {
	t.Helper()
	s, err := endpoint.Open(c)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func controller(t testing.TB, s *endpoint.Service) *endpoint.Controller {
	t.Helper()
	c, err := s.Controller()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// state has a pool of so many units, all different.
func state(units int) card.State {
	s := card.State{Card: card.StateCard{
		ID: "state-1", Repo: "owner/name", Boundary: card.BeforeEdit, Issue: "lease_renew fails after the update",
		Need: "Where lease_renew is called and what worker_queue holds then", Observation: "KeyError: lease_1",
		Steps: []card.Step{{ID: "1", Label: "step 1", Action: "repo_search", Input: "lease_renew", Output: "pkg/mod_2.py"}},
	}}
	list := make([]card.Unit, units)
	for i := range list {
		list[i] = card.Unit{
			ID: fmt.Sprintf("evidence-%03d", i), Path: fmt.Sprintf("pkg/mod_%d.py", i%7), LineStart: 1 + 10*i, LineEnd: 9 + 10*i,
			Symbol: fmt.Sprintf("lease_%d", i), Text: fmt.Sprintf("def lease_%d(worker_%d):\n    return queue_%d.renew(%d)\n", i, i%5, i%11, i),
		}
	}
	s.Pool = card.NewPool(list)
	return s
}

// tape is a recorder that keeps everything.
type tape struct {
	mu     sync.Mutex
	events []methods.Event
}

func (r *tape) Record(e methods.Event) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.events = append(r.events, e)
	return nil
}

// calls are the exchanges with a service.
func (r *tape) calls(service string) []methods.ModelCall {
	var out []methods.ModelCall
	for _, e := range r.events {
		if c, ok := e.Body.(methods.ModelCall); ok && c.Service == service {
			out = append(out, c)
		}
	}
	return out
}

// text is everything that was recorded, as a trace would hold it and as a
// careless program would print it.
func (r *tape) text(t testing.TB) string {
	t.Helper()
	var b strings.Builder
	for _, e := range r.events {
		line, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s\n%+v\n%#v\n", line, e, e)
	}
	return b.String()
}

// ran is what a run came to.
type ran struct {
	out methods.Output
	rec *tape
	err error
}

// run runs a method on a state of 90 units.
func run(t testing.TB, ctx context.Context, method string, s *endpoint.Service, change func(*complement.Settings)) ran {
	t.Helper()
	with := complement.Defaults()
	with.Controller = controller(t, s)
	if change != nil {
		change(&with)
	}
	m, err := complement.New(method, with)
	if err != nil {
		t.Fatal(err)
	}
	r := ran{rec: &tape{}}
	r.out, r.err = m.Run(ctx, methods.NewInput(state(90), counter), r.rec)
	return r
}

// stage is the selection of a stage.
func (r ran) stage(t testing.TB, name string) methods.Stage {
	t.Helper()
	for _, s := range r.out.Stages {
		if s.Name == name {
			return s
		}
	}
	t.Fatalf("no stage %s in %+v", name, r.out.Stages)
	return methods.Stage{}
}

// valid checks that the output is a prediction that the pool allows.
func (r ran) valid(t testing.TB) {
	t.Helper()
	seen := map[string]bool{}
	pool := state(90).Pool
	for _, id := range r.out.Ranked {
		if pool.Unit(id) == nil || seen[id] {
			t.Errorf("the prediction names %q, which is unknown or named before", id)
		}
		seen[id] = true
	}
	if len(r.out.Ranked) < 4 || len(r.out.Ranked) > 8 {
		t.Errorf("the prediction has %d units", len(r.out.Ranked))
	}
	if r.out.Controller != endpoint.ControllerName {
		t.Errorf("the output is labelled %q", r.out.Controller)
	}
}

// secretless checks that nothing that was recorded or said holds a secret, in
// any of the forms that travel.
func secretless(t testing.TB, texts ...string) {
	t.Helper()
	for _, text := range texts {
		for _, part := range []string{key, "6VdUw2cJ0bQ9", "x+Z=tail", "x%2BZ%3Dtail"} {
			if at := strings.Index(text, part); at >= 0 {
				t.Errorf("a secret comes out: …%s…", text[max(0, at-80):min(len(text), at+60)])
			}
		}
	}
}

// told is everything an error says, however it is printed.
func told(err error) string {
	var b strings.Builder
	for ; err != nil; err = errors.Unwrap(err) {
		fmt.Fprintf(&b, "%v\n%+v\n%#v\n", err, err, err)
	}
	return b.String()
}

// always is a reply for every request.
func always(reply endpointtest.Reply, times int) []endpointtest.Reply {
	out := make([]endpointtest.Reply, times)
	for i := range out {
		out[i] = reply
	}
	return out
}

// obedient answers as a good model does, in other words than usual.
func obedient(frame func(text string) endpointtest.Reply) endpointtest.Reply {
	return func(w http.ResponseWriter, r endpointtest.Request) { frame(endpointtest.Obedient(r))(w, r) }
}
