package review

import (
	"slices"

	"suffice/certificate"
)

// Settings say how disagreements are handled in a project.
type Settings struct {
	// MinorToSenior sends differences in weights and roles to the senior, even
	// where two reviews agree in substance (spec 3.3).
	MinorToSenior bool `json:"minor_to_senior"`
}

// Route is where a state goes once both reviews are in.
type Route string

// The routes.
const (
	Closes   Route = "closes" // with Agreement.Closing
	ToSenior Route = "senior"
)

// Agreement is what the rules say of two reviews of one state (spec 3.3). It
// names nobody: the reviews are A and B.
type Agreement struct {
	Route     Route
	Why       string // one sentence for the route
	Substance bool   // the same verdict and the same minimal completing sets
	Verdicts  bool   // the same verdict
	// Proven is false when the search limit was reached before it was certain
	// whether the two certificates accept the same sets; then Substance is false.
	Proven  bool
	Closing *certificate.Certificate // what the state closes with; nil unless it closes
	Diff    certificate.Diff         // of B from A

	AOnly, BOnly Counterexample // a set that completes A and not B, and the other way round
	Differs      []string       // tags for a header: "verdict", "groups", "acceptable set", "threshold", "branches", "weight", "role"
	Minor        []string       // differences without effect on what is accepted: "weight of G2", "rationale of G1"

	a, b Opinion
}

// Counterexample is a smallest set of units that one certificate accepts and
// the other does not.
type Counterexample struct {
	Units  certificate.Witness
	Found  bool
	Proven bool // found: no smaller one exists; not found: none exists
}

// Judge compares two checked reviews of the certificate under review. n bounds
// each of its three searches.
func Judge(under certificate.Certificate, a, b Opinion, set Settings, n certificate.Budget) Agreement {
	panic("stub")
}

// Sentences says how B differs from A in plain words, naming units by
// name(id): first the verdicts, then the certificates, then a counterexample
// for each direction that has one.
func (g Agreement) Sentences(name func(unit string) string) []string { panic("stub") }

var _ = slices.Contains[[]string]
