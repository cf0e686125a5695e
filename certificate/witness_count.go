package certificate

import "math"

// tableUnits is how many units a truth table holds at most: 2^24 bits.
const tableUnits = 24

// quickTable is how many units a truth table counts faster than anything else.
const quickTable = 16

// Count counts the minimal witnesses of the groups (branches left aside), as
// sets of IDs. Groups that share no unit, directly or through others, are
// counted apart and multiplied. Such a part is exact up to 24 units whatever
// the budget, and beyond that while a sweep over its classes of interchangeable
// units stays within half the budget; otherwise the other half goes into an
// enumeration and N is a lower bound, and it is
// math.MaxUint64 where the number does not fit. A certificate without groups has
// one minimal witness, the empty set.
func (m Meaning) Count(b Budget) Count {
	if m.never {
		return Count{Exact: true}
	}
	total := Count{N: 1, Exact: true}
	parts := m.parts()
	for i, rows := range parts {
		steps := b.Steps / max(1, len(parts)-i)
		n, exact, used := countPart(rows, wanted(rows, m.ranked(nil)), steps)
		b.Steps -= used
		total.N = times(total.N, n)
		total.Exact = total.Exact && exact
	}
	total.Exact = total.Exact && total.N < math.MaxUint64
	return total
}

// parts splits the rows so that rows of different parts share no unit.
func (m Meaning) parts() [][]row {
	var parts [][]row
	var units []bitset
	for _, r := range m.rows {
		rows, in := []row{r}, r.in.clone()
		keep := 0
		for i := range parts {
			if units[i].common(r.in) > 0 {
				rows = append(parts[i], rows...)
				in.union(units[i])
				continue
			}
			parts[keep], units[keep] = parts[i], units[i]
			keep++
		}
		parts = append(parts[:keep], rows)
		units = append(units[:keep], in)
	}
	return parts
}

func countPart(rows []row, order []int, steps int) (n uint64, exact bool, used int) {
	if len(order) <= quickTable {
		return newTable(rows, nil, order).minimal(), true, 0
	}
	sweep := newTightSweep(rows, order, (steps+1)/2)
	if n, ok := sweep.count(); ok {
		return n, true, sweep.steps
	}
	if len(order) <= tableUnits {
		return newTable(rows, nil, order).minimal(), true, sweep.steps
	}
	w := newWalker(rows, order)
	w.limit = steps - sweep.steps
	w.each = func() bool {
		ways := uint64(1)
		for c, units := range w.members {
			ways = times(ways, choose(len(units), len(units)-w.left[c]))
		}
		n = plus(n, ways)
		return true
	}
	w.visit()
	return max(1, n), !w.out, sweep.steps + w.steps
}
