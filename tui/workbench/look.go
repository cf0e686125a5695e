package workbench

import (
	"github.com/charmbracelet/x/ansi"

	"suffice/tui/code"
	"suffice/tui/theme"
)

// look is the theme as pens, made once for a theme and a width method.
type look struct {
	theme  *theme.Theme
	dark   bool
	method ansi.Method
	made   bool

	text, muted, faint, strong, accent code.Pen
	good, warn, bad, observed, border  code.Pen
	groups                             []code.Pen
	bold                               code.Pen
}

// group is the pen of the group at a position.
func (l *look) group(i int) code.Pen {
	if len(l.groups) == 0 || i < 0 {
		return l.text
	}
	return l.groups[i%len(l.groups)]
}

// refresh makes the pens again when colours or the width method changed.
func (s *Screen) refresh() {
	t := s.env.Theme
	if s.look.made && s.look.theme == t && s.look.dark == t.Dark && s.look.method == s.env.Width.Method {
		return
	}
	s.forget()
}

// forget drops everything that was drawn.
func (s *Screen) forget() {
	t := s.env.Theme
	l := look{
		theme: t, dark: t.Dark, method: s.env.Width.Method, made: true,
		text: code.NewPen(t.Text), muted: code.NewPen(t.Muted), faint: code.NewPen(t.Faint),
		strong: code.NewPen(t.Strong), accent: code.NewPen(t.Accent), good: code.NewPen(t.Good),
		warn: code.NewPen(t.Warn), bad: code.NewPen(t.Bad), observed: code.NewPen(t.Observed),
		border: code.NewPen(t.Border), bold: code.NewPen(t.Text.Bold(true)),
	}
	for _, g := range t.Groups {
		l.groups = append(l.groups, code.NewPen(g))
	}
	s.look = l
	s.unit.painter = code.NewPainter(s.env.Width, t, s.env.Tab)
	s.unit.rulers = nil
	if s.unit.shown {
		s.unit.rulers = map[int]*code.Ruler{}
	}
	s.unit.drawn++
	s.version++
	s.pool.list.Forget()
	s.unit.list.Forget()
	s.card.forget()
	s.side.forget()
	if s.loaded {
		s.side.rebuild(s)
	}
}
