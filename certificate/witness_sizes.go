package certificate

import (
	"encoding/binary"
	"math/big"
	"slices"
)

// sizesSteps limits the sweep of CompletingCounts.
const sizesSteps = 20_000

// quickSizes is how many units a truth table counts by size faster than
// anything else.
const quickSizes = 20

// CompletingCounts counts the completing sets by size: counts[s] is how many
// sets of s units complete, among the universe = len(Units()) units that
// matter, for s from 0 to universe. Any other units of a pool are free: of the
// k-subsets of a pool of n, the sum over s of counts[s] * C(n-universe, k-s)
// complete, from which exact Uniform@k follows. ok is false beyond 24 units
// when a sweep over classes of interchangeable units would take more than
// 20,000 steps (fewer beyond 64 units, whose numbers are large).
func (m Meaning) CompletingCounts() (counts []*big.Int, universe int, ok bool) {
	order := m.relevant().members()
	universe = len(order)
	if universe > quickSizes {
		sweep := newSizeSweep(m, order)
		if universe <= tableUnits {
			sweep.limit = sizesSteps / 10 // the table is at hand
		}
		if counts, ok = sweep.count(); ok {
			return counts, universe, true
		}
	}
	if universe > tableUnits {
		return nil, universe, false
	}
	rows := m.rows
	if m.never {
		rows = []row{{in: newBitset(len(m.ids)), need: 1}}
	}
	for _, n := range newTable(rows, m.branches, order).bySize() {
		counts = append(counts, new(big.Int).SetUint64(n))
	}
	return counts, universe, true
}

// sizeSweep counts completing sets by size, by dynamic programming over
// classes. What must be remembered of the classes behind is how far each
// unfinished row is and which branches are whole so far.
type sizeSweep struct {
	*cover
	rows     int     // sets 0 to rows-1 are rows, the others branches
	setsOf   [][]int // class -> rows and branches
	ahead    []int   // row -> units still to come
	states   []sizeState
	place    map[string]int
	universe int
}

type sizeState struct {
	need   []int  // row -> units missing; 0 when covered
	failed bool   // a row was missed: only a branch can complete
	whole  bitset // branches that hold no unit left out
	done   bool   // completes whatever comes
	bySize sizes
}

func newSizeSweep(m Meaning, order []int) *sizeSweep {
	sets := slices.Clone(m.rows)
	for _, b := range m.branches {
		sets = append(sets, row{in: b})
	}
	s := &sizeSweep{cover: newCover(task{rows: sets, order: order}), rows: len(m.rows), universe: len(order)}
	s.limit = sizesSteps
	s.setsOf = s.rowsOf
	s.ahead = make([]int, len(m.rows))
	for r := range s.ahead {
		for _, c := range s.in[r] {
			s.ahead[r] += len(s.members[c])
		}
	}
	start := sizeState{need: s.need[:s.rows], failed: m.never, whole: newBitset(len(m.branches)), bySize: oneEmptySet(len(order))}
	for b := range m.branches {
		start.whole.add(b)
		start.done = start.done || m.branches[b].count() == 0
	}
	start.done = start.done || start.covered()
	s.states = []sizeState{start}
	return s
}

func (st sizeState) covered() bool {
	return !st.failed && !slices.ContainsFunc(st.need, func(n int) bool { return n > 0 })
}

func (s *sizeSweep) count() ([]*big.Int, bool) {
	p := newPlan(s.in, s.setsOf)
	for i, c := range p.order {
		for _, r := range s.setsOf[c] {
			if r < s.rows {
				s.ahead[r] -= len(s.members[c])
			}
		}
		if !s.advance(c, p.ends[i]) {
			return nil, false
		}
	}
	total := newSizes(s.universe)
	for _, st := range s.states {
		if st.done {
			total.add(st.bySize, 0, 0)
		}
	}
	return total.counts(), true
}

// advance lets class c give every number of units to every state.
func (s *sizeSweep) advance(c int, ends []int) bool {
	old := s.states
	s.states, s.place = nil, make(map[string]int, len(old))
	size := len(s.members[c])
	for _, st := range old {
		for n := 0; n <= size; n++ {
			s.steps += s.universe / 64 // large numbers take longer
			if !s.step() {
				return false
			}
			next, alive := s.give(st, c, n, ends)
			if !alive {
				continue
			}
			s.states[s.keep(next)].bySize.add(st.bySize, size, n)
		}
	}
	return true
}

// give is the state after class c gave n units; false when nothing completes it.
func (s *sizeSweep) give(st sizeState, c, n int, ends []int) (sizeState, bool) {
	if st.done {
		return sizeState{done: true}, true
	}
	next := sizeState{need: slices.Clone(st.need), failed: st.failed, whole: st.whole.clone()}
	for _, r := range s.setsOf[c] {
		switch {
		case r >= s.rows:
			if n < len(s.members[c]) {
				next.whole.remove(r - s.rows)
			}
		case !next.failed:
			next.need[r] = max(0, next.need[r]-n)
			next.failed = next.need[r] > s.ahead[r]
		}
	}
	for _, r := range ends {
		if r >= s.rows && next.whole.has(r-s.rows) {
			return sizeState{done: true}, true
		}
	}
	if next.failed {
		clear(next.need)
		return next, next.whole.count() > 0
	}
	if next.covered() {
		return sizeState{done: true}, true
	}
	return next, true
}

// keep finds the state among those kept or adds it.
func (s *sizeSweep) keep(st sizeState) int {
	key := []byte{0}
	if st.failed {
		key[0] = 1
	}
	for _, n := range st.need {
		key = binary.AppendUvarint(key, uint64(n))
	}
	key = append(key, st.whole.bytes()...)
	i, known := s.place[string(key)]
	if !known {
		i = len(s.states)
		s.place[string(key)] = i
		st.bySize = newSizes(s.universe)
		s.states = append(s.states, st)
	}
	return i
}
