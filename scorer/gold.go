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

	index      unitIndex
	acceptable []bool // by unit: stands in a group
	observed   []bool // by unit: in observed_evidence_ids
	groupsOf   lists  // by unit
	branchesOf lists  // by unit

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

// lists holds short lists of numbers end to end.
type lists struct {
	start []int32 // by list; one more at the end
	items []int32
}

func (l *lists) of(i int32) []int32 { return l.items[l.start[i]:l.start[i+1]] }

// NewGold compiles a certificate.
func NewGold(c certificate.Certificate) *Gold {
	accepted, branched := 0, 0
	for _, group := range c.Groups {
		accepted += len(group.Acceptable)
	}
	for _, ids := range c.Branches {
		branched += len(ids)
	}
	g := &Gold{State: c.State, index: newUnitIndex(accepted)}
	n := numbering{index: &g.index, last: make([]int32, 0, accepted)}
	groups, branches := newLists(len(c.Groups), accepted), newLists(len(c.Branches), branched)
	for _, group := range c.Groups {
		n.add(&groups, group.Acceptable)
	}
	inGroups := len(g.index.ids)
	for _, ids := range c.Branches {
		n.add(&branches, ids)
		g.free = g.free || len(ids) == 0
	}
	g.mark(inGroups, c.Observed)
	g.branch = make([]int32, len(c.Branches))
	for b := range g.branch {
		g.branch[b] = branches.start[b+1] - branches.start[b]
	}
	g.groupsOf = groups.transpose(len(g.index.ids))
	g.branchesOf = branches.transpose(len(g.index.ids))
	g.describe(c.Groups)
	return g
}

// mark notes which units are acceptable, those numbered first, and which the
// state has observed.
func (g *Gold) mark(acceptable int, observed []string) {
	units := len(g.index.ids)
	both := make([]bool, 2*units)
	g.acceptable, g.observed = both[:units:units], both[units:]
	for u := range acceptable {
		g.acceptable[u] = true
	}
	for _, id := range observed {
		if u, _ := find(&g.index, hashOfString(id), id); u >= 0 {
			g.observed[u] = true
		}
	}
}

// describe takes over thresholds, weights and roles.
func (g *Gold) describe(groups []certificate.Group) {
	g.asked = make([]int, len(groups))
	g.weight = make([]float64, len(groups))
	both := make([]int32, 2*len(groups))
	g.need, g.role = both[:len(groups):len(groups)], both[len(groups):]
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

// numbering gives the units of sets their numbers, one set after the other.
type numbering struct {
	index *unitIndex
	last  []int32 // by unit: the set it was met in last, from 1
	set   int32
}

// add appends the distinct units of a set as one list.
func (n *numbering) add(to *lists, ids []string) {
	n.set++
	for _, id := range ids {
		u := n.index.number(id)
		if int(u) == len(n.last) {
			n.last = append(n.last, 0)
		}
		if n.last[u] != n.set {
			n.last[u] = n.set
			to.items = append(to.items, u)
		}
	}
	to.start = append(to.start, int32(len(to.items)))
}

// newLists has room for so many lists of so many numbers together.
func newLists(count, numbers int) lists {
	room := make([]int32, count+1+numbers)
	return lists{start: room[: 1 : count+1], items: room[count+1 : count+1]}
}

// transpose turns "the units of each set" into "the sets of each unit".
func (l *lists) transpose(units int) lists {
	out := newLists(units, len(l.items))
	out.start, out.items = out.start[:units+1], out.items[:len(l.items)]
	for _, u := range l.items {
		out.start[u+1]++
	}
	for u := range units {
		out.start[u+1] += out.start[u]
	}
	at := make([]int32, units)
	for set := range int32(len(l.start) - 1) {
		for _, u := range l.of(set) {
			out.items[out.start[u]+at[u]] = set
			at[u]++
		}
	}
	return out
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
