package part

import (
	tea "charm.land/bubbletea/v2"

	"suffice/tui/keys"
)

// Overlay is a box over a screen that takes every key until it is closed.
type Overlay interface {
	// Scopes are the only key scopes in force besides keys.Always.
	Scopes() []keys.Scope
	// Do performs an action of those scopes.
	Do(a keys.Action) tea.Cmd
	// Type receives a key press that no binding took.
	Type(k tea.KeyPressMsg) tea.Cmd
	// Paste receives pasted text.
	Paste(s string) tea.Cmd
	// Mouse receives a click or wheel turn, relative to the box; outside of it
	// when x or y is negative or beyond the box.
	Mouse(m tea.MouseMsg, x, y int) tea.Cmd
	// View draws the box for a screen of w by h cells.
	View(e *Env, w, h int) Box
	// Hints are the actions worth the footer now.
	Hints() []keys.Action
	// Closed reports whether it is done with.
	Closed() bool
	// Unsaved says in words what would be lost by leaving now; empty when nothing.
	Unsaved() string
	// Forget drops drawn lines: colours or the width method changed.
	Forget()
}

// Box is an overlay as drawn: Lines of Rect.W cells each, to stand at Rect.X,
// Rect.Y of the screen. Cursor is relative to the screen.
type Box struct {
	Lines  []string
	Rect   Rect
	Cursor *tea.Cursor
}

// box frames an inner block in a focused pane in the middle of the screen, a
// little above the centre where the eye rests.
func box(e *Env, p Pane, w, h, innerW, innerH int, draw func(w, h int) ([]string, *tea.Cursor)) Box {
	bw, bh := min(innerW+4, w), min(innerH+2, h)
	r := Rect{X: (w - bw) / 2, Y: max((h-bh)*2/5, 0), W: bw, H: bh}
	p.Focus = true
	inner, cur := draw(max(bw-4, 0), max(bh-2, 0))
	for i, l := range inner {
		inner[i] = " " + l + " "
	}
	if cur != nil {
		cur.X += r.X + 2
		cur.Y += r.Y + 1
	}
	return Box{Lines: p.Draw(e, bw, bh, inner), Rect: r, Cursor: cur}
}
