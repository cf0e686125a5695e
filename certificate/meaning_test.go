package certificate

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

const plenty = 1_000_000

func enough() Budget { return Budget{Steps: plenty} }

func group(threshold int, units ...string) Group {
	return Group{Acceptable: units, Threshold: threshold}
}

// TestComplete holds C12, halves of two branches, and C13, one unit in two
// groups, among others.
func TestComplete(t *testing.T) {
	cases := []struct {
		name string
		c    Certificate
		yes  [][]string
		no   [][]string
	}{
		{"halves of two branches complete nothing",
			Certificate{Groups: []Group{group(1, "u9")}, Branches: [][]string{{"u1", "u2"}, {"u7", "u8"}}},
			[][]string{{"u1", "u2"}, {"u8", "x", "u7"}, {"u9"}},
			[][]string{{"u1", "u7"}, {"u1"}, nil}},
		{"one unit in two groups",
			Certificate{Groups: []Group{group(1, "u1", "u2"), group(1, "u2")}},
			[][]string{{"u1", "u2"}, {"u2"}},
			[][]string{{"u1"}}},
		{"a repeated acceptable ID counts once",
			Certificate{Groups: []Group{group(2, "u1", "u1", "u2")}},
			[][]string{{"u1", "u2"}},
			[][]string{{"u1"}, {"u1", "u1"}}},
		{"a threshold of 0 or less is always covered",
			Certificate{Groups: []Group{group(0, "u1"), group(-3, "u2"), group(1, "u3")}},
			[][]string{{"u3"}},
			[][]string{{"u1", "u2"}}},
		{"a threshold beyond the units is never covered",
			Certificate{Groups: []Group{group(3, "u1", "u2")}, Branches: [][]string{{"u5"}}},
			[][]string{{"u5"}},
			[][]string{{"u1", "u2"}}},
		{"an empty group is never covered",
			Certificate{Groups: []Group{group(1)}},
			nil,
			[][]string{nil, {"u1"}}},
		{"no groups complete everything",
			Certificate{Branches: [][]string{{"u1"}}},
			[][]string{nil, {"x"}},
			nil},
		{"an empty branch completes everything",
			Certificate{Groups: []Group{group(1, "u1")}, Branches: [][]string{{}}},
			[][]string{nil, {"x"}},
			nil},
		{"a repeated ID in a branch counts once",
			Certificate{Groups: []Group{group(1, "u9")}, Branches: [][]string{{"u1", "u1"}}},
			[][]string{{"u1"}},
			[][]string{{"u2"}}},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			m := Compile(tc.c)
			for _, p := range tc.yes {
				if !m.Complete(p) {
					t.Errorf("%q should complete", p)
				}
			}
			for _, p := range tc.no {
				if m.Complete(p) {
					t.Errorf("%q should not complete", p)
				}
			}
		})
	}
}

func TestZeroMeaningCompletesEverything(t *testing.T) {
	var m Meaning
	if !m.Complete(nil) || !m.Complete([]string{"u1"}) {
		t.Error("the zero Meaning should complete everything")
	}
	if w, found, s := m.Smallest(DefaultBudget()); len(w) != 0 || !found || !s.Proven {
		t.Errorf("Smallest = %q, %v, %+v", w, found, s)
	}
	if n := m.Count(DefaultBudget()); n != (Count{N: 1, Exact: true}) {
		t.Errorf("Count = %+v", n)
	}
	if same, s := Same(m, Compile(Certificate{}), DefaultBudget()); !same || !s.Proven {
		t.Errorf("Same = %v, %+v", same, s)
	}
}

func TestCompleteAt(t *testing.T) {
	m := Compile(Certificate{Groups: []Group{group(1, "u1", "u2"), group(1, "u2")}})
	cases := []struct {
		ranked []string
		k      int
		ok     bool
	}{
		{[]string{"u1", "u2"}, 2, true},
		{[]string{"x", "u1", "u1", "u2"}, 4, true},
		{[]string{"u2", "u1"}, 1, true},
		{[]string{"u1", "u1"}, 0, false},
		{nil, 0, false},
	}
	for _, tc := range cases {
		if k, ok := m.CompleteAt(tc.ranked); k != tc.k || ok != tc.ok {
			t.Errorf("CompleteAt(%q) = %d, %v, want %d, %v", tc.ranked, k, ok, tc.k, tc.ok)
		}
	}
}

func TestCompleteByDefinition(t *testing.T) {
	ids := universe(7)
	rapid.Check(t, func(t *rapid.T) {
		c := drawCertificate(t, "c", ids)
		m := Compile(c)
		want := completing(c, ids)
		for mask, yes := range want {
			p := append(subset(ids, mask), "a stranger")
			if m.Complete(p) != yes {
				t.Fatalf("Complete(%q) = %v", p, !yes)
			}
			k, ok := m.CompleteAt(p)
			if ok != yes || ok && (!m.Complete(p[:k]) || k > 0 && m.Complete(p[:k-1])) {
				t.Fatalf("CompleteAt(%q) = %d, %v", p, k, ok)
			}
			// Taking a unit more never undoes completion.
			for i := range ids {
				if yes && !m.Complete(subset(ids, mask|1<<i)) {
					t.Fatalf("%q completes and with %s it does not", p, ids[i])
				}
			}
		}
		for i, id := range ids {
			matters := false
			for mask, yes := range want {
				matters = matters || want[mask|1<<i] != yes
			}
			if matters && !slices.Contains(m.Units(), id) {
				t.Fatalf("%s matters and is not in Units %q", id, m.Units())
			}
		}
	})
}

func TestSmallestByDefinition(t *testing.T) {
	ids := universe(9)
	rapid.Check(t, func(t *rapid.T) {
		c := drawCertificate(t, "c", ids)
		m := Compile(c)
		want, exists := smallestByDefinition(ids, completing(c, ids))
		w, found, s := m.Smallest(enough())
		if found != exists || !s.Proven || !slices.Equal(w, want) {
			t.Fatalf("Smallest = %q, %v, %+v, want %q, %v", w, found, s, want, exists)
		}
		if n, found, s := m.SmallestSize(enough()); n != len(want) || found != exists || !s.Proven {
			t.Fatalf("SmallestSize = %d, %v, %+v, want %d", n, found, s, len(want))
		}
		ranking := rapid.Permutation(ids).Draw(t, "ranking")
		first, _ := smallestByDefinition(ranking, completing(c, ranking))
		slices.Sort(first)
		w, _, _ = m.SmallestRanked(ranking, enough())
		if !slices.Equal(w, first) {
			t.Fatalf("SmallestRanked(%q) = %q, want %q", ranking, w, first)
		}
	})
}

func TestSmallestWithinABudget(t *testing.T) {
	ids := universe(9)
	rapid.Check(t, func(t *rapid.T) {
		c := drawCertificate(t, "c", ids)
		m := Compile(c)
		want, exists := smallestByDefinition(ids, completing(c, ids))
		b := Budget{Steps: rapid.IntRange(0, 30).Draw(t, "steps")}
		w, found, s := m.Smallest(b)
		if s.Steps > b.Steps {
			t.Fatalf("%d steps of %d", s.Steps, b.Steps)
		}
		if found != exists || found && !m.Complete(w) {
			t.Fatalf("Smallest = %q, %v", w, found)
		}
		if s.Proven && len(w) != len(want) {
			t.Fatalf("%q is called smallest, and %q is smaller", w, want)
		}
		for i := range w {
			if less := slices.Delete(slices.Clone(w), i, i+1); m.Complete(less) {
				t.Fatalf("%q is not minimal: %q completes", w, less)
			}
		}
	})
}

func TestUnitsLeaveOutWhatCannotMatter(t *testing.T) {
	m := Compile(Certificate{
		Groups: []Group{group(1, "a", "b"), group(1, "a", "b", "c"), group(0, "d")},
		Branches: [][]string{
			{"e", "f"},
			{"e", "f", "g"}, // contains the one before
			{"a", "h"},      // satisfies the groups
		},
	})
	if got, want := m.Units(), []string{"a", "b", "e", "f"}; !slices.Equal(got, want) {
		t.Errorf("Units = %q, want %q", got, want)
	}
}
