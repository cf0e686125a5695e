package certificate

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"time"
)

// shape is the size of random certificates for benchmarks and limits.
type shape struct{ groups, units, branches, threshold int }

// stated is the size that the answers must be quick at (spec 1.5).
func stated() shape { return shape{groups: 6, units: 24, branches: 60, threshold: 6} }

// random draws a certificate of a shape: groups that overlap, and branches of
// which half are derived and half bypass.
func (s shape) random(r *rand.Rand) Certificate {
	ids := numbered("evidence-", s.units)
	some := func(n int) []string {
		r.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
		return slices.Clone(ids[:n])
	}
	var c Certificate
	for range s.groups {
		n := 1 + r.IntN(s.units/2)
		c.Groups = append(c.Groups, Group{Acceptable: some(n), Threshold: 1 + r.IntN(min(n, s.threshold))})
	}
	for w := range Compile(c).Witnesses(s.branches / 2) {
		c.Branches = append(c.Branches, w)
	}
	for len(c.Branches) < s.branches {
		c.Branches = append(c.Branches, some(2+r.IntN(7)))
	}
	return c
}

// changed is c after one edit that may or may not change what it accepts.
func changed(r *rand.Rand, c Certificate) Certificate {
	out := Certificate{Groups: slices.Clone(c.Groups), Branches: c.Branches}
	g := &out.Groups[r.IntN(len(out.Groups))]
	switch r.IntN(3) {
	case 0:
		g.Acceptable = slices.Clone(g.Acceptable[:len(g.Acceptable)-1])
		g.Threshold = max(1, min(g.Threshold, len(g.Acceptable)))
	case 1:
		g.Threshold = max(1, g.Threshold-1)
	case 2:
		out.Branches = out.Branches[:len(out.Branches)/2]
	}
	return out
}

// pairs draws certificates of a shape, each with one that is near it (or, one
// in four, with any other).
func (s shape) pairs(n int) [][2]Meaning {
	r := rand.New(rand.NewPCG(1, uint64(s.units)))
	pairs := make([][2]Meaning, n)
	for i := range pairs {
		c := s.random(r)
		d := changed(r, c)
		if i%4 == 0 {
			d = s.random(r)
		}
		pairs[i] = [2]Meaning{Compile(c), Compile(d)}
	}
	return pairs
}

// measure asks one question about all pairs in turn and reports the spread.
func measure(b *testing.B, pairs [][2]Meaning, ask func(c, d Meaning) bool) {
	var took []time.Duration
	proven := 0
	for i := 0; b.Loop(); i++ {
		p := pairs[i%len(pairs)]
		start := time.Now()
		if ask(p[0], p[1]) {
			proven++
		}
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	at := func(share float64) float64 {
		return float64(took[int(share*float64(len(took)-1))].Microseconds())
	}
	b.ReportMetric(at(0.5), "p50-µs")
	b.ReportMetric(at(0.99), "p99-µs")
	b.ReportMetric(at(1), "max-µs")
	b.ReportMetric(100*float64(proven)/float64(len(took)), "%proven")
}

func BenchmarkMeaning(b *testing.B) {
	large := shape{groups: 30, units: 200, branches: 300, threshold: 100}
	for _, s := range []shape{stated(), {groups: 10, units: 40, branches: 60, threshold: 8}, large} {
		b.Run(strconv.Itoa(s.groups)+"x"+strconv.Itoa(s.units), func(b *testing.B) {
			pairs := s.pairs(12_000 / s.units)
			for _, q := range questions() {
				b.Run(q.name, func(b *testing.B) { measure(b, pairs, q.ask) })
			}
		})
	}
}

type question struct {
	name string
	ask  func(c, d Meaning) (proven bool)
}

func questions() []question {
	n := DefaultBudget()
	return []question{
		{"smallest", func(c, _ Meaning) bool { _, _, s := c.Smallest(n); return s.Proven }},
		{"size", func(c, _ Meaning) bool { _, _, s := c.SmallestSize(n); return s.Proven }},
		{"same", func(c, d Meaning) bool { _, s := Same(c, d, n); return s.Proven }},
		{"counterexample", func(c, d Meaning) bool { _, _, s := Counterexample(c, d, n); return s.Proven }},
		{"necessary", func(c, _ Meaning) bool { _, s := c.Necessary(n); return s.Proven }},
		{"one of", func(c, _ Meaning) bool { _, s := c.OneOfEnough(n); return s.Proven }},
		{"count", func(c, _ Meaning) bool { return c.Count(n).Exact }},
		{"sizes", func(c, _ Meaning) bool { _, _, ok := c.CompletingCounts(); return ok }},
		{"walk 2001", func(c, _ Meaning) bool { return c.walk(2001, walkSteps(2001), func(Witness) bool { return true }) }},
	}
}

func BenchmarkCompile(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	c := stated().random(r)
	for b.Loop() {
		Compile(c)
	}
}

// At any size every answer comes within its budget, and what it claims holds.
func TestLargeCertificatesStayWithinTheirBudget(t *testing.T) {
	shapes := []shape{
		{groups: 30, units: 200, branches: 300, threshold: 100},
		{groups: 120, units: 80, branches: 40, threshold: 2},
		{groups: 1, units: 500, branches: 0, threshold: 250},
	}
	n := Budget{Steps: 3000}
	within := func(what string, s Status) {
		if s.Steps > n.Steps {
			t.Errorf("%s took %d steps of %d", what, s.Steps, n.Steps)
		}
	}
	for _, s := range shapes {
		for _, p := range s.pairs(3) {
			c, d := p[0], p[1]
			w, found, st := c.Smallest(n)
			within("Smallest", st)
			if !found || !c.Complete(w) {
				t.Errorf("Smallest: %d units, %v", len(w), found)
			}
			w, found, st = Counterexample(c, d, n)
			within("Counterexample", st)
			if found && (!c.Complete(w) || d.Complete(w)) {
				t.Errorf("Counterexample: %q tells nothing apart", w)
			}
			same, sst := Same(c, d, n)
			within("Same", sst)
			if found && same {
				t.Error("Same, with a counterexample")
			}
			_, st = c.Necessary(n)
			within("Necessary", st)
			_, st = c.OneOfEnough(n)
			within("OneOfEnough", st)
			if count := c.Count(n); count.N == 0 {
				t.Errorf("Count = %v", count)
			}
			for w := range c.Witnesses(20) {
				if c.kind(c.set(w)) != BranchDerived {
					t.Errorf("%q is no minimal witness", w)
				}
			}
		}
	}
}
