// Package runstest holds experiments in memory for tests of screens: runs that
// go as they are told, without a file and without waiting.
package runstest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"suffice/certificate/card"
	"suffice/scorer/methods"
	"suffice/scorer/methods/complement"
	"suffice/scorer/methods/run"
	"suffice/tui/runs"
)

// Start is when the runs of these tests begin: 2026-01-05 10:00 UTC.
const Start = int64(1767607200000)

// Fake is runs.Experiments in memory.
type Fake struct {
	mu sync.Mutex

	All     []runs.Experiment
	Entries map[string][]run.Entry    // by experiment
	Traces  map[string][]run.Recorded // by folder of a run
	Units   func(state, id string) (card.Unit, bool)
	AtDesk  map[string][]run.Entry // by state
	Alive   []runs.Live

	// Script is what happens in a run at the desk; nil for Complement.
	Script func(ask runs.Ask) ([]methods.Event, runs.Answer, error)

	// Begun is called with every order that was taken; nil for nothing more.
	Begun func(o runs.Order)

	ListErr, RunsErr, TraceErr, StartErr, RecordErr error

	Orders []runs.Order
	Asks   []runs.Ask
	Done   []string // "pause x", "resume x", "cancel x"
	Reads  int      // of lists, runs and traces
}

var _ runs.Experiments = (*Fake)(nil)

// New is a fake without any experiment.
func New() *Fake {
	return &Fake{Entries: map[string][]run.Entry{}, Traces: map[string][]run.Recorded{}, AtDesk: map[string][]run.Entry{}}
}

// Methods are a few of each sort.
func (f *Fake) Methods() []runs.Offer {
	return []runs.Offer{
		{ID: complement.MethodComplement, Words: "three stages over the fused ranking", Asks: true},
		{ID: "fused", Words: "the nine views, fused"},
		{ID: "bm25", Words: "one query, the need"},
		{ID: complement.MethodSingleStage, Words: "the proposal alone", From: complement.MethodComplement},
	}
}

// Controllers are two.
func (f *Fake) Controllers() []string { return []string{"offline", "openai"} }

// List is All.
func (f *Fake) List(context.Context) ([]runs.Experiment, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.Reads++
	return slices.Clone(f.All), f.ListErr
}

// Runs are Entries.
func (f *Fake) Runs(_ context.Context, experiment string) ([]run.Entry, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.Reads++
	return slices.Clone(f.Entries[experiment]), f.RunsErr
}

// Trace is one of Traces.
func (f *Fake) Trace(_ context.Context, e run.Entry) ([]run.Recorded, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.Reads++
	return slices.Clone(f.Traces[e.Dir]), f.TraceErr
}

// Unit asks Units.
func (f *Fake) Unit(_ context.Context, state, id string) (card.Unit, error) {
	if f.Units != nil {
		if u, ok := f.Units(state, id); ok {
			return u, nil
		}
	}
	return card.Unit{}, fmt.Errorf("the pool of %s has no unit %s", state, id)
}

// Start notes the order and is at work from then on.
func (f *Fake) Start(_ context.Context, o runs.Order) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.StartErr != nil {
		return f.StartErr
	}
	f.Orders = append(f.Orders, o)
	f.Alive = slices.DeleteFunc(f.Alive, func(l runs.Live) bool { return l.Experiment == o.Experiment })
	f.Alive = append(f.Alive, runs.Live{Experiment: o.Experiment, Controller: o.Controller, Progress: run.Progress{Total: 8 * len(o.Methods)}})
	if f.Begun != nil {
		f.Begun(o)
	}
	return nil
}

// Pause notes it.
func (f *Fake) Pause(x string) bool {
	return f.turn("pause", x, func(l *runs.Live) { l.Paused = true })
}

// Resume notes it.
func (f *Fake) Resume(x string) bool {
	return f.turn("resume", x, func(l *runs.Live) { l.Paused = false })
}

// Cancel notes it.
func (f *Fake) Cancel(x string) bool {
	return f.turn("cancel", x, func(l *runs.Live) { l.Ending = true })
}

func (f *Fake) turn(what, x string, change func(*runs.Live)) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.Done = append(f.Done, what+" "+x)
	for i := range f.Alive {
		if f.Alive[i].Experiment == x && !f.Alive[i].Done {
			change(&f.Alive[i])
			return true
		}
	}
	return false
}

// Live is Alive.
func (f *Fake) Live() []runs.Live {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.Alive)
}

// Set changes what is at work.
func (f *Fake) Set(l runs.Live) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.Alive = slices.DeleteFunc(f.Alive, func(o runs.Live) bool { return o.Experiment == l.Experiment })
	f.Alive = append(f.Alive, l)
}

// RunState tells what the script says.
func (f *Fake) RunState(ctx context.Context, ask runs.Ask, watch func(methods.Event)) (runs.Answer, error) {
	f.mu.Lock()
	f.Asks = append(f.Asks, ask)
	script := f.Script
	f.mu.Unlock()
	if script == nil {
		script = Complement
	}
	events, answer, err := script(ask)
	for _, e := range events {
		if ctx.Err() != nil {
			return runs.Answer{}, ctx.Err()
		}
		watch(e)
	}
	if err == nil {
		f.mu.Lock()
		defer f.mu.Unlock()
		at := slices.DeleteFunc(f.AtDesk[ask.State], func(e run.Entry) bool { return e.Method == ask.Method })
		f.AtDesk[ask.State] = append(at, answer.Entry)
	}
	return answer, err
}

// Recorded are the runs at the desk.
func (f *Fake) Recorded(_ context.Context, state string) ([]run.Entry, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.AtDesk[state]), f.RecordErr
}

// ErrBroken is what a run that fails here says.
var ErrBroken = errors.New("the server at the other end hung up")
