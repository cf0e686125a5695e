package workbench

import (
	"strings"

	"suffice/tui/part"
)

// The room from which a reader shows two and three of its panes.
const (
	readTwoFrom   = 56
	readTwoTall   = 30
	readThreeFrom = 92
)

// readingLayout divides the room of a reader: the state card beside pool and
// unit, or one of them over the unit, or the pane read last alone.
func (s *Screen) readingLayout(w, h int) layout {
	all := part.Rect{W: w, H: h}
	l := layout{rect: map[pane]part.Rect{}}
	switch {
	case s.zoom || s.alone:
		l.kind = threePanes
		l.rect[s.reads] = all
	case w >= readThreeFrom:
		l.kind = threePanes
		cols := part.Columns(all, part.Fixed(clamp(w*40/100, 36, 54)), part.Fill(1))
		right := part.Stack(cols[1], part.Fixed(s.poolHeight(h, 3)), part.Fill(1))
		l.rect[paneState], l.rect[panePool], l.rect[paneUnit] = cols[0], right[0], right[1]
	case w >= readTwoFrom && h >= readTwoTall:
		l.kind = twoPanes
		rows := part.Stack(all, part.Percent(40), part.Fill(1))
		l.rect[s.left], l.rect[paneUnit] = rows[0], rows[1]
	default:
		l.rect[s.reads] = all
	}
	return l
}

// readingPanes draws them.
func (s *Screen) readingPanes(l layout, h int) []string {
	switch {
	case len(l.rect) == 1:
		return s.viewPane(s.reads, l.rect[s.reads])
	case l.kind == twoPanes:
		return append(s.viewPane(s.left, l.rect[s.left]), s.viewPane(paneUnit, l.rect[paneUnit])...)
	}
	right := append(s.viewPane(panePool, l.rect[panePool]), s.viewPane(paneUnit, l.rect[paneUnit])...)
	return part.Beside(h, s.viewPane(paneState, l.rect[paneState]), right)
}

// plainTitle is a pane's title without the digit that focuses it: digits mean
// something else around a reader.
func plainTitle(name string) string {
	_, rest, ok := strings.Cut(name, " ")
	if !ok {
		return name
	}
	return rest
}
