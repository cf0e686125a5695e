package scorer

import (
	"fmt"
	"strings"
)

// latex is a table environment with booktabs rules; the notes stand below it.
// It needs \usepackage{booktabs} and nothing else.
func (t Table) latex() string {
	names, numbers := t.text()
	columns := len(numbers[0]) + 1
	var b strings.Builder
	b.WriteString("% needs \\usepackage{booktabs}\n\\begin{table}\n\\centering\n\\caption{" + latexText(shown(t.Title)) + "}\n")
	b.WriteString("\\begin{tabular}{l" + strings.Repeat("r", columns-1) + "}\n\\toprule\n")
	section := ""
	for i, line := range numbers {
		if i > 0 && t.Rows[i-1].Section != section {
			if i > 1 {
				b.WriteString("\\midrule\n")
			}
			section = t.Rows[i-1].Section
			fmt.Fprintf(&b, "\\multicolumn{%d}{l}{\\textit{%s}} \\\\\n", columns, latexText(shown(section)))
		}
		b.WriteString("{}" + latexText(names[i])) // {}: what follows a line's end may look like its option
		for j, cell := range line {
			cell = latexText(cell)
			if i > 0 && j > 0 && t.Rows[i-1].Cells[j-1].Unit == Difference {
				cell = strings.ReplaceAll(cell, "-", "$-$") // a minus sign, not a hyphen
			}
			if i > 0 && j > 0 && t.Rows[i-1].Cells[j-1].Strong {
				cell = "\\textbf{" + cell + "}"
			}
			b.WriteString(" & " + cell)
		}
		b.WriteString(" \\\\\n")
		if i == 0 {
			b.WriteString("\\midrule\n")
		}
	}
	b.WriteString("\\bottomrule\n\\end{tabular}\n")
	for _, n := range t.notes() {
		b.WriteString("\n\\par\\smallskip\\footnotesize " + latexText(n) + "\n")
	}
	b.WriteString("\\end{table}\n")
	return b.String()
}

// latexText escapes everything that LaTeX does not print as it stands, and what
// it would join into another sign, such as two hyphens.
func latexText(s string) string {
	var b strings.Builder
	var before rune
	for _, r := range s {
		switch r {
		case '\\':
			b.WriteString(`\textbackslash{}`)
		case '{', '}', '$', '&', '#', '%', '_':
			b.WriteString(`\` + string(r))
		case '^':
			b.WriteString(`\textasciicircum{}`)
		case '~':
			b.WriteString(`\textasciitilde{}`)
		case '<':
			b.WriteString(`\textless{}`)
		case '>':
			b.WriteString(`\textgreater{}`)
		case '|':
			b.WriteString(`\textbar{}`)
		case '`':
			b.WriteString(`\textasciigrave{}`)
		case '"', '[', ']':
			b.WriteString(`{` + string(r) + `}`)
		case '\n', '\r':
			b.WriteByte(' ')
		case '-', '\'', ',':
			if before == r {
				b.WriteString("{}")
			}
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
		before = r
	}
	return b.String()
}
