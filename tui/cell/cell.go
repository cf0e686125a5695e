// Package cell measures and cuts text in terminal cells, and makes text from
// outside safe to show. Every width in a session is measured by one Width, so
// that layout and renderer agree.
package cell

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Ellipsis stands where text was clipped. It is one cell wide.
const Ellipsis = "…"

// Width is the session's one width method: wcwidth until the terminal says
// that it clusters graphemes (mode 2027), then graphemes. Owned by the app;
// screens hold a pointer and only read.
type Width struct{ Method ansi.Method }

// Of is the width of s in cells; s may hold SGR sequences.
func (w *Width) Of(s string) int {
	if plain(s) {
		return len(s)
	}
	return w.Method.StringWidth(s)
}

// plain reports whether every byte of s is printable ASCII: then bytes are cells.
func plain(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < 0x20 || s[i] > 0x7e {
			return false
		}
	}
	return true
}

// Fit makes s exactly n cells wide: clipped with an ellipsis or padded with
// spaces. s is clean, on one line, and may hold SGR sequences. It reads no
// more of s than it shows.
func (w *Width) Fit(s string, n int) string {
	if n <= 0 {
		return ""
	}
	if len(s) <= n && plain(s) {
		return s + Spaces(n-len(s))
	}
	if len(s) > n && plain(s[:n+1]) {
		return s[:n-1] + Ellipsis
	}
	return w.fitSlow(s, n)
}

// fitSlow is Fit for text with wide characters or styles. It remembers where
// the text would have to end to leave room for the ellipsis.
func (w *Width) fitSlow(s string, n int) string {
	var (
		sc    = scanner{w: w, s: s}
		cells int
		keep  int // bytes that leave one cell free
		kept  int // their cells
		open  bool
		style bool // whether a style is open at keep
	)
	for sc.next() {
		if sc.sgr {
			open = !isReset(sc.text)
			if cells <= n-1 {
				keep, style = sc.at, open
			}
			continue
		}
		if cells+sc.width > n {
			return s[:keep] + Ellipsis + closing(style) + Spaces(n-1-kept)
		}
		cells += sc.width
		if cells <= n-1 {
			keep, kept, style = sc.at, cells, open
		}
	}
	return s + Spaces(n-cells)
}

func closing(open bool) string {
	if open {
		return ansi.ResetStyle
	}
	return ""
}

// Cut returns n cells of s from cell from on, padded to n; a wide character
// cut in half becomes a space. s may hold SGR sequences.
func (w *Width) Cut(s string, from, n int) string {
	if n <= 0 {
		return ""
	}
	from = max(from, 0)
	if head := s[:min(len(s), from+n+1)]; plain(head) {
		if from >= len(head) {
			return Spaces(n)
		}
		part := head[from:min(len(head), from+n)]
		return part + Spaces(n-len(part))
	}
	return w.cutSlow(s, from, n)
}

func (w *Width) cutSlow(s string, from, n int) string {
	var (
		b    strings.Builder
		sc   = scanner{w: w, s: s}
		at   int // cell where the present cluster starts
		end  = from + n
		open bool
	)
	b.Grow(n + 16)
	for at < end && sc.next() {
		if sc.sgr {
			open = !isReset(sc.text)
			b.WriteString(sc.text)
			continue
		}
		next := at + sc.width
		switch {
		case sc.width == 0 && at <= from: // joined to something left of the cut
		case at >= from && next <= end:
			b.WriteString(sc.text)
		case next > from: // half of it is inside
			b.WriteString(Spaces(min(next, end) - max(at, from)))
		}
		at = next
	}
	b.WriteString(closing(open))
	if at < end {
		b.WriteString(Spaces(end - max(at, from)))
	}
	return b.String()
}

// Tail makes s exactly n cells wide like Fit but keeps its end: what is
// clipped, behind an ellipsis, is the beginning. s is plain clean text.
func (w *Width) Tail(s string, n int) string {
	have := w.Of(s)
	if have <= n || n <= 0 {
		return w.Fit(s, n)
	}
	return Ellipsis + w.Cut(s, have-n+1, n-1)
}

// Middle makes s exactly n cells wide like Fit but keeps its beginning and its
// end: what is clipped stands between them. s is plain clean text.
func (w *Width) Middle(s string, n int) string {
	have := w.Of(s)
	if have <= n || n < 5 {
		return w.Fit(s, n)
	}
	head := n / 2
	return w.Cut(s, 0, head) + Ellipsis + w.Cut(s, have-(n-head-1), n-head-1)
}

// Right makes s exactly n cells wide with padding on the left; text that is
// too long is clipped as by Fit.
func (w *Width) Right(s string, n int) string {
	have := w.Of(s)
	if have >= n {
		return w.Fit(s, n)
	}
	return Spaces(n-have) + s
}

// blank is what Spaces slices; one allocation serves every padding on a screen.
const blank = "                                                                                                                                                                                                                                                                "

// Spaces is n spaces, none for n < 1.
func Spaces(n int) string {
	if n <= 0 {
		return ""
	}
	if n <= len(blank) {
		return blank[:n]
	}
	return strings.Repeat(" ", n)
}
