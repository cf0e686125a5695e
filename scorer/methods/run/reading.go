package run

import (
	"context"

	"suffice/scorer/methods"
)

// Summary is one experiment under a results folder.
type Summary struct {
	Experiment                       string
	Methods                          []string
	Controller                       string
	States                           int
	Runs, Finished, Failed, HalfDone int
	Started, Ended                   int64 // milliseconds since 1970; 0 when not
	Seed                             uint64
	Revision                         string
	Tokens                           Totals
	Live                             bool     // a process is at work on it now
	Planned                          []string // IDs of its states in the order of the plan, so that it can be resumed
}

// List reads the experiments under a results folder, newest first. A folder
// that is not there holds none.
func List(ctx context.Context, root string) ([]Summary, error) { panic("stub") }

// Names lists the experiments under a results folder by name alone, for who may
// not see all that is in them: no manifest is read. A folder that is not there
// holds none.
func Names(ctx context.Context, root string) ([]string, error) { panic("stub") }

// Entry is one run of an experiment.
type Entry struct {
	State, Method, RunID string
	Dir                  string
	Outcome              string // "finished", "failed", "half-done"
	Failure              string
	Output               methods.Output
	Tokens               Totals
	Millis               int64
	Started              int64 // of the run, milliseconds since 1970; 0 when nothing was recorded
}

// Runs reads the runs of an experiment, by method and state.
func Runs(ctx context.Context, root, experiment string) ([]Entry, error) { panic("stub") }

// RunsOf is Runs of the states that keep picks. Of the others nothing is read,
// not even a manifest: a person gets the runs of those states alone whose
// outcomes are open to them.
func RunsOf(ctx context.Context, root, experiment string, keep func(state string) bool) ([]Entry, error) {
	panic("stub")
}

// Recorded is one event of a trajectory as it was written.
type Recorded struct {
	Seq  int
	At   int64 // milliseconds since 1970
	Kind methods.Kind
	Body any // as methods.Event
}

// Trace reads the trajectory of a run.
func Trace(ctx context.Context, dir string) ([]Recorded, error) { panic("stub") }

// Replay runs the experiment again from its recorded exchanges with no network,
// into a folder of its own, and reports whether the prediction files are equal
// byte for byte.
func Replay(ctx context.Context, p Plan, from string) (same bool, r Report, err error) { panic("stub") }
