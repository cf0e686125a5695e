package workbench

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/review"
	"suffice/review/reviewtest"
	"suffice/tui/cell"
	"suffice/tui/keys"
	"suffice/tui/part"
	"suffice/tui/theme"
)

// rig is a workbench without a program: commands run at once and one after the
// other, what would come later waits until the test says so.
type rig struct {
	t       testing.TB
	mem     *reviewtest.Memory
	desk    *review.Desk
	env     *part.Env
	s       *Screen
	later   []tea.Msg // of ticks
	held    []tea.Cmd // commands not run yet, while hold is set
	hold    bool
	prompt  *part.PromptMsg
	choose  *part.ChooseMsg
	confirm *part.ConfirmMsg
	toasts  []string
	opened  []string // states asked for
}

var frozen = time.Date(2026, 1, 5, 9, 30, 0, 0, time.UTC)

// newRig opens the workbench on a state for an annotator.
func newRig(t testing.TB, st card.State, more ...card.State) *rig {
	t.Helper()
	me := reviewtest.Annotator("ada")
	mem := reviewtest.NewMemory(reviewtest.Calibration(), []review.Person{me}, append([]card.State{st}, more...)...)
	return rigOn(t, mem, me, st.Card.ID)
}

func rigOn(t testing.TB, mem *reviewtest.Memory, me review.Person, state string) *rig {
	t.Helper()
	r := unopened(t, mem, me, state)
	r.run(r.s.Init())
	if !r.s.loaded {
		t.Fatalf("the state was not opened: %s", r.s.failed)
	}
	r.screen(160, 48)
	return r
}

// unopened is a rig whose state is not loaded yet.
func unopened(t testing.TB, mem *reviewtest.Memory, me review.Person, state string) *rig {
	t.Helper()
	var rows []keys.Binding
	rows = append(rows, Bindings()...)
	rows = append(rows, part.OverlayBindings()...)
	table, err := keys.NewTable(rows)
	if err != nil {
		t.Fatal(err)
	}
	dark := theme.Dark()
	r := &rig{t: t, mem: mem, desk: reviewtest.Desk(t, mem, me)}
	r.env = &part.Env{
		Ctx: context.Background(), Desk: r.desk, Width: &cell.Width{}, Theme: &dark, Keys: table, Tab: 4, Session: &part.Session{},
		Now: func() time.Time { return frozen },
		After: func(_ time.Duration, m tea.Msg) tea.Cmd {
			return func() tea.Msg { r.later = append(r.later, m); return nil }
		},
	}
	r.s = New(r.env, state)
	return r
}

var cmdType = reflect.TypeFor[tea.Cmd]()

// run runs a command and whatever comes of it.
func (r *rig) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	if r.hold {
		r.held = append(r.held, cmd)
		return
	}
	r.take(cmd())
}

func (r *rig) take(msg tea.Msg) {
	if msg == nil {
		return
	}
	if v := reflect.ValueOf(msg); v.Kind() == reflect.Slice && v.Type().Elem() == cmdType {
		for i := range v.Len() {
			r.run(v.Index(i).Interface().(tea.Cmd))
		}
		return
	}
	switch m := msg.(type) {
	case part.PromptMsg:
		r.prompt = &m
	case part.ChooseMsg:
		r.choose = &m
	case part.ConfirmMsg:
		r.confirm = &m
	case part.ToastMsg:
		r.toasts = append(r.toasts, m.Text)
	case part.OpenTaskMsg:
		r.opened = append(r.opened, m.State)
	case part.OpenLedgerMsg, part.OpenSensitivityMsg:
	default:
		r.run(r.s.Update(msg))
	}
}

// release runs the commands that were held.
func (r *rig) release() {
	r.hold = false
	held := r.held
	r.held = nil
	for _, c := range held {
		r.run(c)
	}
}

// tick lets everything that waits for a time happen.
func (r *rig) tick() {
	later := r.later
	r.later = nil
	for _, m := range later {
		r.run(r.s.Update(m))
	}
}

// press presses keys as the app would hand them on; a key that does nothing
// fails the test.
func (r *rig) press(names ...string) {
	r.t.Helper()
	for _, k := range names {
		if !r.try(k) {
			r.t.Fatalf("key %q does nothing here (scopes %v)", k, r.s.Scopes())
		}
	}
}

func (r *rig) try(k string) bool {
	for _, sc := range r.s.Scopes() {
		a, ok := r.env.Keys.Lookup([]keys.Scope{sc}, k)
		if !ok {
			continue
		}
		if cmd, did := r.s.Do(a); did {
			r.run(cmd)
			r.take(r.s.Opens())
			return true
		}
	}
	if r.s.Typing() {
		r.run(r.s.Type(keyPress(k)))
		return true
	}
	return false
}

func keyPress(k string) tea.KeyPressMsg {
	if k == "space" {
		return tea.KeyPressMsg{Code: ' ', Text: " "}
	}
	return tea.KeyPressMsg{Code: []rune(k)[0], Text: k}
}

// act performs a named action.
func (r *rig) act(a keys.Action) {
	r.t.Helper()
	cmd, ok := r.s.Do(a)
	if !ok {
		r.t.Fatalf("action %s means nothing here", a)
	}
	r.run(cmd)
	r.take(r.s.Opens())
}

// typeText types text, character by character.
func (r *rig) typeText(text string) {
	for _, c := range text {
		if c == ' ' {
			r.press("space")
			continue
		}
		r.press(string(c))
	}
}

// answer answers the prompt that is open.
func (r *rig) answer(text string) {
	r.t.Helper()
	if r.prompt == nil {
		r.t.Fatal("no prompt is open")
	}
	p := r.prompt
	r.prompt = nil
	if p.Check != nil {
		if why := p.Check(text); why != "" {
			r.t.Fatalf("%s refuses %q: %s", p.Title, text, why)
		}
	}
	r.run(p.Then(text))
}

// pick picks the first item of the open choice that contains text.
func (r *rig) pick(text string) {
	r.t.Helper()
	if r.choose == nil {
		r.t.Fatalf("no choice is open to pick %q", text)
	}
	c := r.choose
	r.choose = nil
	for i, item := range c.Items {
		if strings.Contains(item.Text, text) {
			r.run(c.Then(i))
			return
		}
	}
	r.t.Fatalf("%s offers no %q: %v", c.Title, text, c.Items)
}

func (r *rig) yes() {
	r.t.Helper()
	if r.confirm == nil {
		r.t.Fatal("nothing is asked")
	}
	c := r.confirm
	r.confirm = nil
	r.run(c.Then)
	if c.Opens != nil {
		r.take(*c.Opens)
	}
}

// group makes a group of a role.
func (r *rig) group(role string) {
	r.t.Helper()
	r.press("n")
	r.pick(role)
}

// screen is the screen as plain text; every line is checked for its width.
func (r *rig) screen(w, h int) string {
	r.t.Helper()
	lines, _ := r.s.View(w, h)
	if len(lines) != h {
		r.t.Fatalf("%dx%d: %d lines", w, h, len(lines))
	}
	out := make([]string, len(lines))
	for i, l := range lines {
		if got := r.env.Width.Of(l); got != w {
			r.t.Fatalf("%dx%d: line %d is %d cells wide: %q", w, h, i, got, l)
		}
		out[i] = ansi.Strip(l)
	}
	return strings.Join(out, "\n")
}

// sees fails the test unless the screen shows each text.
func (r *rig) sees(texts ...string) {
	r.t.Helper()
	screen := r.screen(160, 48)
	for _, want := range texts {
		if !strings.Contains(screen, want) {
			r.t.Errorf("the screen does not show %q:\n%s", want, screen)
		}
	}
}

func (r *rig) lacks(texts ...string) {
	r.t.Helper()
	screen := r.screen(160, 48)
	for _, bad := range texts {
		if strings.Contains(screen, bad) {
			r.t.Errorf("the screen shows %q:\n%s", bad, screen)
		}
	}
}

func (r *rig) told() string {
	if len(r.toasts) == 0 {
		return ""
	}
	return r.toasts[len(r.toasts)-1]
}

// stored is the certificate as it is on disk.
func (r *rig) stored() certificate.Certificate {
	r.t.Helper()
	v, err := r.desk.Take(context.Background(), r.s.state)
	if err != nil {
		r.t.Fatal(err)
	}
	return v.Draft.Certificate()
}

// harbour is a state with a pool of n units over several files, a history, and
// everything else that a state card can hold.
func harbour(n int) card.State {
	units := make([]card.Unit, n)
	files := []string{"pilot/tides.py", "pilot/locks.py", "harbour/api.go", "docs/tides.md"}
	for i := range units {
		file := files[i%len(files)]
		from := 1 + (i/len(files))*40
		var text strings.Builder
		for l := range 20 {
			fmt.Fprintf(&text, "def tide_%d(station, when):  # unit %d line %d\n", l, i+1, from+l)
		}
		units[i] = card.Unit{
			ID: fmt.Sprintf("evidence-%024x", i+1), Path: file, LineStart: from, LineEnd: from + 59,
			Text: text.String(), SourceType: "repo_chunk", Symbol: fmt.Sprintf("tide_%d", i),
		}
	}
	exit := 1
	st := card.State{Pool: card.NewPool(units)}
	st.Card = card.StateCard{
		ID: "harbour__1-s005", InstanceID: "harbour__pilot-12", Repo: "harbour/pilot", Boundary: card.BeforeEdit,
		Issue: "The tide table is read twice.\r\nSecond line.\n\n- a\n- b", Need: "Where is the tide table read before a lock opens?",
		Observation: "FILE pilot\\tides.py:1-3\n    1: x", Hypothesis: "The cache is keyed by station only.", Subgoal: "Find every reader.",
		Diff: "@@ -1 +1 @@\n-old\n+new", TestOutput: "FAILED test_tides", BaseCommit: "abc123",
		OpenedFiles: []string{`pilot\tides.py`, "nowhere.py"}, Queries: []string{"tide table"},
		Steps: []card.Step{
			{ID: "0", Label: "step 0", Action: "plan_update", Input: "plan the work", Tool: "secret-model", Output: "first look"},
			{ID: "1", Label: "step 1", Action: "repo_search", Input: "tide table", Results: []card.Hit{{Path: `pilot\locks.py`, LineStart: 41, LineEnd: 60, Rank: 1}}},
			{ID: "2", Label: "step 2", Action: "read_file", Input: `pilot\tides.py`, Output: "FILE pilot\\tides.py:1-3", Read: &card.Span{Path: `pilot\tides.py`, LineStart: 1, LineEnd: 3}, Status: "failed", Exit: &exit},
		},
	}
	return st
}

func pasteOf(text string) tea.PasteMsg { return tea.PasteMsg{Content: text} }

type cardState = card.State

// typeChoice answers the open choice with text that it does not hold.
func (r *rig) typeChoice(text string) {
	r.t.Helper()
	if r.choose == nil || r.choose.Typed == nil {
		r.t.Fatalf("no choice is open that takes %q", text)
	}
	c := r.choose
	r.choose = nil
	r.run(c.Typed(text))
}
