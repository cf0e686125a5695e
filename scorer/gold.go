package scorer

import (
	"math"

	"suffice/certificate"
)

// Gold is a certificate made ready for scoring: its units are small numbers,
// each knowing the groups and branches it stands in. Immutable, so one Gold
// may be used by many Tallies at once.
//
// It reads a certificate as the public reference scorer does: a repeated ID in
// a list counts once, a certificate without groups is completed by anything,
// an empty branch is contained in everything, a threshold below 1 is covered
// by the first acceptable unit. Strict scoring refuses all of these before
// they come here.
type Gold struct {
	State string

	index      map[string]int32 // unit number by evidence ID
	acceptable []bool           // by unit: stands in a group
	observed   []bool           // by unit: in observed_evidence_ids
	groupsOf   lists            // by unit
	branchesOf lists            // by unit

	asked   []int     // by group: minimum_required as written
	need    []int32   // by group: acceptable units that cover it, at least 1
	weight  []float64 // by group
	role    []int32   // by group: role number
	roles   int       // distinct roles
	total   float64   // sum of weights
	branch  []int32   // by branch: distinct units
	free    bool      // anything completes it: no group, or an empty branch
	ungated bool      // no group at all
}

// lists holds one short list of numbers for each unit, end to end.
type lists struct {
	start []int32 // by unit; one more at the end
	items []int32
}

func (l *lists) of(u int32) []int32 { return l.items[l.start[u]:l.start[u+1]] }

// NewGold compiles a certificate.
func NewGold(c certificate.Certificate) *Gold {
	g := &Gold{State: c.State, index: make(map[string]int32, 16)}
	groups := make([][]int32, len(c.Groups))
	for j, group := range c.Groups {
		groups[j] = g.number(group.Acceptable)
	}
	g.acceptable = make([]bool, len(g.index), len(g.index)+8)
	for u := range g.acceptable {
		g.acceptable[u] = true
	}
	branches := make([][]int32, len(c.Branches))
	g.branch = make([]int32, len(c.Branches))
	for b, ids := range c.Branches {
		branches[b] = g.number(ids)
		g.branch[b] = int32(len(branches[b]))
		g.free = g.free || len(ids) == 0
	}
	for len(g.acceptable) < len(g.index) {
		g.acceptable = append(g.acceptable, false)
	}
	g.observed = make([]bool, len(g.index))
	for _, id := range c.Observed {
		if u, ok := g.index[id]; ok {
			g.observed[u] = true
		}
	}
	g.groupsOf = transpose(groups, len(g.index))
	g.branchesOf = transpose(branches, len(g.index))
	g.describe(c.Groups)
	return g
}

// describe takes over thresholds, weights and roles.
func (g *Gold) describe(groups []certificate.Group) {
	g.asked = make([]int, len(groups))
	g.need = make([]int32, len(groups))
	g.weight = make([]float64, len(groups))
	g.role = make([]int32, len(groups))
	for j, group := range groups {
		g.asked[j] = group.Threshold
		g.need[j] = int32(min(max(group.Threshold, 1), int(never)))
		g.weight[j] = group.Weight
		g.total += group.Weight
		g.role[j] = int32(g.roles)
		for i := range j {
			if groups[i].Role == group.Role {
				g.role[j] = g.role[i]
				break
			}
		}
		if g.role[j] == int32(g.roles) {
			g.roles++
		}
	}
	if math.IsInf(g.total, 0) {
		g.shrink()
	}
	g.ungated = len(groups) == 0
	g.free = g.free || g.ungated
}

// shrink scales weights down so that their sum is finite again. Metrics are
// ratios of weights, so they stay what they are.
func (g *Gold) shrink() {
	g.total = 0
	for j := range g.weight {
		g.weight[j] = math.Ldexp(g.weight[j], -64)
		g.total += g.weight[j]
	}
}

// number gives every ID its unit number, minting those it meets first, and
// returns the distinct ones.
func (g *Gold) number(ids []string) []int32 {
	out := make([]int32, 0, len(ids))
next:
	for _, id := range ids {
		u, ok := g.index[id]
		if !ok {
			u = int32(len(g.index))
			g.index[id] = u
		}
		for _, v := range out {
			if v == u {
				continue next
			}
		}
		out = append(out, u)
	}
	return out
}

// transpose turns "the units of each set" into "the sets of each unit".
func transpose(sets [][]int32, units int) lists {
	l := lists{start: make([]int32, units+1)}
	total := 0
	for _, set := range sets {
		total += len(set)
		for _, u := range set {
			l.start[u+1]++
		}
	}
	for u := range units {
		l.start[u+1] += l.start[u]
	}
	l.items = make([]int32, total)
	at := make([]int32, units)
	for s, set := range sets {
		for _, u := range set {
			l.items[l.start[u]+at[u]] = int32(s)
			at[u]++
		}
	}
	return l
}

// Groups is the number of required groups.
func (g *Gold) Groups() int { return len(g.need) }

// Distinct is the number of distinct acceptable units over all groups.
func (g *Gold) Distinct() int {
	n := 0
	for _, a := range g.acceptable {
		if a {
			n++
		}
	}
	return n
}
