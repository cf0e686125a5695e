package audit

import (
	"cmp"
	"fmt"
	"slices"
)

// cell is one kind of outcome: what A said and what B said, by number.
type cell struct{ a, b int32 }

// share is how often a state has an outcome.
type share struct {
	cell int32
	n    int64
}

// cross is the cross table of one question, whole and state by state.
type cross struct {
	categories []string // numbered; in order for people
	q          int64    // categories that could have been used
	cells      []cell   // the outcomes that occur, sorted
	counts     []int64  // of each cell
	at         []int32  // the cell of each pair
	states     []string // that have an item, sorted
	shares     [][]share
}

// newCross counts pairs, which are sorted by item. Categories may be nil (those
// used, sorted); possible 0 stands for the number of categories.
func newCross(pairs []pair, categories []string, possible int) (*cross, error) {
	if categories == nil {
		categories = used(pairs)
	}
	number := make(map[string]int32, len(categories))
	for i, c := range categories {
		if _, twice := number[c]; twice || c == "" {
			return nil, fmt.Errorf("the category %q is declared twice or empty", c)
		}
		number[c] = int32(i)
	}
	if possible == 0 {
		possible = len(categories)
	}
	if possible < len(categories) {
		return nil, fmt.Errorf("%d categories are in use where only %d are possible", len(categories), possible)
	}
	t := &cross{categories: categories, q: int64(possible)}
	each := make([]cell, len(pairs))
	for i, p := range pairs {
		a, knownA := number[p.a]
		b, knownB := number[p.b]
		if !knownA || !knownB {
			return nil, fmt.Errorf("%s: the answers %q and %q are not both among the categories %q", p.item, p.a, p.b, categories)
		}
		each[i] = cell{a, b}
	}
	t.fill(pairs, each)
	return t, nil
}

func (t *cross) fill(pairs []pair, each []cell) {
	t.cells = slices.Clone(each)
	slices.SortFunc(t.cells, func(x, y cell) int { return cmp.Or(cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b)) })
	t.cells = slices.Compact(t.cells)
	index := make(map[cell]int32, len(t.cells))
	for i, c := range t.cells {
		index[c] = int32(i)
	}
	t.counts = make([]int64, len(t.cells))
	t.at = make([]int32, len(pairs))
	for i, p := range pairs {
		c := index[each[i]]
		t.at[i] = c
		t.counts[c]++
		if last := len(t.states) - 1; last < 0 || t.states[last] != p.item.State {
			t.states = append(t.states, p.item.State)
			t.shares = append(t.shares, nil)
		}
		mine := &t.shares[len(t.shares)-1]
		if at := slices.IndexFunc(*mine, func(s share) bool { return s.cell == c }); at >= 0 {
			(*mine)[at].n++
		} else {
			*mine = append(*mine, share{c, 1})
		}
	}
	for _, mine := range t.shares {
		slices.SortFunc(mine, func(x, y share) int { return cmp.Compare(x.cell, y.cell) })
	}
}

// used lists the categories that occur, sorted.
func used(pairs []pair) []string {
	seen := map[string]bool{}
	var list []string
	for _, p := range pairs {
		for _, c := range [...]string{p.a, p.b} {
			if !seen[c] {
				seen[c] = true
				list = append(list, c)
			}
		}
	}
	slices.Sort(list)
	return list
}

// margins is room for the totals of rows and columns.
type margins struct{ a, b []int64 }

func (t *cross) newMargins() margins {
	return margins{make([]int64, len(t.categories)), make([]int64, len(t.categories))}
}

// sums reads a table of counts over the cells of t; m is overwritten.
func (t *cross) sums(counts []int64, m margins) sums {
	clear(m.a)
	clear(m.b)
	s := sums{q: t.q}
	for i, c := range t.cells {
		k := counts[i]
		s.n += k
		if c.a == c.b {
			s.alike += k
		}
		m.a[c.a] += k
		m.b[c.b] += k
	}
	s.spread = 4 * s.n * s.n
	for k, a := range m.a {
		b := m.b[k]
		s.chance += a * b
		s.spread -= (a + b) * (a + b)
	}
	return s
}
