package auditing_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"suffice/audit"
	"suffice/review"
	"suffice/review/reviewtest"
	"suffice/tui/app"
	"suffice/tui/auditing"
	"suffice/tui/cell"
	"suffice/tui/config"
	"suffice/tui/part"
	"suffice/tui/tuitest"
	"suffice/tui/workbench"
)

// rig is a session of one of the office's auditors.
type rig struct {
	*tuitest.Session
	t      testing.TB
	office *reviewtest.Office
	desk   *review.Desk
	states []string // of the sample
}

// begin starts a session of Alma, who has submitted three of four audits and
// half judged the last, in a window of w by h cells.
func begin(t testing.TB, w, h int) *rig {
	t.Helper()
	o := reviewtest.FrozenWithAudit(t, reviewtest.Calibration())
	return sit(t, o, o.Alma, w, h)
}

func sit(t testing.TB, o *reviewtest.Office, d *review.Desk, w, h int) *rig {
	t.Helper()
	timers := tuitest.NewTimers(time.UnixMilli(reviewtest.Start + 3_600_000).UTC())
	m, err := app.Start(t.Context(), app.Options{
		Desk: d, Config: config.Default(), Now: timers.Now, After: timers.After,
		Workbench: func(e *part.Env, state string) part.Screen { return workbench.New(e, state) },
		Audit:     func(e *part.Env, state string) part.Screen { return auditing.New(e, state) },
		Bindings:  slices.Concat(workbench.Bindings(), workbench.ReaderBindings(), auditing.Bindings()),
	})
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{t: t, office: o, desk: d, Session: tuitest.New(t, m, &cell.Width{}, timers, w, h)}
	if s := o.Memory.StoredBoard().Sample; s != nil {
		r.states = s.Sample.States
	}
	return r
}

// open opens a state and lets the moment pass in which nothing is decided.
func (r *rig) open(state string) *rig {
	r.t.Helper()
	r.Send(part.OpenTaskMsg{State: state, Task: review.TaskAudit})
	r.Elapse(time.Second)
	return r
}

// stored is what a slot has judged, as the disk has it.
func (r *rig) stored(state string, slot review.Slot) audit.Sheet {
	return r.office.Memory.Stored(state).Course.Audits[slot]
}

// on is the stored judgment of Alma on a group, counted from 0.
func (r *rig) on(state string, group int, f audit.Field) audit.Judgment {
	r.t.Helper()
	s := r.stored(state, review.SlotA)
	if group >= len(s.Groups) {
		r.t.Fatalf("nothing is stored on group %d of %s: %+v", group, state, s)
	}
	return s.Groups[group].Fields[f]
}

// last is the state that Alma has half judged.
func (r *rig) last() string { return r.states[len(r.states)-1] }

func count(lines []string, what string) int {
	n := 0
	for _, l := range lines {
		n += strings.Count(l, what)
	}
	return n
}
