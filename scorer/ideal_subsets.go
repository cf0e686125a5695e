package scorer

import "math/bits"

// idealBySubsets finds the ideal DCG at each cutoff by going through all sets
// of acceptable units, one rank after the other. It takes any certificate of
// few units, whatever its thresholds and weights, and is what the search by
// groups is checked against.
func idealBySubsets(g *Gold, ks []int) []float64 {
	units := make([]int32, 0, len(g.acceptable))
	for u, accepted := range g.acceptable {
		if accepted {
			units = append(units, int32(u))
		}
	}
	masks := make([]uint32, len(g.need)) // by group: its units as bits
	for bit, u := range units {
		for _, j := range g.groupsOf.of(u) {
			masks[j] |= 1 << bit
		}
	}
	best := make([]float64, len(units)+1) // by number of units placed
	value := make([]float64, 1<<len(units))
	reached := make([]bool, len(value))
	reached[0] = true
	for set := range value {
		if !reached[set] {
			continue
		}
		rank := bits.OnesCount32(uint32(set))
		best[rank] = max(best[rank], value[set])
		for bit := range units {
			next := set | 1<<bit
			if next == set {
				continue
			}
			v := value[set] + g.gain(masks, uint32(set), uint32(next), rank+1)
			if !reached[next] || v > value[next] {
				reached[next], value[next] = true, v
			}
		}
	}
	for r := 1; r < len(best); r++ {
		best[r] = max(best[r], best[r-1])
	}
	values := make([]float64, len(ks))
	for i, k := range ks {
		values[i] = best[min(k, len(units))]
	}
	return values
}

// gain is the discounted weight of the groups that become complete when the
// set before grows into after at a rank.
func (g *Gold) gain(masks []uint32, before, after uint32, rank int) float64 {
	total := 0.0
	for j, mask := range masks {
		asked := g.asked[j]
		if bits.OnesCount32(before&mask) < asked && bits.OnesCount32(after&mask) >= asked {
			total += g.weight[j] / discount(rank)
		}
	}
	return total
}
