package audit

import "math"

// z95 is the two-sided 95% point of the normal distribution as the intervals
// here use it.
const z95 = 1.96

// Wilson is the 95% score interval (Wilson 1927) of k in n independent trials,
// 0 <= k <= n, n > 0. It takes the sample as one of an endless population; for
// a sample of a finite release it is a little too wide.
func Wilson(k, n int) *Interval {
	const z2 = z95 * z95
	nn, p := float64(n), float64(k)/float64(n)
	middle := (p + z2/(2*nn)) / (1 + z2/nn)
	half := z95 / (1 + z2/nn) * math.Sqrt(p*(1-p)/nn+z2/(4*nn*nn))
	i := &Interval{Lower: middle - half, Upper: middle + half, Method: "Wilson score"}
	if k == 0 { // what rounding left of it
		i.Lower = 0
	}
	if k == n {
		i.Upper = 1
	}
	return i
}

// through maps an interval by x -> by*x + plus, by > 0, and says so.
func (i *Interval) through(by, plus float64, said string) *Interval {
	if i == nil {
		return nil
	}
	moved := *i
	moved.Lower, moved.Upper = by*i.Lower+plus, by*i.Upper+plus
	moved.Method += said
	return &moved
}
