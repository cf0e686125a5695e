package run

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"suffice/scorer/methods"
)

func number(n int) *int { return &n }

// everyEvent is one event of each kind.
func everyEvent() []methods.Event {
	ms := 12.5
	return []methods.Event{
		{Kind: methods.RunStarted, Body: Started{RunID: "r", Experiment: "e", Method: "m", Limits: Limits{Budget: 6144, Seed: 1 << 63}, Task: Task{State: "s", Pool: 87}, Order: 1, Index: Indexing{BuildMS: 2.5, Shared: 3}}},
		{Kind: methods.ToolCalled, Body: methods.ToolCall{Tool: methods.ToolRetrieve, View: "bm25_state", QueryHash: "q", Matched: 3, ResultHash: "h", Size: 87, LatencyMS: &ms}},
		{Kind: methods.CandidateFound, Body: methods.Candidate{ID: "u1", Source: "fused", Path: "a.py", Rank: 1, Score: 0.25, Routes: []methods.Route{{View: "dense", Rank: 2}}}},
		{Kind: methods.ModelCalled, Body: methods.ModelCall{Service: "chat", Stage: methods.StagePropose, Attempt: 1, Controller: "openai", Model: "m", RequestHash: "x", Usage: methods.Usage{Input: number(120), Output: number(9)}, LatencyMS: &ms, Response: "{\"ids\":[\"u1\"]}\n\u2028"}},
		{Kind: methods.StageFinished, Body: methods.Stage{Name: methods.StagePropose, Selected: []string{"u1"}, Shown: 80, Attempts: 1}},
		{Kind: methods.FileRead, Body: methods.Reading{ID: "u1", Path: "a.py", LineStart: 3, LineEnd: 9, Hash: "c", Tokens: 40}},
		{Kind: methods.EditMade, Body: Edit{Patch: "p", Targets: []string{"a.py"}, Applied: true}},
		{Kind: methods.TestRun, Body: Tested{Command: "pytest", Exit: number(1), DurationMS: &ms, Passed: number(3)}},
		{Kind: methods.ResourceSample, Body: Sample{Total: 1, Heap: 2, Allocated: 3, Routines: 4}},
		{Kind: methods.RunFinished, Body: Ended{Outcome: OutcomeFinished, Output: methods.Output{Ranked: []string{"u1"}}, Artifacts: map[string]string{manifestFile: "m"}}},
	}
}

// clock advances by a millisecond each time that it is read.
func clock() func() time.Time {
	at := time.UnixMilli(1_700_000_000_000)
	return func() time.Time { at = at.Add(time.Millisecond); return at }
}

// written records events in a folder.
func written(t testing.TB, events []methods.Event) (dir, sum string) {
	t.Helper()
	dir = t.TempDir()
	m, _, err := writeNew(filepath.Join(dir, manifestFile), Manifest{Schema: RunSchema})
	must(t, err)
	w, err := newTrajectory(filepath.Join(dir, trajectoryFile), m, clock(), nil)
	must(t, err)
	for _, e := range events {
		must(t, w.Record(e))
	}
	sum, err = w.seal()
	must(t, err)
	return dir, sum
}

// What is recorded is read again, whatever kind it is, with numbers that rise
// and the hash of the file as it lies there.
func TestTraceReadsWhatWasRecorded(t *testing.T) {
	events := everyEvent()
	dir, sum := written(t, events)
	trace, err := Trace(context.Background(), dir)
	must(t, err)
	for i, r := range trace {
		want := Recorded{Seq: i + 1, At: 1_700_000_000_001 + int64(i), Kind: events[i].Kind, Body: events[i].Body}
		if !reflect.DeepEqual(r, want) {
			t.Errorf("event %d is\n%+v, not\n%+v", i, r, want)
		}
	}
	if len(trace) != len(events) {
		t.Errorf("%d events of %d", len(trace), len(events))
	}
	if lies, err := hashFile(filepath.Join(dir, trajectoryFile)); err != nil || lies != sum {
		t.Errorf("sealed as %s, lies there as %s, %v", sum, lies, err)
	}
}

// A run that was killed anywhere leaves a trace that ends in what was whole, and
// says so when a line was torn.
func TestTraceOfAKilledRun(t *testing.T) {
	dir, _ := written(t, everyEvent())
	path := filepath.Join(dir, trajectoryFile)
	whole, err := os.ReadFile(path)
	must(t, err)
	for cut := range len(whole) + 1 {
		trace, err := parseTrace(context.Background(), whole[:cut])
		must(t, err)
		lines := bytes.Count(whole[:cut], []byte{'\n'})
		torn := cut > 0 && whole[cut-1] != '\n'
		if torn {
			last := trace[len(trace)-1]
			rest := cut - bytes.LastIndexByte(whole[:cut], '\n') - 1
			if last.Kind != Torn || last.Body != (TornLine{lines + 1, rest}) || last.Seq != lines+1 {
				t.Fatalf("cut at %d: the last entry is %+v", cut, last)
			}
			lines++
		}
		if len(trace) != lines {
			t.Fatalf("cut at %d: %d entries of %d", cut, len(trace), lines)
		}
	}
}

func TestTraceRefusesWhatIsNone(t *testing.T) {
	for _, c := range []struct{ text, says string }{
		{`{"seq":1,"at_ms":1,"event":"edit","body":{}}` + "\nno\n", "2: "},
		{`{"seq":2,"at_ms":1,"event":"edit","body":{}}` + "\n" + `{"seq":2,"at_ms":1,"event":"edit","body":{}}` + "\n", "2: event 2 comes after event 2"},
		{"{}\n", "1: this is no event"},
		{`{"seq":1,"at_ms":1,"event":"torn_line","body":{}}` + "\n", "1: this is no event"},
		{`{"seq":1,"at_ms":1,"event":"model_call","body":{"attempt":"x"}}` + "\n", "1: body: "},
		{`{"seq":1,"seq":2,"at_ms":1,"event":"edit","body":{}}` + "\n", "1: "},
		{"\n", "1: "},
	} {
		if _, err := parseTrace(context.Background(), []byte(c.text)); err == nil || !strings.HasPrefix(err.Error(), c.says) {
			t.Errorf("%q: %v does not begin with %q", c.text, err, c.says)
		}
	}
	if _, err := Trace(context.Background(), t.TempDir()); err == nil {
		t.Error("a folder without a trajectory has a trace")
	}
}

// An event of a later version is shown as it was written.
func TestTraceKeepsUnknownKinds(t *testing.T) {
	trace, err := parseTrace(context.Background(), []byte(`{"seq":1,"at_ms":1,"event":"thought","body":{"text":"x"}}`+"\n"))
	must(t, err)
	if v, ok := trace[0].Body.(jsontext.Value); !ok || string(v) != `{"text":"x"}` {
		t.Errorf("%+v", trace[0])
	}
}

// What cost time or money is in the file as soon as it is recorded; of the rest
// whole lines alone ever arrive.
func TestTrajectoryFlushes(t *testing.T) {
	dir := t.TempDir()
	m, _, err := writeNew(filepath.Join(dir, manifestFile), Manifest{})
	must(t, err)
	path := filepath.Join(dir, trajectoryFile)
	w, err := newTrajectory(path, m, clock(), nil)
	must(t, err)
	for range 3 {
		for _, e := range everyEvent() {
			must(t, w.Record(e))
			b, err := os.ReadFile(path)
			must(t, err)
			if len(b) > 0 && b[len(b)-1] != '\n' {
				t.Fatal("half a line is in the file")
			}
			switch e.Kind {
			case methods.RunStarted, methods.ModelCalled, methods.StageFinished, methods.RunFinished:
				if got := bytes.Count(b, []byte{'\n'}); got != w.seq {
					t.Errorf("after %s %d of %d events are in the file", e.Kind, got, w.seq)
				}
			}
		}
	}
	w.close()
	if err := w.Record(everyEvent()[0]); err == nil {
		t.Error("a closed trajectory takes an event")
	}
	if _, err := newTrajectory(path, m, clock(), nil); err == nil {
		t.Error("a trajectory was begun where one is")
	}
}

func FuzzTrace(f *testing.F) {
	dir, _ := written(f, everyEvent())
	whole, err := os.ReadFile(filepath.Join(dir, trajectoryFile))
	must(f, err)
	f.Add(whole)
	f.Add(whole[:len(whole)/2])
	f.Add([]byte("{\"seq\":1,\"at_ms\":-1,\"event\":\"x\",\"body\":null}\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		trace, err := parseTrace(context.Background(), b)
		if err != nil {
			return
		}
		for i, r := range trace {
			if i > 0 && r.Seq <= trace[i-1].Seq || r.Kind == "" || r.Body == nil {
				t.Fatalf("entry %d is %+v", i, r)
			}
			if r.Kind == Torn && i != len(trace)-1 {
				t.Fatal("a torn line in the middle")
			}
		}
		Measure(trace) // must not break down
	})
}
