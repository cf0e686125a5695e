package dataset

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The page of the data set lists every column and every kind of failure as the
// program has them.
func TestDocsListEveryColumn(t *testing.T) {
	path := filepath.Join("..", "..", "docs", "dataset.md")
	page, err := os.ReadFile(path)
	must(t, err)
	text := renewed(t, string(page), "kinds", kindsPage())
	text = renewed(t, text, "columns", columnsPage())
	if *update {
		must(t, os.WriteFile(path, []byte(text), 0o666))
		return
	}
	if text != string(page) {
		t.Error("docs/dataset.md lists other columns or kinds than there are (go test -run Docs -update writes them anew)")
	}
}

// renewed is a page with another text between its marks.
func renewed(t *testing.T, page, mark, text string) string {
	t.Helper()
	head, rest, found := strings.Cut(page, "<!-- "+mark+": ")
	line, rest, ended := strings.Cut(rest, "\n")
	_, tail, closed := strings.Cut(rest, "<!-- end of "+mark+" -->")
	if !found || !ended || !closed {
		t.Fatalf("docs/dataset.md has no marks for %s", mark)
	}
	return head + "<!-- " + mark + ": " + line + "\n" + text + "<!-- end of " + mark + " -->" + tail
}

func kindsPage() string {
	var b strings.Builder
	b.WriteString("\n| kind | what |\n|---|---|\n")
	for _, k := range Troubles() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", k, k.meaning())
	}
	return b.String() + "\n"
}

func columnsPage() string {
	var b strings.Builder
	for _, sheet := range Sheets() {
		fmt.Fprintf(&b, "\n### `%s`\n\n| column | kind | group | needs | meaning |\n|---|---|---|---|---|\n", sheet)
		for _, c := range Columns(sheet) {
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", c.Name, c.Kind, c.Group, c.Needs, strings.ReplaceAll(c.Doc, "|", `\|`))
		}
	}
	return b.String() + "\n"
}
