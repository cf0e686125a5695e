package sensitivity_test

import (
	"slices"
	"testing"
	"time"

	"suffice/certificate"
	"suffice/review"
	"suffice/review/reviewtest"
	"suffice/tui/app"
	"suffice/tui/cell"
	"suffice/tui/config"
	"suffice/tui/part"
	"suffice/tui/runs"
	"suffice/tui/runs/runstest"
	"suffice/tui/tuitest"
	"suffice/tui/workbench"
)

// begin opens a session for somebody, in a window of w by h cells, with the
// queue on top. f may be nil.
func begin(t testing.TB, d *review.Desk, f *runstest.Fake, w, h int) *tuitest.Session {
	t.Helper()
	var e runs.Experiments
	if f != nil {
		e = f
	}
	timers := tuitest.NewTimers(time.UnixMilli(reviewtest.Start + 3_600_000).UTC())
	m, err := app.Start(t.Context(), app.Options{
		Desk: d, Runs: e, Config: config.Default(), Now: timers.Now, After: timers.After,
		Workbench: func(e *part.Env, state string) part.Screen { return workbench.New(e, state) },
		Bindings:  slices.Concat(workbench.Bindings(), workbench.ReaderBindings()),
	})
	if err != nil {
		t.Fatal(err)
	}
	return tuitest.New(t, m, &cell.Width{}, timers, w, h)
}

// open opens the outcomes of a state.
func open(t testing.TB, d *review.Desk, f *runstest.Fake, state string, w, h int) *tuitest.Session {
	t.Helper()
	s := begin(t, d, f, w, h)
	s.Send(part.OpenSensitivityMsg{State: state})
	return s
}

// edited is a project in which s1 came in with a certificate that bm25
// completes at 2, and was edited so that it needs both of G1: bm25 completes at
// 4 now and recency not within its six.
func edited(t testing.TB, p review.Project) *reviewtest.Office {
	t.Helper()
	o := reviewtest.NewOffice(t, p, 3)
	for _, id := range []string{"s1", "s2"} {
		reviewtest.Label(t, o.Memory, o.Olga, id, []string{"u1", "u2"}, []string{"u3"})
	}
	o.Lock("s1", "s2")
	reviewtest.Do(t, o.Ann, "s1", certificate.SetThresholdEdit("g1", 2), certificate.AcceptEdit("g2", "u7"))
	return o
}
