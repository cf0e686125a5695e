package cell

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// maxMarks is how many combining marks one character may carry; further ones
// are written out, so that a pile of them cannot swell a cell without end.
const maxMarks = 6

const (
	zwj  = 0x200d
	vs15 = 0xfe0e
	vs16 = 0xfe0f
)

// Clean makes one line of text from outside safe: control characters, escape
// sequences, C1, bidi controls and invisible characters become visible marks
// such as ␛ and ⟨U+202E⟩; tabs go to stops of tab cells, measured by w; invalid
// UTF-8 becomes U+FFFD. What it returns holds no control character, and its
// width is the same alone as with other clean text on either side.
//
// A zero-width joiner stays only where it joins two emoji and the terminal
// clusters graphemes; an emoji presentation selector is dropped where the
// terminal does not, since there terminals disagree about its width.
func (w *Width) Clean(s string, tab int) string {
	if plain(s) {
		return s
	}
	c := cleaner{w: w, tab: max(tab, 1)}
	c.b.Grow(len(s) + len(s)/8 + 16)
	for c.at = 0; c.at < len(s); {
		c.step(s)
	}
	return c.b.String()
}

// Lines splits text from outside at LF and CRLF and cleans every line. A final
// line end opens no further line; empty text is one empty line. A lone CR is
// shown as a mark.
func (w *Width) Lines(s string, tab int) []string {
	s = strings.TrimSuffix(s, "\n")
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = w.Clean(strings.TrimSuffix(l, "\r"), tab)
	}
	return lines
}

// cleaner is one run of Clean.
type cleaner struct {
	w     *Width
	tab   int
	b     strings.Builder
	at    int  // next byte of the text
	tabs  int  // length of what was written up to the last tab stop
	base  bool // the last thing written can carry a combining mark
	marks int  // how many it carries
}

// step writes one run of ASCII, one tab, or one cluster.
func (c *cleaner) step(s string) {
	run := c.at
	for run < len(s) && s[run] >= 0x20 && s[run] < 0x7f {
		run++
	}
	if run > c.at && c.w.Method == ansi.GraphemeWidth && strings.HasPrefix(s[run:], keycap) {
		run-- // the last character is half of a keycap
	}
	if run > c.at {
		c.b.WriteString(s[c.at:run])
		c.base, c.marks = s[run-1] != ' ', 0
		c.at = run
		return
	}
	if b := s[c.at]; b < 0x20 || b == 0x7f {
		c.control(b)
		c.at++
		return
	}
	c.cluster(s)
}

// control writes a C0 character or DEL.
func (c *cleaner) control(b byte) {
	c.base = false
	switch b {
	case '\t':
		// Stops are all multiples of tab, so cells since the last one are enough.
		done := c.w.Of(c.b.String()[c.tabs:])
		c.b.WriteString(Spaces(c.tab - done%c.tab))
		c.tabs = c.b.Len()
	case 0x7f:
		c.b.WriteString("␡")
	default:
		c.b.WriteRune(0x2400 + rune(b))
	}
}

// cluster writes what stands at the next byte, which is no lone ASCII: rune by rune
// while any of it has to be shown as a mark, else as it is.
func (c *cleaner) cluster(s string) {
	text, _ := ansi.FirstGraphemeCluster(s[c.at:], c.w.Method)
	if c.harmless(text) {
		c.base, c.marks = true, 0
		c.b.WriteString(text)
		c.at += len(text)
		return
	}
	r, size := utf8.DecodeRuneInString(s[c.at:])
	c.at += size
	c.rune(r, size, s)
}

// harmless reports whether a cluster can go out as it is: it starts with a
// character of its own width and holds nothing that must be marked.
func (c *cleaner) harmless(text string) bool {
	var prev rune
	marks := 0
	for i, r := range text {
		switch {
		case r == utf8.RuneError:
			return false
		case i == 0:
			if suspect(r) || joins(r) || c.w.Method.StringWidth(string(r)) < 1 {
				return false
			}
		case c.w.Method == ansi.GraphemeWidth && (r == zwj && emoji(prev) || selects(text[i:], prev)):
			// Part of one picture, drawn as one by this terminal.
		case suspect(r):
			return false
		case joins(r):
			if marks++; marks > maxMarks {
				return false
			}
		}
		prev = r
	}
	return prev != zwj
}

// rune writes one character of a cluster that is not harmless as a whole.
func (c *cleaner) rune(r rune, size int, s string) {
	switch {
	case r == utf8.RuneError && size <= 1:
		c.base = false
		c.b.WriteString("\ufffd")
	case (r == vs16 || r == vs15) && c.base && c.w.Method == ansi.WcWidth:
		// Left out: without clustering it changes nothing but the guess of the width.
	case suspect(r):
		c.base = false
		fmt.Fprintf(&c.b, "⟨U+%04X⟩", r)
	case joins(r) || c.w.Method.StringWidth(string(r)) < 1:
		c.combining(r)
	default:
		c.base, c.marks = true, 0
		c.b.WriteRune(r)
	}
}

// combining writes a mark onto what stands before it, or onto a dotted circle
// where nothing of this text does.
func (c *cleaner) combining(r rune) {
	if !c.base {
		c.b.WriteString("◌")
		c.base, c.marks = true, 0
	}
	if c.marks++; c.marks > maxMarks {
		fmt.Fprintf(&c.b, "⟨U+%04X⟩", r)
		c.base = false
		return
	}
	c.b.WriteRune(r)
}

// keycap makes a digit before it a keycap emoji.
const keycap = "\ufe0f\u20e3"

// selects reports whether rest starts with an emoji presentation selector that
// means something after prev.
func selects(rest string, prev rune) bool {
	if !strings.HasPrefix(rest, "\ufe0f") {
		return false
	}
	return emoji(prev) || prev >= 0x2190 && prev <= 0x2bff || prev == 0xa9 || prev == 0xae || strings.HasPrefix(rest, keycap)
}

// emoji reports whether r can be part of an emoji joined by U+200D.
func emoji(r rune) bool {
	return r >= 0x1f000 && r <= 0x1faff || r >= 0x2600 && r <= 0x27bf || r == 0x2b50 || r == vs16
}
