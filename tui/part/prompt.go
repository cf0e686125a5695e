package part

import (
	tea "charm.land/bubbletea/v2"

	"suffice/tui/keys"
)

// The scopes of the overlays.
const (
	PromptScope  keys.Scope = "prompt"       // one line of text
	LinesScope   keys.Scope = "prompt.lines" // several lines of text
	ChooseScope  keys.Scope = "choose"
	ConfirmScope keys.Scope = "confirm"
	HelpScope    keys.Scope = "help"
)

// OverlayBindings are the keys of every overlay.
func OverlayBindings() []keys.Binding {
	b := []keys.Binding{
		{Action: "prompt.accept", Scope: PromptScope, Keys: []string{"enter"}, Short: "accept", Title: "Accept"},
		{Action: "prompt.cancel", Scope: PromptScope, Keys: []string{"esc"}, Short: "cancel", Title: "Cancel"},
		{Action: "prompt.accept", Scope: LinesScope, Keys: []string{"enter", "ctrl+s"}, Short: "accept", Title: "Accept"},
		{Action: "prompt.cancel", Scope: LinesScope, Keys: []string{"esc"}, Short: "cancel", Title: "Cancel"},
		{Action: "choose.accept", Scope: ChooseScope, Keys: []string{"enter"}, Short: "choose", Title: "Choose"},
		{Action: "choose.cancel", Scope: ChooseScope, Keys: []string{"esc"}, Short: "cancel", Title: "Cancel"},
		{Action: "choose.up", Scope: ChooseScope, Keys: []string{"up", "ctrl+p", "shift+tab"}, Short: "up", Title: "Up"},
		{Action: "choose.down", Scope: ChooseScope, Keys: []string{"down", "ctrl+n", "tab"}, Short: "down", Title: "Down"},
		{Action: "choose.pageup", Scope: ChooseScope, Keys: []string{"pgup"}, Title: "Page up"},
		{Action: "choose.pagedown", Scope: ChooseScope, Keys: []string{"pgdown"}, Title: "Page down"},
		{Action: "confirm.yes", Scope: ConfirmScope, Keys: []string{"y"}, Short: "yes", Title: "Yes"},
		{Action: "confirm.no", Scope: ConfirmScope, Keys: []string{"n", "esc", "q"}, Short: "no", Title: "No"},
		{Action: "help.close", Scope: HelpScope, Keys: []string{"esc", "q", "?", "enter"}, Short: "close", Title: "Close"},
	}
	b = append(b, FieldBindings(PromptScope, false)...)
	b = append(b, FieldBindings(LinesScope, true)...)
	b = append(b, FieldBindings(ChooseScope, false)...)
	return append(b, ListBindings(HelpScope)...)
}

// Prompt asks for text; see PromptMsg.
type Prompt struct {
	ask    PromptMsg
	field  *Field
	why    string // why the text will not do, after a refused accept
	closed bool
}

// NewPrompt opens a prompt.
func NewPrompt(m PromptMsg) *Prompt {
	p := &Prompt{ask: m, field: NewField(m.Value, m.Lines > 1)}
	if m.Over {
		p.field.Select()
	}
	return p
}

// Scopes are those of a field of one line or several.
func (p *Prompt) Scopes() []keys.Scope {
	if p.ask.Lines > 1 {
		return []keys.Scope{LinesScope}
	}
	return []keys.Scope{PromptScope}
}

// Do edits the text, accepts it or cancels.
func (p *Prompt) Do(a keys.Action) tea.Cmd {
	switch a {
	case "prompt.accept":
		text := p.field.Value()
		if p.ask.Check != nil {
			if p.why = p.ask.Check(text); p.why != "" {
				return nil
			}
		}
		p.closed = true
		if p.ask.Then == nil {
			return nil
		}
		return p.ask.Then(text)
	case "prompt.cancel":
		p.closed = true
		return p.Pause()
	}
	before := p.field.Value()
	p.field.Do(a)
	if p.field.Value() != before {
		return p.changed()
	}
	return nil
}

// Pause saves text that was changed and is not accepted: typing rests, or the
// prompt goes away.
func (p *Prompt) Pause() tea.Cmd {
	if p.ask.Keep == nil || p.field.Value() == p.ask.Value {
		return nil
	}
	return p.ask.Keep(p.field.Value())
}

func (p *Prompt) changed() tea.Cmd {
	p.why = ""
	return nil
}

// Type puts a key's text into the field.
func (p *Prompt) Type(k tea.KeyPressMsg) tea.Cmd {
	if p.field.Type(k) {
		return p.changed()
	}
	return nil
}

// Paste puts text into the field, or says that it is too long for one.
func (p *Prompt) Paste(s string) tea.Cmd {
	if !p.field.Insert(s) {
		p.why = "That is more text than fits here; it was not pasted."
		return nil
	}
	return p.changed()
}

// Mouse does nothing: a stray click loses no text.
func (p *Prompt) Mouse(tea.MouseMsg, int, int) tea.Cmd { return nil }

// View draws the field with its title, and why the text will not do.
func (p *Prompt) View(e *Env, w, h int) Box {
	inner := min(w-8, 76)
	rows := 1
	if p.ask.Lines > 1 {
		rows = min(max(p.field.Rows(e, inner), p.ask.Lines), h-6)
	}
	note := p.why
	style := e.Theme.Bad
	if note == "" {
		note, style = p.ask.Hint, e.Theme.Muted
	}
	var below []string
	if note != "" {
		for _, l := range e.Width.Wrap(e.Width.Clean(note, e.Tab), inner) {
			below = append(below, style.Render(e.Width.Fit(l, inner)))
		}
	}
	pane := Pane{Title: e.Width.Clean(p.ask.Title, e.Tab)}
	return box(e, pane, w, h, inner, rows+len(below), func(w, h int) ([]string, *tea.Cursor) {
		rows = min(rows, h)
		lines, x, y := p.field.View(e, w, rows)
		return append(lines, below[:min(len(below), h-rows)]...), CursorIn(x, y)
	})
}

// Hints are accept and cancel, and the new line where there can be several.
func (p *Prompt) Hints() []keys.Action {
	return []keys.Action{"prompt.accept", "prompt.cancel", "text.newline"}
}

// Closed reports whether the prompt was answered or cancelled.
func (p *Prompt) Closed() bool { return p.closed }

// Text is what stands in the field.
func (p *Prompt) Text() string { return p.field.Value() }

// Unsaved says that typed text has not been accepted.
func (p *Prompt) Unsaved() string {
	if p.field.Value() == p.ask.Value {
		return ""
	}
	return "what you are typing has not been accepted yet"
}

// Forget drops the layout of the field.
func (p *Prompt) Forget() { p.field.rows = nil }
