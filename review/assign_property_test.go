package review

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// drawOffice draws states with some slots taken and people with roles, past
// duties and work of their own.
func drawOffice(t *rapid.T) (states []Need, people []Candidate) {
	states = needs(rapid.IntRange(0, 7).Draw(t, "states"))
	for i := range rapid.IntRange(0, 6).Draw(t, "people") {
		c := Candidate{Person: PersonID(fmt.Sprintf("p%d", i)), Duties: map[string]Duties{}, Load: rapid.SampledFrom([]int{0, 0, 0, 1, 3}).Draw(t, "load")}
		for _, r := range []Role{Reviewer, Senior, Annotator, Auditor} {
			if rapid.IntRange(0, 3).Draw(t, string(r)) > 0 {
				c.Roles = append(c.Roles, r)
			}
		}
		for _, n := range states {
			if rapid.IntRange(0, 2).Draw(t, "a duty") == 0 {
				c.Duties[n.State] = Duties{Annotated: rapid.Bool().Draw(t, "annotated"), Arbitrated: rapid.Bool().Draw(t, "arbitrated")}
			}
		}
		c.Anywhere.Audited = rapid.IntRange(0, 9).Draw(t, "audits") == 0
		people = append(people, c)
	}
	for i := range states {
		if len(people) > 0 && rapid.IntRange(0, 3).Draw(t, "taken") == 0 {
			who := rapid.SampledFrom(people).Draw(t, "by").Person
			states[i].Taken = map[Slot]PersonID{rapid.SampledFrom([]Slot{SlotA, SlotB}).Draw(t, "slot"): who}
		}
	}
	return states, people
}

// may is the rules spelled out: who can get a free slot of a state.
func may(n Need, c Candidate) bool {
	for _, who := range n.Taken {
		if who == c.Person {
			return false
		}
	}
	return MayReview(c.Roles, c.Duties[n.State], c.anywhere()) == nil
}

// bestSquares tries every lawful assignment and returns the least sum of the
// squared loads, -1 when there is none.
func bestSquares(states []Need, people []Candidate, limit, at int, loads []int) int {
	if at == len(states) {
		sum := 0
		for _, n := range loads {
			sum += n * n
		}
		return sum
	}
	best := -1
	free := 2 - len(states[at].Taken)
	for _, team := range teams(states[at], people, free) {
		fits := true
		for _, p := range team {
			loads[p]++
			fits = fits && (limit == 0 || loads[p] <= limit)
		}
		if fits {
			if sum := bestSquares(states, people, limit, at+1, loads); sum >= 0 && (best < 0 || sum < best) {
				best = sum
			}
		}
		for _, p := range team {
			loads[p]--
		}
	}
	return best
}

// teams are the ways to fill n places of a state.
func teams(need Need, people []Candidate, n int) [][]int {
	if n == 0 {
		return [][]int{nil}
	}
	var out [][]int
	for i, c := range people {
		if !may(need, c) {
			continue
		}
		if n == 1 {
			out = append(out, []int{i})
			continue
		}
		for j := i + 1; j < len(people); j++ {
			if may(need, people[j]) {
				out = append(out, []int{i, j})
			}
		}
	}
	return out
}

// Over random projects: the plan is lawful and within the limit, no lawful one
// is more even, one is found whenever there is one, and nothing but the seed
// and the content decides it.
func TestAssignIsLawfulAndEven(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		states, people := drawOffice(t)
		limit := rapid.SampledFrom([]int{0, 0, 2, 4}).Draw(t, "limit")
		seed := rapid.Uint64().Draw(t, "seed")
		plan, err := Assign(states, people, limit, seed)
		loads := make([]int, len(people))
		for i, c := range people {
			loads[i] = c.Load
		}
		best := -1
		if len(states) <= 5 {
			best = bestSquares(states, people, limit, 0, loads)
		}
		if err != nil {
			checkShortage(t, states, people, limit, err)
			if best >= 0 {
				t.Fatalf("there is a lawful assignment, but: %v", err)
			}
			return
		}
		checkReviews(t, plan, states, people)
		squares := 0
		for i, c := range people {
			n := plan.Loads[c.Person]
			squares += n * n
			if limit > 0 && n > limit && n > c.Load {
				t.Fatalf("%s has %d to do, more than %d", people[i].Person, n, limit)
			}
		}
		if len(states) <= 5 && squares != best {
			t.Fatalf("loads %v: squares %d, the best are %d", plan.Loads, squares, best)
		}
		checkEven(t, plan, states, people)

		shuffled := rapid.Permutation(people).Draw(t, "shuffled")
		if again, err := Assign(states, shuffled, limit, seed); err != nil || !slices.Equal(again.Seats, plan.Seats) {
			t.Fatalf("another order of people gives %v (%v), not %v", again.Seats, err, plan.Seats)
		}
	})
}

// checkEven finds somebody with two more than somebody who could take one.
func checkEven(t *rapid.T, plan Plan, states []Need, people []Candidate) {
	for _, s := range plan.Seats {
		n := states[slices.IndexFunc(states, func(n Need) bool { return n.State == s.State })]
		for _, c := range people {
			other := Seat{State: s.State, Slot: s.Slot.Other(), Person: c.Person}
			if plan.Loads[s.Person] > plan.Loads[c.Person]+1 && may(n, c) && !slices.Contains(plan.Seats, other) {
				t.Fatalf("%s has %d to do and %s, who could take %s, %d", s.Person, plan.Loads[s.Person], c.Person, s.State, plan.Loads[c.Person])
			}
		}
	}
}

// checkShortage: every state told is really short, and each of those who are
// not found is told with a reason.
func checkShortage(t *rapid.T, states []Need, people []Candidate, limit int, err error) {
	var e *StaffingError
	if !errors.As(err, &e) || len(e.Short) == 0 {
		t.Fatal(err)
	}
	for _, s := range e.Short {
		n := states[slices.IndexFunc(states, func(n Need) bool { return n.State == s.State })]
		if s.Wanted != 2-len(n.Taken) || s.Found >= s.Wanted || len(s.Obstacles) != len(people)-s.Found {
			t.Fatalf("shortage %+v of %d people", s, len(people))
		}
		for _, o := range s.Obstacles {
			c := people[slices.IndexFunc(people, func(c Candidate) bool { return c.Person == o.Person })]
			if limited := limit > 0 && o.Why == fmt.Sprintf("the limit of %d each is reached", limit); limited != may(n, c) {
				t.Fatalf("%+v of %s, who may: %v", o, s.State, may(n, c))
			}
		}
	}
}

// Seniors: one a state, lawful, as even as can be.
func TestAssignArbitrationIsLawful(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		states, people := drawOffice(t)
		var ids []string
		for _, n := range states {
			ids = append(ids, n.State)
		}
		plan, err := AssignArbitration(ids, people, 0, rapid.Uint64().Draw(t, "seed"))
		allowed := func(c Candidate, state string) bool {
			return MayArbitrate(c.Roles, c.Duties[state], c.anywhere()) == nil
		}
		if err != nil {
			var e *StaffingError
			if !errors.As(err, &e) || slices.ContainsFunc(people, func(c Candidate) bool { return allowed(c, e.Short[0].State) }) {
				t.Fatal(err)
			}
			return
		}
		if len(plan.Seats) != len(ids) {
			t.Fatalf("%v for %v", plan.Seats, ids)
		}
		for i, s := range plan.Seats {
			for _, c := range people {
				if c.Person == s.Person && !allowed(c, s.State) || s.State != ids[i] {
					t.Fatalf("unlawful: %+v", s)
				}
				if plan.Loads[s.Person] > plan.Loads[c.Person]+1 && allowed(c, s.State) {
					t.Fatalf("%s has %d, %s %d", s.Person, plan.Loads[s.Person], c.Person, plan.Loads[c.Person])
				}
			}
		}
	})
}
