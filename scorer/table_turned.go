package scorer

// anyWidth is how many cells a table that turns may take where nothing says how
// many there are: in a file or a pipe.
const anyWidth = 120

// roomIn is the cells that a table that turns may take.
func roomIn(width int) int {
	if width <= 0 {
		return anyWidth
	}
	return width
}

// parts are the tables that a table is shown as: itself, or, where it turns and
// is too wide, one for each of its sections, in which its columns are the rows.
func (t Table) parts(width int) (out []Table, turned bool) {
	if !t.Turns || t.width() <= roomIn(width) {
		return []Table{t}, false
	}
	for from := 0; from < len(t.Rows); {
		to := from + 1
		for to < len(t.Rows) && t.Rows[to].Section == t.Rows[from].Section {
			to++
		}
		out = append(out, t.turned(t.Rows[from:to]))
		from = to
	}
	return out, true
}

// width is how many cells the table takes on one panel.
func (t Table) width() int {
	names, numbers := t.text()
	total := 0
	for _, w := range columnWidths(names, numbers) {
		total += panelGap + w
	}
	return total
}

// turned is a section of the table with its rows as columns. They have the
// denominator of their rows in common.
func (t Table) turned(rows []TableRow) Table {
	out := Table{Title: rows[0].Section}
	for _, r := range rows {
		out.Columns = append(out.Columns, r.label())
	}
	for i, name := range t.Columns {
		row := TableRow{Name: name, States: rows[0].States, Excluded: rows[0].Excluded}
		for _, r := range rows {
			row.Cells = append(row.Cells, r.Cells[i])
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}
