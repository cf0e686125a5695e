package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"suffice/scorer/methods/run"
)

// TestTornExperiment: an experiment whose plan or order cannot be read keeps
// none of the others back, and is told to nobody who may not know of it.
func TestTornExperiment(t *testing.T) {
	f := middle(t)
	results := filepath.Join(f.dir, resultsFolder)
	long := strings.Repeat("ab ", 26) + "'$(end)"
	out := f.must(demoOrganizer, "run", "bm25", "--experiment", long)
	if pasted := "suffice predictions lock '" + strings.Repeat("ab ", 26) + `'\''$(end)' makes`; !strings.Contains(out, pasted) {
		t.Errorf("not %q:\n%s", pasted, out)
	}
	plan := filepath.Join(results, "raw", "walrus", "experiment.json")
	order := recipePath(results, "walrus")

	tear(t, order)
	for _, args := range [][]string{
		{"replay", "walrus"}, {"run", "--resume", "--experiment", "walrus"}, {"replay", "walrus", "--results", results},
	} {
		if _, errs, code := f.apart(demoOrganizer, args...); code != exitWrong || !strings.Contains(errs, order) || !strings.Contains(errs, "from a copy") {
			t.Errorf("suffice %s: %d\n%s", strings.Join(args, " "), code, errs)
		}
	}
	f.must(demoOrganizer, "run", "bm25", "--resume", "--experiment", "walrus") // as the hint says
	f.must(demoOrganizer, "replay", "walrus")
	tear(t, order)
	tear(t, plan)

	list, errs, code := f.apart(demoOrganizer, "runs", "list")
	if code != exitFindings || errs != "" || strings.Contains(list, "end)") || !strings.Contains(list, strings.Repeat("ab ", 19)+"ab… ") ||
		!strings.Contains(list, "\nwalrus"+strings.Repeat(" ", 60-6)+"  unreadable ") || !strings.Contains(list, "unreadable: read "+plan) {
		t.Errorf("%d %s\n%s", code, errs, list)
	}
	if shown := f.must(demoOrganizer, "runs", "show", long); !strings.Contains(shown, "\n"+long+": 11 runs; ") {
		t.Errorf("the name is not whole:\n%s", shown)
	}
	list, _, code = f.apart(demoOrganizer, "runs", "list", "--json")
	if code != exitFindings || !strings.Contains(list, long) || !strings.Contains(list, `"unreadable": "read `) {
		t.Errorf("%d\n%s", code, list)
	}
	if out, errs, code := f.apart(demoOrganizer, "runs", "show", "walrus"); code != exitWrong || out != "" || !strings.Contains(errs, plan) {
		t.Errorf("%d %s%s", code, out, errs)
	}
	for _, who := range []string{demoAnnotator, "reviewer-1", "auditor-1"} {
		for _, ask := range [][]string{
			{"runs", "show", "NAME"}, {"replay", "NAME"}, {"run", "--resume", "--experiment", "NAME"},
			{"replay", "NAME", "--results", results}, {"run", "--resume", "--experiment", "NAME", "--results", results},
		} {
			there, code := f.run(who, filled(ask, "NAME", "walrus")...)
			none, no := f.run(who, filled(ask, "NAME", "nothing")...)
			if code == exitFindings || code != no || strings.ReplaceAll(there, "walrus", "nothing") != none {
				t.Errorf("%s, suffice %s:\n%d %s%d %s", who, strings.Join(ask, " "), code, there, no, none)
			}
		}
		if list, code := f.run(who, "runs", "list"); code == exitFindings || strings.Contains(list, "walrus") {
			t.Errorf("%s: %d\n%s", who, code, list)
		}
	}
	if names, err := run.Names(t.Context(), results); err != nil || len(names) != 2 {
		t.Errorf("%q, %v", names, err)
	}
}

// tear leaves the first half of a file, as a full disk or a power cut may.
func tear(t *testing.T, path string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text[:len(text)/2], 0o666); err != nil {
		t.Fatal(err)
	}
}
