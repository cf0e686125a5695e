package dataset

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"

	"suffice/scorer/methods/run"
)

// listing is a run to be read.
type listing struct {
	experiment string
	entry      run.Entry
}

// listRuns finds the runs and what was planned, and leaves in s the experiments
// that they are of.
func listRuns(ctx context.Context, s *Sources) ([]listing, *planned, error) {
	if s.Certificates != nil && s.Load == nil {
		return nil, nil, fmt.Errorf("labels name units of the pools: give the states with the labels")
	}
	plans, passed, err := s.plans(ctx)
	if err != nil {
		return nil, nil, err
	}
	var out []listing
	var inputs []Input
	s.Experiments = nil
	for _, x := range plans {
		s.Experiments = append(s.Experiments, x.ID)
		in, err := hashInput(s.Root, experimentPath(s.Root, x.ID))
		if err != nil {
			return nil, nil, err
		}
		inputs = append(inputs, in)
		entries, err := run.Runs(ctx, s.Root, x.ID)
		if err != nil {
			return nil, nil, fmt.Errorf("read experiment %q: %w", x.ID, err)
		}
		for _, e := range entries {
			out = append(out, listing{x.ID, e})
		}
	}
	return out, &planned{plans, passed, inputs}, nil
}

// experimentPath is the file that says what was planned.
func experimentPath(root, experiment string) string {
	runs := run.Dir(root, experiment, "method", "state", "run")
	return filepath.Join(filepath.Dir(filepath.Dir(filepath.Dir(runs))), "experiment.json")
}

// planned is what the experiments were to be.
type planned struct {
	plans  []run.Experiment
	passed []PassedOver
	inputs []Input // the experiments' own files
}

// absent counts the runs that were planned and have left nothing: their state
// could not be read, or nobody has come to them yet.
func (p *planned) absent(s *Set) map[[2]string]int {
	begun := map[[3]string]bool{}
	for r := range s.Runs.Rows {
		begun[[3]string{s.text(r, "experiment"), s.text(r, "method"), s.text(r, "state_id")}] = true
	}
	out := map[[2]string]int{}
	for _, x := range p.plans {
		if x.Notebook {
			continue
		}
		for _, m := range x.Methods {
			for _, state := range x.States {
				if !begun[[3]string{x.ID, m.ID, state}] {
					out[[2]string{m.ID, underBudget(hashConfiguration(m.Configuration), strconv.Itoa(x.Budget))}]++
				}
			}
		}
	}
	return out
}

// PassedOver is an experiment that is not in the data set.
type PassedOver struct {
	Experiment string `json:"experiment"`
	Why        string `json:"why"`
}

// plans reads what was planned for the experiments, by name. Those that were
// asked for must be there.
func (s *Sources) plans(ctx context.Context) (plans []run.Experiment, passed []PassedOver, err error) {
	names, all := s.Experiments, s.Experiments == nil
	if all {
		if names, err = run.Names(ctx, s.Root); err != nil {
			return nil, nil, err
		}
	}
	for _, name := range slices.Compact(slices.Sorted(slices.Values(names))) {
		x, err := run.ReadExperiment(s.Root, name)
		why := ""
		switch {
		case all && errors.Is(err, fs.ErrNotExist):
			why = "its folder has no experiment.json"
		case all && errors.As(err, new(*run.MovedError)):
			why = "its folder holds another experiment, renamed or copied"
		case err != nil:
			return nil, nil, err
		case all && x.Notebook:
			why = "it is a notebook: its runs were made one by one"
		case all && x.Replay != nil:
			why = "it is a replay"
		}
		if why != "" {
			passed = append(passed, PassedOver{name, why})
			continue
		}
		plans = append(plans, x)
	}
	return plans, passed, nil
}
