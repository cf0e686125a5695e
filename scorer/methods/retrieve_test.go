package methods

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"suffice/certificate/card"
	"suffice/scorer/methods/retrieval"
	"suffice/scorer/methods/retrieval/tokens"
)

// small is a state with a pool of so many units that say different things.
func small(units int) card.State {
	s := card.State{Card: card.StateCard{ID: "state-1", Need: "where the lease of worker 3 ends", Issue: "lease 5 is lost", BaseCommit: "c0ffee", Observed: []string{"unit-02"}}}
	list := make([]card.Unit, units)
	for i := range list {
		list[i] = card.Unit{ID: fmt.Sprintf("unit-%02d", i), Path: fmt.Sprintf("pkg/m%d.go", i%3), LineStart: i + 1, LineEnd: i + 9, Text: fmt.Sprintf("lease worker %d ends at %d", i, i*i)}
	}
	s.Pool = card.NewPool(list)
	return s
}

// service is an embedder that answers as it is told, and tells of every answer.
type service struct {
	say   func(n int) error // n: which call, from 1
	model string

	mu    sync.Mutex
	calls int
}

func (s *service) Name() string  { return "service" }
func (s *service) Identity() any { return map[string]string{"model": s.model} }
func (s *service) Embed(ctx context.Context, x *retrieval.Index, query string) ([][]float64, []float64, error) {
	s.mu.Lock()
	s.calls++
	n := s.calls
	s.mu.Unlock()
	err := s.say(n)
	call := ModelCall{Service: "embeddings", Attempt: n, RequestHash: hashOf(query)}
	if err != nil {
		call.Error = err.Error()
	}
	if told := RecorderFrom(ctx).Record(Event{Kind: ModelCalled, Body: call}); told != nil {
		return nil, nil, told
	}
	if err != nil {
		return nil, nil, err
	}
	return retrieval.Latent{}.Embed(ctx, x, query)
}

func never(int) error { return nil }

func with(e retrieval.Embedder) retrieval.Settings {
	s := retrieval.Defaults()
	s.Embedder = e
	return s
}

// tape keeps what it is told.
type tape struct{ events []Event }

func (r *tape) Record(e Event) error {
	r.events = append(r.events, e)
	return nil
}

func (r *tape) calls() (out []ModelCall) {
	for _, e := range r.events {
		if c, ok := e.Body.(ModelCall); ok {
			out = append(out, c)
		}
	}
	return out
}

func TestRetrievalIsWorkedOutOnceAState(t *testing.T) {
	s := &service{say: never}
	in := NewInput(small(20), tokens.New())
	var group sync.WaitGroup
	tapes := make([]tape, 8)
	orders := make([][]string, len(tapes))
	for i := range tapes {
		group.Go(func() {
			r, err := in.Retrieve(context.Background(), with(s), &tapes[i])
			if err != nil {
				t.Error(err)
				return
			}
			orders[i] = r.Fusion.IDs(20)
		})
	}
	group.Wait()
	if s.calls != 1 {
		t.Errorf("%d calls of the embedder", s.calls)
	}
	own := 0
	for i := range tapes {
		if !slices.Equal(orders[i], orders[0]) {
			t.Errorf("run %d sees another order", i)
		}
		if got := tapes[i].calls(); len(got) != 1 || len(tapes[i].events) != 10 {
			t.Fatalf("run %d is told of %d calls and %d events", i, len(got), len(tapes[i].events))
		} else if !got[0].Shared {
			own++
		}
	}
	if own != 1 {
		t.Errorf("%d runs say that they made the call", own)
	}
	if _, err := in.Fused(context.Background(), with(&service{say: never, model: "another"})); err != nil {
		t.Fatal(err)
	}
	narrow := with(s)
	narrow.Fusing.Depth = 3
	if _, err := in.Fused(context.Background(), narrow); err != nil {
		t.Fatal(err)
	}
	if s.calls != 2 {
		t.Errorf("other settings: %d calls of the embedder", s.calls)
	}
}

// TestFailedRetrievalIsAskedForAgain: the failure is told, with what was tried,
// and not remembered.
func TestFailedRetrievalIsAskedForAgain(t *testing.T) {
	down := errors.New("the server is down")
	s := &service{say: func(n int) error {
		if n == 1 {
			return down
		}
		return nil
	}}
	in := NewInput(small(20), tokens.New())
	for _, ask := range []func(Recorder) (*Retrieved, error){
		func(rec Recorder) (*Retrieved, error) { return in.Retrieve(context.Background(), with(s), rec) },
		func(rec Recorder) (*Retrieved, error) { return in.Dense(context.Background(), with(s), rec) },
	} {
		s.calls = 0
		var first, second tape
		if _, err := ask(&first); !errors.Is(err, down) {
			t.Errorf("%v", err)
		}
		if got := first.calls(); len(got) != 1 || got[0].Error == "" {
			t.Errorf("the failed exchange is recorded as %+v", got)
		}
		if _, err := ask(&second); err != nil {
			t.Error(err)
		}
		if got := second.calls(); len(got) != 1 || got[0].Error != "" || got[0].Shared {
			t.Errorf("the second exchange is recorded as %+v", got)
		}
	}
}

// TestACancelledRunFailsNoOther: who waits for a run that is given up does the
// work itself.
func TestACancelledRunFailsNoOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		s := &service{say: func(n int) error {
			if n == 1 {
				<-ctx.Done()
				return context.Cause(ctx)
			}
			return nil
		}}
		in := NewInput(small(20), tokens.New())
		var group sync.WaitGroup
		group.Go(func() {
			if _, err := in.Fused(ctx, with(s)); !errors.Is(err, context.Canceled) {
				t.Errorf("the cancelled run ends with %v", err)
			}
		})
		synctest.Wait() // the first is at work
		group.Go(func() {
			if _, err := in.Fused(context.Background(), with(s)); err != nil {
				t.Errorf("the other run ends with %v", err)
			}
		})
		synctest.Wait() // the second waits for it
		given, stop := context.WithCancel(context.Background())
		stop()
		if _, err := in.Fused(given, with(s)); !errors.Is(err, context.Canceled) {
			t.Errorf("a run that is over waits: %v", err)
		}
		cancel()
		group.Wait()
		if s.calls != 2 {
			t.Errorf("%d calls of the embedder", s.calls)
		}
	})
}

// TestARecorderFailsItsOwnRunAlone: an exchange is told while the work goes on,
// and a run that cannot record it does not fail the others.
func TestARecorderFailsItsOwnRunAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		full := errors.New("the disk is full")
		waits := make(chan struct{})
		s := &service{say: never}
		in := NewInput(small(20), tokens.New())
		var group sync.WaitGroup
		group.Go(func() {
			_, err := in.Retrieve(context.Background(), with(s), RecorderFunc(func(e Event) error {
				if e.Kind != ModelCalled {
					t.Errorf("%s is told first", e.Kind)
				}
				<-waits
				return full
			}))
			if !errors.Is(err, full) {
				t.Errorf("%v", err)
			}
		})
		synctest.Wait() // the exchange is being recorded
		group.Go(func() {
			var r tape
			if _, err := in.Retrieve(context.Background(), with(s), &r); err != nil || len(r.calls()) != 1 || r.calls()[0].Shared {
				t.Errorf("the other run: %v, told %+v", err, r.calls())
			}
		})
		synctest.Wait() // the second waits
		close(waits)
		group.Wait()
	})
}

// TestAPanicLeavesNobodyWaiting.
func TestAPanicLeavesNobodyWaiting(t *testing.T) {
	s := &service{say: func(n int) error {
		if n == 1 {
			panic("broken embedder")
		}
		return nil
	}}
	in := NewInput(small(5), tokens.New())
	func() {
		defer func() { _ = recover() }()
		_, _ = in.Fused(context.Background(), with(s))
		t.Error("the panic was swallowed")
	}()
	if _, err := in.Fused(context.Background(), with(s)); err != nil {
		t.Error(err)
	}
}

func TestRetrievalIsTimedByTheClockGiven(t *testing.T) {
	in := NewInput(small(20), tokens.New())
	at := time.Unix(0, 0)
	in.Clock = func() time.Time { at = at.Add(1500 * time.Microsecond); return at }
	var timed, untimed tape
	if _, err := in.Retrieve(context.Background(), retrieval.Defaults(), &timed); err != nil {
		t.Fatal(err)
	}
	if _, err := NewInput(small(20), tokens.New()).Retrieve(context.Background(), retrieval.Defaults(), &untimed); err != nil {
		t.Fatal(err)
	}
	views := retrieval.NineViews()
	for i, e := range timed.events {
		c, without := e.Body.(ToolCall), untimed.events[i].Body.(ToolCall)
		if c.LatencyMS == nil || *c.LatencyMS != 1.5 || without.LatencyMS != nil {
			t.Errorf("%s took %v, without a clock %v", c.View, c.LatencyMS, without.LatencyMS)
		}
		if c.View != string(views[i]) || c.Tool != ToolRetrieve || c.Size != 20 || len(c.QueryHash) != 64 || len(c.ResultHash) != 64 || c.QueryForm == "" {
			t.Errorf("%+v", c)
		}
		if c.ResultHash != without.ResultHash || c.QueryHash != without.QueryHash {
			t.Errorf("%s is told otherwise the second time", c.View)
		}
	}
}

func TestReadings(t *testing.T) {
	in := NewInput(small(5), tokens.New())
	var r tape
	total, err := in.RecordReadings(context.Background(), &r, []string{"unit-03", "unit-02"}, map[string]string{"unit-03": "proposal"})
	if err != nil {
		t.Fatal(err)
	}
	first, second := r.events[0].Body.(Reading), r.events[1].Body.(Reading)
	want := Reading{ID: "unit-03", Path: "pkg/m0.go", LineStart: 4, LineEnd: 12, Commit: "c0ffee", Hash: hashOf("lease worker 3 ends at 9"), Tokens: first.Tokens, Origin: "proposal"}
	if first != want {
		t.Errorf("%+v\nwant %+v", first, want)
	}
	if !second.Observed || second.Origin != "" || total != first.Tokens+second.Tokens || first.Tokens == 0 {
		t.Errorf("%+v, %d tokens in all", second, total)
	}
	if _, err := in.RecordReadings(context.Background(), &r, []string{"unit-99"}, nil); err == nil {
		t.Error("a unit outside the pool is read")
	}
	over, stop := context.WithCancel(context.Background())
	stop()
	if _, err := in.RecordReadings(over, &r, []string{"unit-03"}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
