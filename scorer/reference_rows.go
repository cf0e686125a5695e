package scorer

import (
	"math/big"
	"slices"

	"suffice/certificate"
)

// Share is how many of a number of states have a property. States for which
// it is not known are excluded and counted, never taken for a no.
type Share struct {
	Count    int
	States   int // the denominator: states for which it is known
	Excluded int
}

// Value is the share as a fraction; false when it is known for no state.
func (s Share) Value() (float64, bool) {
	if s.States == 0 {
		return 0, false
	}
	return float64(s.Count) / float64(s.States), true
}

// Oracle is the size of a state's smallest completing set.
type Oracle struct {
	Units  int
	Found  bool // false: no set at all completes
	Proven bool // false: the search ran out of steps, and Units is an upper bound
}

// OracleOf looks for the smallest completing set within the budget.
func OracleOf(c certificate.Certificate, b certificate.Budget) Oracle {
	return NewGold(c).oracle(c, b)
}

// oracle answers at once where no unit stands in two groups: then the groups
// take as many units as their thresholds add up to, and what else completes is
// a listed branch.
func (g *Gold) oracle(c certificate.Certificate, b certificate.Budget) Oracle {
	if !g.apart() {
		n, found, s := certificate.Compile(c).SmallestSize(b)
		return Oracle{Units: n, Found: found, Proven: s.Proven}
	}
	o := Oracle{Proven: true, Found: true}
	size := make([]int32, len(g.need))
	for _, j := range g.groupsOf.items {
		size[j]++
	}
	for j, need := range g.need {
		o.Units += int(need)
		o.Found = o.Found && need <= size[j]
	}
	for _, n := range g.branch {
		if !o.Found || int(n) < o.Units {
			o.Found, o.Units = true, int(n)
		}
	}
	if !o.Found {
		o.Units = 0
	}
	return o
}

// apart reports whether no unit stands in two groups and every threshold is at
// least 1.
func (g *Gold) apart() bool {
	for u := range g.acceptable {
		if len(g.groupsOf.of(int32(u))) > 1 {
			return false
		}
	}
	return !slices.ContainsFunc(g.asked, func(q int) bool { return q < 1 })
}

// Ceiling is the oracle ceiling at every cutoff: the share of states that some
// set of at most k units completes (paper appendix B). A state whose smallest
// completing set is not proven, and not small enough as it stands, is excluded.
func Ceiling(oracles []Oracle, ks []int) []Share {
	out := make([]Share, len(ks))
	for _, o := range oracles {
		for i, k := range ks {
			switch {
			case o.Found && o.Units <= k:
				out[i].Count++
				out[i].States++
			case o.Proven:
				out[i].States++
			default:
				out[i].Excluded++
			}
		}
	}
	return out
}

// Expectation is the mean, over states, of the probability that a random draw
// completes.
type Expectation struct {
	Mean     float64
	States   int // the denominator
	Excluded int // states whose pool or number of completing sets is not known
}

// Value is the mean; false when it is known for no state.
func (e Expectation) Value() (float64, bool) { return e.Mean, e.States > 0 }

// Uniform is the exact expected Complete-MSS at every cutoff of k distinct
// units drawn uniformly from the pool, averaged over states. pools gives the
// number of units in the pool of each certificate, 0 where it is not known.
func Uniform(certs []certificate.Certificate, pools, ks []int) []Expectation {
	means := make([]meanOf, len(ks))
	excluded := 0
	for i, c := range certs {
		var chances []float64
		ok := pools[i] > 0
		if ok {
			chances, ok = UniformOf(certificate.Compile(c), pools[i], ks)
		}
		if !ok {
			excluded++
			continue
		}
		for j, x := range chances {
			means[j].add(x)
		}
	}
	out := make([]Expectation, len(ks))
	for j := range ks {
		out[j] = Expectation{Mean: means[j].value(), States: means[j].n, Excluded: excluded}
	}
	return out
}

// UniformOf is Uniform for one certificate and a pool of n units, by counting:
// of the C(n, k) draws, those that complete are, for each size s of their
// part that matters, the completing sets of that size times the ways to choose
// the rest from units that matter to nothing. A draw of more units than there
// are takes the whole pool. ok is false when the pool is smaller than the units
// the certificate names (or not known), or the completing sets are too many to
// count.
func UniformOf(m certificate.Meaning, n int, ks []int) (chances []float64, ok bool) {
	if n < len(m.Units()) || n == 0 {
		return nil, false
	}
	counts, universe, ok := m.CompletingCounts()
	if !ok {
		return nil, false
	}
	chances = make([]float64, len(ks))
	for i, k := range ks {
		k = min(k, n)
		draws := new(big.Int)
		for s, sets := range counts {
			if s > k || k-s > n-universe {
				continue
			}
			rest := new(big.Int).Binomial(int64(n-universe), int64(k-s))
			draws.Add(draws, rest.Mul(rest, sets))
		}
		all := new(big.Int).Binomial(int64(n), int64(k))
		chances[i], _ = new(big.Rat).SetFrac(draws, all).Float64()
	}
	return chances, true
}
