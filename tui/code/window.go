package code

import (
	"sort"

	"suffice/tui/cell"
)

// chunk is how many bytes of a long line are measured at a time.
const chunk = 2 << 10

// Ruler remembers where the chunks of one long line begin, in bytes and in
// cells, so that scrolling sideways never measures the same text twice. It
// grows to the right as far as it is asked.
type Ruler struct {
	text  string
	width *cell.Width
	tab   int
	at    []int // bytes at which chunks begin; at[0] is 0
	col   []int // the cell each of them begins at
	whole bool  // the last chunk ends the line
}

// NewRuler starts a ruler for one line.
func NewRuler(line string, w *cell.Width, tab int) *Ruler {
	return &Ruler{text: line, width: w, tab: max(tab, 1), at: []int{0}, col: []int{0}, whole: line == ""}
}

// grow measures one more chunk; false when the line is measured to its end.
func (r *Ruler) grow() bool {
	if r.whole {
		return false
	}
	last := len(r.at) - 1
	start := r.at[last]
	next := boundary(r.text, start+chunk)
	col := r.col[last] + measure(r.width, r.text[start:next], r.col[last], r.tab)
	r.at, r.col = append(r.at, next), append(r.col, col)
	r.whole = next == len(r.text)
	return true
}

// Whole measures the line to its end and returns its cells. On a very long
// line of wide characters that takes a while: call it in a command.
func (r *Ruler) Whole() int {
	for r.grow() {
	}
	return r.col[len(r.col)-1]
}

// Column is the cell at which byte i of the line is shown.
func (r *Ruler) Column(i int) int {
	i = min(i, len(r.text))
	for r.at[len(r.at)-1] < i && r.grow() {
	}
	k := sort.SearchInts(r.at, i+1) - 1
	return r.col[k] + measure(r.width, r.text[r.at[k]:i], r.col[k], r.tab)
}

// Wider reports whether the line has anything at cell col or right of it.
func (r *Ruler) Wider(col int) bool {
	for r.col[len(r.col)-1] <= col {
		if !r.grow() {
			return false
		}
	}
	return true
}

// window finds bytes that hold the cells from..from+n, and the cell the first
// of them stands at.
func (r *Ruler) window(from, n int) (start, col, end int) {
	r.Wider(from + n)
	k := max(sort.SearchInts(r.col, from+1)-1, 0)
	e := min(sort.SearchInts(r.col, from+n), len(r.at)-1)
	return r.at[k], r.col[k], r.at[e]
}

// boundary is the first place at or after i where a line can be cut without
// cutting a cluster: between two printable ASCII characters, or, when there is
// none nearby, before the next whole character.
func boundary(s string, i int) int {
	if i >= len(s) {
		return len(s)
	}
	for j := i; j < min(len(s), i+chunk); j++ {
		if ascii(s[j-1]) && ascii(s[j]) {
			return j
		}
	}
	for i < len(s) && s[i]&0xc0 == 0x80 {
		i++
	}
	return i
}

func ascii(b byte) bool { return b >= 0x20 && b < 0x7f }

// measure is the cells that a stretch takes which begins at cell col.
func measure(w *cell.Width, s string, col, tab int) int {
	at := col
	for i := 0; i < len(s); i++ {
		switch {
		case ascii(s[i]):
			at++
		case s[i] == '\t':
			at += tab - at%tab
		default:
			_, n := clean(w, s, col, tab)
			return n
		}
	}
	return at - col
}

// clean makes a stretch safe that begins at cell col, so that its tabs go to
// the stops of the line, and measures it.
func clean(w *cell.Width, s string, col, tab int) (string, int) {
	pad := col % tab
	out := w.Clean(cell.Spaces(pad)+s, tab)[pad:]
	return out, w.Of(out)
}
