package audit

import (
	"fmt"
	"slices"
)

// Report is the audit of a frozen release by two auditors (paper, table 9). It
// has no word on whether the release is good, and an audit changes no
// certificate. Only what both auditors submitted counts; the rest is excluded
// by name.
type Report struct {
	Sample     SampleRecord `json:"sample"`
	Resampling Resampling   `json:"resampling"`

	StatesAudited int `json:"states_audited"` // judged by both
	GroupsAudited int `json:"groups_audited"` // judged by both in all eight fields
	GroupsSampled int `json:"groups_sampled"`

	A Auditor `json:"auditor_a"`
	B Auditor `json:"auditor_b"`

	AcceptedByBoth      Figure `json:"accepted_by_both"`
	FlaggedByAtLeastOne Figure `json:"flagged_by_at_least_one"`
	FlaggedByBoth       Figure `json:"flagged_by_both"`
	GroupsAlikeInEight  Figure `json:"groups_alike_in_all_eight"`

	State  Agreement             `json:"state_agreement"` // on the verdict
	Group  Agreement             `json:"group_agreement"` // on all eight answers as one
	Fields [FieldCount]Agreement `json:"fields"`          // by Field, ok or not ok

	// FieldRange is the smallest and the largest per-field agreement.
	FieldRange FieldRange `json:"field_range"`

	Exclusions []Exclusion `json:"exclusions"` // states first, then groups of states that count
}

// Auditor is what one auditor gave on the states that both judged.
type Auditor struct {
	Submitted  int            `json:"submitted"`  // states, whether or not the other judged them
	Verdicts   []VerdictCount `json:"verdicts"`   // in the order of AllVerdicts
	Confidence [5]int         `json:"confidence"` // states with confidence 1 to 5
}

// VerdictCount is how often an auditor gave a verdict.
type VerdictCount struct {
	Verdict Verdict `json:"verdict"`
	Count   int     `json:"count"`
}

// FieldRange is the span of the per-field agreement over the eight fields.
// Both ends lack a value where no group was judged by both.
type FieldRange struct {
	Lowest    Figure  `json:"lowest"`
	Highest   Figure  `json:"highest"`
	LowestIn  []Field `json:"lowest_in"`
	HighestIn []Field `json:"highest_in"`
}

// NewReport makes the report. frozen holds every state of the sample, sheets
// whatever the auditors saved, in any order; of each auditor and state only
// the latest submitted sheet counts. It fails on a sheet of a state outside
// the sample, on an unknown auditor, verdict, answer or group, and where
// frozen is not the sample.
func NewReport(sample Sample, frozen []Frozen, sheets []Sheet, r Resampling) (Report, error) {
	r, err := r.checked()
	if err != nil {
		return Report{}, fmt.Errorf("report the audit: %w", err)
	}
	t, err := newTally(sample, frozen, sheets)
	if err != nil {
		return Report{}, fmt.Errorf("report the audit: %w", err)
	}
	all, err := agreeAll(t.questions(), r)
	if err != nil {
		return Report{}, fmt.Errorf("report the audit: %w", err)
	}
	out := Report{
		Sample: sample.Record(), Resampling: r,
		StatesAudited: len(t.verdicts), GroupsAudited: len(t.patterns), GroupsSampled: t.groups,
		A: t.auditor(RaterA), B: t.auditor(RaterB),
		State: all[0], Group: all[1], Fields: [FieldCount]Agreement(all[2:]),
		Exclusions: slices.Concat([]Exclusion{}, t.lostStates, t.lostGroups),
	}
	out.flags()
	out.GroupsAlikeInEight = out.Group.Raw
	out.GroupsAlikeInEight.Name = "groups with all eight judgments alike"
	out.FieldRange = rangeOf(out.Fields)
	return out, nil
}

// flags counts the states that are accepted and flagged; to flag is to give
// any verdict but accept.
func (r *Report) flags() {
	var both, flaggedByBoth int
	for _, c := range r.State.Cells {
		acceptA, acceptB := c.A == string(Accept), c.B == string(Accept)
		switch {
		case acceptA && acceptB:
			both += c.Count
		case !acceptA && !acceptB:
			flaggedByBoth += c.Count
		}
	}
	n := r.StatesAudited
	r.AcceptedByBoth = proportion("states accepted by both", both, n)
	r.FlaggedByAtLeastOne = proportion("states flagged by at least one", n-both, n)
	r.FlaggedByBoth = proportion("states flagged by both", flaggedByBoth, n)
}

func rangeOf(fields [FieldCount]Agreement) FieldRange {
	var out FieldRange
	for i := range fields {
		f, raw := Field(i), fields[i].Raw
		low, haveLow := out.Lowest.Number()
		high, haveHigh := out.Highest.Number()
		v, ok := raw.Number()
		switch {
		case !ok:
			continue
		case !haveLow || v < low:
			out.Lowest, out.LowestIn = raw, []Field{f}
		case v == low:
			out.LowestIn = append(out.LowestIn, f)
		}
		switch {
		case !haveHigh || v > high:
			out.Highest, out.HighestIn = raw, []Field{f}
		case v == high:
			out.HighestIn = append(out.HighestIn, f)
		}
	}
	if out.Lowest.Value == nil {
		out.Lowest, out.Highest = fields[0].Raw, fields[0].Raw
	}
	out.Lowest.Name, out.Highest.Name = "lowest per-field agreement", "highest per-field agreement"
	return out
}
