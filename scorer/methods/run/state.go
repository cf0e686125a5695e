package run

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"suffice/certificate/card"
	"suffice/scorer/methods"
)

// job is one run that is to be made.
type job struct {
	method   methods.Method
	planned  Planned
	identity Identity
	runID    string
	dir      string
}

// state runs every method that still has to be run on one state. The state is
// read once, and indexed once if there is anything to run.
func (x *Execution) state(i int) {
	id := x.r.States[i]
	s, err := x.load(id)
	if err != nil {
		if x.ctx.Err() == nil {
			for _, at := range x.r.order {
				if x.r.playback.wants(id, x.r.planned[at].ID) {
					x.failed(err, Failure{State: id, Method: x.r.planned[at].ID, Stage: StageLoad})
				}
			}
		}
		return
	}
	sum := CardHash(s)
	outputs := map[string]methods.Output{} // of finished runs on this state
	var jobs []job
	for _, at := range x.r.order {
		if !x.r.playback.wants(id, x.r.planned[at].ID) {
			continue
		}
		j := x.job(at, s, sum)
		done, err := x.look(j)
		switch {
		case err != nil:
			x.failed(err, Failure{State: id, Method: j.planned.ID, RunID: j.runID, Stage: stageOf(err)})
		case done != nil:
			outputs[j.planned.ID] = done.Output
			x.skipped()
		default:
			jobs = append(jobs, j)
		}
	}
	if len(jobs) == 0 || !x.wait() {
		return
	}
	begun := x.r.Now()
	in := x.ready(s)
	spent := Indexing{BuildMS: milliseconds(x.r.Now().Sub(begun)), Shared: len(jobs)}
	for _, j := range jobs {
		if !x.wait() {
			return
		}
		if x.r.playback != nil { // each run has its own answers, also where they were shared once
			in = x.ready(s)
		}
		if out, ok := x.attempt(j, in, spent, sum, outputs); ok {
			outputs[j.planned.ID] = out
		}
	}
}

// ready indexes a state.
func (x *Execution) ready(s card.State) *methods.Input {
	in := methods.NewInput(s, x.count)
	in.Clock, in.Budget = x.r.Now, x.r.Budget
	return in
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func (x *Execution) load(id string) (card.State, error) {
	if err := x.ctx.Err(); err != nil {
		return card.State{}, err
	}
	s, err := x.r.Load(x.ctx, id)
	if err != nil {
		return s, fmt.Errorf("read state %q: %w", id, err)
	}
	if s.Card.ID != id {
		return s, fmt.Errorf("read state %q: what came is state %q", id, s.Card.ID)
	}
	return s, nil
}

func (x *Execution) skipped() {
	x.mu.Lock()
	x.far.skip()
	x.mu.Unlock()
}

// failed notes a failure and, when no other run would be spared it, ends the
// experiment.
func (x *Execution) failed(err error, f Failure) {
	f.Err = err.Error()
	x.fail(f)
	if fatal(err) {
		x.stop(err)
	}
}

func (x *Execution) job(at int, s card.State, sum string) job {
	m := x.r.planned[at]
	id := Identity{
		Experiment: x.r.Experiment, State: s.Card.ID, Method: m.ID, Configuration: m.Configuration, Model: m.Model,
		Budget: x.r.Budget, Seed: x.r.Seed, Repetition: x.r.Repetition,
		BaseCommit: s.Card.BaseCommit, Card: sum, Revision: x.r.Revision,
	}
	run := id.RunID()
	return job{x.r.Methods[at], m, id, run, Dir(x.r.Root, x.r.Experiment, m.ID, s.Card.ID, run)}
}

// look finds what an earlier session left of a run: what it came to, if it
// finished; nil if it is to be run. One that failed or was not ended is set
// aside.
func (x *Execution) look(j job) (*Final, error) {
	entries, err := os.ReadDir(filepath.Dir(j.dir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, storage(err, "look for earlier runs of state %q", j.identity.State)
	}
	there := false
	for _, e := range entries {
		there = there || e.Name() == j.runID
		if e.Name() != j.runID && isRunID(e.Name()) && !x.r.Notebook {
			return nil, at(StageChanged, fmt.Errorf("state %q is not what it was when %s was run on it (run %s): choose a new experiment name", j.identity.State, j.planned.ID, e.Name()))
		}
	}
	if !there {
		return nil, nil
	}
	if f, err := Verify(j.dir); err == nil && f.Outcome == OutcomeFinished {
		return &f, nil
	}
	for n := 1; ; n++ {
		to := j.dir + aside + strconv.Itoa(n)
		if _, err := os.Lstat(to); errors.Is(err, fs.ErrNotExist) {
			return nil, storage(os.Rename(j.dir, to), "set an unfinished run of state %q aside", j.identity.State)
		}
	}
}

// isRunID tells the folder of a run from one that was set aside.
func isRunID(name string) bool {
	return len(name) == 64 && strings.Trim(name, "0123456789abcdef") == ""
}
