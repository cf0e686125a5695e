package certificate

import (
	"fmt"
	"slices"
)

// MaxDerived is how many branches may be derived; more is refused with the count.
const MaxDerived = 2000

// Derive lists the minimal witnesses of c's groups as branches, small ones
// first, then in ID order. More than MaxDerived is a *TooManyError. It is empty
// when no set covers the groups, and when the empty set does: a branch is never
// empty.
func Derive(c Certificate) ([][]string, error) {
	m := Compile(c)
	n := m.Count(DefaultBudget())
	if n.N > MaxDerived {
		return nil, &TooManyError{Count: n}
	}
	var out [][]string
	all := m.walk(MaxDerived, walkSteps(MaxDerived), func(w Witness) bool {
		if len(w) > 0 {
			out = append(out, w)
		}
		return true
	})
	if !all {
		n.N = max(n.N, uint64(len(out)))
		return nil, &TooManyError{Count: n}
	}
	slices.SortFunc(out, func(a, b []string) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return slices.Compare(a, b)
	})
	return out, nil
}

// TooManyError says that deriving would list too many branches, or that the
// search for them had to stop.
type TooManyError struct{ Count Count }

func (e *TooManyError) Error() string {
	if e.Count.N <= MaxDerived {
		return fmt.Sprintf("the minimal witnesses could not all be found within the search limit (%s exist); branches are optional: leave them out", e.Count)
	}
	return fmt.Sprintf("%s minimal witnesses are too many to list as branches (at most %d); the groups alone say the same", e.Count, MaxDerived)
}

// String is "18" or "at least 18".
func (c Count) String() string {
	if c.Exact {
		return fmt.Sprint(c.N)
	}
	return fmt.Sprintf("at least %d", c.N)
}
