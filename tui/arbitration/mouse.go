package arbitration

import (
	tea "charm.land/bubbletea/v2"

	"suffice/tui/part"
)

// mouse focuses and selects by click and scrolls what is under the pointer.
func (s *Screen) mouse(m tea.MouseMsg) tea.Cmd {
	if !s.loaded || s.reason != nil {
		return nil
	}
	at := m.Mouse()
	p, ok := s.frame.at(at.X, at.Y)
	if ok && p == paneUnit {
		return s.mouseReader(m)
	}
	switch e := m.(type) {
	case tea.MouseWheelMsg:
		if ok {
			s.wheel(p, part.Wheel(e))
		}
	case tea.MouseClickMsg:
		switch {
		case e.Button != tea.MouseLeft:
		case ok:
			return s.click(p, at.Y)
		case s.frame.tabs.Has(at.X, at.Y):
			return s.clickTab(at.X)
		}
	}
	return nil
}

// mouseReader hands the mouse to the reader, in its own coordinates.
func (s *Screen) mouseReader(m tea.MouseMsg) tea.Cmd {
	r := s.frame.rect[paneUnit]
	at := m.Mouse()
	at.X, at.Y = at.X-r.X, at.Y-r.Y
	switch m.(type) {
	case tea.MouseClickMsg:
		s.focus = paneUnit
		return s.reader.Update(tea.MouseClickMsg(at))
	case tea.MouseWheelMsg:
		return s.reader.Update(tea.MouseWheelMsg(at))
	}
	return nil
}

func (s *Screen) wheel(p pane, n int) {
	switch p {
	case paneA, paneB:
		s.lists[s.leading()].Scroll(n)
		s.together()
	case paneDecision:
		s.side.list.Scroll(n)
	case paneWords:
		s.words.list.Scroll(n)
	}
}

// click gives a pane the focus and puts its cursor on the row; a click on the
// row that has the cursor already opens it.
func (s *Screen) click(p pane, y int) tea.Cmd {
	was := s.focus
	s.focusOn(p)
	list := map[pane]*part.List{paneA: &s.lists[0], paneB: &s.lists[1], paneDecision: &s.side.list, paneWords: &s.words.list}[p]
	row, ok := list.At(y - s.frame.rect[p].Inner().Y)
	if !ok {
		return nil
	}
	if was == p && row == list.Cursor {
		cmd, _ := s.openRow()
		return cmd
	}
	switch p {
	case paneA, paneB:
		s.toRow(row)
	case paneDecision:
		list.To(row)
		s.side.skip(1)
	default:
		list.To(row)
	}
	return s.showRow()
}

// clickTab goes to the pane named at a cell of the bar of tabs.
func (s *Screen) clickTab(x int) tea.Cmd {
	for _, t := range s.tabs() {
		w := s.env.Width.Of(t.name) + 3
		if x >= w {
			x -= w
			continue
		}
		if t.pane == paneUnit {
			return s.read(s.reader.Reads())
		}
		s.focusOn(t.pane)
		return s.showRow()
	}
	return nil
}
