package part

import (
	tea "charm.land/bubbletea/v2"

	"suffice/review"
)

// NextOpen is the command that asks for the next state, after this one and
// round the end, on which this person still has something to do.
func NextOpen(e *Env, state string) tea.Cmd {
	return func() tea.Msg {
		rows, err := e.Desk.Queue(e.Ctx)
		if err != nil {
			return ToastMsg{Kind: Bad, Text: "The queue could not be read: " + err.Error()}
		}
		at := 0
		for i, r := range rows {
			if r.State == state {
				at = i
			}
		}
		for k := 1; k <= len(rows); k++ {
			r := rows[(at+k)%len(rows)]
			if r.State != state && r.Task != "" && r.Status != review.StatusDone && r.Status != review.StatusSkipped {
				return OpenTaskMsg{State: r.State, Task: r.Task}
			}
		}
		return ToastMsg{Text: "Nothing else in your queue is open."}
	}
}
