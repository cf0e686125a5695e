package runs

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"suffice/review"
	"suffice/tui/keys"
	"suffice/tui/part"
)

// pane is one of the places that can have the focus.
type pane int

const (
	paneList  pane = iota // experiments
	paneRuns              // the runs of one
	paneTrace             // one run step by step
	paneUnit              // the text of a unit, while one is read
)

// Screen is the experiments of the project with their runs.
type Screen struct {
	env *part.Env
	e   Experiments

	all    []Experiment
	live   map[string]Live
	read   bool // the list was read at least once
	failed string
	asked  int  // generation of the list asked for last
	polls  bool // a poll of what is live is on its way
	looked bool // what is live was seen at least once

	reading bool      // the list is being read
	stale   bool      // it was asked for again meanwhile
	began   time.Time // when its reading began
	rested  time.Time // not before is it read again for news of runs
	news    bool      // runs have ended since it was read

	list    part.List
	chosen  string // experiment under the cursor, kept over news
	entries entries
	trace   trace
	reader  *Reader
	from    pane // which pane the unit is read from
	reads   int  // generation of the unit asked for
	focus   pane
	form    *form
	names   map[string]stateName
	may     may
	sets    map[string]review.PredictionSet // for who may lock them
	opens   tea.Msg
	place   *Place // nil: nothing is remembered
	back    *Place // where the person was, until that is shown again
	drawn   uint64
	frame   frame
}

// New makes the screen.
func New(env *part.Env, e Experiments) *Screen {
	s := &Screen{env: env, e: e, live: map[string]Live{}, names: map[string]stateName{}, reader: NewReader(env)}
	s.list.Rows = listRows{s}
	s.entries.filter = part.NewField("", false)
	s.entries.filter.Hint = "state, method, outcome …"
	s.entries.list.Rows, s.entries.list.Quiet = entryRows{s}, true
	s.trace.rows.Env = env
	s.trace.list.Rows, s.trace.list.Quiet = &s.trace.rows, true
	return s
}

// Init reads the experiments, the names of states, what may be run, and the sets.
func (s *Screen) Init() tea.Cmd {
	return tea.Batch(s.load(), s.readNames(), s.readMay(), s.readSets(), s.poll())
}

// Update takes answers of commands, the mouse, paste, and a new look.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	s.reader.Update(msg)
	switch m := msg.(type) {
	case listMsg:
		if m.to == s {
			return s.listed(m)
		}
	case liveMsg:
		if m.to == s {
			return s.polled(m)
		}
	case pollMsg:
		if m.to == s {
			s.polls = false
			return s.poll()
		}
	case entriesMsg:
		if m.to == s {
			return s.entered(m)
		}
	case traceMsg:
		if m.to == s {
			s.traced(m)
		}
	case unitMsg:
		if m.to == s {
			return s.unitRead(m)
		}
	case startedMsg:
		if m.to == s {
			return s.started(m)
		}
	case cancelMsg:
		if m.to == s {
			s.e.Cancel(m.experiment)
			return s.poll()
		}
	case formMsg:
		if m.to == s && s.form != nil {
			m.set(s.form)
			s.form.forget()
		}
	case namesMsg:
		if m.to == s {
			s.names = m.names
			s.narrow()
			s.forget()
		}
	case mayMsg:
		if m.to == s {
			s.may = m.may
			s.forget()
		}
	case setsMsg:
		if m.to == s {
			s.sets = m.all
			s.forget()
		}
	case part.ExternalChangeMsg:
		return tea.Batch(s.load(), s.readMay(), s.readSets(), s.poll())
	case part.LookMsg:
		s.forget()
	case tea.PasteMsg:
		if s.entries.filtering && s.entries.filter.Insert(m.Content) {
			s.narrow()
		}
	case tea.MouseMsg:
		return s.mouse(m)
	}
	return nil
}

func (s *Screen) forget() {
	s.drawn++
	s.list.Forget()
	s.entries.list.Forget()
	s.trace.rows.Version++
	s.trace.list.Forget()
	if s.form != nil {
		s.form.forget()
	}
}

// experiment is the one under the cursor, nil when there is none.
func (s *Screen) experiment() *Experiment {
	if i := s.list.Cursor; i >= 0 && i < len(s.all) {
		return &s.all[i]
	}
	return nil
}

// atWork is the experiment under the cursor as it runs in this session, and
// whether it does.
func (s *Screen) atWork() (Live, bool) {
	x := s.experiment()
	if x == nil {
		return Live{}, false
	}
	l, ok := s.live[x.Experiment]
	return l, ok && !l.Done
}

// resumable reports whether the experiment under the cursor was left before
// its end and can be gone on with.
func (s *Screen) resumable() bool {
	x := s.experiment()
	if x == nil || x.Partial || x.Live || x.Experiment == AtTheDesk || len(x.Methods) == 0 {
		return false
	}
	l, here := s.live[x.Experiment]
	return (!here || l.Done) && x.Finished < x.Runs
}

// Title says what this is.
func (s *Screen) Title() string { return s.env.Desk.Project().Name + " · runs" }

// Status tells of what is being read.
func (s *Screen) Status() part.Status {
	if !s.read && s.failed == "" {
		return part.Status{Text: "reading …", Kind: part.Busy}
	}
	return part.Status{}
}

// Typing reports whether the filter is typed.
func (s *Screen) Typing() bool { return s.entries.filtering }

// Type types into the filter.
func (s *Screen) Type(k tea.KeyPressMsg) tea.Cmd {
	if s.entries.filter.Type(k) {
		s.narrow()
		return s.follow()
	}
	return nil
}

// Scopes are the screen, the filter while it is typed, or the form.
func (s *Screen) Scopes() []keys.Scope {
	switch {
	case s.form != nil:
		return []keys.Scope{formScope}
	case s.entries.filtering:
		return []keys.Scope{filterScope}
	case s.works():
		return []keys.Scope{workScope, Scope}
	}
	return []keys.Scope{Scope}
}

// Unsaved is empty: what runs goes on in the background of the session.
func (s *Screen) Unsaved() string { return "" }

// Leave leaves what runs alone and remembers the place.
func (s *Screen) Leave() tea.Cmd {
	s.keepPlace()
	return nil
}

// Opens gives what the last key asks the app to open.
func (s *Screen) Opens() tea.Msg {
	m := s.opens
	s.opens = nil
	return m
}

// nameOf is what people call a state, clean.
func (s *Screen) nameOf(state string) stateName {
	n, ok := s.names[state]
	if !ok {
		n.issue = state
	}
	return stateName{issue: s.clean(n.issue), boundary: s.clean(n.boundary)}
}

// clean makes one line of text from outside safe to show.
func (s *Screen) clean(text string) string {
	return s.env.Width.Clean(strings.ReplaceAll(text, "\n", " "), s.env.Tab)
}

func send(m tea.Msg) tea.Cmd { return func() tea.Msg { return m } }

var (
	_ part.Screen    = (*Screen)(nil)
	_ part.Explainer = (*Screen)(nil)
	_ part.Opener    = (*Screen)(nil)
)
