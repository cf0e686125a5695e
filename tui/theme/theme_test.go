package theme

import (
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
)

func TestEveryThemeShowsCursorAndSelection(t *testing.T) {
	for _, p := range []colorprofile.Profile{colorprofile.TrueColor, colorprofile.ANSI256, colorprofile.ANSI, colorprofile.ASCII, colorprofile.NoTTY} {
		for _, dark := range []bool{true, false} {
			th := For(dark, p, nil)
			for name, st := range map[string]lipgloss.Style{"cursor": th.Cursor, "resting": th.Resting, "selected": th.Selected, "match": th.Match, "focus": th.Focus, "bar": th.Bar} {
				if Open(st) == "" {
					t.Errorf("%v dark=%v: %s looks like ordinary text", p, dark, name)
				}
			}
			if th.Dark != dark {
				t.Errorf("%v: Dark = %v, want %v", p, th.Dark, dark)
			}
			for _, c := range Classes() {
				if _, ok := th.Syntax[c]; !ok {
					t.Errorf("%v: no style for %s", p, c)
				}
			}
		}
	}
}

func TestBareThemeHasNoColour(t *testing.T) {
	th := For(true, colorprofile.ASCII, Ink{"bad": "#ff0000"})
	for _, st := range append([]lipgloss.Style{th.Bad, th.Good, th.Cursor, th.Match, th.Bar}, th.Groups...) {
		if strings.Contains(Open(st), "8;") || strings.Contains(Open(st), "[3") || strings.Contains(Open(st), "[4;") {
			t.Errorf("colour in %q", Open(st))
		}
	}
}

func TestAllInksNameTheSameRoles(t *testing.T) {
	for role := range darkInk {
		for name, ink := range map[string]Ink{"dark": darkInk, "light": lightInk, "dark 256": dark256, "light 256": light256, "sixteen": sixteen(true)} {
			if _, ok := ink[role]; !ok {
				t.Errorf("%s lacks %s", name, role)
			}
			if why := Check(role, ink[role]); why != "" {
				t.Errorf("%s: %s", name, why)
			}
		}
	}
}

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		role, colour string
		ok           bool
	}{
		{"accent", "#aabbcc", true}, {"accent", "12", true}, {"accent", "", true}, {"text", "#000000", true},
		{"accent", "blue", false}, {"accent", "256", false}, {"accent", "#abc", false}, {"acent", "#aabbcc", false},
	} {
		if got := Check(c.role, c.colour) == ""; got != c.ok {
			t.Errorf("Check(%q, %q) ok = %v, want %v", c.role, c.colour, got, c.ok)
		}
	}
}

func TestOverTakesUpItsStyleAgain(t *testing.T) {
	bg := lipgloss.NewStyle().Background(lipgloss.Color("#112233"))
	red := lipgloss.NewStyle().Foreground(lipgloss.Color("#ff0000"))
	got := Over(bg, "a"+red.Render("b")+"c")
	open := Open(bg)
	if want := open + "a" + Open(red) + "b\x1b[m" + open + "c\x1b[m"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := Over(lipgloss.NewStyle(), "a"); got != "a" {
		t.Errorf("a style without attributes changed the line to %q", got)
	}
}

func TestGroupRepeats(t *testing.T) {
	th := Dark()
	if Open(th.Group(0)) != Open(th.Group(len(th.Groups))) {
		t.Error("groups do not repeat")
	}
	if Open(th.Group(0)) == Open(th.Group(1)) {
		t.Error("the first two groups look the same")
	}
	if Open(th.Group(-1)) != Open(th.Text) {
		t.Error("no group is not plain text")
	}
}

func TestReversedRowsHaveOneBackground(t *testing.T) {
	reversed := lipgloss.NewStyle().Reverse(true)
	for line, want := range map[string]string{
		"plain":                             "\x1b[7mplain\x1b[m",
		"\x1b[32mgreen\x1b[m rest":          "\x1b[7mgreen\x1b[m\x1b[7m rest\x1b[m",
		"\x1b[1;92mbold\x1b[m":              "\x1b[7m\x1b[1mbold\x1b[m\x1b[7m\x1b[m",
		"\x1b[38;5;12;4mline\x1b[m":         "\x1b[7m\x1b[4mline\x1b[m\x1b[7m\x1b[m",
		"\x1b[38;2;1;2;3;48;5;4mline\x1b[m": "\x1b[7mline\x1b[m\x1b[7m\x1b[m",
		"a \x1b[Kb":                         "\x1b[7ma \x1b[Kb\x1b[m",
	} {
		if got := Over(reversed, line); got != want {
			t.Errorf("%q becomes %q, want %q", line, got, want)
		}
	}
	blue := lipgloss.NewStyle().Background(lipgloss.Color("#000080"))
	if got := Over(blue, "\x1b[32mgreen\x1b[m"); !strings.Contains(got, "\x1b[32m") {
		t.Errorf("a background takes the colours away: %q", got)
	}
}
