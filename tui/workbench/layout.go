package workbench

import "suffice/tui/part"

// frame is where the panes were drawn last, for the mouse and for scrolling.
type frame struct {
	rect [panes]part.Rect
	skip [panes]int // lines inside the border before the rows begin
	on   [panes]bool
	kind kind
}

func (f *frame) put(p pane, r part.Rect, skip int) { f.rect[p], f.skip[p], f.on[p] = r, skip, true }

func (f *frame) inner(p pane) part.Rect { return f.rect[p].Inner() }

// at is the pane at a cell.
func (f *frame) at(x, y int) (pane, bool) {
	for p := range panes {
		if f.on[p] && f.rect[p].Has(x, y) {
			return p, true
		}
	}
	return 0, false
}

// kind is how many panes stand side by side.
type kind int

const (
	onePane kind = iota
	twoPanes
	threePanes
)

// The widths from which two and three columns have room.
const (
	twoFrom   = 110
	threeFrom = 160
)

// layout is what is drawn where.
type layout struct {
	kind kind
	rect map[pane]part.Rect
	tabs part.Rect // of the one-pane layout
	foot part.Rect // its status line
}

// layout divides w by h cells. The eye goes from left to right: what the agent
// knows, what there is to read, what is still needed.
func (s *Screen) layout(w, h int) layout {
	all := part.Rect{W: w, H: h}
	l := layout{rect: map[pane]part.Rect{}}
	switch {
	case s.reading:
		return s.readingLayout(w, h)
	case s.zoom && w >= twoFrom:
		l.kind = onePane
		if w >= threeFrom {
			l.kind = threePanes
		} else {
			l.kind = twoPanes
		}
		l.rect[s.focus] = all
	case w >= threeFrom:
		l.kind = threePanes
		side := sideWidth(w)
		cols := part.Columns(all, part.Fixed(side), part.Fill(1), part.Fixed(side))
		mid := part.Stack(cols[1], part.Fixed(s.poolHeight(h, 3)), part.Fill(1))
		l.rect[paneState], l.rect[panePool], l.rect[paneUnit], l.rect[paneCertificate] = cols[0], mid[0], mid[1], cols[2]
	case w >= twoFrom:
		l.kind = twoPanes
		cols := part.Columns(all, part.Fixed(halfWidth(w)), part.Fill(1))
		right := part.Stack(cols[1], part.Percent(56), part.Fill(1))
		l.rect[s.left] = cols[0]
		l.rect[paneUnit], l.rect[paneCertificate] = right[0], right[1]
	default:
		rows := part.Stack(all, part.Fixed(1), part.Fill(1), part.Fixed(1))
		l.tabs, l.foot = rows[0], rows[2]
		l.rect[s.focus] = rows[1]
	}
	return l
}

// sideWidth is that of the two outer columns of three, halfWidth that of the
// left one of two.
func sideWidth(w int) int { return clamp(w*27/100, 42, 58) }
func halfWidth(w int) int { return clamp(w*42/100, 46, 66) }

// poolHeight gives the pool list a third of the height, less when it is short.
func (s *Screen) poolHeight(h, share int) int {
	need := s.shelf.pool.Len() + 2
	return clamp(min(h*10/(share*9), need), min(8, h/2), max(h-8, 1))
}

func clamp(n, low, high int) int { return min(max(n, low), high) }
