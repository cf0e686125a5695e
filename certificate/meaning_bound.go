package certificate

// view is what one node of a search sees, kept between nodes to spare memory.
type view struct {
	give    []int  // class -> units that it may still usefully give
	degree  []int  // class -> uncovered rows it serves
	held    []int  // row -> units on offer
	outside []int  // row -> those of them not in miss
	hard    []int  // uncovered rows, the greatest need first
	seen    []bool // class -> counted for an earlier row
	byRows  []int  // number of rows -> units on offer that serve so many
}

func newView(classes, rows int) view {
	return view{
		give: make([]int, classes), degree: make([]int, classes), seen: make([]bool, classes),
		held: make([]int, rows), outside: make([]int, rows), hard: make([]int, 0, rows),
		byRows: make([]int, rows+1),
	}
}

// look sizes up the present node: the hardest uncovered row (-1 when all are
// covered), the least cost of covering the rest, and whether that is possible
// as far as simple bounds can tell.
func (s *cover) look() (row, least int, ok bool) {
	s.offer()
	row, ok = s.hardest()
	if !ok || row < 0 {
		return row, 0, ok
	}
	units, inside := s.disjoint()
	if inside > s.room {
		return row, 0, false
	}
	if s.free {
		return row, inside, true
	}
	return row, max(units, s.byDegree()), true
}

// offer works out what each class can still usefully give.
func (s *cover) offer() {
	v := &s.view
	for c := range v.give {
		v.give[c], v.degree[c] = 0, 0
		if !s.open[c] || s.left[c] == 0 {
			continue
		}
		most := 0
		for _, r := range s.rowsOf[c] {
			if n := s.need[r]; n > 0 {
				v.degree[c]++
				most = max(most, n)
			}
		}
		if s.inside[c] {
			most = min(most, s.room)
		}
		if most >= s.left[c] {
			most = s.left[c]
			if s.lastLoose(c) {
				most--
			}
		}
		v.give[c] = most
	}
}

// hardest returns the uncovered row with the least to spare, and false when
// one cannot be covered any more. It lists the uncovered rows by need.
func (s *cover) hardest() (row int, ok bool) {
	v := &s.view
	v.hard = v.hard[:0]
	row = -1
	spare := 0
	for r, need := range s.need {
		if need <= 0 {
			continue
		}
		v.held[r], v.outside[r] = 0, 0
		for _, c := range s.in[r] {
			v.held[r] += v.give[c]
			if !s.inside[c] {
				v.outside[r] += v.give[c]
			}
		}
		rest := v.held[r] - need
		if rest < 0 {
			return r, false
		}
		if row < 0 || rest < spare {
			row, spare = r, rest
		}
		v.hard = append(v.hard, r)
		for i := len(v.hard) - 1; i > 0 && s.need[v.hard[i-1]] < need; i-- {
			v.hard[i-1], v.hard[i] = v.hard[i], v.hard[i-1]
		}
	}
	return row, true
}

// disjoint bounds from below the units still to take, in all and from miss:
// row by row, what classes counted for an earlier row cannot supply.
func (s *cover) disjoint() (units, inside int) {
	v := &s.view
	clear(v.seen)
	for _, r := range v.hard {
		shared, sharedInside := 0, 0
		for _, c := range s.in[r] {
			switch {
			case !v.seen[c]:
				v.seen[c] = true
			case s.inside[c]:
				sharedInside += v.give[c]
				shared += v.give[c]
			default:
				shared += v.give[c]
			}
		}
		units += max(0, s.need[r]-shared)
		inside += max(0, s.need[r]-v.outside[r]-sharedInside)
	}
	return units, inside
}

// byDegree bounds from below the units still to take: all needs added up, met
// by the units that serve the most rows.
func (s *cover) byDegree() int {
	v := &s.view
	clear(v.byRows)
	total := 0
	for _, r := range v.hard {
		total += s.need[r]
	}
	for c, n := range v.give {
		v.byRows[v.degree[c]] += n
	}
	units := 0
	for d := len(v.byRows) - 1; d > 0 && total > 0; d-- {
		n := min(v.byRows[d], (total+d-1)/d)
		units += n
		total -= n * d
	}
	return units
}
