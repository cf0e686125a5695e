package queue

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"suffice/review"
	"suffice/tui/part"
)

// detailPane tells of the state under the cursor in words.
func (s *Screen) detailPane(r part.Rect, withHistory bool) []string {
	in := r.Inner()
	e := s.row()
	if e == nil {
		return part.Pane{}.Draw(s.env, r.W, r.H, part.FitAll(s.env.Width, nil, in.W, in.H))
	}
	w := max(in.W-2, 1)
	lines := s.about(e, w)
	if withHistory && !e.Claimable {
		lines = append(lines, s.recent(e, w, in.H-len(lines))...)
	}
	for i, l := range lines {
		lines[i] = " " + s.env.Width.Fit(l, w) + " "
	}
	name := part.FitName(s.env.Width, e.name, min(max(in.W-4, 1), s.env.Width.Of(e.name)))
	return part.Pane{Title: name}.Draw(s.env, r.W, r.H, part.FitAll(s.env.Width, lines, in.W, in.H))
}

// about is status, need, findings and marks.
func (s *Screen) about(e *entry, w int) []string {
	t, m := s.env.Theme, s.env.Width
	var out []string
	say := func(st interface{ Render(...string) string }, text string) {
		for _, l := range m.Wrap(text, w) {
			out = append(out, st.Render(l))
		}
	}
	say(t.Muted, fmt.Sprintf("%s · %s", e.boundary, part.Many(e.Units, "unit")))
	if words := s.taskWords(e); words != "" {
		say(t.Strong, words)
	}
	say(statusStyle(t, e.Status), part.StatusSign(e.Status)+" "+statusWords(e))
	out = append(out, s.disputeLines(e, w)...)
	if e.Changed > 0 {
		last := "changed " + part.Stamp(e.Changed, s.env.Now())
		if spent := part.Spent(e.Spent); spent != "" {
			last += " · " + spent + " spent"
		}
		say(t.Muted, last)
	}
	if e.need != "" {
		out = append(out, "", t.Strong.Render("Need"))
		say(t.Text, e.need)
	}
	if !e.Claimable && !e.left {
		out = append(out, "", t.Strong.Render("Certificate"))
		say(t.Text, fmt.Sprintf("%s, %s", part.Many(e.Groups, "group"), part.Many(e.Branches, "branch")))
	}
	if e.Blocking > 0 && begun(e.QueueRow) {
		say(t.Bad, "✗ "+part.Many(e.Blocking, "finding")+" to mend: nothing scores or finishes before")
	}
	if e.Freezing > 0 && begun(e.QueueRow) {
		say(t.Warn, fmt.Sprintf("! %d to finish", e.Freezing))
	}
	if e.Warnings > 0 {
		say(t.Warn, "~ "+part.Many(e.Warnings, "warning"))
	}
	if e.Flag != nil {
		out = append(out, "", t.Warn.Render("⚑ Flagged"))
		say(t.Text, m.Clean(*e.Flag, s.env.Tab))
	}
	if e.Skip != nil {
		out = append(out, "", t.Muted.Render("↷ Skipped"))
		say(t.Text, m.Clean(*e.Skip, s.env.Tab))
	}
	out = append(out, "")
	say(t.Faint, m.Clean(e.State, s.env.Tab))
	return out
}

// disputeLines say why a state is with the senior and where the reviews differ.
func (s *Screen) disputeLines(e *entry, w int) []string {
	if e.Task != review.TaskArbitrate {
		return nil
	}
	t, m := s.env.Theme, s.env.Width
	var out []string
	add := func(st interface{ Render(...string) string }, lead, text string) {
		for i, l := range m.Wrap(m.Clean(text, 1), max(w-len(lead), 1)) {
			if i > 0 {
				lead = strings.Repeat(" ", len(lead))
			}
			out = append(out, lead+st.Render(l))
		}
	}
	out = append(out, "", t.Strong.Render("Why it is here"))
	add(t.Text, "", "A and B agree to "+closeness(e.QueueRow)+": "+e.Why)
	for _, d := range e.Differs {
		add(t.Muted, "  ", d)
	}
	if e.Moved {
		add(t.Warn, "! ", "a review was changed since the decision")
	}
	return out
}

// statusWords says where a state stands and what comes next.
func statusWords(e *entry) string {
	switch {
	case e.left:
		return "Closed: enter shows what you did there"
	case e.Task == "":
		return "To be read: " + phaseWord(e.Phase) + ", there is nothing for you to do here"
	case waits(e.QueueRow):
		return "Under review: it stays as it is until that is decided"
	case e.Status == review.StatusDone && e.Task != review.TaskAnnotate:
		return "Done: submitted"
	}
	switch e.Status {
	case review.StatusOffered:
		return "Offered: whoever claims it first has it"
	case review.StatusOpen:
		return "Open: not begun"
	case review.StatusBegun:
		return "Begun: not submitted"
	case review.StatusDone:
		return "Done: waits for review"
	case review.StatusSkipped:
		return "Skipped: out of your queue until you put it back"
	case review.StatusImported:
		return "Imported: a certificate came in and nobody has touched it"
	case review.StatusDraft:
		return fmt.Sprintf("Draft: revision %d, not finished", e.Revision)
	}
	return "Empty: no groups yet"
}

// history is the recent events of the state under the cursor, read once the
// cursor rests.
type history struct {
	key     string // state and time of its last change
	entries []review.Entry
	failed  string
	loaded  string // key of what entries shows
	gen     int
}

// restMsg says that the cursor has rested.
type restMsg struct {
	to  *Screen
	gen int
}

// historyMsg is the history as read.
type historyMsg struct {
	to      *Screen
	gen     int
	key     string
	entries []review.Entry
	err     error
}

// cursorRests is how long the cursor has to rest on a state before its history
// is read; recentEvents how much of it.
const (
	cursorRests  = 120 * time.Millisecond
	recentEvents = 40
)

// look is called when the cursor may be on another state.
func (s *Screen) look() tea.Cmd {
	e := s.row()
	if e == nil {
		return nil
	}
	key := fmt.Sprint(e.State, " ", e.Changed)
	if key == s.past.key {
		return nil
	}
	s.past.key = key
	s.past.gen++
	return s.env.Later(cursorRests, restMsg{s, s.past.gen})
}

func (h *history) rest(s *Screen, msg restMsg) tea.Cmd {
	e := s.row()
	if msg.to != s || msg.gen != h.gen || e == nil {
		return nil
	}
	env, state, key, gen := s.env, e.State, h.key, h.gen
	return func() tea.Msg {
		out := historyMsg{to: s, gen: gen, key: key}
		for entry, err := range env.Desk.History(env.Ctx, review.Filter{State: state, Limit: recentEvents}) {
			if err != nil {
				out.err = err
				break
			}
			out.entries = append(out.entries, entry)
		}
		return out
	}
}

func (h *history) take(msg historyMsg) {
	if msg.gen != h.gen {
		return
	}
	h.entries, h.loaded, h.failed = msg.entries, msg.key, ""
	if msg.err != nil {
		h.failed = msg.err.Error()
	}
}

// recent lists the newest events first, as many as fit in h lines.
func (s *Screen) recent(e *entry, w, h int) []string {
	t, m := s.env.Theme, s.env.Width
	out := []string{"", t.Strong.Render("Recent")}
	switch {
	case s.past.loaded != s.past.key:
		return append(out, t.Faint.Render("…"))
	case s.past.failed != "":
		return append(out, t.Bad.Render("✗ "+m.Clean(s.past.failed, 1)))
	case len(s.past.entries) == 0:
		return append(out, t.Muted.Render("Nothing has happened here yet."))
	}
	for i := len(s.past.entries) - 1; i >= 0; i-- {
		n := s.past.entries[i]
		when := part.Stamp(n.Event.At, s.env.Now()) + " · " + m.Clean(n.Name, 1)
		text, style := n.Text, t.Text
		if n.Undone {
			text, style = "✗ undone: "+text, t.Faint
		}
		lines := m.Wrap(m.Clean(text, 1), max(w-2, 1))
		if len(out)+1+len(lines) > h {
			break
		}
		out = append(out, t.Muted.Render(when))
		for _, l := range lines {
			out = append(out, "  "+style.Render(l))
		}
	}
	return out
}
