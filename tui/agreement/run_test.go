package agreement

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"suffice/audit"
	"suffice/review"
	"suffice/tui/cell"
	"suffice/tui/keys"
	"suffice/tui/part"
	"suffice/tui/theme"
	"suffice/tui/tuitest"
)

// slow is a desk that is asked for one field at a time.
type slow struct {
	asked []string
	draws int
	ctx   context.Context
	fail  error
}

func (d *slow) Agreement(ctx context.Context, field string, _ review.AgreementPhase, r audit.Resampling) (audit.Agreement, error) {
	d.asked, d.draws, d.ctx = append(d.asked, field), r.Draws, ctx
	if d.fail != nil {
		return audit.Agreement{}, d.fail
	}
	yes := []audit.Rating{{Item: audit.Item{State: "s1"}, Category: "yes"}, {Item: audit.Item{State: "s2"}, Category: "no"}}
	return audit.Agree(audit.Question{Name: field, Level: audit.States, A: yes, B: yes}, audit.Resampling{Draws: 20})
}

func (d *slow) UnitPlaces(context.Context, audit.Agreement) (review.UnitPlaces, error) {
	return nil, nil
}

func (d *slow) Queue(context.Context) ([]review.QueueRow, error) { return nil, nil }

// held is the screen on a slow desk; nothing runs until the test runs it.
func held(t *testing.T) (*Screen, *slow, *tuitest.Timers) {
	t.Helper()
	dark := theme.Dark()
	timers := tuitest.NewTimers(time.Date(2026, 1, 5, 14, 0, 0, 0, time.UTC))
	k, err := keys.NewTable(append(Bindings(), part.OverlayBindings()...))
	if err != nil {
		t.Fatal(err)
	}
	env := &part.Env{Ctx: t.Context(), Width: &cell.Width{}, Theme: &dark, Keys: k, Tab: 4, Now: timers.Now, After: timers.After}
	d := &slow{}
	return newOn(env, d), d, timers
}

func drawn(s *Screen) string {
	lines, _ := s.View(160, 48)
	return cell.Strip(strings.Join(lines, "\n"))
}

// TestRunCanBeStopped: fields come one after the other with progress; stopping
// keeps what is there, ends the context and drops a late answer.
func TestRunCanBeStopped(t *testing.T) {
	s, d, _ := held(t)
	next := s.start()
	if got := drawn(s); !strings.Contains(got, "0 of 7 fields, 2,000 draws") || !strings.Contains(got, "x stops") {
		t.Errorf("no progress:\n%s", got)
	}
	next = s.Update(next())
	late := next()
	next = s.Update(late)
	if got := drawn(s); !strings.Contains(got, "2 of 7 fields") || len(d.asked) != 2 || d.asked[0] != review.FieldVerdict {
		t.Errorf("asked %v:\n%s", d.asked, got)
	}
	late = next()
	if _, done := s.Do("agreement.stop"); !done {
		t.Fatal("a run cannot be stopped")
	}
	if d.ctx.Err() == nil {
		t.Error("the context goes on")
	}
	if cmd := s.Update(late); cmd != nil || len(s.got) != 2 {
		t.Errorf("an answer from before the stop was taken: %d fields", len(s.got))
	}
	if got := drawn(s); strings.Contains(got, "stops") || s.Status().Text != "stopped" || !strings.Contains(got, "–") {
		t.Errorf("status %q:\n%s", s.Status().Text, got)
	}
	if s.Able("agreement.stop") {
		t.Error("what is stopped can be stopped again")
	}
}

// TestNewsWaits: changes during a run start one more, after a rest, and what
// is shown stays until its new figures are there.
func TestNewsWaits(t *testing.T) {
	s, d, timers := held(t)
	finish(s, s.start())
	asked := len(d.asked)
	next := s.Update(part.ExternalChangeMsg{}) // nothing runs: it begins at once
	if !s.run.busy() || len(s.got) != 7 {
		t.Fatalf("busy %v with %d fields shown", s.run.busy(), len(s.got))
	}
	if cmd := s.Update(part.ExternalChangeMsg{}); cmd != nil {
		t.Error("a change during a run started another")
	}
	finish(s, next)
	if len(d.asked) != asked+7 {
		t.Errorf("%d questions more, want 7 until the rest is over", len(d.asked)-asked)
	}
	if s.run.busy() {
		t.Error("no rest after a run")
	}
	finish(s, s.Update(againMsg{s, s.run.gen}))
	if len(d.asked) != asked+14 {
		t.Errorf("%d questions more, want 14", len(d.asked)-asked)
	}
	_ = timers
}

// TestDraws: another number of draws starts again with it.
func TestDraws(t *testing.T) {
	s, d, _ := held(t)
	finish(s, s.start())
	finish(s, s.Update(drawsMsg{s, 10_000}))
	if d.draws != 10_000 {
		t.Errorf("%d draws", d.draws)
	}
}

// TestReadFails: the reason is on screen, and the next try clears it.
func TestReadFails(t *testing.T) {
	s, d, _ := held(t)
	d.fail = errors.New("disk gone")
	finish(s, s.start())
	if got := drawn(s); !strings.Contains(got, "disk gone") || strings.Contains(got, "kappa") {
		t.Errorf("not said:\n%s", got)
	}
	d.fail = nil
	finish(s, s.Update(part.ExternalChangeMsg{}))
	if got := drawn(s); strings.Contains(got, "disk gone") || !strings.Contains(got, "kappa") {
		t.Errorf("still failed:\n%s", got)
	}
}

// finish runs commands and what follows from them.
func finish(s *Screen, cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			finish(s, c)
		}
	default:
		finish(s, s.Update(msg))
	}
}
