// Package part holds what screens share: the Screen interface and the pieces
// they are built from (panes, lists, fields, prompts, overlays).
package part

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"suffice/review"
	"suffice/tui/cell"
	"suffice/tui/keys"
	"suffice/tui/theme"
)

// Env is what a session hands to its screens. Screens read it, the app owns it.
type Env struct {
	Ctx   context.Context // ends with the session
	Desk  *review.Desk
	Width *cell.Width
	Theme *theme.Theme
	Keys  *keys.Table
	Now   func() time.Time
	Tab   int // tab stops, in cells

	Session *Session // where the person was; nil remembers nothing

	// Changed gives a number that grows when the project file changes, also by
	// another process; nil when nobody else can change it. It must be cheap:
	// the app asks every two seconds.
	Changed func(ctx context.Context) (int64, error)

	// Runs says that methods can be run in this session: there is a screen of
	// experiments.
	Runs bool

	// Background tells what goes on behind the screens; nil when nothing can.
	// It must be cheap: the app asks every two seconds, and before it leaves.
	Background func() Background

	// After makes the command that sends a message later; nil for tea.Tick.
	// Tests put their own clock here.
	After func(time.Duration, tea.Msg) tea.Cmd
}

// Background is work that goes on whatever screen is on top.
type Background struct {
	Text string // for the top line, in a few words; empty when nothing goes on
	Lost string // what leaving would end, in words; empty when nothing
}

// Later is the command that sends msg when d has passed.
func (e *Env) Later(d time.Duration, msg tea.Msg) tea.Cmd {
	if e.After != nil {
		return e.After(d, msg)
	}
	return tea.Tick(d, func(time.Time) tea.Msg { return msg })
}

// LookMsg tells a screen that colours or the width method changed: what was
// drawn before must be drawn again.
type LookMsg struct{}

// ExternalChangeMsg tells a screen that the project file has changed under it,
// by this or another process: it reads again what it shows, quietly, and
// nothing jumps.
type ExternalChangeMsg struct{}

// Screen is one full-window view. The app draws the top line, the footer and
// overlays around it, and turns keys into actions.
type Screen interface {
	// Init returns the command that loads what the screen shows.
	Init() tea.Cmd
	// Update handles messages that are no keys: answers of commands, paste,
	// mouse (coordinates relative to the screen), size. It does no I/O.
	Update(msg tea.Msg) tea.Cmd
	// Do performs an action. It reports false when the action means nothing here now.
	Do(a keys.Action) (tea.Cmd, bool)
	// Type receives a key press that no binding took while Typing is true.
	Type(k tea.KeyPressMsg) tea.Cmd
	// Typing reports whether text is being typed: then printable keys are
	// text, and only the scopes returned by Scopes bind keys.
	Typing() bool
	// Scopes lists the key scopes in force, innermost first; "global" is
	// added by the app unless Typing.
	Scopes() []keys.Scope
	// Hints are the actions worth the footer now, most useful first.
	Hints() []keys.Action
	// Able reports whether an action can be done now: the palette shows only those.
	Able(a keys.Action) bool
	// Title and Status stand in the top line: where I am, and what is saved.
	Title() string
	Status() Status
	// View returns exactly h lines of exactly w cells each, and where the
	// real cursor is, if anywhere.
	View(w, h int) ([]string, *tea.Cursor)
	// Unsaved says in words what would be lost by leaving now; empty when nothing.
	Unsaved() string
	// Leave is called when the screen is closed.
	Leave() tea.Cmd
}

// Explainer is a Screen that can say why an action means nothing now.
type Explainer interface {
	// Why is one sentence; empty where there is nothing worth saying.
	Why(a keys.Action) string
}

// Namer is a Screen that calls some actions after what is under the cursor.
type Namer interface {
	// Short is what the footer calls an action now; empty for its usual name.
	Short(a keys.Action) string
}

// Status is the right end of the top line.
type Status struct {
	Text string
	Kind StatusKind
}

// StatusKind colours a Status; the text says the same in words.
type StatusKind int

// The kinds of Status.
const (
	Quiet StatusKind = iota
	Good
	Busy
	Bad
)

// OpenStateMsg asks the app to open a state for whatever this person does on
// it. A screen of a state on top is replaced; asking for what is open already
// goes back to it.
type OpenStateMsg struct{ State string }

// OpenTaskMsg asks the app to open a state for one task: the workbench to
// annotate it, the review, the arbitration. What is on top or open already is
// treated as for OpenStateMsg.
type OpenTaskMsg struct {
	State string
	Task  review.Task
}

// OpenLedgerMsg asks the app to open the ledger, of one state or (empty) of all.
type OpenLedgerMsg struct{ State string }

// OpenAgreementMsg asks the app to open the agreement of reviewers and auditors.
type OpenAgreementMsg struct{}

// OpenSensitivityMsg asks the app to open the outcomes of a state: how methods
// fare on it, and runs of methods.
type OpenSensitivityMsg struct{ State string }

// OpenRunsMsg asks the app to open the experiments of the project.
type OpenRunsMsg struct{}

// ReturnMsg tells a screen that the one over it was closed, and which state
// that one showed last, if any: a queue puts its cursor there.
type ReturnMsg struct{ State string }

// BackMsg asks the app to close the screen on top.
type BackMsg struct{}

// ToastMsg asks the app to show one sentence in the footer until the next key.
type ToastMsg struct {
	Text string
	Kind StatusKind
}

// PromptMsg asks the app for one line (or, with Lines, several) of text in an
// overlay; Then gets the answer. Escape answers nothing.
type PromptMsg struct {
	Title string
	Value string              // offered at first
	Over  bool                // Value is as if selected: what is typed first replaces it
	Lines int                 // rows of text: 0 or 1 for a single line
	Hint  string              // a quiet sentence below the text; may be empty
	Check func(string) string // a sentence when the text will not do, else empty; may be nil
	Then  func(string) tea.Cmd
	Keep  func(string) tea.Cmd // saves text in the middle of being typed: after a pause, and when cancelled with changes; may be nil
}

// ChooseMsg asks the app to let the person pick one of several in an overlay
// that filters as they type.
type ChooseMsg struct {
	Title string
	Items []Choice
	At    int    // the item the cursor starts on
	Hint  string // stands in the empty filter; may be empty
	Then  func(i int) tea.Cmd

	// Typed, where it is set, takes what was typed when that is none of the
	// items; the choice then offers it in a row of its own, with Detail New.
	Typed func(text string) tea.Cmd
	New   string
}

// Choice is one line of a ChooseMsg.
type Choice struct {
	Text   string
	Detail string
}

// ConfirmMsg asks a yes-or-no question; only y answers yes.
type ConfirmMsg struct {
	Question string
	Then     tea.Cmd
	Opens    *OpenTaskMsg // what yes opens before the next key counts; may be nil

	// Moot says why there is nothing to ask any more, empty while there is: the
	// question then goes away with that word. It must be cheap; may be nil.
	Moot func() string
}

// MootWhen is a Moot of a question about what would be lost by leaving.
func MootWhen(unsaved func() string) func() string {
	return func() string {
		if unsaved() != "" {
			return ""
		}
		return "All is saved now: nothing would be lost by leaving."
	}
}

// Opener is a screen that opens others by its keys. Opens gives, once, what the
// last key or click asks the app to open, nil when nothing. A message sent by a
// command could arrive after the key typed next, which would then act on the
// screen that the person believes to have left.
type Opener interface {
	Opens() tea.Msg
}
