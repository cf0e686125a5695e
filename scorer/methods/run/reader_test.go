package run

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"suffice/scorer/methods"
)

// aged gives every file of a results folder the time of an hour ago: a Reader
// remembers no file that is young.
func aged(t testing.TB, root string) {
	t.Helper()
	at := time.Now().Add(-time.Hour)
	must(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		return os.Chtimes(path, at, at)
	}))
}

// agrees checks that a reader gives what a reading of everything gives, but for
// what it leaves out.
func agrees(t testing.TB, r *Reader, p Plan) []Entry {
	t.Helper()
	got, err := r.RunsOf(t.Context(), p.Experiment, func(string) bool { return true })
	must(t, err)
	want := entriesOf(t, p)
	for i := range want {
		want[i].Final, want[i].Output.Stages = Final{}, nil
	}
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("the reader gives\n%+v\nand there is\n%+v", got, want)
	}
	list, err := r.List(t.Context())
	must(t, err)
	fresh, err := List(t.Context(), p.Root)
	must(t, err)
	if !reflect.DeepEqual(list, fresh) {
		t.Fatalf("the reader lists\n%+v\nand there is\n%+v", list, fresh)
	}
	return got
}

// spends is a method of one stage that costs tokens, and fails on made-002.
func spends() methods.Method { return costly{ranked{id: "costly"}} }

type costly struct{ ranked }

func (m costly) Run(ctx context.Context, in *methods.Input, rec methods.Recorder) (methods.Output, error) {
	if in.Card.ID == "made-002" {
		return methods.Output{}, errors.New("the server hung up")
	}
	n, stage := 12, methods.Stage{Name: methods.StagePropose, Selected: []string{in.Pool().Units[0].ID}, Shown: 8, Attempts: 1, Normalized: true}
	for _, e := range []methods.Event{
		{Kind: methods.ModelCalled, Body: methods.ModelCall{Service: "chat", Stage: stage.Name, Attempt: 1, Usage: methods.Usage{Input: &n}}},
		{Kind: methods.StageFinished, Body: stage},
	} {
		if err := rec.Record(e); err != nil {
			return methods.Output{}, err
		}
	}
	out, err := m.ranked.Run(ctx, in, rec)
	out.Stages, out.Controller = []methods.Stage{stage}, "offline"
	return out, err
}

// TestReaderAgrees: finished, failed and half-done runs are what they are, the
// first time, from memory, and half of them from memory.
func TestReaderAgrees(t *testing.T) {
	p := plan(t, 4, ranked{id: "bm25"}, spends())
	ran(t, p)
	must(t, os.Remove(filepath.Join(entriesOf(t, p)[0].Dir, metricsFile)))
	r := NewReader(p.Root)
	agrees(t, r, p) // nothing is old enough
	aged(t, p.Root)
	outcomes := map[string]int{}
	for _, e := range agrees(t, r, p) {
		outcomes[e.Outcome]++
	}
	if outcomes[OutcomeFinished] != 6 || outcomes[OutcomeFailed] != 1 || outcomes[OutcomeHalfDone] != 1 {
		t.Errorf("%v", outcomes)
	}
	agrees(t, r, p)
	p.States = madeIDs(5)
	resumed(t, p)
	if got := agrees(t, r, p); len(got) != 10 {
		t.Errorf("%d runs", len(got))
	}
	if _, err := r.RunsOf(t.Context(), "nothing", func(string) bool { return true }); !errors.As(err, new(*NotFoundError)) {
		t.Errorf("%v", err)
	}
}

// TestReaderReadsOnce: a file that looks as it did is not read again, one that
// was touched is.
func TestReaderReadsOnce(t *testing.T) {
	p := plan(t, 2, ranked{id: "bm25"})
	ran(t, p)
	aged(t, p.Root)
	r := NewReader(p.Root)
	e := agrees(t, r, p)[0]
	path := filepath.Join(e.Dir, metricsFile)
	b, err := os.ReadFile(path)
	must(t, err)
	file, err := os.Stat(path)
	must(t, err)
	other := bytes.Replace(b, []byte(`"outcome": "finished"`), []byte(`"outcome": "finishes"`), 1)
	must(t, os.WriteFile(path, other, 0o666))
	must(t, os.Chtimes(path, file.ModTime(), file.ModTime()))
	got, err := r.RunsOf(t.Context(), p.Experiment, func(state string) bool { return state == e.State })
	must(t, err)
	if len(got) != 1 || got[0].Outcome != OutcomeFinished {
		t.Errorf("it was read again: %+v", got)
	}
	must(t, os.Chtimes(path, time.Time{}, file.ModTime().Add(time.Second)))
	if got := agrees(t, r, p); got[0].Outcome != "finishes" {
		t.Errorf("it was not read again: %+v", got[0])
	}
}

// TestReaderSeesHarm: whatever happens to the folder of a run, and to one of a
// run that has just ended, the reader sees what there is; and so when the run is
// made again.
func TestReaderSeesHarm(t *testing.T) {
	for name, harm := range harms() {
		for _, old := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, old %t", name, old), func(t *testing.T) {
				p := plan(t, 3, ranked{id: "bm25"})
				ran(t, p)
				r := NewReader(p.Root)
				if old {
					aged(t, p.Root)
				}
				dir := agrees(t, r, p)[1].Dir
				harm(t, dir)
				agrees(t, r, p)
				if again := resumed(t, p); again.Progress.Done != 1 {
					t.Fatalf("%+v", again.Progress)
				}
				for _, e := range agrees(t, r, p) {
					if e.Outcome != OutcomeFinished {
						t.Errorf("made again: %+v", e)
					}
				}
			})
		}
	}
}

// TestReaderSeesSwappedRuns: two runs that changed their folders.
func TestReaderSeesSwappedRuns(t *testing.T) {
	p := plan(t, 2, ranked{id: "bm25"})
	ran(t, p)
	r := NewReader(p.Root)
	all := entriesOf(t, p)
	for i, e := range all { // of different times, as runs are
		at := time.Now().Add(-time.Duration(i+1) * time.Hour)
		must(t, os.Chtimes(filepath.Join(e.Dir, metricsFile), at, at))
	}
	before := agrees(t, r, p)
	must(t, os.Rename(all[0].Dir, all[0].Dir+".x"))
	must(t, os.Rename(all[1].Dir, all[0].Dir))
	must(t, os.Rename(all[0].Dir+".x", all[1].Dir))
	after := agrees(t, r, p)
	if !reflect.DeepEqual(after[0].Output, before[1].Output) || !reflect.DeepEqual(after[1].Output, before[0].Output) {
		t.Errorf("before %+v, after %+v", before, after)
	}
}
