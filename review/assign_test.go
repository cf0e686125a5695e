package review

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestDuties(t *testing.T) {
	none := Duties{}
	annotated, reviewed := Duties{Annotated: true}, Duties{Reviewed: true}
	arbitrated, audited := Duties{Arbitrated: true}, Duties{Audited: true}
	for _, c := range []struct {
		as             Role
		roles          []Role
		here, anywhere Duties
		why            string // "" when they may
	}{
		{Reviewer, []Role{Reviewer}, none, none, ""},
		{Reviewer, []Role{Annotator, Reviewer}, none, annotated.Or(reviewed).Or(arbitrated), ""},
		{Reviewer, []Role{Annotator, Senior, Auditor, Organizer}, none, none, "takes the role reviewer"},
		{Reviewer, nil, none, none, "takes the role reviewer"},
		{Reviewer, []Role{Reviewer, Annotator}, annotated, annotated, "nobody reviews a state that they annotated"},
		{Reviewer, []Role{Reviewer}, reviewed, reviewed, "two reviews of a state never come from one person"},
		{Reviewer, []Role{Reviewer, Senior}, arbitrated, arbitrated, "nobody reviews a state that they arbitrate"},
		{Reviewer, []Role{Reviewer, Auditor}, none, audited, "an auditor reviews no state"},
		{Reviewer, []Role{Reviewer, Auditor}, audited, none, "an auditor reviews no state"},

		{Senior, []Role{Senior}, none, none, ""},
		{Senior, []Role{Senior}, arbitrated, arbitrated, ""}, // their own, once more
		{Senior, []Role{Senior, Reviewer}, none, reviewed.Or(annotated), ""},
		{Senior, []Role{Reviewer}, none, none, "takes the role senior"},
		{Senior, []Role{Senior, Annotator}, annotated, annotated, "nobody arbitrates a state that they annotated"},
		{Senior, []Role{Senior, Reviewer}, reviewed, reviewed, "nobody arbitrates a state that they reviewed"},
		{Senior, []Role{Senior, Auditor}, none, audited, "an auditor arbitrates no state"},

		{Auditor, []Role{Auditor}, none, none, ""},
		{Auditor, []Role{Auditor, Annotator, Reviewer, Senior}, none, audited, ""},
		{Auditor, []Role{Senior}, none, none, "takes the role auditor"},
		{Auditor, []Role{Auditor}, none, annotated, "has annotated no state of the project"},
		{Auditor, []Role{Auditor}, none, reviewed, "has reviewed no state of the project"},
		{Auditor, []Role{Auditor}, none, arbitrated, "has arbitrated no state of the project"},
	} {
		var err error
		switch c.as {
		case Reviewer:
			err = MayReview(c.roles, c.here, c.anywhere)
		case Senior:
			err = MayArbitrate(c.roles, c.here, c.anywhere)
		case Auditor:
			err = MayAudit(c.roles, c.anywhere)
		}
		var e *DutyError
		switch {
		case c.why == "" && err != nil:
			t.Errorf("%s with %v, %+v, %+v: %v", c.as, c.roles, c.here, c.anywhere, err)
		case c.why != "" && (!errors.As(err, &e) || e.As != c.as || !strings.Contains(e.Why, c.why)):
			t.Errorf("%s with %v, %+v, %+v: got %v, want %q", c.as, c.roles, c.here, c.anywhere, err, c.why)
		}
	}
}

// Over many states each slot is drawn about as often as the other, and the
// draw does not change between versions.
func TestSlotOf(t *testing.T) {
	n := 0
	for i := range 1000 {
		state := fmt.Sprintf("s%d", i)
		if SlotOf(7, state) == SlotA {
			n++
		}
		first, ok := FreeSlot(7, state)
		if !ok || first != SlotOf(7, state) {
			t.Fatalf("the first claim of %s gets %s", state, first)
		}
		if second, ok := FreeSlot(7, state, first); !ok || second != first.Other() {
			t.Fatalf("the second claim of %s gets %s", state, second)
		}
		if _, ok := FreeSlot(7, state, SlotB, SlotA); ok {
			t.Fatal("a third claim gets a slot")
		}
	}
	if n < 450 || n > 550 {
		t.Errorf("A is drawn %d times of 1000", n)
	}
	var got strings.Builder
	for i := range 16 {
		got.WriteString(string(SlotOf(1, fmt.Sprintf("s%d", i))))
	}
	if want := "BAAAABBBABBABBAB"; got.String() != want {
		t.Errorf("seed 1 draws %s, want %s", got.String(), want)
	}
}

func reviewers(names ...string) []Candidate {
	var cs []Candidate
	for _, n := range names {
		cs = append(cs, Candidate{Person: PersonID(n), Roles: []Role{Reviewer}})
	}
	return cs
}

func needs(n int) []Need {
	var list []Need
	for i := range n {
		list = append(list, Need{State: fmt.Sprintf("s%d", i)})
	}
	return list
}

func TestAssignBalances(t *testing.T) {
	people := reviewers("ada", "bea", "cyd", "dot", "eve")
	people[0].Duties = map[string]Duties{"s0": {Annotated: true}, "s1": {Annotated: true}}
	people[1].Load = 3
	plan, err := Assign(needs(21), people, 0, 42)
	must(t, err)
	for who, n := range plan.Loads {
		if n != 9 { // 42 reviews and 3 that bea has already
			t.Errorf("%s has %d to do", who, n)
		}
	}
	checkReviews(t, plan, needs(21), people)

	slices.Reverse(people)
	again, err := Assign(needs(21), people, 0, 42)
	must(t, err)
	if !slices.Equal(plan.Seats, again.Seats) {
		t.Error("the order of the candidates changes the plan")
	}
	other, err := Assign(needs(21), people, 0, 43)
	must(t, err)
	if slices.Equal(plan.Seats, other.Seats) {
		t.Error("another seed gives the same plan")
	}
	pairs := map[string]bool{}
	for i := 0; i < len(plan.Seats); i += 2 {
		pair := []string{string(plan.Seats[i].Person), string(plan.Seats[i+1].Person)}
		slices.Sort(pair)
		pairs[strings.Join(pair, " ")] = true
	}
	if len(pairs) < 6 {
		t.Errorf("the same people meet again and again: %v", pairs)
	}
}

// checkReviews reports what is unlawful in a plan.
func checkReviews(t interface{ Fatalf(string, ...any) }, plan Plan, states []Need, people []Candidate) {
	by := map[PersonID]Candidate{}
	loads := map[PersonID]int{}
	for _, c := range people {
		by[c.Person] = c
		loads[c.Person] = c.Load
	}
	at := 0
	for _, n := range states {
		held := map[Slot]PersonID{}
		for s, who := range n.Taken {
			held[s] = who
		}
		for ; at < len(plan.Seats) && plan.Seats[at].State == n.State; at++ {
			s := plan.Seats[at]
			c, known := by[s.Person]
			if other, double := held[s.Slot]; double {
				t.Fatalf("%s goes to %s and %s", s.Slot, other, s.Person)
			}
			if held[s.Slot.Other()] == s.Person {
				t.Fatalf("both reviews of %s come from %s", n.State, s.Person)
			}
			if err := MayReview(c.Roles, c.Duties[n.State], c.anywhere()); !known || err != nil {
				t.Fatalf("%s may not review %s: %v", s.Person, n.State, err)
			}
			held[s.Slot] = s.Person
			loads[s.Person]++
		}
		if len(held) != 2 {
			t.Fatalf("%s has %v", n.State, held)
		}
	}
	if at != len(plan.Seats) {
		t.Fatalf("the seats are not in the order of the states: %v", plan.Seats[at:])
	}
	for who, n := range loads {
		if plan.Loads[who] != n {
			t.Fatalf("%s has %d to do, the plan says %d", who, n, plan.Loads[who])
		}
	}
}

func TestAssignRefuses(t *testing.T) {
	people := reviewers("ada", "bea", "cyd")
	people[0].Duties = map[string]Duties{"s1": {Annotated: true}}
	people[1].Duties = map[string]Duties{"s1": {Annotated: true}}
	people = append(people, Candidate{Person: "dot", Roles: []Role{Annotator}})
	plan, err := Assign([]Need{{State: "s0"}, {State: "s1"}, {State: "s2", Taken: map[Slot]PersonID{SlotA: "cyd"}}}, people, 0, 1)
	var e *StaffingError
	if !errors.As(err, &e) || len(e.Short) != 1 || e.Short[0].State != "s1" || len(plan.Seats) != 0 {
		t.Fatalf("got %+v, %v", plan, err)
	}
	want := "nothing was assigned, because 1 state cannot be staffed: s1: 1 of 2 reviewers found; nobody reviews a state that they annotated (2), this takes the role reviewer (1)"
	if e.Error() != want {
		t.Errorf("it says\n%s, want\n%s", e, want)
	}
	if o := e.Short[0].Obstacles; len(o) != 3 || o[0].Person != "ada" || o[2].Person != "dot" {
		t.Errorf("obstacles %+v", o)
	}

	_, err = Assign(needs(4), reviewers("ada", "bea"), 3, 1)
	if !errors.As(err, &e) || len(e.Short) != 1 || !strings.Contains(err.Error(), "0 of 2 reviewers found; the limit of 3 each is reached (2)") {
		t.Errorf("over the limit: %v", err)
	}
	_, err = Assign(needs(9), nil, 0, 1)
	if !errors.As(err, &e) || len(e.Short) != 9 || !strings.Contains(err.Error(), "there is nobody else") || !strings.HasSuffix(err.Error(), "and 4 more") {
		t.Errorf("nobody there: %v", err)
	}
}

func TestAssignFillsWhatIsTaken(t *testing.T) {
	states := []Need{
		{State: "s0", Taken: map[Slot]PersonID{SlotA: "ada"}},
		{State: "s1", Taken: map[Slot]PersonID{SlotB: "bea"}},
		{State: "s2", Taken: map[Slot]PersonID{SlotA: "ada", SlotB: "bea"}},
	}
	plan, err := Assign(states, reviewers("ada", "bea"), 0, 5)
	must(t, err)
	want := []Seat{{"s0", SlotB, "bea"}, {"s1", SlotA, "ada"}}
	if !slices.Equal(plan.Seats, want) {
		t.Errorf("seats %v, want %v", plan.Seats, want)
	}
}

// Where two can only be staffed by moving somebody who was placed before, they
// are.
func TestAssignMovesPeople(t *testing.T) {
	no := Duties{Annotated: true}
	people := reviewers("ada", "bea", "cyd", "dot")
	people[2].Duties = map[string]Duties{"s1": no}
	people[3].Duties = map[string]Duties{"s1": no}
	for seed := range uint64(50) {
		plan, err := Assign(needs(2), people, 1, seed)
		must(t, err)
		for _, s := range plan.Seats {
			if first := s.Person == "ada" || s.Person == "bea"; first != (s.State == "s1") {
				t.Fatalf("seed %d: %v", seed, plan.Seats)
			}
		}
	}
}

func TestAssignArbitration(t *testing.T) {
	people := []Candidate{
		{Person: "sam", Roles: []Role{Senior, Reviewer}, Duties: map[string]Duties{"s0": {Reviewed: true}, "s1": {Annotated: true}}},
		{Person: "tia", Roles: []Role{Senior}},
		{Person: "ada", Roles: []Role{Reviewer}},
	}
	plan, err := AssignArbitration([]string{"s0", "s1", "s2", "s3"}, people, 0, 3)
	must(t, err)
	if plan.Loads["sam"] != 2 || plan.Loads["tia"] != 2 || plan.Loads["ada"] != 0 || len(plan.Seats) != 4 {
		t.Errorf("plan %+v", plan)
	}
	for _, s := range plan.Seats {
		if s.Slot != "" || s.Person == "sam" && s.State < "s2" {
			t.Errorf("seat %+v", s)
		}
	}
	_, err = AssignArbitration([]string{"s0"}, people[:1], 0, 3)
	if want := "nothing was assigned, because 1 state cannot be staffed: s0: 0 of 1 senior found; nobody arbitrates a state that they reviewed (1)"; err == nil || err.Error() != want {
		t.Errorf("refused with %v", err)
	}
}

func TestAssignAudit(t *testing.T) {
	auditor := func(name string, anywhere Duties) Candidate {
		return Candidate{Person: PersonID(name), Roles: []Role{Auditor}, Anywhere: anywhere}
	}
	people := []Candidate{
		auditor("kim", Duties{}), auditor("lou", Duties{Reviewed: true}), auditor("mia", Duties{}), auditor("ned", Duties{Audited: true}),
		{Person: "oli", Roles: []Role{Auditor}, Duties: map[string]Duties{"s9": {Annotated: true}}},
	}
	states := []string{"s3", "s1", "s2"}
	drawn := map[PersonID]bool{}
	for seed := range uint64(40) {
		plan, err := AssignAudit(states, people, seed)
		must(t, err)
		if len(plan.Seats) != 6 {
			t.Fatalf("seats %v", plan.Seats)
		}
		for i, s := range plan.Seats {
			first := plan.Seats[i%2]
			if s.State != states[i/2] || s.Slot != []Slot{SlotA, SlotB}[i%2] || s.Person != first.Person || plan.Loads[s.Person] != 3 {
				t.Fatalf("seed %d: %v", seed, plan)
			}
			drawn[s.Person] = true
		}
		if plan.Seats[0].Person == plan.Seats[1].Person {
			t.Fatal("one person audits twice")
		}
	}
	if len(drawn) != 3 || drawn["lou"] || drawn["oli"] {
		t.Errorf("drawn were %v", drawn)
	}
	_, err := AssignAudit(states, people[:2], 1)
	if want := "1 of 2 auditors found; an auditor has reviewed no state of the project (1)"; err == nil || err.Error() != want {
		t.Errorf("refused with %v", err)
	}
	if plan, err := AssignAudit(nil, people, 1); err != nil || len(plan.Seats) != 0 {
		t.Errorf("nothing to audit: %+v, %v", plan, err)
	}
}

func BenchmarkAssign(b *testing.B) {
	states := needs(5000)
	var people []Candidate
	for i := range 12 {
		duties := map[string]Duties{}
		for j := i; j < len(states); j += 12 {
			duties[states[j].State] = Duties{Annotated: true}
		}
		people = append(people, Candidate{Person: PersonID(fmt.Sprint("p", i)), Roles: []Role{Reviewer}, Duties: duties})
	}
	for b.Loop() {
		if _, err := Assign(states, people, 0, 9); err != nil {
			b.Fatal(err)
		}
	}
}

// One who may take almost nothing makes every other place look through chains.
func BenchmarkAssignUneven(b *testing.B) {
	states := needs(5000)
	var people []Candidate
	for i := range 12 {
		people = append(people, Candidate{Person: PersonID(fmt.Sprint("p", i)), Roles: []Role{Reviewer}})
	}
	duties := map[string]Duties{}
	for _, s := range states[1:] {
		duties[s.State] = Duties{Annotated: true}
	}
	people[0].Duties = duties
	for b.Loop() {
		if _, err := Assign(states, people, 0, 9); err != nil {
			b.Fatal(err)
		}
	}
}
