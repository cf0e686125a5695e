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

// Sheets lists every sheet.
func Sheets() []Sheet { return []Sheet{Main, SheetA, SheetB, SheetSenior} }

// Task is what a person is wanted for on a state.
type Task string

// The tasks.
const (
	TaskAnnotate  Task = "annotate"
	TaskReview    Task = "review"
	TaskArbitrate Task = "arbitrate"
	TaskAudit     Task = "audit"
)

// Role is the role that a task asks for.
func (t Task) Role() Role {
	switch t {
	case TaskReview:
		return Reviewer
	case TaskArbitrate:
		return Senior
	case TaskAudit:
		return Auditor
	}
	return Annotator
}

// The phases that follow annotation (spec 3.1). Excluded states were replaced:
// kept on the organizer's side, in no release.
const (
	Arbitrate Phase = "arbitrate"
	Closed    Phase = "closed"
	Frozen    Phase = "frozen"
	Excluded  Phase = "excluded"
)

// Seated is one person's place on a state. A state has at most one seat for
// each task and slot.
type Seated struct {
	Task   Task     `json:"task"`
	Slot   Slot     `json:"slot,omitzero"` // A or B for reviews and audits
	Person PersonID `json:"person"`

	// A claim runs out at Until, Unix milliseconds, unless the person does
	// anything on the state before: every act of theirs gives it Lease more
	// milliseconds from then on. Both are 0 for a seat that was assigned.
	Lease int64 `json:"lease,omitzero"`
	Until int64 `json:"until,omitzero"`

	Since    uint64 `json:"since,omitzero"`    // Seq of the event that seated them
	Done     uint64 `json:"done,omitzero"`     // Seq of the latest submission, 0 before the first
	Reopened bool   `json:"reopened,omitzero"` // and it was taken back to be changed
}

// Open reports whether the person still works on it: nothing is submitted, or
// it was taken back.
func (s Seated) Open() bool { return s.Done == 0 || s.Reopened }

// Sheet is the certificate that the seat works on: Main for annotation, and
// for an audit, which changes nothing.
func (s Seated) Sheet() Sheet {
	switch s.Task {
	case TaskReview:
		return Sheet(s.Slot)
	case TaskArbitrate:
		return SheetSenior
	}
	return Main
}

// Free reports whether somebody else may have the seat at this time: an open
// claim whose lease has run out. It stays its holder's until somebody takes it.
func (s Seated) Free(now int64) bool { return s.Lease != 0 && s.Done == 0 && now >= s.Until }

// Course is what the journal says of a state's way to the release, folded. A
// projected Course (Scope.ProjectCourse) holds only what its reader may know
// of: a reviewer's has their own seat and nothing else.
type Course struct {
	State string `json:"state"`
	Phase Phase  `json:"phase"`

	// Under is the revision of Main that is under review, 0 until somebody has
	// a review; from then on Main is changed by Settled and Ruled alone.
	// Reviewable says what may go under review.
	Under certificate.Revision `json:"under,omitzero"`

	// Recalled says that the state is with the senior again after a decision that
	// was taken back: what that made of the certificate stands until the next one.
	// It stands on record in the journal alone; who loads a course looks there.
	Recalled bool `json:"-"`

	Reserve  bool     `json:"reserve,omitzero"`  // waits to replace another state; in no release before
	Outcome  *Outcome `json:"outcome,omitzero"`  // once both reviews are in
	Ruling   *Ruling  `json:"ruling,omitzero"`   // the senior's latest decision that was not recalled
	Replaces string   `json:"replaces,omitzero"` // the state that this one replaces
	Replaced string   `json:"replaced,omitzero"` // the state that replaces this one
	LastSeq  uint64   `json:"last_seq,omitzero"`

	// What a store keeps in rows of its own, so that reading one never reads
	// another; Spine leaves them out.

	Seats    []Seated             `json:"seats,omitzero"`    // by task, then by slot
	Duties   map[PersonID]Duties  `json:"duties,omitzero"`   // what everybody has done here or was seated for
	Opinions map[Slot]Opinion     `json:"opinions,omitzero"` // the latest submitted
	Basis    map[Slot]Opinion     `json:"basis,omitzero"`    // the reviews that the closing or the senior is about; Opinions may have moved on since (case C17)
	Audits   map[Slot]audit.Sheet `json:"audits,omitzero"`   // the judgments so far
}

// Spine is the course without what a store keeps in rows of its own: Seats,
// Duties, Opinions, Basis and Audits.
func (c Course) Spine() Course {
	c.Seats, c.Duties, c.Opinions, c.Basis, c.Audits = nil, nil, nil, nil, nil
	return c
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

	// Closeness says from 0 to 1 how near the reviews are, for the order of a
	// senior's queue: one half for the same verdict, the other for the share of
	// units that both accept among those that either does, group by group.
	Closeness float64 `json:"closeness"`
}

// The kinds of event that move a course. Assigned, Claimed, Released, Judged,
// Replaced, Audited and Reserved go from revision 0 to 0: they are about no
// sheet. The others name the sheet they are on.
const (
	Assigned  Kind = "assigned"         // Body: Seated; by the organizer
	Claimed   Kind = "claimed"          // Body: Seated, with a lease; by the person
	Released  Kind = "released"         // Body: Seated; given back, or taken away by the organizer
	Opened    Kind = "sheet_opened"     // Body: certificate.Edit (Replace): what the sheet starts from; moves its revision; by Rules
	Submitted Kind = "review_submitted" // Body: Opinion; on the reviewer's sheet
	Reopened  Kind = "review_reopened"  // Body: Seated; on the reviewer's sheet: the submission is taken back to be changed
	Settled   Kind = "settled"          // Body: certificate.Edit (Replace) of Main, where A and B agree on a change; moves its revision; by Rules
	Judged    Kind = "reviews_judged"   // Body: Outcome; both reviews are in: the state closes or goes to the senior; by Rules
	Chosen    Kind = "chosen"           // Body: Change[*Choice]; on the senior's sheet, undoable
	Decided   Kind = "decided"          // Body: Ruling; on the senior's sheet
	Ruled     Kind = "ruled"            // Body: certificate.Edit (Replace) of Main, where the decision changes it; moves its revision; by Rules
	Recalled  Kind = "recalled"         // Body: Seated; on the senior's sheet: a decided state goes back into arbitration
	Replaced  Kind = "state_replaced"   // Body: Replacement; one on the old state, one on the new; by Rules
	Audited   Kind = "audit_judged"     // Body: audit.Sheet; one auditor's judgments so far
	Reserved  Kind = "reserve"          // Body: Change[bool]: kept out of the work until it replaces another state; by the organizer

	Reported  Kind = "audit_reported"   // acts on the project from here on; Body: AuditBody
	Sampled   Kind = "audit_sampled"    // Body: AuditBody; seats its auditors on its states
	Froze     Kind = "frozen"           // Body: FreezeBody; every closed state is frozen
	Signalled Kind = "signals_imported" // Body: ImportBody
	Rerolled  Kind = "person_changed"   // Body: Change[Person]: roles, or retired
	Adjusted  Kind = "settings_changed" // Body: Change[Policy]
)

// Rules is who makes the events that follow from others: nobody decides them.
// It is no person and sees nothing.
const Rules PersonID = "rules"

// Replacement maps a state that left the release to its reserve.
type Replacement struct {
	Old string `json:"old"`
	New string `json:"new"`
}

// AuditBody says what is audited and by whom; the headline figures once reported.
type AuditBody struct {
	Sample   audit.SampleRecord `json:"sample"`
	Auditors []PersonID         `json:"auditors"` // A, then B

	// Headlines and Excluded are of a report: its first lines, and whether
	// states that not both auditors submitted were named and left out.
	Headlines []string `json:"headlines,omitzero"`
	Excluded  []string `json:"excluded,omitzero"`
}

// FreezeBody says what was frozen.
type FreezeBody struct {
	States   int    `json:"states"`
	Excluded int    `json:"excluded"`
	SHA256   string `json:"sha256"` // over the exported labels in order of import, a line each
}
