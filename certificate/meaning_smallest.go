package certificate

import "slices"

// Smallest returns a smallest completing set, through the groups or through a
// bypassing branch, false when no set at all completes. Of several it is the
// one whose sorted IDs come first in ID order. When the budget runs out before
// the size is certain (not Proven) it is still a completing set from which no
// unit can be left out; when it runs out in settling the tie, only the size is
// the least there is.
func (m Meaning) Smallest(b Budget) (w Witness, found bool, s Status) {
	return m.SmallestRanked(nil, b)
}

// SmallestRanked is Smallest with ties falling to the set that ranks earliest:
// sets are compared unit by unit in the order of the ranking, units that are
// not in it last and by ID (the oracle set of appendix F.4).
func (m Meaning) SmallestRanked(ranking []string, b Budget) (w Witness, found bool, s Status) {
	order := m.ranked(ranking)
	units, found, s := m.smallest(order, b, true)
	return m.names(units), found, s
}

// SmallestSize is the number of units of a smallest completing set: the oracle
// ceiling asks for no more. Without proof it is an upper bound.
func (m Meaning) SmallestSize(b Budget) (n int, found bool, s Status) {
	units, found, s := m.smallest(m.ranked(nil), b, false)
	return len(units), found, s
}

// ranked is every unit of m, those of the ranking first.
func (m Meaning) ranked(ranking []string) []int {
	order := make([]int, 0, len(m.ids))
	placed := newBitset(len(m.ids))
	for _, id := range ranking {
		if u, ok := m.pos[id]; ok && !placed.has(u) {
			placed.add(u)
			order = append(order, u)
		}
	}
	for u := range m.ids {
		if !placed.has(u) {
			order = append(order, u)
		}
	}
	return order
}

// smallest compares the best way through the groups with the best branch.
func (m Meaning) smallest(order []int, b Budget, settle bool) (units []int, found bool, s Status) {
	s.Proven = true
	pick := newPick(order)
	for _, br := range m.branches {
		pick.offer(br.members())
	}
	if !m.never {
		m.smallestWitness(pick, order, b, settle, &s)
	}
	return pick.units, pick.found, s
}

// smallestWitness offers the smallest witness of the groups, unless it is
// larger than what pick holds.
func (m Meaning) smallestWitness(pick *pick, order []int, b Budget, settle bool, s *Status) {
	t := task{rows: m.rows, order: wanted(m.rows, order)}
	limit := len(t.order) + 1
	if pick.found {
		limit = len(pick.units) + 1
	}
	search := newCover(t)
	search.best, search.limit = limit, b.Steps
	units, ok := search.smallest()
	s.Proven = !search.out
	switch {
	case search.out && !ok:
		units, ok = t.order, true
		fallthrough
	case search.out:
		units = m.shrink(units, m.covers)
	case ok && settle:
		if first, done := search.first(); done {
			units = first
		}
	}
	if ok {
		pick.offer(units)
	}
	s.Steps += search.steps
}

// wanted keeps the units of the order that stand in a row.
func wanted(rows []row, order []int) []int {
	if len(rows) == 0 {
		return nil
	}
	all := make(bitset, len(rows[0].in))
	for _, r := range rows {
		all.union(r.in)
	}
	out := make([]int, 0, len(order))
	for _, u := range order {
		if all.has(u) {
			out = append(out, u)
		}
	}
	return out
}

// shrink leaves out units, the last first, as long as still holds.
func (m Meaning) shrink(units []int, still func(bitset) bool) []int {
	p := newBitset(len(m.ids))
	for _, u := range units {
		p.add(u)
	}
	for _, u := range slices.Backward(units) {
		p.remove(u)
		if !still(p) {
			p.add(u)
		}
	}
	return p.members()
}

// pick keeps the smallest set offered, of equal sizes the one that comes first
// in an order of the units.
type pick struct {
	place []int // unit -> place in the order
	units []int
	found bool
}

func newPick(order []int) *pick {
	place := make([]int, len(order))
	for i, u := range order {
		place[u] = i
	}
	return &pick{place: place}
}

func (p *pick) offer(units []int) {
	slices.SortFunc(units, func(a, b int) int { return p.place[a] - p.place[b] })
	if p.found && !p.before(units, p.units) {
		return
	}
	p.units, p.found = units, true
}

func (p *pick) before(a, b []int) bool {
	if len(a) != len(b) {
		return len(a) < len(b)
	}
	return slices.CompareFunc(a, b, func(x, y int) int { return p.place[x] - p.place[y] }) < 0
}
