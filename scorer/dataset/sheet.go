package dataset

import (
	"suffice/certificate/records"
)

// Kind is what the values of a column are.
type Kind string

// The kinds of columns.
const (
	Text    Kind = "text"    // a string
	Integer Kind = "integer" // a whole number
	Number  Kind = "number"  // a measurement; shares and rates are fractions
	Flag    Kind = "flag"    // true or false
	JSON    Kind = "json"    // a list or an object; in CSV its JSON text
)

// Need is what a column is worked out from beyond the run itself.
type Need string

// What a column may need.
const (
	NeedsRun    Need = ""
	NeedsStates Need = "states" // the public side of the states
	NeedsLabels Need = "labels" // certificates, and the public side
)

// Column is one column of a sheet.
type Column struct {
	Name  string `json:"name"`
	Kind  Kind   `json:"kind"`
	Group string `json:"group"` // "identity", "state", "label", or a metric group of the registry
	Needs Need   `json:"needs,omitzero"`
	Doc   string `json:"meaning"`
}

// Sheet is one table of the data set: rows of values, one for each column. It is
// made by Derive and Build.
type Sheet struct {
	Name    string
	Columns []Column
	Rows    [][]Value

	at map[string]int // by column name
}

func newSheet(l layout) Sheet {
	s := Sheet{Name: l.name, Columns: l.columns, at: make(map[string]int, len(l.columns))}
	for i, c := range l.columns {
		s.at[c.Name] = i
	}
	return s
}

// At is the position of a column, -1 when there is none of that name.
func (s *Sheet) At(column string) int {
	if i, ok := s.at[column]; ok {
		return i
	}
	return -1
}

// Value is a value by row and column name; missing when there is no such column.
func (s *Sheet) Value(row int, column string) Value {
	if i := s.At(column); i >= 0 {
		return s.Rows[row][i]
	}
	return Value{}
}

// appendJSON is a row as one JSON object with every column in order; what is
// missing is null.
func appendJSON(dst []byte, columns []Column, row []Value) []byte {
	for i, c := range columns {
		dst = append(dst, "{,"[min(i, 1)])
		dst = records.AppendString(dst, c.Name)
		dst = append(dst, ':')
		if row[i].Known() {
			dst = append(dst, row[i].raw...)
		} else {
			dst = append(dst, "null"...)
		}
	}
	return append(dst, "}\n"...)
}

// csvRecord is a row as CSV fields. What is missing is an empty one; no text of
// a sheet is empty.
func csvRecord(dst []string, row []Value) []string {
	dst = dst[:0]
	for _, v := range row {
		dst = append(dst, v.String())
	}
	return dst
}

// field is a column with how its value is read off a source.
type field[T any] struct {
	Column
	of func(T) Value
}

// layout is a sheet to be: its columns, and the rows that a run gives it.
type layout struct {
	name    string
	columns []Column
	rows    func(*artifacts) [][]Value
}

// lay makes a layout of fields over what of a run has rows of its own.
func lay[T any](name string, fields []field[T], of func(*artifacts) []T) layout {
	l := layout{name: name}
	for _, f := range fields {
		l.columns = append(l.columns, f.Column)
	}
	l.rows = func(a *artifacts) [][]Value {
		sources := of(a)
		rows := make([][]Value, len(sources))
		for i, source := range sources {
			rows[i] = make([]Value, len(fields))
			for j, f := range fields {
				rows[i][j] = f.of(source)
			}
		}
		return rows
	}
	return l
}
