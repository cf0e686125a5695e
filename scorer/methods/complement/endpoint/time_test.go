package endpoint_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"suffice/scorer/methods"
	"suffice/scorer/methods/complement"
	"suffice/scorer/methods/complement/endpoint"
	"suffice/scorer/methods/complement/endpoint/endpointtest"
	"suffice/scorer/methods/retrieval"
)

// pipes are a network inside the process, for tests whose time is not real.
type pipes struct {
	conns chan net.Conn
	done  chan struct{}
	once  sync.Once
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}
func (p *pipes) Close() error   { p.once.Do(func() { close(p.done) }); return nil }
func (p *pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80} }

func (p *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	select {
	case p.conns <- theirs:
		return ours, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// inBubble runs a test against a fake server in a time that passes only while
// everybody waits.
func inBubble(t *testing.T, test func(t *testing.T, server *endpointtest.Server, config endpoint.Config)) {
	synctest.Test(t, func(t *testing.T) {
		network := &pipes{conns: make(chan net.Conn), done: make(chan struct{})}
		fake := endpointtest.New("http://fake.test/v1")
		server := &http.Server{Handler: fake}
		go func() { _ = server.Serve(network) }()
		transport := &http.Transport{DialContext: network.dial}
		defer func() {
			transport.CloseIdleConnections()
			_ = server.Close()
		}()
		config := configured(fake, newClock())
		config.Transport, config.Now, config.Sleep = transport, time.Now, endpoint.Defaults().Sleep
		test(t, fake, config)
	})
}

// An attempt lasts 240 seconds and no longer, whether nothing comes or a part.
func TestTimeout(t *testing.T) {
	for name, reply := range map[string]endpointtest.Reply{"silence": endpointtest.Silent, "half an answer": endpointtest.Half} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, server *endpointtest.Server, config endpoint.Config) {
				server.Always(endpointtest.Chat, reply)
				began := time.Now()
				r := run(t, t.Context(), complement.MethodComplement, opened(t, config), nil)
				took := time.Since(began)
				if r.err == nil || !strings.Contains(r.err.Error(), "in 3 attempts") || endpoint.Fatal(r.err) {
					t.Fatalf("error %v", r.err)
				}
				// Three times 240 s, and the backoff between them.
				if pauses := took - 720*time.Second; pauses <= 0 || pauses > 10*time.Second {
					t.Errorf("the stage took %v", took)
				}
				for _, c := range r.rec.calls("chat") {
					if !strings.Contains(c.Error, "nothing whole came within") || c.StopReason != methods.StopTimeout {
						t.Errorf("recorded as %q, %q", c.Error, c.StopReason)
					}
				}
				if n := len(server.Requests(endpointtest.Chat)); n != 3 {
					t.Errorf("%d requests", n)
				}
			})
		})
	}
}

// The embedder's requests keep to the same time.
func TestEmbedTimeout(t *testing.T) {
	inBubble(t, func(t *testing.T, server *endpointtest.Server, config endpoint.Config) {
		server.Then(endpointtest.Embeddings, endpointtest.Silent)
		began, rec := time.Now(), &tape{}
		_, _, err := embedder(t, opened(t, config)).Embed(methods.WithRecorder(t.Context(), rec), retrieval.NewIndex(state(2).Pool), "q")
		if took := time.Since(began); err != nil || took < 240*time.Second || took > 242*time.Second {
			t.Errorf("%v after %v", err, took)
		}
		if calls := rec.calls("embeddings"); len(calls) != 2 || calls[0].StopReason != methods.StopTimeout || calls[1].Error != "" {
			t.Errorf("recorded %+v", calls)
		}
	})
}

// A failure that comes with a status of success is waited for like any other,
// whatever was asked.
func TestEmbedFailureInside(t *testing.T) {
	server, at, rec := endpointtest.Start(t), newClock(), &tape{}
	busy := endpointtest.JSON(map[string]any{"error": map[string]any{"message": "slow down", "code": 429}})
	server.Then(endpointtest.Embeddings, busy, busy)
	_, _, err := embedder(t, opened(t, configured(server, at))).Embed(methods.WithRecorder(t.Context(), rec), retrieval.NewIndex(state(2).Pool), "q")
	if err != nil {
		t.Fatal(err)
	}
	if slept := at.sleeps(); len(slept) != 2 || slept[0] < 7*time.Second || slept[1] < 28*time.Second {
		t.Errorf("waited %v", slept)
	}
	if calls := rec.calls("embeddings"); len(calls) != 3 || !strings.Contains(calls[0].Error, "429 Too Many Requests: slow down") || calls[2].Error != "" {
		t.Errorf("recorded %+v", calls)
	}
}

// A slow server is waited for, and the record says how long.
func TestSlow(t *testing.T) {
	inBubble(t, func(t *testing.T, server *endpointtest.Server, config endpoint.Config) {
		server.Always(endpointtest.Chat, func(w http.ResponseWriter, r endpointtest.Request) {
			time.Sleep(200 * time.Second)
			endpointtest.Answer(endpointtest.Obedient(r))(w, r)
		})
		r := run(t, t.Context(), complement.MethodComplement, opened(t, config), nil)
		if r.err != nil {
			t.Fatal(r.err)
		}
		r.valid(t)
		for _, c := range r.rec.calls("chat") {
			if c.LatencyMS == nil || *c.LatencyMS != 200_000 {
				t.Errorf("latency %v", c.LatencyMS)
			}
		}
	})
}

// A server that wants to be left alone for longer than an attempt may last is
// not waited for.
func TestWaitBeyondTheAttempt(t *testing.T) {
	inBubble(t, func(t *testing.T, server *endpointtest.Server, config endpoint.Config) {
		server.Always(endpointtest.Chat, endpointtest.Refuse(429, "rate_limit", "slow down", "Retry-After", "300"))
		began := time.Now()
		r := run(t, t.Context(), complement.MethodComplement, opened(t, config), nil)
		if r.err == nil || !strings.Contains(r.err.Error(), "asks to be left alone for 5m0s, longer than the 4m0s") || !endpoint.Fatal(r.err) {
			t.Errorf("error %v", r.err)
		}
		if took := time.Since(began); took != 0 {
			t.Errorf("%v were waited for nothing", took)
		}
		if n := len(server.Requests(endpointtest.Chat)); n != 1 {
			t.Errorf("%d requests", n)
		}
	})
}

// Whoever asks can give up at any time: nothing more is asked, and it is no
// failure of the server.
func TestCancelled(t *testing.T) {
	server := endpointtest.Start(t)
	ctx, cancel := context.WithCancel(t.Context())
	server.Always(endpointtest.Chat, func(_ http.ResponseWriter, r endpointtest.Request) {
		cancel()
		<-r.HTTP.Context().Done()
	})
	r := run(t, ctx, complement.MethodComplement, opened(t, configured(server, newClock())), nil)
	if !errors.Is(r.err, context.Canceled) {
		t.Errorf("error %v", r.err)
	}
	if n := len(server.Requests(endpointtest.Chat)); n != 1 {
		t.Errorf("%d requests", n)
	}
}

// One conversation that is told to wait holds up all of them.
func TestHoldForEverybody(t *testing.T) {
	server, at := endpointtest.Start(t), newClock()
	server.Then(endpointtest.Chat, endpointtest.Refuse(429, "rate_limit", "slow down", "Retry-After", "20"))
	ask := controller(t, opened(t, configured(server, at)))
	one := complement.Question{Stage: methods.StageSSR, Attempt: 1, Max: 5, State: state(1).Card}
	if _, err := ask.Ask(t.Context(), one); err == nil {
		t.Fatal("the refusal is no error")
	}
	other := one
	other.State.ID = "state-2"
	if _, err := ask.Ask(t.Context(), other); err != nil {
		t.Fatal(err)
	}
	if slept := at.sleeps(); len(slept) != 1 || slept[0] != 20*time.Second {
		t.Errorf("the other state waited %v", slept)
	}
}

// Requests leave at the rate of the configuration, after as many at once as may
// be under way.
func TestRate(t *testing.T) {
	server, at := endpointtest.Start(t), newClock()
	config := configured(server, at)
	config.RequestsPerMinute, config.Concurrency = 20, 2
	ask := controller(t, opened(t, config))
	for i := range 6 {
		q := complement.Question{Stage: methods.StageSSR, Attempt: 1, Max: 5, State: state(1).Card}
		if _, err := ask.Ask(t.Context(), q); err != nil {
			t.Fatal(i, err)
		}
	}
	total := time.Duration(0)
	for _, d := range at.sleeps() {
		total += d
	}
	if total != 4*3*time.Second {
		t.Errorf("six requests at 20 a minute, two at once, waited %v in all", total)
	}
}

// No more requests are under way than the configuration allows.
func TestConcurrency(t *testing.T) {
	inBubble(t, func(t *testing.T, server *endpointtest.Server, config endpoint.Config) {
		config.Concurrency = 3
		var under, most atomic.Int32
		server.Always(endpointtest.Chat, func(w http.ResponseWriter, r endpointtest.Request) {
			n := under.Add(1)
			for {
				seen := most.Load()
				if n <= seen || most.CompareAndSwap(seen, n) {
					break
				}
			}
			time.Sleep(time.Second)
			under.Add(-1)
			endpointtest.Answer("{}")(w, r)
		})
		ask := controller(t, opened(t, config))
		var all sync.WaitGroup
		began := time.Now()
		for range 10 {
			all.Go(func() {
				if _, err := ask.Ask(t.Context(), complement.Question{Stage: methods.StageSSR, Attempt: 1, Max: 5}); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if most.Load() != 3 || time.Since(began) != 4*time.Second {
			t.Errorf("%d at a time, %v in all", most.Load(), time.Since(began))
		}
	})
}

// The 240 seconds of an attempt begin when its request leaves: many states that
// take turns at a slow server all get their answer.
func TestWaitingForATurnIsNoAttempt(t *testing.T) {
	inBubble(t, func(t *testing.T, server *endpointtest.Server, config endpoint.Config) {
		config.Concurrency = 1
		answer := obedient(endpointtest.Answer)
		server.Always(endpointtest.Chat, func(w http.ResponseWriter, r endpointtest.Request) {
			time.Sleep(100 * time.Second)
			answer(w, r)
		})
		s := opened(t, config)
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				r := run(t, t.Context(), complement.MethodComplement, s, nil)
				if r.err != nil {
					t.Error(r.err)
					return
				}
				r.valid(t)
			})
		}
		all.Wait()
		if n := len(server.Requests(endpointtest.Chat)); n != 12 {
			t.Errorf("%d requests for 12 stages", n)
		}
	})
}

// A turn that never comes is told as such.
func TestNoTurn(t *testing.T) {
	inBubble(t, func(t *testing.T, server *endpointtest.Server, config endpoint.Config) {
		config.Concurrency = 1
		server.Always(endpointtest.Chat, endpointtest.Silent)
		ask := controller(t, opened(t, config))
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		var all sync.WaitGroup
		for range 2 {
			all.Go(func() {
				call, err := ask.Ask(ctx, complement.Question{Stage: methods.StageSSR, Attempt: 1, Max: 5})
				if err == nil || errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("error %v", err)
				}
				if call.Status != 0 {
					t.Errorf("status %d", call.Status)
				}
			})
		}
		all.Wait()
		if n := len(server.Requests(endpointtest.Chat)); n != 1 {
			t.Errorf("%d requests", n)
		}
	})
}

// A redirect is not followed, wherever it leads: what stands there never learns
// of the request.
func TestRedirect(t *testing.T) {
	var asked atomic.Int32
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	defer other.Close()
	for _, status := range []int{301, 302, 303, 307, 308} {
		server := endpointtest.Start(t)
		server.Always(endpointtest.Chat, endpointtest.Redirect(status, other.URL+"/v1/chat/completions"))
		r := run(t, t.Context(), complement.MethodComplement, opened(t, configured(server, newClock())), nil)
		if r.err == nil || !endpoint.Fatal(r.err) {
			t.Errorf("status %d: error %v", status, r.err)
		}
	}
	if asked.Load() != 0 {
		t.Errorf("%d requests followed", asked.Load())
	}
}
