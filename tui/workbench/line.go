package workbench

import (
	tea "charm.land/bubbletea/v2"

	"suffice/tui/part"
)

// line is the filter of the pool or the search in the unit while it is typed;
// what it finds follows every key.
type line struct {
	box    *part.Field // nil while nothing is typed
	search bool        // in the unit; else the filter
	before string      // what escape goes back to
	from   int         // the line a search began at
}

func (l *line) active() bool { return l.box != nil }

// filters reports whether the pool's filter is being typed.
func (l *line) filters() bool { return l.box != nil && !l.search }

// searches reports whether a search in the unit is being typed.
func (l *line) searches() bool { return l.box != nil && l.search }

// lineChanged follows what is typed.
func (s *Screen) lineChanged() tea.Cmd {
	if s.line.search {
		s.unit.search(s, s.line.box.Value(), s.line.from)
		return nil
	}
	s.setFilter(s.line.box.Value())
	s.pool.list.To(0)
	return s.showUnit()
}

func (s *Screen) acceptLine() tea.Cmd {
	s.line = line{}
	return nil
}

// cancelLine goes back to what was there before; it also lets a selection go.
func (s *Screen) cancelLine() tea.Cmd {
	if !s.line.active() {
		s.unit.unselect()
		return nil
	}
	l := s.line
	s.line = line{}
	if l.search {
		s.unit.search(s, "", l.from)
		s.unit.list.To(l.from)
		return nil
	}
	s.setFilter(l.before)
	return s.showUnit()
}

// viewFilter is the filter being typed, with its explanation below, in a third
// of h lines at most.
func (s *Screen) viewFilter(w, h int) []string {
	text, _, _ := s.line.box.View(s.env, max(w-3, 1), 1)
	out := []string{s.env.Width.Fit(" "+s.look.accent.Paint("/")+" "+text[0], w)}
	hint, pen := filterHint, s.look.faint
	if bad := s.pool.filter.bad; bad != "" {
		hint, pen = s.clean(bad)+" means nothing here; there is "+filterIs, s.look.bad
	}
	for _, l := range s.env.Width.Wrap(hint, max(w-2, 1)) {
		out = append(out, s.env.Width.Fit(" "+pen.Paint(l), w))
	}
	return out[:min(len(out), max(h/3, 3))]
}
