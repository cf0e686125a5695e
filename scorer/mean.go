package scorer

import "math/big"

// meanOf is a running mean of scores. The sum is kept as three numbers of
// falling size, about 159 bits, so that the mean comes out correctly rounded
// (as the reference's exact mean does) in whatever order the states come.
type meanOf struct {
	n            int
	sum, low, lo float64
}

func (m *meanOf) add(x float64) {
	m.n++
	if x == 0 {
		return
	}
	var lost, least float64
	m.sum, lost = twoSum(m.sum, x)
	m.low, least = twoSum(m.low, lost)
	m.lo += least
}

// value is the mean of what was added, 0 of nothing.
func (m *meanOf) value() float64 {
	if m.n == 0 {
		return 0
	}
	if m.low == 0 && m.lo == 0 {
		return m.sum / float64(m.n) // the sum is exact, so one division rounds rightly
	}
	total := new(big.Rat)
	for _, part := range []float64{m.sum, m.low, m.lo} {
		total.Add(total, new(big.Rat).SetFloat64(part))
	}
	mean, _ := total.Quo(total, new(big.Rat).SetInt64(int64(m.n))).Float64()
	return mean
}

// twoSum is a + b together with what rounding lost.
func twoSum(a, b float64) (sum, lost float64) {
	sum = a + b
	rest := sum - a
	return sum, (a - (sum - rest)) + (b - rest)
}
