package queue

import (
	"fmt"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"suffice/review"
	"suffice/tui/part"
)

// tasks lists the tasks in the order in which a state goes through them; the
// last one stands for states that are only to be looked at.
func tasks() []review.Task {
	return []review.Task{review.TaskAnnotate, review.TaskReview, review.TaskArbitrate, review.TaskAudit, ""}
}

// phases lists the phases in the order of a state's way to the release.
func phases() []review.Phase {
	return []review.Phase{review.Annotate, review.Review, review.Arbitrate, review.Closed, review.Frozen, review.Excluded}
}

// phaseWord is a phase in one word that is no task's.
func phaseWord(p review.Phase) string {
	switch p {
	case review.Review:
		return "in review"
	case review.Arbitrate:
		return "disputed"
	}
	return string(p)
}

// kind says in one word what a row is about: the task of this person, or the
// phase of a state that they only look at. An organizer looks at all of them.
func (s *Screen) kind(r review.QueueRow) string {
	if r.Task == "" || s.oversees() {
		return phaseWord(r.Phase)
	}
	return string(r.Task)
}

// oversees reports whether the person sees everything of everybody.
func (s *Screen) oversees() bool { return s.env.Desk.Scope().Whole() }

// marks are the words by which the filter finds a row besides what it says:
// "task:review", "phase:closed", "is:free", "is:open".
func marks(r review.QueueRow) []string {
	out := []string{"phase:" + string(r.Phase)}
	if r.Task != "" {
		out = append(out, "task:"+string(r.Task))
	}
	mark := func(ok bool, word string) {
		if ok {
			out = append(out, "is:"+word)
		}
	}
	mark(r.Claimable, "free")
	mark(!r.Claimable && r.Task != "", "mine")
	mark(isOpen(r), "open")
	mark(r.Status == review.StatusDone, "done")
	mark(r.Flag != nil, "flagged")
	mark(r.Skip != nil, "skipped")
	mark(r.Moved, "moved")
	return out
}

// isOpen reports whether the person has still something to do on the state.
func isOpen(r review.QueueRow) bool {
	return r.Task != "" && !r.Held && r.Status != review.StatusDone && r.Status != review.StatusSkipped
}

// share is how far the person is with one task.
type share struct {
	task            review.Task
	all, done, free int // free may be claimed and is not in all
}

// shares counts the tasks of this person, those that there are.
func shares(all []entry) []share {
	var out []share
	for _, t := range tasks() {
		s := share{task: t}
		for _, e := range all {
			switch {
			case e.Task != t:
			case e.Claimable:
				s.free++
			default:
				s.all++
				if e.Status == review.StatusDone {
					s.done++
				}
			}
		}
		if s.all+s.free > 0 {
			out = append(out, s)
		}
	}
	return out
}

// working are the shares in which there is something to do.
func working(all []share) []share {
	var out []share
	for _, s := range all {
		if s.task != "" {
			out = append(out, s)
		}
	}
	return out
}

// mixed reports whether the rows are of more than one kind, so that each has
// to say its own.
func (s *Screen) mixed() bool { return len(s.kinds) > 1 }

// kinded reports whether rows say of which kind they are: where there are
// several, and where there are states only to be looked at, whose certificates
// say nothing of the phase.
func (s *Screen) kinded() bool {
	return s.mixed() || s.reads
}

// annotating reports whether every state is still being annotated, as in a
// project without reviews.
func (s *Screen) annotating() bool {
	return !slices.ContainsFunc(s.all, func(e entry) bool { return e.Phase != review.Annotate })
}

// sortKind sorts rows by kind: tasks first, then phases.
func (s *Screen) sortKind(e *entry) int {
	if e.Task == "" || s.oversees() {
		return len(tasks()) + slices.Index(phases(), e.Phase)
	}
	return slices.Index(tasks(), e.Task)
}

// disputed reports whether there are arbitrations, which have a closeness.
func (s *Screen) disputed() bool {
	for _, sh := range s.shares {
		if sh.task == review.TaskArbitrate {
			return true
		}
	}
	return false
}

// claims reports whether there are reviews or arbitrations.
func (s *Screen) claims() bool {
	return slices.ContainsFunc(s.shares, func(sh share) bool { return sh.task == review.TaskReview || sh.task == review.TaskArbitrate })
}

// openRow opens the state under the cursor for its task; what is free to be
// claimed is claimed by that, so it asks first.
func (s *Screen) openRow() tea.Cmd {
	r := s.row()
	if r == nil {
		return nil
	}
	s.opens = part.OpenRow(s.env, r.QueueRow)
	if r.left {
		s.opens = part.OpenLedgerMsg{State: r.State}
	}
	return nil
}

// Opens is what the last key or click opens, once.
func (s *Screen) Opens() tea.Msg {
	msg := s.opens
	s.opens = nil
	return msg
}

// releasable reports whether the state under the cursor is a review or an
// arbitration that can be given back.
func (s *Screen) releasable() bool {
	r := s.row()
	return r != nil && !r.Claimable && !r.Submitted && (r.Task == review.TaskReview || r.Task == review.TaskArbitrate)
}

// releasedMsg is the answer to giving a state back.
type releasedMsg struct {
	to   *Screen
	name string
	err  error
}

// release gives an open review or arbitration back.
func (s *Screen) release() tea.Cmd {
	r := s.row()
	env, state, name := s.env, r.State, r.name
	s.opens = part.ConfirmMsg{
		Question: fmt.Sprintf("%s\nGive this %s back? Somebody else may then take it; what you did stays on record and reaches nobody.", name, part.TaskNoun(r.Task)),
		Then: tea.Sequence(send(pendingMsg{s}), func() tea.Msg {
			return releasedMsg{s, name, env.Desk.Release(env.Ctx, state)}
		}),
	}
	return nil
}

func (s *Screen) released(msg releasedMsg) tea.Cmd {
	if msg.to != s {
		return nil
	}
	s.pending--
	if msg.err != nil {
		s.saved = part.Status{Text: "not given back ✗", Kind: part.Bad}
		return send(part.ToastMsg{Kind: part.Bad, Text: "Not given back: " + msg.err.Error()})
	}
	s.saved = part.Status{Text: "saved ✓", Kind: part.Good}
	return tea.Batch(s.load(), send(part.ToastMsg{Kind: part.Good, Text: msg.name + ": given back."}))
}

// taskWords say what the person is wanted for, and until when it is theirs.
func (s *Screen) taskWords(e *entry) string {
	if e.Task == "" || e.Task == review.TaskAnnotate && (!s.mixed() || s.oversees()) {
		return ""
	}
	words := capital(part.TaskNoun(e.Task))
	now := s.env.Now()
	switch {
	case e.Claimable || e.Submitted || e.Task == review.TaskAnnotate:
		return words
	case e.Until > 0 && time.UnixMilli(e.Until).After(now):
		return words + ", yours; free again at " + part.Stamp(e.Until, now) + " if you do nothing"
	case e.Until > 0:
		return words + ", yours until somebody else takes it: your claim has run out"
	}
	return words + ", yours"
}

// closeness is how near two reviews are, as a share.
func closeness(r review.QueueRow) string { return fmt.Sprintf("%.0f%%", 100*r.Closeness) }

func capital(s string) string {
	if s == "" {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:]
}
