package review

import (
	"context"

	"suffice/audit"
	"suffice/certificate"
	"suffice/scorer"
)

// People lists everyone in the project to an organizer; to others, themselves.
func (d *Desk) People(ctx context.Context) ([]Person, error) { panic("stub") }

// AddPerson makes somebody known to the project. Errors: *ForbiddenError,
// *NameError.
func (d *Desk) AddPerson(ctx context.Context, p Person) error { panic("stub") }

// SetRoles gives somebody exactly these roles. Errors: *ForbiddenError,
// *UnknownPersonError, *DutyError when what they did rules a role out,
// *LastOrganizerError.
func (d *Desk) SetRoles(ctx context.Context, who PersonID, roles []Role) error { panic("stub") }

// Retire ends somebody's part: what they did stays, their open seats are
// released. Errors as SetRoles.
func (d *Desk) Retire(ctx context.Context, who PersonID) error { panic("stub") }

// Return takes a retirement back.
func (d *Desk) Return(ctx context.Context, who PersonID) error { panic("stub") }

// Policy is how the project is run.
func (d *Desk) Policy(ctx context.Context) (Policy, error) { panic("stub") }

// SetPolicy changes it, for what happens from now on.
func (d *Desk) SetPolicy(ctx context.Context, p Policy) error { panic("stub") }

// Staffing asks for assignments of one task.
type Staffing struct {
	Task      Task       // annotate, review or arbitrate; auditors are drawn by Sample
	States    []string   // nil for all that need somebody
	People    []PersonID // nil for all with the role
	PerPerson int        // 0 for no limit
	Seed      uint64
	DryRun    bool
}

// Staffed is what an assignment made, or would make.
type Staffed struct {
	Plan    Plan
	Skipped []Unready // states that were asked for and are not ready
	Made    bool      // false for a dry run
}

// Unready is a state with the reason why it is not assigned.
type Unready struct {
	State string `json:"state_id"`
	Why   string `json:"why"`
}

// Assign staffs states; either all of the plan is made or nothing. Errors:
// *StaffingError, *ForbiddenError, *UnknownStateError.
func (d *Desk) Assign(ctx context.Context, s Staffing) (Staffed, error) { panic("stub") }

// Seat gives one open seat to one person, Unseat takes one away. Errors:
// *DutyError, *TakenError, *NotReadyError, *SubmittedError, *NoSeatError.
func (d *Desk) Seat(ctx context.Context, state string, task Task, who PersonID) error { panic("stub") }

// Unseat takes an open seat away from whoever has it.
func (d *Desk) Unseat(ctx context.Context, state string, task Task, who PersonID) error {
	panic("stub")
}

// Problem is one thing that stands in the way of freezing.
type Problem struct {
	Check string `json:"check"` // a stable name: open, arbitration, replacement, blocking, ...
	State string `json:"state_id,omitzero"`
	Text  string `json:"text"`
}

// FreezeCheck is one check with how many states it looked at.
type FreezeCheck struct {
	Name     string    `json:"name"`
	Title    string    `json:"title"`
	Checked  int       `json:"checked"`
	Problems []Problem `json:"problems"`
}

// FreezeChecks runs every check of spec 3.6 that can be made before the
// archives are, in a fixed order.
func (d *Desk) FreezeChecks(ctx context.Context) ([]FreezeCheck, error) { panic("stub") }

// Freeze freezes every closed state. Errors: *FreezeError with the failing
// checks, *FrozenError.
func (d *Desk) Freeze(ctx context.Context) (FreezeBody, error) { panic("stub") }

// Sampling asks for an audit.
type Sampling struct {
	States   int
	Auditors []PersonID // nil: drawn from everyone who may
	Seed     uint64
	DryRun   bool
}

// Sample draws states of the frozen release uniformly and two auditors for all
// of them. Errors: *StaffingError, *DutyError, *NotFrozenError, *SampledError.
func (d *Desk) Sample(ctx context.Context, s Sampling) (AuditBody, error) { panic("stub") }

// Strata are the states of the frozen release by what divides them.
type Strata string

// What a stratified sample may be divided by.
const (
	ByBoundary    Strata = "boundary"
	ByRepository  Strata = "repository"
	BySensitivity Strata = "sensitivity"
)

// SampleStrata draws a stratified sample; it seats nobody and says nothing of
// the release. take says how many of each stratum, by its name; every stratum
// gives rest when it is not in it.
func (d *Desk) SampleStrata(ctx context.Context, by Strata, take map[string]int, rest int, seed uint64) (audit.Stratified, error) {
	panic("stub")
}

// AuditProgress tells an organizer how far the auditors are.
type AuditProgress struct {
	Audit     AuditBody
	Submitted map[Slot]int
	Open      map[Slot][]string // states not submitted, sorted
	Reported  bool
}

// AuditStatus tells how far the audit is.
func (d *Desk) AuditStatus(ctx context.Context) (AuditProgress, error) { panic("stub") }

// AuditReport makes the report, and with record ends the audit: from then on
// it is open to all. What not both auditors submitted must be named in exclude.
// Errors: *AuditOpenError, *NotSampledError.
func (d *Desk) AuditReport(ctx context.Context, exclude []string, r audit.Resampling, record bool) (audit.Report, error) {
	panic("stub")
}

// Accounting is table 8, each count a fold of the ledger, with the progress of
// the work.
type Accounting struct {
	ScorableStates     int `json:"scorable_states"`
	ModelReviews       int `json:"independent_model_reviews"`
	ModelArbitrations  int `json:"third_model_arbitration_rows"`
	HumanReviews       int `json:"human_reviews"`
	Arbitrations       int `json:"arbitrations"`
	HumanAudited       int `json:"human_audited_states"`
	Repairs            int `json:"certificate_repairs"` // cumulative
	Replacements       int `json:"replacements"`        // cumulative
	StatesWithBranches int `json:"states_with_branches"`
	StatesWithSeveral  int `json:"states_with_several_branches"`
	Branches           int `json:"branches"`

	Phases    map[Phase]int `json:"phases"`
	Events    int           `json:"events"`
	Reopened  int           `json:"reviews_reopened"`
	Recalled  int           `json:"decisions_recalled"`
	Submitted map[Slot]int  `json:"reviews_submitted"`
}

// Accounting folds the ledger.
func (d *Desk) Accounting(ctx context.Context) (Accounting, error) { panic("stub") }

// Disagreement is a state on which A and B differed, or differ in something minor.
type Disagreement struct {
	State   string  `json:"state_id"`
	Phase   Phase   `json:"phase"`
	Outcome Outcome `json:"outcome"`
	A       Verdict `json:"a"`
	B       Verdict `json:"b"`
	Causes  []Cause `json:"causes"`          // the senior's once decided, else the reviewers'
	Ruling  Whole   `json:"ruling,omitzero"` // once decided
	Moved   bool    `json:"moved,omitzero"`  // a review was changed since
}

// Disagreements lists them, lowest agreement first.
func (d *Desk) Disagreements(ctx context.Context) ([]Disagreement, error) { panic("stub") }

// AgreementPhase says which reading of the reviews is compared.
type AgreementPhase string

// What may be compared: the reviews as they were first submitted, as they
// stand now, and the audit.
const (
	FirstReviews  AgreementPhase = "first"
	LatestReviews AgreementPhase = "latest"
	AuditJudged   AgreementPhase = "audit"
)

// AgreementFields lists the fields that may be compared in a phase.
func AgreementFields(ph AgreementPhase) []string { panic("stub") }

// Agreement compares reviewers A and B, or the auditors, on a field.
func (d *Desk) Agreement(ctx context.Context, field string, ph AgreementPhase, r audit.Resampling) (audit.Agreement, error) {
	panic("stub")
}

// SignalCount is one line of table 7: what one model reviewer said, by verdict.
type SignalCount struct {
	Reviewer string          `json:"reviewer"`
	Rows     int             `json:"rows"`
	Counts   map[Verdict]int `json:"counts"`
}

// Signals are the marginal counts per model reviewer.
func (d *Desk) Signals(ctx context.Context) ([]SignalCount, error) { panic("stub") }

// Replaced states have class L3: the ledger says so, no ranking does.
const L3 scorer.Class = "L3"

// FinalChange is what review and arbitration made of one certificate.
type FinalChange struct {
	State   string           `json:"state_id"`
	Class   scorer.Class     `json:"class"`
	Flips   int              `json:"flips"`
	Locked  int              `json:"locked"`           // rankings it was tried on
	Changes []scorer.Outcome `json:"changes,omitzero"` // those that flip
}

// Sensitivity classifies the change of every closed, frozen or replaced state
// from the certificate that went under review.
func (d *Desk) Sensitivity(ctx context.Context) ([]FinalChange, error) { panic("stub") }

// WhatIf tries edits on the certificate of a closed or frozen state; nothing
// is kept.
func (d *Desk) WhatIf(ctx context.Context, state string, edits []certificate.Edit) (scorer.Change, certificate.Certificate, error) {
	panic("stub")
}
