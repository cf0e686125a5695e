package complement

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"pgregory.net/rapid"

	"suffice/certificate/card"
	"suffice/scorer/methods"
)

// asking are the methods that ask a controller.
func asking() []string {
	return []string{MethodComplement, MethodIndependent, MethodNoFeedback7, MethodNoFeedback, MethodSSR}
}

// drawnState draws a pool with equal texts, empty ones, and one beyond any
// ceiling.
func drawnState(t *rapid.T) card.State {
	words := []string{"lease", "worker", "queue", "renew", "timer", "λ"}
	text := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 0, 12).Draw(t, "words"), " ")
	})
	n := rapid.IntRange(0, 140).Draw(t, "units")
	units := make([]card.Unit, n)
	for i := range units {
		units[i] = card.Unit{ID: fmt.Sprintf("u%03d", i), Path: fmt.Sprintf("p/m%d.py", i%4), LineStart: i + 1, LineEnd: i + 5, Text: text.Draw(t, "text"), Observed: i%5 == 0}
	}
	if n > 0 && rapid.Bool().Draw(t, "long") {
		units[rapid.IntRange(0, n-1).Draw(t, "which")].Text = strings.Repeat("lease worker ", 5000)
	}
	return card.State{
		Card: card.StateCard{ID: "s", Need: text.Draw(t, "need"), Issue: text.Draw(t, "issue"), Queries: []string{text.Draw(t, "query")}},
		Pool: card.NewPool(units),
	}
}

// drawnScript answers with anything: units that are shown or not, once or more,
// other words, or nothing; always the same to the same question.
func drawnScript(t *rapid.T) func(Question) (string, error) {
	seed := rapid.IntRange(0, 1<<20).Draw(t, "seed")
	return func(q Question) (string, error) {
		ids := cardIDs(q.Cards)
		slices.Sort(ids)
		draw := seed + 7919*q.Attempt + 104729*len(q.Stage)
		next := func(n int) int {
			draw = (draw*1103515245 + 12345) & 0x7fffffff
			return draw / 65536 % n
		}
		switch next(12) {
		case 0:
			return "not JSON", nil
		case 1:
			return `{"ids": 3}`, nil
		case 2:
			if q.Attempt < 3 {
				return "", errLine
			}
		}
		var said []string
		for range next(2*q.Max + 2) {
			if next(6) == 0 {
				said = append(said, fmt.Sprintf("u%03d", next(160)))
				continue
			}
			said = append(said, ids[next(len(ids))])
		}
		return FormatAnswer(q.Stage, Answer{IDs: said, Keep: next(12) - 2}), nil
	}
}

// TestOutputsAreValid whatever the pool and whatever the controller says.
func TestOutputsAreValid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, say := drawnState(t), drawnScript(t)
		name := rapid.SampledFrom(asking()).Draw(t, "method")
		with, c := withScript(say)
		in, tape := methods.NewInput(s, counter), &tape{}
		out, err := made(t, name, with).Run(context.Background(), in, tape)
		if err != nil {
			t.Fatal(err)
		}
		checkOutput(t, s, name, out, in)
		for _, q := range c.asked {
			checkQuestion(t, s, q)
		}
		for _, stage := range out.Stages {
			checkStage(t, stage)
		}
	})
}

// TestOnlyCandidatesAreShown: with views that admit few units, nothing that is
// beyond their depth in all of them is shown, selected, recorded or returned.
// SSR's routes are rankings of their own.
func TestOnlyCandidatesAreShown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, say := drawnState(t), drawnScript(t)
		name := rapid.SampledFrom([]string{MethodComplement, MethodIndependent, MethodNoFeedback7, MethodNoFeedback}).Draw(t, "method")
		with, c := withScript(say)
		with.Retrieval.Fusing.Depth = rapid.IntRange(1, 12).Draw(t, "depth")
		with.Retrieval.Fusing.Cap = rapid.IntRange(1, 60).Draw(t, "cap")
		in, tape := methods.NewInput(s, counter), &tape{}
		out, err := made(t, name, with).Run(context.Background(), in, tape)
		if err != nil {
			t.Fatal(err)
		}
		open := admitted(t, in, with)
		check := func(by string, ids []string) {
			for _, id := range ids {
				if !open[id] {
					t.Fatalf("%s has %s, which no view admits", by, id)
				}
			}
		}
		check("the output", out.Ranked)
		for _, q := range c.asked {
			check("the question of "+q.Stage, cardIDs(q.Cards))
		}
		for _, stage := range out.Stages {
			check("the selection of "+stage.Name, stage.Selected)
		}
		for _, found := range bodies[methods.Candidate](tape) {
			check("the record", []string{found.ID})
		}
	})
}

// admitted are the units within the depth of a view; where those are fewer than
// the depth, or more than the cap, so many of the fused order.
func admitted(t *rapid.T, in *methods.Input, with Settings) map[string]bool {
	found, err := in.Retrieve(context.Background(), with.Retrieval, &tape{})
	if err != nil {
		t.Fatal(err)
	}
	by, out := with.Retrieval.Fusing, map[string]bool{}
	for _, v := range found.Views {
		for _, id := range in.Index.IDs(v.Ranked[:min(by.Depth, v.Matched)]) {
			out[id] = true
		}
	}
	if n := min(by.Cap, max(by.Depth, len(out))); n != len(out) {
		clear(out)
		for _, id := range found.Fusion.IDs(n) {
			out[id] = true
		}
	}
	return out
}

func checkOutput(t *rapid.T, s card.State, name string, out methods.Output, in *methods.Input) {
	if at, _, twice := card.FirstRepeat(out.Ranked); twice {
		t.Fatalf("%s returns %s twice", name, out.Ranked[at])
	}
	total := 0
	for _, id := range out.Ranked {
		u := s.Pool.Unit(id)
		if u == nil {
			t.Fatalf("%s returns %q, which is not in the pool", name, id)
		}
		n, err := in.Tokens.Unit(u)
		if err != nil {
			t.Fatal(err)
		}
		total += n
	}
	if len(out.Ranked) > 8 || total > 6144 || total != out.Tokens || out.Ranked == nil || out.Controller != "scripted" {
		t.Fatalf("%s returns %d units of %d tokens, said to be %d, by %q", name, len(out.Ranked), total, out.Tokens, out.Controller)
	}
}

func checkQuestion(t *rapid.T, s card.State, q Question) {
	ids := cardIDs(q.Cards)
	if at, _, twice := card.FirstRepeat(ids); twice {
		t.Fatalf("stage %s is shown %s twice", q.Stage, ids[at])
	}
	most := map[string]int{methods.StagePropose: 80, methods.StageSelect: 80, methods.StageSSR: 20, methods.StageRerank: 56}[q.Stage]
	if most == 0 {
		most = 120
	}
	if len(ids) > most || q.Min < 1 || q.Min > q.Max || q.Max > len(eligible(q)) {
		t.Fatalf("stage %s asks for %d to %d of %d cards", q.Stage, q.Min, q.Max, len(ids))
	}
	for _, id := range ids {
		if s.Pool.Unit(id) == nil {
			t.Fatalf("stage %s is shown %q", q.Stage, id)
		}
	}
	if q.State.Raw != nil {
		t.Fatal("the record as imported is shown")
	}
}

func checkStage(t *rapid.T, s methods.Stage) {
	if _, _, twice := card.FirstRepeat(s.Selected); twice {
		t.Fatalf("%+v", s)
	}
	if s.Normalized && s.Fallback || s.Attempts > 3 || s.Fallback && s.Attempts != 3 || s.Filled > len(s.Selected) {
		t.Fatalf("%+v", s)
	}
}

// TestRunsAreDeterministic: once more, and with the pool in another order, every
// method gives the same bytes and asks the same.
func TestRunsAreDeterministic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, say := drawnState(t), drawnScript(t)
		name := rapid.SampledFrom(append(asking(), MethodRerank, "fused", "mmr", "random", "bm25_starter")).Draw(t, "method")
		shuffled := s
		shuffled.Pool = card.NewPool(rapid.Permutation(s.Pool.Units).Draw(t, "order"))
		var first string
		var asked []string
		for i, state := range []card.State{s, s, shuffled} {
			with, c := withScript(say)
			with.Reranker = &ordering{say: backwards}
			out, err := made(t, name, with).Run(context.Background(), methods.NewInput(state, counter), &tape{})
			if err != nil {
				t.Fatal(err)
			}
			b, err := json.Marshal(out)
			if err != nil {
				t.Fatal(err)
			}
			if i > 0 && (string(b) != first || !slices.Equal(c.hashes(), asked)) {
				t.Fatalf("%s gives %s\nthen %s", name, first, b)
			}
			first, asked = string(b), c.hashes()
		}
	})
}
