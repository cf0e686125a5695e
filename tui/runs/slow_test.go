package runs_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"suffice/scorer/methods/run"
	"suffice/tui/cell"
	"suffice/tui/keys"
	"suffice/tui/part"
	"suffice/tui/runs"
	"suffice/tui/runs/runstest"
	"suffice/tui/theme"
)

// answers runs a command and those that it batches, once, and gives what they say.
func answers(cmd tea.Cmd) []tea.Msg {
	if cmd == nil {
		return nil
	}
	msg := cmd()
	if v := reflect.ValueOf(msg); msg != nil && v.Kind() == reflect.Slice && v.Type().Elem() == reflect.TypeFor[tea.Cmd]() {
		var all []tea.Msg
		for i := range v.Len() {
			all = append(all, answers(v.Index(i).Interface().(tea.Cmd))...)
		}
		return all
	}
	return []tea.Msg{msg}
}

// bare is the screen by itself, with its clock and its timer in the test's hand.
type bare struct {
	*runs.Screen
	now   time.Time
	later tea.Msg // what the timer brings
}

func alone(t *testing.T, f *runstest.Fake) *bare {
	t.Helper()
	table, err := keys.NewTable(runs.Bindings())
	if err != nil {
		t.Fatal(err)
	}
	look := theme.Dark()
	b := &bare{now: time.UnixMilli(runstest.Start)}
	b.Screen = runs.New(&part.Env{
		Ctx: t.Context(), Desk: office(t).Olga, Width: &cell.Width{}, Theme: &look, Keys: table, Tab: 4,
		Now: func() time.Time { return b.now },
		After: func(_ time.Duration, m tea.Msg) tea.Cmd {
			b.later = m
			return nil
		},
	}, f)
	return b
}

// take gives answers to the screen and what it asks for then.
func (b *bare) take(msgs []tea.Msg) tea.Cmd {
	var next []tea.Cmd
	for _, m := range msgs {
		next = append(next, b.Update(m))
	}
	return tea.Batch(next...)
}

// settle runs a command and what follows until nothing is left.
func (b *bare) settle(cmd tea.Cmd) {
	for msgs := answers(cmd); len(msgs) > 0; msgs = answers(cmd) {
		cmd = b.take(msgs)
	}
}

func (b *bare) screen() string {
	lines, _ := b.View(120, 40)
	return ansi.Strip(strings.Join(lines, "\n"))
}

// TestSlowReadingIsShown: readings that take longer than the time between two
// asks are shown all the same.
func TestSlowReadingIsShown(t *testing.T) {
	s := alone(t, runstest.Busy())
	pending := s.Init()
	for range 3 {
		news := s.Update(part.ExternalChangeMsg{}) // before the answer
		pending = tea.Batch(s.take(answers(pending)), news)
	}
	for _, want := range []string{"nightly", "pilot", "mss_complement"} {
		if !strings.Contains(s.screen(), want) {
			t.Errorf("%s is not shown though it was read:\n%s", want, s.screen())
		}
	}
}

// TestRunsAreReadWithMeasure: what runs here is listed, and can be paused,
// before anything was read; and the longer that takes, the less often it is done
// again because a run has ended, but always once all have.
func TestRunsAreReadWithMeasure(t *testing.T) {
	f := runstest.Busy()
	at := func(done int) {
		f.Set(runs.Live{Experiment: "fresh", Progress: run.Progress{Total: 8, Done: done}, Done: done == 8})
	}
	at(1)
	s := alone(t, f)
	reading := s.Init()
	s.settle(s.Update(part.ExternalChangeMsg{})) // its reading waits for the first; how far things are does not
	if got := s.screen(); !strings.Contains(got, "▶ fresh") || strings.Contains(got, "nightly") || !s.Able("runs.pause") {
		t.Errorf("what runs is not listed before the reading is over:\n%s", got)
	}
	read := answers(reading)
	s.now = s.now.Add(5 * time.Second) // so long did it take
	s.settle(s.take(read))
	if got := s.screen(); !strings.Contains(got, "nightly") || !strings.Contains(got, "▌▶ fresh") {
		t.Errorf("after the reading:\n%s", got)
	}
	s.now = s.now.Add(time.Minute) // the second reading took no time
	step := func(done int, took time.Duration, want bool) {
		t.Helper()
		at(done)
		before := f.Reads
		cmd := s.take(answers(s.Update(s.later)))
		msgs := answers(cmd)
		s.now = s.now.Add(took)
		s.settle(s.take(msgs))
		if got := f.Reads > before; got != want {
			t.Errorf("%d of 8 done: read again is %v", done, got)
		}
	}
	step(2, 10*time.Second, true)
	s.now = s.now.Add(20 * time.Second)
	step(3, 0, false)
	step(3, 0, false)
	s.now = s.now.Add(time.Minute)
	step(3, 10*time.Second, true) // what was news before
	step(3, 0, false)
	step(8, 0, true)
}

// TestRunsOfAnotherProcess: how far another process is is read again by itself,
// until it has ended.
func TestRunsOfAnotherProcess(t *testing.T) {
	f := runstest.Busy()
	f.All[0].Live = true
	s := alone(t, f)
	s.settle(s.Init())
	for _, n := range []int{23, 24} {
		f.All[0].Finished, f.All[0].Live = n, n < 24
		s.now = s.now.Add(time.Second)
		if s.later == nil {
			t.Fatal("nobody looks again")
		}
		m := s.later
		s.later = nil
		s.settle(s.Update(m))
		if want := fmt.Sprintf("%d/24", n); !strings.Contains(s.screen(), want) {
			t.Errorf("not %s:\n%s", want, s.screen())
		}
	}
	if s.later != nil {
		s.settle(s.Update(s.later))
	}
	reads := f.Reads
	s.later = nil
	s.settle(s.Update(part.ReturnMsg{}))
	if f.Reads != reads || s.later != nil {
		t.Error("it goes on looking though nothing runs")
	}
}
