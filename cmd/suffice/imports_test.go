package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// arrow forbids every package under From to reach To, directly or through
// others; To ending in "/" or being a prefix means the whole subtree.
type arrow struct {
	from, to string
	why      string
}

// TestImportGraph checks the arrows that hold the house up on the real import
// graph, tests left out.
func TestImportGraph(t *testing.T) {
	forbidden := []arrow{
		{"suffice/tui", "suffice/store", "screens are built from a desk, never from tables"},
		{"suffice/review", "suffice/store", "rules know no database"},
		{"suffice/review", "suffice/tui", "rules know no terminal"},
		{"suffice/scorer/methods", "suffice/certificate$", "what ranks must not see certificates"},
		{"suffice/scorer/methods", "suffice/review", "what ranks must not see reviews"},
		{"suffice/scorer/methods", "suffice/store", "what ranks must not see the project"},
		{"suffice/scorer/methods", "suffice/scorer$", "what ranks must not see scores"},
		{"suffice/scorer/methods", "suffice/scorer/calibrate", "what ranks must not see what was calibrated on labels"},
		{"suffice/scorer/methods", "suffice/scorer/dataset", "what ranks must not see what is joined with labels"},
		{"suffice/scorer/methods", "suffice/audit", "what ranks must not see the audit"},
		{"suffice/scorer/methods", "suffice/tui", "what ranks knows no terminal"},
		{"suffice/audit", "suffice/review", "statistics come before people"},
		{"suffice/audit", "suffice/store", "statistics know no database"},
		{"suffice/audit", "suffice/tui", "statistics know no terminal"},
		{"suffice/scorer", "suffice/store", "arithmetic knows no database"},
		{"suffice/scorer", "suffice/tui", "arithmetic knows no terminal"},
		{"suffice/scorer", "suffice/review", "arithmetic comes before people"},
		{"suffice/certificate/card", "suffice/certificate$", "public things know no private ones"},
		{"suffice/certificate/records", "suffice/certificate", "reading knows no meaning"},
		{"suffice/certificate", "suffice/scorer", "arrows point one way"},
		{"suffice/certificate", "suffice/review", "arrows point one way"},
		{"suffice/store", "suffice/tui", "storage knows no terminal"},
		{"suffice/certificate", "database/sql$", "the core is pure"},
		{"suffice/review", "database/sql$", "the core is pure"},
		{"suffice/scorer", "database/sql$", "the core is pure"},
	}
	graph := importGraph(t)
	if len(graph) < 10 {
		t.Fatalf("only %d packages found: the graph was not read", len(graph))
	}
	for _, a := range forbidden {
		for pkg, deps := range graph {
			if !under(pkg, a.from) {
				continue
			}
			for _, d := range deps {
				if pkg != d && under(d, a.to) && !(under(d, a.from) && !strings.HasSuffix(a.to, "$")) {
					t.Errorf("%s reaches %s: %s", pkg, d, a.why)
				}
			}
		}
	}
}

// under reports whether pkg is root or below it; a root ending in "$" means
// that package alone.
func under(pkg, root string) bool {
	if exact, ok := strings.CutSuffix(root, "$"); ok {
		return pkg == exact
	}
	return pkg == root || strings.HasPrefix(pkg, root+"/")
}

// importGraph maps every package of the module to all it depends on.
func importGraph(t *testing.T) map[string][]string {
	t.Helper()
	cmd := exec.Command("go", "list", "-f", "{{.ImportPath}}:{{range .Deps}} {{.}}{{end}}", "./...")
	cmd.Dir = filepath.Join("..", "..")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	graph := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		pkg, deps, ok := strings.Cut(strings.TrimSpace(line), ":")
		if ok {
			graph[pkg] = strings.Fields(deps)
		}
	}
	return graph
}
