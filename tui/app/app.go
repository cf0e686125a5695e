// Package app is the terminal program: one model with a stack of screens, the
// top line and footer around them, the overlays over them, and the one place
// where keys become actions.
package app

import (
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"suffice/review"
	"suffice/tui/keys"
	"suffice/tui/part"
	"suffice/tui/theme"
)

// The smallest window that the screens are made for.
const (
	MinWidth  = 60
	MinHeight = 16
)

// Factory opens a screen, of one state or (empty) of the whole project.
type Factory func(e *part.Env, state string) part.Screen

// Screens are the screens that a session can open.
type Screens struct {
	Queue       Factory // the first screen; its state is the one to put the cursor on
	Workbench   Factory
	Review      Factory
	Arbitration Factory
	Audit       Factory
	Ledger      Factory
	Agreement   Factory // of the project; its state is empty
	Sensitivity Factory // the outcomes of a state
	Runs        Factory // experiments, of the project; nil where there are none
}

// Look is how a session is to look, as far as the person has a say.
type Look struct {
	Theme string // "dark", "light", or "auto": what the terminal says, dark until it does
	Ink   theme.Ink
}

// Model is the root of the program.
type Model struct {
	env     *part.Env
	open    Screens
	look    Look
	dark    bool
	profile colorprofile.Profile

	stack []layer
	over  []part.Overlay
	toast part.ToastMsg
	w, h  int

	first      string // the state to open at once
	minute     string // the time in the top line
	background string // what went on behind the screens when that was drawn last
	version    int64  // of the project file, as last asked
	asked      bool   // version is known
	typed      int    // generation of the text in the prompt on top

	frame tea.View
	fresh bool // frame still shows the truth
	drawn int  // frames drawn, for tests of the cache
}

// layer is a screen of the stack and what it was opened for.
type layer struct {
	part.Screen
	kind  kind
	state string
}

type kind int

const (
	queueKind kind = iota
	workbenchKind
	reviewKind
	arbitrationKind
	auditKind
	ledgerKind
	agreementKind
	sensitivityKind
	runsKind
)

// kindOf is the screen of a task.
func kindOf(t review.Task) kind {
	switch t {
	case review.TaskReview:
		return reviewKind
	case review.TaskArbitrate:
		return arbitrationKind
	case review.TaskAudit:
		return auditKind
	}
	return workbenchKind
}

// onState reports whether the screen works on one state: of these only one is
// open at a time.
func (k kind) onState() bool {
	return k == workbenchKind || k == reviewKind || k == arbitrationKind || k == auditKind
}

// factory makes the screens of a kind.
func (s Screens) factory(k kind) Factory {
	switch k {
	case queueKind:
		return s.Queue
	case reviewKind:
		return s.Review
	case arbitrationKind:
		return s.Arbitration
	case auditKind:
		return s.Audit
	case ledgerKind:
		return s.Ledger
	case agreementKind:
		return s.Agreement
	case sensitivityKind:
		return s.Sensitivity
	case runsKind:
		return s.Runs
	}
	return s.Workbench
}

// New makes the root with the queue at the bottom of its stack. env.Theme is
// filled in.
func New(env *part.Env, open Screens, look Look) *Model {
	m := &Model{
		env: env, open: open, look: look,
		dark: look.Theme != "light", profile: colorprofile.TrueColor,
	}
	m.restyle()
	m.stack = []layer{{Screen: open.Queue(env, "")}}
	return m
}

// restyle puts the theme for the background and colours at hand where every
// screen reads it.
func (m *Model) restyle() {
	if m.env.Theme == nil {
		m.env.Theme = new(theme.Theme)
	}
	*m.env.Theme = theme.For(m.dark, m.profile, m.look.Ink)
}

// Init starts the first screen, the clock, and asks for the background colour.
func (m *Model) Init() tea.Cmd {
	cmds := []tea.Cmd{m.top().Init(), m.tick()}
	if m.first != "" {
		cmds = append(cmds, m.openState(m.first))
	}
	if m.look.Theme == "" || m.look.Theme == "auto" {
		cmds = append(cmds, tea.RequestBackgroundColor)
	}
	return guard(tea.Batch(cmds...))
}

func (m *Model) top() layer { return m.stack[len(m.stack)-1] }

// Update dispatches a message. It does no I/O.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd, changed := m.dispatch(msg)
	if changed {
		m.settle()
		m.fresh = false
	}
	return m, guard(cmd)
}

// settle takes a question away that has nothing to ask any more, and says why.
func (m *Model) settle() {
	if len(m.over) == 0 {
		return
	}
	o := m.over[len(m.over)-1]
	if q, ok := o.(interface{ Moot() string }); ok {
		if why := q.Moot(); why != "" {
			m.drop(o)
			m.toast = part.ToastMsg{Text: why, Kind: part.Good}
		}
	}
}

// dispatch reports whether the message may have changed what is shown.
func (m *Model) dispatch(msg tea.Msg) (cmd tea.Cmd, changed bool) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return m.key(msg), true
	case tea.PasteMsg:
		return m.paste(msg), true
	case wheelMsg:
		return m.wheel(msg), true
	case tea.MouseMsg:
		return m.mouse(msg), true
	case tickMsg, versionMsg:
		return m.clock(msg)
	case keepMsg:
		return m.keep(msg), false
	}
	if cmd, ok := m.terminal(msg); ok {
		return cmd, true
	}
	if cmd, ok := m.request(msg); ok {
		return cmd, true
	}
	return m.broadcast(msg), true
}

// broadcast hands the answer of a command to every screen of the stack: it may
// belong to one that is covered by now. Screens know their own.
func (m *Model) broadcast(msg tea.Msg) tea.Cmd {
	cmds := make([]tea.Cmd, 0, len(m.stack))
	for _, s := range m.stack {
		cmds = append(cmds, s.Update(msg))
	}
	return tea.Batch(cmds...)
}

// small reports whether the window is too small to work in: then nothing that
// could change anything is done.
func (m *Model) small() bool { return m.w < MinWidth || m.h < MinHeight }

// scopes are the key scopes in force without an overlay.
func (m *Model) scopes() []keys.Scope {
	s := append([]keys.Scope(nil), m.top().Scopes()...)
	if !m.top().Typing() {
		s = append(s, keys.Global)
	}
	return append(s, keys.Always)
}
