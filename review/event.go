package review

import (
	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate"
)

// Kind says what an Event records; it decides the type of the Body.
type Kind string

// The kinds. A Change is undoable by the person who made it; the others are not.
const (
	Created  Kind = "project_created"      // Body: Project
	Joined   Kind = "person_added"         // Body: Person
	Imported Kind = "imported"             // Body: ImportBody; one a file
	Labelled Kind = "label_imported"       // Body: certificate.Edit (Replace); one a state; not undoable
	Exported Kind = "exported"             // Body: ExportBody
	Locked   Kind = "predictions_locked"   // Body: LockBody
	Unlocked Kind = "predictions_unlocked" // Body: LockBody

	Edited   Kind = "edited"   // Body: certificate.Edit; the only kind that moves a revision besides Labelled
	Noted    Kind = "noted"    // Body: Change[string]
	Flagged  Kind = "flagged"  // Body: Change[*string]: the reason, null when not flagged
	Skipped  Kind = "skipped"  // Body: Change[*string]
	Carried  Kind = "carried"  // Body: Change[*Carry]: "this unit carries what was already observed"
	Finished Kind = "finished" // Body: Change[bool]
	Kept     Kind = "kept"     // Body: Change[*KeptEdit]: an edit refused as stale, kept for later
)

// Change is a value set from Before to After; swapping them undoes it.
type Change[T any] struct {
	Before T `json:"before"`
	After  T `json:"after"`
}

// Carry is the note that a unit carries what the agent already saw (spec 1.1a).
type Carry struct {
	Unit   string `json:"unit"`
	In     string `json:"in"` // a unit ID or a step label
	Reason string `json:"reason"`
}

// KeptEdit is an edit that came too late and was kept instead of discarded.
type KeptEdit struct {
	ID   string               `json:"id"` // unique among this person's kept edits of the state
	At   certificate.Revision `json:"at"` // the revision it was made on
	Edit certificate.Edit     `json:"edit"`
}

// ImportBody says what one file brought.
type ImportBody struct {
	What   string         `json:"what"` // items, labels, predictions
	File   string         `json:"file"` // base name, not a path
	SHA256 string         `json:"sha256"`
	Counts map[string]int `json:"counts"`

	// Rows is the SHA-256 over all records of this kind after the import, where
	// no event holds the records themselves (signals).
	Rows string `json:"rows_sha256,omitzero"`
}

// ExportBody says what left the project.
type ExportBody struct {
	What   string `json:"what"`
	File   string `json:"file"` // base name, "-" for standard output
	SHA256 string `json:"sha256"`
	Rows   int    `json:"rows"`
}

// LockBody names a prediction set and the hash of its rows.
type LockBody struct {
	Set    string `json:"set"`
	SHA256 string `json:"sha256"`
	Rows   int    `json:"rows"`
}

// Event is one row of the append-only, hash-chained journal.
type Event struct {
	Seq    uint64               `json:"seq,omitzero"`
	Who    PersonID             `json:"who"`
	At     int64                `json:"at"` // Unix milliseconds
	Kind   Kind                 `json:"kind"`
	State  string               `json:"state,omitzero"` // empty for acts on the project
	Sheet  Sheet                `json:"sheet,omitzero"` // which certificate of the state; Main is the empty one
	From   certificate.Revision `json:"from"`           // revision before and after; equal unless the certificate changed
	To     certificate.Revision `json:"to"`
	Undoes uint64               `json:"undoes,omitzero"` // Seq of the event this one inverts
	Body   jsontext.Value       `json:"body"`
	Prev   [32]byte             `json:"-"` // hash of the event before
	Hash   [32]byte             `json:"-"` // SHA-256 over Prev and the canonical JSON of the rest
}
