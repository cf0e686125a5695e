package certificate

import (
	"bytes"
	"math"
)

// pairUp gives each group of a its partner in b, or -1. Of all ways to line
// the groups up it takes the one with the greatest overlap in all, and among
// those the one that keeps roles, then names and numbers, then places.
func pairUp(a, b Certificate) []int {
	if bytes.Compare(appendGroups(nil, &a), appendGroups(nil, &b)) > 0 {
		// Ties fall alike whichever comes first, so that the comparison of b
		// with a shows the same pairs as that of a with b.
		back := pairUp(b, a)
		partner := unpaired(len(a.Groups))
		for j, i := range back {
			if i >= 0 {
				partner[i] = j
			}
		}
		return partner
	}
	likeness := make([][]int64, len(a.Groups))
	for i := range a.Groups {
		likeness[i] = make([]int64, len(b.Groups))
		for j := range b.Groups {
			likeness[i][j] = alike(a.Groups[i], b.Groups[j], i, j)
		}
	}
	partner := assign(likeness, len(b.Groups))
	for i, j := range partner {
		if j >= 0 && likeness[i][j] == 0 {
			partner[i] = -1
		}
	}
	return partner
}

func unpaired(n int) []int {
	p := make([]int, n)
	for i := range p {
		p[i] = -1
	}
	return p
}

// alike weighs how much two groups are one: 0 when they share neither a unit
// nor a role.
func alike(x, y Group, i, j int) int64 {
	share := overlap(x.Acceptable, y.Acceptable)
	role := x.Role == y.Role && x.Role != ""
	if share == 0 && !role {
		return 0
	}
	n := int64(share * 1e6)
	same := func(yes bool, worth int64) {
		if yes {
			n += worth
		}
	}
	n *= 1e6
	same(role, 8000)
	same(x.ID == y.ID, 800)
	same(x.Threshold == y.Threshold, 400)
	same(x.Weight == y.Weight, 200)
	same(x.Rationale == y.Rationale, 100)
	same(sameQuotations(x.Quotations, y.Quotations), 50)
	return n + max(0, 40-int64(max(i-j, j-i))) + 1
}

// overlap is the share of two lists that they have in common, from 0 to 1: two
// times the common units over all. Two empty lists are alike.
func overlap(a, b []string) float64 {
	in := make(map[string]bool, len(a))
	for _, id := range a {
		in[id] = true
	}
	all := len(in)
	other := make(map[string]bool, len(b))
	common := 0
	for _, id := range b {
		if !other[id] && in[id] {
			common++
		}
		other[id] = true
	}
	if all += len(other); all == 0 {
		return 1
	}
	return 2 * float64(common) / float64(all)
}

// assign finds for each row a column of its own so that the sum of the chosen
// values is the greatest there is (the Hungarian method with potentials); a
// row for which no column is left gets -1.
func assign(value [][]int64, columns int) []int {
	rows := len(value)
	n := max(rows, columns)
	cost := func(i, j int) int64 {
		if i < rows && j < columns {
			return -value[i][j]
		}
		return 0
	}
	u, v := make([]int64, n+1), make([]int64, n+1)
	rowOf := make([]int, n+1) // the row of a column, both from 1; 0 for none
	for i := 1; i <= n; i++ {
		augment(i, n, cost, u, v, rowOf)
	}
	partner := unpaired(rows)
	for j := 1; j <= columns; j++ {
		if i := rowOf[j] - 1; i >= 0 && i < rows {
			partner[i] = j - 1
		}
	}
	return partner
}

// augment finds a cheapest way to give row i a column, moving other rows along
// the way, and keeps the potentials u and v such that no reduced cost is negative.
func augment(i, n int, cost func(i, j int) int64, u, v []int64, rowOf []int) {
	rowOf[0] = i
	least := make([]int64, n+1)
	from := make([]int, n+1)
	seen := make([]bool, n+1)
	for j := range least {
		least[j] = math.MaxInt64
	}
	at := 0
	for rowOf[at] != 0 {
		seen[at] = true
		row, step, next := rowOf[at], int64(math.MaxInt64), 0
		for j := 1; j <= n; j++ {
			if seen[j] {
				continue
			}
			if c := cost(row-1, j-1) - u[row] - v[j]; c < least[j] {
				least[j], from[j] = c, at
			}
			if least[j] < step {
				step, next = least[j], j
			}
		}
		for j := 0; j <= n; j++ {
			if seen[j] {
				u[rowOf[j]] += step
				v[j] -= step
			} else if least[j] != math.MaxInt64 {
				least[j] -= step
			}
		}
		at = next
	}
	for at != 0 {
		rowOf[at] = rowOf[from[at]]
		at = from[at]
	}
}
