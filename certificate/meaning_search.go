package certificate

import "slices"

// smallest finds a cheapest solution that costs less than s.best.
func (s *cover) smallest() (units []int, ok bool) {
	s.search(0)
	if s.found == nil {
		return nil, false
	}
	return s.units(s.found), true
}

// exists finds a solution of whatever size. The search tells its steps and
// whether it ended early.
func (t task) exists(limit int) (units []int, ok bool, s *cover) {
	if t.miss != nil && len(t.forbid) == 0 {
		return t.inside(limit)
	}
	s = newCover(t)
	s.limit = limit
	s.free, s.stop = true, s.best
	for c := range s.members {
		switch {
		case s.inside[c]:
		case len(s.forbidOf[c]) == 0:
			s.take(c, s.left[c])
		default:
			s.take(c, s.left[c]-1)
		}
	}
	units, ok = s.smallest()
	return units, ok, s
}

// inside finds one where nothing is forbidden: all units outside miss are
// taken, and the search is for how few of miss must be added.
func (t task) inside(limit int) (units []int, ok bool, s *cover) {
	short := task{}
	for _, r := range t.rows {
		if within := r.in.common(t.miss.in); r.need > r.in.count()-within {
			in := r.in.clone()
			in.intersect(t.miss.in)
			short.rows = append(short.rows, row{in: in, need: r.need - (r.in.count() - within)})
		}
	}
	short.order = wanted(short.rows, t.order)
	s = newCover(short)
	s.limit, s.best, s.stop = limit, t.miss.need, t.miss.need-1
	units, ok = s.smallest()
	for _, u := range t.order {
		if !t.miss.in.has(u) {
			units = append(units, u)
		}
	}
	return units, ok, s
}

// search tries every share of one class of the hardest row, the greatest
// first, and goes on with what remains.
func (s *cover) search(cost int) {
	if !s.step() {
		return
	}
	row, least, ok := s.look()
	if !ok || cost+least >= s.best {
		return
	}
	if row < 0 {
		s.best, s.found, s.done = cost, s.taken(), cost <= s.stop
		return
	}
	c := s.pick(row)
	most := s.view.give[c]
	fewest := max(0, s.need[row]-(s.view.held[row]-most))
	price := 1
	if s.free && !s.inside[c] {
		price = 0
	}
	s.open[c] = false
	var shut []int
	for n := most; n >= fewest && !s.done && !s.out; n-- {
		if n == most-1 {
			shut = s.shutDominated(c)
		}
		s.take(c, n)
		s.search(cost + n*price)
		s.take(c, -n)
	}
	s.open[c] = true
	for _, d := range shut {
		s.open[d] = true
	}
}

// pick chooses the class of a row that serves the most uncovered rows, one
// outside miss first where only those in miss cost.
func (s *cover) pick(row int) int {
	best := -1
	for _, c := range s.in[row] {
		if s.view.give[c] > 0 && (best < 0 || s.prefer(c, best)) {
			best = c
		}
	}
	return best
}

func (s *cover) prefer(c, d int) bool {
	if s.free && s.inside[c] != s.inside[d] {
		return s.inside[d]
	}
	if s.view.degree[c] != s.view.degree[d] {
		return s.view.degree[c] > s.view.degree[d]
	}
	if s.inside[c] != s.inside[d] {
		return s.inside[d]
	}
	return s.view.give[c] > s.view.give[d]
}

// shutDominated closes the classes whose every unit could be exchanged for one
// more of class c: what they could add was tried with the greater share of c.
func (s *cover) shutDominated(c int) []int {
	var shut []int
	for d := range s.open {
		if s.open[d] && s.dominates(c, d) {
			s.open[d] = false
			shut = append(shut, d)
		}
	}
	return shut
}

func (s *cover) dominates(c, d int) bool {
	if s.inside[c] && !s.inside[d] {
		return false
	}
	for _, r := range s.rowsOf[d] {
		if s.need[r] > 0 && !slices.Contains(s.rowsOf[c], r) {
			return false
		}
	}
	for _, f := range s.forbidOf[c] {
		if !slices.Contains(s.forbidOf[d], f) {
			return false
		}
	}
	return true
}

// first finds, among the solutions of the least size there is, the one whose
// units come first in the order, given any of them. Unit by unit it asks
// whether a solution holds this one and those settled before, unless the one at
// hand says so. When the limit is reached it finds none. It uses up the cover.
func (s *cover) first() (units []int, ok bool) {
	known, size := s.found, s.best
	cost := 0
	for _, c := range s.classOf {
		if !s.open[c] || cost == size {
			continue
		}
		if known[c] > len(s.members[c])-s.left[c] {
			s.take(c, 1)
			cost++
			continue
		}
		if s.look(); s.view.give[c] > 0 {
			s.take(c, 1)
			s.best, s.stop, s.found, s.done = size+1, size, nil, false
			s.search(cost + 1)
			if s.out {
				return nil, false
			}
			if s.found != nil {
				known = s.found
				cost++
				continue
			}
			s.take(c, -1)
		}
		s.open[c] = false
	}
	return s.units(known), true
}
