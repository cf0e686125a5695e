// Package queue is the first screen: the states of this person, what has been
// done on them and what comes next.
package queue

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"suffice/review"
	"suffice/tui/keys"
	"suffice/tui/part"
)

// wide and widest are where a second column, and history in it, begin to fit.
const (
	wide   = 110
	widest = 160
)

// Screen is the queue.
type Screen struct {
	env *part.Env

	all     []entry // as the desk gave them
	shown   []int   // positions in all that match the filter, in order
	list    part.List
	tally   tally
	shares  []share         // how far each task is
	kinds   map[string]bool // of the rows
	reads   bool            // some are only to be looked at
	longest int             // cells of the longest name
	loaded  bool
	loads   int    // generation: only the answer to the latest load counts
	failed  string // why the last load failed

	filter    *part.Field
	filtering bool
	query     part.Query
	order     order
	version   uint64 // of the drawn rows

	saved  part.Status
	done   []act  // flags and skips of this sitting, the newest last
	wanted string // state to put the cursor on once it is there

	opens tea.Msg // what the last key or click opens, until the app takes it

	past    history
	frame   frame
	pending int // acts on their way to the disk
}

// act is something done from the queue that undo can take back without asking.
type act struct {
	state string
	seq   uint64
}

// New makes the queue with the cursor on a state, if it is given and there.
func New(env *part.Env, state string) *Screen {
	s := &Screen{env: env, filter: part.NewField("", false), wanted: state}
	s.filter.Hint = "repository, boundary, status, task:review, is:open, words of the need …"
	s.list.Rows = rows{s}
	s.list.Margin = 2
	return s
}

// Init loads the queue.
func (s *Screen) Init() tea.Cmd { return s.load() }

// Update handles answers, paste and the mouse.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case loadedMsg:
		return s.take(msg)
	case actedMsg:
		return s.acted(msg)
	case releasedMsg:
		return s.released(msg)
	case undoMsg:
		return s.undoFound(msg)
	case pendingMsg:
		if msg.to == s {
			s.pending++
		}
	case orderMsg:
		if msg.to == s {
			s.sortBy(msg.order)
		}
	case historyMsg:
		s.past.take(msg)
	case restMsg:
		return s.past.rest(s, msg)
	case part.ExternalChangeMsg:
		return s.load()
	case part.ReturnMsg:
		s.wanted = msg.State
		s.seek()
	case part.LookMsg:
		s.relook()
	case tea.PasteMsg:
		return s.paste(msg.Content)
	case tea.MouseMsg:
		return s.mouse(msg)
	}
	return nil
}

// mouse puts the cursor on a row clicked, opens it when it is there already,
// and scrolls.
func (s *Screen) mouse(msg tea.MouseMsg) tea.Cmd {
	at := msg.Mouse()
	switch msg := msg.(type) {
	case tea.MouseWheelMsg:
		s.list.Scroll(part.Wheel(msg))
		return s.look()
	case tea.MouseClickMsg:
		if msg.Button != tea.MouseLeft || !s.frame.list.Has(at.X, at.Y) {
			return nil
		}
		i, ok := s.list.At(at.Y - s.frame.list.Y)
		if !ok {
			return nil
		}
		if i == s.list.Cursor {
			return s.openRow()
		}
		s.list.To(i)
		return s.look()
	}
	return nil
}

// row is the state under the cursor, nil when there is none.
func (s *Screen) row() *entry {
	if s.list.Cursor >= len(s.shown) {
		return nil
	}
	return &s.all[s.shown[s.list.Cursor]]
}

// Typing reports whether the filter is being typed.
func (s *Screen) Typing() bool { return s.filtering }

// Type narrows the filter.
func (s *Screen) Type(k tea.KeyPressMsg) tea.Cmd {
	if s.filter.Type(k) {
		s.narrow()
		return s.look()
	}
	return nil
}

// Scopes is the queue, or its filter.
func (s *Screen) Scopes() []keys.Scope {
	if s.filtering {
		return []keys.Scope{filterScope}
	}
	in := []keys.Scope{Scope}
	if s.claims() {
		in = append(in, claimScope)
	}
	if s.oversees() {
		in = append(in, overseeScope)
	}
	if s.env.Desk.SeesOutcomes() {
		in = append(in, outcomeScope)
		if s.env.Runs {
			in = append(in, runsScope)
		}
	}
	return in
}

// Title is the name of the project.
func (s *Screen) Title() string { return s.env.Desk.Project().Name }

// Status tells whether what was done here is saved.
func (s *Screen) Status() part.Status {
	switch {
	case s.failed != "":
		return part.Status{Text: "not read ✗", Kind: part.Bad}
	case s.pending > 0:
		return part.Status{Text: "saving …", Kind: part.Busy}
	case !s.loaded:
		return part.Status{Text: "reading …", Kind: part.Busy}
	}
	return s.saved
}

// Unsaved tells of acts that are not on disk yet.
func (s *Screen) Unsaved() string {
	if s.pending > 0 {
		return fmt.Sprintf("%s not saved yet", are(s.pending, "change"))
	}
	return ""
}

func are(n int, one string) string {
	if n == 1 {
		return "1 " + one + " is"
	}
	return part.Many(n, one) + " are"
}

// Leave does nothing: the queue holds nothing.
func (s *Screen) Leave() tea.Cmd { return nil }

// tally counts the states by status.
type tally struct {
	all, done, draft, imported, empty, skipped, flagged, blocking int
	held                                                          int
	open, begun, free                                             int
	spent                                                         int64
}

func (t *tally) add(r review.QueueRow) {
	if isOpen(r) {
		t.open++
	}
	if r.Claimable {
		t.free++ // nobody's yet: it counts as nothing else
		return
	}
	t.all++
	t.spent += r.Spent
	if r.Flag != nil {
		t.flagged++
	}
	if r.Blocking > 0 && begun(r) && isOpen(r) {
		t.blocking++
	}
	if waits(r) {
		t.held++ // whatever it is: there is nothing to do
		return
	}
	switch r.Status {
	case review.StatusDone:
		t.done++
	case review.StatusDraft:
		t.draft++
	case review.StatusImported:
		t.imported++
	case review.StatusSkipped:
		t.skipped++
	case review.StatusBegun:
		t.begun++
	case review.StatusEmpty:
		t.empty++
	}
}
