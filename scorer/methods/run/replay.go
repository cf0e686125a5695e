package run

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"suffice/certificate/records"
	"suffice/scorer/methods"
)

// playback is a recorded experiment that answers in place of every controller.
type playback struct {
	from       string
	experiment string
	methods    []string
	revision   string               // of the program that replays
	models     map[string]string    // recorded model key by method
	dirs       map[[2]string]string // folder of the finished run by state and method
}

func (b *playback) mark() *Replayed { return &Replayed{From: b.from, Revision: b.revision} }

// wants reports whether a run is to be made: all, unless this is a replay.
func (b *playback) wants(state, method string) bool {
	if b == nil {
		return true
	}
	_, ok := b.dirs[[2]string{state, method}]
	return ok
}

// player reads the recorded exchanges of a run. Whoever tells of an error names
// the run.
func (b *playback) player(state, method string) (*player, error) {
	dir := b.dirs[[2]string{state, method}]
	if _, err := Verify(dir); err != nil {
		return nil, fmt.Errorf("the recorded run is not as it was: %w", err)
	}
	trace, err := Trace(context.Background(), dir)
	if err != nil {
		return nil, err
	}
	return newPlayer(state, method, trace, func(hash string) (string, error) { return b.answer(state, hash) })
}

// answer finds an answer that several runs on a state shared: in the trajectory
// of the run that got it, which may have failed or been set aside since.
func (b *playback) answer(state, hash string) (string, error) {
	for _, method := range b.methods {
		dir := stateDir(b.from, b.experiment, method, state)
		runs, err := os.ReadDir(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("look for an answer that runs shared: %w", err)
		}
		for _, run := range runs {
			trace, err := Trace(context.Background(), filepath.Join(dir, run.Name()))
			if err != nil {
				continue // damaged; the answer may stand in another
			}
			for _, r := range trace {
				if c, ok := r.Body.(methods.ModelCall); ok && c.Response != "" && hashOf([]byte(c.Response)) == hash {
					return c.Response, nil
				}
			}
		}
	}
	return "", fmt.Errorf("the answer %.12s that its runs shared is in none of their trajectories", hash)
}

// Replay runs the finished runs of an experiment again from their recorded
// exchanges with no network, into a folder of its own, and reports whether the
// prediction files are equal byte for byte.
//
// The plan names the experiment, brings its methods with the settings that they
// were run with, and a results folder (Root) other than from, where the
// recorded one lies. Its seed, repetition, budget and states are those of the
// record. A method with other settings is a *ChangedError; a request that was
// not recorded, or not answered so, is an *ExchangeError that names state,
// method and stage.
func Replay(ctx context.Context, p Plan, from string) (same bool, r Report, err error) {
	was, err := readExperiment(from, p.Experiment)
	if err != nil {
		return false, r, err
	}
	if was.Notebook {
		return false, r, &PlanError{fmt.Sprintf("%q is a notebook: each of its runs has settings of its own, and there are no predictions to replay", p.Experiment)}
	}
	if samePlace(p.Root, from) {
		return false, r, &PlanError{"a replay needs a results folder of its own"}
	}
	recorded, play, err := recordedRuns(ctx, was, from, p.Revision)
	if err != nil {
		return false, r, err
	}
	if p.Methods, err = as(was, p.Methods); err != nil {
		return false, r, err
	}
	p.States, p.Seed, p.Repetition, p.Budget, p.Revision = was.States, was.Seed, was.Repetition, was.Budget, was.Revision
	p.Resume, p.Notebook, p.Model = false, false, nil
	x, err := start(ctx, p, play)
	if err != nil {
		return false, r, err
	}
	if r, err = x.Wait(); err != nil {
		return false, r, err
	}
	for _, f := range r.Failures {
		return false, r, fmt.Errorf("replay of %s on state %q: %s", f.Method, f.State, f.Err)
	}
	got, err := os.ReadFile(r.Predictions)
	if err != nil {
		return false, r, fmt.Errorf("read the replayed predictions: %w", err)
	}
	return bytes.Equal(got, recorded), r, nil
}

// samePlace reports whether two paths lead to one folder.
func samePlace(a, b string) bool {
	if filepath.Clean(a) == filepath.Clean(b) {
		return true
	}
	ai, aerr := os.Stat(a)
	bi, berr := os.Stat(b)
	return aerr == nil && berr == nil && os.SameFile(ai, bi)
}

// recordedRuns reads the prediction file of an experiment and finds the runs
// that it was made of.
func recordedRuns(ctx context.Context, x *Experiment, from, revision string) ([]byte, *playback, error) {
	file, err := os.ReadFile(PredictionsPath(from, x.ID))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, &PlanError{fmt.Sprintf("experiment %q has no prediction file yet: resume it, so that it ends", x.ID)}
	}
	if err != nil {
		return nil, nil, fmt.Errorf("read the recorded predictions: %w", err)
	}
	entries, err := collect(ctx, from, x, func(string) bool { return true }, whole)
	if err != nil {
		return nil, nil, err
	}
	if !bytes.Equal(file, predictions(entries)) {
		return nil, nil, &PlanError{fmt.Sprintf("the prediction file of experiment %q is not that of its runs: resume it, so that the file is renewed", x.ID)}
	}
	p := &playback{from: from, experiment: x.ID, revision: revision, models: map[string]string{}, dirs: map[[2]string]string{}}
	for _, m := range x.Methods {
		p.models[m.ID] = m.Model
		p.methods = append(p.methods, m.ID)
	}
	for _, e := range entries {
		if e.Outcome == OutcomeFinished {
			p.dirs[[2]string{e.State, e.Method}] = e.Dir
		}
	}
	if len(p.dirs) == 0 {
		return nil, nil, &PlanError{fmt.Sprintf("experiment %q has no finished run to replay", x.ID)}
	}
	return file, p, nil
}

// as gives the methods of an experiment in its order, if they have the settings
// that they were run with.
func as(x *Experiment, have []methods.Method) ([]methods.Method, error) {
	by := map[string]methods.Method{}
	for _, m := range have {
		by[m.ID()] = m
	}
	var all []methods.Method
	for _, was := range x.Methods {
		m, ok := by[was.ID]
		if !ok {
			return nil, &PlanError{fmt.Sprintf("experiment %q ran %s too: a replay needs all of its methods", x.ID, was.ID)}
		}
		is, err := configuration(m.Identity())
		if err != nil {
			return nil, &PlanError{fmt.Sprintf("the configuration of %s cannot be written down: %v", was.ID, err)}
		}
		if !records.Equal(was.Configuration, is) {
			return nil, changedConfiguration(x.ID, was.ID, was.Configuration, is)
		}
		all = append(all, m)
	}
	return all, nil
}
