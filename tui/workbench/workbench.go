// Package workbench is the screen in which an expert builds a certificate:
// what the agent knows, what there is to read, and what is still needed, side
// by side.
package workbench

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"suffice/certificate"
	"suffice/review"
	"suffice/tui/kept"
	"suffice/tui/keys"
	"suffice/tui/part"
)

// pane is one of the four places that can have the focus.
type pane int

const (
	paneState pane = iota
	panePool
	paneUnit
	paneCertificate
	panes
)

// Screen is the workbench on one state. It shows only what is acknowledged:
// every change goes through the line of pending acts and comes back from the
// desk before it is drawn.
type Screen struct {
	env   *part.Env
	state string // state_id

	loaded bool
	failed string // why the state could not be opened; empty when it could
	now    review.View
	cert   certificate.Certificate // of now.Draft
	place  place                   // in the queue
	opens  tea.Msg                 // what the last key opens, until the app takes it

	pending pending
	stale   *stale
	field   field
	typed   *kept.Drafts // rationales and notes in the middle of being written
	line    line         // the filter or search being typed

	facts  facts
	shelf  *shelf
	stand  []standing
	labels int // cells of the longest label of groups in stand
	ranks  ranks

	current *groupRef // the group that keys work on
	marked  map[int]bool
	focus   pane
	left    pane // what the left column of the two-pane layout and the one pane show
	zoom    bool
	reading bool // a Reader: there is no certificate pane
	alone   bool // a Reader that shows one pane at a time
	away    bool // a pane around the workbench has the focus
	reads   pane // of a Reader: the pane read last

	focusKeys map[string]string // of a Reader's panes, by title, where they have some

	card cardPane
	pool poolPane
	unit unitPane
	side certPane

	frame   frame // where the panes were drawn last
	look    look
	actions map[keys.Action]action
	savedAt time.Time
	acks    int // acknowledgements so far
	version int // counts acknowledged changes: drawn rows of an older one are stale
}

// groupRef is the current group. A group that is being made has no key until
// the desk has answered; acts that mean it hold the reference.
type groupRef struct{ key certificate.GroupKey }

// New makes the workbench on a state; Init loads it.
func New(env *part.Env, state string) *Screen {
	s := &Screen{
		env: env, state: state, focus: panePool, left: panePool,
		current: &groupRef{}, marked: map[int]bool{}, typed: kept.New(env, state),
	}
	s.unit.list.Quiet, s.unit.width = true, 80
	for t := range s.card.lists {
		s.card.lists[t].Quiet = true
	}
	s.side.finding = -1
	s.actions = s.table()
	return s
}

// State is the state_id of the state on the workbench.
func (s *Screen) State() string { return s.state }

// Init loads the state and its place in the queue.
func (s *Screen) Init() tea.Cmd { return tea.Batch(s.take(), s.findPlace()) }

// Update takes answers of commands, mouse and paste.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	switch m := msg.(type) {
	case takenMsg:
		if m.to == s {
			return s.taken(m)
		}
	case placeMsg:
		if m.to == s {
			return s.placed(m)
		}
	case ackMsg:
		if m.to == s {
			return s.answered(m)
		}
	case retryMsg:
		if m.to == s {
			return s.retry(m.gen)
		}
	case factsMsg:
		if m.to == s {
			s.learned(m)
		}
	case rankedMsg:
		if m.to == s {
			return s.ranked(m)
		}
	case preparedMsg:
		if m.to == s {
			return s.prepared(m)
		}
	case againMsg:
		if m.to == s {
			return m.do()
		}
	case forgetMsg:
		if m.to == s {
			return s.forgetAsked(m)
		}
	case part.LookMsg:
		s.forget()
	case part.ExternalChangeMsg:
		return tea.Batch(s.take(), s.findPlace(), s.hear(msg))
	case tea.PasteMsg:
		return s.paste(m.Content)
	case tea.MouseMsg:
		return s.mouse(m)
	default:
		return s.hear(msg)
	}
	return nil
}

// Leave saves the text that is being typed; it is offered again the next time.
// Where the person was is remembered for the session.
func (s *Screen) Leave() tea.Cmd {
	s.remember()
	return s.typed.Flush()
}

// Do performs an action of the table in do.go.
func (s *Screen) Do(a keys.Action) (tea.Cmd, bool) {
	if !s.Able(a) {
		return nil, false
	}
	return s.actions[a].do()
}

// Able reports whether an action means something now.
func (s *Screen) Able(a keys.Action) bool {
	act, ok := s.actions[a]
	if !ok || !s.loaded && !act.always {
		return false
	}
	return act.able == nil || act.able()
}

// Unsaved says what leaving now would lose.
func (s *Screen) Unsaved() string {
	if what := s.pending.unsaved(); what != "" {
		return "not saved yet: " + what
	}
	if s.failure() != "" {
		return "the text being typed is not saved"
	}
	return ""
}
