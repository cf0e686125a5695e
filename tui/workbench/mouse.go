package workbench

import (
	tea "charm.land/bubbletea/v2"

	"suffice/tui/part"
)

// wheelStep is how many rows a notch of the wheel scrolls.
const wheelStep = 3

// mouse focuses and selects by click and scrolls what is under the pointer.
func (s *Screen) mouse(m tea.MouseMsg) tea.Cmd {
	if !s.loaded || s.Typing() || s.stale != nil {
		return nil
	}
	at := m.Mouse()
	p, ok := s.frame.at(at.X, at.Y)
	switch e := m.(type) {
	case tea.MouseWheelMsg:
		if ok {
			s.wheel(p, e.Button)
		}
	case tea.MouseClickMsg:
		if e.Button != tea.MouseLeft {
			return nil
		}
		if ok {
			return s.click(p, at.X, at.Y)
		}
		if at.Y == 0 {
			return s.clickTab(at.X)
		}
	}
	return nil
}

func (s *Screen) wheel(p pane, b tea.MouseButton) {
	switch b {
	case tea.MouseWheelUp:
		s.listOf(p).Scroll(-wheelStep)
	case tea.MouseWheelDown:
		s.listOf(p).Scroll(wheelStep)
	case tea.MouseWheelLeft, tea.MouseWheelRight:
		if p == paneUnit && s.hasLines() {
			s.unit.scrollX(s, map[tea.MouseButton]int{tea.MouseWheelLeft: -sideStep, tea.MouseWheelRight: sideStep}[b])
		}
	}
}

func (s *Screen) listOf(p pane) *part.List {
	switch p {
	case paneState:
		return s.card.list()
	case panePool:
		return &s.pool.list
	case paneUnit:
		return &s.unit.list
	}
	return &s.side.list
}

// click gives a pane the focus and puts its cursor on the row; a click on the
// row that has the cursor already opens it.
func (s *Screen) click(p pane, x, y int) tea.Cmd {
	was := s.focus
	in := s.frame.inner(p)
	cmd := s.focusOn(p)
	if p == paneState && y == in.Y {
		s.clickCardTab(x - in.X)
		return cmd
	}
	list := s.listOf(p)
	row, ok := list.At(y - in.Y - s.frame.skip[p])
	if !ok {
		return cmd
	}
	again := was == p && row == list.Cursor
	list.To(row)
	switch p {
	case paneState:
		if again {
			open, _ := s.openPath()
			return tea.Batch(cmd, open)
		}
	case paneCertificate:
		s.side.skipBlank(1)
		s.followCertificate()
	}
	return tea.Batch(cmd, s.showUnit())
}

// clickCardTab goes to the tab of the state card at a cell.
func (s *Screen) clickCardTab(x int) {
	names := s.tabNames()
	gap := 1
	total := 0
	for _, n := range names {
		total += s.env.Width.Of(n) + 1
	}
	if total-1+2+2*len(names) <= s.frame.inner(paneState).W {
		gap = 2
	}
	for t, n := range names {
		x -= gap
		if w := s.env.Width.Of(n); x < w {
			s.card.tab = tab(t)
			return
		} else {
			x -= w
		}
	}
}

// clickTab goes to the pane named at a cell of the tab bar.
func (s *Screen) clickTab(x int) tea.Cmd {
	for _, t := range []struct {
		pane  pane
		width int
	}{{paneState, 10}, {panePool, 9}, {paneCertificate, 16}, {paneUnit, 9}} {
		if x < t.width {
			return s.focusOn(t.pane)
		}
		x -= t.width
	}
	return nil
}
