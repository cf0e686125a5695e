// Package reviewing is the screen of a review: the workbench on the reviewer's
// own copy of the certificate, and beside it what they say of the certificate
// under review and what they changed in it.
package reviewing

import (
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"suffice/certificate"
	"suffice/review"
	"suffice/tui/kept"
	"suffice/tui/keys"
	"suffice/tui/part"
	"suffice/tui/workbench"
)

// grace is how long a review must have been open before a key decides in it:
// a key meant for the state before must not judge this one.
const grace = 600 * time.Millisecond

// The names under which what is said is kept until it is submitted.
const (
	saidVerdict    = "review verdict"
	saidConfidence = "review confidence"
	saidReason     = "review reason"
	saidCauses     = "review causes"
)

// Screen is the review of one state.
type Screen struct {
	env    *part.Env
	state  string // state_id
	bench  *workbench.Screen
	said   *kept.Drafts
	before []saying // what was said before each change made here, for undo
	opened bool     // the seat is mine and the state loaded
	failed string   // why it could not be opened; empty when it could
	fresh  bool     // just opened: no key decides yet

	panel  bool        // the review has the focus instead of the workbench
	reason *part.Field // while it is written
	list   part.List   // of rows
	rows   []row
	drawn  uint64 // counts changes of the rows
	width  int    // the rows were made for
	frame  frame

	actions, inPanel map[keys.Action]action

	at          standing
	under, mine certificate.Certificate // what is compared
	diff        certificate.Diff        // of mine from under
	acting      string                  // "submitting", while it is on its way
	refused     []lack                  // what the desk refused the last submission for
	inLacks     bool                    // the cursor is on what is missing, below the list
	lackAt      int                     // on which of it
}

// New makes the review of a state; Init takes the seat, if it is free, and
// loads the state.
func New(env *part.Env, state string) *Screen {
	s := &Screen{
		env: env, state: state, bench: workbench.New(env, state),
		said: kept.New(env, state, saidVerdict, saidConfidence, saidReason, saidCauses),
	}
	s.bench.Withhold("state.finish") // a review is submitted instead
	s.actions, s.inPanel = s.table(), s.moves()
	s.list.Rows = panelRows{s}
	s.list.Quiet = true
	return s
}

// openedMsg says whether the seat is this person's.
type openedMsg struct {
	to  *Screen
	err error
}

// graceMsg says that keys may decide from now on.
type graceMsg struct{ to *Screen }

// Init takes a free review that is opened, and then loads it.
func (s *Screen) Init() tea.Cmd {
	ctx, desk, id := s.env.Ctx, s.env.Desk, s.state
	return func() tea.Msg {
		v, err := desk.Take(ctx, id)
		var unknown *review.UnknownStateError
		if err == nil && v.Seat.Task != review.TaskReview || errors.As(err, &unknown) {
			_, err = desk.ClaimFor(ctx, id, review.TaskReview)
		}
		return openedMsg{s, err}
	}
}

// Update takes answers of commands, mouse and paste.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	switch m := msg.(type) {
	case openedMsg:
		if m.to == s {
			return s.open(m.err)
		}
		return nil
	case graceMsg:
		if m.to == s {
			s.fresh = false
		}
		return nil
	case confirmedMsg:
		if m.to == s && s.writable() {
			return s.hand()
		}
		return nil
	case submittedMsg:
		if m.to == s {
			return s.submitted(m)
		}
		return nil
	case tea.PasteMsg:
		if s.reason != nil {
			return s.pasteReason(m.Content)
		}
	case tea.MouseMsg:
		if s.overPanel(m) {
			return s.mouse(m)
		}
		if _, click := m.(tea.MouseClickMsg); click && s.reason == nil {
			s.panel = false
		}
	case part.LookMsg:
		s.forget()
	}
	said := s.said.Update(msg)
	if s.said.Moved() {
		s.resaid()
	}
	return tea.Batch(said, s.bench.Update(msg), s.follow())
}

// open shows the state, or why it cannot be reviewed.
func (s *Screen) open(err error) tea.Cmd {
	if err != nil {
		s.failed = s.sentence(err)
		return nil
	}
	s.fresh = true
	return tea.Batch(s.bench.Init(), s.env.Later(grace, graceMsg{s}))
}

// follow keeps up with the workbench: what was said in an earlier sitting comes
// back with the state, the comparison follows the certificate.
func (s *Screen) follow() tea.Cmd {
	v, ok := s.bench.Now()
	if !ok {
		return nil
	}
	var cmd tea.Cmd
	if !s.opened {
		s.opened = true
		if s.said.Load(v.Typing) {
			cmd = toast(part.Good, "what you had said of it before is back")
		}
	}
	if at := (standing{v.Revision, v.Seat}); s.at != at || cmd != nil || s.rows == nil {
		s.at = at
		s.under, s.mine = bare(v.Base), bare(v.Draft.Certificate())
		s.diff = certificate.Compare(s.under, s.mine)
		s.rebuild()
	}
	return cmd
}

// standing is what the rows of the panel follow from beside what is said.
type standing struct {
	revision certificate.Revision
	seat     review.Seated
}

// bare is a certificate without what stood around an imported one, which no
// review changes.
func bare(c certificate.Certificate) certificate.Certificate {
	c.Envelope = nil
	return c
}

// view is the state as it is on disk.
func (s *Screen) view() review.View {
	v, _ := s.bench.Now()
	return v
}

// isIn reports whether the review is submitted and was not taken back.
func (s *Screen) isIn() bool {
	seat := s.view().Seat
	return s.opened && seat.Task == review.TaskReview && !seat.Open()
}

// writable reports whether what is said can be changed now.
func (s *Screen) writable() bool { return s.opened && !s.isIn() && s.acting == "" }

// sentence is an error as one line that is safe to show.
func (s *Screen) sentence(err error) string { return s.clean(err.Error()) }

func (s *Screen) clean(text string) string { return s.env.Width.Clean(text, s.env.Tab) }

// Typing reports whether text is being typed.
func (s *Screen) Typing() bool { return s.reason != nil || !s.panel && s.bench.Typing() }

// Type takes a key press of the text being typed.
func (s *Screen) Type(k tea.KeyPressMsg) tea.Cmd {
	if s.reason == nil {
		return s.bench.Type(k)
	}
	if s.reason.Type(k) {
		return s.reasonChanged()
	}
	return nil
}

// Unsaved says what leaving now would lose.
func (s *Screen) Unsaved() string {
	switch {
	case s.bench.Unsaved() != "":
		return s.bench.Unsaved()
	case s.said.Failed() != "":
		return "what you say of the certificate is not saved: " + s.clean(s.said.Failed())
	case s.acting != "":
		return "the review is not submitted yet"
	}
	return ""
}

// Leave saves what is being typed.
func (s *Screen) Leave() tea.Cmd { return tea.Batch(s.said.Flush(), s.bench.Leave()) }

// Title says where this is and what is said of it so far.
func (s *Screen) Title() string {
	title := s.bench.Title()
	if !s.opened {
		return title + " · review"
	}
	return title + " · " + s.inShort()
}

// Status says what is saved.
func (s *Screen) Status() part.Status {
	st := s.bench.Status()
	switch {
	case st.Kind == part.Bad:
		return st
	case s.said.Failed() != "":
		return part.Status{Text: "not saved: " + s.clean(s.said.Failed()) + ", retrying", Kind: part.Bad}
	case s.acting != "":
		return part.Status{Text: s.acting + "…", Kind: part.Busy}
	case s.isIn():
		return part.Status{Text: "submitted ✓", Kind: part.Good}
	case s.said.Saving():
		return part.Status{Text: "saving…", Kind: part.Busy}
	}
	return st
}

// Opens is what the last key on the workbench opens, once.
func (s *Screen) Opens() tea.Msg { return s.bench.Opens() }

func send(m tea.Msg) tea.Cmd { return func() tea.Msg { return m } }

func toast(k part.StatusKind, text string) tea.Cmd {
	return send(part.ToastMsg{Text: text, Kind: k})
}

var (
	_ part.Screen = (*Screen)(nil)
	_ part.Opener = (*Screen)(nil)
)

// Do performs an action of the review, or of the workbench in it.
func (s *Screen) Do(a keys.Action) (tea.Cmd, bool) {
	if act, ok := s.action(a); ok {
		if !s.Able(a) {
			return nil, false
		}
		return act.do()
	}
	if s.panel {
		return nil, false
	}
	return s.bench.Do(a)
}
