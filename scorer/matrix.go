package scorer

import (
	"fmt"
	"slices"
	"strings"

	"suffice/certificate"
	"suffice/certificate/card"
)

// Matrix is every state's facts, every method, and what each method's ranking
// came to for each state: what all tables, comparisons and strata are read off.
// It is never changed once made, and safe for concurrent use.
type Matrix struct {
	Cutoffs []int
	States  []StateFacts
	Methods []MethodFacts
	Notices []string // what was skipped or assumed, one sentence each

	// Tokenizer and Basis say what source tokens are counted with and in; both
	// are empty when none were counted.
	Tokenizer, Basis string

	answers [][]*Answer // by method, then by state; nil where there is no ranking
	certs   []certificate.Certificate
	oracles []Oracle
	pools   []int // as Result.pools
}

// StateFacts is what a state is, apart from what methods made of it.
type StateFacts struct {
	ID       string
	Repo     string        // the cluster for resampling; empty when not known
	Boundary card.Boundary // empty when not known
	// Language is that of most distinct acceptable units, a tie falling to the
	// language with more units in the pool and then to the name; that of most
	// units of the pool where no acceptable unit tells one. A unit that does not
	// say goes by the ending of its path. Lower-cased, and empty when nothing
	// tells. So each state has one, and strata by language add up.
	Language string
	Groups   int // required groups
	Pool     int // units; 0 when the pool is not known
	Flagged  int // pool entries with the observed flag
	Joined   int // pool entries whose ID the card lists as observed
}

// Overlap reports whether the pool holds a unit that the state has observed, by
// its flag or by an exact join of IDs (paper D.4); known is false without a pool.
func (s StateFacts) Overlap() (overlaps, known bool) {
	return s.Flagged > 0 || s.Joined > 0, s.Pool > 0
}

// MethodFacts is what prediction rows say of their method.
type MethodFacts struct {
	Name string
	// Controller is the controller that answered, from the rows' "controller"
	// key: "offline", a name, "mixed: ..." when rows differ, empty when none
	// says.
	Controller string
	// Diagnostic marks what was made with labels in view, from the rows'
	// "labels_read_at_inference": an oracle, never a method.
	Diagnostic bool
}

// Answer is what one method's ranking came to for one state.
type Answer struct {
	Scores []Scores // by cutoff of the matrix
	Slots  int      // units returned
	// Done is the first slot, from 1, by which the certificate is completed: 0
	// when nothing is needed, -1 when the whole output does not complete it.
	Done int

	tokens []int   // by slot: source tokens up to it; nil when one is not known
	seen   []int32 // by slot: observed units up to it; nil without a pool
}

// Complete is Complete-MSS of the first slots (equation 2).
func (a *Answer) Complete(slots int) bool { return a.Done >= 0 && a.Done <= slots }

// Returned is Complete-MSS of the whole returned output.
func (a *Answer) Returned() bool { return a.Done >= 0 }

// Tokens is the number of source tokens of the first slots; false when the
// tokens of a returned unit are not known.
func (a *Answer) Tokens(slots int) (tokens int, known bool) {
	slots = min(slots, a.Slots)
	switch {
	case slots == 0 && a.Slots == 0:
		return 0, a.tokens != nil
	case a.tokens == nil:
		return 0, false
	case slots <= 0:
		return 0, true
	}
	return a.tokens[slots-1], true
}

// Admitted is how many leading units stay within a budget of source tokens: it
// stops at the first that does not fit, whatever comes after.
func (a *Answer) Admitted(budget int) (slots int, known bool) {
	if a.tokens == nil {
		return 0, false
	}
	for slots < a.Slots && a.tokens[slots] <= budget {
		slots++
	}
	return slots, true
}

// Observed counts the observed units among the slots returned within k.
func (a *Answer) Observed(k int) (observed, slots int, known bool) {
	if a.seen == nil {
		return 0, 0, false
	}
	slots = min(k, a.Slots)
	if slots <= 0 {
		return 0, 0, true
	}
	return int(a.seen[slots-1]), slots, true
}

// Answer is what a method's ranking came to for the state at a position of
// States; nil when it has none.
func (m *Matrix) Answer(method string, state int) *Answer {
	i := m.method(method)
	if i < 0 || state < 0 || state >= len(m.States) {
		return nil
	}
	return m.answers[i][state]
}

func (m *Matrix) method(name string) int {
	return slices.IndexFunc(m.Methods, func(f MethodFacts) bool { return f.Name == name })
}

// UnknownMethodError says that a matrix has no such method.
type UnknownMethodError struct {
	Name string
	Have []string
}

// Error names the method and those there are.
func (e *UnknownMethodError) Error() string {
	have := make([]string, len(e.Have))
	for i, name := range e.Have {
		have[i] = printable(name)
	}
	if len(have) == 0 {
		return fmt.Sprintf("there are no predictions of %s, nor of any other method", printable(e.Name))
	}
	return fmt.Sprintf("there are no predictions of %s; there are some of %s", printable(e.Name), strings.Join(have, ", "))
}

// find is the position of a method, or an *UnknownMethodError.
func (m *Matrix) find(name string) (int, error) {
	i := m.method(name)
	if i < 0 {
		return -1, &UnknownMethodError{Name: name, Have: m.Names()}
	}
	return i, nil
}

// Names are the methods' names in their order.
func (m *Matrix) Names() []string {
	out := make([]string, len(m.Methods))
	for i, f := range m.Methods {
		out[i] = f.Name
	}
	return out
}

// Select is the matrix with these methods alone, in this order. A method that
// is not there is an *UnknownMethodError.
func (m *Matrix) Select(methods ...string) (*Matrix, error) {
	out := *m
	out.Methods, out.answers = nil, nil
	for _, name := range methods {
		i, err := m.find(name)
		if err != nil {
			return nil, err
		}
		if out.method(name) < 0 {
			out.Methods = append(out.Methods, m.Methods[i])
			out.answers = append(out.answers, m.answers[i])
		}
	}
	return &out, nil
}

// Filter is the matrix with those states alone for which keep is true.
func (m *Matrix) Filter(keep func(StateFacts) bool) *Matrix {
	out := *m
	out.States, out.certs, out.oracles, out.pools = nil, nil, nil, nil
	out.answers = make([][]*Answer, len(m.answers))
	for s, facts := range m.States {
		if !keep(facts) {
			continue
		}
		out.States = append(out.States, facts)
		out.certs = append(out.certs, m.certs[s])
		out.oracles = append(out.oracles, m.oracles[s])
		out.pools = append(out.pools, m.pools[s])
		for i := range m.answers {
			out.answers[i] = append(out.answers[i], m.answers[i][s])
		}
	}
	return &out
}

// Missing lists the states that a method has no ranking for.
func (m *Matrix) Missing(method string) []string {
	i := m.method(method)
	var out []string
	for s, facts := range m.States {
		if i < 0 || m.answers[i][s] == nil {
			out = append(out, facts.ID)
		}
	}
	return out
}
