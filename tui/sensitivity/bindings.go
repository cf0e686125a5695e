package sensitivity

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"suffice/review"
	"suffice/scorer/methods/complement"
	"suffice/tui/keys"
	"suffice/tui/part"
	"suffice/tui/runs"
)

// The scopes of the screen: runScope holds where methods can be run, lockScope
// for who may lock predictions, so that nobody else finds their keys in the help.
const (
	Scope     keys.Scope = "sensitivity"
	runScope  keys.Scope = "run.sensitivity"
	lockScope keys.Scope = "oversight.sensitivity"
)

// The actions of the screen.
const (
	doOpen     keys.Action = "sensitivity.open"
	doUp       keys.Action = "sensitivity.up"
	doNext     keys.Action = "sensitivity.next"
	doPrevious keys.Action = "sensitivity.previous"
	doTable    keys.Action = "sensitivity.methods"
	doDetail   keys.Action = "sensitivity.method"
	doRunPane  keys.Action = "sensitivity.story"
	doUnit     keys.Action = "sensitivity.unit"
	doBase     keys.Action = "sensitivity.baseline"
	doCutoffs  keys.Action = "sensitivity.cutoffs"
	doFlip     keys.Action = "sensitivity.flip"
	doCompare  keys.Action = "sensitivity.compare"
	doSwap     keys.Action = "sensitivity.swap"
	doState    keys.Action = "sensitivity.state"
	doLeft     keys.Action = "sensitivity.left"
	doRight    keys.Action = "sensitivity.right"
	doRun      keys.Action = "sensitivity.run"
	doAgain    keys.Action = "sensitivity.again"
	doCancel   keys.Action = "sensitivity.cancel"
	doRuns     keys.Action = "sensitivity.runs"
	doLock     keys.Action = "sensitivity.lock"
)

// Bindings are the keys of the screen.
func Bindings() []keys.Binding {
	b := []keys.Binding{
		{Action: doRun, Scope: runScope, Keys: []string{"r"}, Short: "run", Title: "Run a method on this state"},
		{Action: doAgain, Scope: runScope, Keys: []string{"R"}, Short: "run again", Title: "Run the method once more, although it is recorded"},
		{Action: doCancel, Scope: runScope, Keys: []string{"x"}, Short: "cancel", Title: "Cancel the run"},
		{Action: doRuns, Scope: runScope, Keys: []string{"X"}, Short: "runs", Title: "Experiments and their runs"},
		{Action: doOpen, Scope: Scope, Keys: []string{"enter"}, Short: "look closer", Title: "Look closer: the method, the text of a unit"},
		{Action: doUp, Scope: Scope, Keys: []string{"esc"}, Short: "up", Title: "Shut the unit, or back to the methods"},
		{Action: doBase, Scope: Scope, Keys: []string{"b"}, Short: "baseline", Title: "Choose the version it is held against"},
		{Action: doCutoffs, Scope: Scope, Keys: []string{"c"}, Short: "cutoffs", Title: "Cutoffs 5, 8, 16 or those of the prefix curves"},
		{Action: doFlip, Scope: Scope, Keys: []string{"n"}, Short: "next flip", Title: "Next method whose outcome flips"},
		{Action: doCompare, Scope: Scope, Keys: []string{"m"}, Short: "compare", Title: "Compare the method with another one, or end that"},
		{Action: doSwap, Scope: Scope, Keys: []string{"s"}, Short: "swap", Title: "Swap the two methods compared"},
		{Action: doState, Scope: Scope, Keys: []string{"o"}, Short: "open state", Title: "Open the state to work on it"},
		{Action: doLock, Scope: lockScope, Keys: []string{"L"}, Short: "lock", Title: "Lock a prediction set, so that it counts"},
		{Action: doNext, Scope: Scope, Keys: []string{"tab"}, Short: "next pane", Title: "Next pane: methods, method, run, unit"},
		{Action: doPrevious, Scope: Scope, Keys: []string{"shift+tab"}, Short: "previous pane", Title: "Previous pane"},
		{Action: doTable, Scope: Scope, Keys: []string{"1"}, Short: "methods", Title: "To the methods"},
		{Action: doDetail, Scope: Scope, Keys: []string{"2"}, Short: "method", Title: "To the method under the cursor"},
		{Action: doRunPane, Scope: Scope, Keys: []string{"3"}, Short: "run", Title: "To the run on this state"},
		{Action: doUnit, Scope: Scope, Keys: []string{"4"}, Short: "unit", Title: "To the unit that is read"},
		{Action: doLeft, Scope: Scope, Keys: []string{"h", "left"}, Short: "left", Title: "Up a level, or scroll the unit to the left"},
		{Action: doRight, Scope: Scope, Keys: []string{"l", "right"}, Short: "right", Title: "Look closer, or scroll the unit to the right"},
	}
	return append(b, part.ListBindings(Scope)...)
}

// Do performs an action.
func (s *Screen) Do(a keys.Action) (tea.Cmd, bool) {
	if !s.Able(a) {
		return nil, false
	}
	switch a {
	case doOpen:
		return s.down(), true
	case doUp:
		s.up()
	case doNext:
		s.step(1)
	case doPrevious:
		s.step(-1)
	case doTable:
		s.focusOn(paneTable)
	case doDetail:
		s.focusOn(paneDetail)
	case doRunPane:
		s.focusOn(paneRun)
	case doUnit:
		if s.focus != paneUnit {
			s.from = s.focus
		}
		s.focusOn(paneUnit)
	case doLeft:
		s.sideways(-8)
	case doRight:
		return s.right(), true
	default:
		return s.act(a)
	}
	return nil, true
}

// act performs what is no move between panes.
func (s *Screen) act(a keys.Action) (tea.Cmd, bool) {
	switch a {
	case doBase:
		return s.chooseBase(), true
	case doCutoffs:
		s.curve = !s.curve
		s.forget()
	case doFlip:
		s.nextFlip()
	case doCompare:
		return s.chooseOther(), true
	case doSwap:
		s.swap()
	case doState:
		s.opens = part.OpenStateMsg{State: s.state}
	case doRuns:
		s.opens = part.OpenRunsMsg{}
	case doRun:
		return s.chooseMethod(), true
	case doAgain:
		return s.start(s.run.ask.Method, s.run.ask.Controller, true), true
	case doCancel:
		return s.cancelRun(), true
	case doLock:
		return s.readSets(), true
	default:
		return nil, s.move(a)
	}
	return nil, true
}

// move moves the cursor of the pane in focus.
func (s *Screen) move(a keys.Action) bool {
	switch s.focus {
	case paneTable:
		ok := s.table.Do(a)
		s.choose()
		return ok
	case paneDetail:
		return s.detail.Do(a)
	case paneRun:
		return s.run.list.Do(a)
	}
	return s.reader.Do(a)
}

// Able reports whether an action can be done now.
func (s *Screen) Able(a keys.Action) bool {
	if !s.loaded {
		return false
	}
	switch a {
	case doOpen:
		return s.focus == paneTable && s.line() != nil || s.unitHere() != "" || s.onFold()
	case doUp:
		return s.focus != paneTable || s.reader.Open()
	case doLeft:
		return s.focus != paneTable
	case doRight:
		return s.focus == paneUnit || s.Able(doOpen)
	case doUnit:
		return s.reader.Open()
	case doBase:
		return len(s.now.Baselines) > 1
	case doFlip:
		return s.anyFlip()
	case doCompare:
		return len(s.pic.lines) > 1
	case doSwap:
		return s.comparing()
	case doAgain:
		return !s.run.busy && s.run.ask.Method != ""
	case doRun:
		return !s.run.busy && s.runs != nil && len(s.runs.Methods()) > 0
	case doCancel:
		return s.run.busy
	}
	return true
}

// Why says why an action means nothing now.
func (s *Screen) Why(a keys.Action) string {
	switch {
	case !s.loaded:
		return s.failed
	case a == doUnit:
		return "No unit is read: " + s.keyFor(doOpen) + " on one of a method or a run opens it."
	case a == doBase:
		return "There is no other version to hold it against: it was neither finished nor reviewed yet."
	case a == doFlip:
		return "No outcome flips at these cutoffs."
	case a == doCompare && len(s.pic.lines) == 0:
		return "There is no ranking of this state yet."
	case a == doCompare:
		return "There is only one ranking of this state."
	case a == doSwap:
		return "Nothing is compared: " + s.keyFor(doCompare) + " chooses another method."
	case a == doRun && s.run.busy:
		return s.run.ask.Method + " is still running; " + s.keyFor(doCancel) + " cancels it."
	case a == doAgain && !s.run.busy:
		return "Nothing was run here yet: " + s.keyFor(doRun) + " runs a method."
	}
	return ""
}

// Hints are the actions worth the footer now.
func (s *Screen) Hints() []keys.Action {
	var out []keys.Action
	for _, a := range []keys.Action{doOpen, doCancel, doRun, doFlip, doCompare, doUp, doBase, doCutoffs, doSwap, doNext, doLock, doRuns, doState, "app.back"} {
		if a == "app.back" || s.Able(a) {
			out = append(out, a)
		}
	}
	return out
}

// keyFor is the key of an action as people write it.
func (s *Screen) keyFor(a keys.Action) string { return s.env.Keys.Key(s.Scopes(), a) }

// baseMsg is the version chosen to hold the certificate against.
type baseMsg struct {
	to   *Screen
	base review.BaselineID
}

// chooseBase offers the versions that this person may see.
func (s *Screen) chooseBase() tea.Cmd {
	ask := part.ChooseMsg{Title: "Hold it against"}
	all := s.now.Baselines
	for i, b := range all {
		detail := part.Many(len(b.Certificate.Groups), "group")
		if b.Revision > 0 {
			detail = fmt.Sprintf("revision %d · %s", b.Revision, detail)
		}
		if b.ID == s.base {
			ask.At = i
		}
		ask.Items = append(ask.Items, part.Choice{Text: b.Words, Detail: detail})
	}
	ask.Then = func(i int) tea.Cmd { return send(baseMsg{s, all[i].ID}) }
	return send(ask)
}

// chooseMethod offers the methods that can be run; those that ask, with every
// controller that there is.
func (s *Screen) chooseMethod() tea.Cmd {
	all := s.runs.Controllers()
	ask := part.ChooseMsg{Title: "Run on this state", Hint: "type a part of its name"}
	if len(all) == 1 {
		ask.Title += " · controller " + s.clean(all[0])
	}
	var picks []runMsg
	offer := func(o runs.Offer, name, controller string) {
		ask.Items = append(ask.Items, part.Choice{Text: name, Detail: o.Words})
		picks = append(picks, runMsg{to: s, method: o.ID, controller: controller})
	}
	for _, o := range s.runs.Methods() {
		if o.ID == complement.MethodComplement {
			ask.At = len(picks)
		}
		if !o.Asks || len(all) < 2 {
			offer(o, o.ID, "")
			continue
		}
		for _, c := range all {
			offer(o, o.ID+" ("+c+")", c)
		}
	}
	ask.Then = func(i int) tea.Cmd { return send(picks[i]) }
	return send(ask)
}
