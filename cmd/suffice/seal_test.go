package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"suffice/scorer/methods/run"
)

// TestScoringSeals: scoring the prediction file of an experiment notes the label
// file in its contract, once, and prints what it prints of any other file.
func TestScoringSeals(t *testing.T) {
	f := inFolder{t, t.TempDir()}
	in := func(parts ...string) string { return filepath.Join(append([]string{f.dir}, parts...)...) }
	f.must("olga", "generate", in("set"), "--states", "3", "--units", "20", "--methods", "1", "--seed", "5")
	results, items, labels := in(resultsFolder), in("set", "items.jsonl"), in("set", "labels.jsonl")
	for _, name := range []string{"one", "two"} {
		f.must("olga", "run", "bm25", "--items", items, "--results", results, "--experiment", name)
	}
	predictions, contract := run.PredictionsPath(results, "one"), run.ContractPath(results, "one")
	read := func(path string) string {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	copied := f.write("copy.jsonl", read(predictions))
	other := f.write("other.jsonl", strings.Replace(read(labels), `"necessity_weight":`, `"necessity_weight": `, 1))
	scored := func(command, labels, predictions string, more ...string) (string, string) {
		t.Helper()
		out, errs, code := f.apart("olga", append(append(strings.Fields(command), "--labels", labels, "--predictions", predictions), more...)...)
		if code != exitDone || strings.Count(errs, "\n") > 1 {
			t.Fatalf("%s: %d\n%s", command, code, errs)
		}
		return out, errs
	}
	sealed := func(experiment string) run.LabelFile {
		t.Helper()
		c, err := run.ReadContract(results, experiment)
		if err != nil {
			t.Fatal(err)
		}
		if c.Labels == nil {
			return run.LabelFile{}
		}
		return *c.Labels
	}
	named := func(path string) run.LabelFile {
		sum, err := fileSum(path)
		if err != nil {
			t.Fatal(err)
		}
		return run.LabelFile{Name: filepath.Base(path), SHA256: sum}
	}

	want, errs := scored("score", labels, copied)
	if errs != "" {
		t.Errorf("a file of no experiment: %s", errs)
	}
	out, errs := scored("score", labels, predictions)
	if out != want || errs != "note: "+contract+" now says that its predictions were scored with labels.jsonl\n" || sealed("one") != named(labels) {
		t.Errorf("%+v, %s%s\n%s", sealed("one"), errs, out, want)
	}
	before := read(contract)
	if out, errs := scored("score", labels, predictions); out != want || errs != "" {
		t.Errorf("a second time: %s", errs)
	}
	if _, errs := scored("score", other, predictions); !strings.Contains(errs, "goes on naming labels.jsonl") || !strings.Contains(errs, "--reseal") {
		t.Errorf("with other labels: %s", errs)
	}
	if read(contract) != before {
		t.Error("a contract was sealed twice unasked")
	}
	if _, errs := scored("score", other, predictions, "--reseal"); !strings.Contains(errs, "scored with other.jsonl") || sealed("one") != named(other) {
		t.Errorf("%+v %s", sealed("one"), errs)
	}

	scored("table main", labels, run.PredictionsPath(results, "two"))
	if sealed("two") != named(labels) {
		t.Errorf("a table seals %+v", sealed("two"))
	}

	before = read(contract)
	rows := strings.SplitAfter(read(predictions), "\n")
	f.write(filepath.Join(resultsFolder, "predictions", "one.jsonl"), strings.Join(rows[1:], ""))
	if _, errs := scored("score", labels, predictions, "--allow-subset", "--reseal"); !strings.Contains(errs, "not the predictions that it was written for") || read(contract) != before {
		t.Errorf("predictions that were changed: %s", errs)
	}
	f.write(filepath.Join(resultsFolder, "predictions", "one.jsonl"), strings.Join(rows, ""))
	tear(t, contract)
	if out, errs := scored("score", labels, predictions); out != want || !strings.Contains(errs, "read "+contract) {
		t.Errorf("a torn contract: %s", errs)
	}
	if err := os.WriteFile(contract, []byte(before), 0o666); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Dir(contract)
	if err := os.Chmod(folder, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(folder, 0o755)
	if os.WriteFile(filepath.Join(folder, "probe"), nil, 0o666) == nil {
		t.Log("every folder can be written into here: a closed one is not tried")
		return
	}
	if out, errs := scored("score", labels, predictions, "--reseal"); out != want || !strings.Contains(errs, "you may not write into the folder") {
		t.Errorf("a folder that takes nothing: %s", errs)
	}
}

// TestContractBeside finds an experiment by its prediction file, however it is
// named, and by no other file.
func TestContractBeside(t *testing.T) {
	f := inFolder{t, t.TempDir()}
	set := filepath.Join(f.dir, "set")
	f.must("olga", "generate", set, "--states", "1", "--units", "20", "--methods", "1", "--seed", "5")
	f.must("olga", "run", "bm25", "--items", filepath.Join(set, "items.jsonl"), "--results", filepath.Join(f.dir, "r"), "--experiment", "A b")
	path := run.PredictionsPath("r", "A b")
	t.Chdir(f.dir)
	for _, given := range []string{path, "./" + path, "set/../" + path, filepath.Join(f.dir, path)} {
		if c, root, err := contractBeside(given); err != nil || c.Experiment != "A b" || run.PredictionsPath(root, "A b") != filepath.Clean(given) {
			t.Errorf("%s: %q, %q, %v", given, c.Experiment, root, err)
		}
	}
	t.Chdir(filepath.Dir(path))
	if c, root, err := contractBeside(filepath.Base(path)); err != nil || c.Experiment != "A b" || root != ".." {
		t.Errorf("%q, %q, %v", c.Experiment, root, err)
	}
	text, err := os.ReadFile(run.ContractPath("..", "A b"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"c.jsonl": "", "c.contract.json": string(text)} { // a contract that was copied
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, given := range []string{"c.jsonl", "../raw", "-", "none.jsonl", filepath.Base(path) + ".gz"} {
		if c, _, err := contractBeside(given); !os.IsNotExist(err) {
			t.Errorf("%s: %q, %v", given, c.Experiment, err)
		}
	}
}
