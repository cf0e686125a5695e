package queue

import (
	"errors"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/review"
	"suffice/tui/part"
)

// actedMsg is the answer to a flag, a skip or an undo.
type actedMsg struct {
	to    *Screen
	state string
	said  string // what was done, in words
	undo  bool
	ack   review.Ack
	err   error
}

// flag asks for a reason and flags the state under the cursor; an empty reason
// takes the flag away.
func (s *Screen) flag() tea.Cmd {
	r := s.row()
	return s.reason("Flag "+r.name, r.Flag, "flag", r.State, func(why *string) (review.Ack, error) {
		return s.env.Desk.Flag(s.env.Ctx, r.State, why)
	})
}

// skip does the same for skipping.
func (s *Screen) skip() tea.Cmd {
	r := s.row()
	return s.reason("Skip "+r.name, r.Skip, "skip", r.State, func(why *string) (review.Ack, error) {
		return s.env.Desk.Skip(s.env.Ctx, r.State, why)
	})
}

// reason asks why and then does it. What is marked already offers its reason.
func (s *Screen) reason(title string, have *string, verb, state string, do func(*string) (review.Ack, error)) tea.Cmd {
	ask := part.PromptMsg{Title: title, Hint: "Why? The reason is yours alone and stays in the ledger."}
	if have != nil {
		ask.Value, ask.Hint = *have, "No reason takes the "+verb+" away."
	}
	ask.Check = func(text string) string {
		if strings.TrimSpace(text) == "" && have == nil {
			return "A " + verb + " needs a reason, however short."
		}
		return ""
	}
	ask.Then = func(text string) tea.Cmd {
		text = strings.TrimSpace(text)
		var why *string
		said := "the " + verb + " was taken away"
		if text != "" {
			why, said = &text, past(verb)
		}
		if have != nil && why != nil && *have == *why {
			return nil
		}
		return tea.Sequence(send(pendingMsg{s}), func() tea.Msg {
			ack, err := do(why)
			return actedMsg{to: s, state: state, said: said, ack: ack, err: err}
		})
	}
	s.opens = ask
	return nil
}

func past(verb string) string {
	if verb == "skip" {
		return "skipped"
	}
	return "flagged"
}

// pendingMsg says that an act is on its way.
type pendingMsg struct{ to *Screen }

// acted shows what the disk has acknowledged and reads the queue again.
func (s *Screen) acted(msg actedMsg) tea.Cmd {
	if msg.to != s {
		return nil
	}
	s.pending--
	if msg.err != nil {
		s.saved = part.Status{Text: "not saved ✗", Kind: part.Bad}
		return send(part.ToastMsg{Kind: part.Bad, Text: "Not saved: " + msg.err.Error()})
	}
	s.saved = part.Status{Text: "saved ✓", Kind: part.Good}
	if msg.undo {
		s.done = s.done[:max(len(s.done)-1, 0)]
	} else {
		s.done = append(s.done, act{msg.state, msg.ack.Event.Seq})
	}
	name := msg.state
	for _, e := range s.all {
		if e.State == msg.state {
			name = e.name
		}
	}
	return tea.Batch(s.load(), send(part.ToastMsg{Kind: part.Good, Text: name + ": " + msg.said + "."}))
}

// undoMsg is what undo would take back on a state.
type undoMsg struct {
	to    *Screen
	state string
	mine  bool // it is the newest act of this screen
	view  review.View
	err   error
}

// undo looks up my latest act on the state last acted on here, or on the one
// under the cursor.
func (s *Screen) undo() tea.Cmd {
	var last act
	if len(s.done) > 0 {
		last = s.done[len(s.done)-1]
	}
	state := last.state
	if state == "" {
		state = s.row().State
	}
	env := s.env
	return func() tea.Msg {
		v, err := env.Desk.Take(env.Ctx, state)
		n := len(v.Mine.Undo)
		return undoMsg{to: s, state: state, view: v, err: err, mine: n > 0 && v.Mine.Undo[n-1] == last.seq}
	}
}

// undoFound takes back at once what was done here a moment ago, and asks
// before anything else, naming it.
func (s *Screen) undoFound(msg undoMsg) tea.Cmd {
	if msg.to != s {
		return nil
	}
	switch {
	case errors.As(msg.err, new(*review.UnknownStateError)):
		s.forgetActs(msg.state)
		return tea.Batch(s.load(), send(part.ToastMsg{Text: "The state you acted on last is no longer in your queue: what you did there stays."}))
	case msg.err != nil:
		return send(part.ToastMsg{Kind: part.Bad, Text: msg.err.Error()})
	}
	env, words := s.env, msg.view.Undo
	name := s.env.Width.Clean(part.StateName(msg.view.State.Card.Repo, msg.view.State.Card.InstanceID), 1)
	if words == "" {
		s.forgetActs(msg.state)
		return send(part.ToastMsg{Text: "There is nothing of yours to undo on " + name + "."})
	}
	take := tea.Sequence(send(pendingMsg{s}), func() tea.Msg {
		ack, err := env.Desk.Undo(env.Ctx, msg.state, msg.view.Revision)
		return actedMsg{to: s, state: msg.state, said: "undone: " + words, undo: true, ack: ack, err: err}
	})
	if msg.mine {
		return take
	}
	return send(part.ConfirmMsg{Question: name + "\nTake this back: " + words + "?", Then: take})
}

// forgetActs forgets what was done here on a state on which there is nothing to take
// back any more, so that undo goes on with what was done before.
func (s *Screen) forgetActs(state string) {
	s.done = slices.DeleteFunc(s.done, func(a act) bool { return a.state == state })
}
