package review

import (
	"context"
	"fmt"
	"strconv"

	"suffice/audit"
	"suffice/certificate"
)

// AgreementPhase says which judgments are compared.
type AgreementPhase string

// What may be compared: the reviews as they were first submitted, as they
// stand now, and the audit. What a senior decides is no rating (case C6).
const (
	FirstReviews  AgreementPhase = "first"
	LatestReviews AgreementPhase = "latest"
	AuditJudged   AgreementPhase = "audit"
)

// AgreementPhases lists what may be compared.
func AgreementPhases() []AgreementPhase {
	return []AgreementPhase{FirstReviews, LatestReviews, AuditJudged}
}

// The fields on which reviews are compared. Those of groups compare what both
// certificates have, lined up by content and never by name or position (case
// C8); a group that only one side has is said to be missing on the other.
const (
	FieldVerdict    = "verdict"
	FieldConfidence = "confidence"
	FieldGroups     = "groups"    // units and threshold of a group
	FieldUnits      = "units"     // whether a unit is accepted, of those that either certificate accepts
	FieldThreshold  = "threshold" // of the groups that both have
	FieldWeight     = "weight"    // of the groups that both have
	FieldRole       = "role"      // of the groups that both have
)

// AgreementFields lists the fields that may be compared.
func AgreementFields(ph AgreementPhase) []string {
	if ph != AuditJudged {
		return []string{FieldVerdict, FieldConfidence, FieldGroups, FieldUnits, FieldThreshold, FieldWeight, FieldRole}
	}
	fields := []string{FieldVerdict}
	for _, f := range audit.AllFields() {
		fields = append(fields, f.Name())
	}
	return fields
}

// Agreement compares reviewers A and B, or the auditors, on a field. A state
// that only one of them has judged is an exclusion, named. Errors:
// *ForbiddenError, *UnknownFieldError, *NotSampledError.
func (d *Desk) Agreement(ctx context.Context, field string, ph AgreementPhase, r audit.Resampling) (audit.Agreement, error) {
	if err := d.Scope().Oversee("see how far people agree"); err != nil {
		return audit.Agreement{}, err
	}
	if ph == AuditJudged {
		return d.auditAgreement(ctx, field, r)
	}
	q, ok := reviewQuestion(field)
	if !ok {
		return audit.Agreement{}, &UnknownFieldError{field, AgreementFields(ph)}
	}
	reviews, err := d.reviews(ctx, ph)
	if err != nil {
		return audit.Agreement{}, err
	}
	for _, pair := range reviews {
		rate(&q, field, pair)
	}
	return audit.Agree(q, r)
}

// pairOfReviews are the reviews of one state; nil where one is not in.
type pairOfReviews struct {
	state string
	a, b  *Opinion
}

// reviews are the states with at least one seat or review, in order of import.
func (d *Desk) reviews(ctx context.Context, ph AgreementPhase) ([]pairOfReviews, error) {
	cases, err := d.cases(ctx)
	if err != nil {
		return nil, err
	}
	first := map[slotted]Opinion{}
	switch ph {
	case FirstReviews:
		if first, err = d.firstReviews(ctx); err != nil {
			return nil, err
		}
	case LatestReviews:
	default:
		return nil, &UnknownPhaseError{ph}
	}
	var out []pairOfReviews
	for _, k := range cases {
		c := k.Course
		opinion := func(slot Slot) *Opinion {
			o, ok := c.Opinions[slot]
			if early, again := first[slotted{c.State, slot}]; ok && again {
				o = early
			}
			if !ok {
				return nil
			}
			return &o
		}
		if pair := (pairOfReviews{c.State, opinion(SlotA), opinion(SlotB)}); pair.a != nil || pair.b != nil {
			out = append(out, pair)
		}
	}
	return out, nil
}

// firstReviews are the reviews as whoever holds the seat first handed them in.
func (d *Desk) firstReviews(ctx context.Context) (map[slotted]Opinion, error) {
	first := map[slotted]Opinion{}
	for e, err := range d.repo.Events(ctx, d.Scope(), Filter{Kind: Submitted}) {
		if err != nil {
			return nil, fmt.Errorf("read the journal: %w", err)
		}
		at := slotted{e.State, Slot(e.Sheet)}
		if _, again := first[at]; again {
			continue
		}
		o, err := body[Opinion](e)
		if err != nil {
			return nil, err
		}
		first[at] = o
	}
	return first, nil
}

// reviewQuestion is what is asked of the reviews on a field.
func reviewQuestion(field string) (audit.Question, bool) {
	q := audit.Question{Name: field, Level: audit.Groups}
	switch field {
	case FieldVerdict:
		q.Level = audit.States
		for _, v := range Verdicts() {
			q.Categories = append(q.Categories, string(v))
		}
	case FieldConfidence:
		q.Level = audit.States
		for n := LeastConfidence; n <= MostConfidence; n++ {
			q.Categories = append(q.Categories, strconv.Itoa(n))
		}
	case FieldUnits:
		q.Categories = []string{accepted, notAccepted}
	case FieldGroups, FieldThreshold, FieldWeight, FieldRole:
	default:
		return q, false
	}
	return q, true
}

// The categories of a unit, and of a group that a certificate has not.
const (
	accepted     = "accepted"
	notAccepted  = "not accepted"
	missingGroup = "no such group"
)

// rate adds the answers of both reviewers on one state.
func rate(q *audit.Question, field string, p pairOfReviews) {
	if q.Level == audit.States {
		answer := func(o *Opinion) string {
			switch {
			case o == nil:
				return ""
			case field == FieldVerdict:
				return string(o.Verdict)
			}
			return strconv.Itoa(o.Confidence)
		}
		item := audit.Item{State: p.state}
		q.A = append(q.A, audit.Rating{Item: item, Category: answer(p.a)})
		q.B = append(q.B, audit.Rating{Item: item, Category: answer(p.b)})
		return
	}
	if p.a == nil || p.b == nil {
		rateAlone(q, p)
		return
	}
	if field == FieldUnits {
		rateUnits(q, p)
		return
	}
	rateGroups(q, field, p)
}

// rateAlone names the groups of a review whose other one is not in.
func rateAlone(q *audit.Question, p pairOfReviews) {
	side, o := &q.A, p.a
	if o == nil {
		side, o = &q.B, p.b
	}
	for i := range o.Certificate.Groups {
		*side = append(*side, audit.Rating{Item: audit.Item{State: p.state, Group: o.Certificate.Label(i)}, Category: "one review"})
	}
}

func rateUnits(q *audit.Question, p pairOfReviews) {
	inA, inB := acceptable(p.a.Certificate), acceptable(p.b.Certificate)
	said := func(in []string, unit string) string {
		if len(intersect(in, []string{unit})) > 0 {
			return accepted
		}
		return notAccepted
	}
	for _, u := range unite(inA, inB) {
		item := audit.Item{State: p.state, Group: u}
		q.A = append(q.A, audit.Rating{Item: item, Category: said(inA, u)})
		q.B = append(q.B, audit.Rating{Item: item, Category: said(inB, u)})
	}
}

// acceptable are the units that any group of a certificate accepts.
func acceptable(c certificate.Certificate) []string {
	var all []string
	for _, g := range c.Groups {
		all = unite(all, g.Acceptable)
	}
	return all
}

func rateGroups(q *audit.Question, field string, p pairOfReviews) {
	a, b := bare(p.a.Certificate), bare(p.b.Certificate)
	answer := func(c certificate.Certificate, i int) string {
		switch {
		case i < 0:
			return missingGroup
		case field == FieldThreshold:
			return strconv.Itoa(c.Groups[i].Threshold)
		case field == FieldWeight:
			return strconv.FormatFloat(c.Groups[i].Weight, 'g', -1, 64)
		case field == FieldRole:
			return c.Groups[i].Role
		}
		return audit.Content(c.Groups[i].Acceptable, c.Groups[i].Threshold)
	}
	for _, pair := range certificate.Compare(a, b).Pairs {
		if field != FieldGroups && alone(pair) {
			continue
		}
		item := audit.Item{State: p.state, Group: pairLabel(a, b, pair)}
		q.A = append(q.A, audit.Rating{Item: item, Category: answer(a, pair.A)})
		q.B = append(q.B, audit.Rating{Item: item, Category: answer(b, pair.B)})
	}
}

// auditAgreement compares the auditors on the verdict or one of the eight
// judgments.
func (d *Desk) auditAgreement(ctx context.Context, field string, r audit.Resampling) (audit.Agreement, error) {
	f, judgment := audit.FieldNamed(field)
	if !judgment && field != FieldVerdict {
		return audit.Agreement{}, &UnknownFieldError{field, AgreementFields(AuditJudged)}
	}
	p, sheets, err := d.auditStatus(ctx)
	if err != nil {
		return audit.Agreement{}, err
	}
	q := audit.Question{Name: field, Level: audit.States}
	for _, v := range audit.AllVerdicts() {
		q.Categories = append(q.Categories, string(v))
	}
	if judgment {
		q.Level, q.Categories = audit.Groups, []string{string(audit.OK), string(audit.NotOK)}
	}
	for _, s := range sheets {
		side := &q.A
		if s.Auditor == audit.RaterB {
			side = &q.B
		}
		if !judgment {
			*side = append(*side, audit.Rating{Item: audit.Item{State: s.State}, Category: string(s.Verdict)})
			continue
		}
		for _, g := range s.Groups {
			*side = append(*side, audit.Rating{Item: audit.Item{State: s.State, Group: g.Group}, Category: string(g.Fields[f].Answer)})
		}
	}
	if !judgment { // states that neither submitted are exclusions too
		for _, id := range intersect(p.Open[SlotA], p.Open[SlotB]) {
			q.A = append(q.A, audit.Rating{Item: audit.Item{State: id}})
		}
	}
	return audit.Agree(q, r)
}
