package review

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"suffice/certificate"
)

// compose is Compose over the comparison of a with b.
func compose(a, b certificate.Certificate, choices ...Choice) (certificate.Certificate, error) {
	return Compose(a, b, certificate.Compare(a, b), choices)
}

// lines writes the groups of a certificate for reading in a table.
func lines(c certificate.Certificate) []string {
	var out []string
	for i, g := range c.Groups {
		out = append(out, fmt.Sprintf("%s %s %d of %s w%v", c.Label(i), g.Role, g.Threshold, strings.Join(g.Acceptable, ","), g.Weight))
	}
	return out
}

// A: G1 wants one of u1 u2, G2 wants u3, G3 wants u5.
// B: G1 wants one of u2 u4, G2 wants u3 and weighs 3, and a further group wants u1.
func twoSides() (a, b certificate.Certificate) {
	own := group("style", 1, "u5")
	own.ID = "G3"
	other := group("config", 1, "u6")
	other.ID = "G3"
	heavy := group("verification", 1, "u3")
	heavy.Weight = 3
	return cert(group("bug_location", 1, "u1", "u2"), group("verification", 1, "u3"), own),
		cert(group("bug_location", 1, "u2", "u4"), heavy, other)
}

func TestCompose(t *testing.T) {
	a, b := twoSides() // pairs: G1, G2, A's G3, B's G3
	mine := group("interaction", 2, "u7", "u8")
	for name, c := range map[string]struct {
		choices []Choice
		want    []string
	}{
		"A everywhere": {[]Choice{{Pair: 0, Take: TakeA}, {Pair: 1, Take: TakeA}, {Pair: 2, Take: TakeA}, {Pair: 3, Take: TakeA}},
			[]string{"G1 bug_location 1 of u1,u2 w1", "G2 verification 1 of u3 w1", "G3 style 1 of u5 w1"}},
		"B everywhere": {[]Choice{{Pair: 0, Take: TakeB}, {Pair: 1, Take: TakeB}, {Pair: 2, Take: TakeB}, {Pair: 3, Take: TakeB}},
			[]string{"G1 bug_location 1 of u2,u4 w1", "G2 verification 1 of u3 w3", "G3 config 1 of u6 w1"}},
		"merged, own, left out": {[]Choice{{Pair: 0, Take: TakeUnion}, {Pair: 1, Take: TakeOwn, Own: &mine}, {Pair: 2, Take: TakeNeither}, {Pair: 3, Take: TakeA}},
			[]string{"G1 bug_location 1 of u1,u2,u4 w1", "G2 interaction 2 of u7,u8 w1"}},
		"intersection": {[]Choice{{Pair: 0, Take: TakeIntersection}, {Pair: 1, Take: TakeUnion}, {Pair: 2, Take: TakeB}, {Pair: 3, Take: TakeB}},
			[]string{"G1 bug_location 1 of u2 w1", "G2 verification 1 of u3 w3", "G3 config 1 of u6 w1"}},
		"both lonely groups, in whatever order they are chosen": {[]Choice{{Pair: 3, Take: TakeB}, {Pair: 2, Take: TakeA}, {Pair: 1, Take: TakeB}, {Pair: 0, Take: TakeNeither}},
			[]string{"G1 verification 1 of u3 w3", "G3 style 1 of u5 w1", "G4 config 1 of u6 w1"}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := compose(a, b, c.choices...)
			must(t, err)
			// A name that came twice is given once, so the last label counts on.
			want := c.want
			if name == "both lonely groups, in whatever order they are chosen" {
				want = []string{c.want[0], c.want[1], strings.Replace(c.want[2], "G4", got.Label(2), 1)}
				if got.Label(2) == "G3" || got.Groups[2].ID != "" {
					t.Errorf("two groups are called G3")
				}
			}
			wants(t, "groups", lines(got), want)
		})
	}
	if x, y := twoSides(); !certificate.Equal(a, x) || !certificate.Equal(b, y) {
		t.Error("the reviews were written to")
	}
}

func TestComposeRefuses(t *testing.T) {
	a, b := twoSides()
	all := func(take Take) []Choice {
		return []Choice{{Pair: 0, Take: take}, {Pair: 1, Take: take}, {Pair: 2, Take: TakeA}, {Pair: 3, Take: TakeB}}
	}
	with := func(c Choice) []Choice {
		list := all(TakeA)
		if c.Pair >= 0 && c.Pair < len(list) {
			list[c.Pair] = c
			return list
		}
		return append(list, c)
	}
	own := func(change func(*certificate.Group)) Choice {
		g := group("interaction", 1, "u7")
		change(&g)
		return Choice{Pair: 0, Take: TakeOwn, Own: &g}
	}
	for name, c := range map[string]struct {
		choices []Choice
		pair    int
		why     string
	}{
		"no such pair":            {with(Choice{Pair: 4, Take: TakeA}), 4, "there are 4"},
		"below the first":         {with(Choice{Pair: -2, Take: TakeA}), -2, "there is no pair"},
		"two choices":             {append(all(TakeA), Choice{Pair: 1, Take: TakeB}), 1, "two choices"},
		"an unknown word":         {with(Choice{Pair: 0, Take: "all"}), 0, `"all"`},
		"own without a group":     {with(Choice{Pair: 0, Take: TakeOwn}), 0, "comes with that group"},
		"a group without own":     {with(Choice{Pair: 0, Take: TakeA, Own: &a.Groups[0]}), 0, "comes only with"},
		"a rest that is merged":   {with(Choice{Pair: Rest, Take: TakeUnion}), Rest, "from A or from B"},
		"a lonely group merged":   {with(Choice{Pair: 2, Take: TakeUnion}), 2, "only one side has G3"},
		"a lonely one, in B":      {with(Choice{Pair: 3, Take: TakeIntersection}), 3, "only one side has G3 of B"},
		"own without units":       {with(own(func(g *certificate.Group) { g.Acceptable = nil })), 0, "accepts no unit"},
		"own without role":        {with(own(func(g *certificate.Group) { g.Role = " " })), 0, "has no role"},
		"own out of reach":        {with(own(func(g *certificate.Group) { g.Threshold = 2 })), 0, "wants 2 of 1 unit"},
		"own threshold 0":         {with(own(func(g *certificate.Group) { g.Threshold = 0 })), 0, "wants 0 of 1 unit"},
		"own unit twice":          {with(own(func(g *certificate.Group) { g.Acceptable = []string{"u7", "u7"} })), 0, "a unit twice"},
		"own without weight":      {with(own(func(g *certificate.Group) { g.Weight = 0 })), 0, "weight above 0"},
		"own weight is no number": {with(own(func(g *certificate.Group) { g.Weight -= g.Weight; g.Weight /= g.Weight })), 0, "weight above 0"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := compose(a, b, c.choices...)
			var e *ChoiceError
			if !errors.As(err, &e) || e.Pair != c.pair || !strings.Contains(e.Why, c.why) {
				t.Errorf("got %v, want %q", err, c.why)
			}
		})
	}
	t.Run("empty intersection", func(t *testing.T) {
		_, err := compose(cert(group("x", 1, "u1")), cert(group("x", 1, "u2")), Choice{Pair: 0, Take: TakeIntersection})
		var e *ChoiceError
		if !errors.As(err, &e) || !strings.Contains(e.Why, "no common unit for G1") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("an intersection too small for its threshold", func(t *testing.T) {
		_, err := compose(cert(group("x", 2, "u1", "u2")), cert(group("x", 1, "u2", "u3")), Choice{Pair: 0, Take: TakeIntersection})
		var e *ChoiceError
		if !errors.As(err, &e) || !strings.Contains(e.Why, "leaves 1 unit for G1, where 2 are wanted") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("undecided", func(t *testing.T) {
		_, err := compose(a, b, Choice{Pair: 1, Take: TakeB})
		var e *UndecidedError
		if !errors.As(err, &e) || !slices.Equal(e.Pairs, []int{0, 2, 3}) {
			t.Fatalf("got %v", err)
		}
		if got := e.Error(); got != "G1, G3 and G3 of B are not decided yet" {
			t.Errorf("it says %q", got)
		}
	})
	t.Run("nothing left", func(t *testing.T) {
		_, err := compose(cert(group("x", 1, "u1")), cert(group("x", 1, "u2")), Choice{Pair: 0, Take: TakeNeither})
		var e *RulingError
		if !errors.As(err, &e) || e.Field != "choices" {
			t.Errorf("got %v", err)
		}
	})
}

// Decisions by group derive the branches anew; whole ones, and taking one side
// everywhere, keep them.
func TestBranchesOfADecision(t *testing.T) {
	a := branched(cert(group("x", 1, "u1", "u2"), group("y", 1, "u3")), []string{"u1", "u3"}, []string{"u4", "u5"}, []string{"u7"})
	b := branched(cert(group("x", 1, "u2"), group("y", 1, "u3")), []string{"u2", "u3"}, []string{"u5", "u4"})
	merged, err := compose(a, b, Choice{Pair: 0, Take: TakeUnion})
	must(t, err)
	if want := [][]string{{"u1", "u3"}, {"u2", "u3"}, {"u4", "u5"}}; !slices.EqualFunc(merged.Branches, want, slices.Equal[[]string]) {
		t.Errorf("branches %v, want %v", merged.Branches, want)
	}
	if lost := LostBranches(a, b, merged); len(lost) != 1 || !slices.Equal(lost[0], []string{"u7"}) {
		t.Errorf("lost %v", lost)
	}
	// What both list because their groups accept it goes with those groups.
	other := group("x", 2, "u8", "u9")
	own, err := compose(branched(a, []string{"u2", "u3"}), b, Choice{Pair: 0, Take: TakeOwn, Own: &other})
	must(t, err)
	if want := [][]string{{"u3", "u8", "u9"}}; !slices.EqualFunc(own.Branches, want, slices.Equal[[]string]) {
		t.Errorf("branches %v, want %v", own.Branches, want)
	}
	whole, err := compose(a, b, Choice{Pair: 0, Take: TakeA})
	must(t, err)
	if !certificate.Equal(whole, a) {
		t.Errorf("A everywhere is %s", certificate.Encode(whole))
	}
	a.Branches, b.Branches = nil, nil
	if merged, err = compose(a, b, Choice{Pair: 0, Take: TakeUnion}); err != nil || merged.Branches != nil {
		t.Errorf("nobody lists branches, but there are %v (%v)", merged.Branches, err)
	}
}

func TestTooManyBranches(t *testing.T) {
	var a certificate.Certificate
	for i := range 4 {
		var units []string
		for j := range 7 {
			units = append(units, fmt.Sprintf("v%d%d", i, j))
		}
		a.Groups = append(a.Groups, group("x", 1, units...))
	}
	b := a
	b.Groups = slices.Clone(a.Groups)
	b.Groups[0].Acceptable = append(slices.Clip(b.Groups[0].Acceptable), "more")
	a.Branches = [][]string{{"v00", "v10", "v20", "v30"}}
	_, err := compose(a, b, Choice{Pair: 0, Take: TakeUnion})
	var e *certificate.TooManyError
	if !errors.As(err, &e) || e.Count.N != 8*7*7*7 || !e.Count.Exact || !strings.Contains(err.Error(), "2744") {
		t.Errorf("got %v", err)
	}
}

// A merge keeps the words of both sides.
func TestMergedWords(t *testing.T) {
	x := quoting(group("bug_location", 2, "u1", "u2"), quote("u1", "x"), quote("u2", "both"))
	y := quoting(group("", 1, "u2", "u3"), quote("u2", "both"), quote("u3", "y"))
	x.Rationale, y.Rationale, y.Weight, y.ID = "read here", "written there", 2.5, "G9"
	both, err := compose(cert(x), cert(y), Choice{Pair: 0, Take: TakeUnion})
	must(t, err)
	want := quoting(group("bug_location", 1, "u1", "u2", "u3"), quote("u1", "x"), quote("u2", "both"), quote("u3", "y"))
	want.Rationale, want.Weight, want.ID = "read here\n\nwritten there", 2.5, "G9"
	if !certificate.Equal(both, cert(want)) {
		t.Errorf("merged: %s", certificate.Encode(both))
	}
	x.Threshold = 1
	common, err := compose(cert(y), cert(x), Choice{Pair: 0, Take: TakeIntersection})
	must(t, err)
	want = quoting(group("bug_location", 1, "u2"), quote("u2", "both"))
	want.Rationale, want.Weight, want.ID = "written there\n\nread here", 2.5, "G9"
	if !certificate.Equal(common, cert(want)) {
		t.Errorf("in common: %s", certificate.Encode(common))
	}
}

func TestKeysBesideTheGroups(t *testing.T) {
	low, high := 0.5, 0.9
	a, b := cert(group("x", 1, "u1"), group("y", 1, "u2")), cert(group("x", 1, "u1", "u3"), group("y", 1, "u2"))
	a.Confidence, b.Confidence = &low, &high
	for _, c := range []struct {
		choices []Choice
		want    float64
	}{
		{[]Choice{{Pair: 0, Take: TakeUnion}}, low},
		{[]Choice{{Pair: 0, Take: TakeUnion}, {Pair: Rest, Take: TakeB}}, high},
		{[]Choice{{Pair: 0, Take: TakeB}, {Pair: Rest, Take: TakeA}}, low},
		{[]Choice{{Pair: 0, Take: TakeB}}, high},
	} {
		got, err := compose(a, b, c.choices...)
		must(t, err)
		if *got.Confidence != c.want {
			t.Errorf("%+v: confidence %v, want %v", c.choices, *got.Confidence, c.want)
		}
	}
}
