package sensitivity

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/review"
	"suffice/scorer"
	"suffice/scorer/methods"
	"suffice/scorer/methods/run"
)

func groups(gs ...certificate.Group) certificate.Certificate {
	retrieval := true
	return certificate.Certificate{State: "s", Retrieval: &retrieval, Groups: gs}
}

func group(key string, q int, ids ...string) certificate.Group {
	return certificate.Group{Key: certificate.GroupKey(key), ID: key, Role: "r", Acceptable: ids, Threshold: q, Weight: 1}
}

func TestCover(t *testing.T) {
	c := groups(group("G1", 2, "a", "b", "c"), group("G2", 1, "d"), group("G3", 3, "a"))
	got := cover(c, []string{"c", "x", "a", "c", "b"})
	if got[0].at != 3 || got[1].at != 0 || got[2].at != 0 {
		t.Errorf("covered at %d, %d, %d", got[0].at, got[1].at, got[2].at)
	}
	if want := []member{{"c", 1}, {"a", 3}, {"b", 5}}; !slices.Equal(got[0].members, want) {
		t.Errorf("members %v", got[0].members)
	}
}

func TestBranchAt(t *testing.T) {
	c := groups(group("G1", 1, "a"), group("G2", 1, "b"))
	c.Branches = [][]string{{"a", "b"}, {"x"}}
	ranked := []string{"x", "a", "b"}
	if b, slot := branchAt(c, cover(c, ranked), ranked); b != 2 || slot != 1 {
		t.Errorf("branch %d at %d", b, slot)
	}
	ranked = []string{"a", "b", "x"}
	if b, _ := branchAt(c, cover(c, ranked), ranked); b != 0 {
		t.Errorf("branch %d, the groups are as fast", b)
	}
	if b, _ := branchAt(c, cover(c, nil), nil); b != 0 {
		t.Errorf("branch %d of nothing", b)
	}
}

func TestPair(t *testing.T) {
	mk := func(ids ...string) line { return line{ranking: ranking{ranked: ids}} }
	for _, c := range []struct {
		a, b          line
		shared, first int
	}{
		{mk("a", "b"), mk("a", "b"), 2, 0}, {mk("a", "b"), mk("a", "c"), 1, 2}, {mk("a", "b"), mk("a"), 1, 2}, {mk(), mk("a"), 0, 1}, {mk(), mk(), 0, 0},
	} {
		if p := pair(c.a, c.b); p.shared != c.shared || p.first != c.first {
			t.Errorf("%v and %v: %d shared, first %d", c.a.ranked, c.b.ranked, p.shared, p.first)
		}
	}
}

// TestReckonAgreesWithTheScorer: where a method completes and the class are
// those of package scorer; runs at the desk never count for the class.
func TestReckonAgreesWithTheScorer(t *testing.T) {
	units := []string{"a", "b", "c", "d", "e", "f"}
	rapid.Check(t, func(r *rapid.T) {
		subset := rapid.SliceOfNDistinct(rapid.SampledFrom(units), 1, 4, rapid.ID[string])
		cert := func(name string) certificate.Certificate {
			n := rapid.IntRange(1, 3).Draw(r, name)
			var gs []certificate.Group
			for i := range n {
				ids := subset.Draw(r, name)
				gs = append(gs, group(fmt.Sprint("G", i+1), rapid.IntRange(1, len(ids)).Draw(r, name), ids...))
			}
			c := groups(gs...)
			if rapid.Bool().Draw(r, name) {
				c.Branches = [][]string{subset.Draw(r, name)}
			}
			return c
		}
		o := review.Outcomes{Now: cert("now"), Baselines: []review.Baseline{{ID: review.BaselineStart, Certificate: cert("before")}}}
		perm := rapid.Permutation(units)
		for i := range 2 {
			o.Locked = append(o.Locked, card.Prediction{Method: fmt.Sprint("m", i), Ranked: perm.Draw(r, "ranking")})
		}
		desk := []run.Entry{{Method: "run", Output: methods.Output{Ranked: perm.Draw(r, "run")}}}
		p := reckon(o, desk, review.BaselineStart)
		want := scorer.Sensitivity(o.Baselines[0].Certificate, o.Now, o.Locked, scorer.SensitivityCutoffs())
		if p.class != want.Class || p.flips != want.Flips || p.outcomes != len(want.Outcomes) {
			r.Fatalf("%s with %d flips, want %s with %d", p.class, p.flips, want.Class, want.Flips)
		}
		flips := 0
		for _, l := range p.lines {
			if l.locked {
				flips += l.flips(scorer.SensitivityCutoffs())
			}
			// What the groups say, or a branch that is faster, is where it completes.
			at := 0
			told := cover(o.Now, l.ranked)
			for _, g := range told {
				at = max(at, place(g.at))
			}
			if b, slot := branchAt(o.Now, told, l.ranked); b > 0 {
				at = slot
			}
			if at != l.now {
				r.Fatalf("told %d, completes at %d", at, l.now)
			}
		}
		if flips != p.flips {
			r.Fatalf("%d flips in the lines, %d in all", flips, p.flips)
		}
	})
}

func TestEveryClassHasItsWords(t *testing.T) {
	for _, c := range []scorer.Class{scorer.L0, scorer.L1, scorer.L2, review.L3} {
		if meaning(c) == "" {
			t.Errorf("%s means nothing", c)
		}
	}
	p := reckon(review.Outcomes{Replaced: true, Baselines: []review.Baseline{{}}}, nil, "")
	if p.class != review.L3 || p.verdict(0) != "L3" || p.explain(0) != meaning(review.L3) {
		t.Errorf("a replaced state: %s, %s", p.verdict(0), p.explain(0))
	}
}

// A locked ranking names the controller that its row names.
func TestLockedRankingsNameTheirController(t *testing.T) {
	raw := []byte(`{"state_id":"s","method":"m","ranked_evidence_ids":["u"],"controller":"offline"}`)
	got := rankings([]card.Prediction{{Method: "m", Ranked: []string{"u"}, Raw: raw}, {Method: "n"}}, nil)
	if got[0].controller != "offline" || got[1].controller != "" {
		t.Errorf("%+v", got)
	}
}

// TestStands: which of two rankings is there first, and whether both ever are.
func TestStands(t *testing.T) {
	for _, c := range []struct {
		a, b       int
		aEver, bEv bool
		want       string
	}{
		{3, 3, true, true, "="}, {1, 2, true, true, "<"}, {2, 1, true, true, ">"}, {0, 4, true, true, "<"},
		{-1, 4, false, true, "≠"}, {4, 0, true, false, "≠"}, {-1, -1, false, false, "="}, {0, 0, false, false, "="},
	} {
		if got := stands(c.a, c.b, c.aEver, c.bEv); got != c.want {
			t.Errorf("%d (%t) and %d (%t): %s, want %s", c.a, c.aEver, c.b, c.bEv, got, c.want)
		}
	}
}
