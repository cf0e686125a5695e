package review

import (
	"context"

	"suffice/certificate"
)

// Submission is what a reviewer says besides the certificate on their sheet.
type Submission struct {
	Verdict    Verdict `json:"verdict"`
	Confidence int     `json:"confidence"`
	Reason     string  `json:"reason"`
	Causes     []Cause `json:"causes,omitzero"`
}

// Claim takes a free review or arbitration that this person may have, and
// opens their sheet. Errors: *TakenError when somebody was faster, *DutyError
// when a rule is in the way, *NotReadyError, *UnknownStateError.
func (d *Desk) Claim(ctx context.Context, state string) (View, error) { panic("stub") }

// Release gives my open review or arbitration back; what is on the sheet stays
// on record and reaches nobody else. Errors: *NoSeatError, *SubmittedError.
func (d *Desk) Release(ctx context.Context, state string) error { panic("stub") }

// Submit hands in my review of the state as my sheet has it at revision at.
// The certificate comes from the sheet. Errors: *StaleError, *NoSeatError,
// *SubmittedError, *OpinionError, *UnfinishedError, *DutyError.
func (d *Desk) Submit(ctx context.Context, state string, at certificate.Revision, s Submission) (View, error) {
	panic("stub")
}

// Reopen takes my submitted review back to change it. The last submission
// counts until the next one. Errors: *NoSeatError, *NotSubmittedError.
func (d *Desk) Reopen(ctx context.Context, state string) (View, error) { panic("stub") }
