package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"suffice/certificate/card"
	"suffice/certificate/records"
	"suffice/review"
	"suffice/scorer/methods/run"
)

// resultsFolder is where experiments are kept, beside the project.
const resultsFolder = "results"

// runnable is what methods can be run on: public states, and where the results
// go. Certificates do not come into it.
type runnable struct {
	states  []string // in the order of the project or the file
	load    func(ctx context.Context, state string) (card.State, error)
	results string
	ses     *session // nil for a file of states
}

// resultsFlag names the folder of experiments.
func resultsFlag(cmd *cobra.Command) {
	cmd.Flags().String("results", "", "the folder of experiments, a `DIR` (default: results beside suffice.db, NAME-results beside NAME.db)")
}

// resultsOf is --results, or results beside the project; without a project the
// one in this folder.
func resultsOf(cmd *cobra.Command, ses *session) string {
	if dir, _ := cmd.Flags().GetString("results"); dir != "" {
		return dir
	}
	if ses == nil {
		return resultsFolder
	}
	if ses.results != "" {
		return ses.results
	}
	return filepath.Join(filepath.Dir(ses.path), resultsName(ses.path))
}

// resultsName is the results folder of a project. Only suffice.db calls it
// results: two projects in one folder may hold the same states, and what of
// them is hidden in the one may be open in the other.
func resultsName(project string) string {
	base := filepath.Base(project)
	if base == defaultProject {
		return resultsFolder
	}
	return strings.TrimSuffix(base, filepath.Ext(base)) + "-" + resultsFolder
}

// fromProject are the states on which the person may run methods; act is what
// they are wanted for.
func fromProject(ctx context.Context, ses *session, act string) (runnable, error) {
	if err := ses.desk.RefuseOutcomes(act); err != nil {
		return runnable{}, err
	}
	states, err := ses.desk.RunnableStates(ctx)
	if err != nil {
		return runnable{}, err
	}
	if len(states) == 0 {
		return runnable{}, hint(errors.New("there is no state here that you may run methods on now"), "suffice import items FILE, or --items FILE to run on a file of states")
	}
	scope := ses.desk.Scope()
	return runnable{states: states, ses: ses, load: func(ctx context.Context, state string) (card.State, error) {
		return ses.store.State(ctx, scope, state)
	}}, nil
}

// fromItems reads a file of states, which need no project.
func fromItems(ctx context.Context, path string, s streams) (runnable, error) {
	r, err := records.Open(path, s.In)
	if err != nil {
		return runnable{}, err
	}
	defer r.Close()
	all := map[string]card.State{}
	out := runnable{load: func(_ context.Context, state string) (card.State, error) {
		one, ok := all[state]
		if !ok {
			return one, &review.UnknownStateError{State: state}
		}
		return one, nil
	}}
	err = card.ReadStates(ctx, records.Name(path), r, card.NewSeen(), func(_ int, one card.State, _ [32]byte) error {
		all[one.Card.ID] = one
		out.states = append(out.states, one.Card.ID)
		return nil
	})
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("%s holds no state", records.Name(path))
	}
	return out, err
}

// each reads the states one by one.
func (r runnable) each(ctx context.Context) iter.Seq2[card.State, error] {
	return func(yield func(card.State, error) bool) {
		for _, id := range r.states {
			if s, err := r.load(ctx, id); !yield(s, err) || err != nil {
				return
			}
		}
	}
}

// partial reports whether some states may be hidden from the person.
func (r runnable) partial() bool { return r.ses != nil && !r.ses.desk.Whole() }

// recipe reads the recipe of an experiment that is made or gone on with again.
// One that holds a state which is not open to the person is answered like one
// that is not there, and so is one that cannot be read.
func (r runnable) recipe(experiment string) (recipe, error) {
	one, err := recipeOf(r.results, experiment)
	switch {
	case err == nil && (!r.partial() || r.holdsAll(one.States)):
	case err == nil, r.partial(), errors.As(err, new(*run.NotFoundError)):
		return recipe{}, unknownExperiment(experiment)
	default:
		return recipe{}, err
	}
	return one, r.mayGoOn(experiment)
}

// mayGoOn is nil where everything that was planned for an experiment is open to
// the person, and otherwise the error of one that is not there.
func (r runnable) mayGoOn(experiment string) error {
	if !r.partial() {
		return nil
	}
	x, err := run.ReadExperiment(r.results, experiment)
	if err != nil || !r.holdsAll(x.States) {
		return unknownExperiment(experiment)
	}
	return nil
}

func (r runnable) holdsAll(states []string) bool {
	return !slices.ContainsFunc(states, func(id string) bool { return !slices.Contains(r.states, id) })
}

// narrow leaves the named states, each by its ID or a part that only one has.
func (r *runnable) narrow(ctx context.Context, names []string) error {
	if len(names) == 0 {
		return nil
	}
	var picked []string
	for _, name := range names {
		state, err := r.stateNamed(ctx, name)
		if err != nil {
			return err
		}
		picked = append(picked, state)
	}
	r.states = slices.DeleteFunc(slices.Clone(r.states), func(id string) bool { return !slices.Contains(picked, id) })
	return nil
}

func (r *runnable) stateNamed(ctx context.Context, name string) (string, error) {
	if slices.Contains(r.states, name) {
		return name, nil
	}
	if name != "" {
		if state, found, err := partOf(r.states, name); err != nil || found {
			return state, err
		}
	}
	if r.ses != nil {
		if err := r.ses.desk.MayRun(ctx, name); err != nil {
			return "", err
		}
		return "", hint(fmt.Errorf("%s was replaced: methods run on the states of the release alone", name), "suffice states")
	}
	return "", &review.UnknownStateError{State: name}
}
