package cell

import (
	"unicode"

	"github.com/charmbracelet/x/ansi"
)

// suspect reports whether r must not reach a terminal as it is: it controls,
// hides, reorders, separates lines, or swallows the character after it.
func suspect(r rune) bool {
	if r < 0x300 {
		return r < 0x20 || r >= 0x7f && r <= 0x9f || r == 0xad
	}
	return unicode.Is(hidden, r) || unicode.Is(unicode.Cf, r) || !unicode.IsGraphic(r) && clings(r)
}

// clings reports whether a character that the tables of this program do not
// know shares the cell of its neighbour all the same: a mark of a newer
// Unicode, about which terminals disagree.
func clings(r rune) bool {
	s := string(r)
	return ansi.GraphemeWidth.StringWidth("|"+s) < 2 || ansi.GraphemeWidth.StringWidth(s+"|") < 2
}

// joins reports whether r combines with whatever stands before it: a mark, or
// one of the few characters that cluster like one.
func joins(r rune) bool {
	switch r {
	case 0x0e33, 0x0eb3, 0xff9e, 0xff9f, 0x1f3fb, 0x1f3fc, 0x1f3fd, 0x1f3fe, 0x1f3ff:
		return true
	}
	return r >= 0x300 && unicode.Is(unicode.M, r)
}

// hidden lists what Unicode shows as nothing without calling it a control or
// format character, and what joins the character after it.
var hidden = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x034f, Hi: 0x034f, Stride: 1}, // combining grapheme joiner
		{Lo: 0x0d4e, Hi: 0x0d4e, Stride: 1}, // joins what follows
		{Lo: 0x115f, Hi: 0x1160, Stride: 1}, // Hangul fillers
		{Lo: 0x17b4, Hi: 0x17b5, Stride: 1}, // Khmer inherent vowels
		{Lo: 0x180b, Hi: 0x180f, Stride: 1}, // Mongolian selectors
		{Lo: 0x2028, Hi: 0x2029, Stride: 1}, // line and paragraph separator
		{Lo: 0x2065, Hi: 0x2065, Stride: 1},
		{Lo: 0x2800, Hi: 0x2800, Stride: 1}, // braille blank
		{Lo: 0x3164, Hi: 0x3164, Stride: 1}, // Hangul filler
		{Lo: 0xd800, Hi: 0xdfff, Stride: 1}, // surrogates
		{Lo: 0xfdd0, Hi: 0xfdef, Stride: 1}, // no characters
		{Lo: 0xfe00, Hi: 0xfe0f, Stride: 1}, // variation selectors
		{Lo: 0xffa0, Hi: 0xffa0, Stride: 1}, // half-width Hangul filler
		{Lo: 0xfff0, Hi: 0xfff8, Stride: 1},
		{Lo: 0xfffe, Hi: 0xffff, Stride: 1},
	},
	R32: []unicode.Range32{
		{Lo: 0x111c2, Hi: 0x111c3, Stride: 1}, // these join what follows
		{Lo: 0x1193f, Hi: 0x1193f, Stride: 1},
		{Lo: 0x11941, Hi: 0x11941, Stride: 1},
		{Lo: 0x11a3a, Hi: 0x11a3a, Stride: 1},
		{Lo: 0x11a84, Hi: 0x11a89, Stride: 1},
		{Lo: 0x11d46, Hi: 0x11d46, Stride: 1},
		{Lo: 0x11f02, Hi: 0x11f02, Stride: 1},
		{Lo: 0x1d173, Hi: 0x1d17a, Stride: 1}, // music controls
		{Lo: 0xe0000, Hi: 0xe0fff, Stride: 1}, // tags, further variation selectors
	},
}
