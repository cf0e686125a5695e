package app

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// wheelRest is the least time between two wheel messages that reach the model.
const wheelRest = 15 * time.Millisecond

// wheelMsg is several turns of the wheel in one.
type wheelMsg struct {
	tea.MouseWheelMsg
	turns int
}

// wheelFilter puts wheel turns that come faster than frames together, so that
// keys typed behind a spinning wheel are not kept waiting.
func wheelFilter(now func() time.Time) func(tea.Model, tea.Msg) tea.Msg {
	var last time.Time
	waiting := 0
	var button tea.MouseButton
	return func(_ tea.Model, msg tea.Msg) tea.Msg {
		w, ok := msg.(tea.MouseWheelMsg)
		if !ok {
			return msg
		}
		if w.Button != button {
			button, waiting = w.Button, 0
		}
		waiting++
		if t := now(); t.Sub(last) >= wheelRest {
			last = t
			turns := waiting
			waiting = 0
			return wheelMsg{w, turns}
		}
		return nil
	}
}
