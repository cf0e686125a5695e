package offline

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"suffice/certificate/card"
	"suffice/scorer/methods"
	"suffice/scorer/methods/complement"
)

// sized makes the question of a stage in the sizes of the public calibration
// split: units of some 2,350 characters of code, a trajectory of six steps with
// 50,000 characters of output.
func sized(stage string, cards, characters int) complement.Question {
	r := rand.New(rand.NewPCG(7, uint64(cards)))
	stems := []string{"lease", "worker", "queue", "tariff", "booking", "retry", "parser", "cursor", "window", "session", "token", "merge", "index", "cache", "route"}
	word := func() string {
		a, b := stems[r.IntN(len(stems))], stems[r.IntN(len(stems))]
		return []string{a + "_" + b, a + strings.ToUpper(b[:1]) + b[1:], strings.ToUpper(a), a + fmt.Sprint(r.IntN(100))}[r.IntN(4)]
	}
	code := func(size int) string {
		var b strings.Builder
		for b.Len() < size {
			fmt.Fprintf(&b, "def %s(self):\n    %s = self.%s(%s, %q)\n", word(), word(), word(), word(), word()+" "+word())
		}
		return b.String()[:size]
	}
	q := complement.Question{Stage: stage, Attempt: 1, Min: 8, Max: 8, MinKeep: 4, MaxKeep: 8}
	if stage == methods.StageExpand {
		q.Min, q.Max = 48, 48
	}
	q.State = card.StateCard{
		ID: "s", Need: "Where " + word() + " is set and what `" + word() + "` returns", Issue: "After the update " + word() + " fails in pkg/mod_3.py\n" + code(900),
		Hypothesis: word() + " is stale", Subgoal: "find " + word(), Observation: code(5000), Queries: []string{word(), word()},
	}
	for range 6 {
		q.State.Steps = append(q.State.Steps, card.Step{Action: "repo_search", Input: word(), Output: code(8000)})
	}
	for i := range cards {
		c := complement.SourceCard{ID: fmt.Sprintf("u%03d", i), Path: fmt.Sprintf("pkg/mod_%d.py", i%13), LineStart: 1 + i*100, LineEnd: 120 + i*100, Observed: i%9 == 0, Text: code(characters)}
		switch {
		case stage == methods.StagePropose:
		case i < 8:
			c.Origin = complement.FromProposal
		case stage == methods.StageFinalize && i < 56:
			c.Origin = complement.FromExpansion
		case stage == methods.StageFinalize:
			c.Origin = complement.FromReserve
		}
		q.Cards = append(q.Cards, c)
	}
	return q
}

// BenchmarkStages asks the three questions of one state of 87 units.
func BenchmarkStages(b *testing.B) {
	questions := []complement.Question{sized(methods.StagePropose, 80, 760), sized(methods.StageExpand, 87, 280), sized(methods.StageFinalize, 87, 620)}
	c := New(Options{})
	b.ReportAllocs()
	for b.Loop() {
		for _, q := range questions {
			if _, err := c.Ask(context.Background(), q); err != nil {
				b.Fatal(err)
			}
		}
	}
}
