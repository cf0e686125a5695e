package offline

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"pgregory.net/rapid"

	"suffice/certificate/card"
	"suffice/scorer/methods"
	"suffice/scorer/methods/complement"
)

// asked is what a controller's answer says.
type asked struct {
	call   methods.ModelCall
	ids    []string
	ranked []string
	keep   int
}

func ask(t testing.TB, q complement.Question) asked {
	t.Helper()
	return askOf(t, New(Options{}), q)
}

type fataler interface{ Fatalf(string, ...any) }

func askOf(t fataler, c *Controller, q complement.Question) asked {
	call, err := c.Ask(context.Background(), q)
	if err != nil {
		t.Fatalf("ask: %v", err)
	}
	var said struct {
		IDs    []string `json:"ids"`
		Ranked []string `json:"ranked_ids"`
		Keep   int      `json:"keep"`
	}
	if err := json.Unmarshal([]byte(call.Response), &said, json.RejectUnknownMembers(true)); err != nil {
		t.Fatalf("the answer %q is not valid: %v", call.Response, err)
	}
	return asked{call, said.IDs, said.Ranked, said.Keep}
}

// list is the IDs of an answer, whichever the stage.
func (a asked) list() []string { return append(slices.Clone(a.ids), a.ranked...) }

func stages() []string {
	return []string{methods.StagePropose, methods.StageExpand, methods.StageFinalize, methods.StageSelect, methods.StageWiden, methods.StageRerank, methods.StageSSR}
}

// hostile draws text as nobody would write it.
func hostile() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.StringMatching(`[a-z_]{0,8}( [a-zA-Z_.()]{1,12}){0,12}`),
		rapid.String(),
		rapid.SampledFrom([]string{
			"", "\x00\x00", "\xff\xfe\xfd", "e\u0301\u0301\u0301 o\u0308", "func f(", "def ", "const (", "a\u2028b", "ﷺ ﷺ", "ΣΑΣ İstanbul",
			"`unclosed \"quotes 'everywhere", strings.Repeat("x", 5000), strings.Repeat("lease.Extend(", 300), "class class class class class class",
			"func (r", "   12:", "FILE a.go:1-2\n", "./../\\..//", "name:", ": : :",
		}),
	)
}

func drawQuestion(t *rapid.T) complement.Question {
	q := complement.Question{
		Method: "m", Stage: rapid.SampledFrom(stages()).Draw(t, "stage"), Attempt: 1,
		Max: rapid.IntRange(0, 12).Draw(t, "max"), MinKeep: rapid.IntRange(0, 4).Draw(t, "min keep"), MaxKeep: rapid.IntRange(4, 8).Draw(t, "max keep"),
	}
	q.Min = q.Max
	text := func(name string) string { return hostile().Draw(t, name) }
	q.State = card.StateCard{
		ID: "s", Need: text("need"), Subgoal: text("subgoal"), Hypothesis: text("hypothesis"), Issue: text("issue"),
		Observation: text("observation"), Diff: text("diff"), TestOutput: text("test output"),
		Queries: []string{text("query")}, OpenedFiles: []string{text("opened")},
		Steps: []card.Step{
			{Action: "repo_search", Input: text("input"), Output: text("output")},
			{Action: "read_file", Output: text("listing"), Read: &card.Span{Path: "a.go", LineStart: 1, LineEnd: 9}},
			{Action: "repo_search", Results: []card.Hit{{Path: "b.go", Content: text("hit")}}},
		},
	}
	for i := range rapid.IntRange(0, 14).Draw(t, "cards") {
		from := rapid.IntRange(-3, 40).Draw(t, "from")
		q.Cards = append(q.Cards, complement.SourceCard{
			ID: fmt.Sprintf("u%02d", i), Path: rapid.SampledFrom([]string{"", "a.go", `a\b_test.py`, "docs/x.md", "x.sql", "\x00"}).Draw(t, "path"),
			Symbol: rapid.SampledFrom([]string{"", "f", "Lease.Extend", "\xff"}).Draw(t, "symbol"), LineStart: from, LineEnd: from + rapid.IntRange(-5, 30).Draw(t, "lines"),
			Observed: rapid.Bool().Draw(t, "observed"), Text: text("text"),
			Origin: rapid.SampledFrom([]complement.Origin{complement.FromRanking, complement.FromProposal, complement.FromExpansion, complement.FromReserve}).Draw(t, "origin"),
		})
	}
	return q
}

// Whatever is asked, the answer names shown cards, none twice, as many as are
// asked for and there are, and a keep within its bounds.
func TestEveryAnswerIsValid(t *testing.T) {
	c := New(Options{})
	rapid.Check(t, func(t *rapid.T) {
		q := drawQuestion(t)
		a := askOf(t, c, q)
		free := 0
		allowed := map[string]bool{}
		for _, s := range q.Cards {
			if q.Stage != methods.StageExpand || s.Origin != complement.FromProposal {
				allowed[s.ID] = true
				free++
			}
		}
		list := a.list()
		if want := min(q.Max, free); len(list) != want {
			t.Fatalf("%d IDs, want %d", len(list), want)
		}
		for _, id := range list {
			if !allowed[id] {
				t.Fatalf("%q is not shown, taken already, or named twice", id)
			}
			delete(allowed, id)
		}
		if q.Stage == methods.StageFinalize && (a.keep < min(q.MinKeep, len(list)) || a.keep > min(q.MaxKeep, len(list))) {
			t.Fatalf("keep %d of %d, bounds %d to %d", a.keep, len(list), q.MinKeep, q.MaxKeep)
		}
	})
}

// The same question gets the same bytes, from any controller, also from one
// that has answered others, by many goroutines at once.
func TestAnswersAreDeterministic(t *testing.T) {
	used := New(Options{})
	rapid.Check(t, func(t *rapid.T) {
		q := drawQuestion(t)
		want := askOf(t, New(Options{}), q).call
		done := make(chan methods.ModelCall)
		for range 4 {
			go func() {
				call, err := used.Ask(context.Background(), q)
				if err != nil {
					call.Error = err.Error()
				}
				done <- call
			}()
		}
		for range 4 {
			if got := <-done; got != want {
				t.Errorf("got %+v\nwant %+v", got, want)
			}
		}
	})
}

// A question is hashed whole: whatever is changed in it changes the hash.
func TestRequestHashTellsQuestionsApart(t *testing.T) {
	base := func() complement.Question {
		return complement.Question{Method: "m", Stage: methods.StagePropose, Attempt: 1, Max: 1, State: card.StateCard{ID: "s", Need: "ab", Subgoal: "c", Queries: []string{"x", "y"},
			Steps: []card.Step{{Action: "read_file", Output: "o", Read: &card.Span{Path: "p", LineStart: 1, LineEnd: 2}, Results: []card.Hit{{Path: "h"}}}}},
			Cards: []complement.SourceCard{{ID: "u1", Text: "t"}, {ID: "u2"}}}
	}
	seen := map[string]string{requestHash(base()): "nothing"}
	for name, change := range map[string]func(q *complement.Question){
		"method":     func(q *complement.Question) { q.Method = "n" },
		"stage":      func(q *complement.Question) { q.Stage = methods.StageSSR },
		"attempt":    func(q *complement.Question) { q.Attempt = 2 },
		"max":        func(q *complement.Question) { q.Max = 2 },
		"keep":       func(q *complement.Question) { q.MaxKeep = 2 },
		"need":       func(q *complement.Question) { q.State.Need = "a" },
		"border":     func(q *complement.Question) { q.State.Need, q.State.Subgoal = "a", "bc" },
		"queries":    func(q *complement.Question) { q.State.Queries = []string{"xy"} },
		"read lines": func(q *complement.Question) { q.State.Steps[0].Read.LineEnd = 3 },
		"read":       func(q *complement.Question) { q.State.Steps[0].Read = nil },
		"hit":        func(q *complement.Question) { q.State.Steps[0].Results[0].Content = "c" },
		"card text":  func(q *complement.Question) { q.Cards[1].Text = "t" },
		"order":      func(q *complement.Question) { slices.Reverse(q.Cards) },
		"observed":   func(q *complement.Question) { q.Cards[0].Observed = true },
		"origin":     func(q *complement.Question) { q.Cards[0].Origin = complement.FromReserve },
	} {
		q := base()
		change(&q)
		h := requestHash(q)
		if other, ok := seen[h]; ok {
			t.Errorf("%s and %s have one hash", name, other)
		}
		seen[h] = name
	}
}

func TestIdentityHoldsEveryWeight(t *testing.T) {
	encode := func(o Options) []byte {
		b, err := json.Marshal(New(o).Identity(), json.Deterministic(true))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	plain := encode(Options{})
	if !bytes.Equal(plain, encode(Options{Weights: Defaults(), Clock: time.Now})) {
		t.Error("the zero options are not the defaults, or the clock is part of the identity")
	}
	var fields map[string]any
	b, err := json.Marshal(Defaults())
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &fields); err != nil {
		t.Fatal(err)
	}
	for key, v := range fields {
		changed := fmt.Sprintf("{%q: %v}", key, v.(float64)+1)
		w := Defaults()
		if err := json.Unmarshal([]byte(changed), &w); err != nil {
			t.Fatal(err)
		}
		if bytes.Equal(plain, encode(Options{Weights: w})) {
			t.Errorf("the identity does not tell %s", key)
		}
	}
}

func TestLatencyIsMeasuredByTheClockGivenOrNotAtAll(t *testing.T) {
	q := complement.Question{Stage: methods.StagePropose, Max: 1, Cards: []complement.SourceCard{{ID: "u"}}}
	a := ask(t, q)
	if a.call.LatencyMS != nil {
		t.Errorf("latency %v without a clock", *a.call.LatencyMS)
	}
	if a.call.Usage != (methods.Usage{}) {
		t.Errorf("usage %+v: nothing was counted", a.call.Usage)
	}
	at := time.Unix(0, 0)
	c := New(Options{Clock: func() time.Time { at = at.Add(1500 * time.Microsecond); return at }})
	if got := askOf(t, c, q).call.LatencyMS; got == nil || *got != 1.5 {
		t.Errorf("latency %v, want 1.5 ms", got)
	}
}

func TestCancelledQuestionIsNotAnswered(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	call, err := New(Options{}).Ask(ctx, complement.Question{Stage: methods.StagePropose})
	if err == nil || call.Response != "" || call.Error == "" {
		t.Errorf("got %+v, %v", call, err)
	}
}

// A text of a megabyte in one line is read no further than a page of it.
func TestLongLines(t *testing.T) {
	long := strings.Repeat("lease ", 1<<18)
	q := complement.Question{Stage: methods.StageFinalize, Max: 2, MinKeep: 1, MaxKeep: 2,
		State: card.StateCard{Need: long, Issue: strings.Repeat("a\u0301", 1<<19), Observation: strings.Repeat("f(", 1<<19), Steps: []card.Step{{Output: strings.Repeat("\x00", 1<<20)}}},
		Cards: []complement.SourceCard{{ID: "u1", Text: strings.Repeat("x", 1<<20)}, {ID: "u2", Text: long}, {ID: "u3", Text: strings.Repeat("\"", 1<<20)}}}
	if a := ask(t, q); len(a.ranked) != 2 || a.ranked[0] != "u2" {
		t.Errorf("ranked %v, want the card with the word first", a.ranked)
	}
}
