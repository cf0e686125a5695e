// Package run runs methods over states so that every result can be traced and
// had again: run identity, artifacts, append-only trajectories, resuming,
// replaying (paper E.4, the metrics note). It never sees a certificate.
package run

import (
	"context"
	"time"

	"suffice/certificate/card"
	"suffice/scorer/methods"
)

// Plan is an experiment to run: every method on every state.
type Plan struct {
	Root       string // the results folder: <root>/raw/<experiment>/<method>/<state>/<run_id>/
	Experiment string
	Methods    []methods.Method
	States     []string // IDs, in the order of the project
	// Load reads one state's public side; called from several goroutines.
	Load       func(ctx context.Context, state string) (card.State, error)
	Seed       uint64
	Repetition int    // from 0
	Jobs       int    // states at a time; 0: one for each core
	Revision   string // of this program
	Resume     bool   // go on with an experiment that is there; without, it must be new
	Now        func() time.Time
	// Progress is called after every run and every second, from one goroutine
	// at a time; may be nil.
	Progress func(Progress)
	// Watch gets every event of every run as it is recorded; may be nil.
	Watch func(state, method string, e methods.Event)
}

// Progress is how far an experiment is.
type Progress struct {
	Total, Done, Skipped, Failed, Running int // runs; Done counts finished ones without those skipped
	Elapsed                               time.Duration
	Rate                                  float64       // finished runs a second, of the recent past
	Left                                  time.Duration // at that rate; 0 when unknown
	Tokens                                Totals
}

// Totals add up what servers reported. Missing counts calls that reported
// nothing, so that a sum is never read as whole when it is not.
type Totals struct {
	Calls, Input, Output, Cached, Missing int
	Normalized, Fallback                  int // stages
}

// Report is what an experiment came to.
type Report struct {
	Experiment  string
	Predictions string // path of the prediction file: every method, by method and state
	Contract    string // path of the contract file
	Progress    Progress
	Failures    []Failure
}

// Failure is a run that has no prediction, and why.
type Failure struct {
	State, Method, RunID string
	Stage                string
	Err                  string
}

// Execution is a running experiment that can be paused.
type Execution struct { /* unexported */
}

// Start begins the plan in the background. Problems with the plan itself come
// back at once.
func Start(ctx context.Context, p Plan) (*Execution, error) { panic("stub") }

// Pause lets the runs at work end and begins no other.
func (x *Execution) Pause() { panic("stub") }

// Resume begins runs again after Pause.
func (x *Execution) Resume() { panic("stub") }

// Paused reports whether Pause was called last.
func (x *Execution) Paused() bool { panic("stub") }

// Progress is how far it is now.
func (x *Execution) Progress() Progress { panic("stub") }

// Wait returns when every run has ended or ctx was cancelled: finished runs are
// kept, the others can be resumed.
func (x *Execution) Wait() (Report, error) { panic("stub") }
