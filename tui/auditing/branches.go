package auditing

import (
	"fmt"
	"slices"
	"strings"

	"suffice/certificate"
)

// mostBranches bounds how many branches are listed.
const mostBranches = 400

// branchRows lists the branches with the group of every unit; what the
// certificate lists is compared with what its groups allow.
func (s *Screen) branchRows() {
	c := s.now.Certificate
	n := len(c.Branches)
	words := fmt.Sprintf("%d · the groups allow %s", n, s.facts.witnesses)
	switch {
	case n == 0:
		words = fmt.Sprintf("none listed · the groups allow %s", s.facts.witnesses)
	case !s.facts.tally.OutOfDate() && s.facts.tally.Minimal.Exact:
		words = fmt.Sprintf("%d · exactly those the groups allow", n)
	}
	s.head("Branches", words)
	for i, branch := range c.Branches {
		if i == mostBranches {
			s.add(row{kind: rowText, left: fmt.Sprintf("… and %d more", n-i)})
			return
		}
		r := row{kind: rowBranch, at: i, left: s.branchText(branch)}
		if i < len(s.facts.fits) && s.facts.fits[i].Kind != certificate.BranchDerived {
			r.right, r.wrong = "! "+strings.ReplaceAll(string(s.facts.fits[i].Kind), "_", " "), true
		}
		s.add(r)
	}
}

// branchText writes a branch as "G1 arrow.py:12-131 + G2 factory.py:1-90,181-300",
// the group shown first: what goes on with the same group and file is not said
// again.
func (s *Screen) branchText(branch []string) string {
	var b strings.Builder
	lastGroup, lastFile := "", ""
	for i, id := range s.byGroup(branch) {
		file, lines, _ := strings.Cut(base(s.reader.Name(id)), ":")
		of := s.groupsOf(id)
		switch {
		case i > 0 && of == lastGroup && file == lastFile && lines != "":
			b.WriteString("," + lines)
			continue
		case i > 0:
			b.WriteString(" + ")
		}
		if of != "" {
			b.WriteString(of + " ")
		}
		b.WriteString(file)
		if lines != "" {
			b.WriteString(":" + lines)
		}
		lastGroup, lastFile = of, file
	}
	return b.String()
}

// byGroup is a branch with the units of the group shown first and the others
// by group.
func (s *Screen) byGroup(branch []string) []string {
	groups := s.now.Certificate.Groups
	place := func(id string) int {
		if slices.Contains(groups[s.group].Acceptable, id) {
			return -1
		}
		for i, g := range groups {
			if slices.Contains(g.Acceptable, id) {
				return i
			}
		}
		return len(groups)
	}
	sorted := slices.Clone(branch)
	slices.SortStableFunc(sorted, func(a, b string) int { return place(a) - place(b) })
	return sorted
}

// groupsOf names the groups that accept a unit.
func (s *Screen) groupsOf(unit string) string {
	var in []string
	for i, g := range s.now.Certificate.Groups {
		if slices.Contains(g.Acceptable, unit) {
			in = append(in, s.clean(s.label(i)))
		}
	}
	return strings.Join(in, ",")
}
