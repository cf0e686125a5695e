package cell

import (
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

func both(t *testing.T, f func(t *testing.T, w *Width)) {
	t.Helper()
	t.Run("wcwidth", func(t *testing.T) { f(t, &Width{Method: ansi.WcWidth}) })
	t.Run("grapheme", func(t *testing.T) { f(t, &Width{Method: ansi.GraphemeWidth}) })
}

func TestFit(t *testing.T) {
	for _, c := range []struct {
		in   string
		n    int
		want string
	}{
		{"abc", 5, "abc  "},
		{"abc", 3, "abc"},
		{"abcd", 3, "ab…"},
		{"abcd", 1, "…"},
		{"abcd", 0, ""},
		{"abcd", -4, ""},
		{"", 2, "  "},
		{"漢字", 4, "漢字"},
		{"漢字", 3, "漢…"},
		{"漢字", 2, "… "},
		{"漢字", 1, "…"},
		{"漢字", 5, "漢字 "},
		{"é́x", 2, "é́x"},
		{"\x1b[31mred\x1b[m", 5, "\x1b[31mred\x1b[m  "},
		{"\x1b[31mreddish\x1b[m", 4, "\x1b[31mred…\x1b[m"},
		{"a\x1b[31mbcdef\x1b[m", 1, "…"},
		{"ab\x1b[m", 2, "ab\x1b[m"},
	} {
		both(t, func(t *testing.T, w *Width) {
			got := w.Fit(c.in, c.n)
			// Where the reset stands before or after the ellipsis does not matter to the eye.
			if Strip(got) != Strip(c.want) {
				t.Errorf("Fit(%q, %d) = %q, want %q", c.in, c.n, got, c.want)
			}
			if strings.Contains(got, "\x1b[31m") && !strings.Contains(got, "\x1b[m") {
				t.Errorf("Fit(%q, %d) = %q leaves a style open", c.in, c.n, got)
			}
		})
	}
}

func TestCut(t *testing.T) {
	for _, c := range []struct {
		in      string
		from, n int
		want    string
	}{
		{"abcdef", 0, 3, "abc"},
		{"abcdef", 2, 3, "cde"},
		{"abcdef", 4, 4, "ef  "},
		{"abcdef", 9, 2, "  "},
		{"abcdef", -1, 2, "ab"},
		{"a漢b", 0, 2, "a "},
		{"a漢b", 1, 2, "漢"},
		{"a漢b", 2, 2, " b"},
		{"漢字", 1, 2, "  "},
		{"e\u0301x", 0, 1, "e\u0301"},
		{"e\u0301x", 1, 2, "x "},
		{"\x1b[1mabc\x1b[mdef", 2, 2, "\x1b[1mc\x1b[md"},
	} {
		both(t, func(t *testing.T, w *Width) {
			if got := w.Cut(c.in, c.from, c.n); got != c.want {
				t.Errorf("Cut(%q, %d, %d) = %q, want %q", c.in, c.from, c.n, got, c.want)
			}
		})
	}
}

func TestTailAndRight(t *testing.T) {
	w := &Width{}
	for _, c := range []struct{ got, want string }{
		{w.Tail("arrow/arrow.py", 20), "arrow/arrow.py      "},
		{w.Tail("arrow/arrow.py", 9), "…arrow.py"},
		{w.Tail("漢字.py", 6), "…字.py"},
		{w.Tail("漢字.py", 5), "… .py"},
		{w.Tail("abc", 1), "…"},
		{w.Tail("abc", 0), ""},
		{w.Middle("arrow/arrow.py", 16), "arrow/arrow.py  "},
		{w.Middle("arrow/arrow.py", 9), "arro…w.py"},
		{w.Middle("漢字漢字.py", 8), "漢字….py"},
		{w.Middle("漢字漢字.py", 7), "漢 ….py"},
		{w.Middle("arrow/arrow.py", 4), "arr…"},
		{w.Middle("abc", 0), ""},
		{w.Right("12", 4), "  12"},
		{w.Right("12345", 4), "123…"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		in   string
		n    int
		want string
	}{
		{"", 5, ""},
		{"one two three", 7, "one two|three"},
		{"one two three", 3, "one|two|thr|ee"},
		{"  indented line here", 10, "  indented|line here"},
		{"abcdefgh", 3, "abc|def|gh"},
		{"漢字漢字", 5, "漢字|漢字"},
		{"漢字", 1, "…|…"},
		{"ab   cd", 2, "ab|cd"},
		{"ab cd ", 5, "ab cd| "},
	} {
		both(t, func(t *testing.T, w *Width) {
			got := strings.TrimRight(strings.Join(w.Wrap(c.in, c.n), "|"), "| ")
			if got != strings.TrimRight(c.want, "| ") {
				t.Errorf("Wrap(%q, %d) = %q, want %q", c.in, c.n, got, c.want)
			}
		})
	}
	if got := (&Width{}).Wrap("abc", 0); got != nil {
		t.Errorf("Wrap to no width = %q, want nothing", got)
	}
}

func TestCleanMarks(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"plain", "func main()", "func main()"},
		{"clipboard", "a\x1b]52;c;AAAA\x07b", "a␛]52;c;AAAA␇b"},
		{"erase", "\x1b[2J", "␛[2J"},
		{"link", "\x1b]8;;http://x\x1b\\t", "␛]8;;http://x␛\\t"},
		{"unterminated", "\x1b]0;title", "␛]0;title"},
		{"device control", "\x1bPq\x1b\\", "␛Pq␛\\"},
		{"raw C1", "a\x9b2Jb", "a\ufffd2Jb"},
		{"C1", "\u009b31m", "⟨U+009B⟩31m"},
		{"NEL", "a\u0085b", "a⟨U+0085⟩b"},
		{"override", "x\u202etxt", "x⟨U+202E⟩txt"},
		{"isolate", "\u2066a\u2069", "⟨U+2066⟩a⟨U+2069⟩"},
		{"marks of direction", "\u200e\u200f\u061c", "⟨U+200E⟩⟨U+200F⟩⟨U+061C⟩"},
		{"zero width", "a\u200bb\u200cc\u200dd\ufeff", "a⟨U+200B⟩b⟨U+200C⟩c⟨U+200D⟩d⟨U+FEFF⟩"},
		{"soft hyphen", "so\u00adft", "so⟨U+00AD⟩ft"},
		{"separators", "a\u2028b\u2029", "a⟨U+2028⟩b⟨U+2029⟩"},
		{"tags", "\U000e0041", "⟨U+E0041⟩"},
		{"bell backspace delete", "\a\b\x7f", "␇␈␡"},
		{"lone CR", "a\rb", "a␍b"},
		{"selector", "a\ufe01", "a⟨U+FE01⟩"},
		{"combining first", "\u0301x", "◌\u0301x"},
		{"combining after space", " \u0301", " ◌\u0301"},
		{"combining", "e\u0301", "e\u0301"},
		{"pile", "e" + strings.Repeat("\u0301", 7), "e" + strings.Repeat("\u0301", 6) + "⟨U+0301⟩"},
		{"invalid", "a\xff\xfeb", "a\ufffd\ufffdb"},
	} {
		both(t, func(t *testing.T, w *Width) {
			if got := w.Clean(c.in, 4); got != c.want {
				t.Errorf("%s: Clean(%q) = %q, want %q", c.name, c.in, got, c.want)
			}
		})
	}
}

func TestCleanEmoji(t *testing.T) {
	family := "👨\u200d👩\u200d👧"
	for _, c := range []struct{ in, wc, grapheme string }{
		{family, "👨⟨U+200D⟩👩⟨U+200D⟩👧", family},
		{"❤\ufe0f", "❤", "❤\ufe0f"},
		{"1\ufe0f\u20e3", "1\u20e3", "1\ufe0f\u20e3"},
		{"👍🏽", "👍🏽", "👍🏽"},
		{"🇩🇪", "🇩🇪", "🇩🇪"},
		{"👨\u200d", "👨⟨U+200D⟩", "👨⟨U+200D⟩"},
	} {
		if got := (&Width{Method: ansi.WcWidth}).Clean(c.in, 4); got != c.wc {
			t.Errorf("wcwidth: Clean(%q) = %q, want %q", c.in, got, c.wc)
		}
		if got := (&Width{Method: ansi.GraphemeWidth}).Clean(c.in, 4); got != c.grapheme {
			t.Errorf("grapheme: Clean(%q) = %q, want %q", c.in, got, c.grapheme)
		}
	}
}

// Case C23: the comment stands at cell 16.
func TestTabsAfterWideCharacters(t *testing.T) {
	both(t, func(t *testing.T, w *Width) {
		got := w.Clean("s = \"漢字🙂\"\t# n", 4)
		before, _, _ := strings.Cut(got, "#")
		if at := w.Of(before); at != 16 {
			t.Errorf("# at cell %d of %q, want 16", at, got)
		}
	})
	if got := (&Width{}).Clean("\ta\t\tb", 4); got != "    a       b" {
		t.Errorf("got %q", got)
	}
	if got := (&Width{}).Clean("\ta", 0); got != " a" {
		t.Errorf("tab stop 0 counts as 1: got %q", got)
	}
}

func TestLines(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"a\r\nb\r\n", "a|b"},
		{"a\nb", "a|b"},
		{"a\n\n", "a|"},
		{"a\r\r\nb", "a␍|b"},
		{"a\rb\n", "a␍b"},
		{"\n", ""},
	} {
		if got := strings.Join((&Width{}).Lines(c.in, 4), "|"); got != c.want {
			t.Errorf("Lines(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

// nasty draws from what breaks terminals and layouts.
func nasty() *rapid.Generator[string] {
	pieces := rapid.SampledFrom([]string{
		"a", "z ", "  ", "\t", "\r", "\x1b", "\x1b[31m", "\x1b]0;t\a", "\x9b", "\u009b", "\x00", "\x7f", "\xff", "\xe6\xbc",
		"漢", "字", "🙂", "👨\u200d👩\u200d👧", "❤\ufe0f", "❤", "🇩", "🇪", "e\u0301", "\u0301", "\u200b", "\u200d", "\u202e", "\u2028",
		"\u00ad", "\ufeff", "क्ष", "क", "\u094d", "각", "\u1100", "\u1161", "\u11a8", "ｶﾞ", "\u0600", "1\ufe0f\u20e3", "\U000e0100", "…", "⟨",
		"\u0d4e", "\u0e33", "\u0ec0", "\u302a", "\u1f3fb", "🏽", "\U0001F1E6",
	})
	any := rapid.Custom(func(t *rapid.T) string { return rapid.String().Draw(t, "s") })
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOf(rapid.OneOf(pieces, any)).Draw(t, "pieces"), "")
	})
}

func checkClean(w *Width, s string, tab int) error {
	c := w.Clean(s, tab)
	if !utf8.ValidString(c) {
		return fmt.Errorf("Clean(%q) = %q is no UTF-8", s, c)
	}
	for _, r := range c {
		if unicode.IsControl(r) || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0x200b || r == 0x2028 {
			return fmt.Errorf("Clean(%q) = %q lets %U through", s, c, r)
		}
	}
	n := w.Of(c)
	if got := w.Of("|" + c + "|"); got != n+2 {
		return fmt.Errorf("Clean(%q) = %q is %d cells alone and %d between bars", s, c, n, got-2)
	}
	if again := w.Clean(c, tab); again != c {
		return fmt.Errorf("cleaning twice: %q then %q", c, again)
	}
	return checkFit(w, c, n)
}

func checkFit(w *Width, c string, n int) error {
	for _, k := range []int{0, 1, 2, 3, 7, n - 1, n, n + 3} {
		want := max(k, 0)
		for name, got := range map[string]string{"Fit": w.Fit(c, k), "Cut": w.Cut(c, 0, k), "Cut from 1": w.Cut(c, 1, k), "Tail": w.Tail(c, k), "Middle": w.Middle(c, k), "Right": w.Right(c, k)} {
			if w.Of(got) != want {
				return fmt.Errorf("%s(%q, %d) = %q has %d cells", name, c, k, got, w.Of(got))
			}
		}
		if k < 1 {
			continue
		}
		for _, l := range w.Wrap(c, k) {
			if w.Of(l) > k {
				return fmt.Errorf("Wrap(%q, %d) gave %q", c, k, l)
			}
		}
	}
	return nil
}

func TestCleanProperties(t *testing.T) {
	both(t, func(t *testing.T, w *Width) {
		rapid.Check(t, func(t *rapid.T) {
			if err := checkClean(w, nasty().Draw(t, "s"), rapid.IntRange(0, 9).Draw(t, "tab")); err != nil {
				t.Fatal(err)
			}
		})
	})
}

func TestWrapKeepsInk(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := &Width{}
		s := w.Clean(nasty().Draw(t, "s"), 4)
		n := rapid.IntRange(24, 60).Draw(t, "n") // wider than any one cluster drawn
		ink := func(s string) string { return strings.ReplaceAll(s, " ", "") }
		if got := strings.Join(w.Wrap(s, n), ""); ink(got) != ink(s) {
			t.Fatalf("Wrap(%q, %d) = %q", s, n, got)
		}
	})
}

func FuzzClean(f *testing.F) {
	for _, s := range []string{"", "a\tb", "\x1b[2J", "漢字🙂", "e\u0301\u202e", "👨\u200d👩", "\x9b\xff"} {
		f.Add(s, 4)
	}
	f.Fuzz(func(t *testing.T, s string, tab int) {
		for _, m := range []ansi.Method{ansi.WcWidth, ansi.GraphemeWidth} {
			if err := checkClean(&Width{Method: m}, s, tab%16); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func BenchmarkFitASCII(b *testing.B) {
	w, s := &Width{}, strings.Repeat("abcdef ", 30)
	for b.Loop() {
		w.Fit(s, 120)
	}
}

func BenchmarkFitStyled(b *testing.B) {
	w, s := &Width{}, strings.Repeat("\x1b[38;2;1;2;3mabc\x1b[m 漢", 30)
	for b.Loop() {
		w.Fit(s, 120)
	}
}

func BenchmarkCleanSource(b *testing.B) {
	w, s := &Width{}, "\tif err := d.repo.Append(ctx, scope, e); err != nil { // 漢"
	for b.Loop() {
		w.Clean(s, 4)
	}
}

func BenchmarkCleanLongLine(b *testing.B) {
	w, s := &Width{}, strings.Repeat("0123456789\t", 300_000)
	b.SetBytes(int64(len(s)))
	for b.Loop() {
		w.Clean(s, 4)
	}
}

func BenchmarkCutLongLine(b *testing.B) {
	w, s := &Width{}, strings.Repeat("0123456789", 300_000)
	for b.Loop() {
		w.Cut(s, 2_000_000, 160)
	}
}

// Every character alone, before and behind a letter: what is written has the
// width that it has between others, also where the tables of Unicode that
// measure are newer than those that tell marks.
func TestEveryCharacterKeepsItsColumns(t *testing.T) {
	last := rune(0x323af) // beyond it there are tags, private use and nothing
	for _, m := range []ansi.Method{ansi.WcWidth, ansi.GraphemeWidth} {
		w, wrong := &Width{Method: m}, 0
		for r := rune(0x80); r <= last && wrong < 20; r++ {
			for _, s := range []string{string(r), "a" + string(r), string(r) + "a"} {
				c := w.Clean(s, 4)
				if got, want := w.Of("|"+c+"|"), w.Of(c)+2; got != want {
					t.Errorf("method %v: Clean(%q) = %q is %d cells between bars, want %d", m, s, c, got, want)
					wrong++
				}
				if again := w.Clean(c, 4); again != c {
					t.Errorf("method %v: cleaning %q twice: %q then %q", m, s, c, again)
					wrong++
				}
			}
		}
	}
}
