package scorer

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Units cost ten tokens a number: u3 costs 30. Admission stops at the first
// unit that does not fit, though a later one would.
func TestBudgetsByHand(t *testing.T) {
	var w world
	w.add("one", "r", group("a", 1, 1, "u1"), group("b", 1, 1, "u2"))
	w.add("two", "q", group("a", 1, 1, "u4"))
	w.rank("A", "one", "u2", "u9", "u1") // running totals 20, 110, 120
	w.rank("A", "two", "u3", "u1")       // 30, 40: never completes
	w.rank("B", "one", "u1", "u5", "u2") // 10, 60, 80
	w.rank("B", "two", "u4", "u5")       // 40, 90
	m := w.matrix(t)
	got, err := m.Budgets("A", "B", []Limit{{Items: 2}, {Tokens: 100}, {Tokens: 40}, {Match: true}, {}}, Resampling{Draws: 100, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		limit             string
		a, b              float64 // states completed
		contextA, contexB float64
	}{
		{"2 items", 0, 1, (110 + 40) / 2., (60 + 90) / 2.},
		{"100 tokens", 0, 2, (20 + 40) / 2., (80 + 90) / 2.},
		{"40 tokens", 0, 1, (20 + 40) / 2., (10 + 40) / 2.},
		{"per-state matched", 1, 2, (120 + 40) / 2., (80 + 40) / 2.},
		{"everything returned", 1, 2, (120 + 40) / 2., (80 + 90) / 2.},
	} {
		x := got[i]
		if x.Limit.String() != want.limit || x.SumA != want.a || x.SumB != want.b || x.ContextA != want.contextA || x.ContextB != want.contexB {
			t.Errorf("%s: %v and %v completed with %v and %v tokens, want %+v", x.Limit, x.SumA, x.SumB, x.ContextA, x.ContextB, want)
		}
		if x.States != 2 || x.Counted != 2 || x.Difference != (want.a-want.b)/2 {
			t.Errorf("%s: %+v", x.Limit, x)
		}
	}
	text := m.BudgetTable(got).String()
	for _, words := range []string{"letters over text", "per-state matched", "50.00  1/2", "first that does not fit"} {
		if !strings.Contains(text, words) {
			t.Errorf("the table does not say %q:\n%s", words, text)
		}
	}
}

// What a budget admits is the longest prefix within it, completes when that
// prefix does, and never costs more; item budgets are Complete-MSS at a cutoff;
// B at A's tokens never costs more than A.
func TestBudgetsKeepTheirLimits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawWorld(t).matrix(t)
		budget := rapid.IntRange(0, 60).Draw(t, "budget")
		for i := range m.Methods {
			for _, a := range m.answers[i] {
				if a == nil {
					continue
				}
				n, known := a.Admitted(budget)
				cost, _ := a.Tokens(n)
				if !known || cost > budget {
					t.Fatalf("%d slots of %+v cost %d, the budget is %d", n, a, cost, budget)
				}
				if next, _ := a.Tokens(n + 1); n < a.Slots && next <= budget {
					t.Fatalf("slot %d of %+v would fit into %d", n+1, a, budget)
				}
			}
		}
		got, err := m.Budgets("m1", "m2", []Limit{{Items: 5}, {Tokens: 1 << 30}, {Match: true}, {}}, few200(1))
		if err != nil {
			t.Fatal(err)
		}
		five, err := m.Compare("m1", "m2", Complete, 5, few200(1))
		if err != nil {
			t.Fatal(err)
		}
		if x := got[0]; x.Difference != five.Difference || x.Low != five.Low || x.High != five.High || x.Wins != five.Wins {
			t.Fatalf("5 items: %+v, Complete@5: %+v", x, five)
		}
		if fmt.Sprint(got[1].Comparison) != fmt.Sprint(got[3].Comparison) || got[1].ContextB != got[3].ContextB {
			t.Fatalf("a budget that everything fits: %+v, no budget: %+v", got[1], got[3])
		}
		if got[2].ContextB > got[2].ContextA || got[2].SumA != got[3].SumA {
			t.Fatalf("matched: %+v", got[2])
		}
	})
}
