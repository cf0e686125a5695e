package app

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"suffice/tui/keys"
	"suffice/tui/part"
)

// actMsg performs an action that was picked by name.
type actMsg struct{ action keys.Action }

// closeMsg closes the screen on top without asking again.
type closeMsg struct{}

// leaveMsg ends the session without asking again.
type leaveMsg struct{}

// terminal handles what the terminal tells of itself.
func (m *Model) terminal(msg tea.Msg) (tea.Cmd, bool) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.w, m.h = msg.Width, msg.Height
		return m.broadcast(msg), true
	case tea.ModeReportMsg:
		if msg.Mode == ansi.ModeUnicodeCore && msg.Value != ansi.ModeNotRecognized && msg.Value != ansi.ModePermanentlyReset {
			m.env.Width.Method = ansi.GraphemeWidth
			return m.relook(), true
		}
		return nil, true
	case tea.BackgroundColorMsg:
		if m.look.Theme == "" || m.look.Theme == "auto" {
			m.dark = msg.IsDark()
			return m.relook(), true
		}
		return nil, true
	case tea.ColorProfileMsg:
		m.profile = msg.Profile
		return m.relook(), true
	}
	return nil, false
}

// relook draws everything again with the theme and width method as they are now.
func (m *Model) relook() tea.Cmd {
	m.restyle()
	for _, o := range m.over {
		o.Forget()
	}
	return m.broadcast(part.LookMsg{})
}

// request handles what screens ask of the app.
func (m *Model) request(msg tea.Msg) (tea.Cmd, bool) {
	switch msg := msg.(type) {
	case part.OpenStateMsg:
		return m.openState(msg.State), true
	case part.OpenTaskMsg:
		return m.show(kindOf(msg.Task), msg.State), true
	case part.OpenLedgerMsg:
		return m.show(ledgerKind, msg.State), true
	case part.OpenAgreementMsg:
		return m.show(agreementKind, ""), true
	case part.OpenSensitivityMsg:
		return m.show(sensitivityKind, msg.State), true
	case part.OpenRunsMsg:
		return m.show(runsKind, ""), true
	case part.BackMsg:
		return m.back(), true
	case closeMsg:
		return m.pop(), true
	case leaveMsg:
		return m.leave(), true
	case part.ToastMsg:
		m.toast = msg
	case part.PromptMsg:
		m.over = append(m.over, part.NewPrompt(msg))
	case part.ChooseMsg:
		m.over = append(m.over, part.NewChoose(m.env, msg))
	case part.ConfirmMsg:
		m.over = append(m.over, part.NewConfirm(msg))
	case actMsg:
		cmd, done := m.do(msg.action)
		if !done {
			m.toast = part.ToastMsg{Text: "That does nothing here now."}
		}
		return cmd, true
	case panicMsg:
		m.toast = part.ToastMsg{Kind: part.Bad, Text: fmt.Sprintf("Something inside suffice failed (%v). What was shown as saved is saved; F5 reads everything again.", msg.what)}
	default:
		return nil, false
	}
	return nil, true
}

// openState opens a state for what this person does on it, as their queue says.
func (m *Model) openState(state string) tea.Cmd {
	for _, l := range m.stack {
		if l.kind.onState() && l.state == state {
			return m.show(l.kind, state)
		}
	}
	env := m.env
	return func() tea.Msg {
		rows, err := env.Desk.Queue(env.Ctx)
		if err != nil {
			return part.ToastMsg{Kind: part.Bad, Text: "The state was not opened: " + err.Error()}
		}
		for _, r := range rows {
			if r.State == state {
				return part.OpenRow(env, r)
			}
		}
		return part.ToastMsg{Text: "This state is not in your queue now, so it cannot be opened. What you did there stays in the ledger."}
	}
}

// show opens a screen of a state or a ledger: over the present screen, in place
// of one of the same sort, or by going back to where the same one is open. One
// that lies below others on which work would be lost is lifted over them.
func (m *Model) show(k kind, state string) tea.Cmd {
	for i, l := range m.stack {
		if l.kind == k && l.state == state {
			if slices.ContainsFunc(m.stack[i+1:], layer.keeps) {
				return m.lift(i)
			}
			var cmds []tea.Cmd
			for len(m.stack) > i+1 {
				cmds = append(cmds, m.pop())
			}
			return tea.Sequence(cmds...)
		}
	}
	open := m.open.factory(k)
	if open == nil { // a session without this screen
		m.toast = part.ToastMsg{Text: "There is no screen for that here.", Kind: part.Bad}
		return nil
	}
	var left tea.Cmd
	if top := m.top().kind; top == k || top.onState() && k.onState() {
		left = m.top().Leave()
		m.stack = m.stack[:len(m.stack)-1]
	}
	s := open(m.env, state)
	m.stack = append(m.stack, layer{Screen: s, kind: k, state: state})
	return tea.Batch(left, s.Init(), s.Update(tea.WindowSizeMsg{Width: m.w, Height: m.h}))
}

// keeps reports whether closing the screen would lose more than a look at it: the
// place in the work on a state, or what is not saved or still runs.
func (l layer) keeps() bool { return l.kind.onState() || l.Unsaved() != "" }

// lift puts screen i of the stack on top and lets it look for news.
func (m *Model) lift(i int) tea.Cmd {
	l, from := m.stack[i], m.top().state
	m.stack = append(slices.Delete(m.stack, i, i+1), l)
	return tea.Batch(l.Update(part.ReturnMsg{State: from}), l.Update(part.ExternalChangeMsg{}))
}

// back closes the screen on top, asking first when something would be lost.
func (m *Model) back() tea.Cmd {
	if len(m.stack) == 1 {
		return nil
	}
	top := m.top()
	if lost := top.Unsaved(); lost != "" {
		m.over = append(m.over, part.NewConfirm(part.ConfirmMsg{
			Question: capital(lost) + ".\nGo back all the same, and lose it?",
			Then:     func() tea.Msg { return closeMsg{} },
			Moot:     part.MootWhen(top.Unsaved),
		}))
		return nil
	}
	return m.pop()
}

// pop closes the screen on top and lets the one below look for news.
func (m *Model) pop() tea.Cmd {
	if len(m.stack) == 1 {
		return nil
	}
	gone := m.top()
	m.stack = m.stack[:len(m.stack)-1]
	return tea.Batch(gone.Leave(), m.top().Update(part.ReturnMsg{State: gone.state}), m.top().Update(part.ExternalChangeMsg{}))
}

// quitQuestion is the question whether to leave; asked again, it means yes.
type quitQuestion struct{ *part.Confirm }

// quit leaves, asking first when something would be lost; ctrl+c during the
// question leaves.
func (m *Model) quit() tea.Cmd {
	for _, o := range m.over {
		if _, asked := o.(quitQuestion); asked {
			return m.leave()
		}
	}
	lost := m.lost()
	if lost == "" {
		return m.leave()
	}
	m.over = append(m.over, quitQuestion{part.NewConfirm(part.ConfirmMsg{
		Question: capital(lost) + ".\nLeave suffice all the same?",
		Then:     func() tea.Msg { return leaveMsg{} },
		Moot:     part.MootWhen(m.lost),
	})})
	return nil
}

// lost says what ending the program now would lose; empty when nothing.
func (m *Model) lost() string {
	var lost []string
	for _, o := range m.over {
		if s := o.Unsaved(); s != "" {
			lost = append(lost, s)
		}
	}
	for _, s := range m.stack {
		if u := s.Unsaved(); u != "" {
			lost = append(lost, u)
		}
	}
	if b := m.behind().Lost; b != "" {
		lost = append(lost, b)
	}
	return strings.Join(lost, "; ")
}

// leave closes every screen, the one on top first, and ends the program.
func (m *Model) leave() tea.Cmd {
	var cmds []tea.Cmd
	for _, o := range m.over {
		if p, ok := o.(*part.Prompt); ok {
			cmds = append(cmds, p.Pause())
		}
	}
	for i := len(m.stack) - 1; i >= 0; i-- {
		cmds = append(cmds, m.stack[i].Leave())
	}
	return tea.Sequence(append(cmds, tea.Quit)...)
}

// palette lists every action that can be done now, by name with its key.
func (m *Model) palette() part.Overlay {
	scopes := m.scopes()
	var actions []keys.Action
	ask := part.ChooseMsg{Title: "Every action", Hint: "type a part of its name"}
	seen := map[keys.Action]bool{}
	for _, b := range m.env.Keys.In(scopes) {
		if seen[b.Action] || strings.HasPrefix(string(b.Action), "list.") || !m.able(b.Action) {
			continue
		}
		seen[b.Action] = true
		actions = append(actions, b.Action)
		ask.Items = append(ask.Items, part.Choice{Text: b.Title, Detail: m.env.Keys.Key(scopes, b.Action)})
	}
	ask.Then = func(i int) tea.Cmd {
		return func() tea.Msg { return actMsg{actions[i]} }
	}
	return part.NewChoose(m.env, ask)
}

func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
