package part

import (
	tea "charm.land/bubbletea/v2"

	"suffice/tui/keys"
)

// Confirm asks a yes-or-no question; see ConfirmMsg.
type Confirm struct {
	ask    ConfirmMsg
	closed bool
	yes    bool
}

// NewConfirm opens a question.
func NewConfirm(m ConfirmMsg) *Confirm { return &Confirm{ask: m} }

// Scopes is the one scope of a question.
func (c *Confirm) Scopes() []keys.Scope { return []keys.Scope{ConfirmScope} }

// Do answers.
func (c *Confirm) Do(a keys.Action) tea.Cmd {
	switch a {
	case "confirm.yes":
		c.closed, c.yes = true, true
		return c.ask.Then
	case "confirm.no":
		c.closed = true
	}
	return nil
}

// Moot says why the question need not be answered any more; empty while it
// must.
func (c *Confirm) Moot() string {
	if c.ask.Moot == nil {
		return ""
	}
	return c.ask.Moot()
}

// Opens is what the answer opens, nil when nothing.
func (c *Confirm) Opens() tea.Msg {
	if !c.yes || c.ask.Opens == nil {
		return nil
	}
	return *c.ask.Opens
}

// Type does nothing: only the bound keys answer.
func (c *Confirm) Type(tea.KeyPressMsg) tea.Cmd { return nil }

// Paste does nothing.
func (c *Confirm) Paste(string) tea.Cmd { return nil }

// Mouse does nothing.
func (c *Confirm) Mouse(tea.MouseMsg, int, int) tea.Cmd { return nil }

// View draws the question and the keys that answer it.
func (c *Confirm) View(e *Env, w, h int) Box {
	inner := min(w-8, 64)
	var lines []string
	for _, l := range e.Width.WrapAll(e.Width.Lines(c.ask.Question, e.Tab), inner) {
		lines = append(lines, e.Width.Fit(l, inner))
	}
	yes, no := e.Keys.Key(c.Scopes(), "confirm.yes"), e.Keys.Key(c.Scopes(), "confirm.no")
	keyLine := e.Theme.Accent.Render(yes) + " yes   " + e.Theme.Accent.Render(no) + " no"
	lines = append(lines, e.Width.Fit("", inner), e.Width.Fit(keyLine, inner))
	return box(e, Pane{Title: "Please confirm"}, w, h, inner, len(lines), func(w, h int) ([]string, *tea.Cursor) {
		return FitAll(e.Width, lines, w, h), nil
	})
}

// Hints are the two answers.
func (c *Confirm) Hints() []keys.Action { return []keys.Action{"confirm.yes", "confirm.no"} }

// Closed reports whether the question was answered.
func (c *Confirm) Closed() bool { return c.closed }

// Unsaved is empty: a question holds nothing of the person's.
func (c *Confirm) Unsaved() string { return "" }

// Forget does nothing.
func (c *Confirm) Forget() {}
