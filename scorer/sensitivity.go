package scorer

import (
	"slices"

	"suffice/certificate"
	"suffice/certificate/card"
)

// Class is the sensitivity class of a certificate change (paper C.2, spec 2).
type Class string

// The classes a certificate change can have; L3 (the state was replaced) is
// the ledger's to say.
const (
	L0 Class = "L0" // nothing in the exported certificate changed
	L1 Class = "L1" // changed, but no Complete-MSS outcome of a locked method did
	L2 Class = "L2" // at least one outcome flips
)

// Outcome is Complete-MSS of one locked ranking at one cutoff, before and after.
type Outcome struct {
	Method        string
	K             int
	Before, After bool
}

// Flips reports whether the outcome is another one after the change.
func (o Outcome) Flips() bool { return o.Before != o.After }

// Change is what an edit does to the locked methods.
type Change struct {
	Class    Class
	Outcomes []Outcome // by method in the order given, then by cutoff
	Flips    int
}

// SensitivityCutoffs are the cutoffs of the paper's classes.
func SensitivityCutoffs() []int { return []int{5, 8, 16} }

// Sensitivity classifies the change from before to after over the locked
// rankings of the state. Pure and fast enough to run after every key.
func Sensitivity(before, after certificate.Certificate, locked []card.Prediction, ks []int) Change {
	return NewSensitivity(before, locked, ks).Against(after)
}

// LockedOutcomes is how the locked rankings of a state fare under the
// certificate before a change, worked out once for a screen that asks after
// every edit. Immutable and safe for concurrent use.
type LockedOutcomes struct {
	before certificate.Certificate
	locked []card.Prediction
	ks     []int
	limit  int   // the greatest cutoff
	was    []int // by locked ranking: slot at which it completed before, see Tally.CompletionSlot
}

// NewSensitivity readies the certificate before a change and the locked rankings
// of its state. Rankings and cutoffs are kept in the order given; they are not
// copied and must not change afterwards.
func NewSensitivity(before certificate.Certificate, locked []card.Prediction, ks []int) *LockedOutcomes {
	s := &LockedOutcomes{before: before, locked: locked, ks: ks}
	if len(ks) > 0 {
		s.limit = slices.Max(ks)
	}
	s.was = s.slots(before)
	return s
}

// Against classifies the change from the certificate given to NewSensitivity to after.
func (s *LockedOutcomes) Against(after certificate.Certificate) Change {
	now := s.slots(after)
	c := Change{Class: L1, Outcomes: make([]Outcome, 0, len(s.locked)*len(s.ks))}
	for i, p := range s.locked {
		for _, k := range s.ks {
			o := Outcome{Method: p.Method, K: k, Before: within(s.was[i], k), After: within(now[i], k)}
			if o.Flips() {
				c.Flips++
			}
			c.Outcomes = append(c.Outcomes, o)
		}
	}
	switch {
	case c.Flips > 0:
		c.Class = L2
	case certificate.Equal(s.before, after):
		c.Class = L0
	}
	return c
}

func within(slot, k int) bool { return slot >= 0 && slot <= k }

func (s *LockedOutcomes) slots(c certificate.Certificate) []int {
	g := NewGold(c)
	var t Tally
	out := make([]int, len(s.locked))
	for i, p := range s.locked {
		out[i] = t.CompletionSlot(g, p.Ranked, s.limit)
	}
	return out
}
