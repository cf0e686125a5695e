package auditing

import (
	"suffice/audit"
	"suffice/tui/part"
)

// frame is where things were drawn last, for the mouse.
type frame struct {
	w, h          int
	reader, judge part.Rect
	tabs          part.Rect
	rows          part.Rect // the list of the group
	fields        part.Rect // the eight judgments
	columns       int       // of them
}

// fieldAt is the judgment at a cell.
func (f *frame) fieldAt(x, y int) (audit.Field, bool) {
	if !f.fields.Has(x, y) || f.columns == 0 {
		return 0, false
	}
	down := audit.FieldCount / f.columns
	col := min((x-f.fields.X)*f.columns/max(f.fields.W, 1), f.columns-1)
	i := col*down + y - f.fields.Y
	return audit.Field(i), i < audit.FieldCount
}

// The widths from which the reader fits beside the group.
const wide = 110

// layout is what is drawn where; a rectangle without width is not drawn.
type layout struct {
	reader, judge, state part.Rect
	tabs, foot           part.Rect
}

func (s *Screen) layout(w, h int) layout {
	all := part.Rect{W: w, H: h}
	switch {
	case w >= wide && s.reader != nil && s.reader.Zoomed():
		return layout{reader: all}
	case w >= wide:
		cols := part.Columns(all, part.Fill(1), part.Fixed(clamp(w*38/100, 52, 64)))
		tall := clamp(h/4, 5, 10)
		right := part.Stack(cols[1], part.Fill(1), part.Fixed(tall))
		return layout{reader: cols[0], judge: right[0], state: right[1]}
	}
	rows := part.Stack(all, part.Fixed(1), part.Fill(1), part.Fixed(1))
	l := layout{tabs: rows[0], foot: rows[2]}
	if s.judging() {
		l.judge = rows[1]
	} else {
		l.reader = rows[1]
	}
	return l
}

func clamp(n, low, high int) int { return min(max(n, low), high) }
