package auditing

import (
	"fmt"
	"path"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/certificate"
	"suffice/tui/keys"
	"suffice/tui/part"
	"suffice/tui/workbench"
)

// rowKind says what a row of the group is.
type rowKind int

const (
	rowBlank rowKind = iota
	rowHead
	rowText
	rowWarn
	rowUnit
	rowQuote
	rowBranch
)

// row is one line of the group. left and right are clean.
type row struct {
	kind  rowKind
	unit  string // evidence ID of a unit or a quotation
	line  int    // first line of a quotation
	at    int    // position of a branch
	left  string
	right string
	wrong bool // right says that something does not hold
}

// opens reports whether there is something to read behind the row.
func (r row) opens() bool { return r.kind == rowUnit || r.kind == rowQuote || r.kind == rowBranch }

// same reports whether two rows are about the same thing.
func (r row) same(o row) bool {
	return r.kind == o.kind && r.unit == o.unit && r.line == o.line && r.at == o.at && (r.opens() || r.left == o.left)
}

// row is the row under the cursor.
func (s *Screen) row() row {
	if i := s.list.Cursor; i >= 0 && i < len(s.rows) {
		return s.rows[i]
	}
	return row{}
}

// remake makes the rows of the group for the width they were drawn at last.
func (s *Screen) remake() {
	if len(s.now.Frozen.Groups) == 0 || s.group >= len(s.now.Certificate.Groups) {
		s.rows = []row{{kind: rowText, left: "This certificate has no groups."}}
		return
	}
	was, at := s.row(), s.list.Cursor
	s.rows = nil
	g := s.now.Certificate.Groups[s.group]
	s.rationaleRows(g)
	s.unitRows(g)
	s.quoteRows(g)
	s.branchRows()
	s.drawn++
	if i := slices.IndexFunc(s.rows, was.same); i >= 0 && was.kind != rowBlank {
		at = i
	}
	s.list.To(at)
}

func (s *Screen) add(r row) { s.rows = append(s.rows, r) }

func (s *Screen) head(text, right string) {
	if len(s.rows) > 0 {
		s.add(row{})
	}
	s.add(row{kind: rowHead, left: text, right: right})
}

func (s *Screen) rationaleRows(g certificate.Group) {
	s.head("Rationale", "")
	if strings.TrimSpace(g.Rationale) == "" {
		s.add(row{kind: rowWarn, left: "none was given"})
		return
	}
	m := s.env.Width
	for _, l := range m.WrapAll(m.Lines(g.Rationale, s.env.Tab), max(s.width-3, 8)) {
		s.add(row{kind: rowText, left: l})
	}
}

func (s *Screen) unitRows(g certificate.Group) {
	n := len(g.Acceptable)
	of := fmt.Sprintf("any %d of these %d suffice", g.Threshold, n)
	switch {
	case n == 0:
		of = "none"
	case g.Threshold == n && n == 1:
		of = "this one is required"
	case g.Threshold == n:
		of = fmt.Sprintf("all %d are required", n)
	case g.Threshold == 1:
		of = fmt.Sprintf("any 1 of these %d suffices", n)
	}
	s.head("Accepted units", of)
	for _, id := range g.Acceptable {
		r := row{kind: rowUnit, unit: id, left: s.reader.Name(id)}
		if _, in := s.reader.Unit(id); !in {
			r.right, r.wrong = "✗ not in the pool", true
		} else if seen, blocks := s.reader.Seen(id); seen != "" {
			r.right, r.wrong = "○ "+seen, blocks
		}
		s.add(r)
	}
}

func (s *Screen) quoteRows(g certificate.Group) {
	n := len(g.Quotations)
	if n == 0 {
		s.head("Quotations", "none")
		return
	}
	s.head("Quotations", fmt.Sprint(n))
	for i, q := range g.Quotations {
		r := row{kind: rowQuote, unit: q.Unit, line: q.LineStart}
		r.left = s.clean(strings.Join(strings.Fields(q.Text), " "))
		r.right = s.where(q)
		if !s.facts.quoted[s.group][i] {
			r.right, r.wrong = "✗ not found there", true
		}
		s.add(r)
	}
}

// where names the lines of a quotation, and its file unless the group has but
// one unit.
func (s *Screen) where(q certificate.Quotation) string {
	lines := fmt.Sprintf("L%d", q.LineStart)
	if q.LineEnd > q.LineStart {
		lines = fmt.Sprintf("L%d-%d", q.LineStart, q.LineEnd)
	}
	u, in := s.reader.Unit(q.Unit)
	if !in || len(s.now.Certificate.Groups[s.group].Acceptable) < 2 || u.Path == "" {
		return lines
	}
	return s.clean(base(u.Path)) + " " + lines
}

func base(file string) string { return path.Base(strings.ReplaceAll(file, `\`, "/")) }

// skipBlank moves the cursor on from a row that is nothing.
func (s *Screen) skipBlank(a keys.Action) {
	dir := 1
	switch a {
	case "list.up", "list.halfup", "list.pageup", "list.bottom":
		dir = -1
	}
	for i := s.list.Cursor; i >= 0 && i < len(s.rows); i += dir {
		if s.rows[i].kind != rowBlank {
			s.list.To(i)
			return
		}
	}
}

// toFirstUnit puts the cursor on the first accepted unit, with what stands
// above it in sight.
func (s *Screen) toFirstUnit() {
	s.list.To(0)
	if i := slices.IndexFunc(s.rows, func(r row) bool { return r.kind == rowUnit }); i >= 0 {
		s.list.To(i)
	}
}

// follow shows the unit or the quotation under the cursor.
func (s *Screen) follow() tea.Cmd {
	r := s.row()
	var cmd tea.Cmd
	switch r.kind {
	case rowUnit:
		cmd, _ = s.reader.Show(r.unit)
	case rowQuote:
		cmd, _ = s.reader.ShowLine(r.unit, r.line)
	}
	return cmd
}

// openRow goes to the text of what is under the cursor; of a branch it asks
// which unit.
func (s *Screen) openRow() (tea.Cmd, bool) {
	r := s.row()
	switch r.kind {
	case rowUnit, rowQuote:
		if _, in := s.reader.Unit(r.unit); !in {
			return toast(quiet, "This unit is not in the pool: there is no text to read."), true
		}
		return tea.Batch(s.follow(), s.reader.Focus(workbench.ReadUnit)), true
	case rowBranch:
		units := s.byGroup(s.now.Certificate.Branches[r.at])
		items := make([]part.Choice, len(units))
		for i, u := range units {
			items[i] = part.Choice{Text: s.reader.Name(u), Detail: s.groupsOf(u)}
		}
		return send(part.ChooseMsg{Title: fmt.Sprintf("Units of branch %d", r.at+1), Items: items, Then: func(i int) tea.Cmd {
			return s.later(func() tea.Cmd {
				cmd, in := s.reader.Show(units[i])
				if !in {
					return toast(quiet, "This unit is not in the pool: there is no text to read.")
				}
				return tea.Batch(cmd, s.reader.Focus(workbench.ReadUnit))
			})
		}}), true
	}
	return nil, false
}

// stepGroup goes to the next or the previous group, round the end.
func (s *Screen) stepGroup(by int) tea.Cmd {
	n := len(s.now.Frozen.Groups)
	return s.toGroup((s.group + by + n) % n)
}

// toGroup shows a group.
func (s *Screen) toGroup(i int) tea.Cmd {
	if i != s.group {
		s.group = i
		s.field = 0
		s.field = s.nextField()
		s.remake()
		s.toFirstUnit()
	}
	return s.follow()
}
