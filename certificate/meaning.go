package certificate

import "iter"

// Budget limits an exact search by its steps, never by time, so that the same
// question always gets the same answer (spec 1.5).
type Budget struct{ Steps int }

// DefaultBudget is what screens use: beyond it the answer says "not proven".
func DefaultBudget() Budget { return Budget{Steps: 20_000} }

// Status says how far a search got.
type Status struct {
	Proven bool // false: the budget ran out and the answer is a bound or unknown
	Steps  int
}

// Witness is a set of unit IDs that satisfies every group's threshold; a
// completing set may do so through a branch instead. IDs are sorted.
type Witness []string

// Count is how many minimal witnesses there are.
type Count struct {
	N     uint64
	Exact bool // false: "at least N"
}

// Meaning is what a certificate accepts, compiled: groups and bypassing
// branches as bit sets over classes of interchangeable units. The zero value
// completes everything. Safe for concurrent use.
type Meaning struct{}

// Compile works out what c means. Derived and superset branches are dropped
// first, then units that stand in exactly the same groups and branches form a class.
func Compile(c Certificate) Meaning { panic("stub") }

// Complete is C(P) of equation 2 for the set of these units, in any order.
func (m Meaning) Complete(ids []string) bool { panic("stub") }

// Smallest returns a smallest completing set (the first in ID order among the
// class choices), false when none exists at all.
func (m Meaning) Smallest(b Budget) (w Witness, found bool, s Status) { panic("stub") }

// Necessary says for each group whether dropping it would change what the
// certificate accepts, branches left aside: false means that the other groups
// together imply it.
func (m Meaning) Necessary(b Budget) ([]bool, Status) { panic("stub") }

// Count counts the minimal witnesses of the groups (branches left aside).
func (m Meaning) Count(b Budget) Count { panic("stub") }

// Witnesses walks the minimal witnesses of the groups in a fixed order, at most limit of them.
func (m Meaning) Witnesses(limit int) iter.Seq[Witness] { panic("stub") }

// Same reports whether two certificates accept the same sets.
func Same(a, b Meaning, n Budget) (bool, Status) { panic("stub") }

// Counterexample looks for a smallest set that completes the first and not the second.
func Counterexample(completes, fails Meaning, n Budget) (w Witness, found bool, s Status) {
	panic("stub")
}

// MaxDerived is how many branches may be derived; more is refused with the count.
const MaxDerived = 2000

// Derive lists the minimal witnesses of c's groups as branches. More than
// MaxDerived is a *TooManyError.
func Derive(c Certificate) ([][]string, error) { panic("stub") }

// TooManyError says that deriving would list too many branches.
type TooManyError struct{ Count Count }

func (e *TooManyError) Error() string { panic("stub") }
