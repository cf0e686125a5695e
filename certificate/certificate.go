// Package certificate is the private side of a decision: the grouped
// sufficiency certificate, the Edit that changes one, and exact questions
// about what it means (paper 3, 4.2, C.1). It is pure: no clock, no storage,
// no randomness.
package certificate

import (
	"slices"
	"strconv"

	"suffice/certificate/card"
	"suffice/certificate/records"
)

// SchemaVersion is the schema_version of every certificate written here.
const SchemaVersion = "serbench-mss-v1"

// GroupKey names a group of a draft for as long as the draft lives: "g1",
// "g2", ... minted by the draft, never reused, never exported.
type GroupKey string

// Revision counts the edits of one certificate; an imported or empty one is 0.
type Revision uint64

// Certificate is one serbench-mss-v1 object. Values are never shared with the
// caller's slices once inside a Draft; treat every slice as read-only.
type Certificate struct {
	State      string // state_id
	Groups     []Group
	Branches   [][]string // alternative_minimal_sets, B_t: each a complete AND solution
	Observed   []string   // observed_evidence_ids; must equal the card's list
	Optional   []string   // optional_evidence_ids
	Retrieval  *bool      // retrieval_needed; nil when missing
	Scope      *string    // label_scope; nil when missing
	Confidence *float64   // label_confidence, 0 to 1; nil when missing

	// Raw is the object as imported, key by key in file order, so that an
	// untouched key comes back as it was written. Nil for one made here. The
	// groups' own text lives in Group.Raw: here their key only holds its place.
	Raw []records.Member
	// Envelope is what stood around an imported label: the members of the
	// organizer's record with graded_labels left out; nil for a bare label.
	Envelope []records.Member
}

// Group is g_j = (A_j, q_j, w_j, rho_j): a requirement with its acceptable
// evidence, threshold, necessity weight and semantic role.
type Group struct {
	Key        GroupKey // stable inside a draft; empty in a certificate that no draft holds
	ID         string   // group_id, optional, unique in the certificate
	Role       string
	Acceptable []string // A_j in the expert's order
	Threshold  int      // q_j, minimum_required
	Weight     float64  // w_j, necessity_weight
	Rationale  string
	Quotations []Quotation

	Raw []records.Member // as Certificate.Raw, for this group
}

// Quotation grounds a group in the text of a unit.
type Quotation struct {
	Unit      string `json:"evidence_id"`
	LineStart int    `json:"line_start"` // 1-based line of the source file, inclusive
	LineEnd   int    `json:"line_end"`
	Text      string `json:"text"` // compared with the unit after CRLF -> LF

	// Raw is the JSON text of an imported quotation that holds more than these
	// four keys or writes them in another way; empty otherwise.
	Raw string `json:"-"`
}

// Empty is the certificate from which work on a state begins: no groups,
// retrieval needed, the card's observed list, the project's label scope (none
// when empty) and no confidence yet.
func Empty(s card.StateCard, scope string) Certificate {
	needed := true
	c := Certificate{State: s.ID, Retrieval: &needed, Observed: slices.Clone(s.Observed)}
	if scope != "" {
		c.Scope = &scope
	}
	return c
}

// Group returns the group with this key, its position, and whether it exists.
func (c Certificate) Group(k GroupKey) (Group, int, bool) {
	for i, g := range c.Groups {
		if g.Key == k {
			return g, i, true
		}
	}
	return Group{}, -1, false
}

// Label is how people name the group at position i: its group_id, or "G" and
// its position from 1. A number that is some group's group_id is passed over,
// so that no two groups of a certificate ever read alike unless their
// group_ids do.
func (c Certificate) Label(i int) string {
	if id := c.Groups[i].ID; id != "" {
		return id
	}
	return c.labels()[i]
}

// labels names every group; see Label.
func (c Certificate) labels() []string {
	taken := make(map[string]bool, len(c.Groups))
	for _, g := range c.Groups {
		taken[g.ID] = true
	}
	out := make([]string, len(c.Groups))
	for i, g := range c.Groups {
		out[i] = g.ID
		for n := i + 1; out[i] == ""; n++ {
			if l := "G" + strconv.Itoa(n); !taken[l] {
				out[i], taken[l] = l, true
			}
		}
	}
	return out
}
