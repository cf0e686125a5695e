package endpoint_test

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"suffice/scorer/methods"
	"suffice/scorer/methods/complement"
	"suffice/scorer/methods/complement/endpoint"
	"suffice/scorer/methods/complement/endpoint/endpointtest"
)

// record is a player of what one run recorded: each exchange once, in order.
type record struct {
	mu    sync.Mutex
	calls []methods.ModelCall
}

func recordOf(r ran) *record {
	p := &record{}
	for _, e := range r.rec.events {
		if c, ok := e.Body.(methods.ModelCall); ok {
			p.calls = append(p.calls, c)
		}
	}
	return p
}

func (p *record) Play(asked methods.ModelCall) (methods.ModelCall, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, c := range p.calls {
		if c.Service == asked.Service && c.RequestHash == asked.RequestHash && c.Attempt == asked.Attempt && c.Stage == asked.Stage {
			p.calls = slices.Delete(p.calls, i, i+1)
			return c, true
		}
	}
	return methods.ModelCall{}, false
}

// troubled is a server whose first answers to each service are trouble of every
// kind that leaves a run alive.
func troubled(t testing.TB) *endpointtest.Server {
	server := endpointtest.StartWith(t, endpointtest.Settings{Refuses: []string{"json_schema"}})
	server.Then(endpointtest.Chat, endpointtest.Cut, endpointtest.Answer("no JSON"))
	server.Then(endpointtest.Embeddings, endpointtest.Refuse(500, "x", "oops"), endpointtest.Raw(200, "text/html", "<html>"))
	server.Then(endpointtest.Rerank, endpointtest.Refuse(503, "x", "oops"), endpointtest.Raw(200, "application/json", "{}"))
	return server
}

// A run that is replayed gives the same output, event for event, and asks nobody:
// the server of the replay is one that nobody may ask.
func TestReplay(t *testing.T) {
	for _, method := range []string{complement.MethodComplement, complement.MethodIndependent, complement.MethodNoFeedback, complement.MethodSSR, complement.MethodRerank} {
		t.Run(method, func(t *testing.T) {
			t.Parallel()
			server := troubled(t)
			config := configured(server, newClock())
			all := func(s *endpoint.Service) func(*complement.Settings) {
				return func(with *complement.Settings) {
					with.Reranker, with.Retrieval.Embedder = reranker(t, s), embedder(t, s)
				}
			}
			s := opened(t, config)
			first := run(t, t.Context(), method, s, all(s))
			if first.err != nil {
				t.Fatal(first.err)
			}
			asked := len(server.Requests(""))
			player := recordOf(first)
			replaying := opened(t, config)
			second := run(t, methods.WithPlayer(t.Context(), player), method, replaying, all(replaying))
			if second.err != nil {
				t.Fatal(second.err)
			}
			if n := len(server.Requests("")); n != asked {
				t.Errorf("the replay made %d requests", n-asked)
			}
			if len(player.calls) > 0 {
				t.Errorf("%d exchanges were not played", len(player.calls))
			}
			if a, b := endpointtest.Text(first.out), endpointtest.Text(second.out); a != b {
				t.Errorf("the outputs differ:\n%s\n%s", a, b)
			}
			if len(first.rec.events) != len(second.rec.events) {
				t.Fatalf("%d events became %d", len(first.rec.events), len(second.rec.events))
			}
			for i := range first.rec.events {
				a, b := first.rec.events[i], second.rec.events[i]
				if c, ok := a.Body.(methods.ModelCall); ok {
					c.LatencyMS = nil
					a.Body = c
				}
				if endpointtest.Text(a) != endpointtest.Text(b) {
					t.Errorf("event %d differs:\n%s\n%s", i, endpointtest.Text(a), endpointtest.Text(b))
				}
			}
		})
	}
}

// A replay that lacks an exchange says so, and still asks nobody.
func TestReplayLacksAnExchange(t *testing.T) {
	server := endpointtest.Start(t)
	s := opened(t, configured(server, newClock()))
	first := run(t, t.Context(), complement.MethodComplement, s, nil)
	player := recordOf(first)
	player.calls = player.calls[:1]
	asked := len(server.Requests(""))
	second := run(t, methods.WithPlayer(t.Context(), player), complement.MethodComplement, s, nil)
	var none *endpoint.NotRecordedError
	if !errors.As(second.err, &none) || none.Stage != methods.StageExpand || !errors.Is(second.err, complement.ErrPermanent) {
		t.Errorf("error %v", second.err)
	}
	if len(server.Requests("")) != asked {
		t.Error("the replay asked the server")
	}
	_, _, err := embedder(t, s).Embed(methods.WithPlayer(t.Context(), player), methods.NewInput(state(2), counter).Index, "q")
	if !errors.As(err, &none) || len(server.Requests("")) != asked {
		t.Errorf("error %v", err)
	}
}

// A record that was tampered with is refused in words.
func TestReplayOfNonsense(t *testing.T) {
	s := opened(t, configured(endpointtest.Start(t), newClock()))
	for _, response := range []string{"", "{", `{"form":"other"}`, `{"form":"float32-le-base64","dimensions":1,"count":9,"data":"AAAA"}`,
		`{"form":"float32-le-base64","dimensions":4611686018427387904,"count":4,"data":""}`, `{"results":3}`, `{}`} {
		ctx := methods.WithPlayer(t.Context(), fixed(response))
		if _, _, err := embedder(t, s).Embed(ctx, methods.NewInput(state(2), counter).Index, "q"); err == nil || !strings.Contains(err.Error(), "record") {
			t.Errorf("vectors of %q: error %v", response, err)
		}
		if _, _, err := reranker(t, s).Rerank(ctx, 1, "q", []string{"a"}); err == nil || !strings.Contains(err.Error(), "record") {
			t.Errorf("ranking of %q: error %v", response, err)
		}
	}
}

// fixed plays the same response to everything.
type fixed string

func (f fixed) Play(asked methods.ModelCall) (methods.ModelCall, bool) {
	asked.Response = string(f)
	return asked, true
}
