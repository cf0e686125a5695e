package review

import (
	"fmt"
	"strings"

	"suffice/audit"
)

// TakenError says that a seat is somebody else's; it never says whose.
type TakenError struct {
	State string
	Task  Task
}

func (e *TakenError) Error() string {
	return fmt.Sprintf("%s was taken by somebody else: there is no %s left to claim on it", e.State, taskNoun(e.Task))
}

// taskNoun is a task as a thing that a person has.
func taskNoun(t Task) string {
	switch t {
	case TaskReview:
		return "review"
	case TaskArbitrate:
		return "arbitration"
	case TaskAudit:
		return "audit"
	}
	return "annotation"
}

// NoSeatError says that this person has no such task on the state.
type NoSeatError struct {
	State string
	Task  Task
	Why   string // empty, or what to do
}

func (e *NoSeatError) Error() string {
	s := fmt.Sprintf("you have no %s on %s", taskNoun(e.Task), e.State)
	if e.Why != "" {
		s += ": " + e.Why
	}
	return s
}

// SubmittedError refuses an act on work that was handed in.
type SubmittedError struct {
	State string
	Task  Task
}

func (e *SubmittedError) Error() string {
	return fmt.Sprintf("your %s of %s is submitted: take it back before you change it", taskNoun(e.Task), e.State)
}

// NotSubmittedError says that there is no submission to take back.
type NotSubmittedError struct {
	State string
	Task  Task
}

func (e *NotSubmittedError) Error() string {
	return fmt.Sprintf("your %s of %s is not submitted, so there is nothing to take back", taskNoun(e.Task), e.State)
}

// NotReadyError says why a state cannot go under review or to the senior.
type NotReadyError struct{ State, Why string }

func (e *NotReadyError) Error() string { return e.State + " is not ready: " + e.Why }

// UnderReviewError refuses a change to a certificate that reviewers look at.
type UnderReviewError struct{ State string }

func (e *UnderReviewError) Error() string {
	return fmt.Sprintf("the certificate of %s is under review and stays as it is until the review is decided", e.State)
}

// ReserveError says why a state cannot replace another one.
type ReserveError struct{ State, Why string }

func (e *ReserveError) Error() string { return e.State + " cannot be the reserve: " + e.Why }

// ReplacedError says that a decision to replace a state cannot be taken back.
type ReplacedError struct{ State, By string }

func (e *ReplacedError) Error() string {
	return fmt.Sprintf("%s was replaced by %s, which is under review: this cannot be taken back", e.State, e.By)
}

// FrozenError refuses a change to a frozen release.
type FrozenError struct{}

func (e *FrozenError) Error() string { return "the release is frozen: nothing in it changes any more" }

// NotFrozenError refuses what needs a frozen release.
type NotFrozenError struct{ Act string }

func (e *NotFrozenError) Error() string {
	return fmt.Sprintf("cannot %s: the release is not frozen yet; `suffice freeze` says what is open", e.Act)
}

// FreezeError lists the checks that fail.
type FreezeError struct{ Checks []FreezeCheck }

func (e *FreezeError) Error() string {
	var said []string
	for _, c := range e.Checks {
		if n := len(c.Problems); n > 0 {
			said = append(said, fmt.Sprintf("%s (%d)", c.Title, n))
		}
	}
	return "the release cannot be frozen: " + strings.Join(said, "; ")
}

// SampledError says that the audit is drawn already.
type SampledError struct{ States int }

func (e *SampledError) Error() string {
	return fmt.Sprintf("the audit is drawn already, %s; a second draw would let somebody choose", count(e.States, "states"))
}

// NotSampledError refuses what needs an audit.
type NotSampledError struct{}

func (e *NotSampledError) Error() string {
	return "no audit was drawn yet: `suffice audit sample` does"
}

// AuditOpenError names the states that not both auditors have submitted.
type AuditOpenError struct{ Open map[Slot][]string }

func (e *AuditOpenError) Error() string {
	return fmt.Sprintf("the audit is not complete: auditor A has %s open, auditor B %s; wait, or name them as exclusions",
		count(len(e.Open[SlotA]), "states"), count(len(e.Open[SlotB]), "states"))
}

// JudgmentError says what is wrong with one judgment.
type JudgmentError struct{ Why string }

func (e *JudgmentError) Error() string { return e.Why }

// IncompleteError lists what keeps an audit of a state from being submitted.
type IncompleteError struct {
	State  string
	Faults []audit.Fault
}

func (e *IncompleteError) Error() string {
	if len(e.Faults) == 0 {
		return "the audit of " + e.State + " is not complete"
	}
	s := fmt.Sprintf("the audit of %s is not complete: %s", e.State, strings.TrimSuffix(e.Faults[0].Says, "."))
	if more := len(e.Faults) - 1; more > 0 {
		s += fmt.Sprintf("; and %d more", more)
	}
	return s
}

// NameError says what is wrong with a person's name.
type NameError struct{ Name, Why string }

func (e *NameError) Error() string { return fmt.Sprintf("%q cannot be added: %s", e.Name, e.Why) }

// LastOrganizerError keeps a project from losing its last organizer.
type LastOrganizerError struct{ Name string }

func (e *LastOrganizerError) Error() string {
	return e.Name + " is the only organizer: make somebody else one first"
}

// UnknownFieldError is the answer to a comparison that there is none of.
type UnknownFieldError struct {
	Field string
	Known []string
}

func (e *UnknownFieldError) Error() string {
	return fmt.Sprintf("there is no field %q to compare: choose %s", e.Field, listed(e.Known))
}

// UnknownRoleError refuses a role that there is not, or that is given twice.
type UnknownRoleError struct{ Role Role }

func (e *UnknownRoleError) Error() string {
	return fmt.Sprintf("a role is one of %s, each given once; found %q", listed(AllRoles()), e.Role)
}

// PolicyError says what is wrong with a policy.
type PolicyError struct{ Why string }

func (e *PolicyError) Error() string { return e.Why }

// VacantError says that a person has no such seat to be taken away.
type VacantError struct {
	State string
	Task  Task
}

func (e *VacantError) Error() string {
	return fmt.Sprintf("they have no %s on %s", taskNoun(e.Task), e.State)
}

// UnknownStratumError is the answer to a stratum that the release has not.
type UnknownStratumError struct {
	Name string
	By   Strata
}

func (e *UnknownStratumError) Error() string {
	if e.Name == "" {
		return fmt.Sprintf("a release is divided by %s; found %q", listed([]Strata{ByBoundary, ByRepository, BySensitivity}), e.By)
	}
	return fmt.Sprintf("divided by %s, the release has no stratum %q", e.By, e.Name)
}

// UnknownPhaseError is the answer to judgments that there are none of.
type UnknownPhaseError struct{ Phase AgreementPhase }

func (e *UnknownPhaseError) Error() string {
	return fmt.Sprintf("what is compared is %s; found %q", listed(AgreementPhases()), e.Phase)
}
