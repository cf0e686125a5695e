package workbench

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"suffice/tui/part"
)

// stepInFile goes to the next or previous unit of the same file.
func (s *Screen) stepInFile(n int) tea.Cmd {
	i, _ := s.unitAt()
	in := s.shelf.file[fileKey(s.shelf.pool.Units[i].Path)]
	k := slices.Index(in, i) + n
	if k < 0 || k >= len(in) {
		return toast(part.Quiet, "no other unit of this file "+[]string{"before", "", "after"}[n+1]+" this one")
	}
	return s.showPosition(in[k])
}

// listNeighbours lists the other units of the file, to jump to.
func (s *Screen) listNeighbours() tea.Cmd {
	i, _ := s.unitAt()
	near := s.shelf.neighbours(i)
	items := make([]part.Choice, len(near))
	for k, n := range near {
		items[k] = part.Choice{Text: s.unitName(n.at), Detail: n.where}
		if m := s.stand[n.at]; len(m.labels) > 0 {
			items[k].Detail = s.clean(m.labels[0]) + " · " + n.where
		}
	}
	return s.open(part.ChooseMsg{Title: "Pool units of this file", Items: items, Then: func(k int) tea.Cmd { return s.showPosition(near[k].at) }})
}
