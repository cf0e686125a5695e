// Package sensitivity is the screen of one state's outcomes: how every method
// fares before and after the edit, what class the change has, and what
// MSS-Complement or any other method finds for this very state, stage by stage.
package sensitivity

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"suffice/review"
	"suffice/scorer"
	"suffice/scorer/methods/run"
	"suffice/tui/keys"
	"suffice/tui/part"
	"suffice/tui/runs"
)

// desk is what the screen needs of review.Desk.
type desk interface {
	Outcomes(ctx context.Context, state string) (review.Outcomes, error)
	MayLock() bool
	PredictionSets(ctx context.Context) ([]review.PredictionSet, error)
	LockPredictions(ctx context.Context, set string) (review.LockBody, error)
}

// pane is one of the places that can have the focus.
type pane int

const (
	paneTable  pane = iota // methods x k
	paneDetail             // one method, or two side by side
	paneRun                // the run on this state
	paneUnit               // the text of a unit, while one is read
)

// Screen is the outcomes of one state.
type Screen struct {
	env   *part.Env
	desk  desk
	runs  runs.Experiments // nil: nothing can be run here
	state string

	loaded   bool
	failed   string // why nothing is shown; empty when something is
	asked    int    // generation of what was read last
	now      review.Outcomes
	recorded []run.Entry
	pic      picture
	base     review.BaselineID
	curve    bool // the cutoffs of the prefix curves

	focus  pane
	from   pane // which pane the unit is read from
	table  part.List
	chosen string // method under the cursor, kept over news
	detail part.List
	other  string // method that the one under the cursor is compared with
	told   runs.Rows
	pairs  pairRows
	made   string // what detail was made of
	run    running
	reader *runs.Reader
	opens  tea.Msg
	places *Places // nil: nothing is remembered
	back   int     // row of the detail to go back to once there are rows, 0 for none
	drawn  uint64  // counts changes of what rows look like
	frame  frame
}

// New makes the screen on a state. e may be nil: then nothing can be run.
func New(env *part.Env, e runs.Experiments, state string) *Screen {
	return newOn(env, env.Desk, e, state)
}

func newOn(env *part.Env, d desk, e runs.Experiments, state string) *Screen {
	s := &Screen{env: env, desk: d, runs: e, state: state, reader: runs.NewReader(env), base: review.BaselineStart}
	s.table.Rows = tableRows{s}
	s.told.Env, s.run.rows.Env, s.pairs.s = env, env, s
	s.detail.Rows, s.run.list.Rows = &s.told, &s.run.rows
	s.detail.Quiet, s.run.list.Quiet = true, true
	return s
}

// Init reads the outcomes.
func (s *Screen) Init() tea.Cmd { return s.load() }

// cutoffs are the columns of the table.
func (s *Screen) cutoffs() []int {
	if s.curve {
		return scorer.DefaultCutoffs()
	}
	return scorer.SensitivityCutoffs()
}

// line is the method under the cursor, nil when there is none.
func (s *Screen) line() *line {
	if i := s.table.Cursor; i >= 0 && i < len(s.pic.lines) {
		return &s.pic.lines[i]
	}
	return nil
}

// Update takes answers of commands, the mouse, and a new look.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	s.reader.Update(msg)
	switch m := msg.(type) {
	case takenMsg:
		if m.to == s {
			s.taken(m)
		}
	case baseMsg:
		if m.to == s {
			s.base = m.base
			return s.load()
		}
	case compareMsg:
		if m.to == s {
			s.other = m.method
			s.focusOn(paneDetail)
		}
	case runMsg:
		if m.to == s {
			return s.start(m.method, m.controller, m.again)
		}
	case eventsMsg:
		if m.to == s {
			return s.happened(m)
		}
	case endedMsg:
		if m.to == s {
			return s.ended(m)
		}
	case setsMsg:
		if m.to == s {
			return s.chooseSet(m)
		}
	case lockedMsg:
		if m.to == s {
			return s.lockEnded(m)
		}
	case part.ExternalChangeMsg:
		return s.load()
	case part.LookMsg:
		s.forget()
	case tea.MouseMsg:
		return s.mouse(m)
	}
	return nil
}

func (s *Screen) forget() {
	s.drawn++
	s.made = ""
	s.table.Forget()
	s.detail.Forget()
	s.run.rows.Version++
	s.run.list.Forget()
}

// Title says where this is.
func (s *Screen) Title() string {
	c := &s.now.State.Card
	if !s.loaded || c.Repo == "" {
		return s.clean(s.state) + " · sensitivity"
	}
	return s.clean(part.StateName(c.Repo, c.InstanceID) + " · sensitivity · " + part.BoundaryShort(c.Boundary))
}

// Status tells of the run and of what is being read.
func (s *Screen) Status() part.Status {
	switch {
	case s.run.busy:
		return part.Status{Text: "running " + s.run.ask.Method + " …", Kind: part.Busy}
	case !s.loaded && s.failed == "":
		return part.Status{Text: "reading …", Kind: part.Busy}
	}
	return part.Status{}
}

// Typing is never the case here, Type takes nothing.
func (s *Screen) Typing() bool { return false }

// Type takes nothing.
func (s *Screen) Type(tea.KeyPressMsg) tea.Cmd { return nil }

// Scopes are those of the screen, and of what only some may do.
func (s *Screen) Scopes() []keys.Scope {
	var out []keys.Scope
	if s.desk.MayLock() {
		out = append(out, lockScope)
	}
	if s.runs != nil {
		out = append(out, runScope)
	}
	return append(out, Scope)
}

// Unsaved says that a run would end with the screen.
func (s *Screen) Unsaved() string {
	if s.run.busy {
		return s.run.ask.Method + " is running on this state, and leaving ends it"
	}
	return ""
}

// Leave ends the run and remembers the place.
func (s *Screen) Leave() tea.Cmd {
	s.keepPlace()
	s.run.stop()
	return nil
}

// Opens gives what the last key asks the app to open.
func (s *Screen) Opens() tea.Msg {
	m := s.opens
	s.opens = nil
	return m
}

func send(m tea.Msg) tea.Cmd { return func() tea.Msg { return m } }

var (
	_ part.Screen    = (*Screen)(nil)
	_ part.Explainer = (*Screen)(nil)
	_ part.Opener    = (*Screen)(nil)
)
