package certificate

import (
	"errors"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func witnesses(m Meaning, limit int) [][]string {
	out := [][]string{}
	for w := range m.Witnesses(limit) {
		out = append(out, w)
	}
	return out
}

func sorted(sets [][]string) [][]string {
	out := slices.Clone(sets)
	sortSets(out)
	return out
}

func sameSets(a, b [][]string) bool { return slices.EqualFunc(a, b, slices.Equal[[]string]) }

func TestWitnessesByDefinition(t *testing.T) {
	ids := universe(9)
	rapid.Check(t, func(t *rapid.T) {
		c := drawCertificate(t, "c", ids)
		m := Compile(c)
		want := minimalSets(ids, covering(c, ids))
		got := witnesses(m, len(want)+1)
		if !sameSets(sorted(got), want) {
			t.Fatalf("Witnesses = %q, want %q", got, want)
		}
		if again := witnesses(Compile(c), len(want)+1); !sameSets(got, again) {
			t.Fatalf("one time %q, another %q", got, again)
		}
		limit := rapid.IntRange(0, len(want)+1).Draw(t, "limit")
		if some := witnesses(m, limit); !sameSets(some, got[:min(limit, len(got))]) {
			t.Fatalf("the first %d of %q are %q", limit, got, some)
		}
	})
}

func TestCountByDefinition(t *testing.T) {
	ids := universe(9)
	rapid.Check(t, func(t *rapid.T) {
		c := drawCertificate(t, "c", ids)
		m := Compile(c)
		want := uint64(len(minimalSets(ids, covering(c, ids))))
		if got := m.Count(DefaultBudget()); got != (Count{N: want, Exact: true}) {
			t.Fatalf("Count = %v, want %d", got, want)
		}
		for _, rows := range m.parts() {
			order := wanted(rows, m.ranked(nil))
			table := newTable(rows, nil, order).minimal()
			swept, ok := newTightSweep(rows, order, plenty).count()
			if !ok || swept != table {
				t.Fatalf("the sweep counts %d, %v, the table %d", swept, ok, table)
			}
		}
	})
}

// Beyond 24 units tables give up, and on a small budget sweeps do too, and the
// bounded enumeration takes over. The units form a chain of groups, so that
// they are counted in one part.
func TestCountBeyondTheTable(t *testing.T) {
	ids := universe(32)
	gaveUp := 0
	rapid.Check(t, func(t *rapid.T) {
		var c Certificate
		for i := range 4 {
			units := slices.Clone(ids[7*i : 7*i+9])
			units = append(units, rapid.SliceOfNDistinct(rapid.SampledFrom(ids), 0, 3, rapid.ID[string]).Draw(t, "more")...)
			c.Groups = append(c.Groups, group(rapid.IntRange(1, 3).Draw(t, "threshold"), units...))
		}
		m := Compile(c)
		n := uint64(len(witnesses(m, 3000)))
		exact := m.Count(enough())
		if !exact.Exact || n < 3000 && exact.N != n || exact.N < n {
			t.Fatalf("Count = %v, walked %d", exact, n)
		}
		few := m.Count(Budget{Steps: rapid.IntRange(0, 200).Draw(t, "steps")})
		if few.N > exact.N || few.N == 0 || few.Exact && few != exact {
			t.Fatalf("Count = %v, in truth %v", few, exact)
		}
		if !few.Exact {
			gaveUp++
		}
	})
	if gaveUp == 0 {
		t.Error("no budget was too small: the bound was never tried")
	}
}

// Tables and sweeps share no code. Thresholds above six reach beyond the first
// six units of a table.
func TestTableAgreesWithSweep(t *testing.T) {
	ids := universe(12)
	rapid.Check(t, func(t *rapid.T) {
		var c Certificate
		for range rapid.IntRange(1, 4).Draw(t, "groups") {
			units := rapid.SliceOfNDistinct(rapid.SampledFrom(ids), 1, -1, rapid.ID[string]).Draw(t, "units")
			c.Groups = append(c.Groups, group(rapid.IntRange(1, len(units)).Draw(t, "threshold"), units...))
		}
		for range rapid.IntRange(0, 2).Draw(t, "branches") {
			c.Branches = append(c.Branches, rapid.SliceOfNDistinct(rapid.SampledFrom(ids), 1, -1, rapid.ID[string]).Draw(t, "branch"))
		}
		m := Compile(c)
		order := m.relevant().members()
		table := newTable(m.rows, m.branches, order).bySize()
		swept, ok := newSizeSweep(m, order).count()
		if !ok || !slices.EqualFunc(table, swept, func(a uint64, b *big.Int) bool { return b.IsUint64() && b.Uint64() == a }) {
			t.Fatalf("by size: table %v, sweep %v, %v", table, swept, ok)
		}
		order = wanted(m.rows, m.ranked(nil))
		least := newTable(m.rows, nil, order).minimal()
		if n, ok := newTightSweep(m.rows, order, plenty).count(); !ok || n != least {
			t.Fatalf("minimal: table %d, sweep %d, %v", least, n, ok)
		}
	})
}

func TestCountOfLargeCertificates(t *testing.T) {
	apart := func(groups, units, threshold int) Certificate {
		var c Certificate
		for g := range groups {
			var a []string
			for u := range units {
				a = append(a, strconv.Itoa(g)+"."+strconv.Itoa(u))
			}
			c.Groups = append(c.Groups, group(threshold, a...))
		}
		return c
	}
	shared := Certificate{Groups: []Group{
		group(50, numbered("a", 60)...),
		group(20, append(numbered("a", 60), numbered("b", 40)...)...), // implied by the first
		group(10, append(numbered("b", 40), numbered("c", 30)...)...),
	}}
	cases := []struct {
		name string
		c    Certificate
		want Count
	}{
		{"no set covers", Certificate{Groups: []Group{group(2, "a")}}, Count{0, true}},
		{"no groups", Certificate{}, Count{1, true}},
		{"one of 40", apart(1, 40, 1), Count{40, true}},
		{"16 of 120 does not fit", apart(1, 120, 16), Count{math.MaxUint64, false}},
		{"7 of 200", apart(1, 200, 7), Count{2283896214600, true}},
		{"30 groups of 2, each one of", apart(30, 2, 1), Count{1 << 30, true}},
		{"64 groups of 2 do not fit", apart(64, 2, 1), Count{math.MaxUint64, false}},
		{"shared units in few classes", shared, Count{math.MaxUint64, false}},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			if got := Compile(tc.c).Count(DefaultBudget()); got != tc.want {
				t.Errorf("Count = %v, want %v", got, tc.want)
			}
		})
	}
}

func TestChoose(t *testing.T) {
	for n := range 140 {
		for k := range n + 2 {
			want := uint64(math.MaxUint64)
			if b := new(big.Int).Binomial(int64(n), int64(k)); b.IsUint64() {
				want = b.Uint64()
			}
			if got := choose(n, k); got != want {
				t.Fatalf("choose(%d, %d) = %d, want %d", n, k, got, want)
			}
		}
	}
}

func numbered(prefix string, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = prefix + strconv.Itoa(i)
	}
	return out
}

func TestDerive(t *testing.T) {
	c := Certificate{Groups: []Group{group(2, "c", "b", "a"), group(1, "b", "d")}}
	got, err := Derive(c)
	want := [][]string{{"a", "b"}, {"b", "c"}, {"a", "c", "d"}}
	if err != nil || !sameSets(got, want) {
		t.Errorf("Derive = %q, %v, want %q", got, err, want)
	}
	for _, c := range []Certificate{{}, {Groups: []Group{group(0, "a")}}, {Groups: []Group{group(2, "a")}}} {
		if got, err := Derive(c); len(got) != 0 || err != nil {
			t.Errorf("Derive = %q, %v, want none", got, err)
		}
	}
}

func TestDeriveAtTheLimit(t *testing.T) {
	c := Certificate{Groups: []Group{group(1, numbered("a", MaxDerived)...)}}
	if got, err := Derive(c); err != nil || len(got) != MaxDerived {
		t.Errorf("%d branches, %v", len(got), err)
	}
	c.Groups[0].Acceptable = append(c.Groups[0].Acceptable, "one more")
	_, err := Derive(c)
	var many *TooManyError
	if !errors.As(err, &many) || many.Count != (Count{MaxDerived + 1, true}) || !strings.HasPrefix(err.Error(), "2001 ") {
		t.Errorf("Derive: %v", err)
	}
}

func TestDeriveByDefinition(t *testing.T) {
	ids := universe(9)
	rapid.Check(t, func(t *rapid.T) {
		c := drawCertificate(t, "c", ids)
		var want [][]string
		for _, w := range minimalSets(ids, covering(c, ids)) {
			if len(w) > 0 {
				want = append(want, w)
			}
		}
		got, err := Derive(c)
		if err != nil || !sameSets(got, want) {
			t.Fatalf("Derive = %q, %v, want %q", got, err, want)
		}
		// Listing them changes nothing about what the certificate means.
		listed := Certificate{Groups: c.Groups, Branches: got}
		m := Compile(listed)
		if same, s := Same(m, Compile(Certificate{Groups: c.Groups}), enough()); !same || !s.Proven {
			t.Fatalf("derived branches change the meaning: %v, %+v", same, s)
		}
		if tally := m.BranchTally(enough()); len(got) > 0 && tally.OutOfDate() {
			t.Fatalf("just derived and out of date: %+v", tally)
		}
	})
}

func TestBranchFits(t *testing.T) {
	groups := []Group{group(2, "a", "b", "c"), group(1, "d")}
	c := Certificate{Groups: groups, Branches: [][]string{
		{"a", "b", "d"},
		{"d", "b", "a", "a"},
		{"a", "b", "c", "d"},
		{"x", "y"},
		{"y"},
		{"y"},
		{"b", "c", "d", "x"},
	}}
	want := []BranchFit{
		{BranchDerived, -1}, {BranchRepeats, 0}, {BranchNotMinimal, -1},
		{BranchBypasses, 4}, {BranchBypasses, -1}, {BranchRepeats, 4}, {BranchNotMinimal, -1},
	}
	m := Compile(c)
	if got := m.BranchFits(); !slices.Equal(got, want) {
		t.Errorf("BranchFits = %v, want %v", got, want)
	}
	tally := m.BranchTally(DefaultBudget())
	if tally != (BranchTally{Listed: 7, Derived: 1, Minimal: Count{3, true}, Missing: 2}) || !tally.OutOfDate() {
		t.Errorf("BranchTally = %+v", tally)
	}
	c.Branches = nil
	if tally := Compile(c).BranchTally(DefaultBudget()); tally.OutOfDate() {
		t.Errorf("none listed and out of date: %+v", tally)
	}
}

func TestBranchFitsByDefinition(t *testing.T) {
	ids := universe(7)
	rapid.Check(t, func(t *rapid.T) {
		c := drawCertificate(t, "c", ids)
		fits := Compile(c).BranchFits()
		minimal := minimalSets(ids, covering(c, ids))
		set := func(i int) []string { return slices.Compact(slices.Sorted(slices.Values(c.Branches[i]))) }
		for i, fit := range fits {
			covers := coversByDefinition(c.Groups, func(id string) bool { return slices.Contains(c.Branches[i], id) })
			derived := slices.ContainsFunc(minimal, func(w []string) bool { return slices.Equal(w, set(i)) })
			earlier := -1
			for j := range i {
				if earlier < 0 && slices.Equal(set(j), set(i)) {
					earlier = j
				}
			}
			want := BranchNotMinimal
			switch {
			case earlier >= 0:
				want = BranchRepeats
			case !covers:
				want = BranchBypasses
			case derived:
				want = BranchDerived
			}
			if fit.Kind != want || want == BranchRepeats && fit.Other != earlier {
				t.Fatalf("branch %d %q is %v, want %s", i, c.Branches[i], fit, want)
			}
		}
	})
}

func TestCompletingCountsByDefinition(t *testing.T) {
	ids := universe(9)
	rapid.Check(t, func(t *rapid.T) {
		c := drawCertificate(t, "c", ids)
		m := Compile(c)
		units := m.Units()
		want := make([]int64, len(units)+1)
		for mask, yes := range completing(c, units) {
			if yes {
				want[len(subset(units, mask))]++
			}
		}
		check := func(by string, got []*big.Int) {
			if !slices.EqualFunc(got, want, func(n *big.Int, w int64) bool { return n.Cmp(big.NewInt(w)) == 0 }) {
				t.Fatalf("by %s: %v, want %v", by, got, want)
			}
		}
		got, n, ok := m.CompletingCounts()
		if !ok || n != len(units) {
			t.Fatalf("universe %d, %v, want %d", n, ok, len(units))
		}
		check("table", got)
		swept, ok := newSizeSweep(m, m.relevant().members()).count()
		if !ok {
			t.Fatal("the sweep gave up")
		}
		check("sweep", swept)
	})
}

func TestCompletingCountsOfOneGroup(t *testing.T) {
	got, n, ok := Compile(Certificate{Groups: []Group{group(16, numbered("a", 120)...)}}).CompletingCounts()
	if !ok || n != 120 {
		t.Fatalf("universe %d, %v", n, ok)
	}
	for s, v := range got {
		want := new(big.Int)
		if s >= 16 {
			want.Binomial(120, int64(s))
		}
		if v.Cmp(want) != 0 {
			t.Errorf("%d units: %v, want %v", s, v, want)
		}
	}
}
