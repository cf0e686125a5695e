package workbench

import (
	"fmt"
	"slices"

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

// viewFilter is the filter being typed, with its explanation below.
func (s *Screen) viewFilter(w int) []string {
	text, _, _ := s.line.box.View(s.env, max(w-3, 1), 1)
	out := []string{s.env.Width.Fit(" "+s.look.accent.Paint("/")+" "+text[0], w)}
	hint, pen := filterHint, s.look.faint
	if bad := s.pool.filter.bad; bad != "" {
		hint, pen = s.clean(bad)+" means nothing here; there is "+filterIs, s.look.bad
	}
	for _, l := range s.env.Width.Wrap(hint, max(w-2, 1)) {
		out = append(out, s.env.Width.Fit(" "+pen.Paint(l), w))
	}
	return out[:min(len(out), 3)]
}

// startSearch begins a search in the unit.
func (s *Screen) startSearch() tea.Cmd {
	s.focusOn(paneUnit)
	s.line = line{box: part.NewField("", false), search: true, before: s.unit.query, from: s.unit.list.Cursor}
	s.line.box.Hint = "search in this unit"
	return nil
}

// viewSearch is the last line of the unit while a search is typed or found
// something.
func (s *Screen) viewSearch(w int) string {
	u := &s.unit
	count := ""
	if u.query != "" {
		count = "no hit"
		if n := len(u.hits); n > 0 {
			count = fmt.Sprintf("%d of %d", u.hit+1, n)
		}
	}
	left := " " + s.look.accent.Paint("/") + " "
	room := max(w-4-len(count), 1)
	if s.line.searches() {
		text, _, _ := s.line.box.View(s.env, room, 1)
		left += text[0]
	} else {
		left += s.env.Width.Fit(s.clean(u.query), room)
	}
	pen := s.look.muted
	if count == "no hit" {
		pen = s.look.bad
	}
	return s.env.Width.Fit(left+pen.Paint(count), w)
}

// stepInFile goes to the next or previous unit of the same file.
func (s *Screen) stepInFile(n int) tea.Cmd {
	i, _ := s.unitAt()
	in := s.shelf.file[fileKey(s.shelf.pool.Units[i].Path)]
	k := slices.Index(in, i) + n
	if k < 0 || k >= len(in) {
		return toast(part.Quiet, "no other unit of this file "+[]string{"before", "", "after"}[n+1]+" this one")
	}
	return s.showPosition(in[k])
}

// listNeighbours lists the other units of the file, to jump to.
func (s *Screen) listNeighbours() tea.Cmd {
	i, _ := s.unitAt()
	near := s.shelf.neighbours(i)
	items := make([]part.Choice, len(near))
	for k, n := range near {
		items[k] = part.Choice{Text: s.unitName(n.at), Detail: n.where}
		if m := s.stand[n.at]; len(m.labels) > 0 {
			items[k].Detail = s.clean(m.labels[0]) + " · " + n.where
		}
	}
	return send(part.ChooseMsg{Title: "Pool units of this file", Items: items, Then: func(k int) tea.Cmd { return s.showPosition(near[k].at) }})
}
