package runs

import (
	tea "charm.land/bubbletea/v2"

	"suffice/tui/part"
)

// tab is a pane in the bar of tabs.
type tab struct {
	pane pane
	name string
}

func (s *Screen) tabs() []tab {
	all := []tab{{paneList, "1 Experiments"}, {paneRuns, "2 Runs"}, {paneTrace, "3 Trace"}}
	if s.reader.Open() {
		all = append(all, tab{paneUnit, "4 Unit"})
	}
	return all
}

// step moves the focus round the panes there are.
func (s *Screen) step(by int) {
	all := s.tabs()
	for i, t := range all {
		if t.pane == s.focus {
			s.focus = all[(i+by+len(all))%len(all)].pane
			return
		}
	}
	s.focus = paneList
}

// openable reports whether there is something to look closer at.
func (s *Screen) openable() bool {
	switch s.focus {
	case paneList:
		return s.experiment() != nil
	case paneRuns:
		return s.entry() != nil
	case paneTrace:
		return s.unitHere() != "" || s.onCandidates()
	}
	return false
}

// row is the row of the trace under the cursor.
func (s *Screen) row() Row {
	if i := s.trace.list.Cursor; i >= 0 && i < len(s.trace.rows.All) {
		return s.trace.rows.All[i]
	}
	return Row{}
}

func (s *Screen) unitHere() string { return s.row().Unit }

// onCandidates reports whether the cursor stands on the line that folds the
// candidates away.
func (s *Screen) onCandidates() bool { return s.row().Fold }

// down looks closer: at the runs of an experiment, at the trace of a run, at
// the text of a unit.
func (s *Screen) down() tea.Cmd {
	switch s.focus {
	case paneList:
		s.focus = paneRuns
	case paneRuns:
		s.focus = paneTrace
	case paneTrace:
		if s.onCandidates() {
			s.trace.open = !s.trace.open
			s.retell()
			return nil
		}
		return s.readUnit(s.unitHere())
	}
	return nil
}

// up shuts the unit that is read, or goes up a level.
func (s *Screen) up() {
	switch {
	case s.reader.Open():
		s.reader.Shut()
		s.reads++ // one on its way comes too late
		if s.focus == paneUnit {
			s.focus = s.from
		}
	case s.focus > paneList:
		s.focus--
	}
}

func (s *Screen) left() {
	switch {
	case s.focus == paneUnit && s.reader.Sideways(-8):
	case s.focus > paneList:
		s.focus--
	}
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
	at := msg.Mouse()
	if s.form != nil {
		return s.mouseForm(msg)
	}
	p, ok := s.paneAt(at.X, at.Y)
	switch msg := msg.(type) {
	case tea.MouseWheelMsg:
		if ok {
			return s.wheel(p, part.Wheel(msg))
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

func (s *Screen) mouseForm(msg tea.MouseMsg) tea.Cmd {
	f := s.form
	switch msg := msg.(type) {
	case tea.MouseWheelMsg:
		f.list.Scroll(part.Wheel(msg))
	case tea.MouseClickMsg:
		r := s.frame.form
		if i, ok := f.list.At(msg.Y - r.Y); ok && msg.Button == tea.MouseLeft && r.Has(msg.X, msg.Y) {
			f.list.To(i)
			return f.change()
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

func (s *Screen) wheel(p pane, n int) tea.Cmd {
	switch p {
	case paneList:
		s.list.Scroll(n)
		return s.choose()
	case paneRuns:
		s.entries.list.Scroll(n)
		return s.follow()
	case paneTrace:
		s.trace.list.Scroll(n)
	case paneUnit:
		s.reader.Scroll(n)
	}
	return nil
}

// click gives a pane the focus and puts its cursor on the row; a click on the
// row that has the cursor already looks closer.
func (s *Screen) click(p pane, y int) tea.Cmd {
	was := s.focus
	s.focus = p
	list, top := &s.list, s.frame.list.Y
	switch p {
	case paneRuns:
		list, top = &s.entries.list, s.frame.runs.Y
	case paneTrace:
		list, top = &s.trace.list, s.frame.trace.Y
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
	switch {
	case again && s.openable():
		return s.down()
	case p == paneList:
		return s.choose()
	case p == paneRuns:
		return s.follow()
	}
	return nil
}

func (s *Screen) clickTab(x int) {
	for _, t := range s.tabs() {
		if x -= s.env.Width.Of(t.name) + 3; x < 0 {
			s.focus = t.pane
			return
		}
	}
}
