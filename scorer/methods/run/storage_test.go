package run

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"suffice/scorer/methods"
)

// A disk that takes no more ends the experiment with one sentence, and what is
// missing is made up for when there is room again.
func TestFullDisk(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows cannot bound the size of a process's files")
	}
	root := t.TempDir()
	out, err := inChild("small disk", root, 4).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "file too large") || strings.Count(string(out), "write ") != 1 || strings.Contains(string(out), "panic") {
		t.Errorf("the process said %q, %v", out, err)
	}
	for _, e := range entriesOf(t, Plan{Root: root, Experiment: "killed"}) {
		if e.Outcome != OutcomeHalfDone {
			t.Errorf("%s on %s is %s", e.Method, e.State, e.Outcome)
		}
	}
	if r := ran(t, killPlan(root, 4)); r.Progress.Done != 8 || len(r.Failures) > 0 {
		t.Errorf("%+v", r)
	}
}

// A results folder that cannot be is told at once, one that goes away meanwhile
// ends the experiment.
func TestResultsFolderThatIsNone(t *testing.T) {
	p := plan(t, 1, ranked{id: "a"})
	p.Root = filepath.Join(p.Root, "file")
	must(t, os.WriteFile(p.Root, nil, 0o666))
	_, err := Start(context.Background(), p)
	var s *StorageError
	if !errors.As(err, &s) || !strings.HasPrefix(err.Error(), `make the folder of experiment "e1": `) {
		t.Errorf("%v", err)
	}
}

func TestRemovedFolder(t *testing.T) {
	var calls atomic.Int32
	var p Plan
	m := ranked{id: "a", during: func(context.Context, *methods.Input) error {
		if calls.Add(1) == 3 {
			return os.RemoveAll(filepath.Join(p.Root, "raw"))
		}
		return nil
	}}
	p = plan(t, 300, m)
	p.Jobs = 1
	x, err := Start(context.Background(), p)
	must(t, err)
	r, err := x.Wait()
	var s *StorageError
	if !errors.As(err, &s) || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
	// How many end well beside the commit that fails, the disk decides.
	if len(r.Failures) == 0 || r.Progress.Done+r.Progress.Failed >= r.Progress.Total {
		t.Errorf("%+v", r.Progress)
	}
}

// What cannot be read is told, and what is not ours is passed over.
func TestReadingForeignFolders(t *testing.T) {
	ctx := context.Background()
	if all, err := List(ctx, filepath.Join(t.TempDir(), "nowhere")); err != nil || all != nil {
		t.Errorf("%v, %v", all, err)
	}
	if _, err := Runs(ctx, t.TempDir(), "e1"); !errors.As(err, new(*NotFoundError)) || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
	p := plan(t, 1, ranked{id: "a"})
	ran(t, p)
	raw := filepath.Join(p.Root, "raw")
	for _, dir := range []string{"Foreign", "empty", "e1/a/made-000/notes", "e1/a/elsewhere", "e1/other"} {
		must(t, os.MkdirAll(filepath.Join(raw, dir), 0o777))
	}
	must(t, os.WriteFile(filepath.Join(raw, "file"), nil, 0o666))
	list, err := List(ctx, p.Root)
	must(t, err)
	if len(list) != 1 || list[0].Finished != 1 || list[0].HalfDone != 0 {
		t.Errorf("%+v", list)
	}
	names, err := Names(ctx, p.Root)
	must(t, err)
	if strings.Join(names, " ") != "e1 empty" {
		t.Errorf("%q", names)
	}
	must(t, os.WriteFile(filepath.Join(raw, "e1", experimentFile), []byte(`{"schema":"suffice-experiment-v9"}`), 0o666))
	other := plan(t, 1, ranked{id: "a"})
	other.Root, other.Experiment = p.Root, "e2"
	ran(t, other)
	list, err = List(ctx, p.Root)
	must(t, err)
	if len(list) != 2 || list[0].Experiment != "e2" || list[0].Finished != 1 || list[0].Fault != nil || list[1].Experiment != "e1" || list[1].Runs != 0 {
		t.Fatalf("%+v", list)
	}
	if err := list[1].Fault; !errors.As(err, new(*UnreadableError)) || !strings.Contains(err.Error(), filepath.Join("raw", "e1", experimentFile)) ||
		!strings.Contains(err.Error(), "suffice-experiment-v9") || !strings.Contains(err.Error(), "from a copy") {
		t.Errorf("%v", err)
	}
	must(t, os.WriteFile(filepath.Join(raw, "e1", experimentFile), []byte("{"), 0o666))
	q := p
	q.Resume = true
	if _, err := Start(ctx, q); err == nil || !strings.Contains(err.Error(), "read what experiment") {
		t.Errorf("%v", err)
	}
}

// A folder that was renamed or copied is no experiment of its new name: going
// on with it would mix the runs of two.
func TestMovedExperiment(t *testing.T) {
	ctx := context.Background()
	p := plan(t, 2, ranked{id: "a"})
	ran(t, p)
	before := tree(t, p.Root)
	must(t, os.CopyFS(filepath.Join(p.Root, "raw", "e2"), os.DirFS(filepath.Join(p.Root, "raw", "e1"))))
	q := p
	q.Experiment, q.Resume = "e2", true
	var moved *MovedError
	if _, err := Start(ctx, q); !errors.As(err, &moved) || moved.Experiment != "e1" || strings.Contains(err.Error(), `"e1"`) {
		t.Errorf("resumed: %v", err)
	}
	if _, err := Runs(ctx, p.Root, "e2"); !errors.As(err, &moved) {
		t.Errorf("read: %v", err)
	}
	q.Root = t.TempDir()
	if _, _, err := Replay(ctx, q, p.Root); !errors.As(err, &moved) {
		t.Errorf("replayed: %v", err)
	}
	must(t, os.RemoveAll(filepath.Join(p.Root, "raw", "e2")))
	for path, text := range tree(t, p.Root) {
		if before[path] != text {
			t.Errorf("%s was changed", path)
		}
	}
}

// A name that JSON cannot hold would be another one when it is read.
func TestNamesThatAreNoText(t *testing.T) {
	p := plan(t, 1, ranked{id: "a"})
	p.Experiment = "bad\xff"
	q := plan(t, 1, ranked{id: "a"})
	q.States = []string{"bad\xff"}
	for _, p := range []Plan{p, q} {
		_, err := Start(context.Background(), p)
		if !errors.As(err, new(*PlanError)) || !strings.Contains(err.Error(), `"bad\xff"`) {
			t.Errorf("%v", err)
		}
		if files := tree(t, p.Root); len(files) > 0 {
			t.Errorf("left behind: %v", files)
		}
	}
}

// RunsOf opens nothing of the states that are not picked.
func TestRunsOfReadsNothingElse(t *testing.T) {
	p := plan(t, 3, ranked{id: "a"})
	ran(t, p)
	for _, e := range entriesOf(t, p) {
		if e.State != "made-001" { // unreadable, were it read
			must(t, os.Remove(filepath.Join(e.Dir, metricsFile)))
			must(t, os.Mkdir(filepath.Join(e.Dir, metricsFile), 0o777))
		}
	}
	all, err := RunsOf(context.Background(), p.Root, "e1", func(s string) bool { return s == "made-001" })
	must(t, err)
	if len(all) != 1 || all[0].State != "made-001" || all[0].Outcome != OutcomeFinished || all[0].Started == 0 {
		t.Errorf("%+v", all)
	}
}

// Names of experiments, methods and states may hold anything.
func TestHostileNames(t *testing.T) {
	long := strings.Repeat("very-long-", 60)
	p := plan(t, 1, ranked{id: "../../etc"}, ranked{id: "A"}, ranked{id: "a"}, ranked{id: "experiment.json"})
	p.Experiment = "x/../../y"
	p.States = []string{"..", "a/b", "S", "s", long, long + "2", "con", "\x00", "é"}
	r := ran(t, p)
	if len(r.Failures) > 0 || r.Progress.Done != 36 {
		t.Fatalf("%+v", r)
	}
	outside, err := os.ReadDir(filepath.Dir(p.Root))
	must(t, err)
	inside, err := os.ReadDir(p.Root)
	must(t, err)
	if len(outside) != 1 || len(inside) != 2 {
		t.Errorf("something was written elsewhere: %v, %v", outside, inside)
	}
	seen := map[string]bool{}
	for _, e := range entriesOf(t, p) {
		seen[e.Method+"\x00"+e.State] = true
	}
	if len(seen) != 36 {
		t.Errorf("%d runs are found again", len(seen))
	}
	if names, err := Names(context.Background(), p.Root); err != nil || len(names) != 1 || names[0] != p.Experiment {
		t.Errorf("%q, %v", names, err)
	}
}
