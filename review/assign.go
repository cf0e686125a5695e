package review

// The roles of review and audit.
const (
	Reviewer Role = "reviewer" // reviews certificates independently, as A or B
	Senior   Role = "senior"   // arbitrates where A and B differ
	Auditor  Role = "auditor"  // audits the frozen release from outside the chain
)

// Slot is the place of one of two reviews or audits. It carries no identity.
type Slot string

// The slots.
const (
	SlotA Slot = "A"
	SlotB Slot = "B"
)

// Other is the other slot.
func (s Slot) Other() Slot {
	if s == SlotA {
		return SlotB
	}
	return SlotA
}

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
// state, nil when they may. here are their duties on the state, anywhere those
// on the whole project. For a review that the person holds already, ask with
// here.Reviewed false.
func MayReview(roles []Role, here, anywhere Duties) error { panic("stub") }

// MayArbitrate reports as a *DutyError why a person may not arbitrate a state,
// nil when they may.
func MayArbitrate(roles []Role, here, anywhere Duties) error { panic("stub") }

// MayAudit reports as a *DutyError why a person may not audit states of a
// project, nil when they may.
func MayAudit(roles []Role, anywhere Duties) error { panic("stub") }

// Need is a state that people are wanted for.
type Need struct {
	State string
	Taken map[Slot]PersonID // slots that somebody has already
}

// Candidate is somebody who may be assigned.
type Candidate struct {
	Person   PersonID
	Roles    []Role
	Duties   map[string]Duties // by state
	Anywhere Duties            // on any state of the project; Duties is added to it
	Load     int               // what they have to do already; counts for the balance and the limit
}

// Seat is one assignment.
type Seat struct {
	State  string
	Slot   Slot // empty for an arbitration
	Person PersonID
}

// Plan is an assignment: its seats in the order of the states, A before B, and
// how much each candidate then has to do.
type Plan struct {
	Seats []Seat
	Loads map[PersonID]int
}

// StaffingError lists the states that cannot be staffed. Nothing is assigned.
type StaffingError struct{ Short []Shortage }

// Shortage is a state with too few people, and why each candidate cannot come.
type Shortage struct {
	State     string
	Wanted    int // free places
	Found     int
	Obstacles []Obstacle // in the order of the candidates
}

// Obstacle is why somebody cannot be assigned to a state.
type Obstacle struct {
	Person PersonID
	Why    string
}

func (e *StaffingError) Error() string { panic("stub") }

// Assign staffs the free review slots of states. At most perPerson reviews a
// person, those of Candidate.Load included; 0 means no limit.
func Assign(states []Need, people []Candidate, perPerson int, seed uint64) (Plan, error) {
	panic("stub")
}

// AssignArbitration gives each state one senior.
func AssignArbitration(states []string, people []Candidate, perPerson int, seed uint64) (Plan, error) {
	panic("stub")
}

// AssignAudit draws two auditors who each take all the states.
func AssignAudit(states []string, people []Candidate, seed uint64) (Plan, error) { panic("stub") }

// SlotOf draws the slot that the first reviewer of a state gets; the second
// gets the other.
func SlotOf(seed uint64, state string) Slot { panic("stub") }
