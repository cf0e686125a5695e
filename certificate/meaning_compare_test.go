package certificate

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// drawPair draws two certificates that often are close: the second may be the
// first after one change.
func drawPair(t *rapid.T, ids []string) (a, b Certificate) {
	a = drawCertificate(t, "a", ids)
	if rapid.Bool().Draw(t, "apart") {
		return a, drawCertificate(t, "b", ids)
	}
	b = Certificate{Groups: slices.Clone(a.Groups), Branches: slices.Clone(a.Branches)}
	switch rapid.IntRange(0, 4).Draw(t, "change") {
	case 0:
		b.Branches, _ = Derive(a)
	case 1:
		slices.Reverse(b.Groups)
	case 2:
		if len(b.Groups) > 0 {
			b.Groups = b.Groups[1:]
		}
	case 3:
		if len(b.Groups) > 0 {
			b.Groups[0].Threshold++
		}
	case 4:
		b.Branches = nil
	}
	return a, b
}

// apart marks the sets that complete a and not b.
func apart(a, b Certificate, ids []string) []bool {
	out := completing(a, ids)
	for mask, yes := range completing(b, ids) {
		out[mask] = out[mask] && !yes
	}
	return out
}

func TestCounterexampleByDefinition(t *testing.T) {
	ids := universe(8)
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawPair(t, ids)
		want, exists := smallestByDefinition(ids, apart(a, b, ids))
		w, found, s := Counterexample(Compile(a), Compile(b), enough())
		if !s.Proven || found != exists || !slices.Equal(w, want) {
			t.Fatalf("Counterexample = %q, %v, %+v, want %q, %v", w, found, s, want, exists)
		}
		if found && (!Compile(a).Complete(w) || Compile(b).Complete(w)) {
			t.Fatalf("%q does not tell the two apart", w)
		}
	})
}

func TestSameByDefinition(t *testing.T) {
	ids := universe(8)
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawPair(t, ids)
		want := slices.Equal(completing(a, ids), completing(b, ids))
		got, s := Same(Compile(a), Compile(b), enough())
		if !s.Proven || got != want {
			t.Fatalf("Same = %v, %+v, want %v", got, s, want)
		}
		if back, _ := Same(Compile(b), Compile(a), enough()); back != got {
			t.Fatalf("Same is %v one way and %v the other", got, back)
		}
		if self, s := Same(Compile(a), Compile(a), enough()); !self || !s.Proven {
			t.Fatalf("a certificate should be the same as itself: %v, %+v", self, s)
		}
	})
}

// Three certificates drawn over few units are often the same by accident, so
// that transitivity is tried and not only stated.
func TestSameIsTransitive(t *testing.T) {
	ids := universe(3)
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawPair(t, ids)
		c := drawCertificate(t, "c", ids)
		ma, mb, mc := Compile(a), Compile(b), Compile(c)
		ab, _ := Same(ma, mb, enough())
		bc, _ := Same(mb, mc, enough())
		ac, _ := Same(ma, mc, enough())
		if ab && bc && !ac {
			t.Fatal("a is the same as b, b as c, and a not as c")
		}
	})
}

func TestComparingWithinABudget(t *testing.T) {
	ids := universe(8)
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawPair(t, ids)
		n := Budget{Steps: rapid.IntRange(0, 30).Draw(t, "steps")}
		want, exists := smallestByDefinition(ids, apart(a, b, ids))
		w, found, s := Counterexample(Compile(a), Compile(b), n)
		if s.Steps > n.Steps {
			t.Fatalf("%d steps of %d", s.Steps, n.Steps)
		}
		if found && (!Compile(a).Complete(w) || Compile(b).Complete(w)) {
			t.Fatalf("%q does not tell the two apart", w)
		}
		if s.Proven && (found != exists || len(w) != len(want)) {
			t.Fatalf("proven %q, %v, and %q is right", w, found, want)
		}
		same, s := Same(Compile(a), Compile(b), n)
		if equal := slices.Equal(completing(a, ids), completing(b, ids)); (s.Proven || same) && same != equal {
			t.Fatalf("Same = %v, %+v, want %v", same, s, equal)
		}
		if s.Steps > n.Steps {
			t.Fatalf("%d steps of %d", s.Steps, n.Steps)
		}
	})
}

// without leaves out the groups at these positions.
func without(groups []Group, at ...int) []Group {
	var out []Group
	for i, g := range groups {
		if !slices.Contains(at, i) {
			out = append(out, g)
		}
	}
	return out
}

// sameCover reports whether two lists of groups cover alike.
func sameCover(a, b []Group, ids []string) bool {
	return slices.Equal(covering(Certificate{Groups: a}, ids), covering(Certificate{Groups: b}, ids))
}

func TestNecessaryByDefinition(t *testing.T) {
	ids := universe(8)
	rapid.Check(t, func(t *rapid.T) {
		c := drawCertificate(t, "c", ids)
		m := Compile(c)
		got, s := m.Necessary(enough())
		if !s.Proven || len(got) != len(c.Groups) {
			t.Fatalf("Necessary = %v, %+v", got, s)
		}
		steps := rapid.IntRange(0, 10).Draw(t, "steps")
		hasty, hs := m.Necessary(Budget{Steps: steps})
		if hs.Steps > steps {
			t.Fatalf("%d steps of %d", hs.Steps, steps)
		}
		for i := range c.Groups {
			want := !sameCover(c.Groups, without(c.Groups, i), ids)
			if got[i] != want {
				t.Fatalf("group %d: necessary %v, want %v", i, got[i], want)
			}
			if (hs.Proven || !hasty[i]) && hasty[i] != want {
				t.Fatalf("group %d in haste: necessary %v, want %v", i, hasty[i], want)
			}
		}
	})
}

func TestOneOfEnoughByDefinition(t *testing.T) {
	ids := universe(7)
	rapid.Check(t, func(t *rapid.T) {
		c := drawCertificate(t, "c", ids)
		m := Compile(c)
		clusters, s := m.OneOfEnough(enough())
		if !s.Proven {
			t.Fatalf("%+v", s)
		}
		for _, cluster := range clusters {
			for _, keep := range cluster {
				drop := slices.DeleteFunc(slices.Clone(cluster), func(i int) bool { return i == keep })
				if !sameCover(c.Groups, without(c.Groups, drop...), ids) {
					t.Fatalf("of %v, group %d is not enough", cluster, keep)
				}
			}
		}
		if want := clustersByDefinition(c.Groups, ids); !slices.EqualFunc(clusters, want, slices.Equal[[]int]) {
			t.Fatalf("OneOfEnough = %v, want %v", clusters, want)
		}
	})
}

// clustersByDefinition groups the unnecessary groups that imply each other
// beside the necessary ones, where these do not imply them by themselves.
func clustersByDefinition(groups []Group, ids []string) [][]int {
	var base []Group
	var open []int
	for i, g := range groups {
		if sameCover(groups, without(groups, i), ids) {
			open = append(open, i)
		} else {
			base = append(base, g)
		}
	}
	with := func(add ...int) []Group {
		out := slices.Clone(base)
		for _, i := range add {
			out = append(out, groups[i])
		}
		return out
	}
	var out [][]int
	placed := map[int]bool{}
	for n, i := range open {
		if placed[i] || sameCover(base, with(i), ids) {
			continue
		}
		cluster := []int{i}
		for _, j := range open[n+1:] {
			if sameCover(with(i), with(j), ids) {
				cluster = append(cluster, j)
				placed[j] = true
			}
		}
		if len(cluster) > 1 {
			out = append(out, cluster)
		}
	}
	return out
}

func TestOneOfEnough(t *testing.T) {
	cases := []struct {
		name      string
		groups    []Group
		necessary []bool
		clusters  [][]int
	}{
		{"two copies", []Group{group(1, "a"), group(1, "b", "c"), group(1, "c", "b")}, []bool{true, false, false}, [][]int{{1, 2}}},
		{"copies and one they imply", []Group{group(1, "a"), group(1, "a"), group(1, "a", "b")}, []bool{false, false, false}, [][]int{{0, 1}}},
		{"implied by two together", []Group{group(1, "a"), group(1, "b"), group(2, "a", "b", "c")}, []bool{true, true, false}, nil},
		{"equal only beside a third", []Group{group(1, "a"), group(1, "b"), group(2, "a", "b")}, []bool{false, false, false}, nil},
		{"alike beside a necessary one", []Group{group(2, "a", "b"), group(1, "c", "d"), group(3, "a", "b", "c", "d")}, []bool{true, false, false}, [][]int{{1, 2}}},
		{"two that nothing covers", []Group{group(1), group(2, "a"), group(1, "b")}, []bool{false, false, false}, [][]int{{0, 1}}},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			m := Compile(Certificate{Groups: tc.groups})
			if got, s := m.Necessary(DefaultBudget()); !s.Proven || !slices.Equal(got, tc.necessary) {
				t.Errorf("Necessary = %v, %+v, want %v", got, s, tc.necessary)
			}
			got, s := m.OneOfEnough(DefaultBudget())
			if !s.Proven || !slices.EqualFunc(got, tc.clusters, slices.Equal[[]int]) {
				t.Errorf("OneOfEnough = %v, %+v, want %v", got, s, tc.clusters)
			}
		})
	}
}

func TestCounterexample(t *testing.T) {
	five := []Group{group(1, "a"), group(1, "b"), group(1, "c"), group(1, "d"), group(1, "e", "f")}
	tight := slices.Clone(five)
	tight[4] = group(1, "e")
	cases := []struct {
		name string
		a, b Certificate
		want Witness
	}{
		{"the last of many groups is missed", Certificate{Groups: five}, Certificate{Groups: tight}, Witness{"a", "b", "c", "d", "f"}},
		{"a branch that bypasses", Certificate{Groups: five, Branches: [][]string{{"x", "y"}}}, Certificate{Groups: five}, Witness{"x", "y"}},
		{"the other one has the branch too", Certificate{Groups: five, Branches: [][]string{{"x", "y"}}}, Certificate{Groups: five, Branches: [][]string{{"y", "x"}}}, nil},
		{"the other one completes with less", Certificate{Groups: five, Branches: [][]string{{"x", "y"}}}, Certificate{Groups: tight, Branches: [][]string{{"x"}, {"f"}}}, nil},
		{"one unit of a whole branch must be avoided", Certificate{Groups: []Group{group(2, "a", "b", "c")}}, Certificate{Groups: []Group{group(3, "a", "b", "c")}, Branches: [][]string{{"a", "b"}, {"a", "c"}}}, Witness{"b", "c"}},
		{"ties between groups fall in ID order", Certificate{Groups: []Group{group(1, "a", "b")}}, Certificate{Groups: []Group{group(1, "a"), group(1, "b")}}, Witness{"a"}},
		{"a unit that serves more is not always better", Certificate{Groups: []Group{
			group(1, "c", "d"), group(1, "e", "f"), group(1, "e", "g"), group(1, "c", "e", "h"),
		}}, Certificate{Groups: []Group{group(2, "c", "e")}}, Witness{"d", "e"}},
		{"nothing covers the first", Certificate{Groups: []Group{group(2, "a")}}, Certificate{Groups: five}, nil},
		{"nothing covers the second", Certificate{Groups: []Group{group(1, "a")}}, Certificate{Groups: []Group{group(2, "a")}}, Witness{"a"}},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			w, found, s := Counterexample(Compile(tc.a), Compile(tc.b), DefaultBudget())
			if !s.Proven || found != (tc.want != nil) || !slices.Equal(w, tc.want) {
				t.Errorf("Counterexample = %q, %v, %+v, want %q", w, found, s, tc.want)
			}
		})
	}
}
