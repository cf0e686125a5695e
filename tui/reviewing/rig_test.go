package reviewing_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"suffice/review"
	"suffice/review/reviewtest"
	"suffice/tui/app"
	"suffice/tui/cell"
	"suffice/tui/config"
	"suffice/tui/part"
	"suffice/tui/reviewing"
	"suffice/tui/tuitest"
	"suffice/tui/workbench"
)

// grace is longer than a newly opened review waits before keys decide.
const grace = time.Second

// rig is the program of one reviewer, opened on one state.
type rig struct {
	*tuitest.Session
	office *reviewtest.Office
	desk   *review.Desk
	state  string
}

// offered is Rosa's program on s1, which is offered for review.
func offered(t testing.TB, w, h int) *rig {
	t.Helper()
	o := reviewtest.MidReview(t, reviewtest.Calibration())
	r := open(t, o, o.Rosa, "s1", w, h)
	r.Elapse(grace)
	return r
}

func open(t testing.TB, o *reviewtest.Office, d *review.Desk, state string, w, h int) *rig {
	t.Helper()
	timers := tuitest.NewTimers(time.UnixMilli(reviewtest.Start).UTC())
	width := &cell.Width{}
	m, err := app.Start(t.Context(), app.Options{
		Desk:      d,
		Workbench: func(e *part.Env, state string) part.Screen { return workbench.New(e, state) },
		Review:    func(e *part.Env, state string) part.Screen { return reviewing.New(e, state) },
		Bindings:  slices.Concat(workbench.Bindings(), workbench.ReaderBindings(), reviewing.Bindings()),
		Config:    config.Default(), Now: timers.Now, After: timers.After,
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

// view is the state as it is on disk.
func (r *rig) view() review.View {
	r.T.Helper()
	v, err := r.desk.Take(r.T.Context(), r.state)
	if err != nil {
		r.T.Fatal(err)
	}
	return v
}
