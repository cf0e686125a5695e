package reviewing

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"suffice/review"
	"suffice/tui/keys"
	"suffice/tui/part"
)

// The scopes of this screen: base holds beside the workbench, panel where the
// review has the focus, reason while the reason is written.
const (
	scopeBase   keys.Scope = "review"
	scopePanel  keys.Scope = "review.verdict"
	scopeReason keys.Scope = "review.reason"
)

// The actions of this screen.
const (
	actPanel    keys.Action = "review.verdict"
	actSubmit   keys.Action = "review.submit"
	actReopen   keys.Action = "review.reopen"
	actNext     keys.Action = "review.next"
	actSet      keys.Action = "review.set"
	actMore     keys.Action = "review.more"
	actLess     keys.Action = "review.less"
	actReason   keys.Action = "review.reason"
	actClose    keys.Action = "review.close"
	actDone     keys.Action = "review.reason_done"
	actState    keys.Action = "review.to_state"
	actPool     keys.Action = "review.to_pool"
	actCert     keys.Action = "review.to_certificate"
	actUnit     keys.Action = "review.to_unit"
	actUnitDown keys.Action = "review.unit_down"
	actUnitUp   keys.Action = "review.unit_up"

	// Those of the workbench that the panel has, too.
	actFinding  keys.Action = "finding.next"
	actFindings keys.Action = "finding.list"
	actUndo     keys.Action = "edit.undo"
)

// verdictAction is the action that says a verdict.
func verdictAction(v review.Verdict) keys.Action { return keys.Action("review." + string(v)) }

func bind(scope keys.Scope, a keys.Action, short, title string, key ...string) keys.Binding {
	return keys.Binding{Action: a, Scope: scope, Keys: key, Short: short, Title: title}
}

// Bindings are the keys of the review, besides those of the workbench.
func Bindings() []keys.Binding {
	rows := []keys.Binding{
		bind(scopeBase, actPanel, "verdict", "Verdict, confidence, reason and changes", "5", "V"),
		bind(scopeBase, actSubmit, "submit", "Submit the review", "C"),
		bind(scopeBase, actReopen, "take back", "Take the submitted review back to change it", "R"),
		bind(scopeBase, actNext, "next task", "Next task that is still open", "T"),

		bind(scopePanel, actSet, "choose", "Choose or change what is under the cursor", "enter", "space"),
		bind(scopePanel, verdictAction(review.VerdictAccept), "accept", "Accept the certificate as it is", "a"),
		bind(scopePanel, verdictAction(review.VerdictRevise), "revise", "Revise it: my changes", "r"),
		bind(scopePanel, verdictAction(review.VerdictRebuild), "rebuild", "Rebuild it: my certificate instead", "b"),
		bind(scopePanel, verdictAction(review.VerdictUnscorable), "unscorable", "The decision cannot be scored", "x"),
		bind(scopePanel, verdictAction(review.VerdictUncertain), "uncertain", "I cannot tell", "i"),
		bind(scopePanel, actMore, "surer", "More confident", "+", "=", "l", "right"),
		bind(scopePanel, actLess, "less sure", "Less confident", "-", "h", "left"),
		bind(scopePanel, actReason, "reason", "Write the reason", "e"),
		bind(scopePanel, actSubmit, "submit", "Submit the review", "s", "C"),
		bind(scopePanel, actUndo, "undo", "Undo what I said last here", "u"),
		bind(scopePanel, actFinding, "finding", "Jump to the next finding", "!"),
		bind(scopePanel, actFindings, "findings", "List the findings", "L"),
		bind(scopePanel, actClose, "workbench", "Back to the workbench", "esc", "5", "V"),
		bind(scopePanel, actState, "state", "To the state card", "1", "tab"),
		bind(scopePanel, actPool, "pool", "To the pool", "2"),
		bind(scopePanel, actCert, "certificate", "To the certificate", "3", "shift+tab"),
		bind(scopePanel, actUnit, "unit", "To the text of the unit", "4"),
		bind(scopePanel, actUnitDown, "scroll unit", "Scroll the unit down", "J", "shift+down"),
		bind(scopePanel, actUnitUp, "scroll unit", "Scroll the unit up", "K", "shift+up"),

		bind(scopeReason, actDone, "done", "Keep the reason and leave it", "enter", "esc", "ctrl+s"),
	}
	rows = append(rows, part.ListBindings(scopePanel)...)
	return append(rows, part.FieldBindings(scopeReason, true)...)
}

// action is what a named action does, and when it means something.
type action struct {
	do   func() (tea.Cmd, bool)
	able func() bool
}

func done(f func() tea.Cmd) func() (tea.Cmd, bool) {
	return func() (tea.Cmd, bool) { return f(), true }
}

// table binds the actions of this screen to what they do.
func (s *Screen) table() map[keys.Action]action {
	always := func() bool { return true }
	opened := func() bool { return s.opened }
	panel := func() bool { return s.opened && s.panel }
	writing := func() bool { return s.panel && s.writable() }
	t := map[keys.Action]action{
		actPanel:  {done(func() tea.Cmd { s.show(); return nil }), opened},
		actClose:  {done(func() tea.Cmd { s.leave(); return nil }), panel},
		actSubmit: {s.decides(s.submit), s.writable},
		actReopen: {s.decides(s.takeBack), func() bool { return s.isIn() && s.acting == "" }},
		actNext:   {done(func() tea.Cmd { return s.next() }), always},
		actSet:    {done(s.change), panel},
		actMore:   {s.decides(func() tea.Cmd { return s.addConfidence(1) }), writing},
		actLess:   {s.decides(func() tea.Cmd { return s.addConfidence(-1) }), writing},
		actReason: {done(s.writeReason), s.writable},
		actDone:   {done(s.closeReason), func() bool { return s.reason != nil }},
	}
	for _, v := range review.Verdicts() {
		t[verdictAction(v)] = action{s.decides(func() tea.Cmd { return s.setVerdict(v) }), writing}
	}
	for a, to := range map[keys.Action]keys.Action{actState: "focus.state", actPool: "focus.pool", actCert: "focus.certificate", actUnit: "focus.unit"} {
		t[a] = action{func() (tea.Cmd, bool) { s.leave(); return s.bench.Do(to) }, panel}
	}
	t[actUnitDown] = action{func() (tea.Cmd, bool) { return s.bench.Do("unit.down") }, panel}
	t[actUnitUp] = action{func() (tea.Cmd, bool) { return s.bench.Do("unit.up") }, panel}
	return t
}

// moves are those of the panel's list and of the field in it. The workbench has
// actions of the same names: these hold while the panel has the focus.
func (s *Screen) moves() map[keys.Action]action {
	found := func() bool {
		list, ready := s.bench.Findings()
		return s.opened && s.reason == nil && ready && len(list) > 0
	}
	t := map[keys.Action]action{
		actUndo:     {done(s.unsay), func() bool { return s.writable() && s.reason == nil && len(s.before) > 0 }},
		actFinding:  {done(func() tea.Cmd { s.leave(); return s.bench.NextFinding() }), found},
		actFindings: {done(func() tea.Cmd { return s.bench.ListFindings(s.leave) }), found},
	}
	for _, b := range part.ListBindings(scopePanel) {
		t[b.Action] = action{func() (tea.Cmd, bool) { return nil, s.move(b.Action) }, func() bool { return s.reason == nil }}
	}
	for _, b := range part.FieldBindings(scopeReason, true) {
		t[b.Action] = action{func() (tea.Cmd, bool) { return s.editReason(b.Action) }, func() bool { return s.reason != nil }}
	}
	return t
}

// action finds what an action is here; false when it is the workbench's.
func (s *Screen) action(a keys.Action) (action, bool) {
	if act, ok := s.inPanel[a]; ok && s.panel {
		return act, true
	}
	act, ok := s.actions[a]
	return act, ok
}

func (s *Screen) move(a keys.Action) bool {
	if s.moveLacks(a) {
		return true
	}
	before := s.list.Cursor
	ok := s.list.Do(a)
	dir := 1
	if s.list.Cursor < before || a == "list.bottom" {
		dir = -1
	}
	s.skip(dir)
	if s.list.Cursor == before && a == "list.up" {
		s.list.Scroll(-1) // the heading above the first row
	}
	if s.list.Cursor == before && dir > 0 {
		s.enterLacks(0) // what is missing stands below the last row
	}
	return ok
}

func (s *Screen) editReason(a keys.Action) (tea.Cmd, bool) {
	before := s.reason.Value()
	did := s.reason.Do(a)
	if s.reason.Value() == before {
		return nil, did
	}
	return s.reasonChanged(), true
}

// Able reports whether an action means something now.
func (s *Screen) Able(a keys.Action) bool {
	if act, ok := s.action(a); ok {
		return act.able()
	}
	return !s.panel && s.bench.Able(a)
}

// Scopes lists the key scopes in force, innermost first.
func (s *Screen) Scopes() []keys.Scope {
	switch {
	case s.reason != nil:
		return []keys.Scope{scopeReason}
	case s.panel:
		return []keys.Scope{scopePanel, scopeBase}
	case s.bench.Occupied():
		return s.bench.Scopes()
	}
	return append([]keys.Scope{scopeBase}, s.bench.Scopes()...)
}

// Hints are the actions worth the footer now, most useful first.
func (s *Screen) Hints() []keys.Action {
	var list []keys.Action
	switch {
	case !s.opened:
		return nil
	case s.reason != nil:
		list = []keys.Action{actDone, "text.newline"}
	case s.panel && s.isIn():
		list = []keys.Action{actReopen, actNext, actClose}
	case s.panel:
		list = []keys.Action{actSet, actReason, actMore, actSubmit, actFinding, actClose, actNext}
	case s.bench.Occupied():
		return s.bench.Hints()
	case s.isIn():
		list = append([]keys.Action{actReopen, actNext, actPanel}, s.bench.Hints()...)
	default:
		list = append([]keys.Action{actPanel}, s.bench.Hints()...)
	}
	return slices.DeleteFunc(list, func(a keys.Action) bool { return !s.Able(a) })
}

// keyFor is the key of an action of this screen as people write it.
func (s *Screen) keyFor(a keys.Action) string {
	return s.env.Keys.Key([]keys.Scope{scopePanel, scopeBase}, a)
}
