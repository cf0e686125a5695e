package certificate

import (
	"encoding/binary"
	"slices"
)

// plan is an order in which to sweep over classes so that rows are done with
// early, and what each class ends.
type plan struct {
	order []int
	ends  [][]int // place in order -> rows (or other sets) that this class is the last of
}

// newPlan goes row by row: next the row, among those begun if any, with the
// fewest classes to come.
func newPlan(in [][]int, of [][]int) plan {
	var p plan
	placed := make([]bool, len(of))
	left := make([]int, len(in))
	begun := make([]bool, len(in))
	for r, classes := range in {
		left[r] = len(classes)
	}
	for {
		next := -1
		for r := range in {
			if left[r] > 0 && (next < 0 || begun[r] && !begun[next] || begun[r] == begun[next] && left[r] < left[next]) {
				next = r
			}
		}
		if next < 0 {
			return p
		}
		for _, c := range in[next] {
			if placed[c] {
				continue
			}
			placed[c] = true
			var ends []int
			for _, r := range of[c] {
				begun[r] = true
				if left[r]--; left[r] == 0 {
					ends = append(ends, r)
				}
			}
			p.order = append(p.order, c)
			p.ends = append(p.ends, ends)
		}
	}
}

// tightSweep counts minimal witnesses by dynamic programming over classes. What
// must be remembered of the classes behind is how far each unfinished row is
// (-1: over its threshold) and, for the classes that gave units, the rows one
// of which must end up tight.
type tightSweep struct {
	*cover
	sig    []uint64 // class -> rows
	ahead  []int    // row -> units still to come
	states []tightState
	place  map[string]int // state -> its index
}

type tightState struct {
	need []int    // row -> units missing, -1 over the threshold, 0 when finished
	duty []uint64 // sets of rows, each to hold a tight one; none within another
	ways uint64
}

func newTightSweep(rows []row, order []int, limit int) *tightSweep {
	s := &tightSweep{cover: newCover(task{rows: rows, order: order})}
	s.limit = limit
	s.ahead = make([]int, len(rows))
	for r, classes := range s.in {
		for _, c := range classes {
			s.ahead[r] += len(s.members[c])
		}
	}
	for c := range s.members {
		var sig uint64
		for _, r := range s.rowsOf[c] {
			sig |= 1 << (r & 63)
		}
		s.sig = append(s.sig, sig)
	}
	return s
}

// count returns the number of minimal witnesses; ok is false when there are
// more than 64 rows or the limit was reached.
func (s *tightSweep) count() (n uint64, ok bool) {
	if len(s.in) > 64 {
		return 0, false
	}
	p := newPlan(s.in, s.rowsOf)
	s.states = []tightState{{need: slices.Clone(s.need), ways: 1}}
	for i, c := range p.order {
		for _, r := range s.rowsOf[c] {
			s.ahead[r] -= len(s.members[c])
		}
		if !s.advance(c, p.ends[i]) {
			return 0, false
		}
	}
	for _, st := range s.states {
		n = plus(n, st.ways)
	}
	return n, true
}

// advance lets class c give every number of units to every state.
func (s *tightSweep) advance(c int, ends []int) bool {
	old := s.states
	s.states, s.place = nil, make(map[string]int, len(old))
	size := len(s.members[c])
	for _, st := range old {
		most := 0
		for _, r := range s.rowsOf[c] {
			most = max(most, st.need[r])
		}
		for n := 0; n <= min(most, size); n++ {
			if !s.step() {
				return false
			}
			if next, alive := s.give(st, c, n, ends); alive {
				next.ways = times(st.ways, choose(size, n))
				s.keep(next)
			}
		}
	}
	return true
}

// give is the state after class c gave n units; false when no minimal witness
// can come of it.
func (s *tightSweep) give(st tightState, c, n int, ends []int) (tightState, bool) {
	next := tightState{need: slices.Clone(st.need), duty: slices.Clone(st.duty)}
	var over, tight uint64
	for _, r := range s.rowsOf[c] {
		next.need[r] = max(-1, next.need[r]-n)
		if next.need[r] > s.ahead[r] {
			return next, false
		}
		if next.need[r] < 0 {
			over |= 1 << r
		}
	}
	for _, r := range ends {
		if next.need[r] == 0 {
			tight |= 1 << r
		}
		next.need[r] = 0
	}
	if n > 0 {
		next.duty = append(next.duty, s.sig[c])
	}
	alive := next.settle(over, tight)
	return next, alive
}

// settle drops the duties that a finished tight row fulfils and the rows that
// can no longer be tight, and keeps only the strictest. It is false when a duty
// cannot be fulfilled.
func (st *tightState) settle(over, tight uint64) bool {
	duty := st.duty[:0]
	for _, d := range st.duty {
		if d &= ^over; d == 0 {
			return false
		}
		if d&tight == 0 {
			duty = append(duty, d)
		}
	}
	slices.Sort(duty)
	st.duty = slices.Compact(duty)
	strictest := make([]uint64, 0, len(st.duty))
	for _, d := range st.duty {
		if !slices.ContainsFunc(st.duty, func(e uint64) bool { return e != d && e&^d == 0 }) {
			strictest = append(strictest, d)
		}
	}
	st.duty = strictest
	return true
}

// keep adds a state, or its ways to an equal one.
func (s *tightSweep) keep(st tightState) {
	var key []byte
	for _, n := range st.need {
		key = binary.AppendVarint(key, int64(n))
	}
	for _, d := range st.duty {
		key = binary.LittleEndian.AppendUint64(key, d)
	}
	if i, ok := s.place[string(key)]; ok {
		s.states[i].ways = plus(s.states[i].ways, st.ways)
		return
	}
	s.place[string(key)] = len(s.states)
	s.states = append(s.states, st)
}
