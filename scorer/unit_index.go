package scorer

import "hash/maphash"

// seed is that of all hashes of IDs. Which one it is shows in no result.
var seed = maphash.MakeSeed()

// hashOf is the hash of an ID, never 0.
func hashOf(id []byte) uint64 { return max(1, maphash.Bytes(seed, id)) }

func hashOfString(id string) uint64 { return max(1, maphash.String(seed, id)) }

// unitIndex numbers the units of a certificate in the order in which they are
// met. It is asked for every ID of every ranking, nearly always for one that
// is not in it; so a hash made once decides, and mostly one look is enough.
type unitIndex struct {
	ids   []string   // by unit
	slots []unitSlot // open addressing, at most half full; their number is a power of two
}

type unitSlot struct {
	hash uint64 // 0: free
	unit int32
}

// newUnitIndex has room for so many units before it grows.
func newUnitIndex(units int) unitIndex {
	x := unitIndex{ids: make([]string, 0, units)}
	x.grow(2 * units)
	return x
}

// grow makes at least so many slots.
func (x *unitIndex) grow(least int) {
	size := 4
	for size < least {
		size *= 2
	}
	old := x.slots
	x.slots = make([]unitSlot, size)
	for _, s := range old {
		if s.hash != 0 {
			_, free := find(x, s.hash, x.ids[s.unit])
			x.slots[free] = s
		}
	}
}

// number gives an ID its unit number, minting one when it is met first.
func (x *unitIndex) number(id string) int32 {
	hash := hashOfString(id)
	unit, free := find(x, hash, id)
	if unit >= 0 {
		return unit
	}
	if 2*len(x.ids) >= len(x.slots) {
		x.grow(2 * len(x.slots))
		_, free = find(x, hash, id)
	}
	unit = int32(len(x.ids))
	x.ids = append(x.ids, id)
	x.slots[free] = unitSlot{hash, unit}
	return unit
}

// find is the number of the unit with an ID and its hash, or a negative number
// and the slot where it belongs.
func find[T string | []byte](x *unitIndex, hash uint64, id T) (unit int32, free int) {
	last := uint64(len(x.slots) - 1)
	for at := hash & last; ; at = (at + 1) & last {
		switch s := &x.slots[at]; {
		case s.hash == 0:
			return -1, int(at)
		case s.hash == hash && x.ids[s.unit] == string(id):
			return s.unit, 0
		}
	}
}

// hashSet tells whether a hash was met before in one ranking.
type hashSet struct{ slots []uint64 } // as those of unitIndex; 0: free

// empty makes the set ready for so many hashes.
func (s *hashSet) empty(hashes int) {
	size := 64
	for size < 2*hashes {
		size *= 2
	}
	s.slots = zeroed(s.slots, size)
}

// meet adds a hash; true when it was there already.
func (s *hashSet) meet(hash uint64) bool {
	last := uint64(len(s.slots) - 1)
	for at := hash & last; ; at = (at + 1) & last {
		switch s.slots[at] {
		case hash:
			return true
		case 0:
			s.slots[at] = hash
			return false
		}
	}
}
