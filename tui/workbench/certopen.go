package workbench

import (
	tea "charm.land/bubbletea/v2"

	"suffice/certificate"
	"suffice/tui/part"
)

// openRow opens or changes what is under the cursor.
func (s *Screen) openRow() (tea.Cmd, bool) {
	row := s.side.row()
	switch row.kind {
	case rowGroup:
		s.setCurrent(row.group)
		return s.ifEdit(s.renameRole), true
	case rowRationale:
		s.setCurrent(row.group)
		return s.ifEdit(s.editRationale), true
	case rowMember, rowQuote, rowOptionalUnit:
		return s.openUnit(row), true
	case rowMore:
		s.unfold(string(row.group))
	case rowBranches:
		s.unfold("branches")
	case rowConfidence:
		return s.ifEdit(s.typeConfidence), true
	case rowScope:
		return s.ifEdit(s.typeScope), true
	case rowRetrieval:
		return s.ifEdit(s.chooseRetrieval), true
	case rowFlag:
		return s.flag(), true
	case rowSkip:
		return s.skip(), true
	case rowNote:
		return s.editNote(), true
	case rowKept:
		if row.at < len(s.now.Mine.Kept) {
			return s.openKept(s.now.Mine.Kept[row.at]), true
		}
	default:
		return nil, false
	}
	return nil, true
}

func (s *Screen) ifEdit(f func() tea.Cmd) tea.Cmd {
	if !s.mayEdit() {
		return toast(part.Quiet, "the certificate cannot be changed now")
	}
	return f()
}

func (s *Screen) unfold(what string) {
	if s.side.open == nil {
		s.side.open = map[string]bool{}
	}
	s.side.open[what] = !s.side.open[what]
	s.side.rebuild(s)
}

// openUnit shows the unit of a member or a quotation, at the quoted lines.
func (s *Screen) openUnit(row certRow) tea.Cmd {
	i, ok := s.shelf.pool.Find(row.unit)
	if !ok {
		return toast(part.Bad, "there is no unit "+s.clean(row.unit)+" in the pool")
	}
	cmd := s.showPosition(i)
	focus := s.focusOn(paneUnit)
	show := s.showUnit()
	s.toQuoted(row)
	return tea.Batch(cmd, focus, show)
}

// toQuoted puts the cursor of the unit on the first line of the quotation of a
// row, where the unit shows that line.
func (s *Screen) toQuoted(row certRow) {
	g, _, ok := s.cert.Group(row.group)
	if !ok || row.kind != rowQuote || row.at >= len(g.Quotations) || s.unit.text == nil {
		return
	}
	if line, ok := s.unit.text.Index(g.Quotations[row.at].LineStart); ok {
		s.unit.list.To(line)
	}
}

// removeRow removes what is under the cursor.
func (s *Screen) removeRow() tea.Cmd {
	row := s.side.row()
	switch row.kind {
	case rowGroup:
		s.setCurrent(row.group)
		return s.removeGroup()
	case rowMember:
		return s.enqueue(&act{what: "drop a unit", edit: func(certificate.Draft) (certificate.Edit, string) {
			return certificate.DropEdit(row.group, row.unit), ""
		}})
	case rowQuote:
		if g, _, ok := s.cert.Group(row.group); ok && row.at < len(g.Quotations) {
			return s.dropQuotation(row.group, g.Quotations[row.at])
		}
	case rowBranch:
		return s.dropBranch(row.at)
	case rowOptionalUnit:
		return s.toggleOptional()
	}
	return nil
}

// dropBranch drops the branch of a row, wherever it stands when its turn comes.
func (s *Screen) dropBranch(at int) tea.Cmd {
	ids := s.cert.Branches[at]
	return s.enqueue(&act{what: "drop a branch", edit: func(d certificate.Draft) (certificate.Edit, string) {
		for k, b := range d.Certificate().Branches {
			if hasBranch([][]string{b}, ids) {
				return certificate.DropBranchEdit(k), ""
			}
		}
		return certificate.Edit{}, "the branch is no longer there"
	}})
}
