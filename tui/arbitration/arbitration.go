// Package arbitration is the screen of a senior: two reviews of one certificate
// as A and B side by side, what differs said in words, and the decision.
package arbitration

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"suffice/certificate"
	"suffice/review"
	"suffice/tui/kept"
	"suffice/tui/keys"
	"suffice/tui/part"
	"suffice/tui/workbench"
)

// grace is how long a state must have been open before a key decides on it: a
// key meant for the state before must not judge this one.
const grace = 600 * time.Millisecond

// pane is one of the places that can have the focus.
type pane int

const (
	paneA pane = iota
	paneB
	paneDecision
	paneUnit // the reader: unit, state card or pool
	paneWords
)

// The names under which what is said is kept until the decision is made.
const (
	saidWhole   = "ruling whole"
	saidReserve = "ruling reserve"
	saidReason  = "ruling reason"
	saidCauses  = "ruling causes"
)

// Screen is the arbitration of one state. It shows only what is acknowledged.
type Screen struct {
	env    *part.Env
	state  string // state_id
	loaded bool
	failed string  // why it could not be opened; empty when it could
	gone   string  // what replaced the state: nothing of it is left here
	opens  tea.Msg // what the last key opens, until the app takes it
	fresh  bool    // just opened: no key decides yet

	now  review.Dispute
	a, b certificate.Certificate // what the reviews stand for, as Agreement.Diff compares them
	said *kept.Drafts

	pending pending
	facts   facts

	reader *workbench.Reader // nil until loaded
	own    *own              // the senior's own sheet, while it is open
	reason *part.Field       // while it is written

	focus  pane
	zoom   bool
	rows   []pairRow
	lists  [2]part.List // of rows: A's and B's, always at the same row
	open   map[int]bool // pairs that agree and are unfolded all the same
	words  wordsPane
	side   sidePane
	frame  frame
	drawn  uint64 // counts changes of the rows of A and B
	widths [2]int // they were made for

	actions map[keys.Action]action
	savedAt time.Time
}

// New makes the arbitration of a state; Init takes it, if it is free, and
// loads it.
func New(env *part.Env, state string) *Screen {
	s := &Screen{
		env: env, state: state, open: map[int]bool{},
		said: kept.New(env, state, saidWhole, saidReserve, saidReason, saidCauses),
	}
	s.actions = s.table()
	for i := range s.lists {
		s.lists[i].Rows, s.lists[i].Margin = pairRows{s, i}, 1
	}
	s.words.list.Rows, s.words.list.Quiet = wordRows{s}, true
	s.side.list.Rows, s.side.list.Quiet = sideRows{s}, true
	return s
}

// Init takes a free arbitration that is opened, and loads it.
func (s *Screen) Init() tea.Cmd { return s.load(true) }

// Update takes answers of commands, mouse and paste.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	switch m := msg.(type) {
	case loadedMsg:
		return s.when(m.to, func() tea.Cmd { return s.take(m) })
	case ackMsg:
		return s.when(m.to, func() tea.Cmd { return s.answered(m) })
	case retryMsg:
		return s.when(m.to, func() tea.Cmd { return s.retry(m.gen) })
	case factsMsg:
		return s.when(m.to, func() tea.Cmd { s.learned(m); return nil })
	case graceMsg:
		return s.when(m.to, func() tea.Cmd { s.fresh = false; return nil })
	case enqueueMsg:
		return s.when(m.to, func() tea.Cmd { return s.enqueue(m.act) })
	case ruleMsg:
		return s.when(m.to, s.rule)
	case closeMsg:
		return s.when(m.to, s.closeOwn)
	case tea.PasteMsg:
		if s.reason != nil {
			return s.pasteReason(m.Content)
		}
	case tea.MouseMsg:
		if s.own == nil {
			return s.mouse(m)
		}
	case part.ExternalChangeMsg:
		if s.own == nil {
			return tea.Batch(s.hear(msg), s.load(false))
		}
	case part.LookMsg:
		s.relook()
	}
	return s.inner(msg)
}

// inner hands a message to what is held inside.
func (s *Screen) inner(msg tea.Msg) tea.Cmd {
	cmds := []tea.Cmd{s.hear(msg)}
	if s.reader != nil {
		if _, mouse := msg.(tea.MouseMsg); !mouse {
			cmds = append(cmds, s.reader.Update(msg))
		}
	}
	if s.own != nil {
		cmds = append(cmds, s.own.bench.Update(msg), s.own.follow(s))
	}
	return tea.Batch(cmds...)
}

func (s *Screen) when(to *Screen, f func() tea.Cmd) tea.Cmd {
	if to != s {
		return nil
	}
	return f()
}

// relook draws everything again.
func (s *Screen) relook() {
	for i := range s.lists {
		s.lists[i].Forget()
	}
	s.words.list.Forget()
	s.side.list.Forget()
	s.rebuild()
}

// rebuild makes the rows of every pane again; cursors stay on what they were on.
func (s *Screen) rebuild() {
	if !s.loaded {
		return
	}
	s.rebuildPairs()
	s.rebuildWords()
	s.rebuildSide()
}

// decided reports whether the decision is made and stands.
func (s *Screen) decided() bool { return s.loaded && s.now.Ruling != nil }

// writable reports whether anything can be decided now, by this person.
func (s *Screen) writable() bool {
	seat := s.now.Seat
	return s.loaded && !s.decided() && s.gone == "" && seat.Task == review.TaskArbitrate && seat.Open()
}

// Typing reports whether text is being typed.
func (s *Screen) Typing() bool {
	switch {
	case s.own != nil:
		return s.own.bench.Typing()
	case s.reason != nil:
		return true
	}
	return s.reader != nil && s.reader.Typing()
}

// Type takes a key press of the text being typed.
func (s *Screen) Type(k tea.KeyPressMsg) tea.Cmd {
	switch {
	case s.own != nil:
		return s.own.bench.Type(k)
	case s.reason != nil:
		if s.reason.Type(k) {
			return s.reasonChanged()
		}
		return nil
	}
	return s.reader.Type(k)
}

// Unsaved says what leaving now would lose.
func (s *Screen) Unsaved() string {
	switch {
	case s.own != nil && s.own.bench.Unsaved() != "":
		return s.own.bench.Unsaved()
	case len(s.pending.line) > 0:
		return "not saved yet: " + s.pending.line[0].what
	case s.said.Failed() != "":
		return "what you say of the decision is not saved: " + s.clean(s.said.Failed())
	}
	return ""
}

// Leave saves what is being typed.
func (s *Screen) Leave() tea.Cmd {
	cmd := s.said.Flush()
	if s.own != nil {
		return tea.Batch(cmd, s.own.bench.Leave())
	}
	return cmd
}

// Title says where this is and what is to be decided.
func (s *Screen) Title() string {
	if s.own != nil {
		return s.own.title(s)
	}
	if !s.loaded {
		return s.clean(s.state) + " · arbitration"
	}
	c := &s.now.State.Card
	title := part.StateName(c.Repo, c.InstanceID) + " · " + part.BoundaryWords(c.Boundary) + " · arbitration"
	return s.clean(title)
}

// Status says what is saved.
func (s *Screen) Status() part.Status {
	p := &s.pending
	switch {
	case s.own != nil:
		return s.own.bench.Status()
	case p.failure != "":
		return part.Status{Text: "not saved: " + p.failure + ", retrying", Kind: part.Bad}
	case s.said.Failed() != "":
		return part.Status{Text: "not saved: " + s.clean(s.said.Failed()) + ", retrying", Kind: part.Bad}
	case len(p.line) > 0 || s.said.Saving():
		return part.Status{Text: "saving…", Kind: part.Busy}
	case s.decided():
		return part.Status{Text: "decided ✓", Kind: part.Good}
	case s.savedAt.IsZero():
		return part.Status{}
	}
	return part.Status{Text: "saved ✓", Kind: part.Good}
}

func (s *Screen) clean(text string) string { return s.env.Width.Clean(text, s.env.Tab) }

// sentence is an error as one line that is safe to show.
func (s *Screen) sentence(err error) string { return s.clean(err.Error()) }

// name is how people call a unit. It is clean.
func (s *Screen) name(unit string) string { return s.reader.Name(unit) }

func send(m tea.Msg) tea.Cmd { return func() tea.Msg { return m } }

func toast(k part.StatusKind, text string) tea.Cmd { return send(part.ToastMsg{Text: text, Kind: k}) }

var (
	_ part.Screen = (*Screen)(nil)
	_ part.Opener = (*Screen)(nil)
)
