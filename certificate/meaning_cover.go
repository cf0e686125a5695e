package certificate

// task is the one question behind smallest sets, necessity, equality and
// counterexamples: a set of units that covers every row, stays below the
// threshold of miss (nil: no such row) and holds no forbidden set whole.
// Everything is over the units of one Meaning.
type task struct {
	rows   []row
	miss   *row
	forbid []bitset
	order  []int // every unit of the rows, in order of preference
}

// cover searches a task depth first over how many units each class gives.
// Units that stand in the same rows, in miss and in the same forbidden sets
// form a class; within one, units go in order of preference.
type cover struct {
	order    []int   // as in the task
	classOf  []int   // place in order -> class
	members  [][]int // class -> units
	rowsOf   [][]int // class -> rows
	in       [][]int // row -> classes
	inside   []bool  // class -> stands in miss
	forbidOf [][]int // class -> forbidden sets

	left  []int  // class -> units not taken
	open  []bool // class -> may still give units
	need  []int  // row -> units still missing; 0 or less when covered
	room  int    // units of miss that may still be taken
	loose []int  // forbidden set -> classes in it that are not whole

	free  bool  // units outside miss cost nothing
	best  int   // solutions must cost less
	stop  int   // one that costs no more ends the search
	found []int // class -> units taken, of the best solution; nil for none
	done  bool  // such a one was found

	steps, limit int
	out          bool // the limit was reached
	view         view
}

// newCover folds the task's units into classes.
func newCover(t task) *cover {
	s := &cover{order: t.order, room: len(t.order), best: len(t.order) + 1, stop: -1}
	forbid := within(t.forbid, t.order)
	s.fold(t, forbid)
	s.in = make([][]int, len(t.rows))
	s.loose = make([]int, len(forbid))
	for c := range s.members {
		for _, r := range s.rowsOf[c] {
			s.in[r] = append(s.in[r], c)
		}
		for _, f := range s.forbidOf[c] {
			s.loose[f]++
		}
		s.left = append(s.left, len(s.members[c]))
		s.open = append(s.open, true)
	}
	for _, r := range t.rows {
		s.need = append(s.need, r.need)
	}
	if t.miss != nil {
		s.room = t.miss.need - 1
	}
	s.view = newView(len(s.members), len(t.rows))
	return s
}

// within drops the forbidden sets that no solution could hold whole, because
// they hold a unit that no row wants.
func within(forbid []bitset, order []int) []bitset {
	if len(forbid) == 0 {
		return nil
	}
	all := make(bitset, len(forbid[0]))
	for _, u := range order {
		all.add(u)
	}
	var out []bitset
	for _, f := range forbid {
		if f.within(all) {
			out = append(out, f)
		}
	}
	return out
}

// fold makes the classes, in the order of their first unit.
func (s *cover) fold(t task, forbid []bitset) {
	classes := make(map[string]int)
	key := make([]byte, 0, (len(t.rows)+len(forbid)+1)/8+1)
	for _, u := range t.order {
		key = signature(key[:0], u, t, forbid)
		c, known := classes[string(key)]
		if !known {
			c = len(s.members)
			classes[string(key)] = c
			s.members = append(s.members, nil)
			s.rowsOf = append(s.rowsOf, memberOf(u, len(t.rows), func(i int) bitset { return t.rows[i].in }))
			s.forbidOf = append(s.forbidOf, memberOf(u, len(forbid), func(i int) bitset { return forbid[i] }))
			s.inside = append(s.inside, t.miss != nil && t.miss.in.has(u))
		}
		s.members[c] = append(s.members[c], u)
		s.classOf = append(s.classOf, c)
	}
}

// signature packs where unit u stands into bits.
func signature(key []byte, u int, t task, forbid []bitset) []byte {
	var b byte
	n := 0
	put := func(in bool) {
		if in {
			b |= 1 << (n & 7)
		}
		if n++; n&7 == 0 {
			key = append(key, b)
			b = 0
		}
	}
	for _, r := range t.rows {
		put(r.in.has(u))
	}
	for _, f := range forbid {
		put(f.has(u))
	}
	put(t.miss != nil && t.miss.in.has(u))
	return append(key, b)
}

func memberOf(u, n int, set func(int) bitset) []int {
	var out []int
	for i := range n {
		if set(i).has(u) {
			out = append(out, i)
		}
	}
	return out
}

// take moves n units of class c into the solution; a negative n takes them back.
func (s *cover) take(c, n int) {
	if n == 0 {
		return
	}
	was := s.left[c]
	s.left[c] -= n
	for _, r := range s.rowsOf[c] {
		s.need[r] -= n
	}
	if s.inside[c] {
		s.room -= n
	}
	switch {
	case s.left[c] == 0:
		for _, f := range s.forbidOf[c] {
			s.loose[f]--
		}
	case was == 0:
		for _, f := range s.forbidOf[c] {
			s.loose[f]++
		}
	}
}

// lastLoose reports whether taking the rest of class c would make a forbidden set whole.
func (s *cover) lastLoose(c int) bool {
	for _, f := range s.forbidOf[c] {
		if s.loose[f] == 1 {
			return true
		}
	}
	return false
}

func (s *cover) step() bool {
	if s.done || s.out {
		return false
	}
	if s.steps >= s.limit {
		s.out = true
		return false
	}
	s.steps++
	return true
}

// units lists what a solution takes: of each class the preferred ones.
func (s *cover) units(taken []int) []int {
	var out []int
	for c, n := range taken {
		out = append(out, s.members[c][:n]...)
	}
	return out
}

func (s *cover) taken() []int {
	out := make([]int, len(s.left))
	for c, n := range s.left {
		out[c] = len(s.members[c]) - n
	}
	return out
}
