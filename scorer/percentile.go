package scorer

import "slices"

// bounds are the percentiles that leave out half of 1 - level on either side of
// the values, which it puts into another order.
func bounds(x []float64, level float64) (low, high float64) {
	n := len(x)
	at := float64(n-1) * (1 - level) / 2
	i := min(int(at), n-2)
	part := at - float64(i)
	between := func(a, b float64) float64 { return a + float64(part*(b-a)) }
	settle(x, i)
	low = between(x[i], slices.Min(x[i+1:]))
	settle(x, n-1-i)
	return low, between(x[n-1-i], slices.Max(x[:n-1-i]))
}

// settle puts the value into place k that sorting would put there, none greater
// before it and none smaller behind it (Hoare's selection). Sorting all of them
// takes several times as long. There is no NaN among them.
func settle(x []float64, k int) {
	for from, to := 0, len(x)-1; from < to; {
		pivot := middle(x[from], x[(from+to)/2], x[to])
		i, j := from, to
		for i <= j {
			for x[i] < pivot {
				i++
			}
			for x[j] > pivot {
				j--
			}
			if i <= j {
				x[i], x[j] = x[j], x[i]
				i++
				j--
			}
		}
		switch {
		case k <= j:
			to = j
		case k >= i:
			from = i
		default:
			return
		}
	}
}

func middle(a, b, c float64) float64 { return max(min(a, b), min(max(a, b), c)) }
