package complement

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"

	"suffice/scorer/methods"
	"suffice/scorer/methods/retrieval"
	"suffice/scorer/methods/retrieval/tokens"
)

// settings are the defaults with everything that some method needs.
func settings() Settings {
	with, _ := withScript(lastFirst)
	with.Reranker = &ordering{say: backwards}
	return with
}

func TestEveryMethodCanBeMade(t *testing.T) {
	names := Methods()
	if len(names) != 16 || len(slices.Compact(slices.Sorted(slices.Values(names)))) != 16 {
		t.Errorf("methods %v", names)
	}
	identities := map[string]string{}
	for _, name := range names {
		m := made(t, name, settings())
		if m.ID() != name {
			t.Errorf("%s calls itself %s", name, m.ID())
		}
		id := encoded(t, m)
		if again := encoded(t, made(t, name, settings())); again != id {
			t.Errorf("%s is identified by %s and by %s", name, id, again)
		}
		if other, taken := identities[id]; taken {
			t.Errorf("%s and %s have one identity", name, other)
		}
		identities[id] = name
		if !strings.Contains(id, tokens.Tokenizer) {
			t.Errorf("%s does not name its tokenizer: %s", name, id)
		}
	}
}

func encoded(t testing.TB, m methods.Method) string {
	t.Helper()
	b, err := json.Marshal(m.Identity())
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestIdentityIsWhatAMethodReads: a setting that it reads changes it, one that it
// does not read leaves it alone.
func TestIdentityIsWhatAMethodReads(t *testing.T) {
	const all = "all that ask"
	changes := []struct {
		name   string
		change func(*Settings)
		who    []string
	}{
		{"seed", func(s *Settings) { s.Retrieval.Seed = 9 }, []string{"random"}},
		{"lambda", func(s *Settings) { s.Retrieval.Lambda = 0.5 }, []string{"mmr"}},
		{"limit", func(s *Settings) { s.Retrieval.Limit = 20 }, retrieval.Methods()},
		{"query form", func(s *Settings) { s.Retrieval.Query = retrieval.QueryIssue }, []string{"bm25", "tfidf_word", "tfidf_char", "dense", MethodRerank}},
		{"depth", func(s *Settings) { s.Retrieval.Fusing.Depth = 8 }, []string{all, "fused", "mmr", MethodSingleStage, MethodFixedTop8}},
		{"embedder", func(s *Settings) { s.Retrieval.Embedder = named{} }, []string{all, "fused", "mmr", "dense", MethodRerank, MethodSingleStage, MethodFixedTop8}},
		{"ceiling", func(s *Settings) { s.Ceiling = 4096 }, []string{all, MethodSingleStage, MethodFixedTop8}},
		{"timeout", func(s *Settings) { s.Timeout = time.Second }, []string{all, MethodRerank, MethodSingleStage, MethodFixedTop8}},
		{"characters", func(s *Settings) { s.Capacities.Propose.Characters = 500 }, []string{all, MethodRerank, MethodSingleStage, MethodFixedTop8}},
		{"controller", func(s *Settings) { s.Controller = &other{} }, []string{all, MethodSingleStage, MethodFixedTop8}},
	}
	for _, c := range changes {
		for _, name := range Methods() {
			with := settings()
			c.change(&with)
			changed := encoded(t, made(t, name, with)) != encoded(t, made(t, name, settings()))
			want := slices.Contains(c.who, name) || slices.Contains(c.who, all) && slices.Contains(asking(), name)
			if changed != want {
				t.Errorf("another %s changes the identity of %s: %v", c.name, name, changed)
			}
		}
	}
}

// other is a controller of another configuration.
type other struct{ script }

func (*other) Identity() any { return map[string]string{"script": "2"} }

// named is the offline embedder under another name.
type named struct{ retrieval.Latent }

func (named) Name() string { return "other-embedder" }

// mute is an embedder that fails.
type mute struct{ retrieval.Latent }

var errMute = errors.New("the embedder is mute")

func (mute) Embed(context.Context, *retrieval.Index, string) ([][]float64, []float64, error) {
	return nil, nil, errMute
}

// TestErrorsNameMethodAndState: also those before the first stage is asked.
func TestErrorsNameMethodAndState(t *testing.T) {
	errFull := errors.New("the disk is full")
	full := methods.RecorderFunc(func(methods.Event) error { return errFull })
	quiet := methods.RecorderFunc(func(methods.Event) error { return nil })
	cancelled, cancel := context.WithCancelCause(t.Context())
	errLeft := errors.New("somebody left")
	cancel(errLeft)
	for _, name := range append(asking(), MethodRerank) {
		for _, c := range []struct {
			ctx  context.Context
			rec  methods.Recorder
			with func(*Settings)
			want error
		}{
			{cancelled, quiet, func(*Settings) {}, errLeft},
			{t.Context(), full, func(*Settings) {}, errFull},
			{t.Context(), quiet, func(s *Settings) { s.Retrieval.Embedder = mute{} }, errMute},
		} {
			with := settings()
			c.with(&with)
			_, err := made(t, name, with).Run(c.ctx, methods.NewInput(generated(20, 3), counter), c.rec)
			if !errors.Is(err, c.want) || !strings.HasPrefix(err.Error(), `method `+name+` on state "state-3": `) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestSettingsThatCannotBe(t *testing.T) {
	cases := []struct {
		name, method string
		change       func(*Settings)
		want         string
	}{
		{"no such method", "mss", func(*Settings) {}, `there is no method "mss"; choose one of mss_complement`},
		{"no controller", MethodComplement, func(s *Settings) { s.Controller = nil }, "mss_complement needs a controller"},
		{"no controller for a derived one", MethodSingleStage, func(s *Settings) { s.Controller = nil }, "needs a controller"},
		{"no reranker", MethodRerank, func(s *Settings) { s.Reranker = nil }, "rerank needs a reranker"},
		{"negative ceiling", MethodComplement, func(s *Settings) { s.Ceiling = -1 }, "a ceiling of -1"},
		{"negative timeout", MethodComplement, func(s *Settings) { s.Timeout = -1 }, "an attempt cannot last"},
		{"no view", MethodComplement, func(s *Settings) { s.Retrieval.Views = nil }, "no view"},
		{"bad lambda", "mmr", func(s *Settings) { s.Retrieval.Lambda = 2 }, "lambda is 2"},
		{"more asked than shown", MethodComplement, func(s *Settings) { s.Capacities.Propose.Cards = 7 }, "stage propose cannot show 7 cards"},
		{"keep turned round", MethodComplement, func(s *Settings) { s.Capacities.MinKeep = 9 }, "between 9 and 8"},
		{"no room in the last stage", MethodComplement, func(s *Settings) { s.Capacities.Finalize.Cards = 55 }, "55 cards cannot show 8 proposed and 48 further"},
		{"no route", MethodSSR, func(s *Settings) { s.Capacities.SSRRoute = 0 }, "routes of 0"},
	}
	for _, c := range cases {
		with := settings()
		c.change(&with)
		if _, err := New(c.method, with); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	with := Settings{Retrieval: retrieval.Defaults(), Controller: &script{say: lastFirst}}
	if got, want := encoded(t, made(t, MethodComplement, with)), encoded(t, made(t, MethodComplement, settings())); got != want {
		t.Errorf("what is left at zero is not the paper's: %s\n%s", got, want)
	}
}

// TestSingleRetrieversReturnWhatTheyRank, told route by route.
func TestSingleRetrieversReturnWhatTheyRank(t *testing.T) {
	s := generatedOf(120, 300, 19)
	for _, name := range retrieval.Methods() {
		with := Defaults()
		whole := with.Retrieval
		whole.Limit = 0
		ranker, err := retrieval.New(name, whole)
		if err != nil {
			t.Fatal(err)
		}
		p, err := ranker.Rank(context.Background(), s.Card, s.Pool)
		if err != nil {
			t.Fatal(err)
		}
		out, tape := ran(t, made(t, name, with), s)
		same(t, name, out.Ranked, p.Ranked[:100])
		if out.Controller != "" || len(out.Stages) > 0 || out.Tokens == 0 {
			t.Errorf("%s: %+v", name, out)
		}
		routes, base := map[string]int{"fused": 9, "mmr": 9}[name], 0
		if routes == 0 {
			routes = 1
		}
		if name == "mmr" {
			base = 100
		}
		candidates := bodies[methods.Candidate](tape)
		if len(bodies[methods.ToolCall](tape)) != routes || len(candidates) != 100+base || len(bodies[methods.Reading](tape)) != 100 {
			t.Errorf("%s: %d routes, %d candidates", name, len(bodies[methods.ToolCall](tape)), len(candidates))
		}
		if got := candidates[base]; got.ID != out.Ranked[0] || got.Rank != 1 || got.Source != name {
			t.Errorf("%s: the first candidate is %+v", name, got)
		}
		with.Retrieval.Limit = 0
		if all, _ := ran(t, made(t, name, with), s); len(all.Ranked) != 120 {
			t.Errorf("%s without a limit returns %d", name, len(all.Ranked))
		}
	}
}

// Every route of every retriever is timed by the clock that is handed in, and by
// no other: without one its latency is missing.
func TestRoutesAreTimedByTheClockGiven(t *testing.T) {
	s := generatedOf(30, 300, 19)
	for _, name := range retrieval.Methods() {
		at := time.Unix(0, 0)
		timed, untimed := methods.NewInput(s, counter), methods.NewInput(s, counter)
		timed.Clock = func() time.Time { at = at.Add(1500 * time.Microsecond); return at }
		var latencies [2][]methods.ToolCall
		for i, in := range []*methods.Input{timed, untimed} {
			tape := &tape{}
			if _, err := made(t, name, Defaults()).Run(context.Background(), in, tape); err != nil {
				t.Fatal(err)
			}
			latencies[i] = bodies[methods.ToolCall](tape)
		}
		for i, c := range latencies[0] {
			if c.LatencyMS == nil || *c.LatencyMS != 1.5 || latencies[1][i].LatencyMS != nil {
				t.Errorf("%s: route %s took %v, without a clock %v", name, c.View, c.LatencyMS, latencies[1][i].LatencyMS)
			}
		}
	}
}

// TestMethodsOnAStateShareRetrieval: the embedder is asked once for all that
// fuse, and every trajectory tells what was asked.
func TestMethodsOnAStateShareRetrieval(t *testing.T) {
	s := generatedOf(60, 300, 20)
	in := methods.NewInput(s, counter)
	e := &counting{}
	with := settings()
	with.Retrieval.Embedder = e
	shared := 0
	for _, name := range []string{MethodComplement, MethodIndependent, MethodNoFeedback, MethodSSR, "fused", "mmr"} {
		tape := &tape{}
		if _, err := made(t, name, with).Run(context.Background(), in, tape); err != nil {
			t.Fatal(err)
		}
		calls := slices.DeleteFunc(bodies[methods.ModelCall](tape), func(c methods.ModelCall) bool { return c.Service != "embeddings" })
		if len(calls) != 1 || calls[0].Response != "vectors" {
			t.Fatalf("%s tells of %+v", name, calls)
		}
		if calls[0].Shared {
			shared++
		}
	}
	if e.calls != 1 || shared != 5 {
		t.Errorf("%d calls, told as shared by %d", e.calls, shared)
	}
}

// counting is an embedder that counts and tells its calls.
type counting struct {
	retrieval.Latent
	calls int
}

func (c *counting) Name() string { return "counting" }
func (c *counting) Embed(ctx context.Context, x *retrieval.Index, query string) ([][]float64, []float64, error) {
	c.calls++
	if err := methods.RecorderFrom(ctx).Record(methods.Event{Kind: methods.ModelCalled, Body: methods.ModelCall{Service: "embeddings", Response: "vectors"}}); err != nil {
		return nil, nil, err
	}
	return c.Latent.Embed(ctx, x, query)
}
