package reviewing

import (
	tea "charm.land/bubbletea/v2"

	"suffice/review"
	"suffice/tui/cell"
	"suffice/tui/part"
	"suffice/tui/workbench"
)

// frame is where the panel was drawn last, for the mouse.
type frame struct {
	panel part.Rect // zero while it is not shown
	rows  part.Rect // of the list in it
	lacks part.Rect // of what is missing, below the list
	lines []int     // which missing thing each line of lacks is of; -1 for none
	tab   part.Rect // of its tab, where one pane fits
}

// show gives the panel the focus.
func (s *Screen) show() {
	s.panel, s.inLacks = true, false
	s.rebuild()
}

// change chooses or changes what is under the cursor.
func (s *Screen) change() tea.Cmd {
	if l, ok := s.lackHere(); ok {
		return s.goTo(l)
	}
	r := s.here()
	decided := func(f func() tea.Cmd) tea.Cmd {
		if !s.writable() {
			return toast(part.Quiet, "the review is submitted: "+s.keyFor(actReopen)+" takes it back to change it")
		}
		cmd, _ := s.decides(f)()
		return cmd
	}
	switch r.kind {
	case rowVerdict:
		return decided(func() tea.Cmd { return s.setVerdict(review.Verdicts()[r.at]) })
	case rowConfidence:
		return decided(func() tea.Cmd { return s.addConfidence(1) })
	case rowCause:
		return decided(func() tea.Cmd { return s.toggleCause(review.Causes()[r.at]) })
	case rowReason:
		return decided(s.writeReason)
	case rowChange:
		if list := s.changes(); r.at < len(list) && list[r.at].unit != "" {
			if cmd, ok := s.bench.ShowUnit(list[r.at].unit); ok {
				return cmd
			}
		}
	}
	return nil
}

// next opens the next task, after asking where something would be lost.
func (s *Screen) next() tea.Cmd {
	then := part.NextOpen(s.env, s.state)
	if what := s.Unsaved(); what != "" {
		return send(part.ConfirmMsg{Question: "Leave all the same? " + what, Then: then, Moot: part.MootWhen(s.Unsaved)})
	}
	return then
}

func (s *Screen) forget() {
	s.list.Forget()
	s.drawn++
}

// View draws the workbench, and the panel over its left column.
func (s *Screen) View(w, h int) ([]string, *tea.Cursor) {
	s.frame = frame{}
	if s.failed != "" {
		return s.refusal(w, h), nil
	}
	s.bench.Yield(s.panel)
	lines, cur := s.bench.View(w, h)
	if !s.opened || w <= 0 || h <= 0 {
		return lines, cur
	}
	if workbench.Tabbed(w) {
		lines[0] = s.tabs(lines[0], w)
	}
	if !s.panel {
		return lines, cur
	}
	r := s.bench.Left(w, h)
	if r.W < 4 || r.H < 3 {
		return lines, nil
	}
	box, cur := s.viewPanel(r, workbench.Tabbed(w))
	s.frame.panel = r
	return part.Compose(s.env.Width, lines, w, box, r.W, r.X, r.Y), cur
}

// tabs adds the review to the bar of tabs.
func (s *Screen) tabs(bar string, w int) string {
	m, t := s.env.Width, s.env.Theme
	const benchTabs = 44
	name := "5 Review"
	if v := s.submission().Verdict; v != "" {
		name += ": " + s.clean(string(v))
	}
	if s.panel {
		bar = t.Muted.Render("  1 State   2 Pool   3 Certificate   4 Unit")
		bar = m.Fit(bar, benchTabs) + " " + t.Accent.Render("▌") + t.Strong.Render(name)
	} else {
		bar = m.Cut(bar, 0, min(benchTabs, w)) + t.Muted.Render("  "+name)
	}
	s.frame.tab = part.Rect{X: benchTabs, W: m.Of(name) + 3, H: 1}
	return m.Fit(bar, w)
}

// refusal says why the state cannot be reviewed.
func (s *Screen) refusal(w, h int) []string {
	m := s.env.Width
	out := make([]string, 0, h)
	said := m.Wrap("This state cannot be reviewed: "+s.failed, max(w-4, 1))
	for range max((h-len(said))/2, 0) {
		out = append(out, cell.Spaces(w))
	}
	for _, l := range said {
		out = append(out, m.Fit(cell.Spaces((w-m.Of(l))/2)+s.env.Theme.Muted.Render(l), w))
	}
	return part.FitAll(m, out, w, h)
}

// viewPanel draws the panel, and says where the cursor of the reason is.
func (s *Screen) viewPanel(r part.Rect, tabbed bool) ([]string, *tea.Cursor) {
	in := r.Inner()
	if s.width != in.W {
		s.width = in.W
		s.rebuild()
	}
	pane := part.Pane{Title: "5 Review", Focus: true}
	if tabbed {
		pane.Title = ""
	}
	pane.Right = s.env.Theme.Warn.Render("not submitted")
	if s.isIn() {
		pane.Right = s.env.Theme.Good.Render("submitted ✓")
	}
	below := s.viewMissing(in.W, max(in.H/3, 2))
	rest := max(in.H-len(below), 1)
	lines := s.list.View(s.env, in.W, rest, !s.inLacks)
	s.frame.rows = part.Rect{X: in.X, Y: in.Y, W: in.W, H: rest}
	s.frame.lacks = part.Rect{X: in.X, Y: in.Y + rest, W: in.W, H: len(below)}
	var cur *tea.Cursor
	if s.reason != nil {
		lines, cur = s.viewReason(lines, in)
	}
	pane.Bar = s.list.Bar()
	return pane.Draw(s.env, r.W, r.H, append(lines, below...)), cur
}

// viewReason lays the field over the rows kept for it.
func (s *Screen) viewReason(lines []string, in part.Rect) ([]string, *tea.Cursor) {
	first, n := -1, 0
	for i, r := range s.rows {
		if r.kind == rowReason {
			if first < 0 {
				first = i
			}
			n++
		}
	}
	if over := first + n - (s.list.Top + len(lines)); over > 0 && s.list.Top < first { // the whole field in sight
		s.list.To(first + n - 1)
		s.list.To(first)
		lines = s.list.View(s.env, in.W, len(lines), true)
	}
	y := first - s.list.Top
	if first < 0 || y < 0 || y >= len(lines) {
		return lines, nil
	}
	n = min(n, len(lines)-y)
	text, cx, cy := s.reason.View(s.env, max(in.W-4, 2), n)
	for i, l := range text {
		lines[y+i] = s.env.Width.Fit(" "+s.env.Theme.Accent.Render("┃")+" "+l, in.W)
	}
	return lines, part.CursorIn(in.X+3+cx, in.Y+y+cy)
}

// overPanel reports whether the mouse is over the panel or its tab, or the
// panel is typed into.
func (s *Screen) overPanel(m tea.MouseMsg) bool {
	at := m.Mouse()
	return s.frame.tab.Has(at.X, at.Y) || s.frame.panel.Has(at.X, at.Y)
}

// mouse scrolls, puts the cursor on a row, and changes the row that has it.
func (s *Screen) mouse(m tea.MouseMsg) tea.Cmd {
	at := m.Mouse()
	switch e := m.(type) {
	case tea.MouseWheelMsg:
		s.list.Scroll(part.Wheel(e))
	case tea.MouseClickMsg:
		if e.Button != tea.MouseLeft || s.reason != nil {
			return nil
		}
		if s.frame.tab.Has(at.X, at.Y) {
			s.show()
			return nil
		}
		if s.frame.lacks.Has(at.X, at.Y) {
			return s.clickLack(at.Y - s.frame.lacks.Y)
		}
		i, ok := s.list.At(at.Y - s.frame.rows.Y)
		if !ok || !s.rows[i].alive() {
			return nil
		}
		again := i == s.list.Cursor && !s.inLacks
		s.list.To(i)
		s.inLacks = false
		if again {
			return s.change()
		}
	}
	return nil
}
