package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"suffice/store"
)

// middle is the demo project in a folder, with an experiment of its organizer.
func middle(t *testing.T) inFolder {
	t.Helper()
	f := inFolder{t, t.TempDir()}
	now := func() time.Time { return time.Date(2027, 3, 4, 15, 0, 0, 0, time.UTC) }
	if err := buildDemo(t.Context(), filepath.Join(f.dir, defaultProject), "Tideline", streams{Now: now}, demoMiddle(now)); err != nil {
		t.Fatal(err)
	}
	f.must(demoOrganizer, "run", "bm25", "--experiment", "walrus")
	return f
}

// TestHiddenExperiments: who may not know that an experiment is there is told
// the same about it as about none, and nothing of theirs is added to it.
func TestHiddenExperiments(t *testing.T) {
	f := middle(t)
	for _, who := range []string{demoAnnotator, "reviewer-1", "senior-1", "auditor-1"} {
		for _, ask := range [][]string{
			{"replay", "NAME"}, {"replay", "NAME", "--jobs", "-1"}, {"run", "--resume", "--experiment", "NAME"},
			{"run", "bm25", "--resume", "--experiment", "NAME"}, {"run", "mmr", "--resume", "--experiment", "NAME"},
		} {
			there, code := f.run(who, filled(ask, "NAME", "walrus")...)
			none, no := f.run(who, filled(ask, "NAME", "nothing")...)
			if code != exitWrong || no != exitWrong || strings.ReplaceAll(there, "walrus", "nothing") != none {
				t.Errorf("%s, suffice %s:\n%d %s%d %s", who, strings.Join(ask, " "), code, there, no, none)
			}
		}
	}
	f.must(demoOrganizer, "run", "bm25") // bm25 is taken
	before := f.must(demoOrganizer, "runs", "list", "--json")
	if out := f.must(demoAnnotator, "run", "bm25", "--seed", "3"); strings.Contains(out, "bm25-2.jsonl") || strings.Contains(out, "bm25.jsonl") {
		t.Error("a number tells how many others there are")
	}
	if !strings.Contains(f.must(demoOrganizer, "runs", "list", "--json"), strings.TrimSpace(strings.Trim(before, "[]\n"))) {
		t.Error("an experiment of the organizer was added to")
	}
	if out := f.must(demoAnnotator, "run", "bm25", "--resume", "--seed", "3"); !strings.Contains(out, "there already") {
		t.Errorf("their own is not gone on with:\n%s", out)
	}
}

// TestResultsBesideAProject: files in place of a project are no way around it.
func TestResultsBesideAProject(t *testing.T) {
	f := middle(t)
	items := f.write("items.jsonl", `{"state_id":"x1","candidate_evidence":[{"evidence_id":"u1","content_excerpt":"a"}]}`+"\n")
	labels := f.write("labels.jsonl", `{"state_id":"x1"}`+"\n")
	results := filepath.Join(f.dir, resultsFolder)
	loose := func(who string, args ...string) (string, int) {
		var out bytes.Buffer
		code := perform(t.Context(), append([]string{"--as", who}, args...), streams{
			In: strings.NewReader(""), Out: &out, Err: &out, Now: time.Now,
			Getenv: func(key string) string { // a project that is not there
				return map[string]string{"SUFFICE_PROJECT": filepath.Join(f.dir, "gone.db")}[key]
			},
		})
		return out.String(), code
	}
	for _, who := range []string{demoAnnotator, "reviewer-1", "auditor-1", "stranger"} {
		for _, args := range [][]string{
			{"replay", "walrus", "--items", items}, {"run", "bm25", "--items", items},
			{"dataset", "build", "--labels", labels, "--items", items, "--out", filepath.Join(f.dir, "set")},
			{"table", "efficiency", "--labels", labels, "--items", items},
		} {
			if out, code := loose(who, append(args, "--results", results)...); code != exitWrong || !strings.Contains(out, "is the results folder of the project") {
				t.Errorf("%s, suffice %s: %d\n%s", who, strings.Join(args, " "), code, out)
			}
		}
	}
	for who, want := range map[string]string{
		demoOrganizer: "11 of 11", demoAnnotator: "8 of 8", "reviewer-1": "2 of 2", "auditor-1": "auditors see outcomes once", "stranger": "is not in this project",
	} {
		if out, _ := loose(who, "runs", "list", "--results", results); !strings.Contains(out, want) {
			t.Errorf("%s is told\n%s", who, out)
		}
	}
	if out, code := loose(demoOrganizer, "run", "bm25", "--items", items, "--experiment", "by-items", "--results", results); code != exitDone {
		t.Errorf("the organizer: %d\n%s", code, out)
	}
	there, _ := loose("reviewer-1", "replay", "by-items", "--results", results)
	if none, _ := loose("reviewer-1", "replay", "nothing", "--results", results); strings.ReplaceAll(there, "by-items", "nothing") != none {
		t.Errorf("a reviewer is told\n%s%s", there, none)
	}
}

// TestProjectsInOneFolder have results of their own: states of the same name may
// be open in one and hidden in the other.
func TestProjectsInOneFolder(t *testing.T) {
	for path, want := range map[string]string{"a/suffice.db": "results", "a/pilot.db": "pilot-results", "pilot": "pilot-results"} {
		if got := resultsName(filepath.FromSlash(path)); got != want {
			t.Errorf("%s: %s", path, got)
		}
	}
	f := middle(t)
	now := func() time.Time { return time.Date(2027, 3, 4, 15, 0, 0, 0, time.UTC) }
	if err := buildDemo(t.Context(), filepath.Join(f.dir, auditedProject), "pilot", streams{Now: now}, demoAudited); err != nil {
		t.Fatal(err)
	}
	pilot := []string{"--project", filepath.Join(f.dir, auditedProject)}
	if out := f.must("reviewer-1", append([]string{"runs", "list"}, pilot...)...); strings.Contains(out, "walrus") {
		t.Errorf("by way of a frozen project a reviewer is told\n%s", out)
	}
	f.must(demoOrganizer, append([]string{"run", "bm25", "--experiment", "heron"}, pilot...)...)
	if out := f.must("reviewer-1", append([]string{"runs", "list"}, pilot...)...); !strings.Contains(out, "heron") {
		t.Errorf("the runs of the frozen project itself are open, and not told:\n%s", out)
	}
}

// TestLabelsStayOutOfResults: what is joined with certificates is not put among
// what runs did without them, and building it changes no run.
func TestLabelsStayOutOfResults(t *testing.T) {
	f := middle(t)
	results := filepath.Join(f.dir, resultsFolder)
	before := treeHash(t, results)
	for _, dir := range []string{results, filepath.Join(results, "set"), filepath.Join(results, "raw", "walrus", "set")} {
		if out, code := f.run(demoOrganizer, "dataset", "build", "--out", dir); code != exitWrong || !strings.Contains(out, "outside of it") {
			t.Errorf("into %s: %d\n%s", dir, code, out)
		}
	}
	f.must(demoOrganizer, "dataset", "build", "--out", results+"-set")
	if treeHash(t, results) != before {
		t.Error("the results are other ones after a data set was built")
	}
}

func treeHash(t *testing.T, dir string) string {
	t.Helper()
	h := sha256.New()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		fmt.Fprintf(h, "%s %d\n%s", path, len(text), text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// TestOvertold finds what a list of prediction sets says beyond what is open.
func TestOvertold(t *testing.T) {
	rows := map[string]int{"a": 4}
	for what, c := range map[string]struct {
		told store.Set
		ok   bool
	}{
		"as it is":    {store.Set{Name: "a", Rows: 4, States: 2, Locked: store.LockedUnsaid}, true},
		"every row":   {store.Set{Name: "a", Rows: 6, States: 3}, false},
		"every state": {store.Set{Name: "a", Rows: 4, States: 5}, false},
		"its hash":    {store.Set{Name: "a", Rows: 4, States: 2, Locked: strings.Repeat("0", 64)}, false},
		"hidden":      {store.Set{Name: "b", Rows: 1, States: 1}, false},
	} {
		if found := overtold([]store.Set{c.told}, rows); (len(found) == 0) != c.ok {
			t.Errorf("%s: %q", what, found)
		}
	}
}
