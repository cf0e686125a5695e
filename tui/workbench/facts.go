package workbench

import (
	"fmt"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/certificate"
	"suffice/review"
	"suffice/scorer"
)

// facts are what follows from the certificate: worked out in a command after
// every acknowledged edit, shown until the next ones are there.
type facts struct {
	gen      int // of the certificate they were worked out for
	ready    bool
	findings []certificate.Finding

	count    certificate.Count
	smallest int // units in a smallest completing set; 0 when there is none
	found    bool
	proven   bool // of smallest
	byBranch bool // no witness is that small: a branch that bypasses the groups is

	spare       []int   // groups that the others imply, by position
	oneOf       [][]int // clusters of them of which one is enough
	needsProven bool

	tally certificate.BranchTally
	fits  []certificate.BranchFit

	change *scorer.Change // nil where outcomes are not open to this person
}

// factsMsg brings facts home.
type factsMsg struct {
	to    *Screen
	facts facts
}

// recompute starts working out the facts of the present certificate.
func (s *Screen) recompute() tea.Cmd {
	s.facts.gen++
	gen, v, c, name := s.facts.gen, s.now, s.cert, s.shelf.name
	return func() tea.Msg { return factsMsg{s, work(gen, v, c, name)} }
}

// learned shows facts, unless the certificate has moved on since.
func (s *Screen) learned(m factsMsg) {
	if m.facts.gen != s.facts.gen {
		return
	}
	s.facts = m.facts
	s.version++
	s.side.rebuild(s)
}

// work is the arithmetic; it belongs in a command.
func work(gen int, v review.View, c certificate.Certificate, name func(string) string) facts {
	m := certificate.Compile(c)
	b := certificate.DefaultBudget()
	f := facts{gen: gen, ready: true}
	f.findings = certificate.Findings(c, v.State.Card, &v.State.Pool, v.Observed, m)
	f.findings = append(f.findings, review.CarryFindings(c, v.Mine.Carries, name)...)
	if len(c.Groups) > 0 {
		f.count = m.Count(b)
		w, found, st := m.Smallest(b)
		f.smallest, f.found, f.proven = len(w), found, st.Proven
		f.byBranch = found && smallerByBranch(c, w, b)
		f.need(m, b)
	}
	f.tally, f.fits = m.BranchTally(b), m.BranchFits()
	// A certificate without groups completes everything: nothing is learned
	// from a comparison with it.
	if v.Outcomes && len(v.Locked) > 0 && len(v.Base.Groups) > 0 {
		change := scorer.Sensitivity(v.Base, c, v.Locked, scorer.SensitivityCutoffs())
		f.change = &change
	}
	return f
}

// smallerByBranch reports that the groups alone have no set as small as w.
func smallerByBranch(c certificate.Certificate, w certificate.Witness, b certificate.Budget) bool {
	c.Branches = nil
	groups := certificate.Compile(c)
	if groups.Complete(w) {
		return false
	}
	own, found, _ := groups.Smallest(b)
	return !found || len(own) > len(w)
}

// need works out which groups are not necessary, and of which of those one
// is enough.
func (f *facts) need(m certificate.Meaning, b certificate.Budget) {
	needed, st := m.Necessary(b)
	f.needsProven = st.Proven
	for i, n := range needed {
		if !n {
			f.spare = append(f.spare, i)
		}
	}
	if len(f.spare) > 1 {
		f.oneOf, _ = m.OneOfEnough(b)
	}
}

// branches says in a few words how the listed branches stand to the groups,
// and whether that wants attention.
func (f *facts) branches(listed int) (words string, warn bool) {
	if !f.ready || f.tally.Listed != listed {
		return "", false
	}
	bypass := 0
	for _, x := range f.fits {
		if x.Kind == certificate.BranchBypasses {
			bypass++
		}
	}
	switch {
	case !f.tally.OutOfDate() && f.tally.Minimal.Exact:
		return "· derived", false
	case !f.tally.OutOfDate():
		return "· minimal witnesses", false
	case bypass > 0:
		return fmt.Sprintf("· %d bypass · %s minimal", bypass, f.tally.Minimal), true
	}
	return fmt.Sprintf("· out of date: %s minimal", f.tally.Minimal), true
}

// of lists the findings of one group.
func (f *facts) of(k certificate.GroupKey) []certificate.Finding {
	var out []certificate.Finding
	for _, x := range f.findings {
		if x.Group == k && k != "" {
			out = append(out, x)
		}
	}
	return out
}

// sensitivity puts the class of the change and its flips into words.
func (f *facts) sensitivity() (class, flips string) {
	if f.change == nil {
		return "", ""
	}
	var said []string
	for i := 0; i < len(f.change.Outcomes); {
		method := f.change.Outcomes[i].Method
		var up, down []string
		for ; i < len(f.change.Outcomes) && f.change.Outcomes[i].Method == method; i++ {
			switch o := f.change.Outcomes[i]; {
			case o.After && !o.Before:
				up = append(up, strconv.Itoa(o.K))
			case o.Before && !o.After:
				down = append(down, strconv.Itoa(o.K))
			}
		}
		if len(up) > 0 {
			said = append(said, method+"@"+strings.Join(up, ",")+" +")
		}
		if len(down) > 0 {
			said = append(said, method+"@"+strings.Join(down, ",")+" −")
		}
	}
	return string(f.change.Class), strings.Join(said, "  ")
}
