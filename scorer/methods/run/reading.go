package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"suffice/scorer/methods"
)

// Summary is one experiment under a results folder. While a process is at work
// on it, its runs under way count as half-done. Runs is how many are planned; of
// a notebook, how many there are.
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
	Fault                            error    // why what was planned cannot be read: nothing else is known then
}

// Names lists the experiments under a results folder by name alone, for who may
// not see all that is in them: no manifest of a run is read. A folder that is
// not there holds none.
func Names(ctx context.Context, root string) ([]string, error) {
	dirs, err := os.ReadDir(filepath.Join(root, "raw"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list the experiments: %w", err)
	}
	var names []string
	for _, d := range dirs {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		name, whole := nameOf(d.Name())
		if !whole && d.IsDir() { // too long to be spelled out
			x := new(Experiment)
			err := readJSON(filepath.Join(root, "raw", d.Name(), experimentFile), ExperimentSchema, x, &x.Schema)
			name, whole = x.ID, err == nil && folder(x.ID) == d.Name()
		}
		if whole && d.IsDir() {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}

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
	Final                Final // what it came to, whole; zero when half-done
}

// List reads the experiments under a results folder, newest first. A folder
// that is not there holds none. One that cannot be read has a Fault and keeps
// none of the others back.
func List(ctx context.Context, root string) ([]Summary, error) { return NewReader(root).List(ctx) }

func list(ctx context.Context, root string, read reading) ([]Summary, error) {
	dirs, err := os.ReadDir(filepath.Join(root, "raw"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list experiments: %w", err)
	}
	var all []Summary
	for _, d := range dirs {
		x, err := planIn(filepath.Join(root, "raw", d.Name()))
		if errors.Is(err, fs.ErrNotExist) || err == nil && folder(x.ID) != d.Name() || !d.IsDir() {
			continue
		}
		if err != nil {
			all = append(all, Summary{Experiment: spelled(d.Name()), Fault: err})
			continue
		}
		s, err := summarize(ctx, root, x, read)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	slices.SortStableFunc(all, func(a, b Summary) int {
		return cmp.Or(cmp.Compare(b.Started, a.Started), cmp.Compare(a.Experiment, b.Experiment))
	})
	return all, nil
}

// spelled is the name that a folder spells out, or the folder's own where it is
// too long for that.
func spelled(dir string) string {
	if name, whole := nameOf(dir); whole {
		return name
	}
	return dir
}

func summarize(ctx context.Context, root string, x *Experiment, read reading) (Summary, error) {
	s := Summary{Experiment: x.ID, States: len(x.States), Planned: x.States, Seed: x.Seed, Revision: x.Revision, Runs: len(x.States) * len(x.Methods)}
	for _, m := range x.Methods {
		s.Methods = append(s.Methods, m.ID)
	}
	if n := len(x.Sessions); n > 0 {
		s.Started, s.Ended = x.Sessions[0].Started, x.Sessions[n-1].Ended
	}
	s.Live = held(experimentDir(root, x.ID))
	entries, err := collect(ctx, root, x, func(string) bool { return true }, read)
	if x.Notebook {
		s.Runs = len(entries)
	}
	for _, e := range entries {
		s.Tokens.Add(e.Tokens)
		s.Controller = cmp.Or(s.Controller, e.Output.Controller)
		switch e.Outcome {
		case OutcomeFinished:
			s.Finished++
		case OutcomeFailed:
			s.Failed++
		default:
			s.HalfDone++
		}
	}
	return s, err
}

// Runs reads the runs of an experiment, by method and state.
func Runs(ctx context.Context, root, experiment string) ([]Entry, error) {
	return RunsOf(ctx, root, experiment, func(string) bool { return true })
}

// RunsOf is Runs of the states that keep picks. Of the others nothing is read,
// not even a manifest: a person gets the runs of those states alone whose
// outcomes are open to them.
func RunsOf(ctx context.Context, root, experiment string, keep func(state string) bool) ([]Entry, error) {
	x, err := readExperiment(root, experiment)
	if err != nil {
		return nil, err
	}
	return collect(ctx, root, x, keep, whole)
}

// reading fills in what the run in e.Dir came to; one that has not ended, or
// does not tell, stays half-done.
type reading func(e *Entry)

// whole reads everything.
func whole(e *Entry) {
	if f, err := ReadFinal(e.Dir); err == nil {
		e.cameTo(f.Outcome, f.Failure, f.Output, f.Totals, f.Started, f.Ended)
		e.Final = f
	}
}

func (e *Entry) cameTo(outcome string, failure *Trouble, out methods.Output, spent Totals, started, ended int64) {
	e.Outcome, e.Output, e.Tokens, e.Millis, e.Started = outcome, out, spent, ended-started, started
	if failure != nil {
		e.Failure = failure.Stage + ": " + failure.Err
	}
}

// collect reads the runs of an experiment in the order of its plan.
func collect(ctx context.Context, root string, x *Experiment, keep func(state string) bool, read reading) ([]Entry, error) {
	var states []string
	for _, s := range x.States {
		if keep(s) {
			states = append(states, s)
		}
	}
	found := make([][]Entry, len(x.Methods)*len(states))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(2 * runtime.GOMAXPROCS(0))
	for m := range x.Methods {
		there, err := os.ReadDir(filepath.Join(experimentDir(root, x.ID), folder(x.Methods[m].ID)))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("list runs of %s: %w", x.Methods[m].ID, err)
		}
		begun := make(map[string]bool, len(there))
		for _, d := range there {
			begun[d.Name()] = true
		}
		for s, state := range states {
			if !begun[folder(state)] {
				continue
			}
			g.Go(func() (err error) {
				if err := context.Cause(ctx); err != nil {
					return err
				}
				found[m*len(states)+s], err = runsOf(root, x.ID, x.Methods[m].ID, state, read)
				return err
			})
		}
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return slices.Concat(found...), nil
}

// runsOf reads the runs of one method on one state; those set aside are left out.
func runsOf(root, experiment, method, state string, read reading) ([]Entry, error) {
	dir := stateDir(root, experiment, method, state)
	there, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list runs of %s on state %q: %w", method, state, err)
	}
	var all []Entry
	for _, d := range there {
		if !isRunID(d.Name()) {
			continue
		}
		e := Entry{State: state, Method: method, RunID: d.Name(), Dir: filepath.Join(dir, d.Name()), Outcome: OutcomeHalfDone}
		read(&e)
		all = append(all, e)
	}
	return all, nil
}
