package review

import (
	"context"
	"iter"

	"suffice/certificate"
	"suffice/certificate/card"
)

// Clock gives the time in Unix milliseconds.
type Clock func() int64

// Desk is one person's service: everything a screen or a command does goes
// through it, and nothing comes back that the person may not see. Safe for
// concurrent use.
type Desk struct {
	repo    Repository
	clock   Clock
	person  Person
	project Project
	scope   Scope
}

// NewDesk seats a person at the project behind repo.
func NewDesk(ctx context.Context, repo Repository, p Person, clock Clock) (*Desk, error) {
	panic("stub")
}

// Person is who sits here.
func (d *Desk) Person() Person { return d.person }

// Project is the project on the desk.
func (d *Desk) Project() Project { return d.project }

// Scope is what this person may see.
func (d *Desk) Scope() Scope { return d.scope }

// View is one state as this person may see it.
type View struct {
	State    card.State
	Observed map[string]card.Observation // by unit ID; only units with a reason
	Phase    Phase
	Status   Status
	Revision certificate.Revision
	Draft    certificate.Draft
	Base     certificate.Certificate // what the work started from
	Labelled bool
	Touched  bool
	MayEdit  bool
	Mine     Personal
	Typing   []Typing // text that was being typed when the last sitting ended
	Undo     string   // what undo would take back, in words; empty when nothing
	Redo     string
	Outcomes bool              // outcomes are open to this person now
	Locked   []card.Prediction // of locked sets; empty unless Outcomes
}

// Ack says that an act is on disk.
type Ack struct {
	Event    Event
	Revision certificate.Revision
	Draft    certificate.Draft
	Status   Status
	Touched  bool
	Mine     Personal
	Undo     string // as in View
	Redo     string
}

// Queue lists the states of this person.
func (d *Desk) Queue(ctx context.Context) ([]QueueRow, error) { panic("stub") }

// Take opens a state. Errors: *UnknownStateError.
func (d *Desk) Take(ctx context.Context, state string) (View, error) { panic("stub") }

// Edit applies e on revision at and makes it durable. clears names the Typing
// field that e replaces, or is empty. Errors: *StaleError,
// *certificate.InvalidError, *certificate.ConflictError; then nothing changed.
func (d *Desk) Edit(ctx context.Context, state string, at certificate.Revision, e certificate.Edit, clears string) (Ack, error) {
	panic("stub")
}

// Undo appends the inverse of my latest act on the state that is not undone;
// Redo takes the latest undo back. Errors: *NothingError, *StaleError,
// *certificate.ConflictError when a later edit of someone else is in the way.
func (d *Desk) Undo(ctx context.Context, state string, at certificate.Revision) (Ack, error) {
	panic("stub")
}

// Redo takes back the latest undo.
func (d *Desk) Redo(ctx context.Context, state string, at certificate.Revision) (Ack, error) {
	panic("stub")
}

// Note replaces my note on the state.
func (d *Desk) Note(ctx context.Context, state, text string) (Ack, error) { panic("stub") }

// Flag marks the state with a reason; nil takes the mark away.
func (d *Desk) Flag(ctx context.Context, state string, reason *string) (Ack, error) { panic("stub") }

// Skip takes the state out of my queue with a reason; nil puts it back.
func (d *Desk) Skip(ctx context.Context, state string, reason *string) (Ack, error) { panic("stub") }

// Carry notes that a unit carries what was already observed (spec 1.1a); an
// empty In takes my note on that unit away.
func (d *Desk) Carry(ctx context.Context, state string, c Carry) (Ack, error) { panic("stub") }

// Finish marks the certificate as ready for review, or opens it again.
// Errors: *UnfinishedError with the findings in the way.
func (d *Desk) Finish(ctx context.Context, state string, at certificate.Revision, done bool) (Ack, error) {
	panic("stub")
}

// Keep stores an edit that was refused as stale, to be applied or dropped later.
func (d *Desk) Keep(ctx context.Context, state string, at certificate.Revision, e certificate.Edit) (Ack, error) {
	panic("stub")
}

// DropKept discards a kept edit.
func (d *Desk) DropKept(ctx context.Context, state, id string) (Ack, error) { panic("stub") }

// SaveTyping keeps text in the middle of being typed; empty text forgets it.
func (d *Desk) SaveTyping(ctx context.Context, state, field, text string) error { panic("stub") }

// Entry is one event put into words for a person.
type Entry struct {
	Event  Event  `json:"event"`
	Name   string `json:"name"` // who, as this person may know them
	Text   string `json:"text"` // what, in one sentence; untrusted parts are not yet sanitized
	Undone bool   `json:"undone"`
}

// History walks the events this person may see.
func (d *Desk) History(ctx context.Context, f Filter) iter.Seq2[Entry, error] { panic("stub") }

// NothingError says that there is nothing to undo or redo.
type NothingError struct{ Verb string }

func (e *NothingError) Error() string { return "there is nothing of yours to " + e.Verb + " here" }

// UnfinishedError lists what keeps a certificate from being finished.
type UnfinishedError struct{ Findings []certificate.Finding }

func (e *UnfinishedError) Error() string { panic("stub") }
