package code

import (
	"strings"

	"suffice/tui/cell"
	"suffice/tui/theme"
)

// Mark is a stretch of one line, in bytes of the line as given, that is shown
// in a style of its own: a search hit.
type Mark struct{ Start, End int }

// Painter paints lines for one theme and one width method. Every line it
// returns opens and closes its own styles.
type Painter struct {
	width *cell.Width
	tab   int
	pens  [classes]Pen
	match [2]Pen // other hits, the present hit
}

// NewPainter prepares the styles of a theme.
func NewPainter(w *cell.Width, t *theme.Theme, tab int) *Painter {
	p := &Painter{width: w, tab: max(tab, 1)}
	for c := range classes {
		style := t.Text
		if s, ok := t.Syntax[c.String()]; ok && c != Plain {
			style = s
		}
		p.pens[c] = NewPen(style)
	}
	p.match = [2]Pen{NewPen(t.Match), NewPen(t.Match.Bold(true).Underline(true))}
	return p
}

// Row is one line to paint.
type Row struct {
	Text  string // the line as given
	Spans []Span // nil: plain
	Marks []Mark // in order, not overlapping
	Hit   int    // which of Marks is the present one, -1 for none
	Ruler *Ruler // of a long line, kept between paints; nil costs time
}

// Long reports whether a line is long enough to be worth a Ruler.
func Long(line string) bool { return len(line) > chunk }

// Paint returns n cells of a row from cell from on.
func (p *Painter) Paint(r Row, from, n int) string {
	if n <= 0 {
		return ""
	}
	start, col := 0, 0
	end := len(r.Text)
	if Long(r.Text) {
		if r.Ruler == nil {
			r.Ruler = NewRuler(r.Text, p.width, p.tab)
		}
		start, col, end = r.Ruler.window(from, n)
	}
	var b strings.Builder
	b.Grow(2*n + 64)
	p.pieces(&b, r, start, end, col)
	return p.width.Cut(b.String(), from-col, n)
}

// pieces writes bytes start..end of the row, each stretch in its own style.
func (p *Painter) pieces(b *strings.Builder, r Row, start, end, col int) {
	at, span, mark := start, 0, 0
	for at < end {
		class, next := Plain, end
		for span < len(r.Spans) && r.Spans[span].End <= at {
			span++
		}
		if span < len(r.Spans) {
			class, next = r.Spans[span].Class, min(end, r.Spans[span].End)
		}
		use := p.pens[class]
		for mark < len(r.Marks) && r.Marks[mark].End <= at {
			mark++
		}
		if mark < len(r.Marks) {
			if m := r.Marks[mark]; m.Start <= at {
				use, next = p.match[hit(mark == r.Hit)], min(next, m.End)
			} else {
				next = min(next, m.Start)
			}
		}
		clean, width := clean(p.width, r.Text[at:next], col, p.tab)
		use.Write(b, clean)
		col, at = col+width, next
	}
}

func hit(present bool) int {
	if present {
		return 1
	}
	return 0
}
