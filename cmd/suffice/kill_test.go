package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
)

// acknowledged is a line in which suffice apply says that an edit is on disk.
var acknowledged = regexp.MustCompile(`(?m)^(event \d+: )?revision \d+, `)

// rounds is how often a process is killed: a few in every test run, as many as
// SUFFICE_SOAK says in `make soak`.
func rounds(t *testing.T) int {
	text := os.Getenv("SUFFICE_SOAK")
	if text == "" {
		return 12
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("SUFFICE_SOAK: %v", err)
	}
	return n
}

// processes runs the program as real processes on one project.
type processes struct {
	t   *testing.T
	dir string
}

func newProcesses(t *testing.T) processes {
	p := processes{t, t.TempDir()}
	p.write("items.jsonl", `{"state_id":"s1","candidate_evidence":[{"evidence_id":"u1"},{"evidence_id":"u2"}]}`)
	p.write("first.jsonl", `{"op":"add_group","after":{"role":"bug_location","necessity_weight":1}}`)
	p.must("init")
	p.must("import", "items", "items.jsonl")
	p.must("apply", "s1", "first.jsonl")
	return p
}

func (p processes) write(name, text string) {
	p.t.Helper()
	if err := os.WriteFile(filepath.Join(p.dir, name), []byte(text+"\n"), 0o644); err != nil {
		p.t.Fatal(err)
	}
}

func (p processes) command(args ...string) *exec.Cmd {
	p.t.Helper()
	self, err := os.Executable()
	if err != nil {
		p.t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Dir = p.dir
	cmd.Env = append(os.Environ(), asSuffice+"=1", "SUFFICE_AS=ana", "SUFFICE_PROJECT=")
	return cmd
}

func (p processes) must(args ...string) []byte {
	p.t.Helper()
	out, err := p.command(args...).CombinedOutput()
	if err != nil {
		p.t.Fatalf("%v: %v\n%s", args, err, out)
	}
	return out
}

// weights are edits that set the weight to from, from+1, ...
func weights(from, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "{\"op\":\"set_weight\",\"group\":\"g1\",\"after\":%d}\n", from+i)
	}
	return b.String()
}

// now reads revision and weight through a fresh process.
func (p processes) now() (revision int, weight float64) {
	p.t.Helper()
	var shown struct {
		Revision    int `json:"revision"`
		Certificate struct {
			Groups []struct {
				Weight float64 `json:"necessity_weight"`
			} `json:"required_evidence_groups"`
		} `json:"certificate"`
	}
	if err := json.Unmarshal(p.must("show", "s1", "--json"), &shown); err != nil {
		p.t.Fatal(err)
	}
	return shown.Revision, shown.Certificate.Groups[0].Weight
}

// TestKill applies edits in a process that prints each acknowledgement, kills
// it at a random moment, and looks for every acknowledged edit.
func TestKill(t *testing.T) {
	p := newProcesses(t)
	n := rounds(t)
	total := 0
	for round := range n {
		before, _ := p.now()
		base := 1000 * (round + 1)
		acked := p.applyAndKill(weights(base, 500), rand.IntN(40))
		total += acked
		after, weight := p.now()
		if after < before+acked {
			t.Fatalf("round %d: %d edits were acknowledged on revision %d, but only revision %d is there", round, acked, before, after)
		}
		if after > before && weight != float64(base+after-before-1) {
			t.Fatalf("round %d: revision %d has weight %g, want %d", round, after, weight, base+after-before-1)
		}
	}
	if total == 0 {
		t.Fatal("no edit was ever acknowledged: nothing was tested")
	}
	t.Logf("%d kills, %d acknowledged edits, all there", n, total)
	p.must("verify")
}

// applyAndKill kills the process once it has acknowledged so many edits, while
// it goes on with the next ones, and returns how many it acknowledged in all.
func (p processes) applyAndKill(edits string, after int) int {
	p.t.Helper()
	cmd := p.command("apply", "s1", "-")
	cmd.Stdin = strings.NewReader(edits)
	out, err := cmd.StdoutPipe()
	if err != nil {
		p.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	acked := 0
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadString('\n')
		if err == nil && acknowledged.MatchString(line) {
			acked++
		}
		if err != nil {
			if !errors.Is(err, io.EOF) && !errors.Is(err, os.ErrClosed) {
				p.t.Fatal(err)
			}
			break
		}
		if acked == after+1 {
			if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
				p.t.Fatal(err)
			}
		}
	}
	_ = cmd.Wait() // killed: its exit status says nothing
	return acked
}

// TestTwoProcessesOneCertificate lets two processes edit one certificate at
// once: whoever comes late is told, and no edit is lost or doubled.
func TestTwoProcessesOneCertificate(t *testing.T) {
	p := newProcesses(t)
	before, _ := p.now()
	type outcome struct {
		acked int
		err   error
		text  []byte
	}
	results := make(chan outcome, 2)
	for i := range 2 {
		cmd := p.command("apply", "s1", "-")
		cmd.Stdin = strings.NewReader(weights(1000*(i+1), 60))
		go func() {
			out, err := cmd.CombinedOutput()
			results <- outcome{len(acknowledged.FindAll(out, -1)), err, out}
		}()
	}
	sum, told := 0, 0
	for range 2 {
		r := <-results
		sum += r.acked
		if r.err != nil {
			told++
			if !bytes.Contains(r.text, []byte("was changed in the meantime")) {
				t.Errorf("the loser was told %q", r.text)
			}
		}
	}
	after, _ := p.now()
	if after-before != sum {
		t.Errorf("%d edits were acknowledged, the revision moved by %d", sum, after-before)
	}
	if told > 1 {
		t.Error("both were refused: one must win")
	}
	p.must("verify")
}
