package auditing

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/audit"
	"suffice/tui/keys"
	"suffice/tui/part"
	"suffice/tui/workbench"
)

// Do performs an action.
func (s *Screen) Do(a keys.Action) (tea.Cmd, bool) {
	cmd, done := s.act(a)
	return s.look(cmd), done
}

func (s *Screen) act(a keys.Action) (tea.Cmd, bool) {
	if !s.Able(a) {
		return nil, false
	}
	if f, ok := judgeField(a); ok {
		return s.decide(func() tea.Cmd { return s.toggle(f) }), true
	}
	if do, ok := s.decisions()[a]; ok {
		return s.decide(do), true
	}
	if s.judging() && s.list.Do(a) {
		s.skipBlank(a)
		return s.follow(), true
	}
	switch a {
	case "audit.next":
		return s.stepGroup(1), true
	case "audit.previous":
		return s.stepGroup(-1), true
	case "audit.missing":
		return s.nextMissing(), true
	case "audit.missing_list":
		return s.listMissing("Missing"), true
	case "audit.reopen":
		return s.reopen(), true
	case "audit.next_open":
		return s.goTo(s.place.nextOpen), true
	case "audit.next_state":
		return s.goTo(s.place.next), true
	case "audit.previous_state":
		return s.goTo(s.place.previous), true
	case "audit.focus_next":
		return s.cycle(1), true
	case "audit.focus_previous":
		return s.cycle(-1), true
	case "audit.retry":
		return s.retry(s.line.gen), true
	case "audit.back":
		return s.back()
	case "audit.open":
		return s.openRow()
	}
	return s.reader.Do(a)
}

// decisions are the actions that decide something about the state.
func (s *Screen) decisions() map[keys.Action]func() tea.Cmd {
	return map[keys.Action]func() tea.Cmd{
		"audit.note":       s.editNote,
		"audit.undo":       s.takeBack,
		"audit.rest":       s.restOK,
		"audit.verdict":    s.chooseVerdict,
		"audit.confidence": s.chooseConfidence,
		"audit.submit":     s.submit,
		"audit.accept":     func() tea.Cmd { return s.judgeState(audit.Accept, s.sheet.Confidence) },
		"audit.revise":     func() tea.Cmd { return s.judgeState(audit.Revise, s.sheet.Confidence) },
		"audit.rebuild":    func() tea.Cmd { return s.judgeState(audit.Rebuild, s.sheet.Confidence) },
		"audit.surer":      func() tea.Cmd { return s.addConfidence(1) },
		"audit.less_sure":  func() tea.Cmd { return s.addConfidence(-1) },
	}
}

// shut reports whether nothing of the sheet can be changed now.
func (s *Screen) shut() bool { return s.sheet.Submitted || s.now.Reported }

// Able reports whether an action can be done now.
func (s *Screen) Able(a keys.Action) bool {
	if !s.loaded {
		return false
	}
	if _, ok := judgeField(a); ok {
		return !s.shut() && len(s.now.Frozen.Groups) > 0
	}
	switch a {
	case "audit.note":
		return !s.shut() && len(s.against(s.group)) > 0
	case "audit.undo":
		return !s.shut() && len(s.line.past) > 0
	case "audit.rest":
		return !s.shut() && len(s.now.Frozen.Groups) > 0 && len(s.open()) > 0
	case "audit.next", "audit.previous":
		return len(s.now.Frozen.Groups) > 1
	case "audit.missing", "audit.missing_list":
		return !s.shut() && len(s.faults) > 0
	case "audit.verdict", "audit.submit", "audit.confidence":
		return !s.shut()
	case "audit.accept", "audit.revise", "audit.rebuild", "audit.surer", "audit.less_sure":
		return !s.shut() && s.judging()
	case "audit.reopen":
		return s.sheet.Submitted && !s.now.Reported
	case "audit.next_open":
		return s.place.nextOpen != ""
	case "audit.next_state":
		return s.place.next != ""
	case "audit.previous_state":
		return s.place.previous != ""
	case "audit.retry":
		return s.line.failure != ""
	case "audit.focus_next", "audit.focus_previous":
		return true
	case "audit.back":
		return !s.judging()
	case "audit.open":
		return s.judging() && s.row().opens()
	}
	if s.judging() && strings.HasPrefix(string(a), "list.") {
		return len(s.rows) > 0
	}
	return s.reader.Able(a)
}

// Why says why an action means nothing now.
func (s *Screen) Why(a keys.Action) string {
	if !s.loaded {
		return ""
	}
	_, judges := judgeField(a)
	_, decides := s.decisions()[a]
	switch {
	case (judges || decides || a == "audit.reopen") && s.now.Reported:
		return "The audit is reported: what was judged stays as it is."
	case a == "audit.reopen":
		return "This audit is not submitted, so there is nothing to take back."
	case (judges || decides) && s.sheet.Submitted:
		return "This audit is submitted: " + s.keyFor("audit.reopen") + " takes it back to change it."
	case a == "audit.rest":
		return "Every judgment of this group is made already."
	case a == "audit.note":
		return "No judgment of this group is not ok, so none needs a note."
	case a == "audit.undo":
		return "There is no judgment of this sitting to take back on this state."
	case a == "audit.missing", a == "audit.missing_list":
		return "Nothing is missing."
	case a == "audit.next_open":
		return "No other audit of yours is open."
	}
	return s.reader.Why(a)
}

// Hints are the actions worth the footer now.
func (s *Screen) Hints() []keys.Action {
	if !s.loaded {
		return nil
	}
	if s.Typing() {
		return s.reader.Hints()
	}
	all := []keys.Action{judgeAction(0), "audit.note", "audit.next", "audit.open", "audit.verdict", "audit.submit", "audit.missing", "audit.rest", "audit.undo", "audit.focus_next"}
	switch {
	case s.line.failure != "":
		all = append([]keys.Action{"audit.retry"}, all...)
	case s.sheet.Submitted:
		all = []keys.Action{"audit.next_open", "audit.reopen", "audit.next", "audit.open", "audit.next_state", "audit.focus_next"}
	case len(s.faults) == 0:
		all = append([]keys.Action{"audit.submit"}, all...)
	}
	if !s.judging() {
		all = append(append([]keys.Action{"audit.back"}, s.reader.Hints()...), judgeAction(0), "audit.next", "audit.focus_next")
	}
	var out []keys.Action
	seen := map[keys.Action]bool{}
	for _, a := range all {
		if !seen[a] && s.Able(a) {
			out = append(out, a)
		}
		seen[a] = true
	}
	return out
}

// panes in the order in which the focus goes through them; the group first.
func panes() []workbench.Pane {
	return []workbench.Pane{workbench.ReadState, workbench.ReadPool, workbench.ReadUnit}
}

// cycle moves the focus on.
func (s *Screen) cycle(by int) tea.Cmd {
	all := panes()
	at := 0 // the group
	if p, reading := s.reader.Focused(); reading {
		for i, q := range all {
			if p == q {
				at = i + 1
			}
		}
	}
	at = (at + by + len(all) + 1) % (len(all) + 1)
	if at == 0 {
		s.reader.Blur()
		return nil
	}
	return s.reader.Focus(all[at-1])
}

// back leaves what the reader has open, then the reader.
func (s *Screen) back() (tea.Cmd, bool) {
	if cmd, done := s.reader.Back(); done {
		return cmd, true
	}
	s.reader.Blur()
	return nil, true
}

// keyFor is the key of an action as people write it.
func (s *Screen) keyFor(a keys.Action) string {
	return s.env.Keys.Key([]keys.Scope{groupScope, Scope}, a)
}

// clean makes one line of text from outside safe to show.
func (s *Screen) clean(text string) string {
	return s.env.Width.Clean(strings.ReplaceAll(text, "\n", " "), s.env.Tab)
}

func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// mouse gives clicks and turns to the reader or the group under the pointer.
func (s *Screen) mouse(m tea.MouseMsg) tea.Cmd {
	at := m.Mouse()
	f := &s.frame
	switch {
	case !s.loaded || s.Typing():
		return nil
	case f.reader.Has(at.X, at.Y):
		return s.reader.Update(shifted(m, -f.reader.X, -f.reader.Y))
	case f.tabs.Has(at.X, at.Y):
		return s.clickTab(m, at.X)
	}
	switch m := m.(type) {
	case tea.MouseWheelMsg:
		s.list.Scroll(part.Wheel(m))
		return s.follow()
	case tea.MouseClickMsg:
		if m.Button != tea.MouseLeft {
			return nil
		}
		return s.click(at.X, at.Y)
	}
	return nil
}

// click puts the cursor on a row of the group, opens it when it is there
// already, or shows a judgment.
func (s *Screen) click(x, y int) tea.Cmd {
	f := &s.frame
	if !f.judge.Has(x, y) {
		return nil
	}
	s.reader.Blur()
	if field, ok := f.fieldAt(x, y); ok {
		s.field = field
		return nil
	}
	i, ok := s.list.At(y - f.rows.Y)
	if !ok || !f.rows.Has(x, y) {
		return nil
	}
	if i == s.list.Cursor && s.row().opens() {
		cmd, _ := s.openRow()
		return cmd
	}
	s.list.To(i)
	return s.follow()
}

// shifted is a mouse message in other coordinates.
func shifted(m tea.MouseMsg, dx, dy int) tea.Msg {
	at := m.Mouse()
	at.X, at.Y = at.X+dx, at.Y+dy
	switch m.(type) {
	case tea.MouseClickMsg:
		return tea.MouseClickMsg(at)
	case tea.MouseReleaseMsg:
		return tea.MouseReleaseMsg(at)
	case tea.MouseWheelMsg:
		return tea.MouseWheelMsg(at)
	}
	return tea.MouseMotionMsg(at)
}
