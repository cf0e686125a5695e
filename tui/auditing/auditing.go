// Package auditing is the screen on which an auditor judges a certificate of
// the frozen release: one group at a time with its eight judgments, then the
// state as a whole. Nothing of how the certificate came to be, and nothing of
// the other auditor, is loaded here.
package auditing

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"suffice/audit"
	"suffice/review"
	"suffice/tui/keys"
	"suffice/tui/part"
	"suffice/tui/workbench"
)

// desk is what the screen needs of review.Desk.
type desk interface {
	Audit(ctx context.Context, state string) (review.AuditView, error)
	JudgeGroup(ctx context.Context, state, group string, f audit.Field, j audit.Judgment) (review.AuditView, error)
	JudgeState(ctx context.Context, state string, v audit.Verdict, confidence int) (review.AuditView, error)
	SubmitAudit(ctx context.Context, state string) (review.AuditView, error)
	ReopenAudit(ctx context.Context, state string) (review.AuditView, error)
	Queue(ctx context.Context) ([]review.QueueRow, error)
}

// Screen is the audit of one state. What it shows is what the desk has
// acknowledged with the acts that are on their way to it.
type Screen struct {
	env   *part.Env
	desk  desk
	state string // state_id

	loaded bool
	failed string // why the state could not be opened; empty when it could
	now    review.AuditView
	facts  facts
	place  place
	opens  tea.Msg // what the last key opens, until the app takes it
	early  bool    // opened a moment ago: nothing is decided yet

	line   line          // acts on their way to the disk
	sheet  audit.Sheet   // of now, with the acts in line
	faults []audit.Fault // what keeps sheet from being submitted
	notes  notes

	group  int               // shown, by position in the certificate
	field  audit.Field       // judged or asked for last: its question and note are shown
	read   map[string]bool   // units that have been in sight long enough
	gaze   gaze              // the unit that is being read now
	reader *workbench.Reader // state card, pool and unit
	list   part.List         // the group: rationale, units, quotations, branches
	rows   []row
	width  int // cells the rows were made for
	drawn  uint64
	frame  frame
}

// New makes the audit of a state; Init loads it.
func New(env *part.Env, state string) *Screen { return newOn(env, env.Desk, state) }

func newOn(env *part.Env, d desk, state string) *Screen {
	s := &Screen{env: env, desk: d, state: state, read: map[string]bool{}, notes: newNotes(env, state), early: true}
	s.list.Rows = groupRows{s}
	return s
}

// Init loads the state and its place among my audits.
func (s *Screen) Init() tea.Cmd { return tea.Batch(s.take(), s.findPlace()) }

// Update takes answers of commands, paste, mouse and a new look.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	switch m := msg.(type) {
	case takenMsg:
		if m.to == s {
			return s.taken(m)
		}
	case placeMsg:
		if m.to == s && m.err == nil {
			s.place = m.place
		}
	case savedMsg:
		if m.to == s {
			return s.saved(m)
		}
	case retryMsg:
		if m.to == s {
			return s.retry(m.gen)
		}
	case graceMsg:
		if m.to == s {
			s.early = false
		}
	case gazeMsg:
		if m.to == s {
			return s.gazed(m)
		}
	case doMsg:
		if m.to == s {
			return m.do()
		}
	case part.ExternalChangeMsg:
		return tea.Batch(s.take(), s.findPlace(), s.hear(msg))
	case part.LookMsg:
		return s.relook(msg)
	case tea.MouseMsg:
		return s.look(s.mouse(m))
	default:
		cmd := s.hear(msg)
		if s.reader != nil {
			cmd = tea.Batch(cmd, s.look(s.reader.Update(msg)))
		}
		return cmd
	}
	return nil
}

func (s *Screen) relook(msg tea.Msg) tea.Cmd {
	s.width = 0
	s.list.Forget()
	if s.reader == nil {
		return nil
	}
	return s.reader.Update(msg)
}

// doMsg runs something on the screen once an overlay has been answered.
type doMsg struct {
	to *Screen
	do func() tea.Cmd
}

// later is the command that lets the screen do something when it is not in the
// middle of an update of its own.
func (s *Screen) later(do func() tea.Cmd) tea.Cmd { return send(doMsg{s, do}) }

func send(m tea.Msg) tea.Cmd { return func() tea.Msg { return m } }

func toast(k part.StatusKind, text string) tea.Cmd { return send(part.ToastMsg{Text: text, Kind: k}) }

// judging reports whether the keys of the judged group have the focus.
func (s *Screen) judging() bool {
	if s.reader == nil {
		return true
	}
	_, reading := s.reader.Focused()
	return !reading
}

// Typing reports whether a filter or a search is typed in the reader.
func (s *Screen) Typing() bool { return s.reader != nil && s.reader.Typing() }

// Type gives a key to what is typed in the reader.
func (s *Screen) Type(k tea.KeyPressMsg) tea.Cmd {
	if s.reader == nil {
		return nil
	}
	return s.reader.Type(k)
}

// Title says where this is.
func (s *Screen) Title() string {
	if !s.loaded {
		return s.env.Width.Clean(s.state, s.env.Tab)
	}
	c := &s.now.State.Card
	title := part.StateName(c.Repo, c.InstanceID)
	if title == "" {
		title = c.ID
	}
	title += s.place.words()
	if c.Boundary != "" {
		title += " · " + part.BoundaryWords(c.Boundary)
	}
	return s.env.Width.Clean(title, s.env.Tab)
}

// Unsaved says what leaving now would lose.
func (s *Screen) Unsaved() string {
	if what := s.line.unsaved(); what != "" {
		return what
	}
	if s.notes.typed.Failed() != "" {
		return "the note that was being typed is not saved"
	}
	return ""
}

// Leave saves what is being typed; every act is on its way already.
func (s *Screen) Leave() tea.Cmd { return s.notes.typed.Flush() }

// Scopes are the reader's inner ones, the audit's, and what holds in every
// pane of the reader.
func (s *Screen) Scopes() []keys.Scope {
	if s.reader == nil {
		return []keys.Scope{Scope}
	}
	inner, base := s.reader.Scopes()
	if s.reader.Typing() {
		return inner
	}
	if s.judging() {
		inner = append(inner, groupScope)
	}
	return append(inner, Scope, base)
}
