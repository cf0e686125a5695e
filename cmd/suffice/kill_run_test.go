package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// TestKillRuns kills a run three times at its work and goes on: the predictions
// are those of one left alone, byte for byte, and so are those of a replay.
// `make soak` does it with 500 states.
func TestKillRuns(t *testing.T) {
	states := 24
	if os.Getenv("SUFFICE_SOAK") != "" {
		states = 500
	}
	p := processes{t, t.TempDir()}
	p.must("generate", ".", "--states", fmt.Sprint(states), "--units", "40", "--seed", "9")
	begin := []string{"run", "mss_complement", "single_stage", "independent_similarity", "mmr", "random", "--items", "items.jsonl", "--experiment", "cut", "--jobs", "2"}
	killed := 0
	for i := range 3 {
		args := begin
		if i > 0 {
			args = []string{"run", "--resume", "--experiment", "cut", "--jobs", "2"}
		}
		if p.runAndKill(args, 2) {
			killed++
		}
	}
	if killed == 0 {
		t.Fatal("no run was killed before its end: nothing was tested")
	}
	p.must("run", "--resume", "--experiment", "cut")
	p.must(append(begin, "--results", "alone")...)
	got, want := p.predictions(resultsFolder), p.predictions("alone")
	if !bytes.Equal(got, want) {
		t.Errorf("after %d kills the predictions are others", killed)
	}
	p.must("replay", "cut")
	t.Logf("%d states, %d kills", states, killed)
}

// runAndKill kills a run once it has told of its progress so many times; false
// when it ended before.
func (p processes) runAndKill(args []string, after int) bool {
	p.t.Helper()
	cmd := p.command(args...)
	said, err := cmd.StderrPipe()
	if err != nil {
		p.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	lines := bufio.NewScanner(said)
	for n := 0; lines.Scan(); {
		if n++; n == after {
			_ = cmd.Process.Kill() // it may have ended just now
		}
	}
	return cmd.Wait() != nil
}

// predictions is the prediction file of the experiment under a results folder.
func (p processes) predictions(results string) []byte {
	p.t.Helper()
	file, err := os.ReadFile(filepath.Join(p.dir, results, "predictions", "cut.jsonl"))
	if err != nil {
		p.t.Fatal(err)
	}
	return file
}
