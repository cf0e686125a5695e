package queue

import (
	tea "charm.land/bubbletea/v2"

	"suffice/tui/keys"
	"suffice/tui/part"
)

// Scope is the queue; filterScope holds while its filter is typed. The other
// four hold where there is something to claim or to oversee, where outcomes
// may be open, and where methods can be run, so that nobody else finds their
// keys in the help.
const (
	Scope        keys.Scope = "queue"
	filterScope  keys.Scope = "queue.filter"
	claimScope   keys.Scope = "claims.queue"
	overseeScope keys.Scope = "oversight.queue"
	outcomeScope keys.Scope = "outcomes.queue"
	runsScope    keys.Scope = "runs.queue"
)

// Bindings are the keys of the queue.
func Bindings() []keys.Binding {
	b := []keys.Binding{
		{Action: "queue.open", Scope: Scope, Keys: []string{"enter", "l", "right"}, Short: "open", Title: "Open this state"},
		{Action: "queue.next", Scope: Scope, Keys: []string{"n"}, Short: "next open", Title: "Next state that is still open"},
		{Action: "queue.previous", Scope: Scope, Keys: []string{"N"}, Short: "previous open", Title: "Previous state that is still open"},
		{Action: "queue.filter", Scope: Scope, Keys: []string{"/"}, Short: "filter", Title: "Filter as you type"},
		{Action: "queue.clear", Scope: Scope, Keys: []string{"esc"}, Short: "all", Title: "Show all states again"},
		{Action: "queue.sort", Scope: Scope, Keys: []string{"s"}, Short: "sort", Title: "Next way to sort"},
		{Action: "queue.sortby", Scope: Scope, Keys: []string{"S"}, Short: "sort by", Title: "Choose how to sort"},
		{Action: "queue.flag", Scope: Scope, Keys: []string{"f"}, Short: "flag", Title: "Flag with a reason, or take it away"},
		{Action: "queue.skip", Scope: Scope, Keys: []string{"x"}, Short: "skip", Title: "Skip with a reason, or put it back"},
		{Action: "queue.undo", Scope: Scope, Keys: []string{"u"}, Short: "undo", Title: "Undo my latest act"},
		{Action: "queue.release", Scope: claimScope, Keys: []string{"R"}, Short: "give back", Title: "Give an open review or arbitration back"},
		{Action: "queue.ledger", Scope: Scope, Keys: []string{"L"}, Short: "ledger", Title: "Ledger of this state"},
		{Action: "queue.project", Scope: Scope, Keys: []string{"P"}, Short: "all events", Title: "Ledger of the whole project"},
		{Action: "queue.agreement", Scope: overseeScope, Keys: []string{"A"}, Short: "agreement", Title: "Agreement: how far reviewers and auditors agree"},
		{Action: "queue.sensitivity", Scope: outcomeScope, Keys: []string{"O"}, Short: "sensitivity", Title: "How methods fare on this state"},
		{Action: "queue.runs", Scope: runsScope, Keys: []string{"X"}, Short: "runs", Title: "Experiments and their runs"},

		{Action: "filter.keep", Scope: filterScope, Keys: []string{"enter"}, Short: "keep", Title: "Keep the filter"},
		{Action: "filter.clear", Scope: filterScope, Keys: []string{"esc"}, Short: "clear", Title: "Clear the filter"},
		{Action: "list.up", Scope: filterScope, Keys: []string{"up", "ctrl+p"}, Short: "up", Title: "Up"},
		{Action: "list.down", Scope: filterScope, Keys: []string{"down", "ctrl+n"}, Short: "down", Title: "Down"},
		{Action: "list.pageup", Scope: filterScope, Keys: []string{"pgup"}, Title: "Page up"},
		{Action: "list.pagedown", Scope: filterScope, Keys: []string{"pgdown"}, Title: "Page down"},
	}
	b = append(b, part.ListBindings(Scope)...)
	return append(b, part.FieldBindings(filterScope, false)...)
}

// Do performs an action.
func (s *Screen) Do(a keys.Action) (tea.Cmd, bool) {
	if !s.Able(a) {
		return nil, false
	}
	if s.list.Do(a) {
		return s.look(), true
	}
	switch a {
	case "queue.open":
		return s.openRow(), true
	case "queue.next":
		return s.jump(1), true
	case "queue.previous":
		return s.jump(-1), true
	case "queue.filter":
		s.filtering = true
	case "filter.keep":
		s.filtering = false
	case "queue.clear", "filter.clear":
		s.filtering = false
		s.filter.Set("")
		s.narrow()
	case "queue.sort":
		s.sortBy(s.nextOrder())
	case "queue.sortby":
		return s.chooseOrder(), true
	case "queue.flag":
		return s.flag(), true
	case "queue.skip":
		return s.skip(), true
	case "queue.undo":
		return s.undo(), true
	case "queue.release":
		return s.release(), true
	case "queue.agreement":
		s.opens = part.OpenAgreementMsg{}
		return nil, true
	case "queue.sensitivity":
		s.opens = part.OpenSensitivityMsg{State: s.row().State}
		return nil, true
	case "queue.runs":
		s.opens = part.OpenRunsMsg{}
		return nil, true
	case "queue.ledger":
		s.opens = part.OpenLedgerMsg{State: s.row().State}
		return nil, true
	case "queue.project":
		s.opens = part.OpenLedgerMsg{}
		return nil, true
	default:
		return s.edit(a)
	}
	return s.look(), true
}

// edit is an action of the filter's field.
func (s *Screen) edit(a keys.Action) (tea.Cmd, bool) {
	before := s.filter.Value()
	if !s.filtering || !s.filter.Do(a) {
		return nil, false
	}
	if s.filter.Value() != before {
		s.narrow()
	}
	return s.look(), true
}

// Able reports whether an action can be done now.
func (s *Screen) Able(a keys.Action) bool {
	switch a {
	case "queue.open":
		return s.row() != nil
	case "queue.ledger":
		return s.row() != nil && !s.row().Claimable
	case "queue.flag", "queue.skip":
		return s.mine()
	case "queue.undo":
		return len(s.done) > 0 || s.mine()
	case "queue.release":
		return s.releasable()
	case "queue.agreement":
		return s.oversees()
	case "queue.sensitivity":
		return s.mine() && s.env.Desk.SeesOutcomes()
	case "queue.runs":
		return s.env.Runs && s.env.Desk.SeesOutcomes()
	case "queue.next", "queue.previous":
		return s.tally.open > 0
	case "queue.clear":
		return !s.query.Empty()
	case "queue.sort", "queue.sortby", "queue.filter":
		return len(s.all) > 0
	}
	return true
}

// mine reports whether the person can do anything to the state under the cursor
// as it is.
func (s *Screen) mine() bool {
	r := s.row()
	return r != nil && !r.Claimable && !r.left
}

// Why says why an action means nothing now.
func (s *Screen) Why(a keys.Action) string {
	r := s.row()
	switch {
	case r != nil && r.left && (a == "queue.flag" || a == "queue.skip" || a == "queue.undo" || a == "queue.sensitivity"):
		return "This state has closed: what you did there can be read, and no longer changed."
	case r != nil && r.Claimable && (a == "queue.flag" || a == "queue.skip" || a == "queue.ledger" || a == "queue.undo"):
		return "This " + part.TaskNoun(r.Task) + " is nobody's yet: " + s.env.Keys.Key([]keys.Scope{Scope}, "queue.open") + " claims it."
	case a == "queue.release" && r != nil && r.Submitted:
		return "It is submitted: what is handed in cannot be given back."
	case a == "queue.release":
		return "Only an open review or arbitration of yours can be given back."
	case a == "queue.next", a == "queue.previous":
		return "No state is open here."
	}
	return ""
}

// Hints are the actions for the footer.
func (s *Screen) Hints() []keys.Action {
	if s.filtering {
		return []keys.Action{"filter.keep", "filter.clear", "list.up", "list.down"}
	}
	all := []keys.Action{"queue.open", "queue.next", "queue.filter", "queue.clear", "queue.sort", "queue.flag", "queue.skip", "queue.undo", "queue.release", "queue.agreement", "queue.sensitivity", "queue.runs", "queue.ledger", "queue.project"}
	var out []keys.Action
	for _, a := range all {
		if s.Able(a) {
			out = append(out, a)
		}
	}
	return out
}

func send(msg tea.Msg) tea.Cmd { return func() tea.Msg { return msg } }
