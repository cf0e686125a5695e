// Package review holds the rules of the work: people and what they may see,
// the journal of events and its fold, and the Desk, one person's service over
// a Repository. The rules are pure: clock and storage are handed in.
package review

import "slices"

// PersonID names a person in the journal: minted, stable, never reused.
type PersonID string

// Role is what a person does in a project (spec 3.1).
type Role string

// The roles of the first stage; Reviewer, Senior and Auditor are with the rules
// of their assignment. One person may have several: see Scope.
const (
	Annotator Role = "annotator" // builds certificates
	Organizer Role = "organizer" // imports, locks, exports, reports, and may annotate
)

// Person is someone known to the project.
type Person struct {
	ID    PersonID `json:"id"`
	Name  string   `json:"name"`
	Roles []Role   `json:"roles"`

	// Retired people keep their name on what they did and may do nothing more.
	Retired bool `json:"retired,omitzero"`
}

// Is reports whether the person has a role and is not retired.
func (p Person) Is(r Role) bool { return !p.Retired && slices.Contains(p.Roles, r) }

// Mode says whether annotators may see outcomes while they build.
type Mode string

// The modes of a project (spec 3.1).
const (
	Open   Mode = "open"   // calibration: sensitivity is live while certificates are built
	Sealed Mode = "sealed" // test: outcomes are the organizer's alone
)

// Phase is where a state stands on its way to the release.
type Phase string

// The phases reached so far: a state is annotated until its certificate is
// finished, then it waits for review.
const (
	Annotate Phase = "annotate"
	Review   Phase = "review"
)

// Project is what holds for the whole file.
type Project struct {
	ID         string `json:"id"` // random, made by init
	Name       string `json:"name"`
	Mode       Mode   `json:"mode"`
	LabelScope string `json:"label_scope"` // given to new certificates
	Created    int64  `json:"created"`     // Unix milliseconds
}
