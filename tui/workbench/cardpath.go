package workbench

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/tui/part"
)

// cardOpens reports whether the line of the state card under the cursor is a file
// to go to or a step to unfold.
func (s *Screen) cardOpens() bool {
	s.makeCardRows(max(s.frame.inner(paneState).W, 10))
	row := s.card.row()
	return row.path != "" || row.step >= 0 && s.card.tab == tabHistory
}

// openPath unfolds a step, or shows the pool units of a file.
func (s *Screen) openPath() (tea.Cmd, bool) {
	if !s.cardOpens() {
		return nil, false
	}
	row := s.card.row()
	if row.path != "" {
		return s.toFile(row), true
	}
	if s.card.open == nil {
		s.card.open = map[int]bool{}
	}
	s.card.open[row.step] = !s.card.open[row.step]
	s.card.width[tabHistory] = 0
	s.makeCardRows(max(s.frame.inner(paneState).W, 10))
	for i, r := range s.card.rows[tabHistory] {
		if r.kind == cardStep && r.step == row.step {
			s.card.list().To(i)
		}
	}
	return nil, true
}

// toFile filters the pool to the units of a file and goes to the one that
// holds the lines named.
func (s *Screen) toFile(row cardRow) tea.Cmd {
	in := s.shelf.inFile(row.path)
	if len(in) == 0 {
		return toast(part.Quiet, "no unit of "+s.clean(slash(row.path))+" is in the pool")
	}
	file := s.shelf.path[in[0]]
	if strings.ContainsAny(file, " \"") {
		file = `"` + strings.ReplaceAll(file, `"`, "") + `"`
	}
	s.setFilter("path:" + file)
	cmd := s.focusOn(panePool)
	for _, i := range in {
		u := &s.shelf.pool.Units[i]
		if row.from >= 1 && u.LineStart <= row.from && row.from <= u.LineEnd {
			return tea.Batch(cmd, s.showPosition(i))
		}
	}
	s.pool.list.To(0)
	return tea.Batch(cmd, s.showUnit())
}
