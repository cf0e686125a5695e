package scorer

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"suffice/certificate"
)

// drawCertificate draws a certificate of at most units acceptable units, with
// the kinds of overlap that certificates have.
func drawCertificate(t *rapid.T, units, groups, threshold int) certificate.Certificate {
	c := certificate.Certificate{State: "s"}
	n := rapid.IntRange(1, units).Draw(t, "units")
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("u%02d", i)
	}
	for range rapid.IntRange(1, groups).Draw(t, "groups") {
		accept := rapid.SliceOfNDistinct(rapid.SampledFrom(names), 1, min(n, 8), rapid.ID).Draw(t, "acceptable")
		c.Groups = append(c.Groups, certificate.Group{
			Acceptable: accept,
			Threshold:  rapid.IntRange(1, min(threshold, len(accept))).Draw(t, "threshold"),
			Weight:     rapid.SampledFrom([]float64{0.5, 1, 1, 2, 2.5, 3}).Draw(t, "weight"),
			Role:       rapid.SampledFrom([]string{"bug_location", "behavior_constraint", "interaction_constraint"}).Draw(t, "role"),
		})
	}
	for range rapid.IntRange(0, 4).Draw(t, "branches") {
		c.Branches = append(c.Branches, rapid.SliceOfNDistinct(rapid.SampledFrom(append(names, "x1", "x2")), 1, min(n, 4), rapid.ID).Draw(t, "branch"))
	}
	c.Observed = rapid.SliceOfDistinct(rapid.SampledFrom(append(names, "x1")), rapid.ID).Draw(t, "observed")
	return c
}

func TestIdealEqualsBestOverAllSets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCertificate(t, 11, 5, 4)
		ks := DefaultCutoffs()
		got, proven := ideals(NewGold(c), ks, TrueIdeal)
		want := idealBySubsets(NewGold(c), ks)
		for i := range ks {
			if !proven || math.Abs(got[i]-want[i]) > 1e-12 {
				t.Fatalf("ideal@%d = %v (proven %v), all sets give %v\n%+v", ks[i], got[i], proven, want[i], c.Groups)
			}
		}
	})
}

// large is a certificate of many groups over a large universe, hard for a search.
func large(seed uint64, units, groups, threshold int) certificate.Certificate {
	r := rand.New(rand.NewPCG(seed, 1))
	c := certificate.Certificate{State: "large"}
	for range groups {
		n := 4 + r.IntN(9)
		perm := r.Perm(units)[:min(n, units)]
		g := certificate.Group{Role: "bug_location", Weight: float64(1+r.IntN(5)) / 2}
		for _, u := range perm {
			g.Acceptable = append(g.Acceptable, fmt.Sprintf("u%02d", u))
		}
		g.Threshold = 1 + r.IntN(min(threshold, len(g.Acceptable)))
		c.Groups = append(c.Groups, g)
	}
	return c
}

func TestIdealOfLargeCertificatesIsProven(t *testing.T) {
	for _, size := range []struct{ units, groups, threshold int }{{24, 6, 6}, {32, 6, 6}, {40, 6, 6}, {40, 8, 6}} {
		worst, sum := 0, 0
		for seed := range uint64(200) {
			s := newIdealSearch(NewGold(large(seed, size.units, size.groups, size.threshold)), DefaultCutoffs())
			if !s.run() {
				t.Errorf("%+v seed %d: not proven after %d steps", size, seed, s.steps)
			}
			worst = max(worst, s.steps)
			sum += s.steps
		}
		t.Logf("%+v: %d steps in the worst of 200, %d on average", size, worst, sum/200)
	}
}

func BenchmarkTrueIdeal(b *testing.B) {
	for _, units := range []int{24, 32, 40} {
		b.Run(fmt.Sprintf("%d_units", units), func(b *testing.B) {
			golds := make([]*Gold, 50)
			for i := range golds {
				golds[i] = NewGold(large(uint64(i), units, 6, 6))
			}
			for i := 0; b.Loop(); i++ {
				ideals(golds[i%50], DefaultCutoffs(), TrueIdeal)
			}
		})
	}
}
