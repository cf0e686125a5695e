package scorer

import (
	"cmp"
	"fmt"
	"slices"

	"suffice/certificate"
	"suffice/certificate/card"
)

// UnbreakableError says that no set can lack what a certificate asks for,
// because it asks for nothing.
type UnbreakableError struct {
	State string
	Why   string
}

// Error is one sentence.
func (e *UnbreakableError) Error() string {
	return fmt.Sprintf("the certificate of state %q cannot be left incomplete: %s", e.State, e.Why)
}

// WithoutGroup is the oracle set of a state with one group broken (paper F.4):
// the group of greatest weight, ties falling to the group ID that comes first.
// None of its acceptable units stays, even where another group accepts them too;
// nor does any unit whose lines overlap one of them, unless another group
// accepts it: its text would give the group away. The places are filled from the
// ranking again, up to as many units as the oracle set has and under the same
// ceiling.
//
// Certificates can be completed through a listed branch as well, and a branch may
// avoid the group. So every unit with which the set would complete, in the
// order of the oracle set and then of the ranking, is withheld: the result never
// completes. A certificate that the empty set completes is an *UnbreakableError.
func WithoutGroup(c certificate.Certificate, s card.State, ranking []string, oracle OracleSet, o OracleOptions) (OracleSet, error) {
	o = o.settled()
	m := certificate.Compile(c)
	if m.Complete(nil) {
		why := "it has no group that needs a unit"
		if len(c.Groups) > 0 {
			why = "the empty set completes it, through an empty branch or thresholds below 1"
		}
		return OracleSet{}, &UnbreakableError{State: c.State, Why: why}
	}
	at := heaviest(c)
	set := OracleSet{State: c.State, Size: len(oracle.Units), Witness: oracle.Witness, Proven: oracle.Proven, Removed: c.Label(at), method: MethodOracleMinusOne}
	set.Excluded = distinct(c.Groups[at].Acceptable)
	out, overlapping := barredBy(c, at, &s.Pool)
	f, err := newFilling(s, o, set.Size)
	if err != nil {
		return OracleSet{}, err
	}
	withheld := map[string]bool{}
	f.barred = func(id string) bool {
		if out[id] {
			if overlapping[id] && !slices.Contains(set.Overlapping, id) {
				set.Overlapping = append(set.Overlapping, id)
			}
			return true
		}
		if m.Complete(append(f.units[:len(f.units):len(f.units)], id)) {
			if !withheld[id] {
				withheld[id] = true
				set.Withheld = append(set.Withheld, id)
			}
			return true
		}
		return false
	}
	for _, id := range oracle.Units {
		if !f.barred(id) && !f.in[id] {
			f.keep(id)
		}
	}
	f.fill(ranking)
	set.take(f)
	set.Over = f.counted && f.tokens > o.Ceiling
	return set, nil
}

// heaviest is the position of the group of greatest weight, of equal ones that
// whose ID comes first; groups without an ID go by their label.
func heaviest(c certificate.Certificate) int {
	at := make([]int, len(c.Groups))
	for i := range at {
		at[i] = i
	}
	return slices.MinFunc(at, func(i, j int) int {
		return cmp.Or(cmp.Compare(c.Groups[j].Weight, c.Groups[i].Weight), cmp.Compare(c.Label(i), c.Label(j)))
	})
}

// barredBy is the units that may not stay without group at: its alternatives,
// and the units that overlap one of them and that no other group accepts.
func barredBy(c certificate.Certificate, at int, pool *card.Pool) (out, overlapping map[string]bool) {
	out, overlapping = map[string]bool{}, map[string]bool{}
	others := map[string]bool{}
	for i, g := range c.Groups {
		for _, id := range g.Acceptable {
			if i != at {
				others[id] = true
			}
		}
	}
	for _, id := range c.Groups[at].Acceptable {
		out[id] = true
	}
	for _, id := range c.Groups[at].Acceptable {
		for _, i := range card.Overlapping(*pool, id) {
			if u := pool.Units[i].ID; !out[u] && !others[u] {
				out[u], overlapping[u] = true, true
			}
		}
	}
	return out, overlapping
}

// distinct is a list without repeats, in its order.
func distinct(ids []string) []string {
	var out []string
	for _, id := range ids {
		if !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}
