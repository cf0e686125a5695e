package arbitration

import (
	"context"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"suffice/certificate"
	"suffice/review"
	"suffice/tui/part"
)

// act is one thing to make durable. Acts wait in line: each is made when its
// turn comes, on the revision that the one before has left.
type act struct {
	what string // in words, for "not saved"
	call func(ctx context.Context, at certificate.Revision) error
	done func() tea.Cmd // is told when the act is on disk; may be nil
	last string         // the state that replaces this one: then this act is the last
}

// pending is the line of acts that are not on disk yet.
type pending struct {
	line    []*act
	flying  bool
	failure string // why the last try failed; empty when none did
	tries   int
	gen     int // so that a late retry finds nothing to do
	acks    int // acknowledgements so far
}

// ackMsg is the answer to the first act in line, with what is there now.
type ackMsg struct {
	to      *Screen
	act     *act
	dispute review.Dispute
	err     error // of the act
	read    error // of reading what is there now
}

// retryMsg says that it is time to try the first act again.
type retryMsg struct {
	to  *Screen
	gen int
}

// enqueue puts an act in line and sends it when nothing is in front of it.
func (s *Screen) enqueue(a *act) tea.Cmd {
	s.pending.line = append(s.pending.line, a)
	return s.pump()
}

// pump sends the first act in line, unless one is in flight or a retry is due.
func (s *Screen) pump() tea.Cmd {
	p := &s.pending
	if len(p.line) == 0 || p.flying || p.failure != "" {
		return nil
	}
	p.flying = true
	ctx, desk, id, a, at := s.env.Ctx, s.env.Desk, s.state, p.line[0], s.now.Revision
	return func() tea.Msg {
		m := ackMsg{to: s, act: a, err: a.call(ctx, at)}
		m.dispute, m.read = desk.Dispute(ctx, id)
		return m
	}
}

// answered takes the answer.
func (s *Screen) answered(m ackMsg) tea.Cmd {
	p := &s.pending
	if len(p.line) == 0 || p.line[0] != m.act {
		return nil
	}
	p.flying = false
	if m.err != nil && !review.Refused(m.err) {
		if s.env.Ctx.Err() != nil {
			return nil
		}
		return s.retryLater(m.err)
	}
	p.line = p.line[1:]
	p.failure, p.tries = "", 0
	p.gen++
	p.acks++
	var cmds []tea.Cmd
	switch {
	case m.read == nil:
		s.show(m.dispute)
	case m.err == nil && m.act.last == "":
		cmds = append(cmds, toast(part.Bad, "saved, but the state could not be read again: "+s.sentence(m.read)))
	}
	switch {
	case m.err != nil:
		cmds = append(cmds, toast(part.Bad, "Not done: "+s.why(m.err)))
	default:
		s.savedAt = s.env.Now()
		s.gone = m.act.last
		if m.act.done != nil {
			cmds = append(cmds, m.act.done())
		}
	}
	return tea.Batch(append(cmds, s.recompute(), s.pump())...)
}

// why is a refusal in words.
func (s *Screen) why(err error) string {
	var stale *review.StaleError
	var unfinished *review.UnfinishedError
	switch {
	case errors.As(err, &stale):
		return "something was changed in another window; look at it and do it again"
	case errors.As(err, &unfinished) && len(unfinished.Findings) > 0:
		return s.clean(unfinished.Findings[0].Text)
	}
	return s.sentence(err)
}

// retryLater keeps the act and tries again after 0.5, 1, 2, ... at most 30 seconds.
func (s *Screen) retryLater(err error) tea.Cmd {
	p := &s.pending
	p.failure = s.sentence(err)
	wait := min(500*time.Millisecond<<min(p.tries, 10), 30*time.Second)
	p.tries++
	p.gen++
	return s.env.Later(wait, retryMsg{s, p.gen})
}

func (s *Screen) retry(gen int) tea.Cmd {
	if gen != s.pending.gen || s.pending.failure == "" {
		return nil
	}
	s.pending.failure = ""
	return s.pump()
}
