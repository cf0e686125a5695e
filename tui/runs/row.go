package runs

import (
	"fmt"
	"strconv"
	"strings"

	"suffice/scorer/methods"
	"suffice/scorer/methods/run"
	"suffice/tui/part"
)

// RowKind says what a Row is about.
type RowKind int

// The kinds of Row.
const (
	RowBlank RowKind = iota
	RowHead          // a stage, an event
	RowUnit          // a unit of the pool: it can be read
	RowNote          // quiet words
	RowWarn          // words that want attention
	RowBad           // a failure
	RowGood          // what went well
	RowText          // plain words
)

// Row is one line of a story or of a trace. Its texts are clean.
type Row struct {
	Kind RowKind
	Sign string // in the first column: never colour alone
	Text string
	Name string // after the text; too long, it is cut at its beginning, so that a unit's lines stay
	Note string // quiet, after the text and name
	Tail string // at the right end
	Unit string // the ID of the unit that the row is about
	Fold bool   // it folds rows away, or unfolds them
}

// shortNote is the width of notes for which a name makes room: "observed".
const shortNote = 10

// Draw is the row in exactly w cells. What stands at the right end goes before
// what follows the text.
func (r Row) Draw(e *part.Env, w int) string {
	m, t := e.Width, e.Theme
	style, sign := t.Text, t.Muted
	switch r.Kind {
	case RowHead:
		style, sign = t.Strong, t.Accent
	case RowNote:
		style = t.Muted
	case RowWarn:
		style, sign = t.Warn, t.Warn
	case RowBad:
		style, sign = t.Bad, t.Bad
	case RowGood:
		style, sign = t.Good, t.Good
	}
	tail := r.Tail
	if n := m.Of(tail); n > 0 && n+12 > w {
		tail = ""
	}
	room := w - m.Of(tail)
	line := sign.Render(m.Fit(r.Sign, min(2, w)))
	line += style.Render(m.Fit(r.Text, min(m.Of(r.Text), max(room-3, 0))))
	if r.Name != "" {
		left := room - 1 - m.Of(line)
		if n := m.Of(r.Note); n > 0 && n <= shortNote && left > n+14 {
			left -= n + 2
		}
		line += style.Render(m.Tail(r.Name, min(m.Of(r.Name), max(left, 0))))
	}
	if left := room - m.Of(line) - 2; r.Note != "" && left > 3 {
		line += "  " + t.Muted.Render(m.Fit(r.Note, min(m.Of(r.Note), left)))
	}
	return m.Fit(line, room) + t.Muted.Render(tail)
}

// Rows lists rows for a part.List.
type Rows struct {
	Env     *part.Env
	All     []Row
	Version uint64 // another number: another look of every row
}

// Len is the number of rows.
func (r *Rows) Len() int { return len(r.All) }

// Key tells rows apart.
func (r *Rows) Key(i int) uint64 { return r.Version<<20 | uint64(i) }

// Line draws a row.
func (r *Rows) Line(i, w int) string { return r.All[i].Draw(r.Env, w) }

// Namer gives people's name for a unit: path and lines. It is clean.
type Namer func(unit string) string

// StageWords is a stage in words; one with a name of its own is not cleaned.
func StageWords(stage string) string {
	switch stage {
	case methods.StagePropose:
		return "1 propose"
	case methods.StageExpand:
		return "2 expand"
	case methods.StageFinalize:
		return "3 finalize"
	}
	return stage
}

// Head is the line of a stage: what it selected, how it was asked, what that
// took and what had to be done to its answer.
func (c Chapter) Head(e *part.Env) Row {
	r := Row{Kind: RowHead, Sign: "◌", Text: e.Width.Clean(StageWords(c.Name), 1), Note: "asking …"}
	s := c.Spent()
	if c.Done {
		r.Sign = "●"
		r.Note = fmt.Sprintf("%d/%s", len(c.Stage.Selected), part.Many(c.Stage.Shown, "card"))
		if c.Stage.Keep > 0 {
			r.Note = fmt.Sprintf("keeps %d of %d", c.Stage.Keep, len(c.Stage.Selected))
		}
	}
	attempts := c.Stage.Attempts
	if !c.Done {
		attempts = len(c.Calls)
	}
	if attempts > 1 {
		r.Note += " · " + part.Many(attempts, "attempt")
	}
	r.Tail = " " + tokenWords(s) + " · " + millisWords(s.Millis)
	return r
}

// Odd says what was wrong with the answer of a stage; empty when nothing was.
func (c Chapter) Odd() []Row {
	var rows []Row
	st := c.Stage
	if st.Fallback {
		rows = append(rows, Row{Kind: RowBad, Sign: "✗", Text: "fallback: no valid answer, so the fused order filled in"})
	}
	if st.Normalized {
		var why []string
		for _, w := range []struct {
			n    int
			what string
		}{{st.Unknown, "unknown"}, {st.Repeated, "repeated"}, {st.Cut, "cut"}, {st.Filled, "filled in"}} {
			if w.n > 0 {
				why = append(why, fmt.Sprintf("%d %s", w.n, w.what))
			}
		}
		text := "normalized"
		if len(why) > 0 {
			text += ": " + strings.Join(why, ", ")
		}
		rows = append(rows, Row{Kind: RowWarn, Sign: "!", Text: text})
	}
	return rows
}

// tokenWords are the tokens that a stage's server reported; what was not
// reported is said to be missing.
func tokenWords(s Spent) string {
	if s.Input == nil && s.Output == nil {
		return "tokens –"
	}
	text := number(s.Input) + " in " + number(s.Output) + " out"
	if s.Partly {
		text += " (some missing)"
	}
	return text
}

func number(n *int) string {
	if n == nil {
		return "–"
	}
	return thousands(*n)
}

func millisWords(ms *float64) string {
	switch {
	case ms == nil:
		return "time –"
	case *ms > 0 && *ms < 0.05:
		return "<0.1 ms"
	case *ms < 10:
		return strconv.FormatFloat(*ms, 'f', 1, 64) + " ms"
	case *ms < 1000:
		return strconv.FormatFloat(*ms, 'f', 0, 64) + " ms"
	}
	return strconv.FormatFloat(*ms/1000, 'f', 1, 64) + " s"
}

// wholeMillis is a time that was measured in whole milliseconds.
func wholeMillis(n int64) string {
	if ms := float64(n); n >= 10 {
		return millisWords(&ms)
	}
	return strconv.FormatInt(n, 10) + " ms"
}

// readingTail is what stands at the end of a unit of the answer: the tokens of
// its text and where it came from, in columns.
func readingTail(tokens int, origin string) string {
	text := fmt.Sprintf(" %6s tok", thousands(tokens))
	if origin != "" {
		text += "  " + originCell(origin)
	}
	return text
}

// originCell is an origin in a column: "proposal", "expansion", "reserve".
func originCell(origin string) string { return fmt.Sprintf("%-9s", origin) }

// many is a number with its noun, and commas where it is long.
func many(n int, noun string) string {
	return thousands(n) + strings.TrimPrefix(part.Many(n, noun), strconv.Itoa(n))
}

// TotalWords are the tokens of many calls; calls that reported nothing are
// counted beside the sum, so that it is never read as whole when it is not.
func TotalWords(t run.Totals) string {
	switch {
	case t.Calls == 0:
		return "no calls"
	case t.Told() <= 0:
		return "–"
	case t.Missing > 0:
		return fmt.Sprintf("%s+%s, %d missing", thousands(t.Input), thousands(t.Output), t.Missing)
	}
	return thousands(t.Input) + "+" + thousands(t.Output)
}

// thousands writes a number with commas.
func thousands(n int) string {
	text := strconv.Itoa(n)
	start := 0
	if n < 0 {
		start = 1
	}
	for i := len(text) - 3; i > start; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
