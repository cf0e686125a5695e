package review

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"suffice/certificate"
)

// everywhere takes the same from every pair.
func everywhere(d certificate.Diff, take Take) []Choice {
	var cs []Choice
	for i := range d.Pairs {
		cs = append(cs, Choice{Pair: i, Take: take})
	}
	return cs
}

// Taking A everywhere equals A in substance, and so for B, branches that bypass
// the groups and all.
func TestTakingOneSideEverywhere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawTwo(t)
		d := certificate.Compare(a, b)
		for take, side := range map[Take]certificate.Certificate{TakeA: a, TakeB: b} {
			c, err := Compose(a, b, d, everywhere(d, take))
			if err != nil {
				t.Fatal(err)
			}
			if same, proven := SameSubstance(says(VerdictRevise, c), says(VerdictRevise, side), some()); !same || !proven {
				t.Fatalf("taking %s everywhere gives %s", take, certificate.Encode(c))
			}
			if !slices.Equal(accepts(c), accepts(side)) {
				t.Fatalf("taking %s everywhere accepts other sets", take)
			}
		}
	})
}

// drawOtherUnits is c with other acceptable units, and nothing else changed.
// Branches are derived from the new groups where they were from the old ones,
// and those that bypass the groups stay.
func drawOtherUnits(t *rapid.T, c certificate.Certificate) certificate.Certificate {
	old, err := certificate.Derive(c)
	if err != nil {
		t.Fatal(err)
	}
	has := func(list [][]string, br []string) bool {
		return slices.ContainsFunc(list, func(o []string) bool { return sameUnits(o, br) })
	}
	var bypassing [][]string
	for _, br := range c.Branches {
		if !has(old, br) {
			bypassing = append(bypassing, br)
		}
	}
	derived := len(c.Branches) > len(bypassing)
	c.Groups, c.Branches = slices.Clone(c.Groups), nil
	for i := range c.Groups {
		g := &c.Groups[i]
		if rapid.Bool().Draw(t, "other units") {
			g.Acceptable = drawSet(t, g.Threshold)
		}
	}
	if derived {
		if c.Branches, err = certificate.Derive(c); err != nil {
			t.Fatal(err)
		}
	}
	for _, br := range bypassing {
		if !has(c.Branches, br) {
			c.Branches = append(c.Branches, br)
		}
	}
	return c
}

// Where only acceptable IDs differ, a merge by union accepts every set that A
// or B accepts; a merge by intersection only what both accept.
func TestMergesOfAcceptableIDs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawCert(t)
		b := drawOtherUnits(t, a)
		d := certificate.Compare(a, b)
		if slices.ContainsFunc(d.Pairs, func(p certificate.GroupPair) bool { return alone(p) || p.Threshold }) {
			t.Skip("lined up otherwise")
		}
		inA, inB := accepts(a), accepts(b)
		union, err := Compose(a, b, d, everywhere(d, TakeUnion))
		if err != nil {
			t.Fatal(err)
		}
		for i, in := range accepts(union) {
			if (inA[i] || inB[i]) && !in {
				t.Fatalf("%v completes A (%v) or B (%v), not their union %s", subsets()[i], inA[i], inB[i], certificate.Encode(union))
			}
		}
		common, err := Compose(a, b, d, everywhere(d, TakeIntersection))
		var refused *ChoiceError
		if errors.As(err, &refused) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		for i, in := range accepts(common) {
			if in && (!inA[i] || !inB[i]) {
				t.Fatalf("%v completes the intersection, but A %v and B %v", subsets()[i], inA[i], inB[i])
			}
		}
	})
}

// drawChoices decides every pair somehow.
func drawChoices(t *rapid.T, d certificate.Diff) []Choice {
	var cs []Choice
	for i, p := range d.Pairs {
		if p.Same() && rapid.Bool().Draw(t, "leave it") {
			continue
		}
		take := rapid.SampledFrom(Takes()).Draw(t, "take")
		if alone(p) && (take == TakeUnion || take == TakeIntersection) {
			take = TakeNeither
		}
		c := Choice{Pair: i, Take: take}
		if take == TakeOwn {
			g := drawGroup(t)
			c.Own = &g
		}
		cs = append(cs, c)
	}
	return cs
}

// Whatever is decided by group: the certificate is a sound one that an edit can
// put in the place of another, its groups come from the choices alone, its
// branches change nothing but what both sides list beside their groups, and
// the ruling that decides it so is one that can be made.
func TestComposedCertificatesAreSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawTwo(t)
		for i := range a.Groups { // as they come from drafts of one certificate
			a.Groups[i].Key = certificate.GroupKey("g" + string(rune('1'+i)))
		}
		d := certificate.Compare(a, b)
		choices := drawChoices(t, d)
		c, err := Compose(a, b, d, choices)
		if err != nil {
			var choice *ChoiceError
			var ruling *RulingError
			if !errors.As(err, &choice) && !errors.As(err, &ruling) {
				t.Fatal(err)
			}
			return
		}
		ids := map[string]bool{}
		for _, g := range c.Groups {
			if g.ID != "" && ids[g.ID] && !allTake(choices, TakeA) && !allTake(choices, TakeB) {
				t.Fatalf("two groups are called %s", g.ID)
			}
			ids[g.ID] = true
			if len(g.Acceptable) < g.Threshold || g.Threshold < 1 {
				t.Fatalf("a group wants %d of %v", g.Threshold, g.Acceptable)
			}
		}
		if _, _, err := certificate.NewDraft(cert(group("x", 1, "u9"))).Apply(certificate.ReplaceEdit(c)); err != nil {
			t.Fatalf("it cannot be put in place: %v", err)
		}
		if !allTake(choices, TakeA) && !allTake(choices, TakeB) {
			checkBranches(t, a, b, c)
		}
		r := Ruling{Whole: ByGroup, Choices: choices, Reason: "r", Certificate: c}
		if err := r.Check(c, Inputs{A: says(VerdictRevise, a), B: says(VerdictRevise, b)}); err != nil {
			t.Fatal(err)
		}
	})
}

func checkBranches(t *rapid.T, a, b, c certificate.Certificate) {
	groups := c
	groups.Branches = nil
	alone, with := accepts(groups), accepts(c)
	inA, inB := accepts(a), accepts(b)
	for i := range with {
		if with[i] != alone[i] && !(inA[i] && inB[i]) {
			t.Fatalf("%v completes through a branch that A and B do not both list", subsets()[i])
		}
	}
	if listed := len(a.Branches)+len(b.Branches) > 0; listed != (len(c.Branches) > 0) {
		t.Fatalf("branches %v from %v and %v", c.Branches, a.Branches, b.Branches)
	}
}
