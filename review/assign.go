package review

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strings"
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

// SlotOf draws the slot that the first of two reviewers of a state gets; the
// second gets the other. It depends on the seed and the state alone, so that
// neither being first nor being A tells who somebody is.
func SlotOf(seed uint64, state string) Slot {
	if draw(seed, "slot", state)[0]&1 == 0 {
		return SlotA
	}
	return SlotB
}

// FreeSlot is the slot that the next claim of a state gets, given those that
// are taken: the drawn one if it is free, else the other; false when both are
// taken.
func FreeSlot(seed uint64, state string, taken ...Slot) (Slot, bool) {
	first := SlotOf(seed, state)
	for _, s := range []Slot{first, first.Other()} {
		free := true
		for _, t := range taken {
			free = free && t != s
		}
		if free {
			return s, true
		}
	}
	return "", false
}

// draw is a random-looking text for a seed and some words, the same for ever.
func draw(seed uint64, words ...string) string {
	b := binary.BigEndian.AppendUint64(nil, seed)
	for _, w := range words {
		b = binary.BigEndian.AppendUint64(b, uint64(len(w)))
		b = append(b, w...)
	}
	sum := sha256.Sum256(b)
	return string(sum[:])
}

// Need is a state that reviewers are wanted for.
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
// how much each candidate then has to do, those with nothing included.
type Plan struct {
	Seats []Seat
	Loads map[PersonID]int
}

// StaffingError lists the states that cannot be staffed. Nothing is assigned.
type StaffingError struct {
	As    Role // Reviewer, Senior or Auditor
	Short []Shortage
}

// Shortage is a state with too few people, and why each candidate cannot come.
type Shortage struct {
	State     string // empty for an audit, whose auditors take every state
	Wanted    int    // free places
	Found     int
	Obstacles []Obstacle // in the order of the candidates; those who were found have none
}

// Obstacle is why somebody cannot be assigned to a state.
type Obstacle struct {
	Person PersonID
	Why    string
}

func (e *StaffingError) Error() string {
	const told = 5
	if len(e.Short) == 1 && e.Short[0].State == "" {
		return e.Short[0].say(e.As)
	}
	states := "states"
	if len(e.Short) == 1 {
		states = "state"
	}
	parts := make([]string, 0, told)
	for _, s := range e.Short[:min(told, len(e.Short))] {
		parts = append(parts, s.State+": "+s.say(e.As))
	}
	said := fmt.Sprintf("nothing was assigned, because %d %s cannot be staffed: %s", len(e.Short), states, strings.Join(parts, "; "))
	if more := len(e.Short) - told; more > 0 {
		said += fmt.Sprintf("; and %d more", more)
	}
	return said
}

// say counts the reasons instead of naming people.
func (s Shortage) say(as Role) string {
	var whys []string
	times := map[string]int{}
	for _, o := range s.Obstacles {
		if times[o.Why] == 0 {
			whys = append(whys, o.Why)
		}
		times[o.Why]++
	}
	for i, w := range whys {
		whys[i] = fmt.Sprintf("%s (%d)", w, times[w])
	}
	said := fmt.Sprintf("%d of %s found", s.Found, count(s.Wanted, string(as)+"s"))
	if len(whys) == 0 {
		return said + ", and there is nobody else"
	}
	return said + "; " + strings.Join(whys, ", ")
}

// Assign staffs the free review slots of states: two people a state, none of
// them its annotator. Loads differ by no more than the rules make them, the
// same input gives the same plan in whatever order the candidates come, and
// which of two is A is drawn by SlotOf. At most perPerson reviews a person,
// those of Candidate.Load included; 0 means no limit. When a state cannot be
// staffed nothing is assigned: a *StaffingError.
func Assign(states []Need, people []Candidate, perPerson int, seed uint64) (Plan, error) {
	s := newStaffing(Reviewer, people, perPerson, seed, func(c Candidate, state string) error {
		return MayReview(c.Roles, c.Duties[state], c.Anywhere)
	})
	for _, n := range states {
		free := 0
		for _, slot := range []Slot{SlotA, SlotB} {
			if who, ok := n.Taken[slot]; ok {
				s.bar(n.State, who)
			} else {
				free++
			}
		}
		s.want(n.State, free)
	}
	if err := s.fill(); err != nil {
		return Plan{}, err
	}
	plan := s.plan()
	for _, n := range states {
		taken := make([]Slot, 0, 2)
		for slot := range n.Taken {
			taken = append(taken, slot)
		}
		for _, who := range s.people(n.State) {
			slot, _ := FreeSlot(seed, n.State, taken...)
			taken = append(taken, slot)
			plan.seat(Seat{State: n.State, Slot: slot, Person: who})
		}
	}
	return plan, nil
}

// AssignArbitration gives each state one senior who has not annotated or
// reviewed it; for the rest it is as Assign.
func AssignArbitration(states []string, people []Candidate, perPerson int, seed uint64) (Plan, error) {
	s := newStaffing(Senior, people, perPerson, seed, func(c Candidate, state string) error {
		return MayArbitrate(c.Roles, c.Duties[state], c.Anywhere)
	})
	for _, state := range states {
		s.want(state, 1)
	}
	if err := s.fill(); err != nil {
		return Plan{}, err
	}
	plan := s.plan()
	for _, state := range states {
		for _, who := range s.people(state) {
			plan.seat(Seat{State: state, Person: who})
		}
	}
	return plan, nil
}

// AssignAudit draws two auditors from outside the chain, who each take all the
// states. Each is A or B throughout, since agreement is between two raters.
func AssignAudit(states []string, people []Candidate, seed uint64) (Plan, error) {
	s := newStaffing(Auditor, people, 0, seed, func(c Candidate, _ string) error {
		return MayAudit(c.Roles, c.Anywhere)
	})
	s.want("", 2)
	if err := s.fill(); err != nil {
		return Plan{}, err
	}
	plan, two := s.plan(), s.people("")
	for _, who := range two {
		plan.Loads[who] += len(states) - 1 // the staffing counted one
	}
	first := SlotOf(seed, "")
	for _, state := range states {
		plan.seat(Seat{State: state, Slot: first, Person: two[0]})
		plan.seat(Seat{State: state, Slot: first.Other(), Person: two[1]})
	}
	return plan, nil
}

// seat adds a seat, A before B of the same state.
func (p *Plan) seat(s Seat) {
	n := len(p.Seats)
	p.Seats = append(p.Seats, s)
	if n > 0 && p.Seats[n-1].State == s.State && p.Seats[n-1].Slot > s.Slot {
		p.Seats[n-1], p.Seats[n] = p.Seats[n], p.Seats[n-1]
	}
}

// anywhere is what the candidate has done in the whole project.
func (c Candidate) anywhere() Duties {
	all := c.Anywhere
	for _, d := range c.Duties {
		all = all.Or(d)
	}
	return all
}
