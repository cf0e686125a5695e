package agreement

import (
	"fmt"
	"strconv"
	"strings"

	"suffice/audit"
	"suffice/tui/cell"
	"suffice/tui/part"
)

// fieldTitle is a field for people.
func fieldTitle(name string) string {
	if f, ok := audit.FieldNamed(name); ok {
		return f.Title()
	}
	return strings.ReplaceAll(name, "_", " ")
}

// fieldRows lists the fields with their figures.
type fieldRows struct{ s *Screen }

func (r fieldRows) Len() int         { return len(r.s.fields) }
func (r fieldRows) Key(i int) uint64 { return r.s.drawn<<16 | uint64(i) }

// columns are the widths of a row's columns.
type columns struct{ name, n, share, bar, kappa, ac1, alpha int }

func (s *Screen) columns(w int) columns {
	c := columns{n: 6, share: 9, kappa: 9, ac1: 8, alpha: 8}
	for _, f := range s.fields {
		c.name = max(c.name, s.env.Width.Of(s.clean(fieldTitle(f)))+1)
	}
	c.name = min(c.name, max(w/2, 12))
	rest := w - c.name - c.n - c.share - c.kappa - c.ac1 - c.alpha
	for _, drop := range []*int{&c.alpha, &c.ac1, &c.kappa, &c.n} {
		if rest < 8 {
			rest += *drop
			*drop = 0
		}
	}
	c.bar = clamp(rest-1, 0, 24)
	return c
}

func (s *Screen) fieldHead(w int) string {
	m, c := s.env.Width, s.columns(w)
	line := m.Fit("field", c.name)
	for _, x := range []struct {
		text string
		w    int
	}{{"n", c.n}, {"alike", c.share}} {
		if x.w > 0 {
			line += m.Right(x.text, x.w)
		}
	}
	line += cell.Spaces(c.bar + 1)
	for _, x := range []struct {
		text string
		w    int
	}{{"kappa", c.kappa}, {"AC1", c.ac1}, {"alpha", c.alpha}} {
		if x.w > 0 {
			line += m.Right(x.text, x.w)
		}
	}
	return s.env.Theme.Faint.Render(m.Fit(line, w))
}

// Line is a field with n, po and its bar, and the coefficients.
func (r fieldRows) Line(i, w int) string {
	s := r.s
	t, m, c := s.env.Theme, s.env.Width, r.s.columns(w)
	name := s.fields[i]
	line := m.Fit(s.clean(fieldTitle(name)), c.name)
	g, ok := s.got[name]
	if !ok {
		word := "…"
		if !s.run.busy() {
			word = "–"
		}
		return m.Fit(line+t.Faint.Render(m.Right(word, max(c.n, 2))), w)
	}
	if c.n > 0 {
		line += t.Muted.Render(m.Right(strconv.Itoa(g.Items), c.n))
	}
	po, have := g.Raw.Number()
	if !have {
		return m.Fit(line+"  "+t.Warn.Render("! 0 shared "+string(g.Level)), w)
	}
	line += m.Right(fmt.Sprintf("%.2f%%", 100*po), c.share) + " " + s.bar(po, c.bar)
	for _, x := range []struct {
		f audit.Figure
		w int
	}{{g.Kappa, c.kappa}, {g.AC1, c.ac1}, {g.Alpha, c.alpha}} {
		if x.w > 0 {
			line += s.coefficient(x.f, x.w)
		}
	}
	return m.Fit(line, w)
}

// bar draws a share; what is missing of it is drawn too.
func (s *Screen) bar(share float64, w int) string {
	return part.ShareBar(s.env, share, w)
}

// coefficient is a figure in few cells: "none" where it is undefined, with a
// sign where it says nothing.
func (s *Screen) coefficient(f audit.Figure, w int) string {
	t, m := s.env.Theme, s.env.Width
	v, ok := f.Number()
	switch {
	case !ok:
		return t.Warn.Render(m.Right("none", w))
	case strings.Contains(f.Caution, "says nothing"):
		return t.Warn.Render(m.Right("!"+short(v), w))
	}
	return m.Right(short(v), w)
}

// short writes a coefficient with three decimals and never "-0.000".
func short(v float64) string {
	text := strconv.FormatFloat(v, 'f', 3, 64)
	if text == "-0.000" {
		return "0.000"
	}
	return text
}

// viewFields draws the fields.
func (s *Screen) viewFields(r part.Rect) []string {
	in := r.Inner()
	pane := part.Pane{Title: "Fields", Note: phaseWords(s.phase), Focus: s.focus == paneFields}
	lines := []string{" " + s.fieldHead(in.W-1)}
	s.frame.fields = part.Rect{X: in.X, Y: in.Y + 1, W: in.W, H: max(in.H-1, 0)}
	rest := max(in.H-1, 0)
	list := s.list.View(s.env, in.W, rest, s.focus == paneFields)
	if words := s.fieldWords(in.W); rest > len(s.fields)+len(words) {
		list = append(list[:rest-len(words)], words...)
	}
	pane.Bar = s.list.Bar()
	return pane.Draw(s.env, r.W, r.H, append(lines, list...))
}

// fieldWords explain the signs of the rows above them.
func (s *Screen) fieldWords(w int) []string {
	t, m := s.env.Theme, s.env.Width
	none, empty := false, false
	for _, g := range s.got {
		none = none || g.Kappa.Value == nil && g.Items > 0
		empty = empty || strings.Contains(g.Kappa.Caution, "says nothing")
	}
	var out []string
	add := func(text string) {
		for _, l := range m.Wrap(text, max(w-2, 8)) {
			out = append(out, m.Fit(" "+t.Muted.Render(l), w))
		}
	}
	if none {
		add("none: undefined, since only one category was used; the figures say why")
	}
	if empty {
		add("! kappa says nothing: most answers fall in one category")
	}
	return out
}
