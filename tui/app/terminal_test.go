package app

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

func TestFrameIsDrawnOnlyWhenSomethingChanged(t *testing.T) {
	version := int64(1)
	w := begin(t, 120, 40, setup{states: few(), changed: func(context.Context) (int64, error) { return version, nil }})
	w.Elapse(10 * time.Second)
	w.model.View()
	drawn := w.model.drawn
	for range 5 {
		w.model.View()
	}
	w.Elapse(20 * time.Second)
	w.model.View()
	if w.model.drawn != drawn {
		t.Errorf("%d frames drawn while nothing changed", w.model.drawn-drawn)
	}
	w.Elapse(time.Minute)
	w.Shows("14:03")
	w.Keys("down")
	w.model.View()
	if w.model.drawn != drawn+2 {
		t.Errorf("%d frames drawn for a minute and a key, want 2", w.model.drawn-drawn)
	}
}

// What another process does appears by itself, and nothing jumps.
func TestChangesFromOutsideAppear(t *testing.T) {
	version := int64(1)
	var fail error
	w := begin(t, 120, 40, setup{states: few(), changed: func(context.Context) (int64, error) { return version, fail }})
	w.Elapse(3 * time.Second)
	w.Keys("j j")
	flag := "from elsewhere"
	if _, err := w.desk.Flag(t.Context(), "state-1", &flag); err != nil {
		t.Fatal(err)
	}
	w.Elapse(3 * time.Second)
	w.Hides("⚑")
	version++
	w.Elapse(3 * time.Second)
	w.Shows("⚑", "3/5")
	fail = errors.New("disk gone")
	w.Elapse(10 * time.Second)
	w.Shows("3/5")
}

func TestGraphemesOnceTheTerminalSaysSo(t *testing.T) {
	s := few()
	s[0].Card.Need = "family 👨\u200d👩\u200d👧 here"
	w := begin(t, 120, 40, setup{states: s})
	w.Shows("⟨U+200D⟩")
	w.Send(tea.ModeReportMsg{Mode: ansi.ModeUnicodeCore, Value: ansi.ModeNotRecognized})
	w.Shows("⟨U+200D⟩")
	w.Send(tea.ModeReportMsg{Mode: ansi.ModeUnicodeCore, Value: ansi.ModeReset})
	w.Shows("family 👨\u200d👩\u200d👧 here")
	w.CheckSize()
}

func TestColoursFollowTheTerminal(t *testing.T) {
	w := begin(t, 120, 40, setup{states: few()})
	dark := w.model.View().Content
	w.Send(tea.BackgroundColorMsg{Color: ansi.XParseColor("#ffffff")})
	if w.model.View().Content == dark {
		t.Error("a light background changed nothing")
	}
	w.Send(tea.ColorProfileMsg{Profile: colorprofile.ASCII})
	for _, seq := range []string{"\x1b[38;", "\x1b[48;", ";38;", ";48;"} {
		if strings.Contains(w.model.View().Content, seq) {
			t.Errorf("NO_COLOR shows a colour: %q", seq)
		}
	}
	w.Shows("▌", "· empty") // the cursor and the status have signs
}

func TestScrollingWheelIsPutTogether(t *testing.T) {
	now := start
	f := wheelFilter(func() time.Time { return now })
	turn := tea.MouseWheelMsg{Button: tea.MouseWheelDown}
	turns := 0
	for range 100 {
		now = now.Add(time.Millisecond)
		if m, ok := f(nil, turn).(wheelMsg); ok {
			turns += m.turns
		}
	}
	if turns < 85 {
		t.Errorf("%d of 100 turns came through", turns)
	}
	if _, ok := f(nil, tea.KeyPressMsg{}).(tea.KeyPressMsg); !ok {
		t.Error("a key was held back")
	}
}

func TestMouseOpensAndScrolls(t *testing.T) {
	w := begin(t, 80, 24, setup{states: few()})
	w.Click(20, 6)
	w.Shows("3/5")
	w.Click(20, 6)
	if w.bench == nil || w.bench.state != "state-3" {
		t.Error("the second click did not open the state")
	}
	w.Keys("q :")
	w.Click(0, 0)
	w.Hides("Every action")
}
