package app

import (
	"testing"
	"time"

	"suffice/review"
	"suffice/review/reviewtest"
	"suffice/tui/cell"
	"suffice/tui/config"
	"suffice/tui/part"
	"suffice/tui/tuitest"
)

// TestAStateOpensForItsTask opens states by name alone: which screen that is
// follows from what the person does on them.
func TestAStateOpensForItsTask(t *testing.T) {
	o, _ := reviewtest.Disputed(t, reviewtest.Calibration())
	for _, c := range []struct {
		desk  *review.Desk
		state string
		want  kind
		free  bool // to be claimed
	}{
		{o.Ann, "s7", workbenchKind, false},
		{o.Rita, "s2", reviewKind, false},
		{o.Rosa, "s1", reviewKind, true},
		{o.Sven, "s5", arbitrationKind, false},
	} {
		m := routed(t, c.desk)
		s := tuitest.New(t, m, &cell.Width{}, nil, 100, 30)
		s.Send(part.OpenStateMsg{State: c.state})
		if c.free {
			s.Shows("Claim this review?")
			if len(m.stack) != 1 {
				t.Errorf("%s has %s open without having said yes", c.desk.Person().Name, c.state)
			}
			s.Keys("y")
		}
		if got := m.top(); got.kind != c.want || got.state != c.state {
			t.Errorf("%s opens %s as %d, want %d", c.desk.Person().Name, c.state, got.kind, c.want)
		}
		s.Send(part.OpenTaskMsg{State: "s8", Task: review.TaskArbitrate})
		if len(m.stack) != 2 || m.top().kind != arbitrationKind {
			t.Errorf("%d screens are open: one of a state takes the place of another", len(m.stack))
		}
		s.Send(part.OpenLedgerMsg{State: "s8"}, part.OpenStateMsg{State: "s8"})
		if len(m.stack) != 2 || m.top().kind != arbitrationKind {
			t.Error("what is open already was not gone back to")
		}
	}
}

// TestAStateThatIsGoneIsNotOpened: the ledger still lists what somebody did on a
// state that has closed since.
func TestAStateThatIsGoneIsNotOpened(t *testing.T) {
	o, state := reviewtest.Decided(t, reviewtest.Calibration())
	m := routed(t, o.Ann)
	s := tuitest.New(t, m, &cell.Width{}, nil, 120, 30)
	s.Keys("P /")
	s.Type(state)
	s.Keys("enter")
	s.Shows("finish the certificate")
	s.Keys("o")
	s.Shows("This state is not in your queue now", "stays in the ledger")
	if m.top().kind != ledgerKind {
		t.Errorf("opened %d", m.top().kind)
	}
}

// TestAScreenThatASessionLacksIsSaid opens what no factory is there for.
func TestAScreenThatASessionLacksIsSaid(t *testing.T) {
	o := reviewtest.MidReview(t, reviewtest.Calibration())
	m := routed(t, o.Sven)
	m.open.Arbitration = nil
	s := tuitest.New(t, m, &cell.Width{}, nil, 100, 30)
	s.Send(part.OpenTaskMsg{State: "s5", Task: review.TaskArbitrate})
	s.Shows("There is no screen for that here.")
}

func routed(t *testing.T, d *review.Desk) *Model {
	t.Helper()
	timers := tuitest.NewTimers(time.UnixMilli(reviewtest.Start).UTC())
	stub := func(e *part.Env, state string) part.Screen { return &bench{env: e, state: state} }
	m, err := Start(t.Context(), Options{
		Desk: d, Workbench: stub, Review: stub, Arbitration: stub, Audit: stub,
		Config: config.Default(), Now: timers.Now, After: timers.After,
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}
