package certificate

import "math/big"

// sizes is how many sets there are of each number of units. Over at most 63
// units every such number fits a machine word, which is many times faster.
type sizes struct {
	small []uint64
	large []big.Int // used when small is nil
}

// newSizes counts no set of 0 to universe units.
func newSizes(universe int) sizes {
	if universe < 64 {
		return sizes{small: make([]uint64, universe+1)}
	}
	return sizes{large: make([]big.Int, universe+1)}
}

// oneEmptySet counts the empty set.
func oneEmptySet(universe int) sizes {
	s := newSizes(universe)
	if s.small != nil {
		s.small[0] = 1
	} else {
		s.large[0].SetInt64(1)
	}
	return s
}

// add counts each set of from with every choice of n units of a class of size.
func (s sizes) add(from sizes, size, n int) {
	if s.small != nil {
		ways := choose(size, n)
		for i, v := range from.small {
			if v != 0 {
				s.small[i+n] += v * ways
			}
		}
		return
	}
	var term, ways big.Int
	ways.Binomial(int64(size), int64(n))
	for i := range from.large {
		if v := &from.large[i]; v.Sign() != 0 {
			s.large[i+n].Add(&s.large[i+n], term.Mul(v, &ways))
		}
	}
}

func (s sizes) counts() []*big.Int {
	out := make([]*big.Int, max(len(s.small), len(s.large)))
	for i := range out {
		if s.small != nil {
			out[i] = new(big.Int).SetUint64(s.small[i])
		} else {
			out[i] = &s.large[i]
		}
	}
	return out
}
