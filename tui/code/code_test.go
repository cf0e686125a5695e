package code

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"suffice/certificate/card"
	"suffice/tui/cell"
	"suffice/tui/theme"
)

func text(s string, first int) *Text {
	return NewText(&card.Unit{Text: s, LineStart: first})
}

func TestTextNumbersItsLines(t *testing.T) {
	x := text("a\r\nb\nc", 41)
	if len(x.Lines) != 3 || x.Lines[0] != "a" || x.Number(2) != 43 {
		t.Fatalf("%q, last line %d", x.Lines, x.Number(2))
	}
	if i, ok := x.Index(42); !ok || i != 1 {
		t.Errorf("line 42 is at %d, %v", i, ok)
	}
	if _, ok := x.Index(44); ok {
		t.Error("line 44 is not there")
	}
	if got := x.Between(0, 1); got != "a\nb" {
		t.Errorf("quotation %q", got)
	}
	if got := x.Between(2, 9); got != "c" {
		t.Errorf("quotation beyond the end %q", got)
	}
}

func TestLanguage(t *testing.T) {
	for file, want := range map[string]string{
		"a.go": "Go", `src\b.py`: "Python", "x/Makefile": "Makefile", "Dockerfile": "Docker", "a.TSX": "TSX",
		"a.jungle": "", "README": "", "": "", "go.mod": "", "x.md": "markdown",
	} {
		if got := Language(file); got != want {
			t.Errorf("Language(%q) = %q, want %q", file, got, want)
		}
	}
}

// allowed is every language of the list, by an extension.
func allowed() []string {
	var out []string
	for _, ext := range strings.Fields("go py js ts tsx java kt scala c cpp cs rs rb php swift lua sh sql json yaml toml ini xml html css scss md rst diff proto") {
		out = append(out, "x."+ext)
	}
	return append(out, "Makefile", "Dockerfile", "CMakeLists.txt")
}

func TestEveryLanguageHasALexer(t *testing.T) {
	for _, f := range allowed() {
		if lexerFor(Language(f), text("x", 1)) == nil {
			t.Errorf("%s: no lexer %q", f, Language(f))
		}
	}
}

func TestLexKeepsOffsetsOfCRLFText(t *testing.T) {
	x := text("def f():\r\n    return \"漢字\"  # c\r\n\r\nx = 1", 1)
	k := Lex("Python", x)
	if k == nil {
		t.Fatal("not lexed")
	}
	find := func(line int, class Class) string {
		from := 0
		for _, s := range k[line] {
			if s.Class == class {
				return x.Lines[line][from:s.End]
			}
			from = s.End
		}
		return ""
	}
	if got := find(1, String); got != `"漢字"` {
		t.Errorf("string %q", got)
	}
	if got := find(1, Comment); got != "# c" {
		t.Errorf("comment %q", got)
	}
	if got := find(3, Number); got != "1" {
		t.Errorf("number %q", got)
	}
	if len(k[2]) != 0 {
		t.Errorf("spans on a blank line: %v", k[2])
	}
}

func TestLexLeavesLargeTextsPlain(t *testing.T) {
	if Lex("Go", text(strings.Repeat("x := 1\n", MaxLexBytes/6), 1)) != nil {
		t.Error("a text above the limit was lexed")
	}
	if Lex("Go", text(strings.Repeat("a", MaxLexLine+1), 1)) != nil {
		t.Error("a line above the limit was lexed")
	}
	if Lex("", text("x", 1)) != nil {
		t.Error("an unknown language was lexed")
	}
}

// FuzzLex checks that spans cover every line exactly, whatever the text, in
// every language of the list: else a lexer would be trusted that loses text.
func FuzzLex(f *testing.F) {
	for _, s := range []string{"", "/", "a\r\nb", "\"unterminated", "<?php echo", "{{", "\x00\xff", "```go\nx", "'''", "/*", "a: |\n b"} {
		for i := range 3 {
			f.Add(uint8(i*11), s)
		}
	}
	files := allowed()
	f.Fuzz(func(t *testing.T, which uint8, s string) {
		x := text(s, 1)
		k := Lex(Language(files[int(which)%len(files)]), x)
		for i, spans := range k {
			at := 0
			for _, sp := range spans {
				if sp.End <= at || sp.End > len(x.Lines[i]) {
					t.Fatalf("line %d: span ends at %d after %d of %d", i, sp.End, at, len(x.Lines[i]))
				}
				at = sp.End
			}
			if at != len(x.Lines[i]) {
				t.Fatalf("line %d: spans end at %d of %d", i, at, len(x.Lines[i]))
			}
		}
	})
}

func painter(m ansi.Method) (*Painter, *cell.Width) {
	w := &cell.Width{Method: m}
	th := theme.Dark()
	return NewPainter(w, &th, 4), w
}

func TestPaintIsExactAndHarmless(t *testing.T) {
	lines := []string{
		"", "plain", "s = \"漢字🙂\"\t# n", "\t\tdeep", "a\x1b[2Jb\x1b]52;c;x\x07c", "e\u0301\u0301 family 👨‍👩‍👧 end", "\u202eevil\u200b",
		strings.Repeat("x", 5000), strings.Repeat("漢", 3000), strings.Repeat("\ta", 4000), strings.Repeat("a\u0301", 3000), "bad \xff\xfe",
	}
	for _, m := range []ansi.Method{ansi.WcWidth, ansi.GraphemeWidth} {
		p, w := painter(m)
		for _, line := range lines {
			ruler := NewRuler(line, w, 4)
			for _, from := range []int{0, 1, 2, 3, 7, 80, 1999, 2047, 2048, 2049, 4100, 100_000} {
				for _, n := range []int{0, 1, 2, 40, 120} {
					got := p.Paint(Row{Text: line, Ruler: ruler, Hit: -1}, from, n)
					if w.Of(got) != n {
						t.Fatalf("%v: %.20q from %d: %d cells, want %d: %q", m, line, from, w.Of(got), n, got)
					}
					if plain := ansi.Strip(got); strings.ContainsAny(plain, "\x1b\x07\t\u202e\u200b\u009b") {
						t.Fatalf("%.20q reaches the screen as %q", line, plain)
					}
				}
			}
		}
	}
}

// TestWindowsOfALongLineFitTogether compares what is painted window by window
// with the whole line cleaned at once.
func TestWindowsOfALongLineFitTogether(t *testing.T) {
	pieces := []string{"word ", "\t", "漢字", "x=1;", "é", "🙂", "\x1b[31m", "\u202e", "aaaaaaaaaaaaaaaa"}
	rng := rand.New(rand.NewPCG(1, 2))
	for round := range 20 {
		var b strings.Builder
		for b.Len() < 9000 {
			b.WriteString(pieces[rng.IntN(len(pieces))])
		}
		line := b.String()
		p, w := painter(ansi.WcWidth)
		whole := w.Clean(line, 4)
		ruler := NewRuler(line, w, 4)
		if got := ruler.Whole(); got != w.Of(whole) {
			t.Fatalf("round %d: the ruler says %d cells, the cleaned line has %d", round, got, w.Of(whole))
		}
		for from := 0; from < w.Of(whole); from += 97 {
			got := ansi.Strip(p.Paint(Row{Text: line, Ruler: ruler, Hit: -1}, from, 97))
			if want := w.Cut(whole, from, 97); got != want {
				t.Fatalf("round %d from %d:\n got %q\nwant %q", round, from, got, want)
			}
		}
	}
}

func TestTabsGoToStops(t *testing.T) {
	p, _ := painter(ansi.WcWidth)
	got := ansi.Strip(p.Paint(Row{Text: "s = \"漢字🙂\"\t# n", Hit: -1}, 0, 20))
	if want := "s = \"漢字🙂\"    # n "; !strings.HasPrefix(got, want[:len(want)-1]) {
		t.Errorf("%q", got)
	}
	at := strings.Index(got, "#")
	if w := (&cell.Width{}).Of(got[:at]); w != 16 {
		t.Errorf("# stands at cell %d, want 16", w)
	}
}

func TestMarksAndSpansMeet(t *testing.T) {
	p, _ := painter(ansi.WcWidth)
	row := Row{Text: "return value", Spans: []Span{{6, Keyword}, {12, Plain}}, Marks: []Mark{{3, 9}}, Hit: 0}
	got := p.Paint(row, 0, 14)
	if ansi.Strip(got) != "return value  " {
		t.Errorf("%q", got)
	}
	if !strings.Contains(got, "urn") || strings.Count(got, "\x1b[") < 6 {
		t.Errorf("styles are missing: %q", got)
	}
	for i, part := range strings.Split(got, "\x1b[m") {
		if strings.Count(part, "\x1b[") > 1 {
			t.Errorf("part %d opens a style before the last is closed: %q", i, part)
		}
	}
}

func TestColumnOfAByte(t *testing.T) {
	w := &cell.Width{}
	line := strings.Repeat("漢\t", 3000)
	r := NewRuler(line, w, 4)
	for _, i := range []int{0, 3, 4, 4096, len(line)} {
		if got, want := r.Column(i), w.Of(w.Clean(line[:i], 4)); got != want {
			t.Errorf("byte %d is at cell %d, want %d", i, got, want)
		}
	}
	if r.Wider(12000) || !r.Wider(11999) {
		t.Error("the line is 12,000 cells wide")
	}
}

func TestFind(t *testing.T) {
	x := text("Tide tide\nnothing\nTIDE", 1)
	for _, c := range []struct {
		query string
		want  string
	}{
		{"tide", "[{0 {0 4}} {0 {5 9}} {2 {0 4}}]"}, {"Tide", "[{0 {0 4}}]"}, {"", "[]"}, {"zz", "[]"},
	} {
		if got := fmt.Sprint(Find(x, c.query)); got != c.want {
			t.Errorf("Find(%q) = %s, want %s", c.query, got, c.want)
		}
	}
}

func BenchmarkLex(b *testing.B) {
	x := text(strings.Repeat("def tide(station, when):  # comment\n    return table[station][when] + \"x\"\n", 32), 1)
	b.SetBytes(int64(len(strings.Join(x.Lines, "\n"))))
	for b.Loop() {
		Lex("Python", x)
	}
}

func BenchmarkPaint(b *testing.B) {
	p, _ := painter(ansi.WcWidth)
	x := text("    return table[station][when] + \"x\"  # comment", 1)
	row := Row{Text: x.Lines[0], Spans: Lex("Python", x)[0], Hit: -1}
	for b.Loop() {
		p.Paint(row, 0, 100)
	}
}
