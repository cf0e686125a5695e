package scorer

import (
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Format is a form in which a table is written.
type Format string

// The forms of tables.
const (
	Terminal Format = "terminal"
	Markdown Format = "markdown"
	CSV      Format = "csv"
	JSON     Format = "json"
	LaTeX    Format = "latex"
)

// Formats lists the forms of tables.
func Formats() []Format { return []Format{Terminal, Markdown, CSV, JSON, LaTeX} }

// ParseFormat reads the name of a format; "md" and "tex" will do. The error
// lists what there is.
func ParseFormat(name string) (Format, error) {
	switch f := Format(strings.ToLower(name)); f {
	case Terminal, Markdown, CSV, JSON, LaTeX:
		return f, nil
	case "md":
		return Markdown, nil
	case "tex":
		return LaTeX, nil
	case "text":
		return Terminal, nil
	}
	return "", fmt.Errorf("%q is no format of tables: choose terminal, markdown, csv, json or latex", name)
}

// Write writes the table in a format, ending in a line break. Names come from
// files: in every format what would be read as something else than text is
// escaped (see docs/tables.md).
func (t Table) Write(w io.Writer, f Format) error {
	var text string
	switch f {
	case Terminal:
		text = t.String()
	case Markdown:
		text = t.markdown()
	case CSV:
		text = t.csv()
	case LaTeX:
		text = t.latex()
	case JSON:
		b, err := json.Marshal(t, jsontext.WithIndent("  "), json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
		if err != nil {
			return fmt.Errorf("write the table %q as JSON: %w", t.Title, err)
		}
		text = string(b) + "\n"
	default:
		return fmt.Errorf("write the table %q: %q is no format of tables", t.Title, f)
	}
	if _, err := io.WriteString(w, text); err != nil {
		return fmt.Errorf("write the table %q: %w", t.Title, err)
	}
	return nil
}
