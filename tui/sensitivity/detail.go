package sensitivity

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"suffice/tui/part"
	"suffice/tui/runs"
)

// compareMsg is the method to compare with; empty ends the comparison.
type compareMsg struct {
	to     *Screen
	method string
}

// otherLine is the line that the one under the cursor is compared with.
func (s *Screen) otherLine() *line {
	l := s.line()
	for i := range s.pic.lines {
		if o := &s.pic.lines[i]; o.key() == s.other && l != nil && o.key() != l.key() {
			return o
		}
	}
	return nil
}

// comparing reports whether two methods stand side by side.
func (s *Screen) comparing() bool { return s.otherLine() != nil }

// chooseOther offers the other methods of this state.
func (s *Screen) chooseOther() tea.Cmd {
	l := s.line()
	ask := part.ChooseMsg{Title: "Compare " + s.label(*l) + " with"}
	var names []string
	if s.comparing() {
		ask.Items, names = append(ask.Items, part.Choice{Text: "nothing: end the comparison"}), append(names, "")
	}
	for _, o := range s.pic.lines {
		if o.key() == l.key() {
			continue
		}
		detail := "locked, " + completesAt(o.now)
		if !o.locked {
			detail = "run at the desk, " + completesAt(o.now)
		}
		ask.Items = append(ask.Items, part.Choice{Text: s.label(o), Detail: detail})
		names = append(names, o.key())
	}
	ask.Then = func(i int) tea.Cmd { return send(compareMsg{s, names[i]}) }
	return send(ask)
}

// swap exchanges the two methods compared.
func (s *Screen) swap() {
	l, o := s.line(), s.otherLine()
	for i := range s.pic.lines {
		if &s.pic.lines[i] == o {
			s.other = l.key()
			s.table.To(i)
			s.choose()
			return
		}
	}
}

// makeDetail puts the method under the cursor, or the two compared, into rows.
func (s *Screen) makeDetail() {
	l := s.line()
	key := ""
	if l != nil {
		key = fmt.Sprint(l.key(), "\x00", s.other, "\x00", s.drawn)
	}
	if key == s.made {
		return
	}
	s.made = key
	s.told.Version++
	s.told.All = nil
	s.detail.Rows = &s.told
	switch o := s.otherLine(); {
	case l == nil:
	case o != nil:
		s.pairs.make(pair(*l, *o))
		s.detail.Rows = &s.pairs
	default:
		s.told.All = s.methodRows(*l)
	}
	s.detail.Forget()
	s.detail.To(s.detail.Cursor)
}

// methodRows tells how one method fares with every group.
func (s *Screen) methodRows(l line) []runs.Row {
	from := runs.Row{Kind: runs.RowNote, Text: "of a locked set · counted in the class"}
	if !l.locked {
		from.Text = "run at the desk " + part.Stamp(l.entry.Started, s.env.Now()) + " · not counted"
	}
	rows := []runs.Row{{Kind: runs.RowHead, Text: completes(l, s.pic.compared)}, from}
	groups := cover(s.now.Now, l.ranked)
	if branch, slot := branchAt(s.now.Now, groups, l.ranked); branch > 0 {
		rows = append(rows, runs.Row{Kind: runs.RowNote, Text: fmt.Sprintf("by branch %d, whole at %d, before all groups are covered", branch, slot)})
	}
	if len(groups) == 0 {
		rows = append(rows, runs.Row{Kind: runs.RowNote, Text: "The certificate has no groups: it asks for nothing."})
	}
	for _, g := range groups {
		rows = append(rows, s.groupRows(g)...)
	}
	rows = append(rows, runs.Row{}, runs.Row{Kind: runs.RowHead, Text: "the ranking", Note: part.Many(len(l.ranked), "unit")})
	for i, id := range l.ranked {
		r := runs.Row{Kind: runs.RowUnit, Text: fmt.Sprintf("%3d  ", i+1), Name: s.name(id), Unit: id}
		if g := s.clean(serves(s.now.Now, id)); g != "" {
			r.Sign, r.Tail = "✓", " "+g
		}
		rows = append(rows, r)
	}
	return rows
}

// groupRows are one group and its acceptable units by rank.
func (s *Screen) groupRows(g covered) []runs.Row {
	c := &s.now.Now
	group := &c.Groups[g.group]
	head := runs.Row{
		Kind: runs.RowHead, Sign: "✗", Text: s.clean(c.Label(g.group)) + fmt.Sprintf(" %d of %d", group.Threshold, len(group.Acceptable)),
		Note: s.clean(group.Role), Tail: " not covered",
	}
	if g.at > 0 {
		head.Sign, head.Tail = "✓", fmt.Sprintf(" covered at %d", g.at)
	}
	rows := []runs.Row{{}, head}
	for _, m := range g.members {
		rank := "  –"
		if m.rank > 0 {
			rank = fmt.Sprintf("%3d", m.rank)
		}
		r := runs.Row{Kind: runs.RowUnit, Text: rank + "  ", Name: s.name(m.unit), Unit: m.unit}
		if m.rank == 0 {
			r.Tail = " not ranked"
		}
		rows = append(rows, r)
	}
	return rows
}

// viewDetail draws the method under the cursor, or two side by side.
func (s *Screen) viewDetail(r part.Rect) []string {
	in := r.Inner()
	s.frame.detail = in
	pane := part.Pane{Title: s.title("2 Method"), Focus: s.focus == paneDetail}
	l := s.line()
	if l == nil {
		return pane.Draw(s.env, r.W, r.H, s.quiet(in, "No method under the cursor."))
	}
	s.makeDetail()
	label := s.label(*l)
	pane.Note = s.fitLabel(*l, min(s.env.Width.Of(label), max(in.W-s.env.Width.Of(pane.Title)-4, 8)))
	if o := s.otherLine(); o != nil {
		pane.Title = s.title("2 Compare")
		pane.Note = label + " | " + s.label(*o)
	}
	lines := s.detail.View(s.env, in.W, in.H, s.focus == paneDetail)
	pane.Bar = s.detail.Bar()
	return pane.Draw(s.env, r.W, r.H, lines)
}

// quiet is one sentence on an empty pane.
func (s *Screen) quiet(in part.Rect, text string) []string {
	var lines []string
	for _, l := range s.env.Width.Wrap(text, max(in.W-2, 1)) {
		lines = append(lines, " "+s.env.Theme.Muted.Render(l))
	}
	return part.FitAll(s.env.Width, lines, in.W, in.H)
}
