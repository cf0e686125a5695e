package main

import (
	"encoding/csv"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"suffice/scorer"
)

// TestTablesInEveryFormat prints every table in every format, and reads what
// was printed as whoever gets it would: nothing is malformed, no row is lost.
func TestTablesInEveryFormat(t *testing.T) {
	f := inFolder{t, t.TempDir()}
	set := filepath.Join(f.dir, "set")
	f.must("olga", "generate", set, "--states", "4", "--units", "20", "--methods", "1", "--seed", "5")
	f.must("olga", "init")
	f.must("olga", "import", "items", filepath.Join(set, "items.jsonl"))
	f.must("olga", "import", "labels", filepath.Join(set, "labels.jsonl"))
	f.must("olga", "run", "mss_complement", "independent_similarity", "fused", "bm25", "--experiment", "one")
	for _, name := range tableNames() {
		t.Run(name, func(t *testing.T) {
			f := inFolder{t, f.dir}
			printed := map[scorer.Format]string{}
			for _, format := range scorer.Formats() {
				line := []string{"table", name, "--format", string(format), "--resamples", "50"}
				printed[format] = f.must("olga", line...)
				if testing.Short() {
					continue // once is enough under the race detector
				}
				if again := f.must("olga", line...); again != printed[format] {
					t.Errorf("%s differs when it is printed again", format)
				}
			}
			var table scorer.Table
			if err := json.Unmarshal([]byte(printed[scorer.JSON]), &table); err != nil {
				t.Fatalf("%v:\n%s", err, printed[scorer.JSON])
			}
			if len(table.Rows) == 0 || len(table.Columns) == 0 || table.Title == "" {
				t.Fatalf("the table is empty:\n%s", printed[scorer.JSON])
			}
			names := map[string]bool{}
			for _, r := range table.Rows {
				names[r.Name] = true
			}
			readCSV(t, printed[scorer.CSV], table)
			readMarkdown(t, printed[scorer.Markdown], table)
			readLaTeX(t, printed[scorer.LaTeX], table)
			for row := range names {
				if !strings.Contains(printed[scorer.Terminal], row) {
					t.Errorf("the terminal lacks the row %q:\n%s", row, printed[scorer.Terminal])
				}
			}
			for format, text := range printed {
				if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") || strings.Contains(text, "%!") {
					t.Errorf("%s holds what is no number:\n%s", format, text)
				}
			}
		})
	}
}

// readCSV fails unless there is one record a row below a header, as long as it.
func readCSV(t *testing.T, text string, table scorer.Table) {
	t.Helper()
	r := csv.NewReader(strings.NewReader(text))
	all, err := r.ReadAll() // a record of another length than the first is an error
	if err != nil {
		t.Fatalf("CSV: %v\n%s", err, text)
	}
	if len(all) != len(table.Rows)+1 {
		t.Errorf("CSV has %d records for %d rows:\n%s", len(all)-1, len(table.Rows), text)
	}
	header := strings.Join(all[0], "\n") + "\n"
	for i, c := range table.Columns {
		parts := []string{""}
		if slices.ContainsFunc(table.Rows, func(r scorer.TableRow) bool { return rate(r, i) }) {
			parts = append(parts, " numerator", " denominator", " excluded")
		}
		for _, what := range parts {
			if !strings.Contains(header, c+what+"\n") {
				t.Errorf("CSV lacks the column %q: %q", c+what, all[0])
			}
		}
	}
}

// rate reports whether a cell is a share, or a difference of shares.
func rate(r scorer.TableRow, i int) bool {
	return i < len(r.Cells) && r.Cells[i].Value != nil && (r.Cells[i].Unit == scorer.Fraction || r.Cells[i].Unit == scorer.Difference)
}

// readMarkdown fails unless every line of a table has as many cells, and there is
// one for each of the table's: one that turns is several tables.
func readMarkdown(t *testing.T, text string, table scorer.Table) {
	t.Helper()
	cells, numbers := 0, 0
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "|") {
			cells = 0
			continue
		}
		n := strings.Count(line, "|") - strings.Count(line, `\|`) - 1
		switch {
		case cells == 0: // the header, and the line below it
			cells, numbers = n, numbers-(n-2)
		case n != cells:
			t.Errorf("Markdown: %d cells and not %d: %s", n, cells, line)
		case !strings.HasPrefix(line, "| **"): // a section
			numbers += n - 2 // the name and the denominator beside
		}
	}
	if want := len(table.Columns) * len(table.Rows); numbers != want {
		t.Errorf("Markdown: %d numbers of %d:\n%s", numbers, want, text)
	}
}

// readLaTeX fails unless environments are closed, every row has as many cells as
// the table has columns, and no special character of a name is left as it was.
func readLaTeX(t *testing.T, text string, table scorer.Table) {
	t.Helper()
	for _, env := range []string{"table", "tabular"} {
		if strings.Count(text, `\begin{`+env+`}`) != 1 || strings.Count(text, `\end{`+env+`}`) != 1 {
			t.Errorf("LaTeX: %s is not begun and ended once:\n%s", env, text)
		}
	}
	_, spec, _ := strings.Cut(text, `\begin{tabular}{`)
	spec, _, _ = strings.Cut(spec, "}")
	rows := 0
	for line := range strings.Lines(text) {
		row, is := strings.CutSuffix(strings.TrimSpace(line), `\\`)
		if !is {
			continue
		}
		rows++
		if n := strings.Count(row, "&") - strings.Count(row, `\&`) + 1; n != len(spec) && !strings.HasPrefix(row, `\multicolumn`) {
			t.Errorf("LaTeX: %d cells and not %d: %s", n, len(spec), line)
		}
		for _, special := range []string{"_", "%", "#"} {
			if strings.Count(row, special) != strings.Count(row, `\`+special) {
				t.Errorf("LaTeX: %s stands unescaped in %s", special, line)
			}
		}
	}
	if rows < len(table.Rows)+1 || len(spec) < len(table.Columns)+2 {
		t.Errorf("LaTeX: %d lines and %d columns for %d rows and %d columns:\n%s", rows, len(spec), len(table.Rows), len(table.Columns), text)
	}
}
