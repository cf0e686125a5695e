package certificate

import (
	"fmt"
	"slices"

	"pgregory.net/rapid"
)

// The reference here is the definition, applied to every subset of a small
// universe: nothing is shared with the code under test.

// completesByDefinition is equation 2, read off the certificate.
func completesByDefinition(c Certificate, has func(string) bool) bool {
	return coversByDefinition(c.Groups, has) || slices.ContainsFunc(c.Branches, func(b []string) bool {
		return !slices.ContainsFunc(b, func(id string) bool { return !has(id) })
	})
}

func coversByDefinition(groups []Group, has func(string) bool) bool {
	for _, g := range groups {
		distinct := map[string]bool{}
		for _, id := range g.Acceptable {
			if has(id) {
				distinct[id] = true
			}
		}
		if len(distinct) < g.Threshold {
			return false
		}
	}
	return true
}

// universe is the units of the small certificates, in ID order.
func universe(n int) []string {
	ids := make([]string, n)
	for i := range ids {
		ids[i] = fmt.Sprintf("u%02d", i)
	}
	return ids
}

func subset(ids []string, mask int) []string {
	var out []string
	for i, id := range ids {
		if mask>>i&1 == 1 {
			out = append(out, id)
		}
	}
	return out
}

// truth is the definition's answer for every subset of ids.
func truth(ids []string, says func(has func(string) bool) bool) []bool {
	out := make([]bool, 1<<len(ids))
	for mask := range out {
		out[mask] = says(func(id string) bool {
			i := slices.Index(ids, id)
			return i >= 0 && mask>>i&1 == 1
		})
	}
	return out
}

func completing(c Certificate, ids []string) []bool {
	return truth(ids, func(has func(string) bool) bool { return completesByDefinition(c, has) })
}

func covering(c Certificate, ids []string) []bool {
	return truth(ids, func(has func(string) bool) bool { return coversByDefinition(c.Groups, has) })
}

// minimalSets lists, sorted, the members of a family none of whose proper
// subsets is in it.
func minimalSets(ids []string, in []bool) [][]string {
	out := [][]string{}
	for mask, yes := range in {
		if !yes {
			continue
		}
		minimal := true
		for sub := mask; sub > 0 && minimal; {
			sub = (sub - 1) & mask
			minimal = !in[sub]
		}
		if minimal {
			out = append(out, subset(ids, mask))
		}
	}
	sortSets(out)
	return out
}

func sortSets(sets [][]string) {
	slices.SortFunc(sets, func(a, b []string) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return slices.Compare(a, b)
	})
}

// smallestByDefinition is the smallest member of a family, the first in the
// order of ids among equals.
func smallestByDefinition(ids []string, in []bool) (best []string, found bool) {
	for mask, yes := range in {
		s := subset(ids, mask)
		if yes && (!found || len(s) < len(best) || len(s) == len(best) && earlier(ids, s, best)) {
			best, found = s, true
		}
	}
	return best, found
}

func earlier(ids, a, b []string) bool {
	return slices.CompareFunc(a, b, func(x, y string) int { return slices.Index(ids, x) - slices.Index(ids, y) }) < 0
}

// drawCertificate draws a certificate over the units: groups that share units,
// thresholds of 1 and more, copies of groups, branches of every kind, and now
// and then what is malformed.
func drawCertificate(t *rapid.T, name string, ids []string) Certificate {
	var c Certificate
	some := func(label string, least int) []string {
		s := rapid.SliceOfNDistinct(rapid.SampledFrom(ids), least, len(ids), rapid.ID[string]).Draw(t, name+label)
		if len(s) > 0 && rapid.IntRange(0, 9).Draw(t, name+label+" repeats") == 0 {
			s = append(s, s[0])
		}
		return s
	}
	for i := range rapid.IntRange(0, 5).Draw(t, name+" groups") {
		if i > 0 && rapid.IntRange(0, 5).Draw(t, name+" copy") == 0 {
			c.Groups = append(c.Groups, c.Groups[rapid.IntRange(0, i-1).Draw(t, name+" copied")])
			continue
		}
		units := some(" unit", 0)
		threshold := rapid.IntRange(1, max(1, min(4, len(units)))).Draw(t, name+" threshold")
		if rapid.IntRange(0, 15).Draw(t, name+" odd") == 0 {
			threshold = rapid.IntRange(-1, len(ids)+1).Draw(t, name+" odd threshold")
		}
		c.Groups = append(c.Groups, Group{Acceptable: units, Threshold: threshold})
	}
	if rapid.Bool().Draw(t, name+" derived") {
		derived, _ := Derive(c)
		c.Branches = derived[:min(len(derived), 6)]
	}
	for range rapid.IntRange(0, 4).Draw(t, name+" branches") {
		b := some(" branch", rapid.SampledFrom([]int{1, 1, 1, 1, 0}).Draw(t, name+" least"))
		c.Branches = append(c.Branches, b)
	}
	return c
}
