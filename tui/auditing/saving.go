package auditing

import (
	"context"
	"errors"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"suffice/audit"
	"suffice/review"
	"suffice/tui/part"
)

// Short names for the kinds of a status.
const (
	quiet = part.Quiet
	good  = part.Good
	bad   = part.Bad
)

// act is one thing to make durable. apply says what it does to the sheet, so
// that it shows at once and keys pressed quickly build on each other.
type act struct {
	what  string // in words, for what leaving would lose
	group string // of a judgment; its field
	field audit.Field
	apply func(*audit.Sheet)
	call  func(ctx context.Context) (review.AuditView, error)
	done  func() tea.Cmd // when it is on disk; may be nil

	// elsewhere is told of a note of another window that kept the act from
	// being made; may be nil.
	elsewhere func(note string) tea.Cmd
}

// line is the acts that are not on disk yet, in order. The first is in flight
// or waits for a retry.
type line struct {
	acts    []*act
	flying  bool
	failure string // why the last try failed; empty when none did
	tries   int
	gen     int    // so that a late retry finds nothing to do
	done    int    // acts acknowledged so far
	past    []undo // judgments of this sitting, the newest last
	at      time.Time
}

// apply is the sheet with every act in line done to it; the sheet given stays
// as it is.
func (l *line) apply(sheet audit.Sheet) audit.Sheet {
	groups := make([]audit.GroupSheet, len(sheet.Groups))
	copy(groups, sheet.Groups)
	sheet.Groups = groups
	for _, a := range l.acts {
		if a.apply != nil {
			a.apply(&sheet)
		}
	}
	return sheet
}

// holds reports whether a judgment is on its way.
func (l *line) holds(group string, f audit.Field) bool {
	for _, a := range l.acts {
		if a.group == group && a.field == f && group != "" {
			return true
		}
	}
	return false
}

func (l *line) unsaved() string {
	switch n := len(l.acts); n {
	case 0:
		return ""
	case 1:
		return "not saved yet: " + l.acts[0].what
	default:
		return fmt.Sprintf("not saved yet: %s and %d more", l.acts[0].what, n-1)
	}
}

// enqueue puts acts in line and sends the first when nothing is in front of it.
func (s *Screen) enqueue(acts ...*act) tea.Cmd {
	s.line.acts = append(s.line.acts, acts...)
	s.reckon()
	s.drawn++
	return s.pump()
}

// savedMsg is the desk's answer to the first act in line.
type savedMsg struct {
	to   *Screen
	act  *act
	view review.AuditView
	err  error
}

// pump sends the first act, unless one is in flight or a retry is due.
func (s *Screen) pump() tea.Cmd {
	l := &s.line
	if len(l.acts) == 0 || l.flying || l.failure != "" {
		return nil
	}
	l.flying = true
	a, ctx := l.acts[0], s.env.Ctx
	return func() (msg tea.Msg) {
		m := savedMsg{to: s, act: a}
		defer func() { // whatever goes wrong, the line must hear of it
			if what := recover(); what != nil {
				m.err = fmt.Errorf("something inside failed: %v", what)
				msg = m
			}
		}()
		m.view, m.err = a.call(ctx)
		return m
	}
}

// saved takes the desk's answer.
func (s *Screen) saved(m savedMsg) tea.Cmd {
	l := &s.line
	if len(l.acts) == 0 || l.acts[0] != m.act {
		return nil
	}
	l.flying = false
	switch {
	case m.err == nil:
		l.drop()
		l.done++
		l.at = s.env.Now()
		s.now.Sheet, s.now.Faults = m.view.Sheet, m.view.Faults
	case s.env.Ctx.Err() != nil:
		return nil
	case refusal(m.err):
		l.drop()
		s.reckon()
		s.drawn++
		return tea.Batch(s.refuse(m.act, m.err), s.pump())
	default:
		return s.retryLater(m.err)
	}
	s.reckon()
	s.drawn++
	var then tea.Cmd
	if m.act.done != nil {
		then = m.act.done()
	}
	return tea.Batch(then, s.pump())
}

func (l *line) drop() {
	l.acts = l.acts[1:]
	l.flying, l.failure, l.tries = false, "", 0
	l.gen++
}

// refusal reports whether trying again would change nothing.
func refusal(err error) bool {
	var (
		seat       *review.NoSeatError
		submitted  *review.SubmittedError
		not        *review.NotSubmittedError
		judgment   *review.JudgmentError
		incomplete *review.IncompleteError
		forbidden  *review.ForbiddenError
		unknown    *review.UnknownStateError
		note       *noteElsewhereError
	)
	return errors.As(err, &seat) || errors.As(err, &submitted) || errors.As(err, &not) || errors.As(err, &judgment) ||
		errors.As(err, &incomplete) || errors.As(err, &forbidden) || errors.As(err, &unknown) || errors.As(err, &note)
}

// refuse says why an act was not taken and reads what is there: another
// terminal of the same person may have been faster.
func (s *Screen) refuse(a *act, err error) tea.Cmd {
	var other *noteElsewhereError
	if errors.As(err, &other) && a.elsewhere != nil {
		return tea.Batch(s.take(), a.elsewhere(other.note))
	}
	return tea.Batch(toast(bad, s.sentence(err)), s.take())
}

// retryMsg says that it is time to try the first act again.
type retryMsg struct {
	to  *Screen
	gen int
}

// retryLater keeps the act and tries again after 0.5, 1, 2, ... at most 30 seconds.
func (s *Screen) retryLater(err error) tea.Cmd {
	l := &s.line
	l.failure = s.sentence(err)
	wait := min(500*time.Millisecond<<min(l.tries, 10), 30*time.Second)
	l.tries++
	l.gen++
	s.drawn++
	return s.env.Later(wait, retryMsg{s, l.gen})
}

func (s *Screen) retry(gen int) tea.Cmd {
	if gen != s.line.gen || s.line.failure == "" {
		return nil
	}
	s.line.failure = ""
	return s.pump()
}

// Status says what is saved.
func (s *Screen) Status() part.Status {
	l := &s.line
	switch {
	case l.failure != "":
		return part.Status{Text: "not saved: " + l.failure + ", retrying", Kind: part.Bad}
	case s.notes.typed.Failed() != "":
		return part.Status{Text: "text not saved: " + s.clean(part.Brief(s.notes.typed.Failed())) + ", retrying", Kind: part.Bad}
	case len(l.acts) > 0:
		return part.Status{Text: "saving…", Kind: part.Busy}
	case s.loaded && s.sheet.Submitted:
		return part.Status{Text: "submitted ✓", Kind: part.Good}
	case l.at.IsZero():
		return part.Status{}
	}
	return part.Status{Text: "saved ✓", Kind: part.Good}
}
