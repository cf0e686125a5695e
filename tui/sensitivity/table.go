package sensitivity

import (
	"strconv"
	"strings"

	"suffice/tui/cell"
	"suffice/tui/part"
)

// columns are the widths of the table for w cells.
type columns struct {
	name, slots, cell int
	arrows            bool // "·→✓▲" instead of "·✓▲"
}

// roomy is what names of methods have before the arrows of outcomes give way.
const roomy = 24

func (s *Screen) columns(w int) columns {
	c := columns{slots: 8, cell: 7, arrows: true}
	n := len(s.cutoffs())
	if w-c.slots-n*c.cell < min(roomy, s.longestLabel()+2) {
		c.cell, c.arrows = 5, false
	}
	if w-c.slots-n*c.cell < 12 {
		c.slots = 0
	}
	c.name = max(w-c.slots-n*c.cell, 8)
	return c
}

// tableRows draws the methods with their outcomes.
type tableRows struct{ s *Screen }

func (r tableRows) Len() int         { return len(r.s.pic.lines) }
func (r tableRows) Key(i int) uint64 { return r.s.drawn<<20 | uint64(i) }

// Line is the method, where it completes, and the outcome at every cutoff.
func (r tableRows) Line(i, w int) string {
	s, t, m := r.s, r.s.env.Theme, r.s.env.Width
	l, c := s.pic.lines[i], s.columns(w)
	sign, name := t.Accent.Render("■"), t.Text
	if !l.locked {
		sign, name = t.Muted.Render("□"), t.Muted
	}
	text := s.fitLabel(l, max(c.name-2, 0))
	if l.flips(s.cutoffs()) > 0 && s.pic.compared {
		name = t.Strong
	}
	var b strings.Builder
	b.WriteString(sign + " " + name.Render(text))
	if c.slots > 0 {
		at := slotSign(l.now)
		if s.pic.compared && l.was != l.now {
			at = slotSign(l.was) + "→" + at
		}
		b.WriteString(t.Muted.Render(m.Right(at, c.slots-1) + " "))
	}
	for _, k := range s.cutoffs() {
		b.WriteString(s.outcome(within(l.was, k), within(l.now, k), c))
	}
	return m.Fit(b.String(), w)
}

// outcome is one cell: complete or not, before and after; a flip has a sign of
// its own besides its colour.
func (s *Screen) outcome(was, now bool, c columns) string {
	t, m := s.env.Theme, s.env.Width
	mark := func(done bool) string {
		if done {
			return "✓"
		}
		return "·"
	}
	if !s.pic.compared {
		style := t.Faint
		if now {
			style = t.Good
		}
		return style.Render(m.Right(mark(now)+" ", c.cell))
	}
	text, style := mark(was), t.Faint
	if c.arrows {
		text += "→"
	}
	text += mark(now)
	switch {
	case now && !was:
		text, style = text+"▲", t.Good.Bold(true)
	case was && !now:
		text, style = text+"▼", t.Bad.Bold(true)
	default:
		text += " "
		if now {
			style = t.Muted
		}
	}
	return style.Render(m.Right(text, c.cell))
}

// tableHead names the columns.
func (s *Screen) tableHead(w int) string {
	t, m := s.env.Theme, s.env.Width
	c := s.columns(w - 1)
	line := m.Fit("   method", c.name+1)
	if c.slots > 0 {
		line += m.Right("at", c.slots-1) + " "
	}
	for _, k := range s.cutoffs() {
		line += m.Right("@"+strconv.Itoa(k)+" ", c.cell)
	}
	return t.Muted.Render(m.Fit(line, w))
}

// viewTable draws the class with what it means, and below it every method.
func (s *Screen) viewTable(r part.Rect) []string {
	t, m := s.env.Theme, s.env.Width
	in := r.Inner()
	pane := part.Pane{Title: s.title("1 Methods"), Focus: s.focus == paneTable}
	head := s.classLines(in.W, max(in.H-6, 1))
	if in.H-len(head) > 3 {
		head = append(head, t.Border.Render(strings.Repeat("─", in.W)))
	}
	head = append(head, s.tableHead(in.W))
	s.frame.table = part.Rect{X: in.X, Y: in.Y + len(head), W: in.W, H: max(in.H-len(head), 0)}
	pane.Left = s.legend(in.W - 6)
	if len(s.pic.lines) == 0 {
		none := " No ranking of this state is locked, and no run of yours from here is on record."
		if s.runs != nil {
			none += " " + s.keyFor(doRun) + " runs a method."
		}
		for _, l := range m.Wrap(none, max(in.W-2, 1)) {
			head = append(head, t.Muted.Render(m.Fit(" "+strings.TrimLeft(l, " "), in.W)))
		}
		return pane.Draw(s.env, r.W, r.H, part.FitAll(m, head, in.W, in.H))
	}
	lines := append(head, s.table.View(s.env, in.W, s.frame.table.H, s.focus == paneTable)...)
	pane.Bar = s.table.Bar()
	return pane.Draw(s.env, r.W, r.H, part.FitAll(m, lines, in.W, in.H))
}

// legend explains the signs of the table in at most w cells: those that are
// least plain stay longest.
func (s *Screen) legend(w int) string {
	for _, text := range []string{
		"✓ complete  · not  ▲ gained  ▼ lost  ■ locked  □ a run, not counted",
		"✓ complete · not ▲ gained ▼ lost ■ locked □ a run",
		"▲ gained ▼ lost ■ locked □ a run, not counted",
		"▲ gained ▼ lost □ not counted",
	} {
		if s.env.Width.Of(text) <= w {
			return text
		}
	}
	return ""
}

// classLines are the class, what it means and what it is held against.
func (s *Screen) classLines(w, most int) []string {
	t, m := s.env.Theme, s.env.Width
	style := t.Strong
	if s.pic.flips > 0 || s.pic.class == "L3" {
		style = t.Warn.Bold(true)
	}
	locked := len(s.now.Locked)
	out := []string{" " + style.Render(s.pic.verdict(locked))}
	for _, l := range m.Wrap(s.pic.explain(locked), max(w-2, 1)) {
		out = append(out, " "+t.Text.Render(l))
	}
	for _, l := range m.Wrap(s.pic.against(s.now), max(w-2, 1)) {
		out = append(out, " "+t.Muted.Render(l))
	}
	if most > len(out) {
		out = append(out, cell.Spaces(w))
	}
	for i := range out {
		out[i] = m.Fit(out[i], w)
	}
	return out[:min(len(out), max(most, 1))]
}

// nextFlip goes to the next method whose outcome flips, round the end.
func (s *Screen) nextFlip() {
	n := len(s.pic.lines)
	for k := 1; k <= n; k++ {
		i := (s.table.Cursor + k) % n
		if s.pic.lines[i].flips(s.cutoffs()) > 0 {
			s.table.To(i)
			s.choose()
			s.focusOn(paneTable)
			return
		}
	}
}

func (s *Screen) anyFlip() bool {
	if !s.pic.compared {
		return false
	}
	for _, l := range s.pic.lines {
		if l.flips(s.cutoffs()) > 0 {
			return true
		}
	}
	return false
}
