package scorer

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

// Ideal says how the ideal of grouped nDCG is found.
type Ideal int

const (
	// ReferenceIdeal is what the public reference scorer divides by: the true
	// ideal up to ReferenceIdealUnits distinct acceptable units, beyond it the
	// sum of all weights, which no ranking reaches unless all groups are
	// covered at rank 1.
	ReferenceIdeal Ideal = iota
	// TrueIdeal is the largest DCG that any ordering reaches, at any size.
	TrueIdeal
)

// ReferenceIdealUnits is the largest number of distinct acceptable units for
// which the reference works out the true ideal.
const ReferenceIdealUnits = 20

// idealSteps bounds the search for the true ideal, so that the same
// certificate always gets the same answer however slow the machine.
const idealSteps = 200_000

// discount is what a group completed at a rank has its weight divided by.
func discount(rank int) float64 { return math.Log2(float64(rank) + 1) }

// ideals returns the ideal DCG of g at each of the ascending cutoffs. proven
// is false when the true ideal was asked for and its search ran out of steps:
// then the sum of weights stands in, as in the reference.
func ideals(g *Gold, ks []int, mode Ideal) (values []float64, proven bool) {
	small := g.Distinct() <= ReferenceIdealUnits
	if !small && mode == ReferenceIdeal {
		return sumOfWeights(g, ks), true
	}
	s := newIdealSearch(g, ks)
	if s != nil && s.run() {
		return s.best, true
	}
	if small {
		return idealBySubsets(g, ks), true
	}
	return sumOfWeights(g, ks), false
}

func sumOfWeights(g *Gold, ks []int) []float64 {
	values := make([]float64, len(ks))
	for i := range values {
		values[i] = g.total
	}
	return values
}

// idealSearch looks for the best order in which to complete groups. Some best
// ranking is a row of blocks, each holding nothing but the units that the
// next completed group still lacks: a unit that does not serve it can stand
// behind it without harm. And which units is a matter of counts: units in the
// same open groups are interchangeable, and one that stands in more open
// groups is never worse. So the search chooses the next group, then how many
// units of each class, from the richest class down.
type idealSearch struct {
	ks        []int
	best      []float64 // by cutoff
	weight    []float64
	discounts []float64 // by rank, to the last cutoff
	steps     int
	levels    []idealLevel // by number of completed groups
}

// idealLevel is the state of the search after some groups are completed.
type idealLevel struct {
	open    uint64 // groups not completed yet, as bits
	lack    []int  // by group: units it still lacks
	classes []idealClass
	order   []int        // groups to try next, most promising first
	usable  []idealClass // of the group being completed
	take    []int        // how many of each usable class
}

// idealClass is a number of unplaced units that stand in the same open groups.
type idealClass struct {
	in    uint64
	count int
}

// newIdealSearch returns nil when the search does not fit the certificate:
// more than 64 groups, or a weight that is not positive.
func newIdealSearch(g *Gold, ks []int) *idealSearch {
	if len(g.need) > 64 || slices.ContainsFunc(g.weight, func(w float64) bool { return !(w > 0) }) {
		return nil
	}
	s := &idealSearch{ks: ks, best: make([]float64, len(ks)), weight: g.weight}
	s.discounts = make([]float64, min(ks[len(ks)-1], g.Distinct())+1) // no rank lies beyond the last unit
	for r := 1; r < len(s.discounts); r++ {
		s.discounts[r] = discount(r)
	}
	s.levels = make([]idealLevel, len(g.need)+1)
	root := &s.levels[0]
	numbers := make([]int, 2*len(g.need))
	root.lack = numbers[:len(g.need):len(g.need)]
	size := numbers[len(g.need):]
	root.classes = make([]idealClass, 0, g.Distinct())
	for u, accepted := range g.acceptable {
		var in uint64
		for _, j := range g.groupsOf.of(int32(u)) {
			in |= 1 << j
			size[j]++
		}
		if accepted {
			root.classes = append(root.classes, idealClass{in, 1})
		}
	}
	for j, need := range g.need {
		root.lack[j] = int(need)
		if g.asked[j] >= 1 && int(need) <= size[j] {
			root.open |= 1 << j
		}
	}
	root.merge()
	s.room()
	return s
}

// room gives the levels what they will need, in few pieces.
func (s *idealSearch) room() {
	groups, classes := len(s.weight), len(s.levels[0].classes)
	numbers := make([]int, len(s.levels)*(2*groups+classes))
	both := make([]idealClass, len(s.levels)*2*classes)
	for i := range s.levels {
		l := &s.levels[i]
		l.order, numbers = numbers[:0:groups], numbers[groups:]
		l.take, numbers = numbers[:0:classes], numbers[classes:]
		l.usable, both = both[:0:classes], both[classes:]
		if i > 0 {
			l.lack, numbers = numbers[:0:groups], numbers[groups:]
			l.classes, both = both[:0:classes], both[classes:]
		}
	}
}

// merge forgets completed groups, drops units that serve no open group and
// joins classes that have become the same, richest first.
func (l *idealLevel) merge() {
	kept := l.classes[:0]
	for _, c := range l.classes {
		c.in &= l.open
		if c.in == 0 || c.count == 0 {
			continue
		}
		i := slices.IndexFunc(kept, func(k idealClass) bool { return k.in == c.in })
		if i >= 0 {
			kept[i].count += c.count
			continue
		}
		kept = append(kept, c)
	}
	l.classes = kept
	slices.SortFunc(kept, func(a, b idealClass) int {
		if d := bits.OnesCount64(b.in) - bits.OnesCount64(a.in); d != 0 {
			return d
		}
		if a.in < b.in {
			return -1
		}
		return 1
	})
}

// run searches all orders; false when it ran out of steps.
func (s *idealSearch) run() bool { return s.complete(0, 0, 0) }

// complete tries every open group as the next one, after rank slots worth dcg.
func (s *idealSearch) complete(depth, rank int, dcg float64) bool {
	for i, k := range s.ks {
		if k >= rank {
			s.best[i] = max(s.best[i], dcg)
		}
	}
	l := &s.levels[depth]
	if l.open == 0 || !s.promising(l, rank, dcg) {
		return true
	}
	l.order = l.order[:0]
	for open := l.open; open != 0; open &= open - 1 {
		l.order = append(l.order, bits.TrailingZeros64(open))
	}
	slices.SortStableFunc(l.order, func(a, b int) int {
		return cmp.Compare(s.weight[b]/discount(rank+l.lack[b]), s.weight[a]/discount(rank+l.lack[a]))
	})
	last := s.ks[len(s.ks)-1]
	for _, j := range l.order {
		if rank+l.lack[j] > last {
			continue
		}
		l.usable, l.take = l.usable[:0], l.take[:0]
		for _, c := range l.classes {
			if c.in>>j&1 == 1 {
				l.usable, l.take = append(l.usable, c), append(l.take, 0)
			}
		}
		if !s.choose(depth, 0, l.lack[j], rank+l.lack[j], dcg) {
			return false
		}
	}
	return true
}

// choose decides how many units of the usable classes from at on are placed;
// more are still wanted, the block ends at rank.
func (s *idealSearch) choose(depth, at, more, rank int, dcg float64) bool {
	l := &s.levels[depth]
	if more == 0 {
		return s.place(depth, rank, dcg)
	}
	if at == len(l.usable) {
		return true
	}
	high := min(more, l.usable[at].count)
	for i := range at {
		richer := l.usable[i].in&l.usable[at].in == l.usable[at].in
		if richer && l.take[i] < l.usable[i].count {
			high = 0
		}
	}
	for n := high; n >= 0; n-- {
		l.take[at] = n
		if !s.choose(depth, at+1, more-n, rank, dcg) {
			return false
		}
	}
	return true
}

// place puts the chosen block and goes on from there.
func (s *idealSearch) place(depth, rank int, dcg float64) bool {
	if s.steps++; s.steps > idealSteps {
		return false
	}
	l, next := &s.levels[depth], &s.levels[depth+1]
	next.open = l.open
	next.lack = append(next.lack[:0], l.lack...)
	next.classes = append(next.classes[:0], l.classes...)
	for i, c := range l.usable {
		if l.take[i] == 0 {
			continue
		}
		at := slices.IndexFunc(next.classes, func(k idealClass) bool { return k.in == c.in })
		next.classes[at].count -= l.take[i]
		for in := c.in; in != 0; in &= in - 1 {
			next.lack[bits.TrailingZeros64(in)] -= l.take[i]
		}
	}
	for open := l.open; open != 0; open &= open - 1 {
		if j := bits.TrailingZeros64(open); next.lack[j] <= 0 {
			next.open &^= 1 << j
			dcg += s.weight[j] / s.discounts[rank]
		}
	}
	next.merge()
	return s.complete(depth+1, rank, dcg)
}
