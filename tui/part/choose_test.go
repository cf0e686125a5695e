package part

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"suffice/tui/cell"
)

// roles opens a choice of three roles that takes a new one, too; got is what
// was chosen in the end.
func roles(got *string) *Choose {
	items := []Choice{{Text: "bug_location"}, {Text: "verification_constraint"}, {Text: "api_contract"}}
	return NewChoose(env(ansi.WcWidth), ChooseMsg{
		Title: "Role", Items: items, New: "new role",
		Then:  func(i int) tea.Cmd { *got = items[i].Text; return nil },
		Typed: func(text string) tea.Cmd { *got = "new " + text; return nil },
	})
}

func TestChooseTakesWhatWasTyped(t *testing.T) {
	for _, c := range []struct {
		typed string
		shown []string // rows, in order
		down  int
		want  string
	}{
		{"", []string{"bug_location", "verification_constraint", "api_contract"}, 0, "bug_location"},
		{"verification", []string{"verification_constraint", "verification"}, 0, "verification_constraint"},
		{"verification", []string{"verification_constraint", "verification"}, 1, "new verification"},
		{" lock order ", []string{"lock order"}, 0, "new lock order"},
		{"apc", []string{"apc", "api_contract"}, 0, "new apc"},
		{"api_contract", []string{"api_contract"}, 0, "api_contract"},
		{"   ", []string{"bug_location", "verification_constraint", "api_contract"}, 0, "bug_location"},
	} {
		var got string
		ch := roles(&got)
		ch.Paste(c.typed)
		var shown []string
		for _, i := range ch.shown {
			shown = append(shown, ch.item(i).Text)
		}
		if !slices.Equal(shown, c.shown) {
			t.Errorf("%q shows %q, want %q", c.typed, shown, c.shown)
		}
		screen := strings.Join(ch.View(ch.env, 80, 24).Lines, "\n")
		if sees := strings.Contains(cell.Strip(screen), "new role"); sees != slices.Contains(ch.shown, typedRow) {
			t.Errorf("%q: the screen says new role: %v", c.typed, sees)
		}
		for range c.down {
			ch.Do("choose.down")
		}
		if ch.Do("choose.accept"); got != c.want || !ch.Closed() {
			t.Errorf("%q gives %q, want %q", c.typed, got, c.want)
		}
	}
}

// A choice is as wide as its items want and the screen has; what is still too
// long is cut in its middle, because sentences tell most at their end.
func TestAChoiceShowsBothEndsOfALongItem(t *testing.T) {
	const long = "the quotation of lines 212-214 of arrow/parser/tokens/everything.py:181-300 for G1 is not what stands there"
	c := NewChoose(env(ansi.WcWidth), ChooseMsg{Title: "Findings", Items: []Choice{{Text: "short"}, {Text: long, Detail: "blocks"}}})
	for _, s := range []struct {
		w, box int
		sees   string
	}{
		{160, len(long) + 2 + len("blocks") + 4, long + " blocks"},
		{100, 96, "is not what stands there blocks"},
		{80, 76, "is not what stands there blocks"},
	} {
		b := c.View(c.env, s.w, 24)
		screen := cell.Strip(strings.Join(b.Lines, "\n"))
		if b.Rect.W != s.box || !strings.Contains(screen, s.sees) || !strings.Contains(screen, "the quotation of lines 212") {
			t.Errorf("at %d: %d wide, want %d:\n%s", s.w, b.Rect.W, s.box, screen)
		}
	}
	narrow := NewChoose(env(ansi.WcWidth), ChooseMsg{Title: "Short", Items: []Choice{{Text: "short"}}})
	if got := narrow.View(narrow.env, 160, 24).Rect.W; got != 76 {
		t.Errorf("a choice of short items is %d wide", got)
	}
}
