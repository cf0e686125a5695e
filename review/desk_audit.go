package review

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"suffice/audit"
	"suffice/certificate"
	"suffice/certificate/card"
)

// AuditView is a frozen state as its auditor sees it: nothing of its history
// and nothing of the other auditor.
type AuditView struct {
	State       card.State
	Observed    map[string]card.Observation
	Certificate certificate.Certificate
	Frozen      audit.Frozen // the names of its groups, in their order: Certificate.Label
	Sheet       audit.Sheet  // my judgments so far
	Faults      []audit.Fault
	Slot        Slot
	Submitted   bool
	Reported    bool // the audit is reported: nothing of it changes any more
	Mine        Personal
	Typing      []Typing
}

// Audit opens a sampled state. Errors: *UnknownStateError, *NoSeatError.
func (d *Desk) Audit(ctx context.Context, state string) (AuditView, error) {
	h, w, err := d.seated(ctx, state, TaskAudit)
	if err != nil {
		return AuditView{}, err
	}
	return d.auditView(ctx, h, w)
}

func (d *Desk) auditView(ctx context.Context, h *held, w opened) (AuditView, error) {
	typing, err := d.typing(ctx, w)
	if err != nil {
		return AuditView{}, err
	}
	c := w.Draft.Certificate()
	v := AuditView{
		State: h.state, Observed: h.observed, Certificate: c, Frozen: frozenState(c),
		Slot: w.part.Seat.Slot, Submitted: !w.part.Seat.Open(), Reported: d.Scope().reported, Mine: w.Mine[d.person.ID], Typing: typing,
	}
	v.Sheet = auditSheet(w, v.Frozen)
	v.Faults = v.Sheet.Check(v.Frozen)
	return v, nil
}

// frozenState is a certificate as it is given to the auditors.
func frozenState(c certificate.Certificate) audit.Frozen {
	sum := sha256.Sum256(certificate.Encode(bare(c)))
	f := audit.Frozen{State: c.State, Certificate: hex.EncodeToString(sum[:])}
	for i := range c.Groups {
		f.Groups = append(f.Groups, c.Label(i))
	}
	return f
}

// auditSheet is what somebody has judged of a state so far; an empty one has
// every group.
func auditSheet(w opened, f audit.Frozen) audit.Sheet {
	if s, ok := w.course.Audits[w.part.Seat.Slot]; ok {
		s.Groups = slices.Clone(s.Groups)
		return s
	}
	s := audit.Sheet{Auditor: audit.Rater(w.part.Seat.Slot), State: w.State, Certificate: f.Certificate}
	for _, g := range f.Groups {
		s.Groups = append(s.Groups, audit.GroupSheet{Group: g})
	}
	return s
}

// JudgeGroup saves one judgment. Errors: *NoSeatError, *SubmittedError,
// *JudgmentError.
func (d *Desk) JudgeGroup(ctx context.Context, state, group string, f audit.Field, j audit.Judgment) (AuditView, error) {
	return d.judge(ctx, state, func(s *audit.Sheet, _ audit.Frozen) error {
		i := slices.IndexFunc(s.Groups, func(g audit.GroupSheet) bool { return g.Group == group })
		switch {
		case i < 0:
			return &JudgmentError{fmt.Sprintf("the certificate of %s has no group %s", state, group)}
		case f < 0 || f >= audit.FieldCount:
			return &JudgmentError{"this is none of the eight judgments"}
		case j.Answer != audit.Unanswered && j.Answer != audit.OK && j.Answer != audit.NotOK:
			return &JudgmentError{fmt.Sprintf("a judgment is %q or %q; found %q", audit.OK, audit.NotOK, j.Answer)}
		}
		s.Groups[i].Fields[f] = j
		return nil
	})
}

// JudgeState saves my verdict and confidence; zero values unset them. Errors
// as JudgeGroup.
func (d *Desk) JudgeState(ctx context.Context, state string, v audit.Verdict, confidence int) (AuditView, error) {
	return d.judge(ctx, state, func(s *audit.Sheet, _ audit.Frozen) error {
		switch {
		case v != "" && !slices.Contains(audit.AllVerdicts(), v):
			return &JudgmentError{fmt.Sprintf("a verdict is %s; found %q", listed(audit.AllVerdicts()), v)}
		case confidence < 0 || confidence > MostConfidence:
			return &JudgmentError{fmt.Sprintf("confidence is a whole number from %d to %d; found %d", LeastConfidence, MostConfidence, confidence)}
		}
		s.Verdict, s.Confidence = v, confidence
		return nil
	})
}

// SubmitAudit hands my judgments of the state in. Errors: *IncompleteError
// with what is missing, *SubmittedError, *NoSeatError.
func (d *Desk) SubmitAudit(ctx context.Context, state string) (AuditView, error) {
	return d.judge(ctx, state, func(s *audit.Sheet, f audit.Frozen) error {
		if faults := s.Check(f); len(faults) > 0 {
			return &IncompleteError{state, faults}
		}
		s.Submitted = true
		return nil
	})
}

// ReopenAudit takes them back to change them, until the audit is reported.
// Errors: *NotSubmittedError, *ForbiddenError, *NoSeatError.
func (d *Desk) ReopenAudit(ctx context.Context, state string) (AuditView, error) {
	h, w, err := d.seated(ctx, state, TaskAudit)
	if err != nil {
		return AuditView{}, err
	}
	s := auditSheet(w, frozenState(w.Draft.Certificate()))
	if !s.Submitted {
		return AuditView{}, &NotSubmittedError{state, TaskAudit}
	}
	s.Submitted = false
	return d.saveAudit(ctx, h, s)
}

// judge changes my judgments of a state and saves them; it is done again on
// what is there when another of my terminals was faster.
func (d *Desk) judge(ctx context.Context, state string, change func(*audit.Sheet, audit.Frozen) error) (AuditView, error) {
	var last error
	for range races {
		h, w, err := d.seated(ctx, state, TaskAudit)
		if err != nil {
			return AuditView{}, err
		}
		f := frozenState(w.Draft.Certificate())
		s := auditSheet(w, f)
		if s.Submitted {
			return AuditView{}, &SubmittedError{state, TaskAudit}
		}
		if err := change(&s, f); err != nil {
			return AuditView{}, err
		}
		v, err := d.saveAudit(ctx, h, s)
		if !overtaken(err) {
			return v, err
		}
		last = err
	}
	return AuditView{}, last
}

func (d *Desk) saveAudit(ctx context.Context, h *held, s audit.Sheet) (AuditView, error) {
	s.Revision++
	if _, err := d.onCourse(ctx, s.State, Audited, s); err != nil {
		return AuditView{}, err
	}
	_, w, err := d.load(ctx, s.State)
	if err != nil {
		return AuditView{}, err
	}
	return d.auditView(ctx, h, w)
}
