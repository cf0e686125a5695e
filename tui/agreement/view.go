package agreement

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/review"
	"suffice/tui/cell"
	"suffice/tui/part"
	"suffice/tui/theme"
)

// wide is where the working fits beside the fields.
const wide = 110

// frame is where things were drawn last, for the mouse.
type frame struct {
	phases, tabs  part.Rect
	fields, items part.Rect
	cells         part.Rect // of the table
	cols          []int     // cells of its columns
	top           int       // first row of its list
	figures       part.Rect
}

// View draws the screen: exactly h lines of exactly w cells.
func (s *Screen) View(w, h int) ([]string, *tea.Cursor) {
	s.frame = frame{}
	if w <= 0 || h <= 0 {
		return part.FitAll(s.env.Width, nil, w, h), nil
	}
	if s.failed != "" {
		return append([]string{s.viewPhases(w)}, s.middle(w, h-1, s.failed+" · F5 tries again")...)[:h], nil
	}
	lines := []string{s.viewPhases(w)}
	if w < wide {
		lines = append(lines, s.viewTabs(w))
		return append(lines, s.viewPane(s.focus, part.Rect{Y: 2, W: w, H: h - 2})...)[:h], nil
	}
	return append(lines, s.viewPanes(part.Rect{Y: 1, W: w, H: h - 1})...)[:h], nil
}

// viewPanes draws fields and items at the left, table and figures at the right.
func (s *Screen) viewPanes(r part.Rect) []string {
	cols := part.Columns(r, part.Percent(44), part.Fill(1))
	left := part.Stack(cols[0], part.Fixed(min(len(s.fields)+7, r.H*6/10)), part.Fill(1))
	right := part.Stack(cols[1], part.Fixed(min(s.tableHeight(cols[1].W), r.H/2)), part.Fill(1))
	l := append(s.viewFields(left[0]), s.viewItems(left[1])...)
	return part.Beside(r.H, l, append(s.viewTable(right[0]), s.viewFigures(right[1])...))
}

// tableHeight is how many lines the table needs in a pane of w cells.
func (s *Screen) tableHeight(w int) int {
	g, ok := s.now()
	if !ok {
		return 12
	}
	s.table.width = w - 2
	if s.grid() {
		return len(g.Categories) + 4
	}
	return clamp(len(g.Cells)+2, 5, 12)
}

// viewPane draws the pane in focus where only one fits; the table keeps what is
// behind its cell below it.
func (s *Screen) viewPane(p pane, r part.Rect) []string {
	switch {
	case r.H <= 0:
		return nil
	case p == paneFields:
		return s.viewFields(r)
	case p == paneFigures:
		return s.viewFigures(r)
	}
	rows := part.Stack(r, part.Fixed(min(s.tableHeight(r.W), max(r.H-4, 0))), part.Fill(1))
	return append(s.viewTable(rows[0]), s.viewItems(rows[1])...)
}

// viewFigures draws the figures with their working.
func (s *Screen) viewFigures(r part.Rect) []string {
	in := r.Inner()
	s.frame.figures = in
	pane := part.Pane{Title: s.clean(fieldTitle(s.field())), Note: "figures", Focus: s.focus == paneFigures}
	if _, ok := s.now(); !ok {
		return pane.Draw(s.env, r.W, r.H, s.nothing(in.W, in.H))
	}
	s.makeLines(in.W)
	lines := s.figures.View(s.env, in.W, in.H, s.focus == paneFigures)
	pane.Bar = s.figures.Bar()
	return pane.Draw(s.env, r.W, r.H, lines)
}

// nothing says why there is no table and no figure.
func (s *Screen) nothing(w, h int) []string {
	g, ok := s.now()
	switch {
	case ok && g.Items == 0:
		return s.middle(w, h, g.Raw.Reason+".")
	case s.run.busy():
		return s.middle(w, h, "reckoning …")
	}
	return s.middle(w, h, "Not reckoned: it was stopped. F5 starts again.")
}

// middle is one quiet text in the middle.
func (s *Screen) middle(w, h int, text string) []string {
	m := s.env.Width
	said := m.Wrap(s.clean(text), max(w-4, 1))
	out := part.FitAll(m, nil, w, h)
	for i, l := range said {
		if at := max((h-len(said))/2, 0) + i; at < len(out) {
			out[at] = m.Fit(cell.Spaces(max((w-m.Of(l))/2, 0))+s.env.Theme.Muted.Render(l), w)
		}
	}
	return out
}

// viewPhases names the phases with their keys, and tells how a run goes.
func (s *Screen) viewPhases(w int) string {
	t, m := s.env.Theme, s.env.Width
	line := ""
	for i, p := range review.AgreementPhases() {
		key := strconv.Itoa(i + 1)
		if p == s.phase {
			line += " " + t.Accent.Render("▌"+key) + " " + t.Strong.Render(phaseWords(p)) + " "
		} else {
			line += "  " + t.Accent.Render(key) + " " + t.Muted.Render(phaseWords(p)) + " "
		}
	}
	s.frame.phases = part.Rect{W: m.Of(line), H: 1}
	right := s.progress(max(w-m.Of(line)-2, 0))
	if m.Of(right) > w-m.Of(line) {
		right = ""
	}
	return m.Fit(line, w-m.Of(right)) + right
}

func tabs() []string { return []string{"Fields", "Table", "Figures", "Behind"} }

// viewTabs names the panes where only one of them fits, and the field they are
// about.
func (s *Screen) viewTabs(w int) string {
	t, m := s.env.Theme, s.env.Width
	s.frame.tabs = part.Rect{Y: 1, W: w, H: 1}
	line := ""
	for i, name := range tabs() {
		if pane(i) == s.focus {
			line += " " + t.Accent.Render("▌") + t.Strong.Render(name) + " "
		} else {
			line += "  " + t.Muted.Render(name) + " "
		}
	}
	if s.focus != paneFields {
		line += "  " + t.Text.Render(s.clean(fieldTitle(s.field())))
	}
	return m.Fit(line, w)
}

// underCursor marks a line as the one under the cursor.
func (s *Screen) underCursor(line string, w int, on, focus bool) string {
	t, m := s.env.Theme, s.env.Width
	switch {
	case !on:
		return m.Fit(" "+line, w)
	case focus:
		return theme.Over(t.Cursor, t.Accent.Render("▌")+m.Fit(line, w-1))
	}
	return theme.Over(t.Resting, t.Faint.Render("▏")+m.Fit(line, w-1))
}

// mouse focuses and selects by click and scrolls what is under the pointer.
func (s *Screen) mouse(msg tea.MouseMsg) tea.Cmd {
	at := msg.Mouse()
	f := &s.frame
	switch msg := msg.(type) {
	case tea.MouseWheelMsg:
		for _, x := range []struct {
			r part.Rect
			l *part.List
		}{{f.fields, &s.list}, {f.figures, &s.figures}, {f.items, &s.items}} {
			if x.r.Has(at.X, at.Y) {
				before := s.list.Cursor
				x.l.Scroll(part.Wheel(msg))
				if s.list.Cursor != before {
					s.table, s.shown = s.table.fresh(), ""
				}
			}
		}
	case tea.MouseClickMsg:
		if msg.Button == tea.MouseLeft {
			return s.click(at.X, at.Y)
		}
	}
	return nil
}

func (s *Screen) click(x, y int) tea.Cmd {
	f := &s.frame
	switch {
	case f.phases.Has(x, y):
		for _, p := range review.AgreementPhases() {
			if x -= len(phaseWords(p)) + 5; x < 0 {
				cmd, _ := s.Do(phaseAction(p))
				return cmd
			}
		}
	case f.tabs.Has(x, y):
		for i, name := range tabs() {
			if x -= len(name) + 3; x < 0 {
				s.focus = pane(i)
				return nil
			}
		}
	case f.fields.Has(x, y):
		s.focus = paneFields
		if i, ok := s.list.At(y - f.fields.Y); ok && i != s.list.Cursor {
			s.list.To(i)
			s.table, s.shown = s.table.fresh(), ""
		}
	case f.cells.Has(x, y):
		s.focus = paneTable
		if s.grid() {
			s.table.a = y - f.cells.Y
			for j, x := 0, x-f.cells.X; j < len(f.cols) && x >= 0; j++ {
				s.table.b = j
				x -= f.cols[j]
			}
		} else if _, ok := s.now(); ok {
			s.table.at = min(f.top+y-f.cells.Y, len(s.table.cells)-1)
		}
		s.settle()
	case f.figures.Has(x, y):
		s.focus = paneFigures
		if i, ok := s.figures.At(y - f.figures.Y); ok {
			s.figures.To(i)
		}
	case f.items.Has(x, y):
		again := s.focus == paneItems
		s.focus = paneItems
		if i, ok := s.items.At(y - f.items.Y); ok {
			if again && i == s.items.Cursor {
				return s.down()
			}
			s.items.To(i)
		}
	}
	return nil
}

// clean makes one line of text from outside safe to show.
func (s *Screen) clean(text string) string {
	return s.env.Width.Clean(strings.ReplaceAll(text, "\n", " "), s.env.Tab)
}

func clamp(n, low, high int) int { return min(max(n, low), high) }

// thousands writes a number with commas.
func thousands(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
