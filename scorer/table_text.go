package scorer

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// String lays the table out for a terminal of any width: names to the left,
// numbers to the right. Names come from files, so what is not printable in
// them is escaped.
func (t Table) String() string { return t.Fit(0) }

// Fit lays the table out for a terminal so many cells wide; 0 is any width.
// What is too wide is cut into panels of fewer columns, each with the names
// again; where even one column is too wide, every row is written as a list. See
// Turns for a table that is turned first.
func (t Table) Fit(width int) string {
	var b strings.Builder
	writeWrapped(&b, shown(t.Title), "", width)
	parts, turned := t.parts(width)
	room := width
	if turned {
		room = roomIn(width)
	}
	for i, part := range parts {
		if i > 0 {
			b.WriteByte('\n')
		}
		if turned && part.Title != "" {
			writeWrapped(&b, shown(part.Title), " ", width)
		}
		part.writeBody(&b, room)
	}
	for _, n := range t.notes() {
		writeWrapped(&b, n, "  ", width)
	}
	return b.String()
}

// writeBody writes the rows in as many panels as they need.
func (t Table) writeBody(b *strings.Builder, width int) {
	names, numbers := t.text()
	widths := columnWidths(names, numbers)
	panels, fits := panelsOf(widths, width)
	if !fits {
		t.writeLists(b, width)
		return
	}
	for i, p := range panels {
		if i > 0 {
			b.WriteByte('\n')
		}
		t.writePanel(b, names, numbers, widths, p, width)
	}
}

// text is the left column and, line by line, the others; the first line heads
// them.
func (t Table) text() (names []string, numbers [][]string) {
	names = []string{""}
	head := []string{"states"}
	for _, c := range t.Columns {
		head = append(head, shown(c))
	}
	numbers = [][]string{head}
	for _, r := range t.Rows {
		line := []string{r.statesText()}
		for _, c := range r.Cells {
			line = append(line, c.text())
		}
		names = append(names, r.label())
		numbers = append(numbers, line)
	}
	return names, numbers
}

// columnWidths are the cells that every column takes, the names first.
func columnWidths(names []string, numbers [][]string) []int {
	widths := make([]int, len(numbers[0])+1)
	for i, line := range numbers {
		widths[0] = max(widths[0], ansi.StringWidth(names[i]))
		for j, cell := range line {
			widths[j+1] = max(widths[j+1], ansi.StringWidth(cell))
		}
	}
	return widths
}

// panelGap is the cells before every column.
const panelGap = 2

// panelsOf cuts the columns into runs that fit; false when a column beside the
// names does not.
func panelsOf(widths []int, width int) (panels [][2]int, fit bool) {
	last := len(widths)
	if width <= 0 {
		return [][2]int{{1, last}}, true
	}
	for from := 1; from < last; {
		used, to := panelGap+widths[0], from
		for to < last && used+panelGap+widths[to] <= width {
			used += panelGap + widths[to]
			to++
		}
		if to == from {
			return nil, false
		}
		panels = append(panels, [2]int{from, to})
		from = to
	}
	return panels, true
}

func (t Table) writePanel(b *strings.Builder, names []string, numbers [][]string, widths []int, panel [2]int, width int) {
	section := ""
	for i, line := range numbers {
		if i > 0 && t.Rows[i-1].Section != section {
			section = t.Rows[i-1].Section
			writeWrapped(b, shown(section), " ", width)
		}
		b.WriteString("  " + names[i] + strings.Repeat(" ", widths[0]-ansi.StringWidth(names[i])))
		for j := panel[0]; j < panel[1]; j++ {
			cell := line[j-1]
			b.WriteString("  " + strings.Repeat(" ", widths[j]-ansi.StringWidth(cell)) + cell)
		}
		b.WriteByte('\n')
	}
}

// writeLists writes one line for each number, under the name of its row.
func (t Table) writeLists(b *strings.Builder, width int) {
	section := ""
	for _, r := range t.Rows {
		if r.Section != section {
			section = r.Section
			writeWrapped(b, shown(section), " ", width)
		}
		writeWrapped(b, r.label(), "  ", width)
		writeWrapped(b, "states: "+r.statesText(), "    ", width)
		for i, c := range r.Cells {
			writeWrapped(b, shown(t.Columns[i])+": "+c.text(), "    ", width)
		}
	}
}

// writeWrapped writes a text in lines that fit, each with the same margin.
// Lines end between words, or within one that is wider than a line.
func writeWrapped(b *strings.Builder, text, margin string, width int) {
	room := max(width-len(margin), 2) // some characters take two cells
	if width <= 0 || ansi.StringWidth(text) <= room {
		b.WriteString(margin + text + "\n")
		return
	}
	line := ""
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == "":
			line = word
		case ansi.StringWidth(line)+1+ansi.StringWidth(word) <= room:
			line += " " + word
		default:
			b.WriteString(margin + line + "\n")
			line = word
		}
		for ansi.StringWidth(line) > room {
			head := ansi.Truncate(line, room, "")
			b.WriteString(margin + head + "\n")
			line = line[len(head):]
		}
	}
	b.WriteString(margin + line + "\n")
}
