package workbench

import (
	"context"
	"errors"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"suffice/certificate"
	"suffice/review"
	"suffice/tui/part"
)

// act is one thing to make durable. Acts wait in line; the call of each is
// made when its turn comes, against the newest acknowledged certificate, so
// that keys pressed quickly build on each other.
type act struct {
	what string // in words, for "not saved" and "leaving loses"

	// edit makes the Edit for the newest draft, or says why there is nothing
	// to do any more. Acts on other things than the certificate leave it nil
	// and set call.
	edit   func(d certificate.Draft) (certificate.Edit, string)
	clears string // the name under which text was typed that the act makes durable
	text   string // that text
	call   func(ctx context.Context, at certificate.Revision) (review.Ack, error)

	again *stale    // the refused edit that this act applies once more
	makes *groupRef // gets the key of the group that the act adds

	// done is told when the act is on disk.
	done func(before certificate.Certificate, ack review.Ack) tea.Cmd
}

// pending is the line of acts that are not on disk yet. The first is in
// flight, waits for a retry, or waits for a decision.
type pending struct {
	line    []*act
	flying  bool
	made    certificate.Edit     // of the first act, as sent
	at      certificate.Revision // the revision it was sent for
	failure string               // why the last try failed; empty when none did
	tries   int
	gen     int // so that a late retry finds nothing to do
}

// ackMsg is the desk's answer to the first act in line.
type ackMsg struct {
	to  *Screen
	act *act
	ack review.Ack
	err error
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

// pump sends the first act in line, unless one is in flight, a retry is due or
// a decision is.
func (s *Screen) pump() tea.Cmd {
	p := &s.pending
	var told []tea.Cmd
	for len(p.line) > 0 && !p.flying && p.failure == "" && s.stale == nil {
		a := p.line[0]
		p.at = s.now.Revision
		if a.edit != nil {
			e, why := a.edit(s.now.Draft)
			if why != "" {
				p.drop()
				told = append(told, toast(part.Quiet, why))
				continue
			}
			p.made = e
		}
		p.flying = true
		told = append(told, s.send(a))
	}
	return tea.Batch(told...)
}

func (p *pending) drop() {
	p.line = p.line[1:]
	p.flying, p.failure, p.tries = false, "", 0
	p.gen++
}

// send is the command that makes an act durable.
func (s *Screen) send(a *act) tea.Cmd {
	ctx, desk, state := s.env.Ctx, s.env.Desk, s.state
	at, e := s.pending.at, s.pending.made
	return func() (msg tea.Msg) {
		m := ackMsg{to: s, act: a}
		defer func() { // whatever goes wrong, the line must hear of it
			if what := recover(); what != nil {
				m.err = fmt.Errorf("something inside failed: %v", what)
				msg = m
			}
		}()
		if a.edit != nil {
			m.ack, m.err = desk.Edit(ctx, state, at, e, a.clears)
		} else {
			m.ack, m.err = a.call(ctx, at)
		}
		return m
	}
}

// answered takes the desk's answer.
func (s *Screen) answered(m ackMsg) tea.Cmd {
	p := &s.pending
	if len(p.line) == 0 || p.line[0] != m.act {
		return nil
	}
	p.flying = false
	if m.err != nil {
		return s.refused(m.act, m.err)
	}
	before := s.now.Draft.Certificate()
	p.drop()
	if m.act.makes != nil {
		m.act.makes.key = added(before, m.ack.Draft.Certificate())
	}
	s.acknowledge(m.ack)
	var then tea.Cmd
	if m.act.done != nil {
		then = m.act.done(before, m.ack)
	}
	return tea.Batch(then, s.settleTyping(m.act), s.rebase(), s.recompute(), s.pump())
}

// added is the key of the group that only the second certificate has.
func added(before, after certificate.Certificate) certificate.GroupKey {
	for _, g := range after.Groups {
		if _, _, ok := before.Group(g.Key); !ok {
			return g.Key
		}
	}
	return ""
}

// refused sorts out why an act did not become durable: a later revision, an
// edit that makes no sense, or a store that cannot write.
func (s *Screen) refused(a *act, err error) tea.Cmd {
	var (
		stale      *review.StaleError
		invalid    *certificate.InvalidError
		conflict   *certificate.ConflictError
		unfinished *review.UnfinishedError
	)
	switch {
	case errors.As(err, &stale):
		return s.late(a, stale)
	case errors.As(err, &unfinished):
		s.pending.drop()
		return tea.Batch(s.listFindings("In the way of finishing", unfinished.Findings, nil), s.pump())
	case a.again != nil && (errors.As(err, &invalid) || errors.As(err, &conflict)):
		return s.unfit(a, err)
	case review.Refused(err):
		s.pending.drop()
		return tea.Batch(toast(part.Bad, s.sentence(err)), s.take(), s.pump())
	case s.env.Ctx.Err() != nil:
		return nil
	}
	return s.retryLater(err)
}

// retryLater keeps the act and tries again after 0.5, 1, 2, ... at most 30 seconds.
func (s *Screen) retryLater(err error) tea.Cmd {
	p := &s.pending
	p.failure = s.sentence(err)
	var told tea.Cmd
	if p.tries == 0 {
		told = toast(part.Bad, "not saved: "+p.failure)
	}
	wait := min(500*time.Millisecond<<min(p.tries, 10), 30*time.Second)
	p.tries++
	p.gen++
	gen := p.gen
	return tea.Batch(told, s.env.Later(wait, retryMsg{s, gen}))
}

// retry tries the first act again.
func (s *Screen) retry(gen int) tea.Cmd {
	if gen != s.pending.gen || s.pending.failure == "" {
		return nil
	}
	s.pending.failure = ""
	return s.pump()
}

// retryNow is the action: it does not wait for the tick.
func (s *Screen) retryNow() (tea.Cmd, bool) {
	if s.pending.failure == "" {
		return nil, false
	}
	return s.retry(s.pending.gen), true
}

// unsaved says what would be lost by leaving now.
func (p *pending) unsaved() string {
	switch n := len(p.line); {
	case n == 0:
		return ""
	case n == 1:
		return p.line[0].what
	default:
		return fmt.Sprintf("%s and %d more", p.line[0].what, n-1)
	}
}

// status is what the top line says about saving.
func (s *Screen) saving() part.Status {
	p := &s.pending
	switch {
	case s.stale != nil:
		return part.Status{Text: "not saved: changed elsewhere", Kind: part.Bad}
	case p.failure != "":
		return part.Status{Text: "not saved: " + part.Brief(p.failure) + ", retrying", Kind: part.Bad}
	case s.failure() != "":
		return part.Status{Text: "text not saved: " + part.Brief(s.failure()) + ", retrying", Kind: part.Bad}
	case len(p.line) > 0:
		return part.Status{Text: "saving…", Kind: part.Busy}
	case s.savedAt.IsZero():
		return part.Status{}
	}
	return part.Status{Text: "saved ✓", Kind: part.Good}
}

// sentence is an error as one line that is safe to show.
func (s *Screen) sentence(err error) string { return s.clean(part.Fault(err)) }

func toast(k part.StatusKind, text string) tea.Cmd {
	return func() tea.Msg { return part.ToastMsg{Text: text, Kind: k} }
}
