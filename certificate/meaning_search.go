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

// any finds a solution of whatever size: it first takes all that can do no
// harm, then asks how few units of miss must be added.
func (s *cover) any() (units []int, ok bool) {
	s.free = true
	for c := range s.members {
		switch {
		case s.inside[c]:
		case len(s.forbidOf[c]) == 0:
			s.take(c, s.left[c])
		default:
			s.take(c, s.left[c]-1)
		}
	}
	return s.smallest()
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
		s.best, s.found, s.done = cost, s.taken(), s.free
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

// first finds, among the solutions of the given size, the one whose units come
// first in the order: at each unit it tries with, then without. The size must
// be the least there is. When the limit is reached it finds none.
func (s *cover) first(size int) (units []int, ok bool) {
	if !s.firstFrom(0, 0, size) {
		return nil, false
	}
	return s.units(s.found), true
}

func (s *cover) firstFrom(at, cost, size int) bool {
	if !s.step() {
		return false
	}
	row, least, ok := s.look()
	if !ok || cost+least > size {
		return false
	}
	if row < 0 {
		s.found = s.taken()
		return true
	}
	for at < len(s.order) && s.view.give[s.classOf[at]] == 0 {
		at++
	}
	if at == len(s.order) {
		return false
	}
	c := s.classOf[at]
	s.take(c, 1)
	done := s.firstFrom(at+1, cost+1, size)
	s.take(c, -1)
	if done {
		return true
	}
	s.open[c] = false
	done = s.firstFrom(at+1, cost, size)
	s.open[c] = true
	return done
}
