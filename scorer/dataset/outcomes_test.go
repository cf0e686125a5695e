package dataset

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"suffice/certificate/records"
	"suffice/scorer/methods"
	"suffice/scorer/methods/run"
)

func TestResolvedAtOne(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"all pass", `{"patch_applied":true,"fail_to_pass":{"success":["a"],"failure":[]},"pass_to_pass":{"success":["b"],"failure":[]}}`, "1"},
		{"no test had to keep passing", `{"patch_applied":true,"fail_to_pass":{"success":["a"],"failure":[]},"pass_to_pass":{"success":[],"failure":[]}}`, "1"},
		{"one still fails", `{"patch_applied":true,"fail_to_pass":{"success":["a"],"failure":["c"]},"pass_to_pass":{"success":["b"],"failure":[]}}`, "0"},
		{"a regression", `{"patch_applied":true,"fail_to_pass":{"success":["a"],"failure":[]},"pass_to_pass":{"success":[],"failure":["b"]}}`, "0"},
		{"does not apply", `{"patch_applied":false}`, "0"},
		{"a regression decides, whatever else is not told", `{"pass_to_pass":{"success":[],"failure":["b"]}}`, "0"},
		{"whether it applies is not told", `{"fail_to_pass":{"success":["a"],"failure":[]},"pass_to_pass":{"success":["b"],"failure":[]}}`, ""},
		{"regressions are not told", `{"patch_applied":true,"fail_to_pass":{"success":["a"],"failure":[]}}`, ""},
		{"no test was to be made to pass", `{"patch_applied":true,"fail_to_pass":{"success":[],"failure":[]},"pass_to_pass":{"success":["b"],"failure":[]}}`, ""},
		{"nothing is told", `{}`, ""},
		{"what else a harness says is passed over", `{"patch_applied":false,"harness":{"version":3}}`, "0"},
	} {
		path := filepath.Join(t.TempDir(), testsFile)
		must(t, os.WriteFile(path, []byte(c.text), 0o666))
		results, err := readTests(path)
		must(t, err)
		if got := results.resolved().String(); got != c.want {
			t.Errorf("%s: resolved is %q; want %q", c.name, got, c.want)
		}
	}
	if results, err := readTests(filepath.Join(t.TempDir(), testsFile)); results != nil || err != nil {
		t.Errorf("no test results: %v, %v", results, err)
	}
}

func TestTestResultsAreRefusedWhereTheyContradict(t *testing.T) {
	for text, want := range map[string]string{
		`{"fail_to_pass":{"success":["a"],"failure":["a"]}}`: `fail_to_pass: test "a" is listed twice`,
		`{"pass_to_pass":{"success":["b","b"]}}`:             `pass_to_pass: test "b" is listed twice`,
		`{"patch_applied":"yes"}`:                            "patch_applied",
		`resolved`:                                           testsFile,
	} {
		path := filepath.Join(t.TempDir(), testsFile)
		must(t, os.WriteFile(path, []byte(text), 0o666))
		if _, err := readTests(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: the error is %v; want one with %q", text, err, want)
		}
	}
}

func TestPatchesAreCounted(t *testing.T) {
	for _, c := range []struct {
		name, diff string
		want       patch
	}{
		{"none", "", patch{}},
		{"one file", "--- a/x\n+++ b/x\n@@ -1,2 +1,3 @@\n a\n-b\n+c\n+d\n", patch{1, 2, 1}},
		{"lines that look like heads", "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n--- old\n+++ new\n ctx\n@@ -9 +9 @@\n-a\n+b\n", patch{1, 2, 2}},
		{"git with a rename and a binary file", "diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\ndiff --git a/i.png b/i.png\nBinary files differ\n", patch{2, 0, 0}},
		{"no line end", "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n", patch{1, 1, 1}},
		{"an empty line of context without its blank", "--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n", patch{1, 1, 1}},
		{"no lengths", "@@\n+x\n", patch{}},
	} {
		if got := countPatch(c.diff); got != c.want {
			t.Errorf("%s: %+v; want %+v", c.name, got, c.want)
		}
	}
}

func FuzzCountPatch(f *testing.F) {
	f.Add("--- a/x\n+++ b/x\n@@ -1,2 +1,3 @@\n a\n-b\n+c\n+d\n")
	f.Add("@@ -1,99999999999 +1 @@\n+")
	f.Fuzz(func(t *testing.T, diff string) {
		p, lines := countPatch(diff), strings.Count(diff, "\n")+1
		if p.added < 0 || p.removed < 0 || p.files < 0 || p.added+p.removed > lines || p.files > lines {
			t.Errorf("%+v of %d lines", p, lines)
		}
	})
}

func TestFactorsAreReadOffIdentities(t *testing.T) {
	for _, c := range []struct{ name, configuration, want string }{
		{"single", `{"method":"bm25","retrieval":{"method":"bm25","query":"issue"}}`, "issue|||||"},
		{"dense", `{"method":"dense","retrieval":{"method":"dense","query":"state","embedder":"text-3"},"embedder":{"name":"text-3","settings":{"url":"u"}}}`, "state|text-3||||"},
		{"mmr over a single retriever", `{"method":"mmr","retrieval":{"method":"mmr","base":{"method":"bm25","query":"issue"},"lambda":0.7}}`, "issue|||bm25|0.7|"},
		{"rerank", `{"method":"rerank","retrieval":{"query":"state","embedder":"lsa-32"},"reranker":{"name":"rr-8b"}}`, "state|lsa-32|rr-8b|||"},
		{"calibrated", `{"calibrated":{"method":"bm25","retrieval":{"query":"issue"}},"calibration_sha256":"ab"}`, "issue|||||"},
		{"derived", `{"method":"fixed_top8","derived_from":{"method":"mss_complement","embedder":{"name":"lsa-32"},"ceiling_tokens":4096},"ceiling_tokens":6144}`, "|lsa-32||||6144"},
		{"another harness", `{"agent":"a","retrieval":"grep","embedder":"e","reranker":7}`, "|e||||"},
		{"no object", `[1,2]`, "|||||"},
	} {
		f := factorsOf(records.FieldsOf([]byte(c.configuration)))
		got := strings.Join([]string{f.query, f.embedder, f.reranker, f.base, measured(f.lambda).String(), counted(f.ceiling).String()}, "|")
		if got != c.want {
			t.Errorf("%s: %s; want %s", c.name, got, c.want)
		}
	}
}

func FuzzFactors(f *testing.F) {
	f.Add([]byte(`{"calibrated":{"derived_from":{"retrieval":{"base":{"base":{"query":"x"}},"lambda":1e9}},"embedder":{"name":3}}}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		if records.Check(b) != nil {
			return
		}
		_ = factorsOf(records.FieldsOf(b)) // configurations of any harness are read without a fault
	})
}

func TestTroublesAreToldApart(t *testing.T) {
	for want, c := range map[Trouble]methods.ModelCall{
		"":          {Status: 200, Response: "{}"},
		RateLimited: {Status: 429, Error: "too often"},
		ServerError: {Status: 503, Error: "down"},
		Refused:     {Status: 401, Error: "no key"},
		Timeout:     {StopReason: run.StopTimeout, Error: "no answer in 240 s"},
		Unreachable: {Error: "connection refused"},
		Malformed:   {Status: 200, Malformed: "no JSON"},
	} {
		if got := troubleOf(c); got != want {
			t.Errorf("%+v is %q; want %q", c, got, want)
		}
	}
	for _, k := range Troubles() {
		if k.meaning() == "" {
			t.Errorf("%s has no meaning", k)
		}
	}
}

func TestFailuresHaveTheKindOfWhatStoppedThem(t *testing.T) {
	call := methods.ModelCall{Status: 429, Error: "too often"}
	for _, c := range []struct {
		stage string
		calls []methods.ModelCall
		want  Trouble
	}{
		{run.StageLoad, nil, BadInput}, {run.StageChanged, nil, BadInput}, {run.StageDerive, nil, NoSource},
		{run.StageRecord, []methods.ModelCall{call}, NotRecorded}, {run.StageValidate, nil, Invalid},
		{methods.StagePropose, []methods.ModelCall{{Status: 500, Error: "down"}, call}, RateLimited},
		{run.StageRetrieve, []methods.ModelCall{{Error: "refused"}}, Unreachable},
		{run.StageMethod, []methods.ModelCall{{Status: 200}}, Method}, {run.StageMethod, nil, Method},
	} {
		a := &artifacts{calls: c.calls, final: &run.Final{Failure: &run.Trouble{Stage: c.stage}}}
		if got := a.failureKind(); got != c.want {
			t.Errorf("failed at %s after %d calls: %s; want %s", c.stage, len(c.calls), got, c.want)
		}
	}
	if got := (&artifacts{}).failureKind(); got != "" {
		t.Errorf("a run that did not fail: %s", got)
	}
}
