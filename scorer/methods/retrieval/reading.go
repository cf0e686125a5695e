package retrieval

import (
	"cmp"
	"slices"

	"suffice/certificate/card"
)

// reading is a pool read once, word by word; every lexical view is worked out
// from it, so that no view reads the text again. Units are numbered in the
// order they were read in.
type reading struct {
	words  []string         // distinct words as written, numbered as they first appear
	number map[string]int32 // of a word
	units  [][]count        // distinct words of each unit, as they first appear in it
}

// count says how often something stands somewhere.
type count struct{ of, n int32 }

// read reads text, path, symbol and language of the units, in the order given
// by positions in the pool.
func read(p card.Pool, order []int) *reading {
	r := &reading{number: make(map[string]int32, 4096), units: make([][]count, len(order))}
	var t tally
	add := func(word string, _ bool) {
		n, ok := r.number[word]
		if !ok {
			n = int32(len(r.words))
			r.number[word] = n
			r.words = append(r.words, word)
		}
		t.add(n, 1)
	}
	for i, at := range order {
		u := &p.Units[at]
		for _, text := range [...]string{u.Text, u.Path, u.Symbol, u.Language} {
			runs(text, add)
		}
		r.units[i] = t.take()
	}
	return r
}

// countWords counts the distinct words of a text, in the order in which it first says them.
func countWords(text string) (words []string, n []int32) {
	at := make(map[string]int32)
	runs(text, func(word string, _ bool) {
		i, ok := at[word]
		if !ok {
			i = int32(len(words))
			at[word] = i
			words, n = append(words, word), append(n, 0)
		}
		n[i]++
	})
	return words, n
}

// tally counts small numbers; what it gives out is in the order in which each
// was counted first, so that sums over it are always made in one order.
type tally struct {
	n    []int32
	seen []int32
}

func (t *tally) add(of, n int32) {
	if int(of) >= len(t.n) {
		t.n = append(t.n, make([]int32, int(of)+1-len(t.n)+len(t.n)/2)...)
	}
	if t.n[of] == 0 {
		t.seen = append(t.seen, of)
	}
	t.n[of] += n
}

// take returns the counts and begins anew.
func (t *tally) take() []count {
	out := make([]count, len(t.seen))
	for i, of := range t.seen {
		out[i] = count{of, t.n[of]}
		t.n[of] = 0
	}
	t.seen = t.seen[:0]
	return out
}

// inPoolOrder is 0, 1, 2 ... n-1.
func inPoolOrder(p card.Pool) []int {
	order := make([]int, p.Len())
	for i := range order {
		order[i] = i
	}
	return order
}

// byID are the positions of the pool in the order of evidence IDs. Work that
// is done in this order comes out the same, to the last bit, however the file
// was sorted.
func byID(p card.Pool) []int {
	order := inPoolOrder(p)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p.Units[a].ID, p.Units[b].ID) })
	return order
}
