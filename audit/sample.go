package audit

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// Sample is a uniform sample without replacement of a release. It comes from
// Draw or Redraw alone, so that whatever is said of "the release" was drawn
// from it with equal chances. The zero value is no sample.
type Sample struct{ drawn SampleRecord }

// SampleRecord is a sample as it is kept and printed: all that is needed to
// draw it again and to see that nobody chose the states.
type SampleRecord struct {
	Seed   uint64   `json:"seed"`
	Of     int      `json:"of"`     // states in the release
	Frame  string   `json:"frame"`  // SHA-256 of the release's sorted IDs, each followed by a line feed
	States []string `json:"states"` // sorted
}

// Draw takes n states uniformly without replacement from a release. The order
// in which the release is given does not matter.
//
// The method is fixed, so that anyone can repeat it elsewhere: sort the IDs by
// bytes; for i = 0 .. n-1 swap ID i with ID i + r, r uniform in [0, N-i); the
// sample is the first n. A uniform number below m is the high half of the
// 128-bit product of m and the next output of PCG-DXSM (math/rand/v2, started
// from the seed and 0), drawn again while the low half is below 2^64 mod m.
//
// It fails when n is not from 1 to the size of the release or when the
// release names a state twice.
func Draw(release []string, n int, seed uint64) (Sample, error) {
	ids, err := sortedIDs(release)
	if err != nil {
		return Sample{}, fmt.Errorf("draw a sample: %w", err)
	}
	if n < 1 || n > len(ids) {
		return Sample{}, fmt.Errorf("draw a sample: cannot take %d of %d states; ask for 1 to %d", n, len(ids), len(ids))
	}
	return Sample{SampleRecord{
		Seed: seed, Of: len(ids), Frame: frameOf(ids),
		States: choose(ids, n, rand.NewPCG(seed, 0)),
	}}, nil
}

// Redraw makes a sample out of its record by drawing it again. It fails when
// the release is another one or when the states are not what the seed gives.
func Redraw(r SampleRecord, release []string) (Sample, error) {
	again, err := Draw(release, len(r.States), r.Seed)
	if err != nil {
		return Sample{}, err
	}
	if again.drawn.Frame != r.Frame || again.drawn.Of != r.Of {
		return Sample{}, fmt.Errorf("draw the sample of seed %d again: the release is not the one it was drawn from", r.Seed)
	}
	if !slices.Equal(again.drawn.States, r.States) {
		return Sample{}, fmt.Errorf("draw the sample of seed %d again: the recorded states are not the ones this seed draws", r.Seed)
	}
	return again, nil
}

// Record is the sample as it is kept.
func (s Sample) Record() SampleRecord {
	r := s.drawn
	r.States = slices.Clone(r.States)
	return r
}

// States are the IDs in the sample, sorted.
func (s Sample) States() []string { return slices.Clone(s.drawn.States) }

// sortedIDs is a sorted copy; it fails on an empty or repeated ID.
func sortedIDs(release []string) ([]string, error) {
	ids := slices.Clone(release)
	slices.Sort(ids)
	for i, id := range ids {
		if id == "" {
			return nil, fmt.Errorf("a state has no ID")
		}
		if i > 0 && ids[i-1] == id {
			return nil, fmt.Errorf("state %s is listed twice", id)
		}
	}
	return ids, nil
}

func frameOf(sorted []string) string {
	h := sha256.New()
	for _, id := range sorted {
		h.Write([]byte(id))
		h.Write([]byte{'\n'})
	}
	return hex.EncodeToString(h.Sum(nil))
}

// choose takes n of the sorted ids, which it reorders, and sorts what it took.
func choose(ids []string, n int, src *rand.PCG) []string {
	for i := range n {
		j := i + int(below(src, uint64(len(ids)-i)))
		ids[i], ids[j] = ids[j], ids[i]
	}
	taken := slices.Clone(ids[:n])
	slices.Sort(taken)
	return taken
}

// below is uniform in [0, n), n > 0. It is written out, and not left to the
// library's Rand, because a sample must come out the same under every later
// version of it; the output of PCG itself is specified.
func below(src *rand.PCG, n uint64) uint64 {
	hi, lo := bits.Mul64(src.Uint64(), n)
	if lo < n {
		for floor := -n % n; lo < floor; {
			hi, lo = bits.Mul64(src.Uint64(), n)
		}
	}
	return hi
}
