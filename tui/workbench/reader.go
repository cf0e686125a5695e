package workbench

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"suffice/certificate/card"
	"suffice/review"
	"suffice/tui/keys"
	"suffice/tui/part"
)

// Reader is the reading half of the workbench, for screens that judge a
// certificate and change nothing in it: the state card, the pool with its
// filter and orders, and the text of a unit. It stores nothing. Messages,
// actions and the mouse reach it through the screen that holds it.
type Reader struct{ s *Screen }

// Reading is a state made ready to be read.
type Reading struct {
	view  review.View
	shelf *shelf
}

// Prepare makes a state ready to be read. It belongs in a command: it takes
// some time with a large pool.
func Prepare(v review.View) Reading { return Reading{v, newShelf(v.State.Pool)} }

// NewReader opens a reader with the focus elsewhere; Start shows its first unit.
func NewReader(env *part.Env, r Reading) *Reader {
	s := New(env, r.view.State.Card.ID)
	s.reading, s.loaded, s.shelf = true, true, r.shelf
	s.focus, s.reads = paneCertificate, panePool
	s.now = r.view
	s.now.MayEdit = false
	s.redraft(r.view.Draft)
	s.firstLook()
	return &Reader{s}
}

// Pane is one of the places that can have the focus.
type Pane = pane

// The panes of a reader.
const (
	ReadState = paneState
	ReadPool  = panePool
	ReadUnit  = paneUnit
)

// Start shows the unit under the cursor of the pool.
func (r *Reader) Start() tea.Cmd {
	i, ok := r.s.pool.at()
	if !ok {
		return nil
	}
	return r.s.show(i)
}

// Update takes what belongs to the reader: answers of its commands, pasted
// text, a new look, the mouse relative to its own corner.
func (r *Reader) Update(msg tea.Msg) tea.Cmd {
	switch msg.(type) {
	case preparedMsg, rankedMsg, part.LookMsg, tea.PasteMsg, tea.MouseMsg:
		return r.s.Update(msg)
	}
	return nil
}

// Focus gives one of the reader's panes the focus.
func (r *Reader) Focus(p Pane) tea.Cmd { return r.s.focusOn(p) }

// Focused is the pane in focus, and whether one is.
func (r *Reader) Focused() (Pane, bool) { return r.s.focus, r.s.focus != paneCertificate }

// Blur takes the focus away; what is shown stays.
func (r *Reader) Blur() {
	r.s.unit.unselect()
	r.s.focus, r.s.zoom = paneCertificate, false
}

// Zoomed reports whether the pane in focus asks for the whole screen.
func (r *Reader) Zoomed() bool { return r.s.zoom }

// Show shows a unit without taking the focus, and says whether the pool has it.
func (r *Reader) Show(unit string) (tea.Cmd, bool) {
	i, ok := r.s.shelf.pool.Find(unit)
	if !ok {
		return nil, false
	}
	r.s.reads = paneUnit
	return r.s.showPosition(i), true
}

// ShowLine shows a line of a unit by its number in the source file.
func (r *Reader) ShowLine(unit string, number int) (tea.Cmd, bool) {
	cmd, ok := r.Show(unit)
	if !ok {
		return nil, false
	}
	if i, in := r.s.unit.text.Index(number); in {
		r.s.unit.list.To(i)
	}
	return cmd, true
}

// Shown is the unit on show, empty for none.
func (r *Reader) Shown() string {
	if !r.s.unit.shown {
		return ""
	}
	return r.s.shelf.pool.Units[r.s.unit.at].ID
}

// ShowsUnit reports whether the text of the unit has a place in w by h cells.
func (r *Reader) ShowsUnit(w, h int) bool {
	_, on := r.s.readingLayout(w, h).rect[paneUnit]
	return on
}

// Name is how people call a unit: path and lines. It is clean.
func (r *Reader) Name(unit string) string { return r.s.clean(r.s.shelf.name(unit)) }

// Unit finds a unit of the pool.
func (r *Reader) Unit(id string) (*card.Unit, bool) {
	i, ok := r.s.shelf.pool.Find(id)
	if !ok {
		return nil, false
	}
	return &r.s.shelf.pool.Units[i], true
}

// Seen says in clean words why a unit counts as observed, empty when it does
// not, and whether that forbids to accept it.
func (r *Reader) Seen(unit string) (words string, blocks bool) {
	i, ok := r.s.shelf.pool.Find(unit)
	if !ok {
		return "", false
	}
	words, blocks = r.s.seen(i)
	return r.s.clean(words), blocks
}

// View draws the reader in w by h cells.
func (r *Reader) View(w, h int) ([]string, *tea.Cursor) { return r.s.View(w, h) }

// Typing reports whether a filter or a search is being typed, Type takes a key
// of it.
func (r *Reader) Typing() bool { return r.s.line.active() }

// Type takes a key press of a filter or a search.
func (r *Reader) Type(k tea.KeyPressMsg) tea.Cmd { return r.s.Type(k) }

// Do performs an action of the reader; false when it means nothing now.
func (r *Reader) Do(a keys.Action) (tea.Cmd, bool) {
	if !r.Able(a) {
		return nil, false
	}
	return r.s.actions[a].do()
}

// Able reports whether an action of the reader can be done now.
func (r *Reader) Able(a keys.Action) bool {
	return slices.ContainsFunc(ReaderBindings(), func(b keys.Binding) bool { return b.Action == a }) && r.s.Able(a)
}

// Back leaves the innermost thing: hits of a search, the zoom, a filter. It
// reports false when there is nothing of its own to leave.
func (r *Reader) Back() (tea.Cmd, bool) {
	s := r.s
	switch {
	case s.focus == paneUnit && s.unit.query != "":
		s.unit.search(s, "", s.unit.list.Cursor)
	case s.zoom:
		s.zoom = false
	case s.focus == panePool && s.pool.filter.source != "":
		return s.clearFilter(), true
	default:
		return nil, false
	}
	return nil, true
}
