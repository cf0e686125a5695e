package retrieval

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"suffice/certificate/card"
)

// generated makes a state in the sizes of the public calibration split: units
// of some 2,350 characters of code, a trajectory of six steps.
func generated(units int, seed uint64) card.State {
	r := rand.New(rand.NewPCG(seed, 11))
	stems := []string{"lease", "worker", "queue", "tariff", "booking", "retry", "parser", "cursor", "window", "session", "token", "merge", "index", "cache", "route"}
	vocabulary := make([]string, 1500)
	for i := range vocabulary {
		a, b := stems[r.IntN(len(stems))], stems[r.IntN(len(stems))]
		vocabulary[i] = []string{a + "_" + b, a + strings.ToUpper(b[:1]) + b[1:], strings.ToUpper(a), a}[r.IntN(4)]
		if r.IntN(2) == 0 {
			vocabulary[i] += fmt.Sprint(r.IntN(100))
		}
	}
	word := func() string { return vocabulary[int(float64(len(vocabulary))*r.Float64()*r.Float64())] }
	code := func(size int) string {
		var b strings.Builder
		for b.Len() < size {
			fmt.Fprintf(&b, "    %s = self.%s(%s, %q)\n", word(), word(), word(), word()+" "+word())
		}
		return b.String()[:size]
	}
	s := card.State{Card: card.StateCard{
		ID: fmt.Sprintf("state-%d", seed), Repo: "owner/name", Need: "Where " + word() + " is set and what `" + word() + "` returns",
		Issue: "After the update " + word() + " fails in pkg/mod_3.py\n" + code(600), Hypothesis: word() + " is stale", Subgoal: "find " + word(),
		Observation: code(800), Queries: []string{word(), word()}, OpenedFiles: []string{`pkg\mod_1.py`},
	}}
	for i := range 6 {
		step := card.Step{ID: fmt.Sprint(i), Action: "repo_search", Input: word(), Output: code(8000), Results: []card.Hit{{Path: fmt.Sprintf("pkg/mod_%d.py", i), LineStart: 1, LineEnd: 60, Rank: 1}}}
		if i%3 == 2 {
			step = card.Step{ID: fmt.Sprint(i), Action: "read_file", Output: code(5000), Read: &card.Span{Path: `pkg\mod_1.py`, LineStart: 100, LineEnd: 200}}
		}
		s.Card.Steps = append(s.Card.Steps, step)
	}
	list := make([]card.Unit, units)
	for i := range list {
		list[i] = card.Unit{
			ID: fmt.Sprintf("evidence-%024x", r.Uint64()), Path: fmt.Sprintf("pkg/mod_%d.py", i%13), LineStart: 1 + i*100, LineEnd: 120 + i*100,
			Text: code(2350), Language: "python", Observed: i%9 == 0,
		}
	}
	s.Pool = card.NewPool(list)
	return s
}
