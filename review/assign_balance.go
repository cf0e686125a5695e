package review

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// staffing hands out places so that as many as possible are filled and, of all
// ways to fill them, loads are as even as they can be: it is a flow of least
// cost where one more task costs a person the more the more they have. Places
// are filled one by one; each looks through chains of changes ("she takes his
// place here, he takes one there") for the person with the least to do, which
// keeps the whole optimal at every step. People are numbered in an order drawn
// from the seed, so that the order in which they are listed decides nothing.
type staffing struct {
	as     Role
	limit  int // tasks a person at most
	seed   uint64
	listed []Candidate // as they came
	drawn  []Candidate // in drawn order; below, people are numbers in this order
	may    func(c Candidate, state string) error

	states []string
	wanted map[string]int
	barred map[string][]PersonID
	able   map[string][]int // by state, in the state's own drawn order
	holds  map[string][]int // who has a place
	tasks  [][]string       // by person, the states where they have one
	loads  []int
	open   []bool  // by person: able to come to some state
	swaps  [][]int // [p][q]: the places of p that q could take
}

func newStaffing(as Role, people []Candidate, perPerson int, seed uint64, may func(Candidate, string) error) *staffing {
	s := &staffing{
		as: as, limit: perPerson, seed: seed, may: may,
		wanted: map[string]int{}, barred: map[string][]PersonID{},
		able: map[string][]int{}, holds: map[string][]int{},
	}
	if s.limit <= 0 {
		s.limit = math.MaxInt
	}
	seen := map[PersonID]bool{}
	for _, c := range people {
		if !seen[c.Person] {
			seen[c.Person] = true
			c.Anywhere = c.anywhere() // once, not for every state
			s.listed = append(s.listed, c)
		}
	}
	s.drawn = slices.Clone(s.listed)
	sortDrawn(s.drawn, func(c Candidate) string { return draw(seed, "person", string(c.Person)) })
	s.tasks, s.loads, s.open = make([][]string, len(s.drawn)), make([]int, len(s.drawn)), make([]bool, len(s.drawn))
	s.swaps = make([][]int, len(s.drawn))
	for i := range s.swaps {
		s.swaps[i] = make([]int, len(s.drawn))
	}
	for i, c := range s.drawn {
		s.loads[i] = c.Load
	}
	return s
}

// sortDrawn sorts by a drawn text, made once for each element.
func sortDrawn[T any](list []T, key func(T) string) {
	type keyed struct {
		key string
		it  T
	}
	with := make([]keyed, len(list))
	for i, it := range list {
		with[i] = keyed{key(it), it}
	}
	slices.SortStableFunc(with, func(a, b keyed) int { return cmp.Compare(a.key, b.key) })
	for i := range with {
		list[i] = with[i].it
	}
}

// bar keeps somebody from getting a place at a state.
func (s *staffing) bar(state string, who PersonID) { s.barred[state] = append(s.barred[state], who) }

// want asks for n people at a state.
func (s *staffing) want(state string, n int) {
	if _, again := s.wanted[state]; again {
		return // the same state listed twice wants no more people
	}
	s.states = append(s.states, state)
	s.wanted[state] = n
	for i, c := range s.drawn {
		if s.obstacle(c, state) == "" {
			s.able[state] = append(s.able[state], i)
			s.open[i] = true
		}
	}
	// Every state prefers people in an order of its own, or the same pairs
	// would meet again and again.
	sortDrawn(s.able[state], func(i int) string { return draw(s.seed, "prefer", state, string(s.drawn[i].Person)) })
}

// obstacle is the rule that keeps somebody from a state, "" when none does.
func (s *staffing) obstacle(c Candidate, state string) string {
	if slices.Contains(s.barred[state], c.Person) {
		return "two reviews of a state never come from one person"
	}
	if err := s.may(c, state); err != nil {
		return err.Error()
	}
	return ""
}

// fill finds people for every place, or says which states stay short.
func (s *staffing) fill() error {
	order := slices.Clone(s.states)
	sortDrawn(order, func(state string) string { return draw(s.seed, "state", state) })
	short := map[string]bool{}
	for _, state := range order {
		for range s.wanted[state] {
			if !s.place(state) {
				short[state] = true
				break
			}
		}
	}
	if len(short) == 0 {
		return nil
	}
	e := &StaffingError{As: s.as}
	for _, state := range s.states {
		if short[state] {
			e.Short = append(e.Short, s.shortage(state))
		}
	}
	return e
}

// place gives one more person to a state, moving others where that helps.
func (s *staffing) place(state string) bool {
	floor := math.MaxInt // nobody can be better than who has the least to do
	others := 0
	for p, n := range s.loads {
		if s.open[p] {
			floor = min(floor, n)
			others++
		}
	}
	chain := s.search(state, floor, others)
	if chain == nil {
		return false
	}
	for i, l := range chain {
		if i > 0 {
			s.change(l.state, l.from, l.who)
		} else {
			s.change(l.state, nobody, l.who)
		}
	}
	s.loads[chain[len(chain)-1].who]++ // everyone else swaps one task for another
	return true
}

// link is one step of a chain: who takes a place at state, from somebody else
// but for the first link.
type link struct {
	who, from int
	state     string
}

const nobody = -1

// search looks breadth first for the nearest person with the least to do who
// can be reached, and stops at one with no more than floor, or when all the
// people there are were met. It returns the chain from the state to that
// person, nil when there is nobody.
func (s *staffing) search(state string, floor, people int) []link {
	from := make([]int, len(s.drawn))
	met := make([]bool, len(s.drawn))
	var queue []int
	best := nobody
	meet := func(p, by int) {
		met[p], from[p] = true, by
		queue = append(queue, p)
		if s.loads[p] < s.limit && (best == nobody || s.loads[p] < s.loads[best]) {
			best = p
		}
	}
	done := func() bool { return len(queue) == people || best != nobody && s.loads[best] <= floor }
	for _, p := range s.able[state] {
		if !done() && !slices.Contains(s.holds[state], p) {
			meet(p, nobody)
		}
	}
	for next := 0; next < len(queue) && !done(); next++ {
		for q, n := range s.swaps[queue[next]] {
			if n > 0 && !met[q] && !done() {
				meet(q, queue[next])
			}
		}
	}
	return s.chain(state, best, from)
}

// chain is the way from a state to the last person, who was met from somebody
// and so on.
func (s *staffing) chain(state string, last int, from []int) []link {
	var chain []link
	for p := last; p != nobody; p = from[p] {
		l := link{who: p, from: from[p], state: state}
		if l.from != nobody {
			l.state = s.swappable(l.from, p)
		}
		chain = append(chain, l)
	}
	slices.Reverse(chain)
	return chain
}

// swappable is the first place of p that q could take.
func (s *staffing) swappable(p, q int) string {
	at := slices.IndexFunc(s.tasks[p], func(state string) bool {
		return slices.Contains(s.able[state], q) && !slices.Contains(s.holds[state], q)
	})
	return s.tasks[p][at]
}

// change gives a place at a state to somebody, from somebody else or nobody.
func (s *staffing) change(state string, from, to int) {
	s.count(state, -1)
	if from != nobody {
		s.holds[state] = slices.DeleteFunc(s.holds[state], func(p int) bool { return p == from })
		s.tasks[from] = slices.DeleteFunc(s.tasks[from], func(t string) bool { return t == state })
	}
	s.holds[state] = append(s.holds[state], to)
	s.tasks[to] = append(s.tasks[to], state)
	s.count(state, +1)
}

// count adds what could be swapped at a state to the table, or takes it off.
func (s *staffing) count(state string, by int) {
	for _, p := range s.holds[state] {
		for _, q := range s.able[state] {
			if !slices.Contains(s.holds[state], q) {
				s.swaps[p][q] += by
			}
		}
	}
}

// people are those who have a place at a state, in the order of their IDs, so
// that it does not show who was found first.
func (s *staffing) people(state string) []PersonID {
	ids := make([]PersonID, 0, 2)
	for _, p := range s.holds[state] {
		ids = append(ids, s.drawn[p].Person)
	}
	slices.Sort(ids)
	return ids
}

// plan begins a plan with the loads that were reached.
func (s *staffing) plan() Plan {
	p := Plan{Loads: make(map[PersonID]int, len(s.drawn))}
	for i, c := range s.drawn {
		p.Loads[c.Person] = s.loads[i]
	}
	return p
}

// shortage says why each candidate cannot come to a state.
func (s *staffing) shortage(state string) Shortage {
	short := Shortage{State: state, Wanted: s.wanted[state], Found: len(s.holds[state])}
	for _, c := range s.listed {
		why := s.obstacle(c, state)
		if why == "" && !slices.Contains(s.people(state), c.Person) {
			why = fmt.Sprintf("the limit of %d each is reached", s.limit)
		}
		if why != "" {
			short.Obstacles = append(short.Obstacles, Obstacle{Person: c.Person, Why: why})
		}
	}
	return short
}
