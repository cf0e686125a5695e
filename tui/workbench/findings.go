package workbench

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"suffice/certificate"
	"suffice/tui/part"
)

// nextFinding jumps to the finding after the last one jumped to.
func (s *Screen) nextFinding() tea.Cmd {
	n := len(s.facts.findings)
	if n == 0 {
		return nil
	}
	s.side.finding = (s.side.finding + 1) % n
	f := s.facts.findings[s.side.finding]
	kind := part.Quiet
	if f.Severity == certificate.Blocking {
		kind = part.Bad
	}
	return tea.Batch(s.jumpTo(f), toast(kind, s.clean(f.Text)))
}

// jumpTo shows what a finding is about: its group, its branch, its unit.
func (s *Screen) jumpTo(f certificate.Finding) tea.Cmd {
	if f.Group != "" {
		s.setCurrent(f.Group)
	}
	s.side.toFinding(f)
	if i, ok := s.shelf.pool.Find(f.Unit); ok {
		return s.showPosition(i)
	}
	return nil
}

// listFindings lists findings to jump to; chosen, if any, is called first.
func (s *Screen) listFindings(title string, list []certificate.Finding, chosen func()) tea.Cmd {
	if len(list) == 0 {
		return toast(part.Good, "nothing is wrong with the certificate")
	}
	items := make([]part.Choice, len(list))
	for i, f := range list {
		items[i] = part.Choice{Text: s.clean(f.Text), Detail: s.stops(f)}
	}
	return send(part.ChooseMsg{Title: title, Items: items, Then: func(i int) tea.Cmd {
		if chosen != nil {
			chosen()
		}
		if at := slices.IndexFunc(s.facts.findings, func(f certificate.Finding) bool { return f == list[i] }); at >= 0 {
			s.side.finding = at
		}
		return s.JumpTo(list[i])
	}})
}

// stops says in words what a finding stops.
func (s *Screen) stops(f certificate.Finding) string {
	switch s.severity(f) {
	case certificate.Blocking:
		return "blocks"
	case certificate.Freezing:
		return "stops finishing"
	}
	return "warning"
}
