package sensitivity

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"suffice/certificate/card"
	"suffice/review"
	"suffice/review/reviewtest"
	"suffice/scorer/methods"
	"suffice/tui/cell"
	"suffice/tui/keys"
	"suffice/tui/part"
	"suffice/tui/runs"
	"suffice/tui/runs/runstest"
	"suffice/tui/theme"
	"suffice/tui/tuitest"
)

// one is a desk with one state.
type one struct{ outcomes review.Outcomes }

func (d *one) Outcomes(context.Context, string) (review.Outcomes, error) { return d.outcomes, nil }
func (d *one) MayLock() bool                                             { return false }
func (d *one) PredictionSets(context.Context) ([]review.PredictionSet, error) {
	return nil, errors.New("no sets")
}
func (d *one) LockPredictions(context.Context, string) (review.LockBody, error) {
	return review.LockBody{}, errors.New("no sets")
}

// held is the screen on one state; nothing runs until the test runs it.
func held(t *testing.T, e runs.Experiments) *Screen {
	t.Helper()
	dark := theme.Dark()
	timers := tuitest.NewTimers(time.Date(2026, 1, 5, 14, 0, 0, 0, time.UTC))
	k, err := keys.NewTable(append(Bindings(), part.OverlayBindings()...))
	if err != nil {
		t.Fatal(err)
	}
	env := &part.Env{Ctx: t.Context(), Width: &cell.Width{}, Theme: &dark, Keys: k, Tab: 4, Now: timers.Now, After: timers.After}
	st := reviewtest.State("s1", 8)
	d := &one{review.Outcomes{
		State: st, Baselines: []review.Baseline{{ID: review.BaselineStart, Words: "the version it started from"}},
		Locked: []card.Prediction{{State: "s1", Method: "bm25", Ranked: []string{"u1"}}},
	}}
	s := newOn(env, d, e, "s1")
	s.Update(s.Init()())
	return s
}

func drawn(s *Screen) string {
	lines, _ := s.View(160, 48)
	return cell.Strip(strings.Join(lines, "\n"))
}

// gate is experiments whose run waits: the test lets one event after the other
// through.
type gate struct {
	*runstest.Fake
	let  chan methods.Event
	ends chan error
	ctx  context.Context
}

func (g *gate) RunState(ctx context.Context, ask runs.Ask, watch func(methods.Event)) (runs.Answer, error) {
	g.ctx = ctx
	for e := range g.let {
		watch(e)
	}
	return runs.Answer{}, <-g.ends
}

func newGate() *gate {
	return &gate{Fake: runstest.New(), let: make(chan methods.Event), ends: make(chan error, 1)}
}

// both takes the two commands of a start apart: the run, and who listens.
func both(t *testing.T, cmd tea.Cmd) (work, listen tea.Cmd) {
	t.Helper()
	batch, ok := cmd().(tea.BatchMsg)
	if !ok || len(batch) != 2 {
		t.Fatalf("a start is %T", cmd())
	}
	return batch[0], batch[1]
}

// TestStagesAppearAsTheyHappen: each stage is on the screen while the next one
// is still to come, and the screen takes keys meanwhile.
func TestStagesAppearAsTheyHappen(t *testing.T) {
	g := newGate()
	s := held(t, g)
	work, listen := both(t, s.start("mss_complement", "", false))
	ended := make(chan tea.Msg)
	go func() { ended <- work() }()
	if got := drawn(s); !strings.Contains(got, "▸ running") || s.Status().Text != "running mss_complement …" || !strings.Contains(got, "offline") {
		t.Errorf("status %q:\n%s", s.Status().Text, got)
	}
	events, _, _ := runstest.Complement(s.run.ask)
	shown := 0
	for _, e := range events {
		g.let <- e
		listen = s.Update(listen())
		st, ok := e.Body.(methods.Stage)
		if !ok {
			continue
		}
		shown++
		if got := drawn(s); !strings.Contains(got, "● "+runs.StageWords(st.Name)) || strings.Count(got, "● ") != shown+1 {
			t.Errorf("after %s:\n%s", st.Name, got)
		}
		if _, done := s.Do(doCutoffs); !done {
			t.Error("no key is taken while a run goes on")
		}
	}
	close(g.let)
	g.ends <- nil
	s.Update(<-ended)
	if s.Status().Text != "" || s.Able(doCancel) || !s.Able(doAgain) {
		t.Errorf("still busy: %q", s.Status().Text)
	}
}

// TestCancel: the run's context ends at once, and what arrives later is dropped.
func TestCancel(t *testing.T) {
	g := newGate()
	s := held(t, g)
	work, listen := both(t, s.start("mss_complement", "", false))
	ended := make(chan tea.Msg)
	go func() { ended <- work() }()
	events, _, _ := runstest.Complement(s.run.ask)
	g.let <- events[0]
	late := listen()
	if s.Unsaved() == "" {
		t.Error("leaving would not ask")
	}
	if _, done := s.Do(doCancel); !done {
		t.Fatal("the run cannot be cancelled")
	}
	if g.ctx.Err() == nil {
		t.Error("its context goes on")
	}
	if cmd := s.Update(late); cmd != nil || s.run.story.Begun {
		t.Error("an event from before was taken")
	}
	close(g.let)
	g.ends <- nil
	if cmd := s.Update(<-ended); cmd != nil || s.run.answer != nil {
		t.Error("the end of a cancelled run was taken for an answer")
	}
	if got := drawn(s); !strings.Contains(got, "✗ cancelled") || s.Unsaved() != "" {
		t.Errorf("not said:\n%s", got)
	}
}

// TestLeaveEndsTheRun: the context of the run ends with the screen, and who
// listens hears of it.
func TestLeaveEndsTheRun(t *testing.T) {
	g := newGate()
	s := held(t, g)
	_, listen := both(t, s.start("mss_complement", "", false))
	s.Leave()
	if m, ok := listen().(eventsMsg); !ok || m.more != nil {
		t.Errorf("listening goes on: %+v", m)
	}
}

// TestWire: nothing is lost, nothing blocks, whoever is faster.
func TestWire(t *testing.T) {
	w := newWire()
	const n = 500
	go func() {
		for i := range n {
			w.put(methods.Event{Body: i})
		}
		w.close()
	}()
	next := 0
	for open := true; open; {
		var events []methods.Event
		events, open = w.take(t.Context())
		for _, e := range events {
			if e.Body != next {
				t.Fatalf("got %v, want %d", e.Body, next)
			}
			next++
		}
	}
	if next != n {
		t.Errorf("%d events of %d", next, n)
	}
	if events, open := w.take(t.Context()); open || len(events) > 0 {
		t.Error("a closed wire is open")
	}
}

// TestLateAnswers: of two reads the one asked for last counts.
func TestLateAnswers(t *testing.T) {
	s := held(t, nil)
	first := s.load()
	second := s.load()
	s.desk.(*one).outcomes.Locked = nil
	s.Update(second())
	if len(s.pic.lines) != 0 {
		t.Fatalf("%d lines", len(s.pic.lines))
	}
	s.desk.(*one).outcomes.Locked = []card.Prediction{{Method: "old"}}
	s.Update(first())
	if len(s.pic.lines) != 0 {
		t.Error("an older answer replaced a newer one")
	}
}
