package run

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"suffice/scorer/methods"
)

func asAny(ms ...methods.Method) []methods.Method { return ms }

// inChild starts the test binary as a process that runs the experiment.
func inChild(task, root string, states int) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%s\n%s\n%d", childEnv, task, root, states))
	return cmd
}

// An experiment of 500 states that is killed with SIGKILL three times, each time
// at a random moment after some more runs were acknowledged, and then gone on
// with, gives the same prediction file and contract, byte for byte, as one left
// alone. No acknowledged run is lost or made again.
func TestKilledAndResumed(t *testing.T) {
	states := 500
	if testing.Short() {
		states = 40
	}
	alone := t.TempDir()
	ran(t, killPlan(alone, states))
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	rnd := rand.New(rand.NewPCG(seed, 0))
	root := t.TempDir()
	total, done := 2*states, 0
	for kill := range 3 {
		done = killedAfter(t, root, states, done, total/5, time.Duration(rnd.IntN(4000))*time.Microsecond)
		finished := 0
		for _, e := range entriesOf(t, Plan{Root: root, Experiment: "killed"}) {
			if e.Outcome == OutcomeFinished {
				finished++
			}
		}
		t.Logf("kill %d: %d runs acknowledged, %d finished", kill+1, done, finished)
		if finished < done {
			t.Fatalf("kill %d: %d runs were acknowledged and %d are there", kill+1, done, finished)
		}
	}
	before := tree(t, filepath.Join(root, "raw"))
	r := ran(t, killPlan(root, states))
	if r.Progress.Skipped < done || len(r.Failures) > 0 {
		t.Errorf("%+v after %d acknowledged runs", r.Progress, done)
	}
	after := tree(t, filepath.Join(root, "raw"))
	for path, text := range before {
		if filepath.Base(path) == metricsFile && after[path] != text {
			t.Errorf("%s was written again", path)
		}
	}
	for _, path := range []func(root, experiment string) string{PredictionsPath, ContractPath} {
		want, err := os.ReadFile(path(alone, "killed"))
		must(t, err)
		if got, err := os.ReadFile(path(root, "killed")); err != nil || string(got) != string(want) {
			t.Errorf("%s is not that of an experiment left alone: %v", path(root, "killed"), err)
		}
	}
}

// killedAfter kills a process a moment after it has acknowledged so many runs
// more, and returns how many it acknowledged in all.
func killedAfter(t *testing.T, root string, states, before, more int, moment time.Duration) int {
	t.Helper()
	cmd := inChild("run", root, states)
	var complaints strings.Builder
	cmd.Stderr = &complaints
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	done := before
	var timer *time.Timer
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		n, err := strconv.Atoi(lines.Text())
		must(t, err)
		done = max(done, n)
		if done >= before+more && timer == nil {
			timer = time.AfterFunc(moment, func() { cmd.Process.Kill() })
		}
	}
	if err := cmd.Wait(); err == nil || complaints.Len() > 0 {
		t.Fatalf("the process ended by itself after %d runs: %v %s", done, err, complaints.String())
	}
	return done
}

// While a process is at work on an experiment another one may not be; what it
// has is read all the same, and the experiment is shown as live.
func TestTwoProcesses(t *testing.T) {
	root := t.TempDir()
	began, let := make(chan struct{}), make(chan struct{})
	p := killPlan(root, 1)
	p.Methods = asAny(ranked{id: "slow", during: func(ctx context.Context, _ *methods.Input) error {
		close(began)
		select {
		case <-let:
		case <-ctx.Done():
		}
		return ctx.Err()
	}})
	x, err := Start(context.Background(), p)
	must(t, err)
	<-began
	list, err := List(context.Background(), root)
	must(t, err)
	if !list[0].Live || list[0].HalfDone != 1 || list[0].Ended != 0 {
		t.Errorf("%+v", list[0])
	}
	out, err := inChild("run", root, 1).CombinedOutput()
	if want := fmt.Sprintf("experiment \"killed\" is being run by process %d", os.Getpid()); err == nil || !strings.Contains(string(out), want) {
		t.Errorf("a second process says %q, %v", out, err)
	}
	close(let)
	_, err = x.Wait()
	must(t, err)
	if list, err = List(context.Background(), root); err != nil || list[0].Live || list[0].Ended == 0 {
		t.Errorf("%+v, %v", list[0], err)
	}
}
