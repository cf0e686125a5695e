package scorer

import (
	"math"
	"math/big"
)

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
	if lost == 0 {
		return
	}
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
	if mean, sure := m.near(); sure {
		return mean
	}
	total := new(big.Rat)
	for _, part := range []float64{m.sum, m.low, m.lo} {
		total.Add(total, new(big.Rat).SetFloat64(part))
	}
	mean, _ := total.Quo(total, new(big.Rat).SetInt64(int64(m.n))).Float64()
	return mean
}

// total is the sum of what was added, correctly rounded, in whatever order it
// came.
func (m *meanOf) total() float64 {
	if m.low == 0 && m.lo == 0 {
		return m.sum
	}
	total := new(big.Rat)
	for _, part := range []float64{m.sum, m.low, m.lo} {
		total.Add(total, new(big.Rat).SetFloat64(part))
	}
	sum, _ := total.Float64()
	return sum
}

// near is the mean from one division and one correction, when what that leaves
// out is too little to round to another number; only a mean that lies between
// two numbers almost to the last of its 159 bits is not sure.
func (m *meanOf) near() (mean float64, sure bool) {
	n := float64(m.n)
	q := m.sum / n
	rest := math.FMA(-q, n, m.sum) // exactly what the division left
	left := (rest + m.low + m.lo) / n
	unsure := (math.Abs(rest) + math.Abs(m.low) + math.Abs(m.lo)) / n * 0x1p-48
	mean = q + (left - unsure)
	return mean, mean == q+(left+unsure) && math.Abs(q) > 1e-280 // below, the rest would not be exact
}

// twoSum is a + b together with what rounding lost.
func twoSum(a, b float64) (sum, lost float64) {
	sum = a + b
	rest := sum - a
	return sum, (a - (sum - rest)) + (b - rest)
}
