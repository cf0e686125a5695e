package scorer

import (
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
	panic("stub")
}
