package runs_test

import (
	"slices"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"suffice/certificate/card"
	"suffice/review"
	"suffice/review/reviewtest"
	"suffice/tui/app"
	"suffice/tui/cell"
	"suffice/tui/config"
	"suffice/tui/part"
	"suffice/tui/runs/runstest"
	"suffice/tui/tuitest"
	"suffice/tui/workbench"
)

// open opens the runs of a session for somebody, in a window of w by h cells.
func open(t testing.TB, d *review.Desk, f *runstest.Fake, w, h int) *tuitest.Session {
	t.Helper()
	f.Units = func(state, id string) (card.Unit, bool) {
		u := reviewtest.State(state, 8).Pool.Unit(id)
		if u == nil {
			return card.Unit{}, false
		}
		return *u, true
	}
	timers := tuitest.NewTimers(time.UnixMilli(reviewtest.Start + 3_600_000).UTC())
	m, err := app.Start(t.Context(), app.Options{
		Desk: d, Runs: f, Config: config.Default(), Now: timers.Now, After: timers.After,
		Workbench: func(e *part.Env, state string) part.Screen { return workbench.New(e, state) },
		Bindings:  slices.Concat(workbench.Bindings(), workbench.ReaderBindings()),
	})
	if err != nil {
		t.Fatal(err)
	}
	s := tuitest.New(t, m, &cell.Width{}, timers, w, h)
	s.Send(part.OpenRunsMsg{})
	return s
}

// office is a project of eight states nobody has touched.
func office(t testing.TB) *reviewtest.Office {
	t.Helper()
	return reviewtest.NewOffice(t, reviewtest.Calibration(), 8)
}

var _ tea.Msg = part.OpenRunsMsg{}
