// Package agreement is the screen on which an organizer sees how far two
// reviewers, or the two auditors, agree: every field with its figures, one
// field with its working, and the states behind any cell of its table.
package agreement

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"suffice/audit"
	"suffice/review"
	"suffice/tui/keys"
	"suffice/tui/part"
)

// desk is what the screen needs of review.Desk.
type desk interface {
	Agreement(ctx context.Context, field string, ph review.AgreementPhase, r audit.Resampling) (audit.Agreement, error)
	UnitPlaces(ctx context.Context, g audit.Agreement) (review.UnitPlaces, error)
	Queue(ctx context.Context) ([]review.QueueRow, error)
}

// pane is one of the places that can have the focus.
type pane int

const (
	paneFields pane = iota
	paneTable
	paneFigures
	paneItems
	panes
)

// Screen is the agreement of one phase, field by field.
type Screen struct {
	env  *part.Env
	desk desk

	phase  review.AgreementPhase
	fields []string
	got    map[string]audit.Agreement
	places map[string]review.UnitPlaces // by field
	failed string                       // why the figures cannot be had; empty when they can
	run    run
	ask    audit.Resampling
	names  map[string]string // of states, for people

	focus   pane
	list    part.List // fields
	table   table
	figures part.List
	lines   []figureLine
	items   part.List
	behind  []audit.Item // the items behind the cell under the cursor
	shown   string       // field and width that lines were made for
	drawn   uint64       // counts changes of what rows look like; written, of lines
	written uint64
	frame   frame
}

// New makes the screen on the reviews as they stand now.
func New(env *part.Env) *Screen { return newOn(env, env.Desk) }

func newOn(env *part.Env, d desk) *Screen {
	s := &Screen{
		env: env, desk: d, got: map[string]audit.Agreement{}, places: map[string]review.UnitPlaces{}, names: map[string]string{},
		ask: audit.Resampling{Seed: 1, Draws: audit.DefaultDraws},
	}
	s.list.Rows, s.figures.Rows, s.items.Rows = fieldRows{s}, figureRows{s}, itemRows{s}
	s.figures.Quiet = true
	s.turnTo(review.LatestReviews)
	return s
}

func phaseWords(p review.AgreementPhase) string {
	switch p {
	case review.FirstReviews:
		return "First reviews"
	case review.LatestReviews:
		return "Latest reviews"
	}
	return "Audit"
}

// Init reads names and figures.
func (s *Screen) Init() tea.Cmd { return tea.Batch(s.readNames(), s.start()) }

// turnTo goes to a phase; start reads it.
func (s *Screen) turnTo(p review.AgreementPhase) {
	s.phase, s.fields = p, review.AgreementFields(p)
	s.got, s.places, s.failed = map[string]audit.Agreement{}, map[string]review.UnitPlaces{}, ""
	s.list.To(0)
	s.table = s.table.fresh()
	s.forget()
}

func (s *Screen) forget() {
	s.drawn++
	s.shown = ""
	s.list.Forget()
	s.figures.Forget()
	s.items.Forget()
}

// field is the field under the cursor.
func (s *Screen) field() string {
	if i := s.list.Cursor; i >= 0 && i < len(s.fields) {
		return s.fields[i]
	}
	return ""
}

// now is the agreement on the field under the cursor, and whether it is there.
func (s *Screen) now() (*audit.Agreement, bool) {
	g, ok := s.got[s.field()]
	return &g, ok
}

// Update takes answers of commands, the mouse and a new look.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	switch m := msg.(type) {
	case reckonedMsg:
		if m.to == s {
			return s.reckoned(m)
		}
	case againMsg:
		if m.to == s && m.gen == s.run.gen {
			return s.start()
		}
	case namesMsg:
		if m.to == s {
			s.names = m.names
			s.forget()
		}
	case drawsMsg:
		if m.to == s {
			s.ask.Draws = m.draws
			return s.start()
		}
	case part.ExternalChangeMsg:
		return s.changed()
	case part.LookMsg:
		s.forget()
	case tea.MouseMsg:
		return s.mouse(m)
	}
	return nil
}

// Title says what this is.
func (s *Screen) Title() string { return s.env.Desk.Project().Name + " · agreement" }

// Status tells how the reckoning goes.
func (s *Screen) Status() part.Status {
	switch {
	case s.failed != "":
		return part.Status{}
	case s.run.busy():
		return part.Status{Text: "reckoning …", Kind: part.Busy}
	case s.run.stopped && len(s.got) < len(s.fields):
		return part.Status{Text: "stopped", Kind: part.Quiet}
	}
	return part.Status{}
}

// Typing is never the case here, Type takes nothing.
func (s *Screen) Typing() bool { return false }

// Type takes nothing.
func (s *Screen) Type(tea.KeyPressMsg) tea.Cmd { return nil }

// Scopes are the pane in focus and the screen.
func (s *Screen) Scopes() []keys.Scope {
	if s.focus == paneTable {
		return []keys.Scope{tableScope, Scope}
	}
	return []keys.Scope{Scope}
}

// Unsaved is empty: nothing is changed here.
func (s *Screen) Unsaved() string { return "" }

// Leave stops the reckoning.
func (s *Screen) Leave() tea.Cmd {
	s.run.stop()
	return nil
}

func send(m tea.Msg) tea.Cmd { return func() tea.Msg { return m } }

var _ part.Screen = (*Screen)(nil)
