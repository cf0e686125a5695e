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
	Budget     int    // context budget in source tokens; 0: none beyond the methods' own
	Jobs       int    // states at a time; 0: one for each core
	Revision   string // of this program
	Resume     bool   // go on with the experiment if it is there; without, it must be new
	// Notebook is set for runs made one by one, each with the settings of the
	// moment: they stand side by side, also of one method on one state, and no
	// prediction file is made of them. A notebook is gone on with in any case.
	Notebook bool
	Now      func() time.Time
	// Model is the key that a server resolves the model of a method to, where
	// that is known beforehand; may be nil.
	Model func(method string) string
	// Progress is called after every run and every second, from one goroutine
	// at a time; may be nil.
	Progress func(Progress)
	// Watch gets every event of every run as it is recorded, from one goroutine
	// at a time; may be nil. The runs wait for it.
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
// nothing, so that a sum is never read as whole when it is not; NoInput,
// NoOutput and NoCached count the calls that each sum lacks. Refused calls, of
// which there is nothing to report, are among none of these; nor is a call that
// only reads where writing is added up.
type Totals struct {
	Calls      int `json:"calls"`
	Refused    int `json:"calls_refused,omitzero"`   // by the server, or they never got there
	Reading    int `json:"calls_that_read,omitzero"` // of embedders and rerankers, which write nothing
	Input      int `json:"input_tokens"`
	Output     int `json:"output_tokens"`
	Cached     int `json:"cached_input_tokens"`
	Missing    int `json:"calls_without_usage"`
	NoInput    int `json:"calls_without_input_tokens"`
	NoOutput   int `json:"calls_without_output_tokens"`
	NoCached   int `json:"calls_without_cached_input_tokens"`
	Stages     int `json:"stages"` // what Normalized and Fallback are counted of
	Normalized int `json:"normalized_stages"`
	Fallback   int `json:"fallback_stages"`
}

// Report is what an experiment came to.
type Report struct {
	Experiment  string
	Predictions string // path of the prediction file: every method, by method and state
	Contract    string // path of the contract file
	Progress    Progress
	Failures    []Failure // by method and state
}

// Failure is a run that has no prediction, and why.
type Failure struct {
	State, Method, RunID string // no RunID: the state could not be read
	Stage                string
	Err                  string
}
