package agreement

import (
	"suffice/audit"
	"suffice/tui/part"
)

// answers are what A and B said as people read it, units by path and lines.
// They are clean.
func (s *Screen) answers(a, b string) (string, string) {
	a, b = s.places[s.field()].Apart(a, b)
	return s.clean(a), s.clean(b)
}

// bothSaid is what A and B said, in at most n cells each.
func (s *Screen) bothSaid(a, b string, n int) string {
	m := s.env.Width
	a, b = s.answers(a, b)
	return "A " + m.Fit(a, min(m.Of(a), n)) + " · B " + m.Fit(b, min(m.Of(b), n))
}

// itemName is an item as people call it. It is clean.
func (s *Screen) itemName(i audit.Item) string {
	i = s.places[s.field()].Item(s.field(), i)
	name := s.names[i.State]
	if name == "" {
		name = i.State
	}
	if i.Group != "" {
		name += " · " + i.Group
	}
	return s.clean(name)
}

// itemRows lists the items behind a cell.
type itemRows struct{ s *Screen }

func (r itemRows) Len() int         { return len(r.s.behind) }
func (r itemRows) Key(i int) uint64 { return r.s.drawn<<24 | uint64(i) }

// Line is the name with the state_id, where there is room.
func (r itemRows) Line(i, w int) string {
	s := r.s
	m := s.env.Width
	name, id := s.itemName(r.s.behind[i]), s.clean(r.s.behind[i].State)
	n := min(m.Of(name), w)
	line := m.Fit(name, n)
	if room := w - n - 2; room > 8 && s.names[r.s.behind[i].State] != "" {
		line += "  " + s.env.Theme.Faint.Render(m.Fit(id, room))
	}
	return m.Fit(line, w)
}

// viewItems draws what is behind the cell under the cursor.
func (s *Screen) viewItems(r part.Rect) []string {
	m := s.env.Width
	in := r.Inner()
	pane := part.Pane{Title: "Behind the cell", Focus: s.focus == paneItems}
	g, ok := s.now()
	if !ok || g.Items == 0 {
		return pane.Draw(s.env, r.W, r.H, part.FitAll(m, nil, in.W, in.H))
	}
	s.settle()
	a, b := s.cell(g)
	pane.Title = part.Many(len(s.behind), s.one(g))
	pane.Note = s.bothSaid(a, b, max((in.W-m.Of(pane.Title)-20)/2, 16))
	s.frame.items = in
	if len(s.behind) == 0 {
		return pane.Draw(s.env, r.W, r.H, part.FitAll(m, []string{s.env.Theme.Muted.Render("  Nothing is behind this cell.")}, in.W, in.H))
	}
	lines := s.items.View(s.env, in.W, in.H, s.focus == paneItems)
	pane.Bar = s.items.Bar()
	return pane.Draw(s.env, r.W, r.H, lines)
}
