package workbench

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"suffice/tui/keys"
)

// Scopes lists the key scopes in force, innermost first.
func (s *Screen) Scopes() []keys.Scope {
	switch {
	case s.stale != nil:
		return []keys.Scope{scopeStale}
	case s.field.active():
		return []keys.Scope{scopeField}
	case s.line.active():
		return []keys.Scope{scopeLine}
	}
	return s.paneScopes()
}

// paneScopes are the scopes of the pane in focus.
func (s *Screen) paneScopes() []keys.Scope {
	var list []keys.Scope
	switch s.focus {
	case paneState:
		list = append(list, scopeState)
	case panePool:
		list = append(list, scopePool)
	case paneUnit:
		if s.unit.selecting {
			list = append(list, scopeSelect)
		}
		if len(s.unit.hits) > 0 {
			list = append(list, scopeFound)
		}
		list = append(list, scopeUnit)
	case paneCertificate:
		list = append(list, scopeCertificate)
	}
	if s.now.Outcomes && !s.reading {
		list = append(list, scopeOutcomes)
	}
	return append(list, scopeBase)
}

// Hints are the actions worth the footer that mean something now, most useful first.
func (s *Screen) Hints() []keys.Action {
	return slices.DeleteFunc(s.hints(), func(a keys.Action) bool { return !s.Able(a) })
}

func (s *Screen) hints() []keys.Action {
	switch {
	case s.stale != nil:
		return []keys.Action{staleApply, staleReplace, staleKeep, staleDiscard}
	case s.field.active():
		return []keys.Action{fieldLeave, "text.newline", fieldForget}
	case s.line.active():
		return []keys.Action{lineAccept, lineCancel}
	case s.unit.selecting && s.focus == paneUnit:
		return []keys.Action{quoteLines, lineCancel, "list.down", "list.up"}
	}
	if s.loaded && !s.now.MayEdit {
		return s.readingHints()
	}
	switch s.focus {
	case paneState:
		return []keys.Action{pathOpen, moveRight, focusNext, poolFilter, groupNew, stateNote, stateNext, editUndo}
	case paneUnit:
		first := []keys.Action{unitToggle, selectLines, unitSearch}
		if len(s.unit.hits) > 0 {
			first = append(first, searchNext)
		}
		return append(first, unitNext, unitNear, thresholdUp, goBack, editUndo)
	case paneCertificate:
		return []keys.Action{rowOpen, rowRemove, thresholdUp, weightSet, groupRationale, branchesDerive, groupNew, findingNext, stateOutcomes, editUndo, stateFinish}
	}
	return []keys.Action{unitToggle, groupNew, thresholdUp, weightSet, poolOpen, poolFilter, poolOrder, groupNext, editUndo, findingNext, stateOutcomes}
}

func (s *Screen) readingHints() []keys.Action {
	list := []keys.Action{poolOpen, poolFilter, focusNext, stateNext, stateNote, stateOutcomes}
	if s.mayFinish() {
		list = append([]keys.Action{stateFinish}, list...)
	}
	return list
}

// focusOn gives a pane the focus.
func (s *Screen) focusOn(p pane) tea.Cmd {
	if p != paneUnit {
		s.unit.unselect()
	}
	s.focus, s.reads = p, p
	if p == paneState || p == panePool {
		s.left = p
	}
	return s.showUnit()
}

// cycle goes through the panes in reading order.
func (s *Screen) cycle(n int) tea.Cmd {
	return s.focusOn((s.focus + pane(n) + panes) % panes)
}

// back leaves the innermost thing first: a search, the unit, a filter, marks,
// and in the end, by the app, the screen.
func (s *Screen) back() (tea.Cmd, bool) {
	switch {
	case s.focus == paneUnit && s.unit.query != "":
		s.unit.search(s, "", s.unit.list.Cursor)
	case s.zoom:
		s.zoom = false
	case s.focus == paneUnit:
		return s.focusOn(panePool), true
	case s.loaded && s.pool.filter.source != "":
		return s.clearFilter(), true
	case len(s.marked) > 0:
		s.marked = map[int]bool{}
		s.version++
		s.refilter()
		s.side.rebuild(s)
	case s.focus != panePool:
		return s.focusOn(panePool), true
	default:
		return nil, false
	}
	return nil, true
}

// vertical moves the cursor of the pane in focus.
func (s *Screen) vertical(a keys.Action) (tea.Cmd, bool) {
	switch s.focus {
	case paneState:
		s.makeCardRows(max(s.frame.inner(paneState).W, 10))
		return nil, s.card.list().Do(a)
	case paneUnit:
		return nil, s.unit.list.Do(a)
	case paneCertificate:
		return s.moveCertificate(a)
	}
	ok := s.pool.list.Do(a)
	return s.showUnit(), ok
}

// moveCertificate moves through the certificate; the group under the cursor is
// the current one, the unit under it is shown.
func (s *Screen) moveCertificate(a keys.Action) (tea.Cmd, bool) {
	before := s.side.list.Cursor
	ok := s.side.list.Do(a)
	dir := 1
	if s.side.list.Cursor < before || a == "list.bottom" {
		dir = -1
	}
	s.side.skipBlank(dir)
	s.followCertificate()
	return s.showUnit(), ok
}

func (s *Screen) followCertificate() {
	if k := s.side.row().group; k != "" && k != s.current.key {
		s.current = &groupRef{k}
		s.side.rebuild(s)
	}
}

// sideways goes through the tabs of the state card, or scrolls the unit.
func (s *Screen) sideways(n int) (tea.Cmd, bool) {
	switch s.focus {
	case paneState:
		s.stepTab(n)
		return nil, true
	case paneUnit:
		return nil, s.hasLines() && s.unit.scrollX(s, n*sideStep)
	}
	return nil, false
}

// sideStep is how many cells a key scrolls sideways.
const sideStep = 8
