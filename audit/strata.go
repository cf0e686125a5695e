package audit

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
)

// Stratum is a part of the release from which a fixed number is taken.
type Stratum struct {
	Name   string
	States []string
	Take   int
}

// Stratified is a sample with a chosen number of states from each stratum. Its
// states had unequal chances, so its counts say something of each stratum and
// nothing of the release: it has no rates, and no report on the release can be
// made of it (see Sample).
type Stratified struct {
	Seed   uint64         `json:"seed"`
	Strata []StratumDrawn `json:"strata"` // in the order they were asked for
}

// StratumDrawn is what was taken from one stratum.
type StratumDrawn struct {
	Name   string   `json:"name"`
	Of     int      `json:"of"`
	States []string `json:"states"` // sorted
}

// DrawStratified takes the asked number from each stratum, uniformly without
// replacement within it and as Draw does, except that PCG starts from the seed
// and the 64-bit FNV-1a of the stratum's name: what one stratum gives does not
// depend on the others. It fails on a repeated name, on a state in two strata
// and on a number that a stratum does not have.
func DrawStratified(strata []Stratum, seed uint64) (Stratified, error) {
	out := Stratified{Seed: seed}
	names, where := map[string]bool{}, map[string]string{}
	for _, s := range strata {
		if names[s.Name] {
			return Stratified{}, fmt.Errorf("draw a stratified sample: stratum %q is named twice", s.Name)
		}
		names[s.Name] = true
		ids, err := sortedIDs(s.States)
		if err != nil {
			return Stratified{}, fmt.Errorf("draw a stratified sample: stratum %q: %w", s.Name, err)
		}
		for _, id := range ids {
			if first, twice := where[id]; twice {
				return Stratified{}, fmt.Errorf("draw a stratified sample: state %s is in the strata %q and %q", id, first, s.Name)
			}
			where[id] = s.Name
		}
		if s.Take < 0 || s.Take > len(ids) {
			return Stratified{}, fmt.Errorf("draw a stratified sample: cannot take %d of the %d states in stratum %q", s.Take, len(ids), s.Name)
		}
		h := fnv.New64a()
		h.Write([]byte(s.Name))
		of := len(ids)
		out.Strata = append(out.Strata, StratumDrawn{
			Name: s.Name, Of: of, States: choose(ids, s.Take, rand.NewPCG(seed, h.Sum64())),
		})
	}
	return out, nil
}

// StratumCount is how often each label was found in one stratum.
type StratumCount struct {
	Name   string         `json:"name"`
	Of     int            `json:"of"`
	Taken  int            `json:"taken"`
	Labels map[string]int `json:"labels"`
	Absent []string       `json:"absent,omitzero"` // states without a label, sorted
}

// Counts counts the labels of the sampled states stratum by stratum, such as
// the sensitivity classes L0 to L3. There is no total over strata: it would
// read as a count of the release.
func (s Stratified) Counts(label map[string]string) []StratumCount {
	counts := make([]StratumCount, 0, len(s.Strata))
	for _, stratum := range s.Strata {
		c := StratumCount{Name: stratum.Name, Of: stratum.Of, Taken: len(stratum.States), Labels: map[string]int{}}
		for _, id := range stratum.States {
			if l := label[id]; l != "" {
				c.Labels[l]++
			} else {
				c.Absent = append(c.Absent, id)
			}
		}
		slices.Sort(c.Absent)
		counts = append(counts, c)
	}
	return counts
}
