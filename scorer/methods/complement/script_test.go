package complement

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"suffice/certificate/card"
	"suffice/scorer/methods"
	"suffice/scorer/methods/retrieval/tokens"
)

// counter is shared by all tests of a process, as the program shares one: the
// vocabulary is loaded once.
var counter = tokens.New()

// generated makes a state with a pool of so many units of some 2,300
// characters, which differ in words.
func generated(units int, seed uint64) card.State {
	return generatedOf(units, 2300, seed)
}

func generatedOf(units, size int, seed uint64) card.State {
	r := rand.New(rand.NewPCG(seed, 5))
	stems := []string{"lease", "worker", "queue", "tariff", "booking", "retry", "parser", "cursor", "window", "session", "token", "merge"}
	word := func() string {
		return fmt.Sprintf("%s_%s%d", stems[r.IntN(len(stems))], stems[r.IntN(len(stems))], r.IntN(40))
	}
	code := func(size int) string {
		var b strings.Builder
		for b.Len() < size {
			fmt.Fprintf(&b, "    %s = self.%s(%s, %q)\n", word(), word(), word(), word()+" "+word())
		}
		return b.String()[:size]
	}
	s := card.State{Card: card.StateCard{
		ID: fmt.Sprintf("state-%d", seed), Repo: "owner/name", BaseCommit: strings.Repeat("c", 40), Boundary: card.BeforeEdit,
		Need: "Where " + word() + " is set and what " + word() + " returns", Issue: "After the update " + word() + " fails\n" + code(300),
		Hypothesis: word() + " is stale", Subgoal: "find " + word(), Observation: code(200),
		Queries: []string{word(), word()}, OpenedFiles: []string{`pkg\mod_1.py`},
		Steps: []card.Step{
			{ID: "1", Label: "step 1", Action: "repo_search", Input: word(), Output: code(400), Results: []card.Hit{{Path: "pkg/mod_2.py", LineStart: 1, LineEnd: 60, Rank: 1}}},
			{ID: "2", Label: "step 2", Action: "read_file", Output: code(400), Read: &card.Span{Path: `pkg\mod_1.py`, LineStart: 100, LineEnd: 200}},
		},
	}}
	list := make([]card.Unit, units)
	for i := range list {
		list[i] = card.Unit{
			ID: fmt.Sprintf("evidence-%024x", r.Uint64()), Path: fmt.Sprintf("pkg/mod_%d.py", i%13), LineStart: 1 + i*100, LineEnd: 120 + i*100,
			Symbol: word(), Text: code(size), Language: "python", Observed: i%9 == 0,
		}
	}
	s.Pool = card.NewPool(list)
	return s
}

// script is a controller that answers as it is told, and remembers what it was
// asked.
type script struct {
	say func(q Question) (string, error)

	mu    sync.Mutex
	asked []Question
}

func (c *script) Name() string  { return "scripted" }
func (c *script) Identity() any { return map[string]string{"script": "1"} }
func (c *script) Ask(_ context.Context, q Question) (methods.ModelCall, error) {
	c.mu.Lock()
	c.asked = append(c.asked, q)
	c.mu.Unlock()
	text, err := c.say(q)
	return methods.ModelCall{Model: "script-1", Response: text}, err
}

// stage is the only question that was asked of a stage.
func (c *script) stage(t testing.TB, stage string) Question {
	t.Helper()
	var found []Question
	for _, q := range c.asked {
		if q.Stage == stage {
			found = append(found, q)
		}
	}
	if len(found) != 1 {
		t.Fatalf("stage %s was asked %d times", stage, len(found))
	}
	return found[0]
}

// eligible are the IDs that a question can be answered with.
func eligible(q Question) []string {
	var ids []string
	for _, c := range q.Cards {
		if q.Stage != methods.StageExpand || c.Origin != FromProposal {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// lastFirst answers with the last cards first: never what the fused order says.
func lastFirst(q Question) (string, error) {
	ids := eligible(q)
	slices.Reverse(ids)
	return FormatAnswer(q.Stage, Answer{IDs: ids[:q.Max], Keep: q.MinKeep + 1}), nil
}

// tape is a recorder that keeps everything.
type tape struct{ events []methods.Event }

func (r *tape) Record(e methods.Event) error {
	r.events = append(r.events, e)
	return nil
}

func bodies[T any](r *tape) []T {
	var out []T
	for _, e := range r.events {
		if b, ok := e.Body.(T); ok {
			out = append(out, b)
		}
	}
	return out
}

// withScript are the defaults and a controller.
func withScript(say func(Question) (string, error)) (Settings, *script) {
	c := &script{say: say}
	s := Defaults()
	s.Controller = c
	return s, c
}

func made(t fataler, method string, with Settings) methods.Method {
	t.Helper()
	m, err := New(method, with)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func ran(t testing.TB, m methods.Method, s card.State) (methods.Output, *tape) {
	t.Helper()
	r := &tape{}
	out, err := m.Run(context.Background(), methods.NewInput(s, counter), r)
	if err != nil {
		t.Fatal(err)
	}
	return out, r
}

// fusedIDs are the candidates of a state in fused order.
func fusedIDs(t testing.TB, s card.State) []string {
	t.Helper()
	f, err := methods.NewInput(s, counter).Fused(context.Background(), Defaults().Retrieval)
	if err != nil {
		t.Fatal(err)
	}
	return f.CandidateIDs()
}

func cardIDs(cards []SourceCard) []string {
	ids := make([]string, len(cards))
	for i, c := range cards {
		ids[i] = c.ID
	}
	return ids
}

func reversed(ids []string) []string {
	out := slices.Clone(ids)
	slices.Reverse(out)
	return out
}

// rest is what is left of a list without others.
func rest(ids []string, without ...[]string) []string {
	gone := slices.Concat(without...)
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return slices.Contains(gone, id) })
}

func poolOf(units []card.Unit) card.Pool { return card.NewPool(units) }

func (c *script) hashes() []string {
	out := make([]string, len(c.asked))
	for i, q := range c.asked {
		out[i] = q.Hash()
	}
	return out
}

// fataler is a test, a benchmark or a property.
type fataler interface {
	Helper()
	Fatal(args ...any)
}
