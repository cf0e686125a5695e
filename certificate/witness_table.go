package certificate

import "math/bits"

// table is a truth table: bit i of it says whether the set of the units whose
// bits are set in i completes. At most tableUnits units.
type table struct {
	units int
	words []uint64
}

// lane[i] marks, in a word of 64 consecutive sets, those that hold unit i.
func lane(i int) uint64 {
	return [6]uint64{
		0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC, 0xF0F0F0F0F0F0F0F0,
		0xFF00FF00FF00FF00, 0xFFFF0000FFFF0000, 0xFFFFFFFF00000000,
	}[i]
}

// newTable fills the table for sets of the given units that cover every row or
// hold a branch whole. With fewer than six units the missing ones stand in no
// row: sets that hold one are never minimal.
func newTable(rows []row, branches []bitset, order []int) *table {
	t := &table{units: len(order), words: make([]uint64, 1<<max(0, len(order)-6))}
	for i := range t.words {
		t.words[i] = ^uint64(0)
	}
	for _, r := range rows {
		t.meet(r, order)
	}
	for _, b := range branches {
		t.join(b, order)
	}
	return t
}

// split turns a set of units into its first six places and the rest.
func split(in bitset, order []int) (low, high uint64) {
	for i, u := range order {
		switch {
		case !in.has(u):
		case i < 6:
			low |= 1 << i
		default:
			high |= 1 << (i - 6)
		}
	}
	return low, high
}

// meet keeps the sets that cover r.
func (t *table) meet(r row, order []int) {
	low, high := split(r.in, order)
	var atLeast [8]uint64 // number of units wanted among the first six -> sets with as many
	for set := range uint64(64) {
		for n := 0; n <= bits.OnesCount64(set&low); n++ {
			atLeast[n] |= 1 << set
		}
	}
	for w := range t.words {
		more := r.need - bits.OnesCount64(uint64(w)&high)
		t.words[w] &= atLeast[min(max(more, 0), 7)]
	}
}

// join adds the sets that hold b whole.
func (t *table) join(b bitset, order []int) {
	low, high := split(b, order)
	lanes := ^uint64(0)
	for i := range 6 {
		if low>>i&1 == 1 {
			lanes &= lane(i)
		}
	}
	for w := high; w < uint64(len(t.words)); w = (w + 1) | high {
		t.words[w] |= lanes
	}
}

// minimal counts the sets no proper subset of which is in the table: those that
// are in it and leave it with each single unit left out.
func (t *table) minimal() uint64 {
	n := 0
	for w, sets := range t.words {
		if sets == 0 {
			continue
		}
		least := sets
		for i := range 6 {
			least &^= sets &^ lane(i) << (1 << i)
		}
		for high := uint64(w); high != 0 && least != 0; high &= high - 1 {
			least &^= t.words[uint64(w)^high&-high]
		}
		n += bits.OnesCount64(least)
	}
	return uint64(n)
}

// bySize counts the sets in the table by their number of units.
func (t *table) bySize() []uint64 {
	var lanes [7]uint64 // number of units among the first six -> sets with as many
	for set := range uint64(64) {
		if n := min(t.units, 6); set>>n == 0 {
			lanes[bits.OnesCount64(set)] |= 1 << set
		}
	}
	out := make([]uint64, t.units+7)
	for w, sets := range t.words {
		high := bits.OnesCount(uint(w))
		for n, l := range lanes {
			out[high+n] += uint64(bits.OnesCount64(sets & l))
		}
	}
	return out[:t.units+1]
}
