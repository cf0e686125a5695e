package agreement

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"suffice/audit"
	"suffice/review"
	"suffice/tui/cell"
	"suffice/tui/keys"
	"suffice/tui/part"
)

// table is the cursor in the cross table of the field shown.
type table struct {
	a, b  int          // categories of the cell, in a grid
	at    int          // place of the cell in cells
	cells []audit.Cell // those that occur: where the two differ first, the most frequent at the top
	set   bool
	width int // cells the table was drawn in last
}

// fresh is the table of a field that is not shown yet.
func (t table) fresh() table { return table{width: t.width} }

// inOrder lists the cells of a table that is too large for a grid.
func inOrder(g *audit.Agreement) []audit.Cell {
	cells := slices.Clone(g.Cells)
	slices.SortStableFunc(cells, func(x, y audit.Cell) int {
		return cmp.Or(cmp.Compare(alike(x), alike(y)), cmp.Compare(y.Count, x.Count))
	})
	return cells
}

func alike(c audit.Cell) int {
	if c.A == c.B {
		return 1
	}
	return 0
}

// mostColumns is the largest number of categories that is shown as a grid.
const mostColumns = 6

// apart are the cells in which A and B differ.
func apart(g *audit.Agreement) []audit.Cell {
	return slices.DeleteFunc(inOrder(g), func(c audit.Cell) bool { return c.A == c.B })
}

// differ reports whether A and B differ anywhere.
func differ(g *audit.Agreement) bool {
	return slices.ContainsFunc(g.Cells, func(c audit.Cell) bool { return c.A != c.B })
}

// grid reports whether the table is a grid; otherwise it is the list of the
// outcomes that occur, as it always is of groups: their contents are no names
// of columns.
func (s *Screen) grid() bool {
	g, ok := s.now()
	if !ok || len(g.Categories) > mostColumns || len(g.Categories) == 0 || s.field() == review.FieldGroups {
		return false
	}
	first, cols, sum := s.gridWidths(g)
	for _, w := range cols {
		first += w
	}
	return first+sum <= max(s.table.width, 40)
}

// gridWidths are the cells of the first column, of each category's, and of the
// sums at the end.
func (s *Screen) gridWidths(g *audit.Agreement) (first int, cols []int, sum int) {
	sum = len(strconv.Itoa(g.Items)) + 2
	for _, c := range g.Categories {
		n := min(s.env.Width.Of(s.clean(c)), 14)
		first = max(first, n+2)
		cols = append(cols, max(n+2, sum+3))
	}
	return first, cols, sum
}

// settle puts the cursor of a fresh table on the first cell in which the two
// differ, and works out what is behind it.
func (s *Screen) settle() {
	g, ok := s.now()
	if !ok || g.Items == 0 {
		s.setBehind(nil)
		return
	}
	if !s.table.set {
		s.table.set, s.table.cells = true, inOrder(g)
		if all := apart(g); len(all) > 0 {
			s.toCell(g, all[0])
		}
	}
	s.table.a = min(s.table.a, len(g.Categories)-1)
	s.table.b = min(s.table.b, len(g.Categories)-1)
	s.table.at = min(s.table.at, len(s.table.cells)-1)
	a, b := s.cell(g)
	s.setBehind(g.Behind(a, b))
}

func (s *Screen) setBehind(items []audit.Item) {
	if slices.Equal(items, s.behind) {
		return
	}
	s.behind = items
	s.items.Forget()
	s.items.To(0)
}

// cell is what A and B said in the cell under the cursor.
func (s *Screen) cell(g *audit.Agreement) (a, b string) {
	if s.grid() {
		return g.Categories[s.table.a], g.Categories[s.table.b]
	}
	c := s.table.cells[s.table.at]
	return c.A, c.B
}

func (s *Screen) toCell(g *audit.Agreement, c audit.Cell) {
	s.table.a, s.table.b = max(slices.Index(g.Categories, c.A), 0), max(slices.Index(g.Categories, c.B), 0)
	s.table.at = max(slices.IndexFunc(s.table.cells, func(x audit.Cell) bool { return x.A == c.A && x.B == c.B }), 0)
}

// nextApart goes to the next cell in which the two differ, round the end.
func (s *Screen) nextApart() {
	g, _ := s.now()
	s.settle()
	a, b := s.cell(g)
	all := apart(g)
	at := slices.IndexFunc(all, func(c audit.Cell) bool { return c.A == a && c.B == b })
	s.toCell(g, all[(at+1)%len(all)])
	s.settle()
	if s.focus != paneItems {
		s.focus = paneTable
	}
}

func (s *Screen) moveCell(down, right int) {
	g, _ := s.now()
	n := len(g.Categories)
	s.table.a, s.table.b = clamp(s.table.a+down, 0, n-1), clamp(s.table.b+right, 0, n-1)
	s.settle()
}

func (s *Screen) moveTable(a keys.Action) bool {
	g, ok := s.now()
	if !ok || g.Items == 0 {
		return false
	}
	by, jump := 0, len(g.Cells) // of a grid, more than there are
	switch a {
	case "list.up":
		by = -1
	case "list.down":
		by = 1
	case "list.top", "list.pageup", "list.halfup":
		by = -jump
	case "list.bottom", "list.pagedown", "list.halfdown":
		by = jump
	default:
		return false
	}
	if s.grid() {
		s.moveCell(by, 0)
		return true
	}
	s.table.at = clamp(s.table.at+by, 0, len(s.table.cells)-1)
	s.settle()
	return true
}

// viewTable draws the cross table.
func (s *Screen) viewTable(r part.Rect) []string {
	t, m := s.env.Theme, s.env.Width
	in := r.Inner()
	s.table.width = in.W
	pane := part.Pane{Title: "Table", Note: "A down, B across", Focus: s.focus == paneTable}
	g, ok := s.now()
	if !ok || g.Items == 0 {
		pane.Note = ""
		return pane.Draw(s.env, r.W, r.H, s.nothing(in.W, in.H))
	}
	s.settle()
	a, b := s.cell(g)
	pane.Foot = s.bothSaid(a, b, max((in.W-12)/2, 8))
	pane.Right = s.aliked(g)
	if !s.grid() {
		pane.Note = "what occurs: how often A said, B said"
		s.frame.cells = part.Rect{X: in.X, Y: in.Y, W: in.W, H: in.H}
		return pane.Draw(s.env, r.W, r.H, s.cellList(in))
	}
	first, cols, sum := s.gridWidths(g)
	head, wide := cell.Spaces(first), 0
	for i, c := range g.Categories {
		head += m.Right(s.clean(c), cols[i])
		wide += cols[i]
	}
	lines := []string{t.Muted.Render(head) + t.Faint.Render(m.Right("A", sum))}
	for i, c := range g.Categories {
		lines = append(lines, s.gridRow(g, i, c, first, cols, sum))
	}
	foot, all := m.Fit("  B", first), 0
	for j, b := range g.Categories {
		n := 0
		for _, a := range g.Categories {
			n += g.Count(a, b)
		}
		all += n
		foot += m.Right(strconv.Itoa(n), cols[j])
	}
	lines = append(lines, t.Faint.Render(foot+m.Right(strconv.Itoa(all), sum)))
	s.frame.cells = part.Rect{X: in.X + first, Y: in.Y + 1, W: wide, H: len(g.Categories)}
	s.frame.cols = cols
	return pane.Draw(s.env, r.W, r.H, part.FitAll(m, lines, in.W, in.H))
}

// aliked counts what is judged alike and what is not.
func (s *Screen) aliked(g *audit.Agreement) string {
	n := 0
	for _, c := range g.Cells {
		if c.A != c.B {
			n += c.Count
		}
	}
	return fmt.Sprintf("%d alike, %d not", g.Items-n, n)
}

// gridRow is what B said wherever A said c. Where the two say the same, an
// equals sign stands before the count; the cursor stands in brackets.
func (s *Screen) gridRow(g *audit.Agreement, i int, c string, first int, cols []int, last int) string {
	t, m := s.env.Theme, s.env.Width
	line := t.Muted.Render(m.Fit("  "+s.clean(c), first))
	sum := 0
	for j, b := range g.Categories {
		n := g.Count(c, b)
		sum += n
		text, style := strconv.Itoa(n), t.Faint
		switch {
		case n > 0 && i == j:
			text, style = "="+text, t.Good
		case n > 0:
			text, style = "≠"+text, t.Warn
		}
		if i == s.table.a && j == s.table.b {
			text = "[" + text + "]"
			style = t.Strong
			if s.focus == paneTable {
				style = t.Cursor
			}
		}
		line += cell.Spaces(max(cols[j]-m.Of(text), 0)) + style.Render(text)
	}
	return line + t.Faint.Render(m.Right(strconv.Itoa(sum), last))
}

// cellList lists the cells of a table that is too large for a grid.
func (s *Screen) cellList(in part.Rect) []string {
	t, m := s.env.Theme, s.env.Width
	top := clamp(s.table.at-in.H/2, 0, max(len(s.table.cells)-in.H, 0))
	s.frame.top = top
	var lines []string
	for i, c := range s.table.cells[top:min(top+in.H, len(s.table.cells))] {
		sign, style := "=", t.Good
		if c.A != c.B {
			sign, style = "≠", t.Warn
		}
		text, saidB := s.answers(c.A, c.B)
		if c.A != c.B {
			half := max((in.W-14)/2, 4)
			text = m.Fit(text, min(m.Of(text), half)) + t.Muted.Render("  |  ") + saidB
		}
		line := style.Render(sign) + m.Right(strconv.Itoa(c.Count), 5) + "  " + text
		lines = append(lines, s.underCursor(line, in.W, top+i == s.table.at, s.focus == paneTable))
	}
	return part.FitAll(m, lines, in.W, in.H)
}
