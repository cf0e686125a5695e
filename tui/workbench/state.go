package workbench

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/review"
	"suffice/tui/keys"
	"suffice/tui/part"
)

func (s *Screen) undo() tea.Cmd {
	return s.askAgain(s.now.Next.Undo, s.now.Undo, "Take it back?", s.takeBack)
}

func (s *Screen) redo() tea.Cmd {
	return s.askAgain(s.now.Next.Redo, s.now.Redo, "Do it again?", s.doAgain)
}

// askAgain undoes or redoes, after asking when that would be about a choice of an
// arbitration, which does not show here.
func (s *Screen) askAgain(k review.Kind, words, question string, then func() tea.Cmd) tea.Cmd {
	if k != review.Chosen || len(s.pending.line) > 0 {
		return then()
	}
	return send(part.ConfirmMsg{
		Question: "Your latest act here is a choice between A and B, not a change of this certificate:\n" + s.clean(words) + ".\n" + question,
		Then:     send(againMsg{s, then}),
	})
}

// againMsg says that undo or redo is meant.
type againMsg struct {
	to *Screen
	do func() tea.Cmd
}

func (s *Screen) takeBack() tea.Cmd {
	return s.enqueue(&act{
		what: "undo",
		call: func(ctx context.Context, at certificate.Revision) (review.Ack, error) {
			return s.env.Desk.Undo(ctx, s.state, at)
		},
		done: s.tellUndone("undid", func() string { return s.now.Redo }),
	})
}

func (s *Screen) doAgain() tea.Cmd {
	return s.enqueue(&act{
		what: "redo",
		call: func(ctx context.Context, at certificate.Revision) (review.Ack, error) {
			return s.env.Desk.Redo(ctx, s.state, at)
		},
		done: s.tellUndone("did again", func() string { return s.now.Undo }),
	})
}

// tellUndone names what was taken back: what can be redone now is what was
// just undone, and the other way round.
func (s *Screen) tellUndone(verb string, what func() string) func(certificate.Certificate, review.Ack) tea.Cmd {
	return func(certificate.Certificate, review.Ack) tea.Cmd {
		return tea.Batch(toast(part.Quiet, verb+": "+s.clean(what())), s.take())
	}
}

func (s *Screen) flag() tea.Cmd {
	if s.now.Mine.Flag != nil {
		return s.mark("take the flag away", func(ctx context.Context) (review.Ack, error) { return s.env.Desk.Flag(ctx, s.state, nil) })
	}
	return s.open(part.PromptMsg{Title: "Flag this state because", Check: notEmpty("a reason"), Then: func(why string) tea.Cmd {
		return s.mark("flag", func(ctx context.Context) (review.Ack, error) { return s.env.Desk.Flag(ctx, s.state, &why) })
	}})
}

func (s *Screen) skip() tea.Cmd {
	if s.now.Mine.Skip != nil {
		return s.mark("put the state back", func(ctx context.Context) (review.Ack, error) { return s.env.Desk.Skip(ctx, s.state, nil) })
	}
	return s.open(part.PromptMsg{Title: "Skip this state because", Check: notEmpty("a reason"), Then: func(why string) tea.Cmd {
		return s.mark("skip", func(ctx context.Context) (review.Ack, error) { return s.env.Desk.Skip(ctx, s.state, &why) })
	}})
}

// mark is an act on the state itself; the place in the queue may change with it.
func (s *Screen) mark(what string, call func(context.Context) (review.Ack, error)) tea.Cmd {
	return s.enqueue(&act{
		what: what,
		call: func(ctx context.Context, _ certificate.Revision) (review.Ack, error) { return call(ctx) },
		done: func(certificate.Certificate, review.Ack) tea.Cmd { return s.findPlace() },
	})
}

// mayFinish reports whether the person may finish the certificate or reopen it.
func (s *Screen) mayFinish() bool {
	return s.stale == nil && (s.now.MayEdit || s.now.Finished)
}

// finished reports whether the certificate waits for review and can be opened again.
func (s *Screen) finished() bool { return s.loaded && s.now.Finished }

func (s *Screen) finish() tea.Cmd {
	finish := !s.finished()
	what, said := "reopen", "open again: it can be edited"
	if finish {
		what, said = "finish", "finished ✓ it waits for review"
	}
	return s.enqueue(&act{
		what: what,
		call: func(ctx context.Context, at certificate.Revision) (review.Ack, error) {
			return s.env.Desk.Finish(ctx, s.state, at, finish)
		},
		done: func(certificate.Certificate, review.Ack) tea.Cmd {
			return tea.Batch(toast(part.Good, said), s.take(), s.findPlace())
		},
	})
}

// goTo opens another state of the queue for its task, after asking when
// something would be lost or the state would be claimed by that.
func (s *Screen) goTo(row review.QueueRow) tea.Cmd {
	what := s.Unsaved()
	if what == "" {
		return s.open(part.OpenRow(s.env, row))
	}
	what = "Leave all the same? " + what
	switch m := part.OpenRow(s.env, row).(type) {
	case part.ConfirmMsg:
		m.Question = what + "\n" + m.Question
		return s.open(m)
	case part.OpenTaskMsg:
		return s.open(part.ConfirmMsg{Question: what, Opens: &m, Moot: part.MootWhen(s.Unsaved)})
	}
	return nil
}

// open asks the app to open something before the next key counts, which is meant
// for what is opened.
func (s *Screen) open(m tea.Msg) tea.Cmd {
	s.opens = m
	return nil
}

// Opens is what the last key or click opens, once.
func (s *Screen) Opens() tea.Msg {
	m := s.opens
	s.opens = nil
	return m
}

// boundary writes a decision boundary in words.
func boundary(b card.Boundary) string { return strings.ReplaceAll(string(b), "_", " ") }

// clean makes one line of text from outside safe to show.
func (s *Screen) clean(text string) string {
	return s.env.Width.Clean(strings.ReplaceAll(text, "\n", " "), s.env.Tab)
}

// keyFor is the key of an action as people write it, also of one that has to
// wait until what is typed or decided is done.
func (s *Screen) keyFor(a keys.Action) string {
	if key := s.env.Keys.Key(s.Scopes(), a); key != "" {
		return key
	}
	if key := s.env.Keys.Key(s.paneScopes(), a); key != "" {
		return key
	}
	return s.env.Keys.Key([]keys.Scope{scopeBase}, a)
}
