package certificate

import (
	"fmt"
	"strings"

	"suffice/certificate/card"
)

// CheckQuotation compares a quotation with its unit after CRLF -> LF. It is
// found when its text stands within the lines it names, which are lines of the
// source file. checkable is false when the text was not found and those lines
// reach beyond a cut excerpt, so that it may stand in what is not shown.
func CheckQuotation(q Quotation, u card.Unit) (found, checkable bool) {
	text := quoted(q)
	if strings.TrimSpace(text) == "" || q.LineStart < 1 || q.LineEnd < q.LineStart {
		return false, true
	}
	first, lines := firstLine(u), u.Split()
	from, to := q.LineStart-first, q.LineEnd-first
	if from < 0 {
		return false, true // before the unit begins
	}
	hidden := to >= len(lines)
	if from < len(lines) {
		shown := strings.Join(lines[from:min(to+1, len(lines))], "\n")
		if strings.Contains(shown, text) {
			return true, true
		}
		hidden = hidden || to == len(lines)-1 && !u.Whole(q.LineEnd)
	}
	if !hidden || !u.Cut() {
		return false, true
	}
	return false, u.LineEnd >= first && q.LineEnd > u.LineEnd // beyond the unit itself
}

// quoted is the text to look for.
func quoted(q Quotation) string {
	return strings.TrimRight(strings.ReplaceAll(q.Text, "\r\n", "\n"), "\n")
}

func firstLine(u card.Unit) int { return max(u.LineStart, 1) }

// elsewhere says where else in the unit the text of a quotation stands.
func elsewhere(q Quotation, u card.Unit) string {
	before, _, ok := strings.Cut(strings.Join(u.Split(), "\n"), quoted(q))
	if !ok || quoted(q) == "" {
		return ""
	}
	line := firstLine(u) + strings.Count(before, "\n")
	return fmt.Sprintf("; it stands at line %d", line)
}

// Quotable makes a quotation of lines from to to of u's source file, both
// included, as the excerpt shows them. The error says in one sentence why
// these lines cannot be quoted.
func Quotable(u card.Unit, from, to int) (Quotation, error) {
	if from > to {
		from, to = to, from
	}
	text, ok := u.Lines(from, to)
	if !ok {
		shown, _ := u.LineNumbers()
		first := firstLine(u)
		if shown == 0 {
			return Quotation{}, fmt.Errorf("%s has no text to quote", unitName(u))
		}
		return Quotation{}, fmt.Errorf("%s shows lines %d-%d; lines %d-%d cannot be quoted", unitName(u), first, first+shown-1, from, to)
	}
	if strings.TrimSpace(text) == "" {
		return Quotation{}, fmt.Errorf("there is nothing to quote: the lines are blank")
	}
	return Quotation{Unit: u.ID, LineStart: from, LineEnd: to, Text: text}, nil
}
