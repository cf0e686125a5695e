package runstest

import (
	"fmt"

	"suffice/scorer/methods"
	"suffice/scorer/methods/run"
	"suffice/tui/runs"
)

// Complement is a run of MSS-Complement on a state of reviewtest: eight units
// u1 to u8 of src/a.go, of which it returns u3, u1, u5 and u8.
func Complement(ask runs.Ask) ([]methods.Event, runs.Answer, error) {
	out := methods.Output{Ranked: []string{"u3", "u1", "u5", "u8"}, Tokens: 164, Controller: "offline"}
	events := []methods.Event{{Kind: methods.RunStarted, Body: run.Started{
		Method: ask.Method, Task: run.Task{State: ask.State, Pool: 8}, Limits: run.Limits{Seed: 7},
	}}}
	for i, v := range []string{"bm25_question", "dense"} {
		events = append(events, methods.Event{Kind: methods.ToolCalled, Body: methods.ToolCall{
			Tool: methods.ToolRetrieve, View: v, Matched: 6 - i, Size: 8, LatencyMS: millis(0.4),
		}})
	}
	for i := range 8 {
		events = append(events, methods.Event{Kind: methods.CandidateFound, Body: methods.Candidate{
			ID: unit(i), Source: "fused", Path: "src/a.go", LineStart: 10*i + 1, LineEnd: 10*i + 10, Rank: i + 1, Score: 1 / float64(60+i),
			Routes: []methods.Route{{View: "bm25_question", Rank: i + 1}},
		}})
	}
	for _, s := range []methods.Stage{
		{Name: methods.StagePropose, Selected: []string{"u3", "u1", "u2"}, Shown: 8, Attempts: 1},
		{Name: methods.StageExpand, Selected: []string{"u5"}, Shown: 5, Attempts: 2, Normalized: true, Unknown: 1, Repeated: 2},
		{Name: methods.StageFinalize, Selected: []string{"u3", "u1", "u5", "u8", "u2"}, Keep: 4, Shown: 8, Attempts: 1},
	} {
		for a := range s.Attempts {
			call := methods.ModelCall{
				Service: "chat", Stage: s.Name, Attempt: a + 1, Controller: "offline", Model: "set-cover-1", LatencyMS: millis(1.25), StopReason: "stop",
			}
			if a < s.Attempts-1 {
				call.Malformed = "the answer is no JSON"
			}
			events = append(events, methods.Event{Kind: methods.ModelCalled, Body: call})
		}
		out.Stages = append(out.Stages, s)
		events = append(events, methods.Event{Kind: methods.StageFinished, Body: s})
	}
	for i, id := range out.Ranked {
		n := int(id[1] - '0')
		events = append(events, methods.Event{Kind: methods.FileRead, Body: methods.Reading{
			ID: id, Path: "src/a.go", LineStart: 10*n - 9, LineEnd: 10 * n, Tokens: 41, Origin: []string{"proposal", "proposal", "expansion", "reserve"}[i],
		}})
	}
	events = append(events, methods.Event{Kind: methods.RunFinished, Body: run.Ended{Outcome: run.OutcomeFinished, Output: out}})
	return events, runs.Answer{Entry: run.Entry{
		State: ask.State, Method: ask.Method, RunID: "r1", Dir: "/results/" + ask.Method + "/" + ask.State, Outcome: run.OutcomeFinished,
		Output: out, Tokens: run.Totals{Calls: 4, Missing: 4, Normalized: 1}, Millis: 12, Started: Start,
	}}, nil
}

func unit(i int) string { return fmt.Sprintf("u%d", i+1) }

func millis(ms float64) *float64 { return &ms }

// Recorded are events as a trajectory keeps them, three milliseconds apart.
func Recorded(events []methods.Event) []run.Recorded {
	out := make([]run.Recorded, len(events))
	for i, e := range events {
		out[i] = run.Recorded{Seq: i + 1, At: Start + int64(3*i), Kind: e.Kind, Body: e.Body}
	}
	return out
}

// Busy is a fake with three experiments: one finished with a failed and a
// half-done run among its 24, one left before its end, and the desk.
func Busy() *Fake {
	f := New()
	f.All = []runs.Experiment{
		{Summary: run.Summary{
			Experiment: "nightly", Methods: []string{"mss_complement", "fused", "bm25"}, Controller: "offline", States: 8, Runs: 24, Finished: 22, Failed: 1, HalfDone: 1,
			Started: Start, Ended: Start + 60_000, Seed: 7, Revision: "abc", Tokens: run.Totals{Calls: 24, Missing: 24, Normalized: 3},
		}},
		{Summary: run.Summary{
			Experiment: "pilot", Methods: []string{"bm25"}, States: 8, Runs: 8, Finished: 5, Started: Start - 86_400_000, Seed: 3,
			Planned: []string{"s1", "s2"}, Tokens: run.Totals{Calls: 5, Input: 12_345, Output: 678, Missing: 1},
		}},
		{Summary: run.Summary{Experiment: runs.AtTheDesk, Methods: []string{"mss_complement"}, Controller: "offline", States: 1, Runs: 1, Finished: 1, Started: Start - 1000}},
	}
	for _, m := range []string{"mss_complement", "fused", "bm25"} {
		for i := range 8 {
			events, a, _ := Complement(runs.Ask{State: fmt.Sprintf("s%d", i+1), Method: m})
			e := a.Entry
			switch {
			case m == "bm25" && i == 5:
				e.Outcome, e.Failure, e.Output = run.OutcomeFailed, "index: the pool is empty", methods.Output{}
				events = events[:1]
			case m == "bm25" && i == 6:
				e.Outcome, e.Output, e.Millis = run.OutcomeHalfDone, methods.Output{}, 0
				events = events[:4]
			}
			f.Entries["nightly"] = append(f.Entries["nightly"], e)
			f.Traces[e.Dir] = Recorded(events)
		}
	}
	_, a, _ := Complement(runs.Ask{State: "s1", Method: "bm25"})
	f.Entries["pilot"] = []run.Entry{a.Entry}
	return f
}
