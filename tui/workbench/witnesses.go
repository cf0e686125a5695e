package workbench

import (
	"fmt"
	"slices"
	"strings"

	"suffice/certificate"
)

// witnesses puts the number of witnesses into words. Where there is none the
// groups that are in the way are named.
func (f *facts) witnesses(c certificate.Certificate) string {
	switch {
	case !f.ready:
		return "witnesses: working out…"
	case len(c.Groups) == 0:
		return "no groups yet"
	case f.unmet():
		return "no witness yet: " + inTheWay(c)
	case f.count.Exact && f.count.N == 1:
		return "1 witness"
	}
	return f.count.String() + " witnesses"
}

// unmet reports that no set of units satisfies all groups.
func (f *facts) unmet() bool { return f.ready && f.count.Exact && f.count.N == 0 }

// inTheWay names the groups that ask for more units than they accept.
func inTheWay(c certificate.Certificate) string {
	var empty, short []int
	for i, g := range c.Groups {
		switch {
		case len(g.Acceptable) == 0:
			empty = append(empty, i)
		case g.Threshold > len(g.Acceptable):
			short = append(short, i)
		}
	}
	var words []string
	for _, w := range []struct {
		groups    []int
		one, many string
	}{{empty, "accepts no unit", "accept no unit"}, {short, "asks for more than it accepts", "ask for more than they accept"}} {
		switch len(w.groups) {
		case 0:
		case 1:
			words = append(words, labels(c, w.groups)+" "+w.one)
		default:
			words = append(words, labels(c, w.groups)+" "+w.many)
		}
	}
	if len(words) == 0 {
		return "the groups cannot be met"
	}
	return strings.Join(words, ", ")
}

// size puts the size of the smallest completing set into words.
func (f *facts) size() string {
	switch {
	case !f.ready:
		return ""
	case !f.found && f.proven:
		return "" // that there is no witness says it
	case !f.found:
		return "smallest not proven"
	case !f.proven:
		return fmt.Sprintf("smallest at most %d, not proven", f.smallest)
	case f.byBranch:
		return fmt.Sprintf("smallest %d, by a branch", f.smallest)
	}
	return fmt.Sprintf("smallest %d", f.smallest)
}

// necessity puts into words which groups are not necessary. It is silent while
// some group cannot be satisfied, because such a group implies every other.
func (f *facts) necessity(c certificate.Certificate) string {
	switch {
	case !f.ready || len(c.Groups) == 0 || f.unmet():
		return ""
	case len(f.spare) == 0 && !f.needsProven:
		return "need not proven"
	case len(f.spare) == 0 && len(c.Groups) == 1:
		return ""
	case len(f.spare) == 0:
		return "all needed"
	}
	var words []string
	in := map[int]bool{}
	for _, cluster := range f.oneOf {
		words = append(words, "one of "+labels(c, cluster)+" is enough")
		for _, i := range cluster {
			in[i] = true
		}
	}
	rest := slices.DeleteFunc(slices.Clone(f.spare), func(i int) bool { return in[i] })
	switch len(rest) {
	case 0:
	case 1:
		words = append(words, labels(c, rest)+" follows from the others")
	default:
		words = append(words, labels(c, rest)+" follow from the others")
	}
	return strings.Join(words, ", ")
}

// labels names groups by position, those that are still there.
func labels(c certificate.Certificate, list []int) string {
	names := make([]string, 0, len(list))
	for _, i := range list {
		if i < len(c.Groups) {
			names = append(names, c.Label(i))
		}
	}
	return strings.Join(names, ", ")
}
