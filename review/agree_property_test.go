package review

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"suffice/certificate"
)

// Agreement in substance is an equivalence relation: it is what equal verdicts
// and equal sets of accepted sets are, and those are equalities.
func TestSubstanceIsAnEquivalence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var os [3]Opinion
		a, b := drawTwo(t)
		verdict := rapid.SampledFrom([]Verdict{VerdictRevise, VerdictRevise, VerdictRebuild})
		os[0], os[1] = says(verdict.Draw(t, "v"), a), says(verdict.Draw(t, "v"), b)
		os[2] = says(verdict.Draw(t, "v"), drawLike(t, b))
		var same [3][3]bool
		for i := range os {
			for j := range os {
				yes, proven := SameSubstance(os[i], os[j], some())
				want := os[i].Verdict == os[j].Verdict && slices.Equal(accepts(os[i].Certificate), accepts(os[j].Certificate))
				if yes != want || !proven {
					t.Fatalf("%d and %d: same %v (proven %v), want %v", i, j, yes, proven, want)
				}
				same[i][j] = yes
			}
		}
		for i := range os {
			for j := range os {
				for k := range os {
					if !same[i][i] || same[i][j] != same[j][i] || same[i][j] && same[j][k] && !same[i][k] {
						t.Fatalf("no equivalence: %v", same)
					}
				}
			}
		}
	})
}

// Swapping the reviews swaps the names and nothing else, and what a state
// closes with accepts what both accept.
func TestJudgeIsSymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawTwo(t)
		under := cert(group("bug_location", 1, "u1"))
		if rapid.Bool().Draw(t, "a unchanged") {
			under = a
		}
		x, y := says(drawVerdict(t), a), says(drawVerdict(t), b)
		if rapid.Bool().Draw(t, "one verdict") {
			y.Verdict = x.Verdict
		}
		set := Settings{MinorToSenior: rapid.Bool().Draw(t, "minor to senior")}
		g, h := Judge(under, x, y, set, some()), Judge(under, y, x, set, some())
		if g.Route != h.Route || g.Substance != h.Substance || g.Proven != h.Proven || g.Verdicts != h.Verdicts ||
			!slices.Equal(g.Differs, h.Differs) || len(g.Minor) != len(h.Minor) {
			t.Fatalf("one way %+v\nthe other %+v", g, h)
		}
		if !slices.Equal(g.AOnly.Units, h.BOnly.Units) || !slices.Equal(g.BOnly.Units, h.AOnly.Units) {
			t.Fatalf("counterexamples %v, %v and back %v, %v", g.AOnly, g.BOnly, h.AOnly, h.BOnly)
		}
		checkCounterexample(t, g.AOnly, a, b)
		checkCounterexample(t, g.BOnly, b, a)
		if (g.Route == Closes) != (g.Closing != nil) {
			t.Fatalf("%s with %v", g.Route, g.Closing)
		}
		if g.Route == ToSenior {
			return
		}
		checkClosing(t, under, x, y, *g.Closing)
		if got := accepts(*h.Closing); !slices.Equal(got, accepts(*g.Closing)) {
			t.Fatal("the certificates that it closes with accept different sets")
		}
	})
}

// A counterexample is one, it is a smallest one, and it is there if any is.
func checkCounterexample(t *rapid.T, x Counterexample, completes, fails certificate.Certificate) {
	in, out := accepts(completes), accepts(fails)
	least := -1
	for i, set := range subsets() {
		if in[i] && !out[i] && (least < 0 || len(set) < least) {
			least = len(set)
		}
	}
	if x.Found != (least >= 0) || x.Found && len(x.Units) != least {
		t.Fatalf("counterexample %+v, smallest size %d", x, least)
	}
	if x.Found && (!certificate.Compile(completes).Complete(x.Units) || certificate.Compile(fails).Complete(x.Units)) {
		t.Fatalf("%v is no counterexample", x.Units)
	}
}

func checkClosing(t *rapid.T, under certificate.Certificate, a, b Opinion, closing certificate.Certificate) {
	if !changes(under, a.Certificate) || !changes(under, b.Certificate) {
		if !certificate.Equal(closing, under) {
			t.Fatal("either left it unchanged, but another certificate closes the state")
		}
		return
	}
	if !slices.Equal(accepts(closing), accepts(a.Certificate)) {
		t.Fatal("it closes with other sets than A accepts")
	}
	for i, g := range closing.Groups {
		for at, q := range g.Quotations {
			twice := slices.ContainsFunc(g.Quotations[:at], func(o certificate.Quotation) bool { return sameQuotation(o, q) })
			if had := a.Certificate.Groups[i].Quotations; twice && at >= len(had) {
				t.Fatalf("the quotation %v was added twice", q)
			}
		}
	}
	if !slices.Equal(quotations(closing), quotations(a.Certificate, b.Certificate)) {
		t.Fatalf("quotations %q", quotations(closing))
	}
}

// quotations lists every quotation of some certificates once.
func quotations(of ...certificate.Certificate) []string {
	var all []string
	for _, c := range of {
		for _, g := range c.Groups {
			for _, q := range g.Quotations {
				all = unite(all, []string{q.Unit + " " + q.Text})
			}
		}
	}
	slices.Sort(all)
	return all
}
