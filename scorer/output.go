package scorer

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// The names of the two files that the benchmark's tools exchange.
const (
	PerStateFile = "per_state_scores.jsonl"
	SummaryFile  = "summary.json"
)

// column is one key of an output object: a metric at a cutoff, or a text.
type column struct {
	key    string
	cutoff int // position in the cutoffs, -1 for a text
	metric Metric
}

// columns are the metric keys at all cutoffs and the text keys given, sorted.
func columns(ks []int, texts ...string) []column {
	var out []column
	for i, k := range ks {
		for _, m := range Metrics() {
			out = append(out, column{m.Key(k), i, m})
		}
	}
	for _, t := range texts {
		out = append(out, column{key: t, cutoff: -1})
	}
	slices.SortFunc(out, func(a, b column) int { return strings.Compare(a.key, b.key) })
	return out
}

// WriteRows writes the rows as the reference writes per_state_scores.jsonl,
// byte for byte: one object a line with sorted keys, everything beyond ASCII
// escaped.
func (r Result) WriteRows(w io.Writer) error {
	b := bufio.NewWriterSize(w, 1<<16)
	cols := columns(r.Cutoffs, "method", "state_id")
	line := make([]byte, 0, 4096)
	for _, row := range r.Rows {
		line = append(line[:0], '{')
		for i, c := range cols {
			if i > 0 {
				line = append(line, ", "...)
			}
			line = append(line, '"')
			line = append(line, c.key...)
			line = append(line, `": `...)
			switch {
			case c.cutoff >= 0:
				line = appendNumber(line, row.Scores[c.cutoff][c.metric])
			case c.key == "method":
				line = appendText(line, row.Method)
			default:
				line = appendText(line, row.State)
			}
		}
		line = append(line, "}\n"...)
		if _, err := b.Write(line); err != nil {
			return fmt.Errorf("write the score of %s on %s: %w", row.Method, row.State, err)
		}
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("write the scores of %d rankings: %w", len(r.Rows), err)
	}
	return nil
}

// WriteSummary writes the means as the reference writes summary.json, byte for
// byte: {method: {"states": N, metric: mean}} with sorted keys, as fractions.
func (r Result) WriteSummary(w io.Writer) error {
	cols := columns(r.Cutoffs, "states")
	out := []byte{'{'}
	for i, m := range r.Methods {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, "\n  "...)
		out = appendText(out, m.Method)
		out = append(out, ": {"...)
		for j, c := range cols {
			if j > 0 {
				out = append(out, ',')
			}
			out = append(out, "\n    \""...)
			out = append(out, c.key...)
			out = append(out, `": `...)
			if c.cutoff < 0 {
				out = appendNumber(out, float64(m.States))
			} else {
				out = appendNumber(out, m.Mean[c.cutoff][c.metric])
			}
		}
		out = append(out, "\n  }"...)
	}
	if len(r.Methods) > 0 {
		out = append(out, '\n')
	}
	out = append(out, "}\n"...)
	if _, err := w.Write(out); err != nil {
		return fmt.Errorf("write the summary: %w", err)
	}
	return nil
}

// appendNumber writes a finite x with the fewest digits that give it back, and
// always as a fraction: 1.0, 0.25, 1e-05.
func appendNumber(b []byte, x float64) []byte {
	switch x {
	case 0:
		return append(b, "0.0"...)
	case 1:
		return append(b, "1.0"...)
	}
	if magnitude := max(x, -x); magnitude < 1e-4 || magnitude >= 1e16 {
		return strconv.AppendFloat(b, x, 'e', -1, 64)
	}
	start := len(b)
	b = strconv.AppendFloat(b, x, 'f', -1, 64)
	for _, c := range b[start:] {
		if c == '.' {
			return b
		}
	}
	return append(b, ".0"...)
}

// appendText writes s as a JSON string of printable ASCII.
func appendText(b []byte, s string) []byte {
	b = append(b, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r >= ' ' && r <= '~':
			b = append(b, byte(r))
		case r == '\n':
			b = append(b, `\n`...)
		case r == '\r':
			b = append(b, `\r`...)
		case r == '\t':
			b = append(b, `\t`...)
		case r == '\b':
			b = append(b, `\b`...)
		case r == '\f':
			b = append(b, `\f`...)
		case r >= 0x10000:
			high, low := utf16.EncodeRune(r)
			b = appendEscape(appendEscape(b, high), low)
		default:
			b = appendEscape(b, r)
		}
	}
	return append(b, '"')
}

func appendEscape(b []byte, r rune) []byte {
	const hex = "0123456789abcdef"
	if r > 0xffff {
		r = utf8.RuneError
	}
	return append(b, '\\', 'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15])
}
