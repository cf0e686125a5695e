package main

import (
	"strings"
	"testing"
)

// TestWrongUseOfRuns: what cannot be done is told in one sentence with the code
// of wrong use, and prints nothing.
func TestWrongUseOfRuns(t *testing.T) {
	f := middle(t)
	torn := f.write("torn.toml", "[openai]\nkey = \"sk-canary\nmodel = 1\n")
	swapped := f.write("swapped.toml", "[openai]\nsk-canary = \"key\"\n")
	for line, want := range map[string]string{
		"run":                          "suffice run needs at least one method",
		"run nonsense":                 `there is no method "nonsense"`,
		"run bm25 bm25":                "the method bm25 is named twice",
		"run bm25 --experiment walrus": "--resume to go on with it",
		"run bm25 --jobs -1":           "--jobs is how many states are worked on at a time",
		"run bm25 --repetition -1":     "--repetition counts from 0; found -1",
		"run bm25 --limit -1":          "--limit is a number of units, 0 or more",
		"run ssr --ceiling 0":          "--ceiling is a number of source tokens, 1 or more; found 0",
		"run bm25 --budget -1":         "--budget is a number of source tokens, 0 (none) or more",
		"run bm25 --resume --experiment walrus --budget 9": `"walrus" has another context budget: it was 0 and is now 9`,
		"run bm25 --query nonsense":                        "--query",
		"run bm25 --states=":                               "--states names no state",
		"run bm25 --calibration none.js":                   "none.js",
		"run ssr --controller openai --config " + torn:     torn + ":2:17: a text in quotes ends on the line",
		"run ssr --controller openai --config " + swapped:  swapped + ": openai.a key (not shown",
		"run --resume --experiment none":                   `there is no experiment or run "none" here`,
		"replay":                                           "suffice replay needs an experiment",
		"replay none":                                      `there is no experiment or run "none" here`,
		"replay walrus --jobs -1":                          "--jobs is how many states",
		"runs show none":                                   `there is no experiment or run "none" here`,
		"runs nonsense":                                    "nonsense",
		"table":                                            "needs the name of a table",
		"table nonsense":                                   `there is no table "nonsense"`,
		"table main --format pdf":                          `"pdf" is no format of tables`,
		"table main --k 0":                                 "a cutoff counts the first slots of a ranking",
		"table main --set none":                            `there is no prediction set "none"`,
		"table main nobody":                                "there are no predictions of nobody",
		"table main --items x.jsonl":                       "--items goes with --labels",
		"table budgets bm25":                               "table budgets compares two methods; found 1",
		"table strata --stratify none":                     "is no way to part states",
		"table tasks bm25":                                 "table tasks is about runs",
		"table tasks --experiment none":                    `there is no experiment "none"`,
		"table factorial --factors none":                   `"none" is no factor`,
		"table factorial --metric none":                    `"none" is no metric of a run`,
		"compare bm25":                                     "suffice compare needs another method",
		"compare bm25 nobody":                              "there are no predictions of nobody",
		"compare bm25 mmr bm25":                            "one too many",
		"compare a b --metric none":                        `"none" is no metric`,
		"compare a b --resamples 0":                        "--resamples is a whole number from 2",
		"compare a b --resamples 1":                        "--resamples is a whole number from 2",
		"runs show a b":                                    `suffice runs show takes 1 argument; "b" is one too many`,
		"compare a b --by none":                            "--by",
		"compare a b --within none":                        "--within",
		"oracle --size -1":                                 "--size is a number of units",
		"calibrate":                                        "suffice calibrate needs --out",
		"dataset":                                          "suffice dataset needs one of build",
		"dataset build":                                    "suffice dataset build needs --out",
		"table main --out none/main.md":                    "write none/main.md: there is no folder none; make it, or choose another name",
		"oracle --size 5 --out none/oracle.jsonl":          "write none/oracle.jsonl: there is no folder none; make it",
		"calibrate --out none/c.json":                      "write none/c.json: there is no folder none; make it",
		"export labels --out none/l":                       "write none/l: there is no folder none; make it",
		"export trec":                                      "suffice export trec needs a folder",
	} {
		out, errs, code := f.apart(demoOrganizer, strings.Fields(line)...)
		if code != exitWrong || out != "" || !strings.Contains(errs, want) {
			t.Errorf("suffice %s: exit code %d, printed %q, and said\n%s", line, code, out, errs)
		}
		if strings.Contains(errs, "canary") {
			t.Errorf("suffice %s quotes a key:\n%s", line, errs)
		}
		if n := strings.Count(errs, "\n"); n > 2 || !strings.HasPrefix(errs, "suffice: ") {
			t.Errorf("suffice %s is no sentence and a hint:\n%s", line, errs)
		}
	}
}
