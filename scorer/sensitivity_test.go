package scorer

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"suffice/certificate"
	"suffice/certificate/card"
)

func predictions(rankings ...[]string) []card.Prediction {
	out := make([]card.Prediction, len(rankings))
	for i, r := range rankings {
		out[i] = card.Prediction{State: "s", Method: fmt.Sprintf("m%d", i), Ranked: r}
	}
	return out
}

func TestSensitivityClasses(t *testing.T) {
	before := certificate.Certificate{State: "s", Groups: []certificate.Group{group("a", 1, 1, "u1", "u2")}}
	locked := predictions([]string{"u1", "x"}, []string{"x", "u3"}, nil)
	with := func(change func(*certificate.Certificate)) certificate.Certificate {
		after := before
		after.Groups = []certificate.Group{group("a", 1, 1, "u1", "u2")}
		change(&after)
		return after
	}
	for _, c := range []struct {
		name  string
		after certificate.Certificate
		class Class
		flips int
	}{
		{"nothing changed", with(func(*certificate.Certificate) {}), L0, 0},
		{"only the draft's key", with(func(c *certificate.Certificate) { c.Groups[0].Key = "g7" }), L0, 0},
		{"a rationale", with(func(c *certificate.Certificate) { c.Groups[0].Rationale = "because" }), L1, 0},
		{"a unit that no method ranks", with(func(c *certificate.Certificate) { c.Groups[0].Acceptable = []string{"u1", "u2", "u9"} }), L1, 0},
		{"a unit that one method ranks", with(func(c *certificate.Certificate) { c.Groups[0].Acceptable = []string{"u1", "u2", "u3"} }), L2, 2},
		{"a threshold", with(func(c *certificate.Certificate) { c.Groups[0].Threshold = 2 }), L2, 2},
		{"a branch", with(func(c *certificate.Certificate) { c.Branches = [][]string{{"x", "u3"}} }), L2, 2},
		{"no group left", with(func(c *certificate.Certificate) { c.Groups = nil }), L2, 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Sensitivity(before, c.after, locked, []int{2, 8})
			if got.Class != c.class || got.Flips != c.flips || len(got.Outcomes) != 6 {
				t.Errorf("got %+v, want %s with %d flips", got, c.class, c.flips)
			}
		})
	}
}

func TestSensitivityLooksOnlyAtItsCutoffs(t *testing.T) {
	before := certificate.Certificate{Groups: []certificate.Group{group("a", 1, 1, "u1")}}
	after := certificate.Certificate{Groups: []certificate.Group{group("a", 1, 1, "u2")}}
	locked := predictions([]string{"x", "x", "u1", "u2"})
	for _, c := range []struct {
		k     int
		class Class
	}{{2, L1}, {3, L2}, {4, L1}} {
		if got := Sensitivity(before, after, locked, []int{c.k}); got.Class != c.class {
			t.Errorf("at %d: %+v, want %s", c.k, got, c.class)
		}
	}
}

// The outcomes are Complete-MSS as scored, and the class follows from them.
func TestSensitivityAgreesWithScores(t *testing.T) {
	ks := SensitivityCutoffs()
	rapid.Check(t, func(t *rapid.T) {
		before, after := drawCertificate(t, 9, 4, 3), drawCertificate(t, 9, 4, 3)
		locked := predictions(drawRanking(t), drawRanking(t))
		held := NewSensitivity(before, locked, ks)
		got := held.Against(after)
		flips := 0
		for i, o := range got.Outcomes {
			p, k := locked[i/len(ks)], ks[i%len(ks)]
			was := score(before, []int{k}, ReferenceIdeal, p.Ranked...)[0][Complete] == 1
			is := score(after, []int{k}, ReferenceIdeal, p.Ranked...)[0][Complete] == 1
			if o != (Outcome{p.Method, k, was, is}) {
				t.Fatalf("%+v, scored %v and %v", o, was, is)
			}
			if was != is {
				flips++
			}
		}
		if got.Flips != flips || (got.Class == L2) != (flips > 0) {
			t.Fatalf("%+v with %d flips", got, flips)
		}
		if same := held.Against(before); same.Class != L0 {
			t.Fatalf("no change is %s", same.Class)
		}
		back := NewSensitivity(after, locked, ks).Against(before)
		if back.Flips != got.Flips || back.Class != got.Class {
			t.Fatalf("there %+v, back %+v", got, back)
		}
		if !reflect.DeepEqual(got, held.Against(after)) {
			t.Fatal("asked twice, answered differently")
		}
	})
}

func BenchmarkSensitivityAfterAKey(b *testing.B) {
	r := rand.New(rand.NewPCG(3, 4))
	before, after := large(1, 24, 6, 6), large(1, 24, 6, 6)
	for range 60 {
		branch := make([]string, 0, 5)
		for _, u := range r.Perm(24)[:5] {
			branch = append(branch, fmt.Sprintf("u%02d", u))
		}
		before.Branches = append(before.Branches, branch)
	}
	after.Branches = before.Branches
	after.Groups[0].Threshold++
	var rankings [][]string
	for range 12 {
		var ranked []string
		for _, u := range r.Perm(40)[:20] {
			ranked = append(ranked, fmt.Sprintf("u%02d", u))
		}
		rankings = append(rankings, ranked)
	}
	held := NewSensitivity(before, predictions(rankings...), SensitivityCutoffs())
	for b.Loop() {
		held.Against(after)
	}
}
