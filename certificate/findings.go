package certificate

import "suffice/certificate/card"

// Severity says what a finding stops.
type Severity string

// The severities: Blocking stops validate, score and finishing a certificate
// made or edited here; Freezing stops only finishing and freezing one made or
// edited here (missing rationale or quotation); Warning stops nothing.
const (
	Blocking Severity = "blocking"
	Freezing Severity = "freezing"
	Warning  Severity = "warning"
)

// Finding is one thing that is wrong with what a certificate says (spec 1.2).
type Finding struct {
	Code     string   `json:"code"` // stable, such as "no_groups", "unknown_unit", "observed_unit"
	Severity Severity `json:"severity"`
	Group    GroupKey `json:"-"`               // the group to jump to, if any
	Label    string   `json:"group,omitzero"`  // its label for people
	Branch   int      `json:"branch,omitzero"` // 1-based branch, 0 for none
	Unit     string   `json:"unit,omitzero"`   // the unit to jump to, if any
	Text     string   `json:"text"`            // one plain sentence
}

// Findings lists everything wrong with c against its state, blocking first,
// then in the order of groups and branches. m is Compile(c), handed in because
// screens have it already. A nil pool (validation without items) skips what
// needs one.
func Findings(c Certificate, s card.StateCard, p *card.Pool, obs map[string]card.Observation, m Meaning) []Finding {
	panic("stub")
}

// CheckQuotation compares a quotation with its unit after CRLF -> LF.
// checkable is false when the lines lie beyond a cut excerpt.
func CheckQuotation(q Quotation, u card.Unit) (found, checkable bool) { panic("stub") }
