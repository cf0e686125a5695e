package review

import (
	"slices"

	"suffice/certificate"
)

// withQuotations is a with the quotations of b added, none twice. Those of a
// group that a does not have go to the group of a that shares the most units
// with it; without such a group they stay with b, which is on record.
func withQuotations(a, b certificate.Certificate, d certificate.Diff) certificate.Certificate {
	groups := slices.Clone(a.Groups)
	for _, p := range d.Pairs {
		if p.B < 0 {
			continue
		}
		from, into := b.Groups[p.B], p.A
		if into < 0 {
			into = closest(groups, from)
		}
		if into >= 0 {
			groups[into].Quotations = joinQuotations(groups[into].Quotations, from.Quotations)
		}
	}
	a.Groups = groups
	return a
}

// closest is the position of the group that shares the most units with g, the
// first of several; -1 when none shares any.
func closest(groups []certificate.Group, g certificate.Group) int {
	best, most := -1, 0
	for i, o := range groups {
		if n := len(intersect(o.Acceptable, g.Acceptable)); n > most {
			best, most = i, n
		}
	}
	return best
}

// joinQuotations is a list of quotations with those of another one added that
// it does not have. Neither list is written to.
func joinQuotations(a, b []certificate.Quotation) []certificate.Quotation {
	out := slices.Clip(a)
	for _, q := range b {
		if !slices.ContainsFunc(out, func(o certificate.Quotation) bool { return sameQuotation(o, q) }) {
			out = append(out, q)
		}
	}
	return out
}

// sameQuotation compares what two quotations say, however they were written.
func sameQuotation(a, b certificate.Quotation) bool {
	a.Raw, b.Raw = "", ""
	return a == b
}

// intersect lists the IDs of a that are in b too, each once.
func intersect(a, b []string) []string {
	var both []string
	for _, id := range a {
		if slices.Contains(b, id) && !slices.Contains(both, id) {
			both = append(both, id)
		}
	}
	return both
}

// unite lists the IDs of a and then those that only b has, each once.
func unite(a, b []string) []string {
	var all []string
	for _, list := range [][]string{a, b} {
		for _, id := range list {
			if !slices.Contains(all, id) {
				all = append(all, id)
			}
		}
	}
	return all
}
