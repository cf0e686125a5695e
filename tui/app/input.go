package app

import (
	tea "charm.land/bubbletea/v2"

	"suffice/tui/keys"
	"suffice/tui/part"
)

// key turns a key press into an action, or into text where text is typed.
func (m *Model) key(k tea.KeyPressMsg) tea.Cmd {
	m.toast = part.ToastMsg{}
	switch {
	case m.small():
		return m.smallKey(k)
	case len(m.over) > 0:
		return m.overlayKey(k)
	}
	why := ""
	for _, s := range m.scopes() {
		a, ok := m.env.Keys.Lookup([]keys.Scope{s}, k.String())
		if !ok {
			continue
		}
		if cmd, done := m.do(a); done {
			return cmd
		}
		if e, ok := m.top().Screen.(part.Explainer); ok && why == "" {
			why = e.Why(a)
		}
	}
	if m.top().Typing() {
		return m.top().Type(k)
	}
	m.toast = part.ToastMsg{Text: why}
	return nil
}

// smallKey handles a key while the window is too small to see what it does:
// text goes on being typed where it was, so that a window that shrinks for a
// moment loses none of it; nothing else happens, save leaving.
func (m *Model) smallKey(k tea.KeyPressMsg) tea.Cmd {
	if a, ok := m.env.Keys.Lookup([]keys.Scope{keys.Always}, k.String()); ok {
		cmd, _ := m.do(a)
		return cmd
	}
	if k.Text == "" {
		return nil
	}
	if len(m.over) == 0 {
		if m.top().Typing() {
			return m.top().Type(k)
		}
		return nil
	}
	if o, ok := m.over[len(m.over)-1].(*part.Prompt); ok {
		return m.letAct(o, func() tea.Cmd { return o.Type(k) })
	}
	return nil
}

// overlayKey gives a key to the overlay on top and closes it when it is done.
func (m *Model) overlayKey(k tea.KeyPressMsg) tea.Cmd {
	o := m.over[len(m.over)-1]
	if a, ok := m.env.Keys.Lookup([]keys.Scope{keys.Always}, k.String()); ok {
		cmd, _ := m.do(a)
		return cmd
	}
	return m.letAct(o, func() tea.Cmd {
		if a, ok := m.env.Keys.Lookup(o.Scopes(), k.String()); ok {
			return o.Do(a)
		}
		return o.Type(k)
	})
}

// letAct lets an overlay act, drops it once it is closed, and sees to it that
// text in the middle of being typed is saved when the typing pauses.
func (m *Model) letAct(o part.Overlay, act func() tea.Cmd) tea.Cmd {
	p, isPrompt := o.(*part.Prompt)
	before := ""
	if isPrompt {
		before = p.Text()
	}
	cmd := act()
	if o.Closed() {
		m.drop(o)
		return m.opens(o, cmd)
	}
	if isPrompt && p.Text() != before {
		return tea.Batch(cmd, m.pause())
	}
	return cmd
}

// opens opens at once what a screen or a question has asked for, so that the
// next key already reaches it; cmd is what was to be done besides.
func (m *Model) opens(from any, cmd tea.Cmd) tea.Cmd {
	o, ok := from.(part.Opener)
	if !ok {
		return cmd
	}
	msg := o.Opens()
	if msg == nil {
		return cmd
	}
	then, _ := m.request(msg)
	return tea.Batch(cmd, then)
}

func (m *Model) drop(o part.Overlay) {
	for i, x := range m.over {
		if x == o {
			m.over = append(m.over[:i:i], m.over[i+1:]...)
			return
		}
	}
}

// do performs an action of the app or of the screen on top.
func (m *Model) do(a keys.Action) (tea.Cmd, bool) {
	switch a {
	case "app.palette":
		m.over = append(m.over, m.palette())
	case "app.help":
		m.over = append(m.over, part.NewHelp(m.env, m.scopes()))
	case "app.back":
		if len(m.stack) == 1 {
			return nil, false
		}
		return m.back(), true
	case "app.close":
		if len(m.stack) == 1 {
			return m.quit(), true
		}
		return m.back(), true
	case "app.refresh":
		return m.top().Update(part.ExternalChangeMsg{}), true
	case "app.quit":
		return m.quit(), true
	case "app.redraw":
		return tea.ClearScreen, true
	case "app.suspend":
		return tea.Suspend, true
	default:
		s := m.top().Screen
		cmd, done := s.Do(a)
		return m.opens(s, cmd), done
	}
	return nil, true
}

// able reports whether an action can be done now.
func (m *Model) able(a keys.Action) bool {
	switch a {
	case "app.palette":
		return false // it is open
	case "app.back":
		return len(m.stack) > 1
	case "app.close":
		return len(m.stack) == 1
	case "app.help", "app.refresh", "app.quit", "app.redraw", "app.suspend":
		return true
	}
	return m.top().Able(a)
}

// paste gives pasted text to whatever is typed into.
func (m *Model) paste(p tea.PasteMsg) tea.Cmd {
	m.toast = part.ToastMsg{} // as for a key: it was about something before
	switch {
	case len(m.over) > 0:
		o := m.over[len(m.over)-1]
		return m.letAct(o, func() tea.Cmd { return o.Paste(p.Content) })
	case m.top().Typing():
		return m.top().Update(p)
	}
	return nil
}

// wheel turns what the filter has put together back into single turns.
func (m *Model) wheel(w wheelMsg) tea.Cmd {
	var cmds []tea.Cmd
	for range w.turns {
		cmds = append(cmds, m.mouse(w.MouseWheelMsg))
	}
	return tea.Batch(cmds...)
}

// mouse gives a click or a wheel turn to the overlay or the screen under it,
// in its own coordinates.
func (m *Model) mouse(msg tea.MouseMsg) tea.Cmd {
	if m.small() {
		return nil
	}
	if len(m.over) > 0 {
		o := m.over[len(m.over)-1]
		r := o.View(m.env, m.w, m.h-1).Rect
		return m.letAct(o, func() tea.Cmd { return o.Mouse(msg, msg.Mouse().X-r.X, msg.Mouse().Y-r.Y) })
	}
	at := msg.Mouse()
	if at.Y < 1 || at.Y >= m.h-1 {
		return nil
	}
	s := m.top().Screen
	return m.opens(s, s.Update(moved(msg, -1)))
}

// moved is the message with its line shifted by dy.
func moved(msg tea.MouseMsg, dy int) tea.Msg {
	at := msg.Mouse()
	at.Y += dy
	switch msg.(type) {
	case tea.MouseClickMsg:
		return tea.MouseClickMsg(at)
	case tea.MouseReleaseMsg:
		return tea.MouseReleaseMsg(at)
	case tea.MouseWheelMsg:
		return tea.MouseWheelMsg(at)
	}
	return tea.MouseMotionMsg(at)
}
