package retrieval

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"suffice/certificate/card"
)

func ranked(t testing.TB, method string, with Settings, s card.State) []string {
	t.Helper()
	r, err := New(method, with)
	if err != nil {
		t.Fatal(err)
	}
	p, err := r.Rank(context.Background(), s.Card, s.Pool)
	if err != nil {
		t.Fatal(err)
	}
	if p.State != s.Card.ID || p.Method != method || r.ID() != method {
		t.Fatalf("filed as %q of %q", p.Method, p.State)
	}
	return p.Ranked
}

func TestEveryMethodRanksThePool(t *testing.T) {
	s := generated(87, 1)
	orders := map[string]string{}
	for _, m := range Methods() {
		ids := ranked(t, m, Defaults(), s)
		sorted := slices.Clone(ids)
		slices.Sort(sorted)
		if len(slices.Compact(sorted)) != 87 || len(ids) != 87 {
			t.Errorf("%s ranks %d units", m, len(ids))
		}
		if !slices.Equal(ids, ranked(t, m, Defaults(), s)) {
			t.Errorf("%s ranks otherwise the second time", m)
		}
		for other, order := range orders {
			if order == strings.Join(ids, " ") && (m != MethodMMR || other != MethodFused) {
				t.Errorf("%s and %s are one ranking", m, other)
			}
		}
		orders[m] = strings.Join(ids, " ")
		with := Defaults()
		with.Limit = 8
		if got := ranked(t, m, with, s); !slices.Equal(got, ids[:8]) {
			t.Errorf("%s cut at 8 gives %v", m, got)
		}
	}
}

func TestQueryFormsDiffer(t *testing.T) {
	s := generated(87, 1)
	for _, m := range []string{MethodBM25, MethodTFIDFWord, MethodTFIDFChar, MethodDense} {
		issue, state := Defaults(), Defaults()
		issue.Query = QueryIssue
		other := s
		other.Card.Need, other.Card.Observation = "another need altogether", ""
		if slices.Equal(ranked(t, m, issue, s), ranked(t, m, state, s)) {
			t.Errorf("%s reads the same either way", m)
		}
		if !slices.Equal(ranked(t, m, issue, s), ranked(t, m, issue, other)) {
			t.Errorf("%s with the issue alone reads more", m)
		}
	}
}

func TestStarterMethodIsTheReference(t *testing.T) {
	want := lines(t, beside(t, "golden", "example_bm25_starter_predictions.jsonl"))
	for i, raw := range lines(t, beside(t, "data", "serbench-example", "items.jsonl")) {
		s, err := card.DecodeState(raw)
		if err != nil {
			t.Fatal(err)
		}
		p, err := card.DecodePrediction(want[i])
		if err != nil {
			t.Fatal(err)
		}
		with := Defaults()
		with.Limit = len(p.Ranked)
		if got := ranked(t, MethodStarter, with, s); !slices.Equal(got, p.Ranked) {
			t.Errorf("%s:\n got %v\nwant %v", s.Card.ID, got, p.Ranked)
		}
	}
}

func TestRandomIsSeeded(t *testing.T) {
	s, one := generated(30, 1), Defaults()
	other := one
	other.Seed = 2
	a := ranked(t, MethodRandom, one, s)
	if slices.Equal(a, ranked(t, MethodRandom, other, s)) {
		t.Error("another seed gives the same order")
	}
	elsewhere := s
	elsewhere.Card.ID = "another"
	if slices.Equal(a, ranked(t, MethodRandom, one, elsewhere)) {
		t.Error("another state has the same order")
	}
	reversed := slices.Clone(s.Pool.Units)
	slices.Reverse(reversed)
	if !slices.Equal(a, ranked(t, MethodRandom, one, card.State{Card: s.Card, Pool: card.NewPool(reversed)})) {
		t.Error("the order of the file matters")
	}
	// Over many states every unit comes first about as often: 400 draws among
	// four, 100 each, standard deviation 8.7.
	first := map[string]int{}
	for i := range 400 {
		r := NewIndex(pool("", "", "", "")).random("state", uint64(i))
		first[string(rune('0'+r[0].Position))]++
	}
	for unit, n := range first {
		if n < 60 || n > 140 {
			t.Errorf("unit %s is first %d times of 400", unit, n)
		}
	}
}

func TestSettingsThatCannotBe(t *testing.T) {
	for want, c := range map[string]struct {
		method string
		change func(*Settings)
	}{
		`no retrieval method "splade"`:       {"splade", func(*Settings) {}},
		`no query form "title"`:              {MethodBM25, func(s *Settings) { s.Query = "title" }},
		`no view "x"`:                        {MethodFused, func(s *Settings) { s.Views = []ViewName{"x"} }},
		`"recency" is named twice`:           {MethodFused, func(s *Settings) { s.Views = []ViewName{Recency, Recency} }},
		"no view to fuse":                    {MethodFused, func(s *Settings) { s.Views = nil }},
		"depth 0":                            {MethodFused, func(s *Settings) { s.Fusing.Depth = 0 }},
		"lambda is 1.5":                      {MethodMMR, func(s *Settings) { s.Lambda = 1.5 }},
		"lambda is NaN":                      {MethodMMR, func(s *Settings) { s.Lambda = math.NaN() }},
		"its own base":                       {MethodMMR, func(s *Settings) { s.Base = MethodMMR }},
		`base of mmr: there is no retrieval`: {MethodMMR, func(s *Settings) { s.Base = "" }},
		"no embedder":                        {MethodDense, func(s *Settings) { s.Embedder = nil }},
		"-1 units":                           {MethodRandom, func(s *Settings) { s.Limit = -1 }},
	} {
		with := Defaults()
		c.change(&with)
		if _, err := New(c.method, with); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", c.method, err, want)
		}
	}
	with := Defaults()
	with.Views, with.Embedder = []ViewName{Recency, BM25State}, nil
	if _, err := New(MethodFused, with); err != nil {
		t.Errorf("lexical views need no embedder: %v", err)
	}
}

func TestEndedContextEndsTheWork(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := generated(5, 1)
	for _, m := range Methods() {
		r, err := New(m, Defaults())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Rank(ctx, s.Card, s.Pool); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", m, err)
		}
	}
}

func TestIdentityNamesWhatIsRead(t *testing.T) {
	with := Defaults()
	with.Views, with.Lambda, with.Seed = []ViewName{BM25State, Dense}, 0, 7
	for method, want := range map[string]string{
		MethodStarter: `{"method":"bm25_starter"}`,
		MethodBM25:    `{"method":"bm25","query":"state"}`,
		MethodDense:   `{"method":"dense","query":"state","embedder":"lsa-32"}`,
		MethodRandom:  `{"method":"random","seed":7}`,
		MethodFused:   `{"method":"fused","views":["bm25_state","dense"],"fusion":{"rrf_k":60,"view_depth":64,"pool_cap":384},"embedder":"lsa-32"}`,
		MethodMMR:     `{"method":"mmr","base":{"method":"fused","views":["bm25_state","dense"],"fusion":{"rrf_k":60,"view_depth":64,"pool_cap":384},"embedder":"lsa-32"},"lambda":0}`,
	} {
		r, err := New(method, with)
		if err != nil {
			t.Fatal(err)
		}
		got, err := json.Marshal(r.Identity())
		if err != nil || string(got) != want {
			t.Errorf("%s, %v\nwant %s", got, err, want)
		}
	}
}
