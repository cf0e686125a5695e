package review

import (
	"context"

	"suffice/certificate"
)

// Dispute is what a senior sees of a state beside their own sheet (View): both
// reviews as A and B, nobody named. Agreement is Judge's word on them.
type Dispute struct {
	View
	Under     certificate.Certificate // what both reviewed
	In        Inputs
	Agreement Agreement
	Sentences []string                 // the difference in plain words
	Choices   []Choice                 // made so far, by pair
	Open      []int                    // pairs that still need a choice
	Composed  *certificate.Certificate // what the choices give; nil while any is open or one does not fit
	Misfit    string                   // why the choices do not compose though none is open
	Lost      [][]string               // branches of A and B that Composed no longer accepts
	Ruling    *Ruling                  // the decision, once made
	Changed   []string                 // "inputs changed since": how the reviews differ now from those decided on (case C17)
}

// Dispute opens a state that this person arbitrates. Errors: *NoSeatError with
// the reason, *UnknownStateError.
func (d *Desk) Dispute(ctx context.Context, state string) (Dispute, error) { panic("stub") }

// Choose makes or changes the choice about one pair of groups, or takes it
// back when c is nil; an undoable act. Errors: *StaleError, *NoSeatError,
// *SubmittedError, *ChoiceError.
func (d *Desk) Choose(ctx context.Context, state string, at certificate.Revision, pair int, c *Choice) (Ack, error) {
	panic("stub")
}

// Rule makes the decision. For ByGroup the choices are those made so far when
// r.Choices is nil; where r.Certificate has no groups it is what the decision
// gives: what the choices compose, A's, B's, and the senior's sheet for an own
// one. The decision becomes the state's certificate, or the state is replaced.
// Errors: *StaleError, *NoSeatError, *SubmittedError, *RulingError,
// *ChoiceError, *UndecidedError, *UnfinishedError, *ReserveError, *DutyError.
func (d *Desk) Rule(ctx context.Context, state string, at certificate.Revision, r Ruling) (Dispute, error) {
	panic("stub")
}

// Recall takes a decided state back into arbitration; its certificate stays
// until the next decision. The reviews are then those that stand now. Errors:
// *NoSeatError, *NotSubmittedError, *ReplacedError.
func (d *Desk) Recall(ctx context.Context, state string) (Dispute, error) { panic("stub") }
