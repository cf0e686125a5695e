package run

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"suffice/certificate/card"
	"suffice/scorer/methods"
	"suffice/scorer/methods/retrieval"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// vocabulary is what made-up code is made of.
var vocabulary = strings.Fields("parse token stream cache index query commit merge branch window frame limit retry socket header body cookie session model field value schema index_name get_value set_limit RetryError read_all flush_cache")

// madeState is a state with so many units: the same for the same ID.
func madeState(id string, units int) card.State {
	rnd := rand.New(rand.NewPCG(uint64(len(id)), uint64(hashOf([]byte(id))[0])<<8|uint64(hashOf([]byte(id))[1])))
	words := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteString(vocabulary[rnd.IntN(len(vocabulary))])
			b.WriteByte(" \n"[rnd.IntN(8)/7])
		}
		return b.String()
	}
	var pool []card.Unit
	for i := range units {
		from := 1 + rnd.IntN(400)
		pool = append(pool, card.Unit{
			ID: fmt.Sprintf("%s-u%03d", id, i), Path: fmt.Sprintf("src/%s.py", vocabulary[rnd.IntN(9)]),
			LineStart: from, LineEnd: from + 20, Symbol: vocabulary[rnd.IntN(len(vocabulary))], Text: words(60), Language: "python",
		})
	}
	return card.State{
		Card: card.StateCard{ID: id, Repo: "acme/" + vocabulary[rnd.IntN(4)], BaseCommit: hashOf([]byte(id))[:40], Boundary: card.AfterSearch,
			Issue: words(20), Need: words(8), Observation: words(12), Observed: []string{pool[0].ID}},
		Pool: card.NewPool(pool),
	}
}

func madeIDs(n int) []string {
	var ids []string
	for i := range n {
		ids = append(ids, fmt.Sprintf("made-%03d", i))
	}
	return ids
}

// loads reads made-up states.
func loads(units int) func(context.Context, string) (card.State, error) {
	return func(ctx context.Context, id string) (card.State, error) { return madeState(id, units), ctx.Err() }
}

// ranked is a method that ranks by BM25 and returns the first eight.
type ranked struct {
	id     string
	config any
	during func(ctx context.Context, in *methods.Input) error // may be nil
}

func (m ranked) ID() string    { return m.id }
func (m ranked) Identity() any { return map[string]any{"method": m.id, "settings": m.config} }

func (m ranked) Run(ctx context.Context, in *methods.Input, rec methods.Recorder) (methods.Output, error) {
	if m.during != nil {
		if err := m.during(ctx, in); err != nil {
			return methods.Output{}, err
		}
	}
	view := in.Index.Okapi(retrieval.FullState(in.Card))
	var out methods.Output
	for i, r := range view.Ranked {
		u := in.Pool().Units[r.Position]
		if err := rec.Record(methods.Event{Kind: methods.CandidateFound, Body: methods.Candidate{ID: u.ID, Source: m.id, Path: u.Path, Rank: i + 1, Score: r.Score}}); err != nil {
			return out, err
		}
		if i < 8 {
			n, err := in.Tokens.Unit(&u)
			if err != nil {
				return out, err
			}
			out.Ranked, out.Tokens = append(out.Ranked, u.ID), out.Tokens+n
			if err := rec.Record(methods.Event{Kind: methods.FileRead, Body: methods.Reading{ID: u.ID, Path: u.Path, LineStart: u.LineStart, LineEnd: u.LineEnd, Tokens: n}}); err != nil {
				return out, err
			}
		}
	}
	return out, nil
}

// first is the method that keeps the first n units of another one's.
type first struct {
	id, from string
	n        int
}

func (m first) ID() string    { return m.id }
func (m first) From() string  { return m.from }
func (m first) Identity() any { return map[string]any{"method": m.id, "n": m.n} }
func (m first) Run(context.Context, *methods.Input, methods.Recorder) (methods.Output, error) {
	return methods.Output{}, fmt.Errorf("%s is derived", m.id)
}
func (m first) Derive(_ *methods.Input, recorded methods.Output) (methods.Output, error) {
	return methods.Output{Ranked: recorded.Ranked[:m.n], Controller: recorded.Controller}, nil
}

func plan(t testing.TB, states int, ms ...methods.Method) Plan {
	return Plan{Root: t.TempDir(), Experiment: "e1", Methods: ms, States: madeIDs(states), Load: loads(12), Revision: "r1", Jobs: 2}
}

// ran runs a plan to its end.
func ran(t testing.TB, p Plan) Report {
	t.Helper()
	x, err := Start(context.Background(), p)
	must(t, err)
	r, err := x.Wait()
	must(t, err)
	return r
}
