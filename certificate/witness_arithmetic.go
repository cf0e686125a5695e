package certificate

import (
	"math"
	"math/bits"
)

// Sums and products of counts stop at math.MaxUint64, which stands for "that
// or more".

func plus(a, b uint64) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	if carry != 0 {
		return math.MaxUint64
	}
	return sum
}

func times(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	if hi != 0 {
		return math.MaxUint64
	}
	return lo
}

// choose is the number of ways to choose k of n.
func choose(n, k int) uint64 {
	k = min(k, n-k)
	if k < 0 {
		return 0
	}
	out := uint64(1)
	for i := 1; i <= k; i++ {
		hi, lo := bits.Mul64(out, uint64(n-k+i))
		if hi >= uint64(i) {
			return math.MaxUint64
		}
		out, _ = bits.Div64(hi, lo, uint64(i))
	}
	return out
}
