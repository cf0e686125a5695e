package app

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/review"
	"suffice/review/reviewtest"
	"suffice/tui/config"
	"suffice/tui/keys"
	"suffice/tui/part"
	"suffice/tui/tuitest"
)

// start is when these sessions take place.
var start = time.Date(2026, 1, 5, 14, 2, 0, 0, time.UTC)

// bench stands in for the workbench.
type bench struct {
	env     *part.Env
	state   string
	unsaved string
	left    int
	did     []keys.Action
	seen    []string // types of messages
}

func (b *bench) Init() tea.Cmd { return nil }
func (b *bench) Update(msg tea.Msg) tea.Cmd {
	b.seen = append(b.seen, fmt.Sprintf("%T", msg))
	return nil
}
func (b *bench) Do(a keys.Action) (tea.Cmd, bool) {
	b.did = append(b.did, a)
	switch a {
	case "bench.panic":
		return func() tea.Msg { panic("boom") }, true
	case "bench.write":
		return send(part.PromptMsg{Title: "Rationale", Lines: 3,
			Then: func(s string) tea.Cmd { return send(part.ToastMsg{Text: "wrote " + s, Kind: part.Good}) },
			Keep: func(s string) tea.Cmd { return send(part.ToastMsg{Text: "kept " + s}) },
		}), true
	case "bench.never":
		return nil, false
	}
	return nil, a == "bench.edit"
}
func (b *bench) Type(tea.KeyPressMsg) tea.Cmd { return nil }
func (b *bench) Typing() bool                 { return false }
func (b *bench) Scopes() []keys.Scope         { return []keys.Scope{"bench"} }
func (b *bench) Hints() []keys.Action         { return []keys.Action{"bench.edit"} }
func (b *bench) Able(a keys.Action) bool      { return a != "bench.never" }
func (b *bench) Why(a keys.Action) string     { return "why: " + string(a) }
func (b *bench) Title() string                { return "bench " + b.state }
func (b *bench) Status() part.Status          { return part.Status{Text: "saved ✓", Kind: part.Good} }
func (b *bench) Unsaved() string              { return b.unsaved }
func (b *bench) Leave() tea.Cmd               { b.left++; return nil }
func (b *bench) View(w, h int) ([]string, *tea.Cursor) {
	return part.FitAll(b.env.Width, []string{"the bench"}, w, h), nil
}

func send(msg tea.Msg) tea.Cmd { return func() tea.Msg { return msg } }

var benchBindings = []keys.Binding{
	{Action: "bench.edit", Scope: "bench", Keys: []string{"a"}, Short: "edit", Title: "Edit something"},
	{Action: "bench.panic", Scope: "bench", Keys: []string{"p"}, Title: "Fail inside"},
	{Action: "bench.write", Scope: "bench", Keys: []string{"w"}, Title: "Write a rationale"},
	{Action: "bench.never", Scope: "bench", Keys: []string{"z"}, Title: "Never possible"},
}

// world is a session on a project in memory.
type world struct {
	*tuitest.Session
	desk  *review.Desk
	mem   *reviewtest.Memory
	model *Model
	bench *bench // the latest one opened
}

type setup struct {
	states  []card.State
	changed func(context.Context) (int64, error)
}

func begin(t testing.TB, w, h int, s setup) *world {
	t.Helper()
	ann := reviewtest.Annotator("ann")
	mem := reviewtest.NewMemory(reviewtest.Calibration(), []review.Person{ann}, s.states...)
	world := &world{mem: mem, desk: reviewtest.Desk(t, mem, ann)}
	timers := tuitest.NewTimers(start)
	m, err := Start(t.Context(), Options{
		Desk: world.desk, Config: config.Default(), Bindings: benchBindings, Now: timers.Now, Changed: s.changed,
		Workbench: func(e *part.Env, state string) part.Screen {
			world.bench = &bench{env: e, state: state}
			return world.bench
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	m.env.After = timers.After
	world.model = m
	world.Session = tuitest.New(t, m, m.env.Width, timers, w, h)
	return world
}

// few are five states in every condition.
func few() []card.State {
	var out []card.State
	for i, b := range []card.Boundary{card.BeforeSearch, card.AfterSearch, card.AfterFileInspection, card.BeforeEdit, card.AfterSearch} {
		s := reviewtest.State(fmt.Sprintf("state-%d", i+1), 12)
		s.Card.Repo, s.Card.InstanceID, s.Card.Boundary = "harbour/pilot", fmt.Sprintf("harbour__pilot-%d", 101+i), b
		s.Card.Need = fmt.Sprintf("Where is tide table %d read, and who calls it before the gates open?", i+1)
		out = append(out, s)
	}
	return out
}

// work gives the five states some history.
func (w *world) work() {
	t, d := w.T, w.desk
	reviewtest.Do(t, d, "state-1", reviewtest.Edit(t, certificate.AddGroup, "", "", nil), reviewtest.Edit(t, certificate.AcceptUnit, "g1", "u3", nil), reviewtest.Edit(t, certificate.SetWeight, "g1", "", 2.5))
	reviewtest.Do(t, d, "state-3", reviewtest.Edit(t, certificate.AddGroup, "", "", nil))
	flag, skip := "the issue names another file", "the same as state 4"
	for _, err := range []error{
		third(w.desk.Flag(t.Context(), "state-3", &flag)), third(d.Skip(t.Context(), "state-5", &skip)), third(d.Undo(t.Context(), "state-1", 3)),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	w.Send(part.ExternalChangeMsg{})
	w.Elapse(time.Second)
}

func third(_ review.Ack, err error) error { return err }

var goldenSizes = [][2]int{{80, 24}, {120, 40}, {200, 60}, {40, 10}}

func TestGoldenScreens(t *testing.T) {
	for _, size := range goldenSizes {
		name := func(s string) string { return fmt.Sprintf("%s_%dx%d", s, size[0], size[1]) }
		w := begin(t, size[0], size[1], setup{states: few()})
		w.work()
		w.CheckSize()
		w.Golden(name("queue"))
		if size[0] < MinWidth {
			continue
		}
		w.Keys("?")
		w.Golden(name("help"))
		w.Keys("esc :")
		w.Type("sort")
		w.Golden(name("palette"))
		w.Keys("esc f")
		w.Golden(name("prompt"))
		w.Keys("esc /")
		w.Type("after")
		w.Golden(name("filter"))
		w.Keys("esc P up up up enter")
		w.Golden(name("ledger"))
	}
}

func TestGoldenEmptyQueue(t *testing.T) {
	w := begin(t, 80, 24, setup{})
	w.Golden("empty_80x24")
}

// Every line of every frame is exactly as wide as the window, at every size.
func TestFramesFillTheWindow(t *testing.T) {
	for _, m := range []int{0, 1} {
		for _, keys := range []string{"", "?", ":", "f", "S", "/ a", "P", "P up enter", "L t", "enter", "enter w x", "enter p"} {
			w := begin(t, 120, 40, setup{states: hostile()})
			if m == 1 {
				w.Send(tea.ModeReportMsg{Mode: ansi.ModeUnicodeCore, Value: ansi.ModeReset})
			}
			w.Keys(keys)
			for _, size := range tuitest.Sizes() {
				w.Resize(size[0], size[1])
				w.CheckSize()
				if t.Failed() {
					t.Fatalf("method %d, after %q, at %v", m, keys, size)
				}
			}
		}
	}
}

func TestPaletteListsWhatCanBeDone(t *testing.T) {
	w := begin(t, 80, 24, setup{states: few()})
	w.Keys("enter ctrl+k")
	w.Shows("Edit something", "Write a rationale", "All keys of this screen")
	w.Hides("Never possible")
	w.Type("edit s")
	w.Keys("enter")
	if !slices.Equal(w.bench.did, []keys.Action{"bench.edit"}) {
		t.Errorf("did %v", w.bench.did)
	}
	w.Keys(":")
	w.Type("nothing like this")
	w.Shows("nothing matches")
	w.Keys("enter esc")
	w.Hides("nothing matches")
}

func TestHelpListsKeysThatWork(t *testing.T) {
	w := begin(t, 200, 60, setup{states: few()})
	w.Keys("?")
	for _, b := range w.model.env.Keys.In(w.model.scopes()) {
		if b.Action != "app.back" { // the queue's own esc comes first
			w.Shows(b.Title)
		}
	}
	w.Keys("a enter")
	w.Hides("All keys of this screen")
}

func TestOpeningGoesBackToWhatIsOpen(t *testing.T) {
	w := begin(t, 80, 24, setup{states: few()})
	w.Keys("j enter")
	first := w.bench
	if first.state != "state-2" {
		t.Fatalf("opened %q", first.state)
	}
	w.Send(part.OpenLedgerMsg{State: "state-2"}, part.OpenStateMsg{State: "state-2"})
	if w.bench != first || len(w.model.stack) != 2 {
		t.Errorf("%d screens open", len(w.model.stack))
	}
	w.Send(part.OpenStateMsg{State: "state-4"})
	if len(w.model.stack) != 2 || first.left != 1 || w.bench.state != "state-4" {
		t.Errorf("%d screens open, the first bench was left %d times", len(w.model.stack), first.left)
	}
	w.Keys("esc")
	w.Shows("4/5") // the queue follows
}

// A toast that is too long for its lines says that it goes on.
func TestALongToastSaysThatItGoesOn(t *testing.T) {
	w := begin(t, 80, 24, setup{states: few()})
	w.Send(part.ToastMsg{Text: strings.Repeat("many words ", 20)})
	w.Hides("…")
	w.Send(part.ToastMsg{Text: strings.Repeat("many words ", 2000)})
	lines := w.Lines()
	if last := lines[len(lines)-2]; !strings.Contains(last, "…") || !strings.Contains(last, "many words") {
		t.Errorf("the toast ends with %q", last)
	}
	if first := lines[len(lines)-2-toastLines]; strings.Contains(first, "many") {
		t.Errorf("the toast is longer than %d lines: %q", toastLines, first)
	}
}

func TestBindingsDoNotClash(t *testing.T) {
	table, err := Table(benchBindings, config.Default())
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := table.Lookup([]keys.Scope{keys.Always}, "ctrl+c"); !ok {
		t.Error("ctrl+c is not bound")
	}
}
