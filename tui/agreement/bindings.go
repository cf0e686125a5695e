package agreement

import (
	tea "charm.land/bubbletea/v2"

	"suffice/review"
	"suffice/tui/keys"
	"suffice/tui/part"
)

// Scope is the screen; tableScope holds while the cross table has the focus.
const (
	Scope      keys.Scope = "agreement"
	tableScope keys.Scope = "agreement.table"
)

// Bindings are the keys of the screen.
func Bindings() []keys.Binding {
	b := []keys.Binding{
		{Action: "agreement.open", Scope: Scope, Keys: []string{"enter", "l", "right"}, Short: "drill down", Title: "Go down: the table, the states behind its cell, the state"},
		{Action: "agreement.up", Scope: Scope, Keys: []string{"esc", "h", "left"}, Short: "up", Title: "Go up again"},
		{Action: "agreement.next", Scope: Scope, Keys: []string{"tab"}, Short: "next pane", Title: "Next pane: fields, table, figures, states"},
		{Action: "agreement.previous", Scope: Scope, Keys: []string{"shift+tab"}, Short: "previous pane", Title: "Previous pane"},
		{Action: phaseAction(review.FirstReviews), Scope: Scope, Keys: []string{"1"}, Short: "first", Title: "The reviews as they were first submitted"},
		{Action: phaseAction(review.LatestReviews), Scope: Scope, Keys: []string{"2"}, Short: "latest", Title: "The reviews as they stand now"},
		{Action: phaseAction(review.AuditJudged), Scope: Scope, Keys: []string{"3"}, Short: "audit", Title: "The audit"},
		{Action: "agreement.apart", Scope: Scope, Keys: []string{"n"}, Short: "next difference", Title: "Next cell in which the two differ"},
		{Action: "agreement.draws", Scope: Scope, Keys: []string{"d"}, Short: "draws", Title: "Choose how many bootstrap draws"},
		{Action: "agreement.stop", Scope: Scope, Keys: []string{"x"}, Short: "stop", Title: "Stop the reckoning"},

		{Action: "agreement.left", Scope: tableScope, Keys: []string{"h", "left"}, Title: "Cell to the left"},
		{Action: "agreement.right", Scope: tableScope, Keys: []string{"l", "right"}, Title: "Cell to the right"},
	}
	return append(b, part.ListBindings(Scope)...)
}

func phaseAction(p review.AgreementPhase) keys.Action { return keys.Action("agreement." + string(p)) }

// Do performs an action.
func (s *Screen) Do(a keys.Action) (tea.Cmd, bool) {
	if !s.Able(a) {
		return nil, false
	}
	for _, p := range review.AgreementPhases() {
		if a == phaseAction(p) {
			s.turnTo(p)
			return s.start(), true
		}
	}
	switch a {
	case "agreement.open":
		return s.down(), true
	case "agreement.up":
		s.focus = s.above()
	case "agreement.next":
		s.focus = (s.focus + 1) % panes
	case "agreement.previous":
		s.focus = (s.focus + panes - 1) % panes
	case "agreement.apart":
		s.nextApart()
	case "agreement.draws":
		return s.chooseDraws(), true
	case "agreement.stop":
		s.run.stop()
		s.drawn++ // what was not reckoned shows it
	case "agreement.left":
		s.moveCell(0, -1)
	case "agreement.right":
		s.moveCell(0, 1)
	default:
		return nil, s.move(a)
	}
	return nil, true
}

// move moves the cursor of the pane in focus.
func (s *Screen) move(a keys.Action) bool {
	switch s.focus {
	case paneFields:
		before := s.list.Cursor
		ok := s.list.Do(a)
		if s.list.Cursor != before {
			s.table, s.shown = s.table.fresh(), ""
		}
		return ok
	case paneTable:
		return s.moveTable(a)
	case paneFigures:
		return s.figures.Do(a)
	}
	return s.items.Do(a)
}

// down goes from a field to its table, from a cell to its items, from an item
// or an exclusion to the state.
func (s *Screen) down() tea.Cmd {
	switch s.focus {
	case paneFields:
		s.focus = paneTable
	case paneTable:
		s.focus = paneItems
	case paneFigures:
		return send(part.OpenStateMsg{State: s.excluded().State})
	case paneItems:
		return send(part.OpenStateMsg{State: s.behind[s.items.Cursor].State})
	}
	return nil
}

func (s *Screen) above() pane {
	if s.focus == paneItems {
		return paneTable
	}
	return paneFields
}

// Able reports whether an action can be done now.
func (s *Screen) Able(a keys.Action) bool {
	g, ok := s.now()
	shared := ok && g.Items > 0
	switch a {
	case "agreement.open":
		switch s.focus {
		case paneFields:
			return shared
		case paneTable:
			return len(s.behind) > 0
		case paneFigures:
			return s.excluded().State != ""
		}
		return s.items.Cursor < len(s.behind)
	case "agreement.up":
		return s.focus != paneFields
	case "agreement.apart":
		return ok && differ(g)
	case "agreement.left", "agreement.right":
		return s.focus == paneTable && s.grid() && shared
	case "agreement.draws":
		return s.failed == ""
	case "agreement.stop":
		return s.run.busy()
	}
	return true
}

// Why says why an action means nothing now.
func (s *Screen) Why(a keys.Action) string {
	g, ok := s.now()
	switch {
	case s.failed != "", !ok:
		return ""
	case a == "agreement.apart":
		return "The two differ nowhere in this field."
	case a == "agreement.open" && g.Items == 0:
		return "There is no table: " + g.Raw.Reason + "."
	case a == "agreement.open" && s.focus == paneTable:
		return "Nothing is behind this cell."
	case a == "agreement.open" && s.focus == paneFigures:
		return "Only the exclusions at the end open a state."
	}
	return ""
}

// Hints are the actions worth the footer now.
func (s *Screen) Hints() []keys.Action {
	var out []keys.Action
	all := []keys.Action{"agreement.open", "agreement.apart", "agreement.next", "agreement.up", phaseAction(review.FirstReviews), phaseAction(review.LatestReviews), phaseAction(review.AuditJudged), "agreement.stop", "agreement.draws", "app.back"}
	for _, a := range all {
		if s.failed != "" && (a == "agreement.next" || a == "agreement.up") {
			continue // there are no panes
		}
		if a == "app.back" || s.Able(a) {
			out = append(out, a)
		}
	}
	return out
}

// keyFor is the key of an action as people write it.
func (s *Screen) keyFor(a keys.Action) string { return s.env.Keys.Key([]keys.Scope{Scope}, a) }
