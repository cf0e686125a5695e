package scorer

import "math/bits"

// promising reports whether some cutoff could still be improved, by two
// bounds on what is left. One looks at each open group by itself: it cannot be
// complete before its own units are placed. The other looks at how many are
// complete in all: a unit helps at most as many groups as it stands in, so n
// groups need at least the n smallest lacks from the richest units.
func (s *idealSearch) promising(l *idealLevel, rank int, dcg float64) bool {
	var lacks, earliest [64]int
	var weights [64]float64
	n := 0
	for open := l.open; open != 0; open &= open - 1 {
		j := bits.TrailingZeros64(open)
		at := n
		for ; at > 0 && lacks[at-1] > l.lack[j]; at-- {
			lacks[at] = lacks[at-1]
		}
		lacks[at] = l.lack[j]
		for at = n; at > 0 && weights[at-1] < s.weight[j]; at-- {
			weights[at] = weights[at-1]
		}
		weights[at] = s.weight[j]
		n++
	}
	l.earliest(rank, lacks[:n], earliest[:n])
	for i, k := range s.ks {
		if k <= rank {
			continue
		}
		if dcg+s.each(l, rank, k) <= s.best[i] {
			continue
		}
		together := dcg
		for p, r := range earliest[:n] {
			if r <= k {
				together += weights[p] / s.discounts[r]
			}
		}
		if together > s.best[i] {
			return true
		}
	}
	return false
}

// each is what the open groups could add by cutoff k if none stood in the
// other's way.
func (s *idealSearch) each(l *idealLevel, rank, k int) float64 {
	total := 0.0
	for open := l.open; open != 0; open &= open - 1 {
		j := bits.TrailingZeros64(open)
		if r := rank + l.lack[j]; r <= k {
			total += s.weight[j] / s.discounts[r]
		}
	}
	return total
}

// earliest writes, for each n, the first rank at which n+1 open groups can be
// complete, given their lacks in ascending order.
func (l *idealLevel) earliest(rank int, lacks, out []int) {
	class, left, helped, wanted := 0, 0, 0, 0
	if len(l.classes) > 0 {
		left = l.classes[0].count
	}
	placed := rank
	for n, lack := range lacks {
		wanted += lack
		for helped < wanted {
			for left == 0 && class < len(l.classes)-1 {
				class++
				left = l.classes[class].count
			}
			if left == 0 {
				break
			}
			left--
			placed++
			helped += bits.OnesCount64(l.classes[class].in)
		}
		out[n] = max(placed, rank+lack)
		if helped < wanted {
			out[n] = int(never)
		}
	}
}
