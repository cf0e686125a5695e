package certificate

import "slices"

// walkSteps is how far a walk of at most limit witnesses goes.
func walkSteps(limit int) int { return 50_000 + 50*max(0, limit) }

// walk yields the minimal witnesses, at most limit of them, and reports
// whether it saw all there are.
func (m Meaning) walk(limit, steps int, yield func(Witness) bool) (all bool) {
	if m.never || limit <= 0 {
		return m.never
	}
	n := 0
	cut := false
	w := newWalker(m.rows, wanted(m.rows, m.ranked(nil)))
	w.limit = steps
	w.each = func() bool {
		return w.expand(func(units []int) bool {
			if n == limit {
				cut = true
				return false
			}
			n++
			if !yield(m.names(units)) {
				cut = true
			}
			return !cut
		})
	}
	w.visit()
	return !cut && !w.out
}

// walker enumerates the minimal witnesses class by class: how many units each
// class gives. A class that gives any must keep a row that is not met without
// each of its units (a tight one); a branch of the search is given up as soon
// as some class has none left. So every leaf is a minimal witness, reached once.
type walker struct {
	*cover
	sig  []bitset // class -> rows
	used []int    // classes that give units
	each func() bool

	tight, live, crit bitset // scratch of withhold: rows
}

func newWalker(rows []row, order []int) *walker {
	n := len(rows)
	w := &walker{
		cover: newCover(task{rows: rows, order: order}),
		tight: newBitset(n), live: newBitset(n), crit: newBitset(n),
	}
	for c := range w.members {
		s := newBitset(n)
		for _, r := range w.rowsOf[c] {
			s.add(r)
		}
		w.sig = append(w.sig, s)
	}
	return w
}

// visit walks everything below the present node. The walk ends when each
// returns false.
func (w *walker) visit() {
	if !w.step() {
		return
	}
	w.offer()
	w.withhold()
	row, ok := w.hardest()
	if !ok {
		return
	}
	if row < 0 {
		w.done = !w.each()
		return
	}
	c := w.in[row][slices.IndexFunc(w.in[row], func(c int) bool { return w.view.give[c] > 0 })]
	fewest := max(0, w.need[row]-(w.view.held[row]-w.view.give[c]))
	most := w.most(c)
	w.open[c] = false
	w.used = append(w.used, c)
	for n := most; n >= max(1, fewest) && !w.done && !w.out; n-- {
		w.take(c, n)
		w.visit()
		w.take(c, -n)
	}
	w.used = w.used[:len(w.used)-1]
	if fewest == 0 && !w.done && !w.out {
		w.visit()
	}
	w.open[c] = true
}

// withhold takes back the offers of classes one unit of which would leave a
// class in use without a tight row.
func (w *walker) withhold() {
	clear(w.tight)
	clear(w.live)
	for r, need := range w.need {
		if need >= 0 {
			w.live.add(r)
		}
		if need == 0 {
			w.tight.add(r)
		}
	}
	for _, d := range w.used {
		copy(w.crit, w.sig[d])
		w.crit.intersect(w.live)
		if !w.crit.within(w.tight) {
			continue
		}
		for _, c := range w.in[w.crit.first()] {
			if w.view.give[c] > 0 && w.crit.within(w.sig[c]) {
				w.view.give[c] = 0
			}
		}
	}
}

// most is how many units class c can give so that it and every class in use
// keep a row that may end up tight.
func (w *walker) most(c int) int {
	most := w.view.give[c]
	for _, d := range w.used {
		room := 0
		for _, r := range w.rowsOf[d] {
			switch {
			case w.need[r] < 0:
			case w.sig[c].has(r):
				room = max(room, w.need[r])
			default:
				room = most
			}
		}
		most = min(most, room)
	}
	return most
}

// expand yields every choice of units that takes of each class what the walker
// has taken now; each of the combinations in order.
func (w *walker) expand(yield func(units []int) bool) bool {
	var chosen []int
	var from func(c int) bool
	from = func(c int) bool {
		if c == len(w.members) {
			return yield(chosen)
		}
		units := w.members[c]
		return combinations(units, len(units)-w.left[c], func(some []int) bool {
			n := len(chosen)
			chosen = append(chosen, some...)
			ok := from(c + 1)
			chosen = chosen[:n]
			return ok
		})
	}
	return from(0)
}

// combinations yields the subsets of k units in lexicographic order of place.
func combinations(units []int, k int, yield func([]int) bool) bool {
	at := make([]int, k)
	some := make([]int, k)
	for i := range at {
		at[i] = i
	}
	for {
		for i, j := range at {
			some[i] = units[j]
		}
		if !yield(some) {
			return false
		}
		i := k - 1
		for i >= 0 && at[i] == len(units)-k+i {
			i--
		}
		if i < 0 {
			return true
		}
		at[i]++
		for j := i + 1; j < k; j++ {
			at[j] = at[j-1] + 1
		}
	}
}
