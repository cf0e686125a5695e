package scorer

import "math"

// meanOf is a running mean of finite numbers. The sum is kept to about twice
// the precision of a float64, so that the mean is the correctly rounded one
// (as the reference's exact mean is) whatever the order of the states.
type meanOf struct {
	n      int
	hi, lo float64
}

func (m *meanOf) add(x float64) {
	m.n++
	m.hi, x = twoSum(m.hi, x)
	m.lo += x
}

// value is the mean of what was added, 0 of nothing.
func (m *meanOf) value() float64 {
	if m.n == 0 {
		return 0
	}
	n := float64(m.n)
	hi, lo := twoSum(m.hi, m.lo)
	q := hi / n
	return q + (math.FMA(-q, n, hi)+lo)/n
}

// twoSum is a + b together with what rounding lost.
func twoSum(a, b float64) (sum, lost float64) {
	sum = a + b
	rest := sum - a
	return sum, (a - (sum - rest)) + (b - rest)
}
