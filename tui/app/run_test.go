package app

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"suffice/review"
	"suffice/review/reviewtest"
	"suffice/tui/config"
	"suffice/tui/part"
)

// trouble is a bench at which something happens.
type trouble struct {
	*bench
	view   func()
	update func(tea.Msg)
}

func (b *trouble) Update(msg tea.Msg) tea.Cmd {
	b.update(msg)
	return b.bench.Update(msg)
}

func (b *trouble) View(w, h int) ([]string, *tea.Cursor) {
	b.view()
	return b.bench.View(w, h)
}

// sit runs the real program at a bench until it ends by itself; it returns what
// it wrote to the terminal.
func sit(t *testing.T, ctx context.Context, b *trouble) (out string, err error) {
	t.Helper()
	ann := reviewtest.Annotator("ann")
	mem := reviewtest.NewMemory(reviewtest.Calibration(), []review.Person{ann}, few()...)
	in, keyboard := io.Pipe()
	defer keyboard.Close()
	var screen tap
	err = Run(ctx, Options{
		Desk: reviewtest.Desk(t, mem, ann), Config: config.Default(), Bindings: benchBindings,
		State: "state-1", Input: in, Output: &screen,
		Workbench: func(e *part.Env, state string) part.Screen {
			b.bench = &bench{env: e, state: state}
			return b
		},
		Program: []tea.ProgramOption{tea.WithWindowSize(160, 50), tea.WithEnvironment([]string{"TERM=xterm-256color"})},
	})
	return screen.b.String(), err
}

// A session never ends by itself without saying why, and gives the terminal
// back in any case.
func TestASessionThatEndsByItselfSaysWhy(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for name, c := range map[string]struct {
		bench trouble
		want  error
		left  int
	}{
		"a signal":          {trouble{view: cancel, update: func(tea.Msg) {}}, ErrEnded, 1},
		"a panic in View":   {trouble{view: func() { panic("drawn") }, update: func(tea.Msg) {}}, ErrFailed, 0},
		"a panic in Update": {trouble{view: func() {}, update: func(tea.Msg) { panic("told") }}, ErrFailed, 0},
	} {
		t.Run(name, func(t *testing.T) {
			in := ctx
			if c.want == ErrFailed {
				in = t.Context()
			}
			out, err := sit(t, in, &c.bench)
			if !errors.Is(err, c.want) {
				t.Errorf("ended with %v, want %v", err, c.want)
			}
			if c.bench.left != c.left {
				t.Errorf("screens that could save what was typed: %d, want %d", c.bench.left, c.left)
			}
			if strings.LastIndex(out, "\x1b[?1049l") < strings.LastIndex(out, "\x1b[?1049h") {
				t.Error("the terminal was left on the other screen")
			}
		})
	}
}
