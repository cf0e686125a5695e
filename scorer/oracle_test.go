package scorer

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"suffice/certificate"
	"suffice/certificate/card"
)

// lexicographically earliest, by going through every set.
func earliest(c certificate.Certificate, ranking []string) []string {
	m := certificate.Compile(c)
	units := byRank(m.Units(), ranking)
	var best []string
	var pick func(from int, set []string, size int) bool
	pick = func(from int, set []string, size int) bool {
		if len(set) == size {
			if m.Complete(set) {
				best = slices.Clone(set)
			}
			return m.Complete(set)
		}
		for i := from; i < len(units); i++ { // better ranks first: the first found is the earliest
			if pick(i+1, append(set[:len(set):len(set)], units[i]), size) {
				return true
			}
		}
		return false
	}
	for size := range len(units) + 1 {
		if pick(0, nil, size) {
			return best
		}
	}
	return nil
}

// oracleWorld is a state with a drawn certificate over its pool, and a ranking
// of the pool in any order.
func oracleWorld(t *rapid.T) (certificate.Certificate, card.State, []string) {
	w := drawWorld(t)
	c := w.cases[0]
	c.Certificate.Observed, c.State.Card.Observed = nil, nil
	var units []card.Unit
	for i, u := range c.State.Pool.Units {
		u.Observed = i >= 10 && u.Observed // what is accepted was never seen
		u.Path = rapid.SampledFrom([]string{"a.go", "b.go"}).Draw(t, "path")
		u.LineStart = rapid.IntRange(1, 30).Draw(t, "line")
		u.LineEnd = u.LineStart + rapid.IntRange(0, 5).Draw(t, "lines")
		units = append(units, u)
	}
	c.State.Pool = card.NewPool(units)
	var ids []string
	for _, u := range units {
		ids = append(ids, u.ID)
	}
	return c.Certificate, c.State, rapid.Permutation(ids).Draw(t, "ranking")
}

func TestOracleSetIsTheEarliestSmallestOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, s, ranking := oracleWorld(t)
		ranking = ranking[:rapid.IntRange(0, len(ranking)).Draw(t, "ranked")]
		size := rapid.IntRange(0, 10).Draw(t, "size")
		set, err := MakeOracleSet(c, s, ranking, size, OracleOptions{})
		if err != nil {
			t.Fatal(err)
		}
		want := earliest(c, ranking)
		if len(want) <= 8 && !slices.Equal(set.Witness, want) {
			t.Fatalf("got %v, the earliest smallest set is %v", set.Witness, want)
		}
		if set.Size != min(max(size, len(want)), 8) || len(set.Units)+set.Short != set.Size || !slices.Equal(set.Units[:len(set.Witness)], set.Witness) {
			t.Fatalf("%d units asked for, the witness has %d: %+v", size, len(want), set)
		}
		if len(distinct(set.Units)) != len(set.Units) {
			t.Fatalf("a unit stands twice: %v", set.Units)
		}
		for _, id := range set.Units[len(set.Witness):] {
			if s.Pool.Unit(id).Observed {
				t.Fatalf("filled with %s, which was seen before", id)
			}
		}
	})
}

// The oracle's row completes wherever some set of at most k units does.
func TestOracleCompletesWhereAWitnessExists(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, s, ranking := oracleWorld(t)
		set, err := MakeOracleSet(c, s, ranking, rapid.IntRange(0, 12).Draw(t, "size"), OracleOptions{Limit: 12})
		if err != nil {
			t.Fatal(err)
		}
		m, err := NewMatrix(t.Context(), each([]Case{{c, s}}), each([]card.Prediction{set.Prediction()}), MatrixOptions{})
		if err != nil {
			t.Fatal(err)
		}
		ceiling := Ceiling([]Oracle{OracleOf(c, certificate.DefaultBudget())}, m.Cutoffs)
		for i, k := range m.Cutoffs {
			if k <= 12 && m.Answer(MethodOracle, 0).Complete(k) != (ceiling[i].Count == 1) {
				t.Fatalf("the oracle completes at %d: %v; the smallest set allows %v", k, m.Answer(MethodOracle, 0).Complete(k), ceiling[i].Count == 1)
			}
		}
		if set.Complete != m.Answer(MethodOracle, 0).Returned() || !m.Methods[0].Diagnostic {
			t.Fatalf("%+v as a row: %+v", set, m.Methods[0])
		}
	})
}

// Without its heaviest group nothing completes, whatever branches there are; and
// nothing of the group is left, nor text that overlaps it.
func TestWithoutGroupNeverCompletes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, s, ranking := oracleWorld(t)
		o := OracleOptions{Tokens: letters, Ceiling: rapid.SampledFrom([]int{20, 6144}).Draw(t, "ceiling")}
		whole, err := MakeOracleSet(c, s, ranking, rapid.IntRange(1, 8).Draw(t, "size"), o)
		if err != nil {
			t.Fatal(err)
		}
		set, err := WithoutGroup(c, s, ranking, whole, o)
		if err != nil {
			var e *UnbreakableError
			if len(c.Groups) > 0 && !slices.ContainsFunc(c.Branches, func(b []string) bool { return len(b) == 0 }) || !errors.As(err, &e) {
				t.Fatalf("%+v: %v", c, err)
			}
			return
		}
		var tally Tally
		if certificate.Compile(c).Complete(set.Units) || tally.CompletionSlot(NewGold(c), set.Units, 99) >= 0 {
			t.Fatalf("%v completes without group %s: %+v", set.Units, set.Removed, c)
		}
		checkBroken(t, c, s, whole, set)
		if set.Tokens > max(o.Ceiling, whole.Tokens) {
			t.Fatalf("%d tokens under a ceiling of %d, the oracle has %d", set.Tokens, o.Ceiling, whole.Tokens)
		}
		// Nothing is kept out without a reason.
		for _, id := range ranking {
			u := s.Pool.Unit(id)
			named := slices.Contains(set.Units, id) || slices.Contains(set.Excluded, id) || slices.Contains(set.Overlapping, id) || slices.Contains(set.Withheld, id)
			if !named && set.Short > 0 && !u.Observed && set.Tokens+len(u.Text) <= o.Ceiling {
				t.Fatalf("%d short, and %s is nowhere: %+v", set.Short, id, set)
			}
		}
	})
}

func checkBroken(t *rapid.T, c certificate.Certificate, s card.State, whole, set OracleSet) {
	if len(set.Units)+set.Short != len(whole.Units) {
		t.Fatalf("%d units and %d short, the oracle has %d", len(set.Units), set.Short, len(whole.Units))
	}
	var removed certificate.Group
	for i, g := range c.Groups {
		if c.Label(i) == set.Removed {
			removed = g
		}
	}
	for _, g := range c.Groups {
		if g.Weight > removed.Weight {
			t.Fatalf("%s was removed, another group weighs more: %+v", set.Removed, c.Groups)
		}
	}
	for _, id := range set.Units {
		if slices.Contains(removed.Acceptable, id) {
			t.Fatalf("%s of group %s is still there", id, set.Removed)
		}
		for _, i := range card.Overlapping(s.Pool, id) {
			alternative := slices.Contains(removed.Acceptable, s.Pool.Units[i].ID)
			wanted := slices.ContainsFunc(c.Groups, func(g certificate.Group) bool { return slices.Contains(g.Acceptable, id) })
			if alternative && !wanted {
				t.Fatalf("%s overlaps %s and nobody asks for it", id, s.Pool.Units[i].ID)
			}
		}
	}
}

// Two groups; the heavier is G2 by its weight. A branch avoids it, a window
// overlaps its alternative, and a unit serves both groups.
func TestWithoutGroupByHand(t *testing.T) {
	c := certificate.Certificate{State: "s", Groups: []certificate.Group{
		{ID: "G1", Role: "a", Threshold: 1, Weight: 1, Acceptable: []string{"need", "both", "near"}},
		{ID: "G2", Role: "b", Threshold: 1, Weight: 2, Acceptable: []string{"heavy", "both"}},
	}, Branches: [][]string{{"left", "right"}}}
	at := func(id, path string, from, to int) card.Unit {
		return card.Unit{ID: id, Path: path, LineStart: from, LineEnd: to}
	}
	s := card.State{Card: card.StateCard{ID: "s", Observed: []string{"old"}}, Pool: card.NewPool([]card.Unit{
		at("need", "a.go", 1, 9), at("both", "b.go", 1, 9), at("heavy", "c.go", 10, 20), at("near", `.\c.go`, 15, 30),
		at("window", "./c.go", 20, 40), at("after", "c.go", 21, 40), at("left", "d.go", 1, 2), at("right", "d.go", 3, 4), at("old", "e.go", 1, 2), at("last", "f.go", 1, 1),
	})}
	ranking := []string{"old", "window", "left", "right", "heavy", "near", "need", "after", "last", "both"}
	whole, err := MakeOracleSet(c, s, ranking, 4, OracleOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(whole.Units, []string{"both", "window", "left", "right"}) || !whole.Complete {
		t.Fatalf("%+v", whole)
	}
	set, err := WithoutGroup(c, s, ranking, whole, OracleOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if set.Removed != "G2" || !slices.Equal(set.Excluded, []string{"heavy", "both"}) {
		t.Errorf("removed %s with %v", set.Removed, set.Excluded)
	}
	if !slices.Equal(set.Overlapping, []string{"window"}) || !slices.Equal(set.Withheld, []string{"right"}) {
		t.Errorf("kept out %v for their lines and %v for the branch", set.Overlapping, set.Withheld)
	}
	if want := []string{"left", "near", "need", "after"}; !slices.Equal(set.Units, want) || set.Short != 0 {
		t.Errorf("got %v, want %v", set.Units, want)
	}
	row := string(card.EncodePrediction(set.Prediction()))
	for _, words := range []string{`"method":"oracle_minus_one"`, `"labels_read_at_inference":true`, `"removed_group":"G2"`, `"excluded_overlapping":["window"]`, `"withheld_from_branches":["right"]`} {
		if !strings.Contains(row, words) {
			t.Errorf("the row does not say %s:\n%s", words, row)
		}
	}
}

func TestOracleCeilingAndLimit(t *testing.T) {
	var groups []certificate.Group
	for i := 1; i <= 9; i++ {
		groups = append(groups, group("a", 1, 1, fmt.Sprintf("u%d", i)))
	}
	var w world
	c := *w.add("s", "r", groups...)
	ranking := []string{"u9", "u8", "u7", "u6", "u5", "u4", "u3", "u2", "u1"}
	nine, err := MakeOracleSet(c.Certificate, c.State, ranking, 5, OracleOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if nine.Complete || nine.Size != 8 || len(nine.Witness) != 0 || len(nine.Units) != 8 {
		t.Errorf("nine groups and at most eight units: %+v", nine)
	}
	c.Certificate.Groups = groups[8:] // u9, of 90 tokens
	small, err := MakeOracleSet(c.Certificate, c.State, ranking, 4, OracleOptions{Tokens: letters, Ceiling: 150})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(small.Units, []string{"u9", "u6"}) || small.Tokens != 150 || small.Short != 2 {
		t.Errorf("what does not fit is passed over: %+v", small)
	}
	over, err := MakeOracleSet(c.Certificate, c.State, ranking, 4, OracleOptions{Tokens: letters, Ceiling: 50})
	if err != nil {
		t.Fatal(err)
	}
	if !over.Over || !over.Complete || !slices.Equal(over.Units, []string{"u9"}) {
		t.Errorf("a witness above the ceiling is kept and told: %+v", over)
	}
	if _, err := WithoutGroup(certificate.Certificate{State: "s"}, c.State, ranking, over, OracleOptions{}); err == nil || !strings.Contains(err.Error(), `"s" cannot be left incomplete: it has no group`) {
		t.Errorf("%v", err)
	}
	c.Certificate.Groups = []certificate.Group{{ID: "G2", Weight: 1, Threshold: 1, Acceptable: []string{"u2"}}, {ID: "G1", Weight: 1, Threshold: 1, Acceptable: []string{"u1"}}}
	tie, err := WithoutGroup(c.Certificate, c.State, ranking, small, OracleOptions{})
	if err != nil || tie.Removed != "G1" {
		t.Errorf("a tie of weights falls to %s, %v", tie.Removed, err)
	}
}
