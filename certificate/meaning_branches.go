package certificate

import "slices"

// BranchKind says how a listed branch stands to the groups.
type BranchKind string

// The kinds of listed branches. The first that applies is given.
const (
	BranchRepeats    BranchKind = "repeats"     // the same set as an earlier branch
	BranchBypasses   BranchKind = "bypasses"    // does not satisfy the groups: no witness
	BranchNotMinimal BranchKind = "not_minimal" // a proper subset satisfies the groups
	BranchDerived    BranchKind = "derived"     // a minimal witness, as the release lists them (paper 3)
)

// BranchFit is what one listed branch is.
type BranchFit struct {
	Kind BranchKind
	// Other is the position of the earlier branch that this one repeats, or of
	// a bypassing branch that a bypassing one strictly contains; -1 for none.
	Other int
}

// BranchFits describes the listed branches, in their order.
func (m Meaning) BranchFits() []BranchFit { return slices.Clone(m.fits) }

func (m Meaning) fitBranches(listed []bitset) []BranchFit {
	fits := make([]BranchFit, len(listed))
	first := make(map[string]int, len(listed))
	for i, b := range listed {
		key := string(b.bytes())
		if j, again := first[key]; again {
			fits[i] = BranchFit{Kind: BranchRepeats, Other: j}
			continue
		}
		first[key] = i
		fits[i] = BranchFit{Kind: m.kind(b), Other: -1}
	}
	m.nested(listed, fits)
	return fits
}

// kind tells a branch from a witness and a minimal one.
func (m Meaning) kind(b bitset) BranchKind {
	if !m.covers(b) {
		return BranchBypasses
	}
	p := b.clone()
	for _, u := range b.members() {
		p.remove(u)
		if m.covers(p) {
			return BranchNotMinimal
		}
		p.add(u)
	}
	return BranchDerived
}

// nested notes for each bypassing branch the first one that it contains.
func (m Meaning) nested(listed []bitset, fits []BranchFit) {
	for i := range fits {
		if fits[i].Kind != BranchBypasses {
			continue
		}
		for j := range fits {
			if j != i && fits[j].Kind == BranchBypasses && listed[j].within(listed[i]) {
				fits[i].Other = j
				break
			}
		}
	}
}

// BranchTally compares the listed branches with the minimal witnesses.
type BranchTally struct {
	Listed  int    // branches in the certificate
	Derived int    // distinct minimal witnesses among them
	Minimal Count  // minimal witnesses there are
	Missing uint64 // minimal witnesses not listed; a lower bound unless Minimal.Exact
}

// OutOfDate reports that branches are listed and are not exactly the minimal
// witnesses. A certificate that lists none is not out of date: branches are
// optional.
func (t BranchTally) OutOfDate() bool {
	return t.Listed > 0 && (t.Missing > 0 || t.Derived < t.Listed)
}

// BranchTally counts what is listed and what could be.
func (m Meaning) BranchTally(b Budget) BranchTally {
	t := BranchTally{Listed: len(m.fits), Minimal: m.Count(b)}
	for _, f := range m.fits {
		if f.Kind == BranchDerived {
			t.Derived++
		}
	}
	if n := uint64(t.Derived); t.Minimal.N > n {
		t.Missing = t.Minimal.N - n
	} else {
		t.Minimal.N = n // each derived branch is one: a bound below it would be silly
	}
	return t
}
