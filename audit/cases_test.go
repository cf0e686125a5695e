package audit_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"suffice/audit"
)

// answers makes ratings out of "item=category" words, at the level of states.
func answers(words string) []audit.Rating {
	var out []audit.Rating
	for _, w := range strings.Fields(words) {
		item, category, _ := strings.Cut(w, "=")
		out = append(out, audit.Rating{Item: audit.Item{State: item}, Category: category})
	}
	return out
}

// table makes a question whose cross table is counts, rows by A.
func table(categories string, counts [][]int) audit.Question {
	names := strings.Fields(categories)
	q := audit.Question{Name: "table", Level: audit.States, Categories: names}
	n := 0
	for i, row := range counts {
		for j, count := range row {
			for range count {
				item := audit.Item{State: fmt.Sprintf("s%04d", n)}
				q.A = append(q.A, audit.Rating{Item: item, Category: names[i]})
				q.B = append(q.B, audit.Rating{Item: item, Category: names[j]})
				n++
			}
		}
	}
	return q
}

func agree(t *testing.T, q audit.Question) audit.Agreement {
	t.Helper()
	g, err := audit.Agree(q, audit.Resampling{Seed: 1, Draws: 200})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func near(t *testing.T, what string, f audit.Figure, want, within float64) {
	t.Helper()
	got, ok := f.Number()
	if !ok {
		t.Errorf("%s: no value (%s), want %v", what, f.Reason, want)
	} else if math.Abs(got-want) > within {
		t.Errorf("%s = %.7f, want %v", what, got, want)
	}
}

func absent(t *testing.T, what string, f audit.Figure, why string) {
	t.Helper()
	if f.Value != nil || f.Interval != nil || f.Ratio != nil || !strings.Contains(f.Reason, why) {
		t.Errorf("%s = %s %s with reason %q, want none because %q", what, f.Text(), f.Interval.Text(), f.Reason, why)
	}
}

func TestOneCategoryOnly(t *testing.T) { // C1
	q := table("accept revise rebuild", [][]int{{12, 0, 0}})
	g := agree(t, q)
	near(t, "po", g.Raw, 1, 0)
	near(t, "pe", g.Expected, 1, 0)
	near(t, "2po-1", g.TwicePo, 1, 0)
	absent(t, "kappa", g.Kappa, "only one category used")
	absent(t, "alpha", g.Alpha, "only one category used")
	near(t, "AC1 with two categories unused", g.AC1, 1, 0)
	if got := g.Raw.Interval.Text(); got != "[0.7575, 1.0000]" {
		t.Errorf("Wilson %s, want [0.7575, 1.0000]", got)
	}

	q.Categories = nil // and with nothing else to choose from
	g = agree(t, q)
	absent(t, "Brennan-Prediger", g.BrennanPrediger, "no other declared")
	absent(t, "AC1", g.AC1, "no other declared")
	for _, line := range g.Lines() {
		if strings.Contains(line, "NaN") || strings.Contains(line, "Inf") {
			t.Errorf("printed: %s", line)
		}
	}
}

func TestPrevalenceParadox(t *testing.T) { // C2
	g := agree(t, table("yes no", [][]int{{90, 5}, {5, 0}}))
	near(t, "po", g.Raw, 0.9, 1e-12)
	near(t, "pe", g.Expected, 0.905, 1e-12)
	near(t, "kappa", g.Kappa, -0.0526, 5e-5)
	near(t, "2po-1", g.TwicePo, 0.8, 1e-12)
	near(t, "Brennan-Prediger", g.BrennanPrediger, 0.8, 1e-12)
	if se := *g.Kappa.Interval.StandardError; math.Abs(se-0.0166) > 5e-5 {
		t.Errorf("SE %v, want 0.0166", se)
	}
	if !strings.Contains(g.Kappa.Caution, "kappa says nothing here") {
		t.Errorf("caution %q does not say that kappa is uninformative", g.Kappa.Caution)
	}
	screen := strings.Join(g.Lines(), "\n")
	for _, want := range []string{"90.00%", "0.9050", "-0.0526", "0.8000", "Fleiss, Cohen and Everitt", "yes                     90"} {
		if !strings.Contains(screen, want) {
			t.Errorf("the working lacks %q:\n%s", want, screen)
		}
	}
	for _, word := range []string{"substantial", "moderate", "slight", "poor", "perfect", "good", "fair", "strong", "weak"} {
		if strings.Contains(strings.ToLower(screen), word) {
			t.Errorf("the working has the verdict word %q:\n%s", word, screen)
		}
	}
}

func TestThreeCategories(t *testing.T) { // C3
	g := agree(t, table("a b c", [][]int{{3, 1, 0}, {0, 3, 1}, {0, 0, 2}}))
	near(t, "2po-1", g.TwicePo, 0.6, 1e-12)
	near(t, "Brennan-Prediger", g.BrennanPrediger, 0.7, 1e-12)
	near(t, "kappa", g.Kappa, 0.6970, 5e-5)
	if g.TwicePo.Name != "2po-1" || !strings.Contains(g.TwicePo.Formula, "only for 2 categories") {
		t.Errorf("2po-1 is called %q, formula %q", g.TwicePo.Name, g.TwicePo.Formula)
	}
}

func TestMissingAnswer(t *testing.T) { // C4
	a := "i1=y i2=n i3=y i4=n i5=y"
	for name, b := range map[string]string{
		"absent": "i1=y i3=y i4=n i5=y", "empty": "i5=y i4=n i2= i3=y i1=y",
	} {
		t.Run(name, func(t *testing.T) {
			g := agree(t, audit.Question{Name: "q", Level: audit.States, A: answers(a), B: answers(b)})
			if g.Items != 4 || len(g.Exclusions) != 1 {
				t.Fatalf("%d items, exclusions %v", g.Items, g.Exclusions)
			}
			if e := g.Exclusions[0]; e.Item.State != "i2" || e.Lacks != "B" {
				t.Errorf("excluded %+v, want i2, which B did not answer", e)
			}
			near(t, "po", g.Raw, 1, 0)
			near(t, "pe", g.Expected, 0.625, 1e-12)
			near(t, "kappa", g.Kappa, 1, 0)
			if !strings.Contains(g.Kappa.Interval.Caution, "standard error of this formula is 0") {
				t.Errorf("an interval of no width goes without a word: %+v", g.Kappa.Interval)
			}
			if lines := strings.Join(g.Lines(), "\n"); !strings.Contains(lines, "i2: B gave no answer") {
				t.Errorf("the exclusion is not printed by name:\n%s", lines)
			}
		})
	}
}

func TestNothingShared(t *testing.T) { // C5
	g := agree(t, audit.Question{Name: "q", Level: audit.States, A: answers("i1=y i2=n"), B: answers("i3=y i4=n")})
	for _, f := range g.Figures() {
		absent(t, f.Name, f, "0 shared states")
	}
	if len(g.Exclusions) != 4 {
		t.Errorf("exclusions %v, want all four", g.Exclusions)
	}
	if lines := strings.Join(g.Lines(), "\n"); !strings.Contains(lines, "0 shared states") {
		t.Errorf("not said:\n%s", lines)
	}
}

func TestSeniorIsNoRater(t *testing.T) { // C6
	q := audit.Question{Name: "q", Level: audit.States, A: answers("1=y 2=n 3=y 4=n"), B: answers("1=y 2=n 3=n 4=n")}
	g := agree(t, q)
	near(t, "kappa", g.Kappa, 0.5, 1e-12)

	senior := audit.Sheet{Auditor: "senior", State: "s", Submitted: true, Verdict: audit.Revise}
	sample, err := audit.Draw([]string{"s"}, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	_, err = audit.NewReport(sample, []audit.Frozen{{State: "s", Groups: []string{"G1"}}}, []audit.Sheet{senior}, audit.Resampling{})
	if err == nil || !strings.Contains(err.Error(), "only the auditors A and B are compared") {
		t.Errorf("a third rater was taken: %v", err)
	}
}

func TestLatestSubmittedCounts(t *testing.T) { // C7
	sheet := func(revision uint64, submitted bool, v audit.Verdict) audit.Sheet {
		return audit.Sheet{Auditor: audit.RaterA, State: "s", Revision: revision, Submitted: submitted, Verdict: v}
	}
	got, err := audit.Latest([]audit.Sheet{
		sheet(3, true, audit.Revise), sheet(1, true, audit.Accept), sheet(4, false, audit.Rebuild), sheet(2, true, audit.Rebuild),
	})
	if err != nil || len(got) != 1 || got[0].Revision != 3 || got[0].Verdict != audit.Revise {
		t.Errorf("latest %+v, %v; want revision 3", got, err)
	}
	if _, err := audit.Latest([]audit.Sheet{sheet(1, true, audit.Accept), sheet(1, true, audit.Revise)}); err == nil {
		t.Error("one revision submitted twice was taken")
	}
	twice := audit.Question{Name: "q", Level: audit.States, A: answers("1=y 1=n"), B: answers("1=y")}
	if _, err := audit.Agree(twice, audit.Resampling{}); err == nil || !strings.Contains(err.Error(), "twice") {
		t.Errorf("two answers of one rater were taken: %v", err)
	}
}

func TestEqualityIsAboutContent(t *testing.T) { // C8
	group := func(name string, units ...string) audit.Rating {
		return audit.Rating{Item: audit.Item{State: "s", Group: name}, Category: audit.Content(units, 1)}
	}
	g := agree(t, audit.Question{
		Name: "content", Level: audit.Groups,
		A: []audit.Rating{group("G1", "u1", "u2"), group("G2", "u3"), group("G3", "u5")},
		B: []audit.Rating{group("G2", "u4"), group("G1", "u2", "u1")},
	})
	near(t, "po", g.Raw, 0.5, 0)
	if len(g.Exclusions) != 1 || g.Exclusions[0].Item.Group != "G3" || g.Exclusions[0].Lacks != "B" {
		t.Errorf("what B has not judged is %v, want G3 as an exclusion and no disagreement", g.Exclusions)
	}
	if audit.Content([]string{"a", "b"}, 1) == audit.Content([]string{"a", "b"}, 2) {
		t.Error("two thresholds have one content")
	}
	if audit.Content([]string{`a" "b`}, 1) == audit.Content([]string{"a", "b"}, 1) {
		t.Error("an ID can pass for two")
	}
	for _, units := range [][]string{nil, {"a"}, {"b", "a"}, {`a" "b`, "c] d", "3 of ["}} {
		sorted := slices.Sorted(slices.Values(units))
		got, n, ok := audit.ContentOf(audit.Content(units, 3))
		if !ok || n != 3 || !slices.Equal(got, sorted) {
			t.Errorf("%q comes back as %d of %q, %v", units, n, got, ok)
		}
	}
	for _, other := range []string{"", "no such group", "2", "1 of [a]", `1 of ["b" "a"]`, `1 of ["a"] "b"]`, `x of ["a"]`, `1 of ["a"`} {
		if _, _, ok := audit.ContentOf(other); ok {
			t.Errorf("%q is taken for a content", other)
		}
	}
}

func TestPublishedValues(t *testing.T) { // C9
	for _, c := range []struct {
		name                  string
		categories            string
		counts                [][]int
		po, kappa, se         float64
		ac1, alpha            float64
		lower, upper, twicePo float64
	}{
		{"irrCAC overview", "a b c", [][]int{{13, 0, 0}, {0, 20, 7}, {0, 4, 56}}, 0.89, 0.796409, 0.058911, 0.849331, 0.797258, 0.680943, 0.911875, 0.78},
		{"statpsych ci.kappa", "a b", [][]int{{31, 12}, {4, 58}}, 89.0 / 105, 0.675676, 0.073448, 0.714140, 0.675214, 0.5317, 0.8196, 73.0 / 105},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := agree(t, table(c.categories, c.counts))
			near(t, "po", g.Raw, c.po, 1e-12)
			near(t, "kappa", g.Kappa, c.kappa, 5e-7)
			near(t, "2po-1", g.TwicePo, c.twicePo, 1e-12)
			near(t, "AC1", g.AC1, c.ac1, 5e-7)
			near(t, "alpha", g.Alpha, c.alpha, 5e-7)
			i := g.Kappa.Interval
			if math.Abs(*i.StandardError-c.se) > 5e-7 {
				t.Errorf("SE %.6f, want %.6f", *i.StandardError, c.se)
			}
			if math.Abs(i.Lower-c.lower) > 5e-5 || math.Abs(i.Upper-c.upper) > 5e-5 {
				t.Errorf("interval %s, want [%v, %v]", i.Text(), c.lower, c.upper)
			}
		})
	}
}
