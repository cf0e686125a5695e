package certificate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// lists checks the lists of units that stand beside groups and branches.
func (in *inspection) lists() {
	if in.pool != nil && !sameSet(in.cert.Observed, in.card.Observed) {
		in.add(Finding{Code: CodeObservedMismatch, Severity: Blocking},
			"the certificate's observed list (%d) is not the state card's (%d)", len(in.cert.Observed), len(in.card.Observed))
	}
	for _, l := range []struct {
		what string
		ids  []string
	}{{"the optional evidence", in.cert.Optional}, {"the observed list", in.cert.Observed}} {
		if id, ok := twice(l.ids); ok {
			in.add(Finding{Code: CodeRepeatedUnit, Severity: Blocking, Unit: id}, "%s names %s twice", l.what, in.name(id))
		}
	}
	for _, id := range in.cert.Optional {
		if in.pool != nil && in.pool.Unit(id) == nil {
			in.add(Finding{Code: CodeUnknownUnit, Severity: Blocking, Unit: id}, "the optional evidence names %s, which is not in the pool", id)
		}
	}
}

// frozen checks what a frozen certificate has to say.
func (in *inspection) frozen() {
	if in.cert.Retrieval == nil {
		in.add(Finding{Code: CodeRetrievalUnset, Severity: Freezing}, "the certificate does not say whether retrieval is needed")
	}
	if in.cert.Scope == nil {
		in.add(Finding{Code: CodeScopeUnset, Severity: Freezing}, "the label scope is not set")
	}
	switch c := in.cert.Confidence; {
	case c == nil:
		in.add(Finding{Code: CodeConfidenceUnset, Severity: Freezing}, "the confidence is not set")
	case !(*c >= 0 && *c <= 1):
		in.add(Finding{Code: CodeConfidenceRange, Severity: Freezing}, "the confidence is %v; it is a number from 0 to 1", *c)
	}
}

// branches checks the listed branches one by one and as a whole.
func (in *inspection) branches() {
	for n, b := range in.cert.Branches {
		f := Finding{Severity: Blocking, Branch: n + 1}
		if len(b) == 0 {
			f.Code = CodeEmptyBranch
			in.add(f, "branch %d is empty, so that any set of units would complete", n+1)
		}
		if id, ok := twice(b); ok {
			f.Code, f.Unit = CodeRepeatedUnit, id
			in.add(f, "branch %d names %s twice", n+1, in.name(id))
		}
		for _, id := range b {
			if in.amiss(id) && !in.told[id] { // a group that accepts it, or an earlier branch, has said so
				in.unit(Finding{Severity: Blocking, Branch: n + 1}, id, "branch "+strconv.Itoa(n+1)+" holds")
			}
		}
	}
	in.fits()
	if t := in.meaning.BranchTally(DefaultBudget()); t.Listed > 0 && t.Missing > 0 && len(in.cert.Groups) > 0 {
		in.add(Finding{Code: CodeBranchesOutOfDate, Severity: Warning},
			"the branches are out of date: %d listed, %s", t.Listed, minimalWitnesses(t.Minimal))
	}
}

func minimalWitnesses(n Count) string {
	if n.Exact && n.N == 1 {
		return "1 minimal witness"
	}
	return n.String() + " minimal witnesses"
}

// toldBranches is how many branches with one fault are told singly.
const toldBranches = 3

// fits tells which branches are not minimal witnesses.
func (in *inspection) fits() {
	fits := in.meaning.BranchFits()
	of := map[BranchKind][]int{}
	for n, f := range fits {
		if len(in.cert.Branches[n]) > 0 {
			of[f.Kind] = append(of[f.Kind], n)
		}
	}
	in.branchFault(CodeBranchBypasses, of[BranchBypasses], "bypasses", "bypass", func(int) string {
		return "the groups: it completes without satisfying them"
	})
	in.branchFault(CodeBranchNotMinimal, of[BranchNotMinimal], "is", "are", func(int) string {
		return "not minimal: some of its units already satisfy the groups"
	})
	in.branchFault(CodeBranchDuplicate, of[BranchRepeats], "repeats", "repeat", func(n int) string {
		return "branch " + strconv.Itoa(fits[n].Other+1)
	})
}

// branchFault tells one fault of some branches, singly or, when there are
// many, in one sentence.
func (in *inspection) branchFault(code string, branches []int, one, many string, rest func(n int) string) {
	if len(branches) > toldBranches {
		words := map[string]string{
			CodeBranchBypasses:   "the groups: they complete without satisfying them",
			CodeBranchNotMinimal: "not minimal: some of their units already satisfy the groups",
			CodeBranchDuplicate:  "earlier branches",
		}[code]
		in.add(Finding{Code: code, Severity: Warning, Branch: branches[0] + 1},
			"%d branches %s %s (%s)", len(branches), many, words, numbers(branches))
		return
	}
	for _, n := range branches {
		in.add(Finding{Code: code, Severity: Warning, Branch: n + 1}, "branch %d %s %s", n+1, one, rest(n))
	}
}

// numbers names the first branches and counts the rest.
func numbers(branches []int) string {
	const named = 5
	words := make([]string, 0, named+1)
	for _, n := range branches[:min(named, len(branches))] {
		words = append(words, strconv.Itoa(n+1))
	}
	if more := len(branches) - named; more > 0 {
		words = append(words, fmt.Sprintf("%d more", more))
	}
	return listWords(words, "and")
}

// necessity tells which groups the others imply. It is silent while some group
// cannot be satisfied, because such a group implies every other.
func (in *inspection) necessity() {
	if in.broken || len(in.cert.Groups) < 2 {
		return
	}
	needed, proof := in.meaning.Necessary(DefaultBudget())
	if !proof.Proven {
		in.unproven("whether every group is needed")
	}
	spare := false
	for i, n := range needed {
		spare = spare || !n && !in.repeated(i)
	}
	if !spare {
		return
	}
	clusters, _ := in.meaning.OneOfEnough(DefaultBudget())
	partner := map[int]bool{}
	for _, cluster := range clusters {
		cluster = slices.DeleteFunc(cluster, in.repeated)
		if len(cluster) < 2 {
			partner[cluster[0]] = true // its partners repeat it, and that is told already
			continue
		}
		names := make([]string, len(cluster))
		for n, i := range cluster {
			names[n], partner[i] = in.labels[i], true
		}
		in.add(in.at(cluster[0], CodeOneIsEnough, Warning), "one of %s is enough: with the other groups, each of them implies the rest", strings.Join(names, ", "))
	}
	for i, n := range needed {
		if !n && !partner[i] && !in.repeated(i) {
			in.add(in.at(i, CodeGroupImplied, Warning), "%s is not needed while the other groups stay: every set that satisfies them satisfies it", in.labels[i])
		}
	}
}

func (in *inspection) unproven(what string) {
	in.add(Finding{Code: CodeNotProven, Severity: Warning}, "%s is not proven: the search limit of %d steps was reached", what, DefaultBudget().Steps)
}

// size tells when no completing set fits in the cutoffs that methods are
// judged at (5 is the primary endpoint, 8 the second).
func (in *inspection) size() {
	if len(in.cert.Groups) == 0 {
		return
	}
	n, found, proof := in.meaning.SmallestSize(DefaultBudget())
	switch {
	case !found || n <= 5: // that nothing completes at all is told by the group at fault
	case !proof.Proven:
		in.unproven(fmt.Sprintf("whether a set of fewer than %d units completes", n))
	case n <= 8:
		in.add(Finding{Code: CodeNoSetOf5, Severity: Warning}, "the smallest completing set has %d units, so no method can complete at 5", n)
	default:
		in.add(Finding{Code: CodeNoSetOf8, Severity: Warning}, "the smallest completing set has %d units, so no method can complete at 5 or 8", n)
	}
}
