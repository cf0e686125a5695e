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
	s.side.toFinding(f, s.before(f))
	row := s.side.row()
	i, ok := s.shelf.pool.Find(f.Unit)
	if !ok {
		return nil
	}
	cmd := s.showPosition(i)
	if row.unit == f.Unit {
		s.toQuoted(row)
	}
	return cmd
}

// before counts the findings of the same kind about the same unit of the same
// group that stand before f, the one jumped to: as many quotations are passed.
func (s *Screen) before(f certificate.Finding) int {
	list, at := s.facts.findings, s.side.finding
	if at < 0 || at >= len(list) || list[at] != f {
		at = slices.Index(list, f)
	}
	n := 0
	for i := range at {
		if x := list[i]; x.Code == f.Code && x.Group == f.Group && x.Unit == f.Unit {
			n++
		}
	}
	return n
}

// quotationFault is the code of the finding on a quotation, empty for one that
// stands where it says.
func (s *Screen) quotationFault(q certificate.Quotation) string {
	i, ok := s.shelf.pool.Find(q.Unit)
	if !ok {
		return certificate.CodeUnknownUnit
	}
	switch found, checkable := certificate.CheckQuotation(q, s.shelf.pool.Units[i]); {
	case found:
		return ""
	case !checkable:
		return certificate.CodeQuotationUnchecked
	}
	return certificate.CodeQuotationNotFound
}

// toFinding puts the cursor on what a finding is about: of several faulty
// quotations of a unit the one that stands behind nth others.
func (p *certPane) toFinding(f certificate.Finding, nth int) {
	for i, r := range p.rows {
		switch {
		case f.Branch > 0 && r.kind == rowBranches:
			p.list.To(i)
			continue
		case f.Branch > 0 && r.kind == rowBranch && r.at == f.Branch-1:
		case f.Unit == "" || r.unit != f.Unit || r.group != f.Group:
			continue
		case r.kind == rowQuote && r.fault == f.Code:
			if nth > 0 && f.Code != certificate.CodeUnknownUnit {
				nth--
				continue
			}
		case r.kind != rowMember || ofQuotation(f):
			continue
		}
		p.list.To(i)
		return
	}
}

// ofQuotation reports whether a finding is about a quotation and not about the
// unit that it is of.
func ofQuotation(f certificate.Finding) bool {
	return f.Code == certificate.CodeQuotationNotFound || f.Code == certificate.CodeQuotationUnchecked
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
