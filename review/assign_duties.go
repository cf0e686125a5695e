package review

import "slices"

// The roles of review and audit.
const (
	Reviewer Role = "reviewer" // reviews certificates independently, as A or B
	Senior   Role = "senior"   // arbitrates where A and B differ
	Auditor  Role = "auditor"  // audits the frozen release from outside the chain
)

// Duties are what a person has done, or is assigned to do, on a state or, put
// together with Or, on any state of a project.
type Duties struct {
	Annotated  bool // made an edit of the certificate under review, or is its annotator
	Reviewed   bool // holds or held a review of it
	Arbitrated bool // decided on it, or is assigned to
	Audited    bool // audits it
}

// Or puts the duties on several states together.
func (d Duties) Or(o Duties) Duties {
	return Duties{
		Annotated:  d.Annotated || o.Annotated,
		Reviewed:   d.Reviewed || o.Reviewed,
		Arbitrated: d.Arbitrated || o.Arbitrated,
		Audited:    d.Audited || o.Audited,
	}
}

// DutyError says why a person may not review, arbitrate or audit a state.
type DutyError struct {
	As  Role   // Reviewer, Senior or Auditor
	Why string // one sentence about a rule that names nobody
}

func (e *DutyError) Error() string { return e.Why }

// MayReview reports as a *DutyError why a person may not get a review of a
// state, nil when they may (spec 3.1). here are their duties on the state,
// anywhere those on the whole project. For a review that the person holds
// already, ask with here.Reviewed false.
func MayReview(roles []Role, here, anywhere Duties) error {
	return duty(Reviewer, roles,
		rule{here.Annotated, "nobody reviews a state that they annotated"},
		rule{here.Reviewed, "two reviews of a state never come from one person"},
		rule{here.Arbitrated, "nobody reviews a state that they arbitrate"},
		rule{here.Audited || anywhere.Audited, "an auditor reviews no state of the project they audit"},
	)
}

// MayArbitrate reports as a *DutyError why a person may not arbitrate a state,
// nil when they may (spec 3.1, case C15).
func MayArbitrate(roles []Role, here, anywhere Duties) error {
	return duty(Senior, roles,
		rule{here.Annotated, "nobody arbitrates a state that they annotated"},
		rule{here.Reviewed, "nobody arbitrates a state that they reviewed"},
		rule{here.Audited || anywhere.Audited, "an auditor arbitrates no state of the project they audit"},
	)
}

// MayAudit reports as a *DutyError why a person may not audit states of a
// project, nil when they may (spec 3.1). anywhere are their duties on all its
// states together.
func MayAudit(roles []Role, anywhere Duties) error {
	return duty(Auditor, roles,
		rule{anywhere.Annotated, "an auditor has annotated no state of the project"},
		rule{anywhere.Reviewed, "an auditor has reviewed no state of the project"},
		rule{anywhere.Arbitrated, "an auditor has arbitrated no state of the project"},
	)
}

// rule is a reason, and whether it applies.
type rule struct {
	broken bool
	why    string
}

// duty is the first reason against doing something in a role.
func duty(as Role, roles []Role, rules ...rule) error {
	if !slices.Contains(roles, as) {
		return &DutyError{As: as, Why: "this takes the role " + string(as)}
	}
	for _, r := range rules {
		if r.broken {
			return &DutyError{As: as, Why: r.why}
		}
	}
	return nil
}
