package audit

import "math"

// fleissCohenEveritt is the name of the standard error below.
const fleissCohenEveritt = "±1.96 SE of Fleiss, Cohen and Everitt (1969)"

// kappaInterval is kappa +- 1.96 SE, cut at -1 and 1, with the large-sample
// standard error of Fleiss, Cohen and Everitt (1969) for kappa not assumed 0.
// The table has pe < 1.
func (t *cross) kappaInterval(kappa float64) *Interval {
	m := t.newMargins()
	s := t.sums(t.counts, m)
	n := float64(s.n)
	pe := float64(s.chance) / (n * n)
	var alike, apart float64
	for i, c := range t.cells {
		p := float64(t.counts[i]) / n
		if c.a == c.b {
			d := 1 - float64(m.a[c.a]+m.b[c.a])/n*(1-kappa)
			alike += p * d * d
		} else {
			d := float64(m.b[c.a]+m.a[c.b]) / n
			apart += p * d * d
		}
	}
	bias := kappa - pe*(1-kappa)
	variance := (alike + (1-kappa)*(1-kappa)*apart - bias*bias) / (n * (1 - pe) * (1 - pe))
	if s.alike == s.n {
		variance = 0 // what rounding left of it
	}
	se := math.Sqrt(math.Max(variance, 0))
	i := &Interval{
		Lower: math.Max(-1, kappa-z95*se), Upper: math.Min(1, kappa+z95*se),
		Method: fleissCohenEveritt, StandardError: &se,
	}
	if se == 0 {
		i.Caution = "the standard error of this formula is 0 here; that speaks of the formula and not of certainty"
	}
	return i
}
