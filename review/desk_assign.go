package review

import (
	"context"
	"fmt"
	"slices"
)

// Staffing asks for assignments of one task.
type Staffing struct {
	Task      Task       // review or arbitrate; auditors are drawn by Sample
	States    []string   // nil for all that need somebody
	People    []PersonID // nil for all with the role
	PerPerson int        // open and new ones together; 0 for no limit
	Seed      uint64
	DryRun    bool
}

// Staffed is what an assignment made, or would make.
type Staffed struct {
	Plan    Plan
	Skipped []Unready // states that were asked for and need nobody, or are not ready
	Made    bool      // false for a dry run
}

// Unready is a state with the reason why nobody is assigned to it.
type Unready struct {
	State string `json:"state_id"`
	Why   string `json:"why"`
}

// Assign staffs states; either all of the plan is made or nothing. Errors:
// *StaffingError, *ForbiddenError, *UnknownStateError, *UnknownPersonError.
func (d *Desk) Assign(ctx context.Context, s Staffing) (Staffed, error) {
	if s.Task != TaskReview && s.Task != TaskArbitrate {
		return Staffed{}, fmt.Errorf("%q is nothing that people are assigned to: it is %s or %s", s.Task, TaskReview, TaskArbitrate)
	}
	if err := d.Scope().Oversee("assign people"); err != nil {
		return Staffed{}, err
	}
	cases, err := d.cases(ctx)
	if err != nil {
		return Staffed{}, err
	}
	people, err := d.candidates(ctx, s, cases)
	if err != nil {
		return Staffed{}, err
	}
	out, needs := Staffed{}, []Need(nil)
	now := d.clock()
	for _, id := range s.wanted(cases) {
		k, ok := find(cases, id)
		if !ok {
			return Staffed{}, &UnknownStateError{id}
		}
		if n, why := needOf(k, s.Task, now); why != "" {
			out.Skipped = append(out.Skipped, Unready{id, why})
		} else {
			needs = append(needs, n)
		}
	}
	if out.Plan, err = s.plan(needs, people); err != nil || s.DryRun {
		return out, err
	}
	return d.make(ctx, s.Task, out, now)
}

// cases lists every state without its certificates.
func (d *Desk) cases(ctx context.Context) ([]Case, error) {
	var all []Case
	for k, err := range d.repo.Cases(ctx, d.Scope()) {
		if err != nil {
			return nil, fmt.Errorf("read the states: %w", err)
		}
		all = append(all, k)
	}
	return all, nil
}

func find(cases []Case, id string) (Case, bool) {
	i := slices.IndexFunc(cases, func(k Case) bool { return k.Course.State == id })
	if i < 0 {
		return Case{}, false
	}
	return cases[i], true
}

// wanted are the states that are asked for.
func (s Staffing) wanted(cases []Case) []string {
	if s.States != nil {
		return s.States
	}
	ids := make([]string, len(cases))
	for i, k := range cases {
		ids[i] = k.Course.State
	}
	return ids
}

// needOf is whom a state needs, or why it needs nobody.
func needOf(k Case, t Task, now int64) (Need, string) {
	c := k.Course
	n := Need{State: c.State, Taken: map[Slot]PersonID{}}
	for _, s := range c.Seats {
		if s.Task == t && !s.Free(now) {
			n.Taken[s.Slot] = s.Person
		}
	}
	switch {
	case t == TaskArbitrate && c.Phase != Arbitrate:
		return n, "there is nothing to arbitrate"
	case t == TaskArbitrate && len(n.Taken) > 0:
		return n, "a senior has it"
	case t == TaskArbitrate:
		return n, ""
	case c.Phase != Annotate && c.Phase != Review:
		return n, "its reviews are done"
	case len(n.Taken) == 2:
		return n, "both reviews are taken"
	}
	if err := Reviewable(k); err != nil {
		return n, err.Error()
	}
	return n, ""
}

// candidates are the people who may be assigned, with what they did and have
// to do.
func (d *Desk) candidates(ctx context.Context, s Staffing, cases []Case) ([]Candidate, error) {
	b, err := d.board(ctx)
	if err != nil {
		return nil, err
	}
	for _, id := range s.People {
		if _, ok := b.Person(id); !ok {
			return nil, &UnknownPersonError{string(id)}
		}
	}
	var out []Candidate
	for _, p := range b.People {
		if named := slices.Contains(s.People, p.ID); p.Retired || s.People == nil && !p.Is(s.Task.Role()) || s.People != nil && !named {
			continue
		}
		out = append(out, candidate(p, s.Task, cases))
	}
	return out, nil
}

func candidate(p Person, t Task, cases []Case) Candidate {
	out := Candidate{Person: p.ID, Roles: p.Roles, Duties: map[string]Duties{}}
	for _, k := range cases {
		here, ok := k.Course.Duties[p.ID]
		if !ok {
			continue
		}
		out.Anywhere = out.Anywhere.Or(here)
		i := k.Course.seatOf(t, p.ID)
		if i >= 0 && k.Course.Seats[i].Open() {
			out.Load++
		}
		if t == TaskReview && i < 0 {
			here.Reviewed = false // given back before it was submitted
		}
		out.Duties[k.Course.State] = here
	}
	return out
}

func (s Staffing) plan(needs []Need, people []Candidate) (Plan, error) {
	if s.Task == TaskReview {
		return Assign(needs, people, s.PerPerson, s.Seed)
	}
	states := make([]string, len(needs))
	for i, n := range needs {
		states[i] = n.State
	}
	return AssignArbitration(states, people, s.PerPerson, s.Seed)
}

// make seats everybody of a plan at once.
func (d *Desk) make(ctx context.Context, t Task, out Staffed, now int64) (Staffed, error) {
	acts := make([]Act, 0, len(out.Plan.Seats))
	for _, s := range out.Plan.Seats {
		raw, err := encode(Seated{Task: t, Slot: s.Slot, Person: s.Person})
		if err != nil {
			return out, err
		}
		acts = append(acts, Act{Event: Event{Who: d.person.ID, At: now, Kind: Assigned, State: s.State, Body: raw}})
	}
	if len(acts) > 0 {
		if _, _, err := d.repo.Enact(ctx, d.Scope(), acts); err != nil {
			return out, plain("the assignments", err)
		}
	}
	out.Made = true
	return out, nil
}

// Seat gives one free review or arbitration to one person. Errors: *DutyError,
// *TakenError, *NotReadyError, *ForbiddenError, *UnknownPersonError.
func (d *Desk) Seat(ctx context.Context, state string, task Task, who PersonID) error {
	if err := d.Scope().Administer("assign people"); err != nil {
		return err
	}
	_, err := d.onCourse(ctx, state, Assigned, Seated{Task: task, Person: who})
	return err
}

// Unseat takes an open seat away from whoever has it; of a review that was
// taken back to be changed the last submission stands. Errors: *NoSeatError,
// *SubmittedError, *ForbiddenError.
func (d *Desk) Unseat(ctx context.Context, state string, task Task, who PersonID) error {
	if err := d.Scope().Oversee("take work away from people"); err != nil {
		return err
	}
	k, err := d.repo.Case(ctx, d.Scope(), state)
	if err != nil {
		return err
	}
	i := k.Course.seatOf(task, who)
	if i < 0 {
		return &VacantError{state, task}
	}
	s := k.Course.Seats[i]
	_, err = d.onCourse(ctx, state, Released, Seated{Task: s.Task, Slot: s.Slot, Person: s.Person})
	return err
}

// SetReserve keeps a state out of the work until it replaces another one, or
// lets it in. Errors: *ForbiddenError, *UnderReviewError.
func (d *Desk) SetReserve(ctx context.Context, state string, reserve bool) error {
	if err := d.Scope().Oversee("keep states in reserve"); err != nil {
		return err
	}
	k, err := d.repo.Case(ctx, d.Scope(), state)
	if err != nil || k.Course.Reserve == reserve {
		return err
	}
	_, err = d.onCourse(ctx, state, Reserved, Change[bool]{k.Course.Reserve, reserve})
	return err
}
