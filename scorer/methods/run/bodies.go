package run

import (
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"suffice/scorer/methods"
)

// Started is the body of run_started: what bounds the run, where and on what it
// runs. Nothing of the process's environment variables is recorded.
type Started struct {
	RunID       string      `json:"run_id"`
	Experiment  string      `json:"experiment"`
	Method      string      `json:"method"`
	From        string      `json:"derived_from,omitzero"`
	Limits      Limits      `json:"limits"`
	Environment Environment `json:"environment"`
	Task        Task        `json:"task"`
	Session     int         `json:"session"` // the experiment's, from 1
	Order       int         `json:"order"`   // of the runs begun in the session, from 1
	Index       Indexing    `json:"index"`
}

// Limits are the bounds and settings of a run beyond its method's own.
type Limits struct {
	Budget     int    `json:"context_budget"` // source tokens; 0: none beyond the method's own
	Seed       uint64 `json:"seed"`
	Repetition int    `json:"repetition"`
}

// Environment is the machine and the program.
type Environment struct {
	OS       string `json:"os"`
	Arch     string `json:"arch"`
	Go       string `json:"go"`
	Cores    int    `json:"cores"`
	Revision string `json:"program_revision"`
}

// Task is the state that a run is about.
type Task struct {
	State      string `json:"state_id"`
	Repo       string `json:"repo"`
	Boundary   string `json:"boundary"`
	BaseCommit string `json:"base_commit"`
	Pool       int    `json:"pool_units"`
	Truncated  bool   `json:"pool_truncated"`
	Observed   int    `json:"observed_units"` // listed by the state
	Card       string `json:"card_sha256"`
}

// Indexing is how the pool was made ready, once for all methods on the state.
// What a view needs beyond that is worked out with its first query.
type Indexing struct {
	BuildMS float64 `json:"build_ms"`
	Shared  int     `json:"shared_by_runs"`
}

// Sample is the body of resource_sample: memory of the whole process, which
// other runs share, as the Go runtime tells it.
type Sample struct {
	Total     uint64 `json:"process_bytes"`         // got from the system
	Heap      uint64 `json:"heap_bytes"`            // of living and not yet collected objects
	Allocated uint64 `json:"allocated_total_bytes"` // since the process began
	Routines  uint64 `json:"goroutines"`
}

// Ended is the body of run_finished.
type Ended struct {
	Outcome   string            `json:"outcome"`
	Failure   *Trouble          `json:"failure,omitzero"`
	Output    methods.Output    `json:"output,omitzero"`
	Totals    Totals            `json:"totals"`
	Artifacts map[string]string `json:"artifacts_sha256"` // of what is complete by then, by file name
}

// Edit is the body of edit, in imported runs.
type Edit struct {
	Patch   string   `json:"patch_sha256"`
	Targets []string `json:"target_paths"`
	Applied bool     `json:"applied"`
	Error   string   `json:"error,omitzero"`
}

// Tested is the body of test_run, in imported runs. A count that is nil was not
// told.
type Tested struct {
	Command    string   `json:"command"`
	Exit       *int     `json:"exit_status"`
	DurationMS *float64 `json:"duration_ms"`
	Passed     *int     `json:"passed"`
	Failed     *int     `json:"failed"`
	Skipped    *int     `json:"skipped"`
}

// Torn is the kind of the last entry of the trace of a run that was killed
// while it wrote: the line has no end and says nothing. It is never written.
const Torn methods.Kind = "torn_line"

// TornLine is the body of Torn.
type TornLine struct {
	Line  int `json:"line"`
	Bytes int `json:"bytes"` // of what is there of it
}

// body decodes the body of an event. One of a kind that this program does not
// know stays as it was written.
func body(kind methods.Kind, v jsontext.Value) (any, error) {
	switch kind {
	case methods.RunStarted:
		return decodeBody[Started](v)
	case methods.ModelCalled:
		return decodeBody[methods.ModelCall](v)
	case methods.ToolCalled:
		return decodeBody[methods.ToolCall](v)
	case methods.CandidateFound:
		return decodeBody[methods.Candidate](v)
	case methods.FileRead:
		return decodeBody[methods.Reading](v)
	case methods.StageFinished:
		return decodeBody[methods.Stage](v)
	case methods.EditMade:
		return decodeBody[Edit](v)
	case methods.TestRun:
		return decodeBody[Tested](v)
	case methods.ResourceSample:
		return decodeBody[Sample](v)
	case methods.RunFinished:
		return decodeBody[Ended](v)
	}
	return v.Clone(), nil
}

func decodeBody[T any](v jsontext.Value) (any, error) {
	var t T
	if err := json.Unmarshal(v, &t); err != nil {
		return nil, fmt.Errorf("body: %w", err)
	}
	return t, nil
}
