package scorer

import (
	"encoding/csv"
	"strconv"
	"strings"
)

// csv is the table as RFC 4180 has it: one header, one record for each row, CRLF.
// Numbers are fractions with all their digits. Beside each column stand its
// numerator and denominator and what the denominator leaves out, and its
// interval where the table has any. The notes stand in the last column of the
// first record, one a line.
func (t Table) csv() string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.UseCRLF = true
	intervals := t.withIntervals()
	head := []string{"section", "name", "controller", "states", "excluded"}
	for i, c := range t.Columns {
		head = append(head, csvText(c))
		if t.numeric(i) {
			head = append(head, csvText(c+" numerator"), csvText(c+" denominator"), csvText(c+" excluded"))
		}
		if intervals[i] {
			head = append(head, csvText(c+" low"), csvText(c+" high"))
		}
	}
	_ = w.Write(append(head, "tokenizer", "text_basis", "title", "notes")) // a strings.Builder takes everything
	for j, r := range t.Rows {
		record := []string{csvText(r.Section), csvText(r.Name), csvText(r.Controller), strconv.Itoa(r.States), strconv.Itoa(r.Excluded)}
		for i, c := range r.Cells {
			record = append(record, csvValue(c))
			if t.numeric(i) {
				record = append(record, c.numerator(), c.denominator(r), strconv.Itoa(max(c.Excluded, r.excludedOf(c))))
			}
			if intervals[i] {
				record = append(record, csvNumber(c.Low), csvNumber(c.High))
			}
		}
		notes := ""
		if j == 0 {
			notes = strings.Join(t.Notes, "\n")
		}
		_ = w.Write(append(record, csvText(t.Tokenizer), csvText(t.Basis), csvText(t.Title), csvText(notes)))
	}
	w.Flush()
	return b.String()
}

// numeric reports whether a column holds numbers that have a denominator.
func (t Table) numeric(i int) bool {
	for _, r := range t.Rows {
		if c := r.Cells[i]; c.Unit != Words && c.Unit != Plain {
			return true
		}
	}
	return false
}

func (t Table) withIntervals() []bool {
	out := make([]bool, len(t.Columns))
	for _, r := range t.Rows {
		for i, c := range r.Cells {
			out[i] = out[i] || c.Low != nil
		}
	}
	return out
}

// excludedOf is what a cell without a denominator of its own leaves out.
func (r TableRow) excludedOf(c Cell) int {
	if c.States == 0 && c.Value != nil {
		return r.Excluded
	}
	return 0
}

// numerator is what was counted or added up, empty where nothing was.
func (c Cell) numerator() string {
	switch {
	case c.Count != nil:
		return strconv.Itoa(*c.Count)
	case c.Sum != nil:
		return csvNumber(c.Sum)
	}
	return ""
}

// denominator is the cell's own, or else that of its row.
func (c Cell) denominator(r TableRow) string {
	switch {
	case c.States > 0 || c.Value == nil:
		return strconv.Itoa(c.States)
	case c.Unit == Words:
		return ""
	}
	return strconv.Itoa(r.States)
}

func csvValue(c Cell) string {
	if c.Unit == Words && c.Text != "" {
		return csvText(c.Text)
	}
	if c.Value == nil {
		return missingText
	}
	return csvNumber(c.Value)
}

func csvNumber(x *float64) string {
	if x == nil {
		return ""
	}
	return strconv.FormatFloat(*x, 'g', -1, 64)
}

// csvText is a text that no spreadsheet takes for a formula: one that begins
// like a formula, or with an apostrophe, gets an apostrophe before it, so that
// taking away one leading apostrophe gives every text back. A lone hyphen, which
// stands for what does not apply, is none. Control characters
// other than line breaks are written as Go writes them in a string.
func csvText(s string) string {
	if clean := strings.ReplaceAll(s, "\n", ""); shown(clean) != clean {
		s = strconv.Quote(s)
	}
	if s != "" && s != "-" && strings.ContainsRune("=+-@'\t\r\n|%\uff1d\uff0b\uff0d\uff20", []rune(s)[0]) {
		return "'" + s
	}
	return s
}
