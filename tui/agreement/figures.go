package agreement

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"suffice/audit"
	"suffice/review"
	"suffice/tui/cell"
	"suffice/tui/part"
)

// figureLine is one line of the figures. left is styled when it is drawn.
type figureLine struct {
	kind  figureKind
	text  string // clean
	value string
	graph string
	item  audit.Item // of an exclusion
}

type figureKind int

const (
	lineBlank figureKind = iota
	lineFigure
	lineHow
	lineWarn
	lineHead
	lineExcluded
)

// excluded is the exclusion under the cursor of the figures.
func (s *Screen) excluded() audit.Item {
	if i := s.figures.Cursor; i >= 0 && i < len(s.lines) {
		return s.lines[i].item
	}
	return audit.Item{}
}

// graphCells is how wide an interval is drawn.
const graphCells = 21

// makeLines writes the figures of the field shown, for w cells.
func (s *Screen) makeLines(w int) {
	key := fmt.Sprint(s.field(), " ", w, " ", s.drawn)
	if s.shown == key {
		return
	}
	s.shown = key
	s.lines = nil
	s.written++
	g, ok := s.now()
	if !ok {
		return
	}
	s.tell(lineHead, w, s.countWords(g))
	if g.Items == 0 {
		s.tell(lineWarn, w, g.Raw.Reason+". Every figure is without a value.")
	} else {
		for _, f := range g.Figures() {
			s.figure(f, w)
		}
	}
	s.exclusions(g, w)
	s.figures.To(s.figures.Cursor)
}

func (s *Screen) countWords(g *audit.Agreement) string {
	return fmt.Sprintf("n = %s of %s, %d excluded, %d categories possible",
		part.Many(g.Items, s.one(g)), part.Many(g.States, "state"), len(g.Exclusions), g.Possible)
}

// one is what one item of a comparison is: a state, a group, or a unit that
// either certificate accepts.
func (s *Screen) one(g *audit.Agreement) string {
	if s.field() == review.FieldUnits && g.Level == audit.Groups {
		return "unit"
	}
	return strings.TrimSuffix(string(g.Level), "s")
}

// tell wraps a sentence into lines.
func (s *Screen) tell(k figureKind, w int, text string) {
	if text == "" {
		return
	}
	indent := map[figureKind]int{lineHow: 4, lineWarn: 4, lineHead: 1}[k]
	for i, l := range s.env.Width.Wrap(s.clean(text), max(w-indent-3, 8)) {
		lead := cell.Spaces(indent)
		if k == lineWarn {
			lead = "  ! "
			if i > 0 {
				lead = "    "
			}
		}
		s.lines = append(s.lines, figureLine{kind: k, text: lead + l})
	}
}

// figure writes a figure: its value with the interval, how it comes about, and
// in words what there is to say against it.
func (s *Screen) figure(f audit.Figure, w int) {
	line := figureLine{kind: lineFigure, text: f.Name, value: f.Text()}
	if f.Value != nil {
		if f.Interval != nil {
			line.value = s.env.Width.Fit(line.value, 21) + f.Interval.Text()
			line.graph = s.graph(f)
		}
	}
	s.lines = append(s.lines, line)
	if f.Value == nil {
		s.tell(lineWarn, w, f.Reason)
		return
	}
	how := fmt.Sprintf("%s = %d/%d", f.Formula, f.Ratio.Numerator, f.Ratio.Denominator)
	if i := f.Interval; i != nil {
		how += " · 95%: " + i.Method
		if i.StandardError != nil {
			how += fmt.Sprintf(", SE %.6f", *i.StandardError)
		}
		if i.Draws > 0 {
			how += fmt.Sprintf(", %s draws, seed %d", thousands(i.Draws), s.ask.Seed)
		}
	}
	s.tell(lineHow, w, how)
	if f.Interval != nil {
		s.tell(lineWarn, w, f.Interval.Caution)
	}
	s.tell(lineWarn, w, f.Caution)
}

// graph draws a value on its scale, from 0 to 1 for a share and from -1 to 1
// for a coefficient, with its interval.
func (s *Screen) graph(f audit.Figure) string {
	low := 0.0
	if f.Scale == audit.Coefficient {
		low = -1
	}
	place := func(x float64) int {
		return clamp(int(math.Round((x-low)/(1-low)*(graphCells-1))), 0, graphCells-1)
	}
	axis := []rune(strings.Repeat("·", graphCells))
	if low < 0 {
		axis[graphCells/2] = '┊'
	}
	if i := f.Interval; i != nil {
		from, to := place(i.Lower), place(i.Upper)
		for k := from; k <= to; k++ {
			axis[k] = '─'
		}
		axis[from], axis[to] = '├', '┤'
	}
	axis[place(*f.Value)] = '●'
	return string(axis)
}

// exclusions names what does not count.
func (s *Screen) exclusions(g *audit.Agreement, w int) {
	s.lines = append(s.lines, figureLine{})
	if len(g.Exclusions) == 0 {
		s.tell(lineHead, w, "Nothing is excluded: both judged every one.")
		return
	}
	s.tell(lineHead, w, fmt.Sprintf("Excluded, because not both judged it: %d", len(g.Exclusions)))
	for _, e := range g.Exclusions {
		s.lines = append(s.lines, figureLine{kind: lineExcluded, text: s.itemName(e.Item), value: s.clean(e.Reason), item: e.Item})
	}
}

// figureRows draws the figures.
type figureRows struct{ s *Screen }

func (r figureRows) Len() int         { return len(r.s.lines) }
func (r figureRows) Key(i int) uint64 { return r.s.written<<24 | uint64(i) }

func (r figureRows) Line(i, w int) string {
	s, l := r.s, r.s.lines[i]
	t, m := s.env.Theme, s.env.Width
	switch l.kind {
	case lineFigure:
		value := t.Strong.Render(l.value)
		if l.value == "none" {
			value = t.Warn.Render(l.value)
		}
		line := m.Fit(" "+l.text, 24) + value
		if l.graph != "" && m.Of(line)+graphCells+2 <= w {
			line = m.Fit(line, w-graphCells-1) + s.inkGraph(l.graph) + " "
		}
		return m.Fit(line, w)
	case lineHow:
		return m.Fit(t.Faint.Render(l.text), w)
	case lineWarn:
		return m.Fit(t.Warn.Render(l.text), w)
	case lineHead:
		return m.Fit(t.Muted.Render(l.text), w)
	case lineExcluded:
		name := m.Tail(l.text, min(m.Of(l.text), w/2))
		return m.Fit("  "+name+"  "+t.Muted.Render(l.value), w)
	}
	return cell.Spaces(w)
}

// inkGraph colours a drawn interval.
func (s *Screen) inkGraph(g string) string {
	t := s.env.Theme
	var b strings.Builder
	for _, r := range g {
		st := t.Border
		switch {
		case r == '●':
			st = t.Strong
		case slices.Contains([]rune("├─┤"), r):
			st = t.Accent
		}
		b.WriteString(st.Render(string(r)))
	}
	return b.String()
}
