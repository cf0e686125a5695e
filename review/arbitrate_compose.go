package review

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"suffice/certificate"
)

// Compose makes the certificate that decisions group by group give, the groups
// in the order of d.Pairs, where d is the Compare of a with b. Every pair that
// differs needs a choice (*UndecidedError); one that does not is taken as both
// have it.
//
//   - TakeA, TakeB: the group as that side has it, or left out where that side
//     has none.
//   - TakeUnion: every unit that A or B accepts, the lower threshold, so that
//     what covers the group of either covers the merged one.
//   - TakeIntersection: the units that both accept, the higher threshold, so
//     that what covers the merged group covers that of either. Refused when no
//     unit, or fewer than the threshold, is left.
//   - TakeOwn: Choice.Own. TakeNeither: the requirement is left out.
//
// A merged group has the greater weight, A's name and role (B's where A has
// none), both rationales, and the quotations of both that are about units it
// accepts. The keys beside groups and branches are A's, or those of the side
// that a Choice about Rest takes. When every choice is for one side the result
// is that side's certificate as it stands.
//
// Otherwise the branches are derived anew if either side lists any; too many
// are a *certificate.TooManyError. A branch that both sides list though it
// bypasses the groups of both is kept, for no choice is about it; one that only
// one side lists is gone (LostBranches tells). Group keys are left empty. What
// is wrong with a single choice is a *ChoiceError.
func Compose(a, b certificate.Certificate, d certificate.Diff, choices []Choice) (certificate.Certificate, error) {
	chosen, err := byPair(d, choices)
	if err != nil {
		return certificate.Certificate{}, err
	}
	if err := undecided(a, b, d, chosen); err != nil {
		return certificate.Certificate{}, err
	}
	switch {
	case allTake(choices, TakeA):
		return a, nil
	case allTake(choices, TakeB):
		return b, nil
	}
	c := a
	if rest, ok := chosen[Rest]; ok && rest.Take == TakeB {
		c = b
	}
	c.Groups = nil
	for i, p := range d.Pairs {
		g, in, err := decided(a, b, i, p, chosen)
		if err != nil {
			return certificate.Certificate{}, err
		}
		if in {
			c.Groups = append(c.Groups, g)
		}
	}
	return settled(c, a, b)
}

// byPair orders choices by their pair and refuses what cannot be one.
func byPair(d certificate.Diff, choices []Choice) (map[int]Choice, error) {
	chosen := make(map[int]Choice, len(choices))
	for _, c := range choices {
		_, twice := chosen[c.Pair]
		why := ""
		switch {
		case c.Pair < Rest || c.Pair >= len(d.Pairs):
			why = fmt.Sprintf("there is no pair of groups %d; there are %d, counted from 0", c.Pair, len(d.Pairs))
		case twice:
			why = "there are two choices for the same pair of groups"
		case !slices.Contains(Takes(), c.Take):
			why = fmt.Sprintf("a choice takes %s; found %q", listed(Takes()), c.Take)
		case c.Pair == Rest && c.Take != TakeA && c.Take != TakeB:
			why = "the keys beside the groups are taken from A or from B"
		case c.Take == TakeOwn && c.Own == nil:
			why = "a choice of an own group comes with that group"
		case c.Take != TakeOwn && c.Own != nil:
			why = fmt.Sprintf("a group comes only with the choice %s, not with %s", TakeOwn, c.Take)
		}
		if why != "" {
			return nil, &ChoiceError{Pair: c.Pair, Why: why}
		}
		chosen[c.Pair] = c
	}
	return chosen, nil
}

// undecided names the pairs that differ and have no choice.
func undecided(a, b certificate.Certificate, d certificate.Diff, chosen map[int]Choice) error {
	var e UndecidedError
	for i, p := range d.Pairs {
		if _, ok := chosen[i]; !ok && !p.Same() {
			e.Pairs = append(e.Pairs, i)
			e.Labels = append(e.Labels, pairLabel(a, b, p))
		}
	}
	if len(e.Pairs) > 0 {
		return &e
	}
	return nil
}

// pairLabel names a pair by A's label, or by B's for a group that A has not.
func pairLabel(a, b certificate.Certificate, p certificate.GroupPair) string {
	if p.A < 0 {
		return b.Label(p.B) + " of B"
	}
	return a.Label(p.A)
}

func allTake(choices []Choice, take Take) bool {
	return len(choices) > 0 && !slices.ContainsFunc(choices, func(c Choice) bool { return c.Take != take })
}

// decided is the group that a pair becomes, false when it is left out.
func decided(a, b certificate.Certificate, i int, p certificate.GroupPair, chosen map[int]Choice) (g certificate.Group, in bool, err error) {
	c, ok := chosen[i]
	if !ok {
		c.Take = TakeA // both have the same
	}
	refuse := func(format string, args ...any) (certificate.Group, bool, error) {
		return certificate.Group{}, false, &ChoiceError{Pair: i, Why: fmt.Sprintf(format, args...)}
	}
	label := pairLabel(a, b, p)
	switch c.Take {
	case TakeA:
		return groupAt(a, p.A)
	case TakeB:
		return groupAt(b, p.B)
	case TakeNeither:
		return certificate.Group{}, false, nil
	case TakeOwn:
		if why := faultOfGroup(*c.Own); why != "" {
			return refuse("the group of your own for %s %s", label, why)
		}
		return *c.Own, true, nil
	}
	if alone(p) {
		return refuse("only one side has %s: take it, leave it out or write your own", label)
	}
	x, y := a.Groups[p.A], b.Groups[p.B]
	if c.Take == TakeUnion {
		return merged(x, y, unite(x.Acceptable, y.Acceptable), min(x.Threshold, y.Threshold)), true, nil
	}
	common, q := intersect(x.Acceptable, y.Acceptable), max(x.Threshold, y.Threshold)
	switch {
	case len(common) == 0:
		return refuse("A and B accept no common unit for %s, so their intersection would be empty", label)
	case len(common) < q:
		return refuse("the intersection leaves %s for %s, where %d are wanted", count(len(common), "units"), label, q)
	}
	return merged(x, y, common, q), true, nil
}

func groupAt(c certificate.Certificate, i int) (certificate.Group, bool, error) {
	if i < 0 {
		return certificate.Group{}, false, nil
	}
	return c.Groups[i], true, nil
}

// merged puts two groups together around the units and the threshold that the
// merge gives.
func merged(x, y certificate.Group, units []string, q int) certificate.Group {
	g := x
	g.Acceptable, g.Threshold = units, q
	g.Weight = max(x.Weight, y.Weight)
	if strings.TrimSpace(g.Role) == "" {
		g.Role = y.Role
	}
	if g.ID == "" {
		g.ID = y.ID
	}
	switch {
	case strings.TrimSpace(x.Rationale) == "":
		g.Rationale = y.Rationale
	case strings.TrimSpace(y.Rationale) != "" && x.Rationale != y.Rationale:
		g.Rationale = x.Rationale + "\n\n" + y.Rationale
	}
	g.Quotations = nil
	for _, q := range joinQuotations(x.Quotations, y.Quotations) {
		if slices.Contains(units, q.Unit) {
			g.Quotations = append(g.Quotations, q)
		}
	}
	return g
}

// faultOfGroup says what is wrong with a group that the senior wrote.
func faultOfGroup(g certificate.Group) string {
	units := unite(g.Acceptable, nil)
	switch {
	case strings.TrimSpace(g.Role) == "":
		return "has no role"
	case len(units) == 0:
		return "accepts no unit"
	case len(units) < len(g.Acceptable):
		return "lists a unit twice"
	case g.Threshold < 1 || g.Threshold > len(units):
		return fmt.Sprintf("wants %d of %s", g.Threshold, count(len(units), "units"))
	case !(g.Weight > 0) || math.IsInf(g.Weight, 0):
		return "needs a weight above 0"
	}
	return ""
}

// settled gives a composed certificate names that are no one's twice and its
// branches.
func settled(c, a, b certificate.Certificate) (certificate.Certificate, error) {
	if len(c.Groups) == 0 {
		return certificate.Certificate{}, &RulingError{Field: "choices", Why: "no group is left, so that everything would complete the state: take or write at least one"}
	}
	names := map[string]bool{}
	for i := range c.Groups {
		g := &c.Groups[i]
		g.Key = ""
		if names[g.ID] {
			g.ID = ""
		}
		names[g.ID] = g.ID != ""
	}
	return rebranched(c, a, b)
}

// rebranched derives the branches of c and keeps what both sides list beside
// their groups.
func rebranched(c, a, b certificate.Certificate) (certificate.Certificate, error) {
	c.Branches = nil
	if len(a.Branches)+len(b.Branches) == 0 {
		return c, nil
	}
	derived, err := certificate.Derive(c)
	if err != nil {
		return certificate.Certificate{}, fmt.Errorf("derive the branches of the decision: %w", err)
	}
	inA, inB, now := groupsAlone(a), groupsAlone(b), groupsAlone(c)
	for _, br := range a.Branches {
		same := func(o []string) bool { return sameUnits(o, br) }
		if slices.ContainsFunc(b.Branches, same) && !slices.ContainsFunc(derived, same) &&
			!inA.Complete(br) && !inB.Complete(br) && !now.Complete(br) {
			derived = append(derived, br)
		}
	}
	c.Branches = derived
	return c, nil
}

// groupsAlone is what the groups of a certificate accept without its branches.
func groupsAlone(c certificate.Certificate) certificate.Meaning {
	c.Branches = nil
	return certificate.Compile(c)
}

// sameUnits reports whether two lists hold the same IDs in any order.
func sameUnits(a, b []string) bool {
	n := len(unite(a, b))
	return n == len(unite(a, nil)) && n == len(unite(b, nil))
}

// LostBranches lists the branches of A and B that no longer complete the
// state under a decision: those that bypassed the groups, and those of groups
// that were decided otherwise. Each is told once.
func LostBranches(a, b, decision certificate.Certificate) [][]string {
	m := certificate.Compile(decision)
	var lost [][]string
	for _, br := range slices.Concat(a.Branches, b.Branches) {
		told := slices.ContainsFunc(lost, func(o []string) bool { return sameUnits(o, br) })
		if !told && !m.Complete(br) {
			lost = append(lost, br)
		}
	}
	return lost
}
