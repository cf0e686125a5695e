package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
)

// TestInterruptRun sends what ctrl+c sends to a run at its work, and then what a
// closed window sends: it ends by itself with the documented code, says how to go
// on, and what it says holds.
func TestInterruptRun(t *testing.T) {
	states := 60
	if testing.Short() {
		states = 24
	}
	p := processes{t, t.TempDir()}
	p.must("generate", ".", "--states", fmt.Sprint(states), "--units", "20", "--methods", "1", "--seed", "9")
	begin := []string{"run", "mss_complement", "bm25", "--items", "items.jsonl", "--experiment", "cut", "--jobs", "2"}
	first, total := p.stopped(os.Interrupt, begin...)
	kept, _ := p.stopped(syscall.SIGHUP, "run", "--resume", "--experiment", "cut", "--jobs", "2")
	if first < 1 || kept < first || kept >= total || total != 2*states {
		t.Errorf("%d and %d of %d runs: nothing was tested", first, kept, total)
	}
	if list := string(p.must("runs", "list")); !strings.Contains(list, fmt.Sprintf("%d of %d", kept, total)) || !strings.Contains(list, "stopped") {
		t.Errorf("the list tells other than %d of %d:\n%s", kept, total, list)
	}
	again := string(p.must("run", "--resume", "--experiment", "cut"))
	if want := fmt.Sprintf("%d runs in", total-kept); !strings.Contains(again, want) || !strings.Contains(again, fmt.Sprintf(", %d there already", kept)) {
		t.Errorf("not %q, and %d there already:\n%s", want, kept, again)
	}
	p.must(append(begin, "--results", "alone")...)
	if !bytes.Equal(p.predictions(resultsFolder), p.predictions("alone")) {
		t.Error("after ctrl+c the predictions are others")
	}
}

// stopped runs the experiment cut, stops it by a signal, and returns what it says
// of itself.
func (p processes) stopped(by os.Signal, args ...string) (kept, total int) {
	p.t.Helper()
	out, errs, code := p.interrupted(by, args...)
	if code != exitWrong || out != "" {
		p.t.Fatalf("%v: exit code %d\n%s%s", by, code, out, errs)
	}
	said := errs[strings.LastIndex(errs, "suffice: "):]
	if _, err := fmt.Sscanf(said, "suffice: cut was stopped: %d of %d runs finished, and kept\n  try: suffice run --resume --experiment cut\n", &kept, &total); err != nil {
		p.t.Fatalf("%v: %v:\n%s", by, err, errs)
	}
	return kept, total
}

// interrupted runs the program, sends it a signal once it has told of progress,
// and returns what it said and its exit code.
func (p processes) interrupted(by os.Signal, args ...string) (stdout, stderr string, code int) {
	p.t.Helper()
	cmd := p.command(args...)
	var out, errs bytes.Buffer
	cmd.Stdout = &out
	pipe, err := cmd.StderrPipe()
	if err != nil {
		p.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	lines := bufio.NewScanner(pipe)
	for first := true; lines.Scan(); first = false {
		fmt.Fprintln(&errs, lines.Text())
		if first {
			_ = cmd.Process.Signal(by) // it may have ended just now
		}
	}
	_ = cmd.Wait() // its exit code is what is asked for
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}
