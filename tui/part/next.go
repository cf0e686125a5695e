package part

import (
	tea "charm.land/bubbletea/v2"

	"suffice/review"
)

// NextOpen is the command that asks for the next state, after this one and
// round the end, on which this person still has something to do. What they
// would have to claim comes last, and only after a question.
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
		var free *review.QueueRow
		for k := 1; k <= len(rows); k++ {
			r := &rows[(at+k)%len(rows)]
			switch {
			case r.State == state || r.Task == "" || r.Status == review.StatusDone || r.Status == review.StatusSkipped:
			case !r.Claimable:
				return OpenTaskMsg{State: r.State, Task: r.Task}
			case free == nil:
				free = r
			}
		}
		if free == nil {
			return ToastMsg{Text: "Nothing else in your queue is open."}
		}
		open := OpenTaskMsg{State: free.State, Task: free.Task}
		return ConfirmMsg{
			Question: "Nothing of your own is open. Claim " + e.Width.Clean(StateName(free.Repo, free.Instance), 1) + "? It is then yours.",
			Then:     func() tea.Msg { return open },
		}
	}
}
