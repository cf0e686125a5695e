package review

import (
	"context"

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
	Mine        Personal
	Typing      []Typing
}

// Audit opens a sampled state. Errors: *UnknownStateError.
func (d *Desk) Audit(ctx context.Context, state string) (AuditView, error) { panic("stub") }

// JudgeGroup saves one judgment. Errors: *NoSeatError, *SubmittedError,
// *JudgmentError.
func (d *Desk) JudgeGroup(ctx context.Context, state, group string, f audit.Field, j audit.Judgment) (AuditView, error) {
	panic("stub")
}

// JudgeState saves my verdict and confidence; zero values unset them. Errors
// as JudgeGroup.
func (d *Desk) JudgeState(ctx context.Context, state string, v audit.Verdict, confidence int) (AuditView, error) {
	panic("stub")
}

// SubmitAudit hands my judgments of the state in. Errors: *IncompleteError
// with what is missing, *SubmittedError.
func (d *Desk) SubmitAudit(ctx context.Context, state string) (AuditView, error) { panic("stub") }

// ReopenAudit takes them back to change them, until the audit is reported.
// Errors: *NotSubmittedError, *ForbiddenError.
func (d *Desk) ReopenAudit(ctx context.Context, state string) (AuditView, error) { panic("stub") }
