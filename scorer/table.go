package scorer

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Table is numbers for people and, as JSON, for programs.
type Table struct {
	Title   string     `json:"title"`
	Columns []string   `json:"columns"` // one for each cell of a row
	Rows    []TableRow `json:"rows"`
	Notes   []string   `json:"notes"` // what numbers, exclusions and gaps mean
}

// TableRow is one method, or something that methods are compared with.
type TableRow struct {
	Name     string `json:"name"`
	States   int    `json:"states"`   // the denominator of its means
	Excluded int    `json:"excluded"` // how many states are not in them
	Cells    []Cell `json:"cells"`
}

// Cell is one number as a fraction, nil when it is missing, which is not zero.
// Where the number is a share of states, Count of States have the property.
type Cell struct {
	Value  *float64 `json:"value"`
	Count  *int     `json:"count,omitzero"`
	States int      `json:"states,omitzero"`
}

// text shows a fraction as a percentage, as the paper does, with its numerator
// and denominator where there are any.
func (c Cell) text() string {
	if c.Value == nil {
		return "missing"
	}
	percent := strconv.FormatFloat(100**c.Value, 'f', 2, 64)
	if c.Count == nil {
		return percent
	}
	return fmt.Sprintf("%s  %d/%d", percent, *c.Count, c.States)
}

// String lays the table out for a terminal of any width: names to the left,
// numbers to the right. Names come from files, so what is not printable in
// them is escaped.
func (t Table) String() string {
	lines := [][]string{append([]string{"", "states"}, t.Columns...)}
	for _, r := range t.Rows {
		states := strconv.Itoa(r.States)
		if r.Excluded > 0 {
			states += fmt.Sprintf(" (%d excluded)", r.Excluded)
		}
		line := []string{printable(r.Name), states}
		for _, c := range r.Cells {
			line = append(line, c.text())
		}
		lines = append(lines, line)
	}
	widths := make([]int, len(lines[0]))
	for _, line := range lines {
		for i, cell := range line {
			widths[i] = max(widths[i], ansi.StringWidth(cell))
		}
	}
	var b strings.Builder
	b.WriteString(t.Title + "\n")
	for _, line := range lines {
		for i, cell := range line {
			pad := strings.Repeat(" ", widths[i]-ansi.StringWidth(cell))
			if i == 0 {
				b.WriteString("  " + cell + pad)
			} else {
				b.WriteString("  " + pad + cell)
			}
		}
		b.WriteByte('\n')
	}
	for _, n := range t.Notes {
		b.WriteString("  " + n + "\n")
	}
	return b.String()
}

func printable(s string) string {
	quoted := strconv.Quote(s)
	if quoted == `"`+s+`"` {
		return s
	}
	return quoted
}
