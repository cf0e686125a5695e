package sensitivity

import (
	tea "charm.land/bubbletea/v2"

	"suffice/tui/part"
	"suffice/tui/runs"
)

// offers are the methods that can be run.
func (s *Screen) offers() []runs.Offer {
	if s.runs == nil {
		return nil
	}
	return s.runs.Methods()
}

func (s *Screen) focusOn(p pane) { s.focus = p }

// step moves the focus round the panes there are.
func (s *Screen) step(by int) {
	all := s.tabs()
	for i, t := range all {
		if t.pane == s.focus {
			s.focus = all[(i+by+len(all))%len(all)].pane
			return
		}
	}
	s.focus = paneTable
}

// unitHere is the unit that enter reads in the pane in focus; empty when none.
func (s *Screen) unitHere() string {
	switch s.focus {
	case paneDetail:
		s.makeDetail()
		i := s.detail.Cursor
		if s.comparing() {
			if i < len(s.pairs.all) {
				return s.pairs.all[i].unit
			}
		} else if i < len(s.told.All) {
			return s.told.All[i].Unit
		}
	case paneRun:
		if i := s.run.list.Cursor; i < len(s.run.rows.All) {
			return s.run.rows.All[i].Unit
		}
	}
	return ""
}

// onFold reports whether the cursor stands on the line that folds units away.
func (s *Screen) onFold() bool {
	i := s.run.list.Cursor
	return s.focus == paneRun && i < len(s.run.rows.All) && s.run.rows.All[i].Fold
}

// down looks closer: at the method, at what is folded away, at the text of a
// unit.
func (s *Screen) down() tea.Cmd {
	if s.onFold() {
		s.run.whole = !s.run.whole
		s.retell()
		return nil
	}
	if s.focus == paneTable {
		s.focusOn(paneDetail)
		return nil
	}
	return s.read(s.unitHere())
}

// up shuts the unit that is read, or goes back to the methods.
func (s *Screen) up() {
	switch {
	case s.reader.Open():
		s.reader.Shut()
		if s.focus == paneUnit {
			s.focusOn(s.from)
		}
	default:
		s.focusOn(paneTable)
	}
}

func (s *Screen) sideways(n int) {
	if s.focus == paneUnit {
		if !s.reader.Sideways(n) {
			s.focusOn(s.from)
		}
		return
	}
	s.focusOn(paneTable)
}

func (s *Screen) right() tea.Cmd {
	if s.focus == paneUnit {
		s.reader.Sideways(8)
		return nil
	}
	return s.down()
}

// mouse focuses and selects by click and scrolls what is under the pointer.
func (s *Screen) mouse(msg tea.MouseMsg) tea.Cmd {
	if !s.loaded {
		return nil
	}
	at := msg.Mouse()
	p, ok := s.paneAt(at.X, at.Y)
	switch msg := msg.(type) {
	case tea.MouseWheelMsg:
		if ok {
			s.wheel(p, part.Wheel(msg))
		}
	case tea.MouseClickMsg:
		switch {
		case msg.Button != tea.MouseLeft:
		case s.frame.tabs.Has(at.X, at.Y):
			s.clickTab(at.X)
		case ok:
			return s.click(p, at.Y)
		}
	}
	return nil
}

func (s *Screen) paneAt(x, y int) (pane, bool) {
	for _, t := range s.tabs() {
		if r, ok := s.frame.panes[t.pane]; ok && r.Has(x, y) {
			return t.pane, true
		}
	}
	return 0, false
}

func (s *Screen) wheel(p pane, n int) {
	switch p {
	case paneTable:
		s.table.Scroll(n)
		s.choose()
	case paneDetail:
		s.detail.Scroll(n)
	case paneRun:
		s.run.list.Scroll(n)
	case paneUnit:
		s.reader.Scroll(n)
	}
}

// click gives a pane the focus and puts its cursor on the row; a click on the
// row that has the cursor already looks closer.
func (s *Screen) click(p pane, y int) tea.Cmd {
	was := s.focus
	s.focusOn(p)
	list, top := &s.table, s.frame.table.Y
	switch p {
	case paneDetail:
		list, top = &s.detail, s.frame.detail.Y
	case paneRun:
		list, top = &s.run.list, s.frame.run.Y
	case paneUnit:
		s.reader.At(y - s.frame.unit.Y)
		return nil
	}
	row, ok := list.At(y - top)
	if !ok {
		return nil
	}
	again := was == p && row == list.Cursor
	list.To(row)
	if p == paneTable {
		s.choose()
	}
	if again && s.Able(doOpen) {
		return s.down()
	}
	return nil
}

func (s *Screen) clickTab(x int) {
	for _, t := range s.tabs() {
		if x -= s.env.Width.Of(t.name) + 3; x < 0 {
			s.focusOn(t.pane)
			return
		}
	}
}
