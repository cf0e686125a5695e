package runs

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"suffice/tui/keys"
	"suffice/tui/part"
)

// Scope is the screen; workScope holds for who has something to run methods on,
// so that nobody else finds its keys in the help; the others hold while the filter
// is typed and while an experiment is put together.
const (
	Scope       keys.Scope = "runs"
	workScope   keys.Scope = "work.runs"
	filterScope keys.Scope = "runs.filter"
	formScope   keys.Scope = "runs.form"
)

// The actions of the screen.
const (
	doOpen        keys.Action = "runs.open"
	doUp          keys.Action = "runs.up"
	doNext        keys.Action = "runs.next"
	doPrevious    keys.Action = "runs.previous"
	doList        keys.Action = "runs.experiments"
	doRuns        keys.Action = "runs.runs"
	doTrace       keys.Action = "runs.trace"
	doUnit        keys.Action = "runs.unit"
	doStart       keys.Action = "runs.start"
	doPause       keys.Action = "runs.pause"
	doResume      keys.Action = "runs.resume"
	doCancel      keys.Action = "runs.cancel"
	doFilter      keys.Action = "runs.filter"
	doShowAll     keys.Action = "runs.show_all"
	doCandidates  keys.Action = "runs.candidates"
	doState       keys.Action = "runs.state"
	doSensitivity keys.Action = "runs.sensitivity"
	doLeft        keys.Action = "runs.left"
	doRight       keys.Action = "runs.right"

	filterKeep  keys.Action = "filter.keep"
	filterClear keys.Action = "filter.clear"

	formChange keys.Action = "form.change"
	formMore   keys.Action = "form.more"
	formLess   keys.Action = "form.less"
	formAll    keys.Action = "form.all"
	formStart  keys.Action = "form.start"
	formCancel keys.Action = "form.cancel"
)

// Bindings are the keys of the screen.
func Bindings() []keys.Binding {
	b := []keys.Binding{
		{Action: doOpen, Scope: Scope, Keys: []string{"enter"}, Short: "look closer", Title: "Look closer: the runs, the trace, the text of a unit"},
		{Action: doUp, Scope: Scope, Keys: []string{"esc"}, Short: "up", Title: "Shut the unit, or go up a level"},
		{Action: doStart, Scope: workScope, Keys: []string{"n"}, Short: "new", Title: "Start a new experiment"},
		{Action: doPause, Scope: workScope, Keys: []string{"p"}, Short: "pause", Title: "Pause: the runs at work end, no other begins"},
		{Action: doResume, Scope: workScope, Keys: []string{"r"}, Short: "resume", Title: "Go on with what was paused, or left before its end"},
		{Action: doCancel, Scope: workScope, Keys: []string{"x"}, Short: "cancel", Title: "Cancel the experiment; what is finished is kept"},
		{Action: doFilter, Scope: Scope, Keys: []string{"/"}, Short: "filter", Title: "Filter the runs as you type"},
		{Action: doShowAll, Scope: Scope, Keys: []string{"\\"}, Short: "all", Title: "Show all runs again"},
		{Action: doCandidates, Scope: Scope, Keys: []string{"c"}, Short: "candidates", Title: "List the candidates of a trace one by one, or their number"},
		{Action: doState, Scope: Scope, Keys: []string{"o"}, Short: "open state", Title: "Open the state of the run"},
		{Action: doSensitivity, Scope: Scope, Keys: []string{"O"}, Short: "sensitivity", Title: "How methods fare on its state"},
		{Action: doNext, Scope: Scope, Keys: []string{"tab"}, Short: "next pane", Title: "Next pane: experiments, runs, trace, unit"},
		{Action: doPrevious, Scope: Scope, Keys: []string{"shift+tab"}, Short: "previous pane", Title: "Previous pane"},
		{Action: doList, Scope: Scope, Keys: []string{"1"}, Short: "experiments", Title: "To the experiments"},
		{Action: doRuns, Scope: Scope, Keys: []string{"2"}, Short: "runs", Title: "To the runs"},
		{Action: doTrace, Scope: Scope, Keys: []string{"3"}, Short: "trace", Title: "To the trace"},
		{Action: doUnit, Scope: Scope, Keys: []string{"4"}, Short: "unit", Title: "To the unit that is read"},
		{Action: doLeft, Scope: Scope, Keys: []string{"h", "left"}, Short: "left", Title: "Up a level, or scroll the unit to the left"},
		{Action: doRight, Scope: Scope, Keys: []string{"l", "right"}, Short: "right", Title: "Look closer, or scroll the unit to the right"},

		{Action: filterKeep, Scope: filterScope, Keys: []string{"enter"}, Short: "keep", Title: "Keep the filter"},
		{Action: filterClear, Scope: filterScope, Keys: []string{"esc"}, Short: "clear", Title: "Clear the filter"},
		{Action: "list.up", Scope: filterScope, Keys: []string{"up", "ctrl+p"}, Short: "up", Title: "Up"},
		{Action: "list.down", Scope: filterScope, Keys: []string{"down", "ctrl+n"}, Short: "down", Title: "Down"},
		{Action: "list.pageup", Scope: filterScope, Keys: []string{"pgup"}, Title: "Page up"},
		{Action: "list.pagedown", Scope: filterScope, Keys: []string{"pgdown"}, Title: "Page down"},

		{Action: formChange, Scope: formScope, Keys: []string{"enter", "space"}, Short: "change", Title: "Change the value, or tick the method"},
		{Action: formMore, Scope: formScope, Keys: []string{"+", "=", "l", "right"}, Short: "more", Title: "Raise the number"},
		{Action: formLess, Scope: formScope, Keys: []string{"-", "h", "left"}, Short: "less", Title: "Lower the number"},
		{Action: formAll, Scope: formScope, Keys: []string{"a"}, Short: "all methods", Title: "Tick every method, or none"},
		{Action: formStart, Scope: formScope, Keys: []string{"s", "ctrl+s"}, Short: "start", Title: "Start the experiment"},
		{Action: formCancel, Scope: formScope, Keys: []string{"esc"}, Short: "cancel", Title: "Start nothing"},
	}
	b = append(b, part.ListBindings(Scope)...)
	b = append(b, part.ListBindings(formScope)...)
	return append(b, part.FieldBindings(filterScope, false)...)
}

// Do performs an action.
func (s *Screen) Do(a keys.Action) (tea.Cmd, bool) {
	if !s.Able(a) {
		return nil, false
	}
	switch {
	case s.form != nil:
		return s.doForm(a)
	case s.entries.filtering:
		return s.doFilter(a)
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
	case doList:
		s.focus = paneList
	case doRuns:
		s.focus = paneRuns
	case doTrace:
		s.focus = paneTrace
	case doUnit:
		s.from, s.focus = paneTrace, paneUnit
	case doLeft:
		s.left()
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
	case doStart:
		s.form = s.newForm()
	case doPause:
		s.e.Pause(s.experiment().Experiment)
		return s.poll(), true
	case doResume:
		return s.resume(), true
	case doCancel:
		x := s.experiment().Experiment
		return send(part.ConfirmMsg{
			Question: fmt.Sprintf("Cancel %s?\nWhat is finished is kept; it can be gone on with later.", s.clean(x)),
			Then:     send(cancelMsg{s, x}),
		}), true
	case doFilter:
		s.entries.filtering, s.focus = true, paneRuns
	case doShowAll:
		s.entries.filter.Set("")
		s.narrow()
		return s.follow(), true
	case doCandidates:
		s.trace.open = !s.trace.open
		s.retell()
	case doState:
		s.opens = part.OpenStateMsg{State: s.entry().State}
	case doSensitivity:
		s.opens = part.OpenSensitivityMsg{State: s.entry().State}
	default:
		return s.move(a)
	}
	return nil, true
}

// cancelMsg says that an experiment is really to be cancelled.
type cancelMsg struct {
	to         *Screen
	experiment string
}

// resume goes on with what was paused here, or left before its end.
func (s *Screen) resume() tea.Cmd {
	x := s.experiment()
	if _, ok := s.atWork(); ok {
		s.e.Resume(x.Experiment)
		return s.poll()
	}
	return s.begin(Order{Experiment: x.Experiment, Methods: x.Methods, Controller: x.Controller, States: x.Planned, Seed: x.Seed, Resume: true})
}

// move moves the cursor of the pane in focus.
func (s *Screen) move(a keys.Action) (tea.Cmd, bool) {
	switch s.focus {
	case paneList:
		ok := s.list.Do(a)
		return s.choose(), ok
	case paneRuns:
		ok := s.entries.list.Do(a)
		return s.follow(), ok
	case paneTrace:
		return nil, s.trace.list.Do(a)
	}
	return nil, s.reader.Do(a)
}

// doFilter performs an action while the filter is typed.
func (s *Screen) doFilter(a keys.Action) (tea.Cmd, bool) {
	n := &s.entries
	switch {
	case a == filterKeep:
		n.filtering = false
		return nil, true
	case a == filterClear:
		n.filtering = false
		n.filter.Set("")
		s.narrow()
		return s.follow(), true
	case n.list.Do(a):
		return s.follow(), true
	}
	before := n.filter.Value()
	if !n.filter.Do(a) {
		return nil, false
	}
	if n.filter.Value() != before {
		s.narrow()
		return s.follow(), true
	}
	return nil, true
}

// doForm performs an action on the form.
func (s *Screen) doForm(a keys.Action) (tea.Cmd, bool) {
	f := s.form
	switch a {
	case formChange:
		return f.change(), true
	case formMore:
		return nil, f.more(1)
	case formLess:
		return nil, f.more(-1)
	case formAll:
		f.all()
	case formStart:
		return f.submit(), true
	case formCancel:
		s.form = nil
	default:
		return nil, f.list.Do(a)
	}
	return nil, true
}

// Able reports whether an action can be done now.
func (s *Screen) Able(a keys.Action) bool {
	switch a {
	case doOpen:
		return s.openable()
	case doNext, doPrevious, doList, doRuns, doTrace:
		return s.form != nil || len(s.all) > 0 // else there are no panes
	case doUp:
		return s.focus != paneList || s.reader.Open()
	case doLeft:
		return s.focus != paneList
	case doRight:
		return s.focus == paneUnit || s.openable()
	case doUnit:
		return s.reader.Open()
	case doPause:
		l, ok := s.atWork()
		return ok && !l.Paused && !l.Ending
	case doResume:
		l, ok := s.atWork()
		return ok && l.Paused && !l.Ending || s.resumable()
	case doCancel:
		l, ok := s.atWork()
		return ok && !l.Ending
	case doFilter:
		return len(s.entries.all) > 0
	case doShowAll:
		return !s.entries.query.Empty()
	case doCandidates:
		return len(s.trace.rows.All) > 0
	case doState, doSensitivity:
		return s.entry() != nil && s.focus != paneList
	case doStart:
		return s.may.states > 0 && len(s.e.Methods()) > 0
	case formStart:
		return s.form != nil && len(s.form.chosen()) > 0
	}
	return true
}

// Why says why an action means nothing now.
func (s *Screen) Why(a keys.Action) string {
	x := s.experiment()
	switch {
	case a == formStart:
		return "Tick at least one method."
	case a == doUnit:
		return "No unit is read: " + s.keyFor(doOpen) + " on one in the trace opens it."
	case x == nil:
		return ""
	case a == doPause, a == doCancel:
		if x.Live {
			return "Another process is at work on it; it is paused and ended there."
		}
		return "It is not running in this session."
	case a == doResume && x.Live:
		return "Another process is at work on it."
	case a == doResume && x.Experiment == AtTheDesk:
		return "Runs on single states are run again from the state."
	case a == doResume && x.Partial:
		return "Only who may see all of it can go on with it."
	case a == doResume:
		return "There is nothing left of it to run."
	case a == doState, a == doSensitivity:
		return "Choose a run first: " + s.keyFor(doOpen) + " goes to the runs."
	}
	return ""
}

// Hints are the actions worth the footer now.
func (s *Screen) Hints() []keys.Action {
	all := []keys.Action{doOpen, doPause, doResume, doCancel, doStart, doFilter, doShowAll, doUp, doNext, doCandidates, doSensitivity, doState, "app.back"}
	switch {
	case s.form != nil:
		return []keys.Action{formChange, formStart, formAll, formMore, formLess, formCancel}
	case s.entries.filtering:
		return []keys.Action{filterKeep, filterClear, "list.up", "list.down"}
	}
	var out []keys.Action
	for _, a := range all {
		if a == "app.back" || s.Able(a) {
			out = append(out, a)
		}
	}
	return out
}

// keyFor is the key of an action as people write it.
func (s *Screen) keyFor(a keys.Action) string { return s.env.Keys.Key(s.Scopes(), a) }
