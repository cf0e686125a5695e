package agreement_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"suffice/review"
	"suffice/review/reviewtest"
	"suffice/tui/app"
	"suffice/tui/auditing"
	"suffice/tui/cell"
	"suffice/tui/config"
	"suffice/tui/keys"
	"suffice/tui/part"
	"suffice/tui/tuitest"
	"suffice/tui/workbench"
)

// open opens the agreement screen for somebody, in a window of w by h cells.
func open(t testing.TB, d *review.Desk, w, h int) *tuitest.Session {
	t.Helper()
	timers := tuitest.NewTimers(time.UnixMilli(reviewtest.Start + 3_600_000).UTC())
	m, err := app.Start(t.Context(), app.Options{
		Desk: d, Config: config.Default(), Now: timers.Now, After: timers.After,
		Workbench: func(_ *part.Env, state string) part.Screen { return opened{state: state} },
		Audit:     func(e *part.Env, state string) part.Screen { return auditing.New(e, state) },
		Bindings:  slices.Concat(workbench.Bindings(), workbench.ReaderBindings(), auditing.Bindings()),
	})
	if err != nil {
		t.Fatal(err)
	}
	s := tuitest.New(t, m, &cell.Width{}, timers, w, h)
	s.Send(part.OpenAgreementMsg{})
	return s
}

// opened shows which state was opened.
type opened struct {
	part.Screen
	state string
}

func (opened) Init() tea.Cmd                  { return nil }
func (opened) Update(tea.Msg) tea.Cmd         { return nil }
func (opened) Typing() bool                   { return false }
func (opened) Unsaved() string                { return "" }
func (opened) Leave() tea.Cmd                 { return nil }
func (opened) Status() part.Status            { return part.Status{} }
func (opened) Title() string                  { return "opened" }
func (opened) Scopes() []keys.Scope           { return nil }
func (opened) Hints() []keys.Action           { return nil }
func (opened) Able(keys.Action) bool          { return false }
func (opened) Do(keys.Action) (tea.Cmd, bool) { return nil, false }
func (o opened) View(w, h int) ([]string, *tea.Cursor) {
	return part.FitAll(&cell.Width{}, []string{"opened " + o.state}, w, h), nil
}

// verdicts is a project whose reviewers gave these pairs of verdicts, one pair
// a state; an empty one was not given.
func verdicts(t testing.TB, pairs ...[2]review.Verdict) *reviewtest.Office {
	t.Helper()
	o := reviewtest.NewOffice(t, reviewtest.Calibration(), len(pairs))
	for i, p := range pairs {
		id := fmt.Sprintf("s%d", i+1)
		o.Annotate(t, id)
		first, second := o.Rita, o.Ralf
		reviewtest.Begin(t, first, id)
		if seat := o.Memory.Stored(id).Course.Seats[0]; seat.Slot != review.SlotA { // the first is always A
			if err := first.Release(t.Context(), id); err != nil {
				t.Fatal(err)
			}
			first, second = o.Ralf, o.Rita
			reviewtest.Begin(t, second, id)
			reviewtest.Begin(t, first, id)
		} else {
			reviewtest.Begin(t, second, id)
		}
		for k, d := range []*review.Desk{first, second} {
			say(t, o, d, id, p[k])
		}
	}
	return o
}

func say(t testing.TB, o *reviewtest.Office, d *review.Desk, id string, v review.Verdict) {
	t.Helper()
	if v == "" {
		return
	}
	s := review.Submission{Verdict: v, Confidence: 3}
	if v != review.VerdictAccept {
		s.Reason = "so it seems"
	}
	w, err := d.Take(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Submit(t.Context(), id, w.Revision, s); err != nil {
		t.Fatal(err)
	}
}
