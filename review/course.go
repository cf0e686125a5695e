package review

import (
	"suffice/audit"
	"suffice/certificate"
)

// Sheet names one of the certificates under work on a state. Each has a Work
// of its own: revisions, undo, notes, typing. Nobody but its holder and the
// organizer ever loads a sheet of a review or an arbitration.
type Sheet string

// The sheets.
const (
	Main        Sheet = ""  // the state's certificate: annotated, under review, then what the state closed with
	SheetA      Sheet = "A" // reviewer A's certificate; starts as a copy of Main
	SheetB      Sheet = "B"
	SheetSenior Sheet = "S" // the senior's; starts as a copy of Main
)

// Task is what a person is wanted for on a state.
type Task string

// The tasks.
const (
	TaskAnnotate  Task = "annotate"
	TaskReview    Task = "review"
	TaskArbitrate Task = "arbitrate"
	TaskAudit     Task = "audit"
)

// The phases that follow annotation (spec 3.1). Excluded states were replaced:
// kept on the organizer's side, in no release.
const (
	Arbitrate Phase = "arbitrate"
	Closed    Phase = "closed"
	Frozen    Phase = "frozen"
	Excluded  Phase = "excluded"
)

// Seated is one person's place on a state.
type Seated struct {
	Task   Task     `json:"task"`
	Slot   Slot     `json:"slot,omitzero"` // A or B for reviews and audits
	Person PersonID `json:"person"`
	Until  int64    `json:"until,omitzero"` // end of a claim's lease, Unix milliseconds; 0: assigned, does not end
	Begun  bool     `json:"begun,omitzero"` // a review or arbitration has a sheet
	Done   uint64   `json:"done,omitzero"`  // Seq of the latest submission, 0 while open
}

// Course is what the journal says of a state's way to the release, folded. A
// projected Course holds only the seats, opinions and ruling that its reader
// may know of: a reviewer's has their own seat and nothing else.
type Course struct {
	State    string
	Phase    Phase
	Under    certificate.Revision // revision of Main under review
	Seats    []Seated
	Opinions map[Slot]Opinion // the latest submitted
	Outcome  *Outcome         // once both reviews are in
	Ruling   *Ruling          // the senior's decision
	Changed  []string         // "inputs changed since": how later reviews differ from those decided on, in sentences (case C17)
	Replaces string           // the state that this one replaces
	Replaced string           // the state that replaces this one
	Audits   map[Slot]audit.Sheet
	LastSeq  uint64
}

// Outcome is what Judge said when the second review came in, kept so that no
// screen needs to search again.
type Outcome struct {
	Route     Route    `json:"route"`
	Why       string   `json:"why"`
	Substance bool     `json:"substance"`
	Proven    bool     `json:"proven"`
	Differs   []string `json:"differs,omitzero"`
	Minor     []string `json:"minor,omitzero"`
}

// The kinds of event that move a course. They are events of the state and do
// not move the revision of a sheet, but for Opened (on the new sheet) and
// Settled and Ruled (on Main, with a Replace edit).
const (
	Assigned  Kind = "assigned"         // Body: Seated; by the organizer
	Claimed   Kind = "claimed"          // Body: Seated, with a lease; by the person
	Released  Kind = "released"         // Body: Seated; given back, or taken away by the organizer
	Opened    Kind = "sheet_opened"     // Body: certificate.Edit (Replace): what the sheet starts from
	Submitted Kind = "review_submitted" // Body: Opinion; on the reviewer's sheet
	Reopened  Kind = "review_reopened"  // Body: Seated; the reviewer takes the submission back to change it
	Settled   Kind = "closed"           // Body: certificate.Edit (Replace): A and B agree; follows a Submitted in the same transaction
	Disputed  Kind = "disputed"         // Body: Outcome; follows a Submitted in the same transaction
	Chosen    Kind = "chosen"           // Body: Change[*Choice]; on the senior's sheet, undoable
	Ruled     Kind = "ruled"            // Body: Ruling; the state closes with its certificate, or is replaced
	Recalled  Kind = "recalled"         // Body: Seated; the senior takes a decided state back into arbitration
	Replaced  Kind = "state_replaced"   // Body: Replacement; follows a Ruled that replaces
	Audited   Kind = "audit_judged"     // Body: audit.Sheet; one auditor's judgments so far
	Reported  Kind = "audit_reported"   // acts on the project from here on; Body: AuditBody
	Sampled   Kind = "audit_sampled"    // Body: AuditBody
	Froze     Kind = "frozen"           // Body: FreezeBody
	Signalled Kind = "signals_imported" // Body: ImportBody
	Rerolled  Kind = "person_changed"   // Body: Change[Person]: roles, or retired
	Adjusted  Kind = "settings_changed" // Body: Change[Settings]
)

// Replacement maps a state that left the release to its reserve.
type Replacement struct {
	Old string `json:"old"`
	New string `json:"new"`
}

// AuditBody says what is audited, by whom, and when reported the headline figures.
type AuditBody struct {
	Seed     uint64     `json:"seed"`
	States   []string   `json:"states"`
	Auditors []PersonID `json:"auditors"` // A, then B
	Strata   bool       `json:"strata,omitzero"`
}

// FreezeBody says what was frozen.
type FreezeBody struct {
	States   int    `json:"states"`
	Excluded int    `json:"excluded"`
	SHA256   string `json:"sha256"` // over the exported labels
}
