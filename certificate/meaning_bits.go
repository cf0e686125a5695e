package certificate

import (
	"encoding/binary"
	"math/bits"
)

// bitset is a set of small integers: units of a Meaning, or rows of a search.
type bitset []uint64

func newBitset(n int) bitset { return make(bitset, (n+63)/64) }

func (s bitset) add(i int)      { s[i>>6] |= 1 << (i & 63) }
func (s bitset) remove(i int)   { s[i>>6] &^= 1 << (i & 63) }
func (s bitset) has(i int) bool { return s[i>>6]>>(i&63)&1 == 1 }

func (s bitset) count() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// common is the size of the intersection; both sets are over one universe.
func (s bitset) common(t bitset) int {
	n := 0
	for i, w := range s {
		n += bits.OnesCount64(w & t[i])
	}
	return n
}

func (s bitset) within(t bitset) bool {
	for i, w := range s {
		if w&^t[i] != 0 {
			return false
		}
	}
	return true
}

func (s bitset) clone() bitset { return append(bitset(nil), s...) }

func (s bitset) union(t bitset) {
	for i, w := range t {
		s[i] |= w
	}
}

func (s bitset) intersect(t bitset) {
	for i, w := range t {
		s[i] &= w
	}
}

// first is the least member of a set that is not empty.
func (s bitset) first() int {
	i := 0
	for s[i] == 0 {
		i++
	}
	return i<<6 + bits.TrailingZeros64(s[i])
}

// members lists the set in increasing order.
func (s bitset) members() []int {
	out := make([]int, 0, s.count())
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			out = append(out, i<<6+bits.TrailingZeros64(w))
		}
	}
	return out
}

// bytes is a form of the set that can be a map key.
func (s bitset) bytes() []byte {
	out := make([]byte, 0, 8*len(s))
	for _, w := range s {
		out = binary.LittleEndian.AppendUint64(out, w)
	}
	return out
}
