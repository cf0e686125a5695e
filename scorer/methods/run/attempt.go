package run

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/metrics"

	"suffice/scorer/methods"
	"suffice/scorer/methods/retrieval/tokens"
)

// attempt makes one run: its folder, its events, its outcome. False when it has
// no output: it failed, or was cancelled and is left half-done.
func (x *Execution) attempt(j job, in *methods.Input, spent Indexing, sum string, outputs map[string]methods.Output) (methods.Output, bool) {
	order := x.begin()
	f := Final{
		Schema: RunSchema, RunID: j.runID, Experiment: x.r.Experiment, State: j.identity.State, Method: j.planned.ID,
		Started: x.r.Now().UnixMilli(), BaseCommit: j.identity.BaseCommit, Card: sum,
	}
	t, manifest, err := x.openRun(j)
	if err != nil {
		x.leave()
		x.failed(err, Failure{State: f.State, Method: f.Method, RunID: f.RunID, Stage: stageOf(err)})
		return f.Output, false
	}
	f.Artifacts = map[string]string{manifestFile: manifest}
	out, err := x.work(j, in, spent, sum, order, t, outputs)
	if err != nil && (x.ctx.Err() != nil || fatal(err)) {
		t.close()
		x.leave()
		if x.ctx.Err() == nil {
			x.failed(err, Failure{State: f.State, Method: f.Method, RunID: f.RunID, Stage: stageOf(err)})
		}
		return out, false
	}
	f.Outcome, f.Output = OutcomeFinished, out
	if err != nil {
		f.Outcome, f.Output, f.Failure = OutcomeFailed, methods.Output{}, &Trouble{t.stageOf(err), err.Error()}
	}
	x.slots <- struct{}{}
	x.commits.Go(func() {
		defer func() { <-x.slots }()
		x.commit(j.dir, f, t)
	})
	return out, err == nil
}

// begin counts a run that begins and gives its place in the order.
func (x *Execution) begin() int {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.order++
	x.far.running++
	return x.order
}

// leave counts a run that came to nothing.
func (x *Execution) leave() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.far.running--
}

// openRun makes the folder of a run, for this run alone, with its manifest, and
// begins its trajectory.
func (x *Execution) openRun(j job) (*trajectory, string, error) {
	if err := os.MkdirAll(filepath.Dir(j.dir), 0o777); err != nil {
		return nil, "", storage(err, "make a folder for state %q", j.identity.State)
	}
	if err := os.Mkdir(j.dir, 0o777); err != nil {
		return nil, "", storage(err, "make the folder of a run")
	}
	m := Manifest{
		Schema: RunSchema, RunID: j.runID, Identity: j.identity, From: j.planned.From,
		Tokenizer: tokens.Tokenizer, Basis: tokens.Basis, Created: x.r.Now().UnixMilli(),
	}
	if x.r.playback != nil {
		m.Replay = x.r.playback.mark()
	}
	file, sum, err := writeNew(filepath.Join(j.dir, manifestFile), m)
	if err != nil {
		return nil, "", err
	}
	var watch func(methods.Event)
	if x.r.Watch != nil {
		watch = func(e methods.Event) {
			x.watching.Lock()
			defer x.watching.Unlock()
			x.r.Watch(j.identity.State, j.planned.ID, e)
		}
	}
	t, err := newTrajectory(filepath.Join(j.dir, trajectoryFile), file, x.r.Now, watch)
	if err != nil {
		return nil, "", err
	}
	t.whole = x.r.playback != nil // a replay holds all that it needs, also of runs that it leaves out
	return t, sum, nil
}

// work records the beginning of a run and lets the method work.
func (x *Execution) work(j job, in *methods.Input, spent Indexing, sum string, order int, t *trajectory, outputs map[string]methods.Output) (methods.Output, error) {
	c, pool := in.Card, in.Pool()
	err := t.Record(methods.Event{Kind: methods.RunStarted, Body: Started{
		RunID: j.runID, Experiment: x.r.Experiment, Method: j.planned.ID, From: j.planned.From,
		Limits:      Limits{x.r.Budget, x.r.Seed, x.r.Repetition},
		Environment: Environment{runtime.GOOS, runtime.GOARCH, runtime.Version(), runtime.NumCPU(), x.r.Revision},
		Task:        Task{c.ID, c.Repo, string(c.Boundary), c.BaseCommit, pool.Len(), c.Truncated, len(c.Observed), sum},
		Session:     len(x.r.whole.Sessions), Order: order, Index: spent,
	}})
	if err != nil {
		return methods.Output{}, err
	}
	out, err := x.call(j, in, t, outputs)
	if err != nil {
		return methods.Output{}, err
	}
	if err := valid(out, in); err != nil {
		return methods.Output{}, at(StageValidate, err)
	}
	return out, nil
}

// call runs the method, or reads it off the run that it is derived from. A
// method that breaks down takes no other run with it.
func (x *Execution) call(j job, in *methods.Input, rec methods.Recorder, outputs map[string]methods.Output) (out methods.Output, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("method %s broke down: %v", j.planned.ID, r)
		}
	}()
	if d, ok := j.method.(methods.Derived); ok {
		from, err := x.recorded(d.From(), in, outputs)
		if err != nil {
			return out, at(StageDerive, err)
		}
		if out, err = d.Derive(in, from); err != nil {
			return out, err
		}
		_, err = in.RecordReadings(x.ctx, rec, out.Ranked, nil)
		return out, err
	}
	if x.r.playback == nil {
		return j.method.Run(methods.WithRecorder(x.ctx, rec), in, rec)
	}
	p, err := x.r.playback.player(j.identity.State, j.planned.ID)
	if err != nil {
		return out, err
	}
	rec = p.watch(rec)
	ctx := methods.WithRecorder(x.ctx, rec)
	out, err = j.method.Run(methods.WithPlayer(ctx, p), in, rec)
	if p.missed != nil {
		return out, p.missed
	}
	return out, err
}

// recorded is the output of the run that a method is derived from: of this
// session, or of an earlier one.
func (x *Execution) recorded(from string, in *methods.Input, outputs map[string]methods.Output) (methods.Output, error) {
	if out, ok := outputs[from]; ok {
		return out, nil
	}
	entries, err := runsOf(x.r.Root, x.r.Experiment, from, in.Card.ID, whole)
	if err != nil {
		return methods.Output{}, err
	}
	var latest *Entry
	for i, e := range entries {
		if e.Outcome == OutcomeFinished && (latest == nil || e.Started > latest.Started) {
			latest = &entries[i]
		}
	}
	if latest != nil {
		return latest.Output, nil
	}
	return methods.Output{}, fmt.Errorf("%s has no finished run on state %q to be derived from", from, in.Card.ID)
}

// valid says what no prediction may hold.
func valid(out methods.Output, in *methods.Input) error {
	pool := in.Pool()
	if in.Budget > 0 && out.Tokens > in.Budget {
		return fmt.Errorf("%d source tokens were returned, and the context budget is %d", out.Tokens, in.Budget)
	}
	seen := make(map[string]bool, len(out.Ranked))
	for i, id := range out.Ranked {
		if _, ok := pool.Find(id); !ok {
			return fmt.Errorf("rank %d is %q, which is not in the pool", i+1, id)
		}
		if seen[id] {
			return fmt.Errorf("rank %d is %q, which was returned before", i+1, id)
		}
		seen[id] = true
	}
	return nil
}

// commit ends a run: last events, everything on the disk, and only then the
// file that says so.
func (x *Execution) commit(dir string, f Final, t *trajectory) {
	err := x.conclude(dir, &f, t)
	x.mu.Lock()
	x.far.running--
	if err == nil {
		x.far.ended(x.r.Now(), f.Totals)
		x.far.done += one(f.Outcome == OutcomeFinished)
	}
	x.mu.Unlock()
	switch {
	case err != nil:
		x.failed(err, Failure{State: f.State, Method: f.Method, RunID: f.RunID, Stage: stageOf(err)})
	case f.Failure != nil:
		x.fail(Failure{State: f.State, Method: f.Method, RunID: f.RunID, Stage: f.Failure.Stage, Err: f.Failure.Err})
	default:
		x.tell()
	}
}

func (x *Execution) conclude(dir string, f *Final, t *trajectory) error {
	f.Totals = t.totals()
	err := t.Record(methods.Event{Kind: methods.ResourceSample, Body: sample()})
	if err == nil {
		err = t.Record(methods.Event{Kind: methods.RunFinished, Body: Ended{f.Outcome, f.Failure, f.Output, f.Totals, f.Artifacts}})
	}
	f.Metrics, f.Ended = t.measured()
	sum, sealed := t.seal() // closes the files in any case
	if err = cmp.Or(err, sealed); err != nil {
		return err
	}
	f.Artifacts = map[string]string{manifestFile: f.Artifacts[manifestFile], trajectoryFile: sum}
	b, err := pretty(f)
	if err != nil {
		return at(StageRecord, fmt.Errorf("write down what the run came to: %w", err))
	}
	return publishNew(filepath.Join(dir, metricsFile), b)
}

// sample reads the memory of the process.
func sample() Sample {
	s := []metrics.Sample{
		{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/objects:bytes"},
		{Name: "/gc/heap/allocs:bytes"}, {Name: "/sched/goroutines:goroutines"},
	}
	metrics.Read(s)
	return Sample{s[0].Value.Uint64(), s[1].Value.Uint64(), s[2].Value.Uint64(), s[3].Value.Uint64()}
}
