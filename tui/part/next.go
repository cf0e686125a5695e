package part

import (
	"fmt"

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
			case r.State == state || r.Task == "" || r.Held || r.Status == review.StatusDone || r.Status == review.StatusSkipped:
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
			Opens:    &open,
		}
	}
}

// OpenRow is what opens a state of the queue for its task: an OpenTaskMsg, or for
// what is free, which is claimed by being opened, the question whether to.
func OpenRow(e *Env, r review.QueueRow) tea.Msg {
	open := OpenTaskMsg{State: r.State, Task: r.Task}
	if !r.Claimable {
		return open
	}
	name := StateName(r.Repo, r.Instance)
	if name == "" {
		name = r.State
	}
	return ConfirmMsg{
		Question: fmt.Sprintf("%s\nClaim this %s? It is then yours. A claim on which nothing is done for long is free again.", e.Width.Clean(name, 1), TaskNoun(r.Task)),
		Opens:    &open,
	}
}

// TaskNoun is a task as a thing that a person has.
func TaskNoun(t review.Task) string {
	switch t {
	case review.TaskReview:
		return "review"
	case review.TaskArbitrate:
		return "arbitration"
	case review.TaskAudit:
		return "audit"
	}
	return "annotation"
}
