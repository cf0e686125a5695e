// Package runs is the screen of experiments: what runs, how far it is, what a
// run did step by step. It also holds what the other screens need of runs: the
// service behind them, the story that the events of a run tell, and a reader
// of one unit.
package runs

import (
	"context"

	"suffice/certificate/card"
	"suffice/scorer/methods"
	"suffice/scorer/methods/run"
)

// AtTheDesk is the experiment that holds what people ran on single states.
const AtTheDesk = "at-the-desk"

// Experiments is what a session can do with methods and their runs. It shows a
// person the runs of those states alone whose outcomes are open to them, and
// reads nothing of the others. Safe for concurrent use.
type Experiments interface {
	// Methods are those that can be run, in the order to offer them.
	Methods() []Offer
	// Controllers are those that can be asked, the default first.
	Controllers() []string

	// List is the experiments of the results folder, newest first.
	List(ctx context.Context) ([]Experiment, error)
	// Runs is the runs of an experiment, by method and state.
	Runs(ctx context.Context, experiment string) ([]run.Entry, error)
	// Trace is the trajectory of a run that Runs or Recorded gave.
	Trace(ctx context.Context, e run.Entry) ([]run.Recorded, error)
	// Unit is a unit of a state's pool.
	Unit(ctx context.Context, state, id string) (card.Unit, error)

	// Start begins an experiment in the background of the session, or goes on
	// with one that was left. Problems with the order come back at once.
	Start(ctx context.Context, o Order) error
	// Pause lets the runs at work end and begins no other; false when the
	// experiment is not at work in this session.
	Pause(experiment string) bool
	// Resume goes on after Pause.
	Resume(experiment string) bool
	// Cancel ends it; what is finished is kept and can be gone on with.
	Cancel(experiment string) bool
	// Live is the experiments begun in this session, in the order of their
	// beginning. It is cheap: screens ask again and again.
	Live() []Live

	// RunState runs one method on one state and returns when it is done. What
	// happens on the way is told to watch, from one goroutine. A run that is
	// recorded already is told again from its record unless ask.Again.
	RunState(ctx context.Context, ask Ask, watch func(methods.Event)) (Answer, error)
	// Recorded is the latest finished run of each method and controller on a state at the
	// desk, by method.
	Recorded(ctx context.Context, state string) ([]run.Entry, error)
}

// Offer is a method that can be run.
type Offer struct {
	ID    string
	Words string // what it is, in a phrase
	From  string // the method whose record it is read off; empty for one that runs itself
	Asks  bool   // it asks a controller
}

// Experiment is one row of the list.
type Experiment struct {
	run.Summary
	// Partial says that the row was put together from the states open to the
	// person: times, seed and what was planned are not known then.
	Partial bool
}

// Order is an experiment to start.
type Order struct {
	Experiment string
	Methods    []string
	Controller string   // empty: the default
	States     []string // empty: every state that the person may run methods on
	Jobs       int      // states at a time; 0: one for each core
	Seed       uint64
	Resume     bool // go on with one that is there
}

// Live is an experiment begun in this session.
type Live struct {
	Experiment string
	Controller string
	Progress   run.Progress
	Paused     bool
	Ending     bool // cancelled, the runs at work still end
	Done       bool
	Err        error       // why it ended early; nil also while it goes on
	Report     *run.Report // once Done
	Kept       Kept        // once Done
}

// Ask is one method on one state.
type Ask struct {
	State, Method string
	Controller    string // empty: the default
	Seed          uint64
	Again         bool // run it although it is recorded
}

// Answer is what became of an Ask.
type Answer struct {
	Entry    run.Entry
	Recorded bool // told from the record: nothing was run
}
