package certificate

import (
	"iter"
	"slices"
)

// Budget limits an exact search by its steps, never by time, so that the same
// question always gets the same answer (spec 1.5).
type Budget struct{ Steps int }

// DefaultBudget is what screens use: beyond it the answer says "not proven".
func DefaultBudget() Budget { return Budget{Steps: 20_000} }

// Status says how far a search got.
type Status struct {
	Proven bool // false: the budget ran out and the answer is a bound or unknown
	Steps  int
}

// Witness is a set of unit IDs that satisfies every group's threshold; a
// completing set may do so through a branch instead. IDs are sorted.
type Witness []string

// Count is how many minimal witnesses there are.
type Count struct {
	N     uint64
	Exact bool // false: "at least N"
}

// Meaning is what a certificate accepts, compiled: groups and bypassing
// branches as bit sets over units, which every question folds into classes of
// interchangeable units. The zero value completes everything. It is never
// changed after Compile: safe for concurrent use and cheap to copy.
//
// What is malformed keeps the meaning that the reference scorer gives it: a
// repeated ID counts once, a group whose threshold is 0 or less is always
// covered, one whose threshold exceeds its distinct units never is, no groups
// at all complete everything, and so does an empty branch.
type Meaning struct {
	ids      []string // every unit in a group or branch, sorted
	pos      map[string]int
	groups   []row       // the groups as written, in order
	under    []int       // group -> one of rows that alone implies it, by its place among the groups; -1 for those that stay
	rows     []row       // those that matter: none always covered or implied by another one alone
	never    bool        // some group can never be covered: only branches complete
	branches []bitset    // bypassing branches, none containing another
	fits     []BranchFit // one for each listed branch
}

// row is one requirement: at least need of the units in.
type row struct {
	in   bitset
	need int
}

// implies reports whether every set that covers r covers o.
func (r row) implies(o row) bool {
	return r.need-(r.in.count()-r.in.common(o.in)) >= o.need
}

// Compile works out what c means. Branches that satisfy the groups or contain
// another branch change nothing about completion and are left out of every
// search (BranchFits still describes them).
func Compile(c Certificate) Meaning {
	m := Meaning{}
	m.index(c)
	for _, g := range c.Groups {
		m.groups = append(m.groups, row{in: m.set(g.Acceptable), need: g.Threshold})
	}
	m.reduce()
	listed := make([]bitset, len(c.Branches))
	for i, b := range c.Branches {
		listed[i] = m.set(b)
	}
	m.fits = m.fitBranches(listed)
	m.branches = m.bypassing(listed)
	return m
}

// index numbers the units of c in ID order.
func (m *Meaning) index(c Certificate) {
	for _, g := range c.Groups {
		m.ids = append(m.ids, g.Acceptable...)
	}
	for _, b := range c.Branches {
		m.ids = append(m.ids, b...)
	}
	slices.Sort(m.ids)
	m.ids = slices.Compact(m.ids)
	m.pos = make(map[string]int, len(m.ids))
	for i, id := range m.ids {
		m.pos[id] = i
	}
}

// set is the units of ids that m knows.
func (m Meaning) set(ids []string) bitset {
	s := newBitset(len(m.ids))
	for _, id := range ids {
		if i, ok := m.pos[id]; ok {
			s.add(i)
		}
	}
	return s
}

// names turns units into a witness.
func (m Meaning) names(units []int) Witness {
	w := make(Witness, len(units))
	for i, u := range units {
		w[i] = m.ids[u]
	}
	slices.Sort(w)
	return w
}

// reduce sorts out which groups matter together: not those that are always
// covered, nor those that one other alone implies (of equal ones the first
// stays).
func (m *Meaning) reduce() {
	m.under = make([]int, len(m.groups))
	for i, g := range m.groups {
		m.under[i] = -1
		m.never = m.never || g.never()
		if !g.matters() || m.implied(i) {
			m.under[i] = i // until the one that stays is known
		}
	}
	for i, g := range m.groups {
		if m.under[i] < 0 && g.matters() {
			m.rows = append(m.rows, g)
		}
		for j, h := range m.groups {
			if m.under[i] == i && m.under[j] < 0 && h.implies(g) {
				m.under[i] = j
			}
		}
	}
	if m.never {
		m.rows = nil
	}
}

func (r row) never() bool   { return r.need > r.in.count() }
func (r row) matters() bool { return r.need > 0 && !r.never() }

// implied reports whether one group that matters implies group i, which of two
// equal ones is the later.
func (m *Meaning) implied(i int) bool {
	for j, h := range m.groups {
		if j != i && h.matters() && h.implies(m.groups[i]) && (j < i || !m.groups[i].implies(h)) {
			return true
		}
	}
	return false
}

// bypassing keeps the branches that complete where the groups do not, without
// those that contain another.
func (m Meaning) bypassing(listed []bitset) []bitset {
	var out []bitset
	for i, b := range listed {
		if m.fits[i].Kind == BranchBypasses && m.fits[i].Other < 0 {
			out = append(out, b)
		}
	}
	return out
}

// Complete is C(P) of equation 2 for the set of these units, in any order;
// repeated and unknown IDs count for nothing.
func (m Meaning) Complete(ids []string) bool { return m.complete(m.set(ids)) }

func (m Meaning) complete(p bitset) bool {
	if m.covers(p) {
		return true
	}
	for _, b := range m.branches {
		if b.within(p) {
			return true
		}
	}
	return false
}

// covers reports whether p satisfies every group.
func (m Meaning) covers(p bitset) bool {
	if m.never {
		return false
	}
	for _, r := range m.rows {
		if r.in.common(p) < r.need {
			return false
		}
	}
	return true
}

// CompleteAt returns the smallest k such that the first k slots of a ranking
// complete (equation 2), false when none does. It is 0 when the empty set
// completes. Repeated IDs take a slot and count once.
func (m Meaning) CompleteAt(ranked []string) (k int, ok bool) {
	p := newBitset(len(m.ids))
	if m.complete(p) {
		return 0, true
	}
	for i, id := range ranked {
		u, known := m.pos[id]
		if !known || p.has(u) {
			continue
		}
		p.add(u)
		if m.complete(p) {
			return i + 1, true
		}
	}
	return 0, false
}

// Units lists, in ID order, every unit that completion can depend on: those of
// groups that matter and of bypassing branches. The rest are never worth a slot.
func (m Meaning) Units() []string {
	return m.names(m.relevant().members())
}

func (m Meaning) relevant() bitset {
	s := newBitset(len(m.ids))
	for _, r := range m.rows {
		s.union(r.in)
	}
	for _, b := range m.branches {
		s.union(b)
	}
	return s
}

// Witnesses walks the minimal witnesses of the groups (branches left aside),
// at most limit of them, each once, in an order that depends on the groups
// alone. Finding the next one is hard in rare certificates: the walk ends
// early after 50,000 steps and 50 more for each witness allowed; Count tells
// whether any are missing.
func (m Meaning) Witnesses(limit int) iter.Seq[Witness] {
	return func(yield func(Witness) bool) {
		m.walk(limit, walkSteps(limit), yield)
	}
}
