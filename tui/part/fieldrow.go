package part

import (
	"strings"

	"suffice/tui/cell"
)

// fieldTab is the distance of tab stops in a Field.
const fieldTab = 4

// fieldRow is one row of a Field as it is shown.
type fieldRow struct {
	from, to int // bytes of the text
	shown    string
	stops    []fieldStop // one for every character
	end      int         // column behind the last character
	last     bool        // the last row of its line: the cursor can stand behind it
}

// fieldStop is a place for the cursor: before the character at byte at.
type fieldStop struct{ at, col int }

// layout works out the rows, unless they are known for this width and method.
func (f *Field) layout(e *Env, w int) {
	if f.rows != nil && f.width == w && f.method == e.Width.Method {
		return
	}
	f.width, f.method, f.rows = w, e.Width.Method, nil
	from := 0
	for line := range strings.SplitSeq(f.text, "\n") {
		f.line(e.Width, from, line, w-1) // one cell is kept for the cursor
		from += len(line) + 1
	}
}

// line lays out one line of the text, wrapped behind spaces where it can be.
func (f *Field) line(w *cell.Width, from int, line string, n int) {
	row := fieldRow{from: from}
	col, space := 0, -1 // space: index into stops after the last space
	for i := 0; i < len(line); {
		size := clusterLen(line[i:])
		text := cleanCluster(w, line[i:i+size], col)
		width := w.Of(text)
		if f.lines && col > 0 && col+width > n {
			i = from + i
			if space > 0 && space < len(row.stops) {
				i = row.stops[space].at
				row.stops = row.stops[:space]
			}
			f.rows = append(f.rows, row.closed(w, f.text, i))
			row = fieldRow{from: i}
			i -= from
			col, space = 0, -1
			continue
		}
		row.stops = append(row.stops, fieldStop{at: from + i, col: col})
		if line[i] == ' ' {
			space = len(row.stops)
		}
		col += width
		i += size
	}
	row = row.closed(w, f.text, from+len(line))
	row.last = true
	f.rows = append(f.rows, row)
}

// closed ends the row at byte to and draws it.
func (r fieldRow) closed(w *cell.Width, text string, to int) fieldRow {
	var b strings.Builder
	for i, s := range r.stops {
		end := to
		if i+1 < len(r.stops) {
			end = r.stops[i+1].at
		}
		b.WriteString(cleanCluster(w, text[s.at:end], s.col))
	}
	r.to, r.shown = to, b.String()
	r.end = w.Of(r.shown)
	return r
}

// cleanCluster is Clean for one character at a column, where a tab reaches to
// the next stop.
func cleanCluster(w *cell.Width, s string, col int) string {
	if s == "\t" {
		return cell.Spaces(fieldTab - col%fieldTab)
	}
	return w.Clean(s, fieldTab)
}

// place is the row and column of the cursor.
func (f *Field) place() (row, col int) {
	for y, r := range f.rows {
		if f.at < r.from || f.at > r.to || f.at == r.to && !r.last {
			continue
		}
		for _, s := range r.stops {
			if s.at == f.at {
				return y, s.col
			}
		}
		return y, r.end
	}
	return len(f.rows) - 1, 0
}

// byteAt is the place in the row nearest to a column.
func (r fieldRow) byteAt(col int) int {
	at := r.to
	if !r.last && len(r.stops) > 0 {
		at = r.stops[len(r.stops)-1].at
	}
	for i := len(r.stops) - 1; i >= 0; i-- {
		if r.stops[i].col >= col {
			at = r.stops[i].at
		}
	}
	return at
}
