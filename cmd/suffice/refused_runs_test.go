package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// apart runs a command line in this process and keeps what it prints from what
// it says.
func (f inFolder) apart(as string, args ...string) (stdout, stderr string, code int) {
	f.t.Helper()
	var out, errs bytes.Buffer
	code = perform(f.t.Context(), append([]string{"--as", as, "--project", filepath.Join(f.dir, defaultProject)}, args...), streams{
		In: strings.NewReader(""), Out: &out, Err: &errs, Getenv: func(string) string { return "" }, Now: time.Now,
	})
	return out.String(), errs.String(), code
}

// sentenceOfRefusal is what a person is told who may not: one sentence.
var sentenceOfRefusal = regexp.MustCompile(`^suffice: you may not [a-z_ ]+: [^\n]+\n$`)

// refuses fails unless a command is refused: 2, one sentence, nothing printed,
// and no file more or other than before.
func (f inFolder) refuses(who string, args ...string) {
	f.t.Helper()
	before := f.files()
	out, errs, code := f.apart(who, args...)
	if code != exitWrong || out != "" || !sentenceOfRefusal.MatchString(errs) {
		f.t.Errorf("%s, suffice %s: exit code %d, printed %q, said %q", who, strings.Join(args, " "), code, out, errs)
	}
	if after := f.files(); !slices.Equal(before, after) {
		f.t.Errorf("%s, suffice %s: the files are %q, and were %q", who, strings.Join(args, " "), after, before)
	}
}

// files are those of the folder but the ones that SQLite makes and takes away.
func (f inFolder) files() []string {
	f.t.Helper()
	all, err := os.ReadDir(f.dir)
	if err != nil {
		f.t.Fatal(err)
	}
	var names []string
	for _, one := range all {
		if !strings.HasPrefix(one.Name(), defaultProject+"-") {
			names = append(names, one.Name())
		}
	}
	return names
}

// overseers are the command lines that are an organizer's alone, in every
// project.
func (f inFolder) overseers() [][]string {
	in := func(name string) string { return filepath.Join(f.dir, name) }
	lines := [][]string{
		{"oracle"}, {"oracle", "--minus-one"}, {"oracle", "--size", "5", "--out", in("oracle.jsonl")},
		{"calibrate", "--out", in("calibration.json")}, {"dataset", "build", "--out", in("derived")},
		{"export", "trec", in("trec")}, {"export", "predictions", "walrus", "--out", in("rows.jsonl")},
	}
	for _, name := range tableNames() {
		if isPlanned(name) {
			lines = append(lines, []string{"table", name})
		}
	}
	return lines
}

// TestSealedProjectRefuses: in a sealed project every command of methods and
// runs is the organizer's until it is frozen, in words.
func TestSealedProjectRefuses(t *testing.T) {
	f := inFolder{t, t.TempDir()}
	set := filepath.Join(f.dir, "set")
	f.must("olga", "generate", set, "--states", "3", "--units", "20", "--methods", "1", "--seed", "5")
	f.must("olga", "init", "--sealed", "--annotator", "ana")
	for name, role := range map[string]string{"rita": "reviewer", "sven": "senior", "adam": "auditor"} {
		f.must("olga", "people", "add", name, "--role", role)
	}
	f.must("olga", "import", "items", filepath.Join(set, "items.jsonl"))
	f.must("olga", "import", "labels", filepath.Join(set, "labels.jsonl"))
	f.must("olga", "run", "mss_complement", "bm25", "--experiment", "walrus")
	lines := append(f.overseers(), [][]string{
		{"run", "bm25"}, {"run", "bm25", "--states", "00001"}, {"run", "--resume", "--experiment", "walrus"}, {"replay", "walrus"},
		{"runs"}, {"runs", "list"}, {"runs", "show", "walrus"}, {"runs", "show", "walrus", "--method", "bm25"},
		{"compare", "mss_complement", "bm25"}, {"ceiling"}, {"predictions", "list"},
	}...)
	for _, name := range rankedTables() {
		lines = append(lines, []string{"table", name})
	}
	for _, who := range []string{"ana", "rita", "sven", "adam"} {
		for _, line := range lines {
			f.refuses(who, line...)
			f.refuses(who, append(slices.Clone(line), "--json")...)
		}
	}
	for _, line := range [][]string{ // what was refused is there
		{"runs", "list"}, {"replay", "walrus"}, {"table", "main"}, {"table", "tasks"}, {"ceiling"}, {"oracle"},
		{"compare", "mss_complement", "bm25"}, {"predictions", "list"},
	} {
		f.must("olga", line...)
	}
}

// TestOpenProjectRefuses: in an open project, too, what shows outcomes of
// everybody is the organizer's, and auditors see none before their report.
func TestOpenProjectRefuses(t *testing.T) {
	f := middle(t)
	for _, who := range []string{demoAnnotator, "reviewer-1", "senior-1", "auditor-1"} {
		for _, line := range f.overseers() {
			f.refuses(who, line...)
		}
	}
	for _, line := range [][]string{
		{"run", "bm25"}, {"run", "--resume", "--experiment", "walrus"}, {"replay", "walrus"}, {"runs", "list"},
		{"runs", "show", "walrus"}, {"table", "main"}, {"table", "attribution"}, {"compare", "bm25", "mmr"}, {"ceiling"},
	} {
		f.refuses("auditor-1", line...)
	}
}
