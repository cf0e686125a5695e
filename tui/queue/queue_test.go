package queue_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/review"
	"suffice/review/reviewtest"
	"suffice/tui/app"
	"suffice/tui/cell"
	"suffice/tui/config"
	"suffice/tui/keys"
	"suffice/tui/part"
	"suffice/tui/tuitest"
)

// world is a session whose workbench does nothing.
type world struct {
	*tuitest.Session
	desk *review.Desk
	mem  *reviewtest.Memory
}

// blank is a screen that shows nothing; the queue is what is tested.
type blank struct{ part.Screen }

func (blank) Init() tea.Cmd          { return nil }
func (blank) Update(tea.Msg) tea.Cmd { return nil }
func (blank) Typing() bool           { return false }
func (blank) Unsaved() string        { return "" }
func (blank) Leave() tea.Cmd         { return nil }
func (blank) Status() part.Status    { return part.Status{} }
func (b blank) Title() string        { return "opened" }

func begin(t testing.TB, w, h int, p review.Person, states ...card.State) *world {
	t.Helper()
	mem := reviewtest.NewMemory(reviewtest.Calibration(), []review.Person{p}, states...)
	out := &world{mem: mem, desk: reviewtest.Desk(t, mem, p)}
	timers := tuitest.NewTimers(time.Date(2026, 1, 5, 14, 0, 0, 0, time.UTC))
	m, err := app.Start(t.Context(), app.Options{Desk: out.desk, Config: config.Default(), Now: timers.Now, After: timers.After,
		Workbench: func(e *part.Env, state string) part.Screen { return opened{blank{}, state} }})
	if err != nil {
		t.Fatal(err)
	}
	out.Session = tuitest.New(t, m, &cell.Width{}, timers, w, h)
	return out
}

// opened shows which state was opened.
type opened struct {
	blank
	state string
}

func (o opened) View(w, h int) ([]string, *tea.Cursor) {
	return part.FitAll(&cell.Width{}, []string{"opened " + o.state}, w, h), nil
}
func (o opened) Scopes() []keys.Scope           { return nil }
func (o opened) Hints() []keys.Action           { return nil }
func (o opened) Able(keys.Action) bool          { return false }
func (o opened) Do(keys.Action) (tea.Cmd, bool) { return nil, false }

func states(n int) []card.State {
	repos := []string{"harbour/pilot", "marina/gates", "canal/locks"}
	out := make([]card.State, n)
	for i := range out {
		s := reviewtest.State(fmt.Sprintf("s%d", i+1), 3+i%5)
		s.Card.Repo = repos[i%3]
		s.Card.InstanceID = strings.ReplaceAll(s.Card.Repo, "/", "__") + fmt.Sprintf("-%d", 100+i)
		s.Card.Boundary = []card.Boundary{card.BeforeSearch, card.AfterSearch, card.AfterFileInspection, card.BeforeEdit}[i%4]
		s.Card.Need = fmt.Sprintf("need number %d", i+1)
		out[i] = s
	}
	return out
}

func group(t testing.TB, w *world, state string) {
	t.Helper()
	reviewtest.Do(t, w.desk, state, reviewtest.Edit(t, certificate.AddGroup, "", "", nil), reviewtest.Edit(t, certificate.AcceptUnit, "g1", "u1", nil))
}

func TestFilterAsYouType(t *testing.T) {
	w := begin(t, 80, 24, reviewtest.Annotator("ann"), states(12)...)
	w.Keys("/")
	w.Type("MARINA edit")
	w.Shows("Queue 1 of 12", "marina/gates #107")
	w.Hides("harbour/pilot", "canal")
	w.Keys("ctrl+u")
	w.Type("gates")
	w.Shows("4 of 12")
	w.Keys("down up enter") // the cursor stays on its state
	w.Shows("filter: gates", "3/4")
	w.Keys("enter")
	w.Shows("opened s8")
	w.Keys("esc")
	w.Shows("3/4", "filter: gates")
	w.Keys("esc")
	w.Shows("Queue 12", "8/12")
	w.Keys("/")
	w.Type("no such thing")
	w.Shows("No state matches “no such thing”.", "esc shows all 12 states.")
	w.Keys("esc")
	w.Shows("Queue 12")
}

func TestPasteIntoTheFilter(t *testing.T) {
	w := begin(t, 80, 24, reviewtest.Annotator("ann"), states(12)...)
	w.Paste("ignored: nothing is typed into")
	w.Keys("/")
	w.Paste(strings.Repeat("canal ", 20_000))
	w.Shows("more text than fits here", "Queue 12")
	w.Paste("canal\n")
	w.Shows("4 of 12")
	w.Hides("more text than fits here") // it was about the paste before
}

func TestNextOpenSkipsWhatIsDoneAndGoesRound(t *testing.T) {
	w := begin(t, 80, 24, reviewtest.Annotator("ann"), states(4)...)
	why := "later"
	for _, s := range []string{"s2", "s3"} {
		if _, err := w.desk.Skip(t.Context(), s, &why); err != nil {
			t.Fatal(err)
		}
	}
	w.Keys("f5")
	w.Keys("n")
	w.Shows("4/4")
	w.Keys("n")
	w.Shows("1/4")
	w.Keys("N")
	w.Shows("4/4")
	if _, err := w.desk.Skip(t.Context(), "s1", &why); err != nil {
		t.Fatal(err)
	}
	w.Keys("f5 n")
	w.Shows("No other state is open here.")
}

func TestTheQueueStartsWhereTheWorkIs(t *testing.T) {
	ann := reviewtest.Annotator("ann")
	mem := reviewtest.NewMemory(reviewtest.Calibration(), []review.Person{ann}, states(4)...)
	d, why := reviewtest.Desk(t, mem, ann), "later"
	if _, err := d.Skip(t.Context(), "s1", &why); err != nil {
		t.Fatal(err)
	}
	timers := tuitest.NewTimers(time.Date(2026, 1, 5, 14, 0, 0, 0, time.UTC))
	m, err := app.Start(t.Context(), app.Options{Desk: d, Config: config.Default(), Now: timers.Now, After: timers.After})
	if err != nil {
		t.Fatal(err)
	}
	s := tuitest.New(t, m, &cell.Width{}, timers, 80, 24)
	s.Shows("2/4")
}

func TestSortKeepsTheCursorOnItsState(t *testing.T) {
	w := begin(t, 120, 40, reviewtest.Annotator("ann"), states(9)...)
	group(t, w, "s5")
	w.Keys("f5 G")
	w.Shows("need number 9")
	for _, by := range []string{"status", "repository", "boundary", "findings", "time spent", "last change"} {
		w.Keys("s")
		w.Shows("by "+by, "need number 9")
	}
	w.Keys("s")
	w.Hides("by last change")
	w.Keys("S")
	w.Type("last")
	w.Keys("enter g")
	w.Shows("by last change", "need number 5")
}

func TestFlagAndSkipNeedAReasonAndCanBeTakenBack(t *testing.T) {
	w := begin(t, 120, 40, reviewtest.Annotator("ann"), states(3)...)
	w.Keys("f enter")
	w.Shows("A flag needs a reason")
	w.Type("odd issue")
	w.Keys("enter")
	w.Shows("⚑ Flagged", "odd issue", "saved ✓", "harbour/pilot #100: flagged.")
	w.Keys("f")
	w.Shows("No reason takes the flag away.")
	w.Keys("enter")
	w.Shows("⚑ Flagged")
	w.Keys("f ctrl+u enter")
	w.Hides("⚑ Flagged")
	w.Keys("u")
	w.Shows("⚑ Flagged", "undone:")
	w.Keys("u")
	w.Hides("⚑ Flagged")
	w.Keys("j x")
	w.Type("twice")
	w.Keys("enter")
	w.Shows("↷ skipped", "1 skipped", "marina/gates #101: skipped.")
}

// Undo of what was not done here a moment ago asks first and names it.
func TestUndoAsksBeforeTakingBackWhatWasDoneElsewhere(t *testing.T) {
	w := begin(t, 120, 40, reviewtest.Annotator("ann"), states(2)...)
	group(t, w, "s1")
	w.Keys("f5 u")
	w.Shows("Take this back:", "accept src/a.go:1-10")
	w.Keys("n")
	v, err := w.desk.Take(t.Context(), "s1")
	if err != nil || v.Revision != 2 {
		t.Fatalf("revision %d, %v", v.Revision, err)
	}
	w.Keys("u y")
	if v, _ = w.desk.Take(t.Context(), "s1"); v.Revision != 3 || len(v.Draft.Certificate().Groups[0].Acceptable) != 0 {
		t.Errorf("revision %d, %+v", v.Revision, v.Draft.Certificate().Groups)
	}
	w.Keys("j u")
	w.Shows("nothing of yours to undo")
}

// Where nothing is left to take back undo says so, and goes on with what was
// done before it.
func TestUndoGoesOnWhereNothingIsLeft(t *testing.T) {
	flagged := func(w *world, state string) bool {
		v, err := w.desk.Take(t.Context(), state)
		return err == nil && v.Mine.Flag != nil
	}
	flag := func(w *world) {
		w.Keys("f")
		w.Type("odd")
		w.Keys("enter")
	}
	w := begin(t, 120, 40, reviewtest.Annotator("ann"), states(3)...)
	flag(w)
	w.Keys("j")
	flag(w)
	if _, err := w.desk.Undo(t.Context(), "s2", 0); err != nil { // in another window
		t.Fatal(err)
	}
	w.Keys("f5 u")
	w.Shows("There is nothing of yours to undo on marina/gates #101.")
	if w.Keys("u"); flagged(w, "s1") {
		t.Error("what was done before is not taken back")
	}
	w.Shows("harbour/pilot #100: undone:")
}

// A state that has gone from the queue keeps undo from nothing else.
func TestUndoGoesOnWhenTheStateIsGone(t *testing.T) {
	o := reviewtest.MidReview(t, reviewtest.Calibration())
	w := at(t, o.Ann, 120, 40)
	for _, state := range []string{"s7", "s3"} {
		w.Keys("/")
		w.Type(state)
		w.Keys("enter f")
		w.Type("odd")
		w.Keys("enter esc")
	}
	v, err := o.Ann.Take(t.Context(), "s7")
	if err != nil || v.Mine.Flag == nil {
		t.Fatalf("not flagged: %v", err)
	}
	ack := reviewtest.Do(t, o.Ralf, "s3", certificate.AcceptEdit("g1", "u4"))
	if _, err := o.Ralf.Submit(t.Context(), "s3", ack.Revision, reviewtest.Revises("u4 too")); err != nil {
		t.Fatal(err)
	}
	if _, err := o.Ann.Take(t.Context(), "s3"); err == nil {
		t.Fatal("s3 is still Ann's to see")
	}
	w.Keys("u")
	w.Shows("no longer in your queue: what you did there stays")
	w.Keys("u")
	if v, err = o.Ann.Take(t.Context(), "s7"); err != nil || v.Mine.Flag != nil {
		t.Errorf("the flag of s7 is not taken back: %v", err)
	}
}

func TestFailedSaveIsTold(t *testing.T) {
	w := begin(t, 80, 24, reviewtest.Annotator("ann"), states(2)...)
	w.mem.FailAppend(errors.New("disk full"))
	w.Keys("f")
	w.Type("why")
	w.Keys("enter")
	w.Shows("not saved ✗", "disk full")
	w.Hides("⚑")
}

func TestEmptyQueueSaysWhatToDo(t *testing.T) {
	begin(t, 80, 24, reviewtest.Organizer("org")).Shows("suffice import items FILE.jsonl")
	begin(t, 80, 24, reviewtest.Annotator("ann")).Shows("The organizer imports them")
}

func TestLedgersOpen(t *testing.T) {
	w := begin(t, 80, 24, reviewtest.Annotator("ann"), states(2)...)
	group(t, w, "s2")
	w.Keys("j L")
	w.Shows("marina/gates #101 · ledger", "add G1")
	w.Keys("esc P")
	w.Shows("harbour · ledger")
}

func TestHistoryOfTheStateUnderTheCursor(t *testing.T) {
	w := begin(t, 170, 50, reviewtest.Annotator("ann"), states(3)...)
	group(t, w, "s2")
	w.Keys("f5 j")
	w.Hides("accept src/a.go")
	w.Elapse(time.Second) // the cursor rests
	w.Shows("Recent", "accept src/a.go:1-10 in G1", "· ann")
	w.Keys("j")
	w.Elapse(time.Second)
	w.Shows("Nothing has happened here yet.")
}

func TestFiveThousandStates(t *testing.T) {
	w := begin(t, 120, 40, reviewtest.Annotator("ann"), states(5000)...)
	w.Keys("G")
	w.Shows("5000/5000")
	w.Keys("/")
	w.Type("locks #4")
	w.CheckSize()
	w.Shows(" of 5000")
}

func BenchmarkKeyOnFiveThousandStates(b *testing.B) {
	w := begin(b, 160, 50, reviewtest.Annotator("ann"), states(5000)...)
	down, up := tuitest.Press("j"), tuitest.Press("k")
	for b.Loop() {
		w.Model.Update(down)
		w.Model.View()
		w.Model.Update(up)
		w.Model.View()
	}
}

func BenchmarkFilterFiveThousandStates(b *testing.B) {
	w := begin(b, 160, 50, reviewtest.Annotator("ann"), states(5000)...)
	w.Keys("/")
	one, back := tuitest.Press("4"), tuitest.Press("backspace")
	for b.Loop() {
		w.Model.Update(one)
		w.Model.View()
		w.Model.Update(back)
		w.Model.View()
	}
}
