package review

import (
	"context"
	"iter"

	"suffice/certificate/card"
)

// Casework is the part of a repository that takes a state from its annotation
// to the release. Reads take the scope of the reader and load nothing outside
// it: Scope.Part says from a state's phase and the reader's own duties and
// seats there which sheet and which rows are inside.
type Casework interface {
	// Board is the project and its people as s may see them (Scope.ProjectBoard).
	Board(ctx context.Context, s Scope) (Board, error)

	// Case is what s may see of a state (Scope.ProjectCase): the course without
	// other people's rows and at most the one sheet of Scope.Part, all of them
	// for an organizer. Errors: *UnknownStateError, also when nothing is visible.
	Case(ctx context.Context, s Scope, state string) (Case, error)

	// Cases walks, in order of import, the states of which s may see anything,
	// each as Case gives it but without the certificates: a sheet keeps State,
	// Phase, Revision, Labelled, Touched and Done and nothing else.
	Cases(ctx context.Context, s Scope) iter.Seq2[Case, error]

	// Tasks lists what there is to do for the person of s, in order of import:
	// the rows of TaskRow.
	Tasks(ctx context.Context, s Scope, now int64) ([]QueueRow, error)

	// Left lists the states that the person of s has annotated and does not see
	// now, in order of import: the rows of LeftRow.
	Left(ctx context.Context, s Scope) ([]QueueRow, error)

	// Enact runs the package's Enact over all acts in one transaction: either
	// all of them and everything that follows is on disk when it returns, or
	// nothing. It gives back the acts' own events and, when the last one is on
	// a state, its case as s may see it.
	Enact(ctx context.Context, s Scope, acts []Act) ([]Event, Case, error)

	// Signals are the imported reviews by models; none unless s.Whole().
	Signals(ctx context.Context, s Scope) ([]Signal, error)
}

// Act is an event to be made with what goes to disk beside it. Write.At is
// looked at only for kinds that are about a sheet.
type Act struct {
	Event Event
	Write Write
}

// Signal is what a model said of one certificate (spec 3.2). It changes nothing.
type Signal struct {
	Reviewer string  `json:"reviewer"`
	State    string  `json:"state_id"`
	Verdict  Verdict `json:"verdict"`
	Note     string  `json:"note,omitzero"`
}

// Books are the rows that Enact reads and writes, inside one transaction. They
// hide nothing: what comes of them is projected before a person gets it.
type Books interface {
	Board() (Board, error)
	Case(state string) (Case, error)        // whole; *UnknownStateError
	State(state string) (card.State, error) // *UnknownStateError
	States() ([]string, error)              // in order of import
	Duties(p PersonID) (Duties, error)      // on any state of the project, put together

	Enter(e Event) (Event, error) // appends to the journal: gives Seq and hashes
	SaveCase(k Case) error        // Course, and those of Sheets and Sums whose LastSeq moved
	SaveBoard(b Board) error

	// Forget drops text being typed that is durable now. Where something else is
	// kept under that name, typed in another window since, it stays.
	Forget(p PersonID, state string, sheet Sheet, durable Words) error
}
