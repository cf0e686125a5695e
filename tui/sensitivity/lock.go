package sensitivity

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"suffice/review"
	"suffice/tui/part"
)

// setsMsg is the prediction sets there are.
type setsMsg struct {
	to   *Screen
	sets []review.PredictionSet
	err  error
}

// lockedMsg says that a set was locked.
type lockedMsg struct {
	to   *Screen
	body review.LockBody
	err  error
}

// readSets looks for sets that can be locked.
func (s *Screen) readSets() tea.Cmd {
	ctx, desk := s.env.Ctx, s.desk
	return func() tea.Msg {
		sets, err := desk.PredictionSets(ctx)
		return setsMsg{s, sets, err}
	}
}

// chooseSet offers the sets that are not locked, and asks before it locks one.
func (s *Screen) chooseSet(m setsMsg) tea.Cmd {
	if m.err != nil {
		return send(part.ToastMsg{Kind: part.Bad, Text: "The prediction sets could not be read: " + s.clean(m.err.Error())})
	}
	var open []review.PredictionSet
	ask := part.ChooseMsg{Title: "Lock a prediction set"}
	for _, set := range m.sets {
		if set.Locked == "" {
			open = append(open, set)
			detail := fmt.Sprintf("%s, %s", part.Many(len(set.Methods), "method"), part.Many(set.States, "state"))
			ask.Items = append(ask.Items, part.Choice{Text: set.Name, Detail: detail})
		}
	}
	if len(open) == 0 {
		return send(part.ToastMsg{Text: fmt.Sprintf("There is nothing to lock: %s, all locked. suffice import predictions brings in others.", part.Many(len(m.sets), "set"))})
	}
	ask.Then = func(i int) tea.Cmd {
		set := open[i]
		return send(part.ConfirmMsg{
			Question: fmt.Sprintf("Lock %s, %s?\nIts rankings cannot change then, and count for the sensitivity of every change from now on. The lock goes into the ledger.",
				s.clean(set.Name), part.Many(set.Rows, "ranking")),
			Then: s.lock(set.Name),
		})
	}
	return send(ask)
}

func (s *Screen) lock(set string) tea.Cmd {
	ctx, desk := s.env.Ctx, s.desk
	return func() tea.Msg {
		body, err := desk.LockPredictions(ctx, set)
		return lockedMsg{s, body, err}
	}
}

func (s *Screen) lockEnded(m lockedMsg) tea.Cmd {
	if m.err != nil {
		return send(part.ToastMsg{Kind: part.Bad, Text: "Not locked: " + s.clean(part.Fault(m.err))})
	}
	said := fmt.Sprintf("%s is locked: %s, SHA-256 %.12s…", s.clean(m.body.Set), part.Many(m.body.Rows, "ranking"), m.body.SHA256)
	return tea.Batch(s.load(), send(part.ToastMsg{Kind: part.Good, Text: said}))
}
