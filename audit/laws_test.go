package audit_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"suffice/audit"
)

// drawQuestion is a random question on groups, with answers missing on either
// side.
func drawQuestion(t *rapid.T) audit.Question {
	answer := rapid.SampledFrom([]string{"", "w", "x", "y", "z"})
	q := audit.Question{Name: "q", Level: audit.Groups, Categories: []string{"w", "x", "y", "z"}}
	for s := range rapid.IntRange(0, 6).Draw(t, "states") {
		for g := range rapid.IntRange(1, 4).Draw(t, "groups") {
			item := audit.Item{State: fmt.Sprint("s", s), Group: fmt.Sprint("G", g)}
			q.A = append(q.A, audit.Rating{Item: item, Category: answer.Draw(t, "a")})
			q.B = append(q.B, audit.Rating{Item: item, Category: answer.Draw(t, "b")})
		}
	}
	return q
}

func agreed(t *rapid.T, q audit.Question) audit.Agreement {
	g, err := audit.Agree(q, audit.Resampling{Seed: 3, Draws: 40})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := agreed(t, drawQuestion(t))
		for _, f := range g.Figures() {
			v, ok := f.Number()
			if ok == (f.Reason != "") {
				t.Fatalf("%s: value %v and reason %q", f.Name, ok, f.Reason)
			}
			low := -1.0
			if f.Name == g.Raw.Name || f.Name == g.Expected.Name {
				low = 0
			}
			if v < low || v > 1 || math.IsNaN(v) {
				t.Fatalf("%s = %v", f.Name, v)
			}
			if i := f.Interval; i != nil && (math.IsNaN(i.Lower) || i.Lower > i.Upper || i.Lower < -1 || i.Upper > 1) {
				t.Fatalf("%s: interval %+v", f.Name, i)
			}
		}
		if g.Items+len(g.Exclusions) != len(drawnItems(g)) {
			t.Fatalf("%d items and %d exclusions", g.Items, len(g.Exclusions))
		}
	})
}

// drawnItems lists every item that g knows: behind its cells, and excluded.
func drawnItems(g audit.Agreement) map[audit.Item]bool {
	items := map[audit.Item]bool{}
	for _, c := range g.Cells {
		for _, item := range g.Behind(c.A, c.B) {
			items[item] = true
		}
	}
	for _, e := range g.Exclusions {
		items[e.Item] = true
	}
	return items
}

// sameFigures compares all values and intervals.
func sameFigures(t *rapid.T, what string, x, y audit.Agreement) {
	t.Helper()
	fx, fy := x.Figures(), y.Figures()
	for i := range fx {
		a, okA := fx[i].Number()
		b, okB := fy[i].Number()
		if okA != okB || a != b {
			t.Fatalf("%s: %s is %v %v and then %v %v", what, fx[i].Name, a, okA, b, okB)
		}
		if fx[i].Interval.Text() != fy[i].Interval.Text() {
			t.Fatalf("%s: %s has %s and then %s", what, fx[i].Name, fx[i].Interval.Text(), fy[i].Interval.Text())
		}
	}
}

func TestInvariances(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := drawQuestion(t)
		g := agreed(t, q)

		swapped := q
		swapped.A, swapped.B = q.B, q.A
		sameFigures(t, "raters exchanged", g, agreed(t, swapped))

		shuffled := q
		shuffled.A = rapid.Permutation(q.A).Draw(t, "order of A")
		shuffled.B = rapid.Permutation(q.B).Draw(t, "order of B")
		sameFigures(t, "items in another order", g, agreed(t, shuffled))

		renamed := q
		renamed.Categories = rapid.Permutation(q.Categories).Draw(t, "names")
		rename := func(list []audit.Rating) []audit.Rating {
			list = slices.Clone(list)
			for i, r := range list {
				if at := slices.Index(q.Categories, r.Category); at >= 0 {
					list[i].Category = renamed.Categories[at]
				}
			}
			return list
		}
		renamed.A, renamed.B = rename(q.A), rename(q.B)
		slices.Sort(renamed.Categories) // and the table in another order
		sameFigures(t, "categories renamed", g, agreed(t, renamed))
	})
}

func TestCellsHoldTheirItems(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := agreed(t, drawQuestion(t))
		total := 0
		for _, c := range g.Cells {
			total += c.Count
			behind := g.Behind(c.A, c.B)
			if len(behind) != c.Count || g.Count(c.A, c.B) != c.Count {
				t.Fatalf("%s | %s counts %d and holds %v", c.A, c.B, c.Count, behind)
			}
			if c.A != c.B && !slices.Equal(behind, c.Items) {
				t.Fatalf("%s | %s lists %v, behind it are %v", c.A, c.B, c.Items, behind)
			}
		}
		if total != g.Items {
			t.Fatalf("cells count %d of %d items", total, g.Items)
		}
	})
}

// The rule for an uninformative kappa at its very edges.
func TestUninformativeEdges(t *testing.T) {
	for _, c := range []struct {
		counts [][]int
		said   bool
	}{
		{[][]int{{16, 2}, {2, 0}}, true},   // po 0.8, pe 0.82
		{[][]int{{15, 2}, {3, 0}}, false},  // po 0.75
		{[][]int{{90, 0}, {5, 5}}, false},  // po 0.95, pe 0.86
		{[][]int{{0, 0}, {0, 12}}, false},  // kappa is undefined; that has its own words
		{[][]int{{49, 1}, {8, 2}}, true},   // po 0.85, pe 0.80: 0.05 apart
		{[][]int{{49, 0}, {8, 3}}, false},  // a little more
		{[][]int{{36, 2}, {2, 0}}, true},   // po 0.9, pe 0.905
		{[][]int{{73, 11}, {9, 7}}, false}, // po 0.8, pe 0.7176
	} {
		g := agree(t, table("yes no", c.counts))
		if said := g.Kappa.Caution != ""; said != c.said {
			t.Errorf("%v: po %s, pe %s: caution %q", c.counts, g.Raw.Text(), g.Expected.Text(), g.Kappa.Caution)
		}
	}
}

func TestRefusedQuestions(t *testing.T) {
	for name, q := range map[string]audit.Question{
		"an undeclared answer":     {Level: audit.States, Categories: []string{"y"}, A: answers("1=y"), B: answers("1=n")},
		"a category twice":         {Level: audit.States, Categories: []string{"y", "y"}, A: answers("1=y"), B: answers("1=y")},
		"fewer possible than used": {Level: audit.States, Possible: 1, A: answers("1=y"), B: answers("1=n")},
		"a state among groups":     {Level: audit.Groups, A: answers("1=y"), B: answers("1=y")},
		"an item without a state":  {Level: audit.States, A: answers("=y"), B: answers("1=y")},
	} {
		if g, err := audit.Agree(q, audit.Resampling{}); err == nil {
			t.Errorf("%s was taken: %+v", name, g.Raw)
		}
	}
	ok := audit.Question{Level: audit.States, A: answers("1=y"), B: answers("1=y")}
	for _, draws := range []int{-1, audit.MostDraws + 1} {
		if _, err := audit.Agree(ok, audit.Resampling{Draws: draws}); err == nil {
			t.Errorf("%d draws were taken", draws)
		}
	}
}
