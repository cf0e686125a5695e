package scorer

import (
	"testing"

	"pgregory.net/rapid"

	"suffice/certificate"
)

func group(role string, threshold int, weight float64, units ...string) certificate.Group {
	return certificate.Group{Role: role, Threshold: threshold, Weight: weight, Acceptable: units}
}

// score is the scores of one ranking at the cutoffs.
func score(c certificate.Certificate, ks []int, mode Ideal, ranked ...string) []Scores {
	out := make([]Scores, len(ks))
	new(Tally).Score(NewStandard(c, ks, mode), ranked, out)
	return out
}

// TestScoreByHand holds C13, one unit in two groups, among others.
func TestScoreByHand(t *testing.T) {
	two := certificate.Certificate{Groups: []certificate.Group{group("a", 1, 2, "u1", "u2"), group("b", 1, 1, "u2")}}
	pair := certificate.Certificate{Groups: []certificate.Group{group("a", 2, 1, "u1", "u2", "u3"), group("a", 1, 3, "u9")}, Observed: []string{"u2"}}
	for _, c := range []struct {
		name   string
		cert   certificate.Certificate
		ranked []string
		k      int
		want   Scores // Complete, GroupRecall, NecessityRecall, RoleCoverage, GroupNDCG, Novelty
	}{
		{"one unit in two groups, one slot", two, []string{"u1", "u2"}, 1, Scores{0, 0.5, 2. / 3, 0.5, 2. / 3, 1}},
		{"one unit in two groups, two slots", two, []string{"u1", "u2"}, 2, Scores{1, 1, 1, 1, (2 + 1/discount(2)) / 3, 1}},
		{"a threshold of 2 is met by the second unit", pair, []string{"u1", "x", "u2"}, 3, Scores{0, 0.5, 0.25, 1, (1 / discount(3)) / (3 + 1/discount(3)), 0.5}},
		{"a repeated unit takes a slot and counts once", pair, []string{"u1", "u1", "u3", "u9"}, 2, Scores{0, 0, 0, 0, 0, 1}},
		{"nothing acceptable", pair, []string{"x", "y"}, 5, Scores{}},
		{"an empty ranking", pair, nil, 5, Scores{}},
		{"only what was observed", pair, []string{"u2"}, 5, Scores{}},
		{"a threshold of 0 is covered by the first acceptable unit and adds to no ideal", certificate.Certificate{Groups: []certificate.Group{group("a", 0, 1, "u1")}}, []string{"x", "u1"}, 2, Scores{1, 1, 1, 1, 0, 1}},
		{"a threshold of 0 and nothing acceptable", certificate.Certificate{Groups: []certificate.Group{group("a", 0, 1, "u1")}}, []string{"x"}, 2, Scores{}},
		{"a threshold out of reach", certificate.Certificate{Groups: []certificate.Group{group("a", 3, 1, "u1", "u1", "u2")}}, []string{"u1", "u2"}, 2, Scores{0, 0, 0, 0, 0, 1}},
		{"a unit listed twice counts once", certificate.Certificate{Groups: []certificate.Group{group("a", 2, 1, "u1", "u1", "u2")}}, []string{"u1", "x"}, 2, Scores{0, 0, 0, 0, 0, 1}},
		{"an empty branch", certificate.Certificate{Groups: []certificate.Group{group("a", 1, 1, "u1")}, Branches: [][]string{{}}}, nil, 1, Scores{1, 0, 0, 0, 0, 0}},
		{"weights whose sum is no number", certificate.Certificate{Groups: []certificate.Group{group("a", 1, 1.5e308, "u1"), group("a", 1, 0.5e308, "u2")}}, []string{"u1"}, 1, Scores{0, 0.5, 0.75, 1, 1, 1}},
		{"no weight at all", certificate.Certificate{Groups: []certificate.Group{group("a", 1, 0, "u1")}}, []string{"u1"}, 1, Scores{1, 1, 0, 1, 0, 1}},
		{"no groups", certificate.Certificate{}, nil, 5, Scores{1, 1, 1, 1, 1, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := score(c.cert, []int{c.k}, ReferenceIdeal, c.ranked...)[0]
			for _, m := range Metrics() {
				if d := got[m] - c.want[m]; d > 1e-15 || d < -1e-15 {
					t.Errorf("%s = %v, want %v", m.Key(c.k), got[m], c.want[m])
				}
			}
		})
	}
}

// C12: a unit of one branch and one of another complete nothing.
func TestHalvesOfTwoBranchesCompleteNothing(t *testing.T) {
	c := certificate.Certificate{
		Groups:   []certificate.Group{group("a", 1, 1, "u3")},
		Branches: [][]string{{"u1", "u2"}, {"u7", "u8"}},
	}
	ks := []int{1, 2, 3, 8}
	for i, s := range score(c, ks, ReferenceIdeal, "u1", "u7", "x") {
		if s[Complete] != 0 {
			t.Errorf("half of each branch completes at %d", ks[i])
		}
	}
	for i, s := range score(c, ks, ReferenceIdeal, "u8", "x", "u7") {
		if got, want := s[Complete] == 1, ks[i] >= 3; got != want {
			t.Errorf("a whole branch at slot 3: complete at %d is %v", ks[i], got)
		}
	}
}

func drawRanking(t *rapid.T) []string {
	return rapid.SliceOfN(rapid.SampledFrom([]string{"u00", "u01", "u02", "u03", "u04", "u05", "u06", "u07", "u08", "x1", "x2", "y"}), 0, 18).Draw(t, "ranked")
}

// C10: repeated IDs included, whatever a method returns, a metric is a fraction.
func TestMetricsAreFractions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCertificate(t, 9, 5, 4)
		for _, mode := range []Ideal{ReferenceIdeal, TrueIdeal} {
			for i, s := range score(c, DefaultCutoffs(), mode, drawRanking(t)...) {
				for _, m := range Metrics() {
					if !(s[m] >= 0 && s[m] <= 1) {
						t.Fatalf("%s = %v", m.Key(DefaultCutoffs()[i]), s[m])
					}
				}
			}
		}
	})
}

func TestMoreSlotsNeverCoverLess(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, ranked := drawCertificate(t, 9, 5, 4), drawRanking(t)
		ks := make([]int, 20)
		for i := range ks {
			ks[i] = i + 1
		}
		scores := score(c, ks, ReferenceIdeal, ranked...)
		for i := 1; i < len(ks); i++ {
			for _, m := range []Metric{Complete, GroupRecall, NecessityRecall, RoleCoverage} {
				if scores[i][m] < scores[i-1][m] {
					t.Fatalf("%s = %v, %s = %v", m.Key(ks[i-1]), scores[i-1][m], m.Key(ks[i]), scores[i][m])
				}
			}
		}
		for i := len(ranked); i < len(ks); i++ {
			if i > 0 && scores[i] != scores[i-1] && !nDCGOnly(scores[i], scores[i-1]) {
				t.Fatalf("the scores change beyond the end of the ranking: %v, %v", scores[i-1], scores[i])
			}
		}
	})
}

// nDCGOnly: the ideal grows with the cutoff though the ranking has ended.
func nDCGOnly(a, b Scores) bool {
	a[GroupNDCG], b[GroupNDCG] = 0, 0
	return a == b
}

// Completion as the certificate package defines it and as it is counted here
// are the same, at every cutoff.
func TestCompletionAgreesWithItsMeaning(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, ranked := drawCertificate(t, 9, 5, 4), drawRanking(t)
		m, g := certificate.Compile(c), NewGold(c)
		slot := new(Tally).CompletionSlot(g, ranked, len(ranked))
		for k := 1; k <= len(ranked)+1; k++ {
			want := m.Complete(ranked[:min(k, len(ranked))])
			if got := score(c, []int{k}, ReferenceIdeal, ranked...)[0][Complete] == 1; got != want {
				t.Fatalf("Complete@%d is %v, its meaning says %v", k, got, want)
			}
			if got := within(slot, k); got != want {
				t.Fatalf("completed at slot %d, at %d its meaning says %v", slot, k, want)
			}
		}
	})
}

// A Tally that has scored anything else scores as a new one does.
func TestTallyForgets(t *testing.T) {
	var used Tally
	rapid.Check(t, func(t *rapid.T) {
		c, ranked := drawCertificate(t, 9, 5, 4), drawRanking(t)
		ks := DefaultCutoffs()
		got := make([]Scores, len(ks))
		used.Score(NewStandard(c, ks, ReferenceIdeal), ranked, got)
		for i, want := range score(c, ks, ReferenceIdeal, ranked...) {
			if got[i] != want {
				t.Fatalf("used %v, new %v", got[i], want)
			}
		}
	})
}

func TestCutoffs(t *testing.T) {
	got, err := Cutoffs([]int{8, 1, 5, 5})
	if err != nil || len(got) != 3 || got[0] != 1 || got[1] != 5 || got[2] != 8 {
		t.Errorf("got %v, %v", got, err)
	}
	for _, bad := range [][]int{nil, {}, {3, 0}, {-1}} {
		if _, err := Cutoffs(bad); err == nil {
			t.Errorf("%v is accepted", bad)
		}
	}
}

func BenchmarkOneStateTwelveMethods(b *testing.B) {
	c := large(1, 12, 3, 2)
	s := NewStandard(c, []int{5, 8, 16}, ReferenceIdeal)
	ranked := make([][]string, 12)
	for i := range ranked {
		for u := range 20 {
			ranked[i] = append(ranked[i], c.Groups[u%3].Acceptable[(u+i)%len(c.Groups[u%3].Acceptable)])
		}
	}
	var t Tally
	out := make([]Scores, 3)
	b.Run("score", func(b *testing.B) {
		for b.Loop() {
			for _, r := range ranked {
				t.Score(s, r, out)
			}
		}
	})
	b.Run("compile and score", func(b *testing.B) {
		for b.Loop() {
			s := NewStandard(c, []int{5, 8, 16}, ReferenceIdeal)
			for _, r := range ranked {
				t.Score(s, r, out)
			}
		}
	})
}
