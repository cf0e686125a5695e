package arbitration

import (
	tea "charm.land/bubbletea/v2"

	"suffice/tui/keys"
	"suffice/tui/part"
	"suffice/tui/workbench"
)

// readerPanes are the parts of the reader by the action that focuses them.
func (s *Screen) readerPanes() map[keys.Action]workbench.Pane {
	return map[keys.Action]workbench.Pane{
		actFocusUnit: workbench.ReadUnit, actFocusState: workbench.ReadState, actFocusPool: workbench.ReadPool,
	}
}

// focusOn gives a pane the focus.
func (s *Screen) focusOn(p pane) {
	if p != paneUnit && s.reader != nil {
		s.reader.Blur()
	}
	s.focus = p
}

// read gives a part of the reader the focus.
func (s *Screen) read(p workbench.Pane) tea.Cmd {
	s.focusOn(paneUnit)
	return s.reader.Focus(p)
}

// cycle goes through the panes in reading order.
func (s *Screen) cycle(n int) tea.Cmd {
	order := []pane{paneA, paneB, paneDecision, paneUnit, paneWords}
	at := 0
	for i, p := range order {
		if p == s.focus {
			at = i
		}
	}
	next := order[(at+n+len(order))%len(order)]
	if next == paneUnit {
		return s.read(workbench.ReadUnit)
	}
	s.focusOn(next)
	return s.showRow()
}

// sideways goes from A to B and back, or scrolls the unit.
func (s *Screen) sideways(to pane) (tea.Cmd, bool) {
	switch s.focus {
	case paneA, paneB:
		s.focusOn(to)
		return s.showRow(), true
	case paneUnit:
		return s.reader.Do(map[pane]keys.Action{paneA: "move.left", paneB: "move.right"}[to])
	}
	return nil, false
}

// vertical moves the cursor of the pane in focus.
func (s *Screen) vertical(a keys.Action) (tea.Cmd, bool) {
	switch s.focus {
	case paneA, paneB:
		list := &s.lists[s.leading()]
		before := list.Cursor
		list.Do(a)
		dir := 1
		if list.Cursor < before || a == "list.bottom" {
			dir = -1
		}
		s.toward(list.Cursor, dir)
	case paneDecision:
		before := s.side.list.Cursor
		s.side.list.Do(a)
		dir := 1
		if s.side.list.Cursor < before || a == "list.bottom" {
			dir = -1
		}
		s.side.skip(dir)
	case paneWords:
		s.words.list.Do(a)
	}
	return s.showRow(), true
}

// showRow shows the unit that the cursor is on.
func (s *Screen) showRow() tea.Cmd {
	var h half
	switch s.focus {
	case paneA, paneB:
		row := s.here()
		h = row.half[s.focus]
		if h.unit == "" {
			h = row.half[1-s.focus]
		}
		if row.kind == rowPair {
			h.unit = s.telling(row.pair)
		}
	case paneDecision:
		h = s.side.here().half
	case paneWords:
		if i := s.words.list.Cursor; i < len(s.words.rows) {
			h.unit = s.words.rows[i].unit
		}
	}
	return s.showUnit(h.unit, h.line)
}

// telling is the unit of a pair that tells most: one that only one side
// accepts, or the first.
func (s *Screen) telling(pair int) string {
	p := s.pair(pair)
	for _, list := range [][]string{p.OnlyB, p.OnlyA, p.Both} {
		if len(list) > 0 {
			return list[0]
		}
	}
	return ""
}

// showUnit shows a unit, at a line where there is one to go to.
func (s *Screen) showUnit(id string, line int) tea.Cmd {
	if id == "" || s.reader == nil {
		return nil
	}
	if line > 0 {
		cmd, _ := s.reader.ShowLine(id, line)
		return cmd
	}
	cmd, _ := s.reader.Show(id)
	return cmd
}

// openRow unfolds a pair, reads the unit, or changes what is under the cursor.
func (s *Screen) openRow() (tea.Cmd, bool) {
	switch s.focus {
	case paneA, paneB:
		row := s.here()
		switch row.kind {
		case rowPair, rowMore:
			s.open[row.pair] = !s.open[row.pair]
			s.rebuildPairs()
			return nil, true
		case rowUnit, rowQuote, rowBranch:
			return s.readHere(), true
		}
	case paneWords:
		return s.readHere(), true
	case paneDecision:
		return s.openSide()
	}
	return nil, false
}

// readHere shows the unit under the cursor and gives it the focus.
func (s *Screen) readHere() tea.Cmd {
	cmd := s.showRow()
	return tea.Batch(cmd, s.read(workbench.ReadUnit))
}

// openSide changes what is under the cursor of the decision.
func (s *Screen) openSide() (tea.Cmd, bool) {
	row := s.side.here()
	if row.kind == sidePair {
		for i, r := range s.rows {
			if r.pair == row.pair && (r.kind == rowPair || r.kind == rowRest) {
				s.focusOn(paneA)
				s.toRow(i)
				return s.showRow(), true
			}
		}
		return nil, false
	}
	if row.kind == sideUnit {
		return s.readHere(), true
	}
	a, ok := map[sideKind]keys.Action{sideWhole: actWhole, sideReason: actReason, sideCauses: actCauses}[row.kind]
	if !ok || !s.Able(a) {
		return nil, false
	}
	return s.actions[a].do()
}

// looks is how many units the counterexamples have together.
func (s *Screen) looks() int {
	return len(s.now.Agreement.AOnly.Units) + len(s.now.Agreement.BOnly.Units)
}

// nextLook puts the cursor on the next unit of the counterexamples and shows it.
func (s *Screen) nextLook() tea.Cmd {
	rows, n := s.words.rows, len(s.words.rows)
	from := s.words.list.Cursor
	if s.focus != paneWords {
		if shown := s.reader.Shown(); from >= n || rows[from].unit != shown {
			from = -1
		}
	}
	for k := 1; k <= n; k++ {
		i := (from + k) % n
		if rows[i].unit != "" {
			s.words.list.To(i)
			return s.showUnit(rows[i].unit, 0)
		}
	}
	return nil
}

// back leaves the innermost thing, and in the end, by the app, the screen.
func (s *Screen) back() (tea.Cmd, bool) {
	if s.focus == paneUnit {
		if cmd, ok := s.reader.Back(); ok {
			return cmd, true
		}
	}
	switch {
	case s.zoom:
		s.zoom = false
	case s.focus != paneA && s.focus != paneB:
		s.focusOn(paneA)
	default:
		return nil, false
	}
	return nil, true
}

// next opens the next task, after asking where something would be lost.
func (s *Screen) next() tea.Cmd {
	then := part.NextOpen(s.env, s.state)
	if what := s.Unsaved(); what != "" {
		return send(part.ConfirmMsg{Question: "Leave all the same? " + what, Then: then})
	}
	return then
}
