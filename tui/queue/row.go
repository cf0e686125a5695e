package queue

import (
	"strconv"

	"charm.land/lipgloss/v2"

	"suffice/review"
	"suffice/tui/cell"
	"suffice/tui/part"
	"suffice/tui/theme"
)

// columns are the widths of a row's columns, in cells, for a width of the
// list; a column of 0 is left out.
type columns struct {
	status, task, close, name, boundary, groups, findings, units, spent, changed, flag int
	short                                                                              bool // boundaries are written short
}

// fit chooses the columns for rows of w cells and names of need cells. Every
// column but the last includes one cell of space behind it. What can be seen
// beside or by opening goes first when names would be cut.
func fit(w, need int, mixed, disputed bool) columns {
	c := columns{status: 11, groups: 5, findings: 10, units: 6, spent: 6, flag: 2, boundary: 17, short: true}
	if mixed {
		c.task = 10
	}
	if disputed {
		c.close = 7
	}
	rest := func() int {
		return w - c.status - c.task - c.close - c.boundary - c.groups - c.findings - c.units - c.spent - c.changed - c.flag
	}
	for _, drop := range []*int{&c.units, &c.spent, &c.groups} {
		if rest() < min(need, 27)+1 {
			*drop = 0
		}
	}
	if rest() >= need+1+6 {
		c.boundary, c.short = 23, false
	}
	if rest() >= need+1+13 {
		c.changed = 13
	}
	c.name = max(rest(), 8)
	return c
}

// columns are those of this queue; time nobody has spent needs no room.
func (s *Screen) columns(w int) columns {
	spent := 0
	if s.tally.spent == 0 {
		spent = 6
	}
	fit := func(w int) columns { return fit(w, s.longest, s.kinded(), s.disputed()) }
	c := fit(w + spent)
	if spent > 0 && c.spent == 0 {
		c = fit(w)
	} else if spent > 0 {
		c.spent = 0
	}
	return c
}

// ideal is the width of rows in which nothing is cut or left out.
func (s *Screen) ideal() int {
	n := 11 + s.longest + 2 + 23 + 5 + 8 + 6 + 6 + 13 + 2
	if s.kinded() {
		n += 10
	}
	if s.disputed() {
		n += 7
	}
	return n
}

// rows lists the states shown.
type rows struct{ s *Screen }

func (r rows) Len() int         { return len(r.s.shown) }
func (r rows) Key(i int) uint64 { return r.s.version<<24 | uint64(r.s.shown[i]) }

// Line draws one state.
func (r rows) Line(i, w int) string {
	s := r.s
	e, t, m := &s.all[s.shown[i]], s.env.Theme, s.env.Width
	c := s.columns(w)
	base, quiet := t.Text, t.Muted
	if !isOpen(e.QueueRow) {
		base, quiet = t.Muted, t.Faint
	}
	boundary := e.boundary
	if c.short {
		boundary = part.BoundaryShort(e.Boundary)
	}
	hit := t.Accent.Underline(true)
	line := statusCell(t, m, e.QueueRow, c.status) + s.taskCell(e, c, quiet) +
		s.query.Highlight(part.FitName(m, e.name, c.name-1), base, hit) + " " +
		s.query.Highlight(m.Fit(m.Clean(boundary, 1), c.boundary-1), quiet, hit) + " " +
		number(m, quiet, e.Groups, c.groups) +
		findings(t, m, e.QueueRow, c.findings) +
		number(m, quiet, e.Units, c.units)
	if c.spent > 0 {
		line += quiet.Render(m.Right(part.Spent(e.Spent), c.spent-1)) + " "
	}
	if c.changed > 0 {
		line += quiet.Render(m.Right(part.Stamp(e.Changed, s.env.Now()), c.changed-1)) + " "
	}
	flag := ""
	if e.Flag != nil {
		flag = t.Warn.Render("⚑")
	}
	return m.Fit(line+flag, w)
}

// taskCell is what the person is wanted for, where there are several such
// things, and how near the reviews of an arbitration are.
func (s *Screen) taskCell(e *entry, c columns, quiet lipgloss.Style) string {
	t, m := s.env.Theme, s.env.Width
	line := ""
	if c.task > 0 {
		line = s.query.Highlight(m.Fit(s.kind(e.QueueRow), c.task-1), taskStyle(t, e.Task, quiet), t.Accent.Underline(true)) + " "
	}
	if c.close > 0 {
		text := ""
		if e.Task == review.TaskArbitrate {
			text = closeness(e.QueueRow)
		}
		line += quiet.Render(m.Right(text, c.close-2)) + "  "
	}
	return line
}

func taskStyle(t *theme.Theme, task review.Task, quiet lipgloss.Style) lipgloss.Style {
	switch task {
	case review.TaskArbitrate:
		return t.Group(3)
	case review.TaskAudit:
		return t.Group(4)
	case review.TaskReview:
		return t.Group(0)
	}
	return quiet
}

func statusCell(t *theme.Theme, m *cell.Width, r review.QueueRow, w int) string {
	word, style := string(r.Status), statusStyle(t, r.Status)
	if waits(r) {
		word, style = "waits", t.Muted
	}
	return style.Render(m.Fit(part.StatusSign(r.Status)+" "+word, w-1)) + " "
}

// waits reports whether a certificate that nobody has finished is under review:
// an imported one, which stays as it is meanwhile.
func waits(r review.QueueRow) bool {
	return r.Held && r.Status != review.StatusDone && r.Status != review.StatusSkipped
}

func statusStyle(t *theme.Theme, st review.Status) lipgloss.Style {
	switch st {
	case review.StatusDone:
		return t.Good
	case review.StatusDraft, review.StatusBegun:
		return t.Accent
	case review.StatusImported, review.StatusOpen:
		return t.Text
	case review.StatusOffered:
		return t.Observed
	}
	return t.Muted
}

// number is a right-aligned count with a space behind it; nothing for 0.
func number(m *cell.Width, st lipgloss.Style, n, w int) string {
	if w == 0 {
		return ""
	}
	text := "·"
	if n > 0 {
		text = strconv.Itoa(n)
	}
	return st.Render(m.Right(text, w-1)) + " "
}

// findings writes "2✗ 1! 3~" with the signs of the workbench: two that block,
// one that stops finishing, three that warn. What does not fit is the least.
func findings(t *theme.Theme, m *cell.Width, r review.QueueRow, w int) string {
	text := ""
	for _, k := range []struct {
		n    int
		sign string
		ink  lipgloss.Style
	}{{r.Blocking, "✗", t.Bad}, {r.Freezing, "!", t.Warn}, {r.Warnings, "~", t.Warn}} {
		part := strconv.Itoa(k.n) + k.sign
		if k.n == 0 || !begun(r) || m.Of(text)+m.Of(part)+1 > w-1 {
			continue
		}
		if text != "" {
			text += " "
		}
		text += k.ink.Render(part)
	}
	if text == "" {
		text = t.Faint.Render("·")
	}
	return m.Right(text, w-1) + " "
}

// begun reports whether there is a certificate to find anything in: one that
// nobody has started lacks everything, and its status says so.
func begun(r review.QueueRow) bool { return r.Groups > 0 || r.Touched }

// head is the line of column names, marking the one sorted by.
func (s *Screen) head(w int) string {
	t, m := s.env.Theme, s.env.Width
	c := s.columns(w)
	mark := func(name string, o order) string {
		if s.order == o {
			return name + "▾"
		}
		return name
	}
	line := m.Fit(mark("status", byStatus), c.status) + m.Fit(mark(s.orderWords(byTask), byTask), c.task) +
		m.Fit(mark("alike", byCloseness), c.close) + m.Fit(mark("state", byRepo), c.name) + m.Fit(mark("boundary", byBoundary), c.boundary)
	for _, col := range []struct {
		name string
		w    int
	}{{"grp", c.groups}, {mark("find", byFindings), c.findings}, {"units", c.units}, {mark("time", bySpent), c.spent}, {mark("changed", byChanged), c.changed}} {
		if col.w > 0 {
			line += m.Right(col.name, col.w-1) + " "
		}
	}
	return t.Faint.Render(m.Fit(line, w))
}
