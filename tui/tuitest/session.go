// Package tuitest drives a tea.Model without a terminal and without waiting:
// commands run at once and in order, their answers go straight back, timers go
// off when a test says so. It compares screens with golden files.
package tuitest

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"suffice/tui/cell"
)

// Session is a model with a window.
type Session struct {
	T     testing.TB
	Model tea.Model
	Width *cell.Width // how the model measures
	W, H  int
	Quit  bool // the model has asked to end

	timers *Timers
}

// New starts a model in a window of w by h cells. timers may be nil.
func New(t testing.TB, m tea.Model, width *cell.Width, timers *Timers, w, h int) *Session {
	t.Helper()
	s := &Session{T: t, Model: m, Width: width, timers: timers}
	s.Run(m.Init())
	s.Resize(w, h)
	return s
}

// drainLimit ends a test whose commands never come to rest.
const drainLimit = 100_000

// Run executes a command and whatever follows from it until nothing is left.
// Batches run member by member, in order.
func (s *Session) Run(cmd tea.Cmd) {
	s.T.Helper()
	queue := []tea.Cmd{cmd}
	for n := 0; len(queue) > 0; n++ {
		if n > drainLimit {
			s.T.Fatal("commands never come to rest")
		}
		cmd, queue = queue[0], queue[1:]
		if cmd == nil {
			continue
		}
		msg := cmd()
		if more, ok := commands(msg); ok {
			queue = append(slices.Clone(more), queue...)
			continue
		}
		queue = append([]tea.Cmd{s.update(msg)}, queue...)
	}
}

// update gives one message to the model, as a program would.
func (s *Session) update(msg tea.Msg) tea.Cmd {
	switch msg.(type) {
	case nil:
		return nil
	case tea.QuitMsg:
		s.Quit = true
		return nil
	}
	if s.Quit {
		return nil
	}
	var cmd tea.Cmd
	s.Model, cmd = s.Model.Update(msg)
	s.Model.View() // a program draws after every message; clicks depend on it
	return cmd
}

// commands takes a batch or a sequence apart; Bubble Tea's sequence has no
// exported type, but is a slice of commands all the same.
func commands(msg tea.Msg) ([]tea.Cmd, bool) {
	v := reflect.ValueOf(msg)
	if msg == nil || v.Kind() != reflect.Slice || v.Type().Elem() != reflect.TypeFor[tea.Cmd]() {
		return nil, false
	}
	out := make([]tea.Cmd, v.Len())
	for i := range out {
		out[i] = v.Index(i).Interface().(tea.Cmd)
	}
	return out, true
}

// Send gives messages to the model and runs what follows.
func (s *Session) Send(msgs ...tea.Msg) {
	s.T.Helper()
	for _, msg := range msgs {
		s.Run(s.update(msg))
	}
}

// Keys presses keys, spelled as tea.KeyPressMsg.String() spells them and
// separated by spaces.
func (s *Session) Keys(keys string) {
	s.T.Helper()
	for _, k := range strings.Fields(keys) {
		s.Send(Press(k))
	}
}

// Type types text character by character.
func (s *Session) Type(text string) {
	s.T.Helper()
	for _, r := range text {
		switch r {
		case ' ':
			s.Send(Press("space"))
		case '\n':
			s.Send(Press("enter"))
		default:
			s.Send(tea.KeyPressMsg{Code: r, Text: string(r)})
		}
	}
}

// Paste pastes text in one piece.
func (s *Session) Paste(text string) {
	s.T.Helper()
	s.Send(tea.PasteMsg{Content: text})
}

// Click presses and releases the left button at a cell of the window.
func (s *Session) Click(x, y int) {
	s.T.Helper()
	at := tea.Mouse{X: x, Y: y, Button: tea.MouseLeft}
	s.Send(tea.MouseClickMsg(at), tea.MouseReleaseMsg(at))
}

// Wheel turns the wheel n notches down, or up when n is negative.
func (s *Session) Wheel(x, y, n int) {
	s.T.Helper()
	at := tea.Mouse{X: x, Y: y, Button: tea.MouseWheelDown}
	if n < 0 {
		at.Button, n = tea.MouseWheelUp, -n
	}
	for range n {
		s.Send(tea.MouseWheelMsg(at))
	}
}

// Resize gives the window another size.
func (s *Session) Resize(w, h int) {
	s.T.Helper()
	s.W, s.H = w, h
	s.Send(tea.WindowSizeMsg{Width: w, Height: h})
}

// Lines is the screen as text without styles.
func (s *Session) Lines() []string {
	return strings.Split(cell.Strip(s.Model.View().Content), "\n")
}

// Screen is the screen as text, spaces at line ends left out.
func (s *Session) Screen() string {
	lines := s.Lines()
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	return strings.Join(lines, "\n") + "\n"
}

// Shows fails the test unless the screen shows every one of these texts.
func (s *Session) Shows(texts ...string) {
	s.T.Helper()
	screen := s.Screen()
	for _, text := range texts {
		if !strings.Contains(screen, text) {
			s.T.Errorf("the screen does not show %q:\n%s", text, screen)
		}
	}
}

// Hides fails the test when the screen shows one of these texts.
func (s *Session) Hides(texts ...string) {
	s.T.Helper()
	screen := s.Screen()
	for _, text := range texts {
		if strings.Contains(screen, text) {
			s.T.Errorf("the screen shows %q:\n%s", text, screen)
		}
	}
}

// CheckSize fails the test unless the frame is exactly the window: as many
// lines, each of as many cells, and the cursor inside.
func (s *Session) CheckSize() {
	s.T.Helper()
	v := s.Model.View()
	lines := strings.Split(v.Content, "\n")
	if len(lines) != s.H {
		s.T.Errorf("%d lines in a window of %dx%d", len(lines), s.W, s.H)
	}
	for i, l := range lines {
		if n := s.Width.Of(l); n != s.W {
			s.T.Errorf("line %d has %d cells in a window of %dx%d: %q", i, n, s.W, s.H, cell.Strip(l))
		}
	}
	if c := v.Cursor; c != nil && (c.X < 0 || c.X >= s.W || c.Y < 0 || c.Y >= s.H) {
		s.T.Errorf("cursor at %d,%d in a window of %dx%d", c.X, c.Y, s.W, s.H)
	}
}

// Sizes are the windows every screen has to stand, from one cell up.
func Sizes() [][2]int {
	return [][2]int{
		{1, 1}, {2, 1}, {1, 5}, {10, 3}, {40, 10}, {59, 16}, {60, 15}, {60, 16}, {61, 17}, {72, 20}, {80, 24}, {99, 30},
		{109, 24}, {110, 30}, {111, 31}, {120, 40}, {140, 20}, {159, 45}, {160, 50}, {161, 51}, {180, 18}, {200, 60},
	}
}

// Timers is a clock that stands still until a test moves it.
type Timers struct {
	now     time.Time
	pending []timer
}

type timer struct {
	at  time.Time
	msg tea.Msg
}

// NewTimers starts at a moment.
func NewTimers(at time.Time) *Timers { return &Timers{now: at} }

// Now is the moment the clock stands at: use it as Env.Now.
func (c *Timers) Now() time.Time { return c.now }

// Milli is the moment in Unix milliseconds: use it as review.Clock.
func (c *Timers) Milli() int64 { return c.now.UnixMilli() }

// After notes a message for later: use it as Env.After.
func (c *Timers) After(d time.Duration, msg tea.Msg) tea.Cmd {
	return func() tea.Msg {
		c.pending = append(c.pending, timer{c.now.Add(d), msg})
		return nil
	}
}

// Elapse lets time pass and sends what falls due, in order.
func (s *Session) Elapse(d time.Duration) {
	s.T.Helper()
	c := s.timers
	end := c.now.Add(d)
	for {
		next := -1
		for i, t := range c.pending {
			if !t.at.After(end) && (next < 0 || t.at.Before(c.pending[next].at)) {
				next = i
			}
		}
		if next < 0 {
			break
		}
		due := c.pending[next]
		c.pending = slices.Delete(c.pending, next, next+1)
		c.now = due.at
		s.Send(due.msg)
	}
	c.now = end
}
