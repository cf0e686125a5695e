package arbitration_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"suffice/review"
	"suffice/review/reviewtest"
	"suffice/tui/app"
	"suffice/tui/arbitration"
	"suffice/tui/cell"
	"suffice/tui/config"
	"suffice/tui/part"
	"suffice/tui/tuitest"
	"suffice/tui/workbench"
)

// grace is longer than a newly opened state waits before keys decide.
const grace = time.Second

// rig is the program of one senior, opened on one state.
type rig struct {
	*tuitest.Session
	office *reviewtest.Office
	desk   *review.Desk
	state  string
}

// disputed is Sven's program on a state that two reviewers see differently.
func disputed(t testing.TB, w, h int) *rig {
	t.Helper()
	o, state := reviewtest.Disputed(t, reviewtest.Calibration())
	r := open(t, o, o.Sven, state, w, h)
	r.Elapse(grace)
	return r
}

// open starts somebody's program on a state.
func open(t testing.TB, o *reviewtest.Office, d *review.Desk, state string, w, h int) *rig {
	t.Helper()
	timers := tuitest.NewTimers(time.UnixMilli(reviewtest.Start).UTC())
	width := &cell.Width{}
	m, err := app.Start(t.Context(), app.Options{
		Desk:        d,
		Workbench:   func(e *part.Env, state string) part.Screen { return workbench.New(e, state) },
		Arbitration: func(e *part.Env, state string) part.Screen { return arbitration.New(e, state) },
		Bindings:    slices.Concat(workbench.Bindings(), workbench.ReaderBindings(), arbitration.Bindings()),
		Config:      config.Default(), Now: timers.Now, After: timers.After,
		State: state,
	})
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{tuitest.New(t, m, width, timers, w, h), o, d, state}
	if strings.Contains(r.Screen(), "Claim this") {
		r.Keys("y")
	}
	return r
}

// pick chooses the first entry of the open choice that matches a text.
func (r *rig) pick(text string) {
	r.T.Helper()
	r.Type(text)
	r.Keys("enter")
}

// dispute is the state as it is on disk.
func (r *rig) dispute() review.Dispute {
	r.T.Helper()
	d, err := r.desk.Dispute(r.T.Context(), r.state)
	if err != nil {
		r.T.Fatal(err)
	}
	return d
}

// openArbitration asks the program for the arbitration of a state.
func openArbitration(state string) tea.Msg {
	return part.OpenTaskMsg{State: state, Task: review.TaskArbitrate}
}
