package part

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"suffice/tui/cell"
	"suffice/tui/keys"
	"suffice/tui/theme"
)

func env(m ansi.Method) *Env {
	th := theme.Dark()
	return &Env{Width: &cell.Width{Method: m}, Theme: &th, Tab: 4}
}

func TestFieldMovesByWholeCharacters(t *testing.T) {
	for _, c := range []struct {
		name, text string
		do         string
		want       string // with | for the cursor
	}{
		{"type at the end", "ab", "", "ab|"},
		{"left over a wide one", "a漢", "left", "a|漢"},
		{"left over a combined one", "ae\u0301", "left", "a|e\u0301"},
		{"backspace takes a whole family", "x👨\u200d👩\u200d👧", "backspace", "x|"},
		{"delete takes a whole character", "e\u0301x", "home delete", "|x"},
		{"word left", "one two  ", "wordleft", "one |two  "},
		{"word left twice", "one two", "wordleft wordleft", "|one two"},
		{"word right", "one two", "home wordright", "one| two"},
		{"cut word", "one two ", "cutword", "one |"},
		{"cut to the start", "one two", "wordleft cuthome", "|two"},
		{"cut to the end", "one two", "wordleft cutend", "one |"},
		{"left at the start", "a", "home left", "|a"},
		{"right at the end", "a", "right", "a|"},
	} {
		f := NewField(c.text, false)
		for _, a := range strings.Fields(c.do) {
			f.Do(keys.Action("text." + a))
		}
		if got := f.text[:f.at] + "|" + f.text[f.at:]; got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// The trap of bubbles 906: the real cursor counts cells, not characters.
func TestFieldCursorCountsCells(t *testing.T) {
	for _, m := range []ansi.Method{ansi.WcWidth, ansi.GraphemeWidth} {
		f := NewField("a漢字b", false)
		_, x, y := f.View(env(m), 20, 1)
		if x != 6 || y != 0 {
			t.Errorf("cursor at %d,%d, want 6,0", x, y)
		}
		f.Do("text.left")
		f.Do("text.left")
		if _, x, _ = f.View(env(m), 20, 1); x != 3 {
			t.Errorf("cursor at %d, want 3", x)
		}
	}
}

func TestFieldScrollsSideways(t *testing.T) {
	f, e := NewField("0123456789", false), env(ansi.WcWidth)
	lines, x, _ := f.View(e, 5, 1)
	if lines[0] != "6789 " || x != 4 {
		t.Errorf("got %q, cursor %d", lines[0], x)
	}
	f.Do("text.home")
	if lines, x, _ = f.View(e, 5, 1); lines[0] != "01234" || x != 0 {
		t.Errorf("got %q, cursor %d", lines[0], x)
	}
}

func TestFieldPasteKeepsLineEndsWhereItCan(t *testing.T) {
	one, many := NewField("", false), NewField("", true)
	one.Insert("a\r\nb\rc\n")
	many.Insert("a\r\nb\rc\n")
	if one.Value() != "a b c" || many.Value() != "a\nb\nc\n" {
		t.Errorf("got %q and %q", one.Value(), many.Value())
	}
	if many.Insert(strings.Repeat("x", fieldLimit)) || many.Value() != "a\nb\nc\n" {
		t.Error("a paste beyond the limit was taken or changed the text")
	}
}

func TestFieldShowsHostileTextAndKeepsIt(t *testing.T) {
	f := NewField("a\x1b[2J\u202eb", true)
	lines, _, _ := f.View(env(ansi.WcWidth), 40, 1)
	if want := "a␛[2J⟨U+202E⟩b"; strings.TrimRight(lines[0], " ") != want {
		t.Errorf("shown %q, want %q", lines[0], want)
	}
	if f.Value() != "a\x1b[2J\u202eb" {
		t.Errorf("the text became %q", f.Value())
	}
}

func TestFieldWrapsAndMovesByRows(t *testing.T) {
	f, e := NewField("one two three\nfour", true), env(ansi.WcWidth)
	lines, x, y := f.View(e, 9, 4)
	if got := strings.Join(lines, "|"); got != "one two  |three    |four     |         " {
		t.Errorf("got %q", got)
	}
	if x != 4 || y != 2 {
		t.Errorf("cursor at %d,%d, want 4,2", x, y)
	}
	f.Do("text.up")
	f.Do("text.up")
	if _, x, y = f.View(e, 9, 4); x != 4 || y != 0 {
		t.Errorf("two rows up: cursor at %d,%d, want 4,0", x, y)
	}
	if f.Do("text.up") {
		t.Error("up from the first row did something")
	}
	f.Do("text.home")
	f.Do("text.down")
	f.Do("text.end")
	if _, x, y = f.View(e, 9, 4); y != 1 || x != 5 {
		t.Errorf("end of the second row: cursor at %d,%d", x, y)
	}
}

func TestFieldTakesTextKeysOnly(t *testing.T) {
	f := NewField("", true)
	for _, k := range []tea.Key{{Code: 'a', Text: "a"}, {Code: 'x', Mod: tea.ModCtrl}, {Code: tea.KeyEnter}, {Code: 'x', Text: "x", Mod: tea.ModAlt}, {Code: tea.KeySpace, Text: " "}, {Code: '漢', Text: "漢"}} {
		f.Type(tea.KeyPressMsg(k))
	}
	if f.Value() != "a 漢" {
		t.Errorf("got %q", f.Value())
	}
}

func TestFieldProperties(t *testing.T) {
	actions := []keys.Action{"text.left", "text.right", "text.wordleft", "text.wordright", "text.home", "text.end", "text.backspace", "text.delete", "text.cutword", "text.cuthome", "text.cutend", "text.newline", "text.up", "text.down"}
	rapid.Check(t, func(t *rapid.T) {
		e := env(rapid.SampledFrom([]ansi.Method{ansi.WcWidth, ansi.GraphemeWidth}).Draw(t, "method"))
		f := NewField(rapid.String().Draw(t, "text"), rapid.Bool().Draw(t, "lines"))
		for range rapid.IntRange(1, 20).Draw(t, "steps") {
			w, h := rapid.IntRange(1, 30).Draw(t, "w"), rapid.IntRange(0, 6).Draw(t, "h")
			lines, x, y := f.View(e, w, h)
			if len(lines) != h || h > 0 && (y < 0 || y >= h || x < 0 || x >= w) {
				t.Fatalf("%d lines for %d, cursor at %d,%d of %dx%d in %q", len(lines), h, x, y, w, h, f.text)
			}
			for _, l := range lines {
				if e.Width.Of(l) != w {
					t.Fatalf("%q is %d cells, want %d", l, e.Width.Of(l), w)
				}
			}
			if rapid.Bool().Draw(t, "type") {
				f.Insert(rapid.SampledFrom([]string{"a", " ", "漢", "\t", "\u0301", "\n", "👨\u200d👩", "\u200d"}).Draw(t, "s"))
			} else {
				f.Do(rapid.SampledFrom(actions).Draw(t, "a"))
			}
			if f.at < 0 || f.at > len(f.text) {
				t.Fatalf("cursor at byte %d of %q", f.at, f.text)
			}
		}
	})
}

func TestFieldRenewedKeepsItsPlace(t *testing.T) {
	f := NewField("one", true)
	f.Renew("one\ntwo")
	f.Insert("!")
	if f.Value() != "one!\ntwo" {
		t.Errorf("after more came behind it: %q", f.Value())
	}
	f = NewField("abc", true)
	f.Renew("a\ne\u0301x") // the third byte is inside é
	f.Insert("!")
	if f.Value() != "a\n!e\u0301x" {
		t.Errorf("inside a character: %q", f.Value())
	}
	f.Renew("")
	f.Insert("new")
	if f.Value() != "new" {
		t.Errorf("after all went: %q", f.Value())
	}
}
