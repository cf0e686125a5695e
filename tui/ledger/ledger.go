// Package ledger is the screen that shows every event of a state or of the
// project, as far as this person may see them.
package ledger

import (
	tea "charm.land/bubbletea/v2"

	"suffice/review"
	"suffice/tui/keys"
	"suffice/tui/part"
)

// wide is where the change fits beside the list.
const wide = 110

// Screen is the ledger.
type Screen struct {
	env   *part.Env
	state string // state_id, or empty for the project

	all     []row // by Seq
	shown   []int // positions in all
	list    part.List
	reading reading
	names   map[string]string // of states, for people
	who     int               // cells of the longest name of a person
	states  int               // cells of the longest name of a state

	filter    *part.Field
	filtering bool
	query     part.Query
	kind      review.Kind // only this kind, or empty
	version   uint64

	opened bool // the change is shown below the list where it does not fit beside
	detail detail
	frame  frame
}

// row is one event with what is derived from it once.
type row struct {
	review.Entry
	hay string // what the filter looks in, in lower case
}

// frame is where things were drawn last, for the mouse.
type frame struct{ list, detail part.Rect }

// New makes the ledger of a state, or of the project when state is empty.
func New(env *part.Env, state string) *Screen {
	s := &Screen{env: env, state: state, filter: part.NewField("", false), names: map[string]string{}}
	s.filter.Hint = "who, what, state, kind …"
	s.list.Rows = rows{s}
	s.list.Margin = 2
	return s
}

// Init begins to read the journal.
func (s *Screen) Init() tea.Cmd { return tea.Batch(s.readNames(), s.readNewest()) }

// Update handles answers, paste and the mouse.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case newestMsg:
		return s.takeNewest(msg)
	case olderMsg:
		return s.takeOlder(msg)
	case namesMsg:
		s.takeNames(msg)
	case kindMsg:
		if msg.to == s {
			s.kind = msg.kind
			s.narrow()
		}
	case part.ExternalChangeMsg:
		return s.readNewest()
	case part.LookMsg:
		s.list.Forget()
		s.detail.forget()
	case tea.PasteMsg:
		if s.filtering && s.filter.Insert(msg.Content) {
			s.narrow()
		}
	case tea.MouseMsg:
		return s.mouse(msg)
	}
	return nil
}

func (s *Screen) mouse(msg tea.MouseMsg) tea.Cmd {
	at := msg.Mouse()
	switch msg := msg.(type) {
	case tea.MouseWheelMsg:
		if s.frame.detail.Has(at.X, at.Y) {
			s.detail.scroll(part.Wheel(msg))
		} else {
			s.list.Scroll(part.Wheel(msg))
		}
	case tea.MouseClickMsg:
		if i, ok := s.list.At(at.Y - s.frame.list.Y); ok && s.frame.list.Has(at.X, at.Y) {
			s.opened = s.opened || i == s.list.Cursor
			s.list.To(i)
		}
	}
	return nil
}

// current is the event under the cursor, nil when there is none.
func (s *Screen) current() *row {
	if s.list.Cursor >= len(s.shown) {
		return nil
	}
	return &s.all[s.shown[s.list.Cursor]]
}

// following reports whether the cursor is on the newest event: then it stays
// on the newest when more come.
func (s *Screen) following() bool { return s.list.Cursor >= len(s.shown)-1 }

// Typing reports whether the filter is being typed.
func (s *Screen) Typing() bool { return s.filtering }

// Type narrows the filter.
func (s *Screen) Type(k tea.KeyPressMsg) tea.Cmd {
	if s.filter.Type(k) {
		s.narrow()
	}
	return nil
}

// Scopes is the ledger, or its filter.
func (s *Screen) Scopes() []keys.Scope {
	if s.filtering {
		return []keys.Scope{filterScope}
	}
	return []keys.Scope{Scope}
}

// Title says whose ledger it is.
func (s *Screen) Title() string {
	if s.state == "" {
		return s.env.Desk.Project().Name + " · ledger"
	}
	return s.name(s.state) + " · ledger"
}

// name is what people call a state.
func (s *Screen) name(state string) string {
	if n, ok := s.names[state]; ok {
		return n
	}
	return state
}

// Status tells how far the journal has been read.
func (s *Screen) Status() part.Status {
	switch {
	case s.reading.failed != "":
		return part.Status{Text: "not read ✗", Kind: part.Bad}
	case s.reading.busy():
		return part.Status{Text: "reading …", Kind: part.Busy}
	case s.following():
		return part.Status{Text: "following", Kind: part.Quiet}
	}
	return part.Status{}
}

// Unsaved is empty: nothing is changed here.
func (s *Screen) Unsaved() string { return "" }

// Leave stops reading.
func (s *Screen) Leave() tea.Cmd {
	s.reading.stop()
	return nil
}
