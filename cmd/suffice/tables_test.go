package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"suffice/audit/audittest"
	"suffice/review"
)

// inFolder runs command lines in this process on a project of its own.
type inFolder struct {
	t   *testing.T
	dir string
}

func (f inFolder) write(name, text string) string {
	f.t.Helper()
	path := filepath.Join(f.dir, name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		f.t.Fatal(err)
	}
	return path
}

func (f inFolder) run(as string, args ...string) (string, int) {
	f.t.Helper()
	var out bytes.Buffer
	code := perform(f.t.Context(), append([]string{"--as", as, "--project", filepath.Join(f.dir, defaultProject)}, args...), streams{
		In: strings.NewReader(""), Out: &out, Err: &out, Getenv: func(string) string { return "" }, Now: time.Now,
	})
	return out.String(), code
}

func (f inFolder) must(as string, args ...string) string {
	f.t.Helper()
	out, code := f.run(as, args...)
	if code != exitDone {
		f.t.Fatalf("suffice %s: exit code %d\n%s", strings.Join(args, " "), code, out)
	}
	return out
}

// TestTableSeven imports reviews with the margins of the paper's table 7: three
// model reviewers with 500, 500 and 455 rows.
func TestTableSeven(t *testing.T) {
	f := inFolder{t, t.TempDir()}
	var items, signals strings.Builder
	for i := range 500 {
		fmt.Fprintf(&items, "{\"state_id\":\"s%03d\",\"candidate_evidence\":[{\"evidence_id\":\"u1\"}]}\n", i)
	}
	margins := []struct {
		name   string
		counts [5]int // by review.Verdicts
	}{
		{"first-model", [5]int{23, 167, 285, 25, 0}},
		{"second-model", [5]int{117, 363, 5, 15, 0}},
		{"third-model", [5]int{93, 54, 1, 53, 254}},
	}
	for _, m := range margins {
		state := 0
		for i, n := range m.counts {
			for range n {
				fmt.Fprintf(&signals, "{\"reviewer\":%q,\"state_id\":\"s%03d\",\"verdict\":%q}\n", m.name, state, review.Verdicts()[i])
				state++
			}
		}
	}
	f.must("olga", "init")
	f.must("olga", "people", "add", "rita", "--role", "reviewer")
	f.must("olga", "people", "add", "sven", "--role", "senior")
	f.must("olga", "import", "items", f.write("items.jsonl", items.String()))
	f.must("olga", "import", "reviews", f.write("signals.jsonl", signals.String()))

	table := f.must("olga", "signals")
	for _, row := range []string{
		"first-model      500      23     167      285          25          0",
		"second-model     500     117     363        5          15          0",
		"third-model      455      93      54        1          53        254",
	} {
		if !strings.Contains(table, row) {
			t.Errorf("the table lacks %q:\n%s", row, table)
		}
	}
	accounts := f.must("olga", "accounting")
	for _, row := range []string{"1,000  independent model reviews", "  455  third-model arbitration rows"} {
		if !strings.Contains(accounts, row) {
			t.Errorf("the accounts lack %q:\n%s", row, accounts)
		}
	}
	for _, name := range []string{"rita", "sven"} {
		for _, command := range [][]string{{"signals"}, {"states"}, {"history"}, {"ledger"}, {"accounting"}, {"disagreements"}, {"review", "list"}, {"show", "s000"}} {
			if out, _ := f.run(name, command...); strings.Contains(out, "-model") || strings.Contains(out, "455") {
				t.Errorf("%s sees in %v\n%s", name, command, out)
			}
		}
	}
}

// TestTableNine prints the paper's own audit, rebuilt from its counts, as
// `audit report` prints any other.
func TestTableNine(t *testing.T) {
	report, err := audittest.PaperExample().Report()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	cmd := &cobra.Command{}
	cmd.SetOut(&out)
	p := newPrinter(cmd)
	if err := p.answer(report, func() { printLines(p, report.Lines()) }); err != nil {
		t.Fatal(err)
	}
	said := strings.Join(strings.Fields(out.String()), " ")
	for _, want := range []string{
		"states in the sample 80 of 500", "states audited by both 80 of 80", "groups audited by both 155 of 155",
		"A: accept / revise / rebuild 78 / 1 / 1", "B: accept / revise / rebuild 79 / 1 / 0",
		"states accepted by both 96.25% (77 of 80)", "states flagged by both 0.00% (0 of 80)",
		"groups with all eight judgments alike 97.42% (151 of 155)", "per-field agreement, range 97.42-100%",
		"raw agreement (state / group) 96.25% / 97.42%", "2po-1 (state / group) 0.925 / 0.948",
		"Cohen's kappa -0.0127", "kappa says nothing here",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("the report lacks %q:\n%s", want, out.String())
		}
	}
	if strings.Contains(said, "NaN") {
		t.Error("the report holds NaN")
	}
}
