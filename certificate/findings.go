package certificate

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"suffice/certificate/card"
)

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
	Code     string   `json:"code"` // stable; see the Code constants
	Severity Severity `json:"severity"`
	Group    GroupKey `json:"-"`               // the group to jump to, if any
	Label    string   `json:"group,omitzero"`  // its label for people
	Branch   int      `json:"branch,omitzero"` // 1-based branch, 0 for none
	Unit     string   `json:"unit,omitzero"`   // the unit to jump to, if any
	Text     string   `json:"text"`            // one plain sentence
}

// The codes of blocking findings.
const (
	CodeNoGroups          = "no_groups"
	CodeUnknownUnit       = "unknown_unit"      // an ID that is not in the pool
	CodeObservedUnit      = "observed_unit"     // by list or flag
	CodeObservedMismatch  = "observed_mismatch" // the card has another observed list
	CodeThresholdRange    = "threshold_range"
	CodeEmptyGroup        = "empty_group"
	CodeDuplicateGroupID  = "duplicate_group_id" // the same group_id
	CodeWeight            = "weight"
	CodeRoleEmpty         = "role_empty"
	CodeRepeatedUnit      = "repeated_unit" // an ID twice in one list
	CodeEmptyBranch       = "empty_branch"  // it would complete everything
	CodeQuotationNotFound = "quotation_not_found"
)

// The codes of findings that only stop finishing and freezing.
const (
	CodeDuplicateGroup   = "duplicate_group" // the same units and threshold; readers of labels take it, so it does not stop scoring
	CodeRationaleMissing = "rationale_missing"
	CodeQuotationMissing = "quotation_missing"
	CodeRetrievalUnset   = "retrieval_unset"
	CodeScopeUnset       = "scope_unset"
	CodeConfidenceUnset  = "confidence_unset"
	CodeConfidenceRange  = "confidence_range"
)

// The codes of warnings.
const (
	CodeBranchBypasses     = "branch_bypasses"
	CodeBranchDuplicate    = "branch_duplicate"
	CodeBranchNotMinimal   = "branch_not_minimal"
	CodeBranchesOutOfDate  = "branches_out_of_date"
	CodeGroupImplied       = "group_implied"
	CodeOneIsEnough        = "one_is_enough" // groups that imply each other
	CodeNoSetOf5           = "no_set_of_5"   // the smallest completing set is larger
	CodeNoSetOf8           = "no_set_of_8"
	CodeNotProven          = "not_proven" // the search limit was reached
	CodeQuotationUnchecked = "quotation_unchecked"
	CodeAlignedUnit        = "aligned_unit" // observed by trace alignment only
)

// Findings lists everything wrong with c against its state, blocking first,
// then freezing, then warnings, each in the order of groups and branches. m is
// Compile(c), handed in because screens have it already. A nil pool
// (validation without items) skips what needs one.
func Findings(c Certificate, s card.StateCard, p *card.Pool, obs map[string]card.Observation, m Meaning) []Finding {
	in := &inspection{
		cert: c, card: s, pool: p, seen: obs, meaning: m,
		labels: c.labels(), listed: map[string]bool{}, told: map[string]bool{},
	}
	for _, list := range [][]string{s.Observed, c.Observed} {
		for _, id := range list {
			in.listed[id] = true
		}
	}
	in.groups()
	in.lists()
	in.frozen()
	in.branches()
	in.necessity()
	in.size()
	slices.SortStableFunc(in.found, func(a, b Finding) int { return a.Severity.rank() - b.Severity.rank() })
	return in.found
}

func (s Severity) rank() int {
	return slices.Index([]Severity{Blocking, Freezing, Warning}, s)
}

// inspection is one look at a certificate.
type inspection struct {
	cert    Certificate
	card    card.StateCard
	pool    *card.Pool
	seen    map[string]card.Observation
	meaning Meaning
	labels  []string
	listed  map[string]bool // observed by the card's list or the certificate's
	told    map[string]bool // units already told to be unknown or observed
	broken  bool            // some group cannot be satisfied as it stands
	only    Severity        // when set, findings of other severities are not noted
	found   []Finding
}

func (in *inspection) add(f Finding, format string, args ...any) {
	if in.only != "" && f.Severity != in.only {
		return
	}
	f.Text = fmt.Sprintf(format, args...)
	in.found = append(in.found, f)
}

// at begins a finding about the group at position i.
func (in *inspection) at(i int, code string, s Severity) Finding {
	return Finding{Code: code, Severity: s, Group: in.cert.Groups[i].Key, Label: in.labels[i]}
}

// name is how people know a unit: its file and lines, or its ID when the pool
// does not have it.
func (in *inspection) name(id string) string {
	if in.pool != nil {
		if u := in.pool.Unit(id); u != nil {
			return unitName(*u)
		}
	}
	return id
}

func unitName(u card.Unit) string {
	switch {
	case u.Path == "":
		return u.ID
	case u.LineStart < 1 || u.LineEnd < 1:
		return u.Path
	}
	return fmt.Sprintf("%s:%d-%d", u.Path, u.LineStart, u.LineEnd)
}

func (in *inspection) groups() {
	if len(in.cert.Groups) == 0 {
		in.add(Finding{Code: CodeNoGroups, Severity: Blocking}, "there are no groups yet: a certificate needs at least one")
	}
	for i, g := range in.cert.Groups {
		in.shape(i, g)
		in.duplicates(i, g)
		in.members(i, g)
		in.grounds(i, g)
	}
}

// shape checks what a group says about itself.
func (in *inspection) shape(i int, g Group) {
	n := distinct(g.Acceptable)
	switch {
	case n == 0:
		in.broken = true
		in.add(in.at(i, CodeEmptyGroup, Blocking), "%s accepts no unit yet", in.labels[i])
	case g.Threshold < 1:
		in.add(in.at(i, CodeThresholdRange, Blocking), "%s has threshold %d; it has to be at least 1", in.labels[i], g.Threshold)
	case g.Threshold > n:
		in.broken = true
		in.add(in.at(i, CodeThresholdRange, Blocking), "%s wants %d units and accepts only %d", in.labels[i], g.Threshold, n)
	}
	if !(g.Weight > 0) || math.IsInf(g.Weight, 0) {
		in.add(in.at(i, CodeWeight, Blocking), "%s has weight %v; a weight is a number above 0", in.labels[i], g.Weight)
	}
	if strings.TrimSpace(g.Role) == "" {
		in.add(in.at(i, CodeRoleEmpty, Blocking), "%s has no role", in.labels[i])
	}
}

// duplicates looks for an earlier group that says the same or is called the same.
func (in *inspection) duplicates(i int, g Group) {
	earlier := in.cert.Groups[:i]
	if in.only == Blocking && !slices.ContainsFunc(earlier, func(b Group) bool { return b.ID == g.ID && g.ID != "" }) {
		return // that they say the same does not block
	}
	told := false // one repeat is enough to tell, every shared name is told
	for j, before := range earlier {
		if g.ID != "" && g.ID == before.ID {
			in.add(in.at(i, CodeDuplicateGroupID, Blocking), "groups %d and %d are both called %s", j+1, i+1, g.ID)
		}
		if !told && repeats(g, before) {
			in.add(in.at(i, CodeDuplicateGroup, Freezing), "%s repeats %s: the same units and the same threshold", in.labels[i], in.labels[j])
			told = true
		}
	}
}

func repeats(a, b Group) bool {
	return len(a.Acceptable) > 0 && a.Threshold == b.Threshold && sameSet(a.Acceptable, b.Acceptable)
}

// repeated reports the groups that repeat an earlier one.
func (in *inspection) repeated(i int) bool {
	return slices.ContainsFunc(in.cert.Groups[:i], func(b Group) bool { return repeats(in.cert.Groups[i], b) })
}

// members checks the acceptable units of a group.
func (in *inspection) members(i int, g Group) {
	if id, ok := twice(g.Acceptable); ok {
		f := in.at(i, CodeRepeatedUnit, Blocking)
		f.Unit = id
		in.add(f, "%s names %s twice", in.labels[i], in.name(id))
	}
	for _, id := range g.Acceptable {
		if in.amiss(id) {
			in.unit(in.at(i, "", Blocking), id, in.labels[i]+" accepts")
		}
	}
}

// amiss reports whether there is anything to tell of a unit. It is asked for
// every unit of every list, and the answer is nearly always no.
func (in *inspection) amiss(id string) bool {
	if in.listed[id] || in.pool != nil && in.pool.Unit(id) == nil {
		return true
	}
	o := in.seen[id]
	return o.Listed || o.Flagged || len(o.Aligned) > 0
}

// unit checks that a unit is there to be accepted. what begins the sentence.
func (in *inspection) unit(f Finding, id, what string) {
	f.Unit = id
	o := in.seen[id]
	switch {
	case in.pool != nil && in.pool.Unit(id) == nil:
		f.Code = CodeUnknownUnit
		in.add(f, "%s %s, which is not in the pool", what, id)
	case o.Listed || in.listed[id]:
		f.Code = CodeObservedUnit
		in.add(f, "%s %s, which the agent has seen already (it is in the observed list)", what, in.name(id))
	case o.Flagged:
		f.Code = CodeObservedUnit
		in.add(f, "%s %s, which the agent has seen already (it is flagged as observed)", what, in.name(id))
	case len(o.Aligned) > 0:
		f.Code, f.Severity = CodeAlignedUnit, Warning
		in.add(f, "%s %s, whose lines the agent may have seen in %s", what, in.name(id), listWords(o.Aligned, "and"))
	default:
		return
	}
	in.told[id] = true
}

// grounds checks what a group gives as its reasons.
func (in *inspection) grounds(i int, g Group) {
	if strings.TrimSpace(g.Rationale) == "" {
		in.add(in.at(i, CodeRationaleMissing, Freezing), "%s has no rationale", in.labels[i])
	}
	if len(g.Quotations) == 0 {
		in.add(in.at(i, CodeQuotationMissing, Freezing), "%s has no quotation", in.labels[i])
	}
	for _, q := range g.Quotations {
		in.quotation(i, q)
	}
}

func (in *inspection) quotation(i int, q Quotation) {
	if in.pool == nil {
		return
	}
	f := in.at(i, CodeUnknownUnit, Blocking)
	f.Unit = q.Unit
	u := in.pool.Unit(q.Unit)
	if u == nil {
		in.add(f, "%s quotes %s, which is not in the pool", in.labels[i], q.Unit)
		return
	}
	found, checkable := CheckQuotation(q, *u)
	switch {
	case found:
	case !checkable:
		f.Code, f.Severity = CodeQuotationUnchecked, Warning
		in.add(f, "%s quotes %s of %s, which the excerpt does not show, so the text cannot be checked", in.labels[i], linesOf(q), unitName(*u))
	default:
		f.Code = CodeQuotationNotFound
		in.add(f, "the quotation of %s for %s is not what stands there%s", linesOf(q)+" of "+unitName(*u), in.labels[i], elsewhere(q, *u))
	}
}

func linesOf(q Quotation) string {
	if q.LineStart == q.LineEnd {
		return fmt.Sprintf("line %d", q.LineStart)
	}
	return fmt.Sprintf("lines %d-%d", q.LineStart, q.LineEnd)
}
