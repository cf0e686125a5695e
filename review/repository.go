package review

import (
	"context"
	"fmt"
	"iter"

	"suffice/certificate"
	"suffice/certificate/card"
)

// Status is where a state stands for the person who annotates it.
type Status string

// The statuses of the queue.
const (
	StatusEmpty    Status = "empty"    // no groups yet
	StatusImported Status = "imported" // a certificate came in and nobody has touched it
	StatusDraft    Status = "draft"    // edited, not finished
	StatusDone     Status = "done"     // finished: waits for review; or submitted
	StatusSkipped  Status = "skipped"  // skipped by this person
	StatusOffered  Status = "offered"  // to be claimed
	StatusOpen     Status = "open"     // a review, arbitration or audit not begun
	StatusBegun    Status = "begun"    // a review, arbitration or audit under work
)

// Summary is what the queue tells of a certificate without opening it. It is
// stored with each revision, never computed at start.
type Summary struct {
	Groups   int  `json:"groups"`
	Branches int  `json:"branches"`
	Blocking int  `json:"blocking"` // findings that block
	Freezing int  `json:"freezing"` // findings that only stop finishing; 0 for an imported, untouched certificate
	Warnings int  `json:"warnings"`
	Touched  bool `json:"touched"` // differs from what was imported
}

// QueueRow is one state in a person's queue.
type QueueRow struct {
	State    string               `json:"state"`
	Instance string               `json:"instance"`
	Repo     string               `json:"repo"`
	Boundary card.Boundary        `json:"boundary"`
	Need     string               `json:"need"` // first line, untrusted
	Units    int                  `json:"units"`
	Status   Status               `json:"status"`
	Revision certificate.Revision `json:"revision"`
	Summary
	Flag    *string `json:"flag"`    // my reason, nil when not flagged
	Skip    *string `json:"skip"`    // my reason, nil when not skipped
	Spent   int64   `json:"spent"`   // milliseconds of active work by me
	Changed int64   `json:"changed"` // last event, Unix milliseconds; 0 when untouched

	// What the person is wanted for here; their part says which certificate the
	// row is about.
	Phase     Phase    `json:"phase"` // as this person may know it
	Task      Task     `json:"task,omitzero"`
	Slot      Slot     `json:"slot,omitzero"`
	Held      bool     `json:"held,omitzero"`      // to annotate, but under review: it stays as it is until that is decided
	Claimable bool     `json:"claimable,omitzero"` // free to be taken with Claim; nothing of its certificate is shown before
	Until     int64    `json:"until,omitzero"`     // end of my claim, Unix milliseconds; 0 when it does not end
	Submitted bool     `json:"submitted,omitzero"` // my review, decision or audit of it
	Closeness float64  `json:"closeness,omitzero"` // of a dispute: Outcome.Closeness
	Why       string   `json:"why,omitzero"`       // of a dispute: what sent it to the senior
	Differs   []string `json:"differs,omitzero"`   // of a dispute
	Moved     bool     `json:"moved,omitzero"`     // of a decision: a review was changed since
}

// Typing is text in the middle of being typed: saved beside the journal so
// that a kill loses nothing, gone once it has become an Edit.
type Typing struct {
	State string
	Sheet Sheet
	Field string // such as "rationale g2" or "note"
	Text  string
	At    int64 // Unix milliseconds
}

// Words are a text under the name of the Typing field in which it was typed. The
// zero value is no text at all.
type Words struct{ Field, Text string }

// Over is nil if t may be kept where current is, by somebody who last knew it to
// be was; otherwise *TypedElsewhereError.
func (t Typing) Over(current, was string) error {
	if current == was || current == t.Text {
		return nil
	}
	return &TypedElsewhereError{State: t.State, Field: t.Field, Text: current}
}

// Filter narrows a walk over the journal.
type Filter struct {
	State string // one state, or empty for all
	Kind  Kind   // one kind, or empty for all
	After uint64 // only events with a greater Seq
	Limit int    // at most so many, newest last; 0 for all
}

// Write is what goes to disk in one transaction with an event.
type Write struct {
	At      certificate.Revision // compare-and-set: the revision the event was made on
	Summary *Summary             // of the certificate after the event; nil when it did not change
	Clears  Words                // typed text that this event makes durable: gone from Typing if it is still what is kept
}

// Repository stores a project. Every read takes the scope of the reader and
// loads nothing outside it (Scope.Project and Scope.ProjectEvent say what is
// inside); store implements it.
//
// Append gives the event its Seq and hashes (Chain), folds it into the work of
// its state (Fold) and writes event, work, summary and cleared typing in one
// transaction. It refuses with *StaleError when w.At is not the revision
// there, and with Fold's *FoldError when the event does not fit; then nothing
// was written. The work that it returns is projected. An event without a state
// (an act on the project) needs an Admin scope, is not folded, and gives an
// empty Work.
type Repository interface {
	Project(ctx context.Context) (Project, error)
	People(ctx context.Context) ([]Person, error)
	State(ctx context.Context, s Scope, id string) (card.State, error) // *UnknownStateError
	Work(ctx context.Context, s Scope, id string) (Work, error)        // *UnknownStateError
	Queue(ctx context.Context, s Scope) ([]QueueRow, error)
	Append(ctx context.Context, s Scope, e Event, w Write) (Event, Work, error) // durable on return; *StaleError
	SaveTyping(ctx context.Context, p PersonID, t Typing) error                 // empty Text deletes
	// ReplaceTyping is SaveTyping if what is kept is was (empty for nothing) or
	// already t.Text; otherwise nothing is written: *TypedElsewhereError.
	ReplaceTyping(ctx context.Context, p PersonID, t Typing, was string) error
	Typing(ctx context.Context, p PersonID, state string) ([]Typing, error) // of every sheet
	Events(ctx context.Context, s Scope, f Filter) iter.Seq2[Event, error]
	Event(ctx context.Context, s Scope, seq uint64) (Event, error)                           // *UnknownEventError
	LockedPredictions(ctx context.Context, s Scope, state string) ([]card.Prediction, error) // none unless s shows outcomes
}

// UnknownStateError is the answer to a state that does not exist or that this
// person may not know of; the two are not told apart.
type UnknownStateError struct{ State string }

func (e *UnknownStateError) Error() string {
	return fmt.Sprintf("there is no state %q here; `suffice states` lists them", e.State)
}

// StaleError says that an event was made on a revision that is no longer the
// newest. Nothing was written.
type StaleError struct {
	State string
	At    certificate.Revision // what the edit was made on
	Now   certificate.Revision // what is there
	Since []Event              // the events in between, as far as the reader may see them
}

func (e *StaleError) Error() string {
	return fmt.Sprintf("%s was changed in the meantime: this edit was made on revision %d, revision %d is there now", e.State, e.At, e.Now)
}
