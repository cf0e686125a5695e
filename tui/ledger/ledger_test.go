package ledger_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"suffice/certificate"
	"suffice/review"
	"suffice/review/reviewtest"
	"suffice/tui/cell"
	"suffice/tui/config"
	"suffice/tui/keys"
	"suffice/tui/ledger"
	"suffice/tui/part"
	"suffice/tui/theme"
	"suffice/tui/tuitest"
)

// alone is a program with nothing but the ledger in it.
type alone struct {
	s       *ledger.Screen
	env     *part.Env
	w, h    int
	asked   []tea.Msg // what the ledger asked of the app
	overlay part.Overlay
}

func (a *alone) Init() tea.Cmd { return a.s.Init() }

func (a *alone) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		a.w, a.h = msg.Width, msg.Height
	case tea.KeyPressMsg:
		scopes := a.s.Scopes()
		if a.overlay != nil {
			o := a.overlay
			var cmd tea.Cmd
			if act, ok := a.env.Keys.Lookup(o.Scopes(), msg.String()); ok {
				cmd = o.Do(act)
			} else {
				cmd = o.Type(msg)
			}
			if o.Closed() {
				a.overlay = nil
			}
			return a, cmd
		}
		if act, ok := a.env.Keys.Lookup(scopes, msg.String()); ok {
			cmd, _ := a.s.Do(act)
			return a, cmd
		}
		if a.s.Typing() {
			return a, a.s.Type(msg)
		}
	case part.ChooseMsg:
		a.overlay = part.NewChoose(a.env, msg)
	case part.OpenStateMsg, part.ToastMsg:
		a.asked = append(a.asked, msg)
	default:
		return a, a.s.Update(msg)
	}
	return a, nil
}

func (a *alone) View() tea.View {
	lines, cur := a.s.View(a.w, a.h)
	v := tea.NewView(strings.Join(lines, "\n"))
	v.Cursor = cur
	return v
}

type world struct {
	*tuitest.Session
	desk  *review.Desk
	mem   *reviewtest.Memory
	alone *alone
}

func begin(t testing.TB, w, h int, state string, act func(*review.Desk)) *world {
	t.Helper()
	ann := reviewtest.Annotator("ann")
	first, second := reviewtest.State("s1", 9), reviewtest.State("s2", 9)
	second.Card.InstanceID = "harbour__pilot-2"
	mem := reviewtest.NewMemory(reviewtest.Calibration(), []review.Person{ann}, first, second)
	out := &world{mem: mem, desk: reviewtest.Desk(t, mem, ann)}
	if act != nil {
		act(out.desk)
	}
	table, err := keys.NewTable(append(ledger.Bindings(), part.OverlayBindings()...))
	if err != nil {
		t.Fatal(err)
	}
	timers := tuitest.NewTimers(time.Date(2026, 1, 5, 14, 0, 0, 0, time.UTC))
	th := theme.Dark()
	env := &part.Env{Ctx: t.Context(), Desk: out.desk, Width: &cell.Width{}, Theme: &th, Keys: table, Now: timers.Now, Tab: config.Default().Tab}
	out.alone = &alone{s: ledger.New(env, state), env: env}
	out.Session = tuitest.New(t, out.alone, env.Width, timers, w, h)
	return out
}

func some(t testing.TB) func(*review.Desk) {
	return func(d *review.Desk) {
		reviewtest.Do(t, d, "s1", reviewtest.Edit(t, certificate.AddGroup, "", "", nil),
			reviewtest.Edit(t, certificate.SetRationale, "g1", "", "because\nof the \x1b[2J tide"), reviewtest.Edit(t, certificate.SetWeight, "g1", "", 2.5))
		reviewtest.Do(t, d, "s2", reviewtest.Edit(t, certificate.AddGroup, "", "", nil))
		why := "odd"
		if _, err := d.Flag(t.Context(), "s2", &why); err != nil {
			t.Fatal(err)
		}
		if _, err := d.Undo(t.Context(), "s1", 3); err != nil {
			t.Fatal(err)
		}
	}
}

func TestEventsOfAStateInWords(t *testing.T) {
	w := begin(t, 120, 30, "s1", some(t))
	w.Shows("add G1", "✗ undone: set the weight of G1 from 1 to 2.5", "↶ ", "harbour")
	w.Hides("flag it")
	w.CheckSize()
}

func TestTheChangeWithBeforeAndAfter(t *testing.T) {
	w := begin(t, 120, 30, "s1", some(t))
	w.Keys("/")
	w.Type("rationale")
	w.Keys("enter")
	w.Shows("1 of", "− Before", "(empty)", "+ After", "because", "of the ␛[2J tide", "revision 1 → 2", "set_rationale")
	w.Hides("hash ") // covers everything that came before, what others did too
	w.Keys("esc")
	w.Shows("add G1")
}

func TestNarrowWindowsOpenTheChangeBelow(t *testing.T) {
	w := begin(t, 80, 24, "s1", some(t))
	w.Hides("Before")
	w.Keys("enter")
	w.Shows("Change ", "Before")
	w.CheckSize()
	w.Keys("esc")
	w.Hides("Before")
}

func TestKindFilter(t *testing.T) {
	w := begin(t, 120, 30, "", some(t))
	w.Keys("t")
	w.Type("flags")
	w.Keys("enter")
	w.Shows("only flags", "flag it: odd", "Ledger 1 of")
	w.Hides("add G1")
	w.Keys("esc")
	w.Shows("add G1")
}

func TestOpeningTheStateOfAnEvent(t *testing.T) {
	w := begin(t, 120, 30, "", some(t))
	w.Keys("/")
	w.Type("odd")
	w.Keys("enter o")
	if len(w.alone.asked) != 1 || w.alone.asked[0] != (part.OpenStateMsg{State: "s2"}) {
		t.Errorf("asked %v", w.alone.asked)
	}
}

// The newest event is followed while the cursor is on it, and only then.
func TestFollowing(t *testing.T) {
	w := begin(t, 120, 30, "", some(t))
	flag := func(why string) {
		if _, err := w.desk.Flag(t.Context(), "s1", &why); err != nil {
			t.Fatal(err)
		}
		w.Send(part.ExternalChangeMsg{})
	}
	flag("first")
	w.Shows("+ After", "first")
	if w.alone.s.Status().Text != "following" {
		t.Errorf("status %q", w.alone.s.Status().Text)
	}
	w.Keys("k k")
	at := footOf(w)
	flag("second")
	if got := footOf(w); strings.Split(got, "/")[0] != strings.Split(at, "/")[0] {
		t.Errorf("the cursor went from %s to %s", at, got)
	}
	w.Keys("f")
	w.Shows("second")
}

// footOf is the position in the lower border, such as "3/9".
func footOf(w *world) string {
	for _, l := range w.Lines() {
		if _, after, ok := strings.Cut(l, "╰"); ok {
			for _, f := range strings.Fields(after) {
				if strings.Contains(f, "/") {
					return f
				}
			}
		}
	}
	return ""
}

// What was undone and redone is not undone, whatever the window of the reading.
func TestRedoneIsNotUndone(t *testing.T) {
	w := begin(t, 120, 30, "s1", some(t))
	if _, err := w.desk.Redo(t.Context(), "s1", 4); err != nil {
		t.Fatal(err)
	}
	w.Send(part.ExternalChangeMsg{})
	if n := strings.Count(w.Screen(), "✗ undone"); n != 1 {
		t.Errorf("%d events are undone, want the undo alone:\n%s", n, w.Screen())
	}
}

// A long journal shows its newest events at once; the older ones come in above
// without moving anything.
func TestLongJournalsComeInPieces(t *testing.T) {
	const n = 5200
	w := begin(t, 120, 30, "s1", func(d *review.Desk) {
		for i := range n {
			why := fmt.Sprint("why ", i)
			if _, err := d.Flag(t.Context(), "s1", &why); err != nil {
				t.Fatal(err)
			}
		}
	})
	w.Shows(fmt.Sprintf("%d/%d", n, n), fmt.Sprintf("why %d", n-1))
	w.Keys("g")
	w.Shows("flag it: why 0", "1/")
	if s := w.alone.s.Status(); s.Text != "" {
		t.Errorf("status %q once everything is read", s.Text)
	}
}

func TestNothingYet(t *testing.T) {
	begin(t, 80, 24, "s1", nil).Shows("Nothing has happened here yet.")
}

func TestSizes(t *testing.T) {
	for _, state := range []string{"", "s1"} {
		for _, ks := range []string{"", "enter", "/ a"} {
			w := begin(t, 100, 30, state, some(t))
			w.Keys(ks)
			for _, size := range tuitest.Sizes() {
				if size[1] < 4 || size[0] < 10 {
					continue
				}
				w.Resize(size[0], size[1])
				w.CheckSize()
			}
		}
	}
}
