package scorer

import (
	"bytes"
	"encoding/csv"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/go-json-experiment/json"
	"pgregory.net/rapid"

	"suffice/certificate/card"
)

var update = flag.Bool("update", false, "write the golden files anew")

// sameAsGolden compares with a file under testdata, or writes it with -update.
func sameAsGolden(t *testing.T, path string, got []byte) {
	t.Helper()
	path = filepath.Join("testdata", path)
	if *update {
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s: got\n%s\nwant\n%s", path, got, want)
	}
}

// goldenMatrix is six states, four methods and an oracle, small enough to be
// checked by eye.
func goldenMatrix(t *testing.T) *Matrix {
	var w world
	one, two, three := group("a", 1, 1, "u1"), group("b", 1, 3, "u2", "u5"), group("c", 2, 1, "u3", "u4", "u6")
	w.add("s1", "a/a", one).State.Card.Boundary = card.BeforeSearch
	w.add("s2", "a/a", one, two)
	w.add("s3", "b/b", one, two, three).State.Card.Observed = []string{"u9"}
	w.add("s4", "b/b", two).State.Card.Boundary = card.BeforeEdit
	w.add("s5", "c/c", three)
	w.add("s6", "", two, three)
	for i, s := range []string{"s1", "s2", "s3", "s4", "s5", "s6"} {
		w.rank("bm25", s, "u9", "u7", "u1", "u8", "u2", "u6", "u3")
		w.predictions = append(w.predictions,
			labelled(t, "mss_complement", s, `"controller":"offline"`, "u1", "u2", "u3", "u4"),
			labelled(t, "single_stage", s, `"controller":"offline"`, "u2", "u3", "u1", "u9", "u8"),
			labelled(t, "oracle", s, `"labels_read_at_inference":true`, "u1", "u2", "u3", "u4", "u7", "u8"))
		if i != 4 {
			w.rank("imported|_&%$#{}~^\\", s, "u5", "u1")
		}
	}
	return w.matrix(t)
}

func labelled(t *testing.T, method, state, extra string, ids ...string) card.Prediction {
	t.Helper()
	p, err := card.DecodePrediction([]byte(`{"state_id":"` + state + `","method":"` + method + `","ranked_evidence_ids":["` + strings.Join(ids, `","`) + `"],` + extra + `}`))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// tables are all tables of the golden matrix, by the name of their files.
func goldenTables(t *testing.T) map[string]Table {
	m := goldenMatrix(t)
	o := Resampling{Draws: 1000, Seed: PaperSeed}
	budgets, err := m.Budgets("mss_complement", "bm25", []Limit{{Items: 5}, {Items: 8}, {Tokens: 100}, {Match: true}}, o)
	if err != nil {
		t.Fatal(err)
	}
	strata, err := m.StrataComparisons(ByGroups, "mss_complement", "imported|_&%$#{}~^\\", []Point{{Complete, 5}, {GroupRecall, 8}}, o)
	if err != nil {
		t.Fatal(err)
	}
	pairs, err := m.CompareMany([]Pair{{"mss_complement", "bm25"}, {"mss_complement", "single_stage"}}, PrimaryPoints(), o)
	if err != nil {
		t.Fatal(err)
	}
	changes := []StateChange{
		{"s1", Change{Class: L0}}, {"s2", Change{Class: L1, Outcomes: []Outcome{{"bm25", 5, true, true}}}},
		{"s3", Change{Class: L2, Flips: 1, Outcomes: []Outcome{{"bm25", 5, false, true}}}}, {"s4", Change{Class: L3}},
	}
	return map[string]Table{
		"main": m.Main(), "curves": m.Curves(), "full": m.Full(), "returned": m.Returned(), "observed": m.ObservedShare(), "ceiling": m.Ceiling(),
		"attribution": m.Attribution(), "budgets": m.BudgetTable(budgets), "comparisons": m.ComparisonTable(pairs),
		"strata_groups": m.StrataTable(ByGroups), "strata_differences": m.StrataComparisonTable(ByGroups, strata), "strata_composition": m.CompositionTable(ByOverlap),
		"classes": ClassTable(changes), "flips": FlipTable(changes),
		"hostile": hostileTable(),
	}
}

// hostileTable has names that every format would read as something else.
func hostileTable() Table {
	half, low, high := 0.5, -0.125, 1e-7
	t := Table{
		Title: "=HYPERLINK(\"http://x\") | \\input{x} <script>", Columns: []string{"+1|1", "@SUM"}, Tokenizer: "o200k_base", Basis: "content_excerpt",
		Notes: []string{"a note with | a pipe, 50% & more_than_one $sign$", "- a list, @someone, https://example.org, [link](x)"},
	}
	for _, name := range []string{"=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "'quoted", "\t=1", "a\r\nb", "a,b;\"c\"", "`code` *bold* _it_ ~~gone~~", "[*]\\\\&", "--- ``x'' -- !", "evil\x1b[2J\u202e\x00\xff", "漢字 é", "|---|", "&lt; #1 <b>"} {
		t.Rows = append(t.Rows, TableRow{Name: name, Section: "=section|", Controller: "@off", States: 2, Excluded: 1, Cells: []Cell{{Value: &half}, {Value: &low, Low: &low, High: &high, Unit: Difference, Strong: true}}})
	}
	return t
}

func TestTablesInEveryFormat(t *testing.T) {
	endings := map[Format]string{Terminal: "txt", Markdown: "md", CSV: "csv", JSON: "json", LaTeX: "tex"}
	for name, table := range goldenTables(t) {
		for _, f := range Formats() {
			if f != Terminal && !slices.Contains([]string{"main", "attribution", "comparisons", "budgets", "hostile"}, name) {
				continue
			}
			var b bytes.Buffer
			if err := table.Write(&b, f); err != nil {
				t.Fatal(err)
			}
			sameAsGolden(t, filepath.Join("tables", name+"."+endings[f]), b.Bytes())
		}
	}
}

func TestFormatNames(t *testing.T) {
	for name, want := range map[string]Format{"terminal": Terminal, "Markdown": Markdown, "md": Markdown, "csv": CSV, "JSON": JSON, "latex": LaTeX, "tex": LaTeX} {
		if got, err := ParseFormat(name); got != want || err != nil {
			t.Errorf("%s is %q, %v", name, got, err)
		}
	}
	if _, err := ParseFormat("xls"); err == nil || !strings.Contains(err.Error(), "markdown") {
		t.Errorf("%v", err)
	}
	if err := (Table{}).Write(new(bytes.Buffer), "xls"); err == nil {
		t.Error("written in a format that there is none of")
	}
}

// No line is wider than the terminal, and every number is still there.
func TestTablesFit(t *testing.T) {
	tables := goldenTables(t)
	for name, table := range goldenTables(t) {
		table.Turns = true
		tables[name+", which turns"] = table
	}
	for name, table := range tables {
		for width := 10; width <= 200; width += 7 {
			text := table.Fit(width)
			for line := range strings.SplitSeq(text, "\n") {
				if got := ansi.StringWidth(line); got > width {
					t.Fatalf("%s at %d: a line of %d: %q", name, width, got, line)
				}
			}
			plain := strings.Join(strings.Fields(text), "")
			for _, r := range table.Rows {
				for _, c := range r.Cells {
					if !strings.Contains(plain, strings.Join(strings.Fields(c.text()), "")) {
						t.Fatalf("%s at %d: %q is lost:\n%s", name, width, c.text(), text)
					}
				}
			}
		}
	}
	sameAsGolden(t, "tables/comparisons_narrow.txt", []byte(goldenTables(t)["comparisons"].Fit(60)))
	sameAsGolden(t, "tables/comparisons_list.txt", []byte(goldenTables(t)["comparisons"].Fit(24)))
}

// A table that turns has a row for each of its columns where these would not
// stand side by side; for programs it is the table that it was.
func TestTablesTurn(t *testing.T) {
	as := func(table Table, f Format) string {
		var b strings.Builder
		if err := table.Write(&b, f); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	for name, table := range map[string]Table{"strata_groups": goldenTables(t)["strata_groups"], "hostile": hostileTable()} {
		turns := table
		turns.Turns = true
		if wide := table.width(); turns.Fit(wide) != table.Fit(wide) || turns.Fit(wide-1) == table.Fit(wide-1) {
			t.Errorf("%s does not turn when it is wider than %d", name, wide)
		}
		for _, f := range []Format{CSV, JSON, LaTeX} {
			if as(turns, f) != as(table, f) {
				t.Errorf("%s is another table in %s", name, f)
			}
		}
		sameAsGolden(t, filepath.Join("tables", name+"_turned.txt"), []byte(turns.Fit(60)))
	}
	wide := goldenTables(t)["full"]
	wide.Turns = true
	text := as(wide, Terminal)
	for line := range strings.SplitSeq(text, "\n") {
		if ansi.StringWidth(line) > anyWidth && strings.HasPrefix(line, "  ") && !slices.Contains(wide.notes(), strings.TrimSpace(line)) {
			t.Errorf("with nothing said of the width a line has %d cells: %q", ansi.StringWidth(line), line)
		}
	}
	if turned := as(wide, Markdown); !strings.Contains(turned, "\n| "+markdownText(wide.Columns[len(wide.Columns)-1])+" | ") {
		t.Errorf("the last column is no row:\n%s", turned)
	}
}

// Whatever stands in names, every format keeps its form: the CSV has its
// records, the JSON its values, and nobody can put a command, a formula, markup
// or a control character in.
func FuzzTableFormats(f *testing.F) {
	for _, r := range hostileTable().Rows {
		f.Add(r.Name, "note")
	}
	f.Add("", "")
	f.Add("\\end{tabular}", "%")
	f.Fuzz(func(t *testing.T, name, note string) {
		x := 0.5
		table := Table{Title: name, Columns: []string{name, note}, Notes: []string{note}, Tokenizer: name, Basis: note,
			Rows: []TableRow{{Name: name, Section: note, Controller: name, States: 1, Cells: []Cell{{Value: &x, Strong: true}, {Unit: Words, Text: name}}}, {Name: note, Cells: []Cell{{}, {Unit: Words}}}}}
		texts := map[Format]string{}
		for _, format := range Formats() {
			var b bytes.Buffer
			if err := table.Write(&b, format); err != nil {
				t.Fatal(err)
			}
			texts[format] = b.String()
			if format != JSON && strings.ContainsAny(b.String(), "\x00\x1b\x07\u202e") {
				t.Fatalf("%s lets a control character through: %q", format, b.String())
			}
		}
		checkCSV(t, texts[CSV], table)
		checkMarkdown(t, texts[Markdown])
		checkLaTeX(t, texts[LaTeX])
		var back Table
		if err := json.Unmarshal([]byte(texts[JSON]), &back); err != nil {
			t.Fatal(err)
		}
		if utf8.ValidString(name) && back.Rows[0].Name != name {
			t.Fatalf("%q comes back as %q", name, back.Rows[0].Name)
		}
	})
}

func checkCSV(t *testing.T, text string, table Table) {
	records, err := csv.NewReader(strings.NewReader(text)).ReadAll() // refuses records of other lengths
	if err != nil {
		t.Fatalf("%v in %q", err, text)
	}
	if len(records) != 1+len(table.Rows) {
		t.Fatalf("%d records for %d rows: %q", len(records), len(table.Rows), text)
	}
	for _, record := range records {
		for _, field := range record {
			if field != "" && field != "-" && strings.ContainsAny(field[:1], "=+@\t\r-") {
				t.Fatalf("a spreadsheet would take %q for a formula", field)
			}
		}
	}
	if name := table.Rows[0].Name; printable(name) == name && strings.TrimPrefix(records[1][1], "'") != name && records[1][1] != name {
		t.Fatalf("%q is written as %q", name, records[1][1])
	}
}

// checkMarkdown looks at the rows of the table: as many cells in each.
func checkMarkdown(t *testing.T, text string) {
	for i, line := range strings.Split(text, "\n") {
		if !strings.HasPrefix(line, "|") {
			continue
		}
		cells, escaped := 0, false
		for _, r := range line {
			if r == '|' && !escaped {
				cells++
			}
			escaped = r == '\\' && !escaped
		}
		if cells != 5 {
			t.Fatalf("line %d has %d bars: %q", i+1, cells, line)
		}
	}
}

// checkLaTeX reads the text as LaTeX does: braces match, and outside of what the
// table writes itself there is no command, comment or special character.
func checkLaTeX(t *testing.T, text string) {
	body := text[strings.Index(text, "\n")+1:] // the first line is a comment
	depth, escaped := 0, false
	for i, r := range body {
		switch {
		case escaped:
			escaped = false
		case r == '\\':
			escaped = true
			if !knownCommand(body[i+1:]) {
				t.Fatalf("a command got in: %q", body[i:min(i+30, len(body))])
			}
		case r == '{':
			depth++
		case r == '}':
			depth--
		case strings.ContainsRune("%#_^~", r):
			t.Fatalf("an unescaped %q: %q", r, body[max(0, i-20):i+1])
		}
		if depth < 0 {
			t.Fatalf("a brace too many: %q", body)
		}
	}
	if depth != 0 {
		t.Fatalf("braces do not match: %q", body)
	}
	if n := strings.Count(body, `\begin{`); n != 2 || n != strings.Count(body, `\end{`) {
		t.Fatalf("environments do not match: %q", body)
	}
}

func knownCommand(rest string) bool {
	if rest != "" && strings.ContainsRune("\\{}$&#%_", rune(rest[0])) {
		return true
	}
	for _, c := range []string{"begin{table}", "begin{tabular}", "end{table}", "end{tabular}", "centering", "caption", "toprule", "midrule", "bottomrule", "multicolumn", "textit", "textbf", "par", "smallskip", "footnotesize", "textbackslash", "textasciicircum", "textasciitilde", "textless", "textgreater", "textbar", "textasciigrave"} {
		if strings.HasPrefix(rest, c) {
			return true
		}
	}
	return false
}

// The best of each column is marked within its section, among methods alone.
func TestBestOfEachColumn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := Table{Columns: []string{"x"}}
		for range rapid.IntRange(0, 12).Draw(t, "rows") {
			row := TableRow{Section: rapid.SampledFrom([]string{"", "s"}).Draw(t, "section"), Aside: rapid.Bool().Draw(t, "aside"), Cells: []Cell{{}}}
			if x := float64(rapid.IntRange(-1, 3).Draw(t, "value")); x >= 0 {
				row.Cells[0].Value = &x
			}
			table.Rows = append(table.Rows, row)
		}
		slices.SortStableFunc(table.Rows, func(a, b TableRow) int { return strings.Compare(a.Section, b.Section) })
		table.markBest()
		for i, r := range table.Rows {
			best, rivals := true, 0
			for _, other := range table.Rows {
				if v := other.Cells[0].Value; other.Section == r.Section && !other.Aside && v != nil {
					rivals++
					best = best && r.Cells[0].Value != nil && *v <= *r.Cells[0].Value
				}
			}
			if want := best && rivals > 1 && !r.Aside && r.Cells[0].Value != nil; r.Cells[0].Strong != want {
				t.Fatalf("row %d of %+v: marked %v", i, table.Rows, r.Cells[0].Strong)
			}
		}
	})
}
