package run

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"suffice/scorer/methods/retrieval/tokens"
)

// Execution is a running experiment that can be paused.
type Execution struct {
	r      *prepared
	count  *tokens.Counter
	ctx    context.Context
	cancel context.CancelCauseFunc
	done   chan struct{}

	commits sync.WaitGroup // of runs whose artifacts are on the way to the disk
	slots   chan struct{}  // one for each commit at a time

	watching sync.Mutex

	mu       sync.Mutex
	gate     chan struct{} // closed when runs may begin
	order    int           // of runs begun
	far      tally
	failures []Failure
	report   Report
	err      error
}

// How many runs may be on their way to the disk at a time: a file system syncs
// several files in nearly the time of one.
const commitsAtATime = 16

// Start begins the plan in the background. Problems with the plan itself come
// back at once.
func Start(ctx context.Context, p Plan) (*Execution, error) { return start(ctx, p, nil) }

func start(ctx context.Context, p Plan, play *playback) (*Execution, error) {
	r, err := prepare(ctx, p, play)
	if err != nil {
		return nil, err
	}
	x := &Execution{r: r, count: tokens.New(), done: make(chan struct{}), slots: make(chan struct{}, commitsAtATime), gate: make(chan struct{})}
	close(x.gate)
	x.ctx, x.cancel = context.WithCancelCause(ctx)
	x.far = newTally(x.total(), r.Now())
	go x.run()
	return x, nil
}

// Pause lets the runs at work end and begins no other.
func (x *Execution) Pause() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if open(x.gate) {
		x.gate = make(chan struct{})
		x.far.interrupt(x.r.Now())
	}
}

// Resume begins runs again after Pause.
func (x *Execution) Resume() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if !open(x.gate) {
		close(x.gate)
		x.far.interrupt(x.r.Now())
	}
}

// Paused reports whether Pause was called last.
func (x *Execution) Paused() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return !open(x.gate)
}

func open(gate chan struct{}) bool {
	select {
	case <-gate:
		return true
	default:
		return false
	}
}

// Cancel ends the experiment: runs at work are left half-done, to be begun anew
// when it is resumed.
func (x *Execution) Cancel() { x.cancel(context.Canceled) }

// Done is closed when every run has ended or the experiment was ended early.
func (x *Execution) Done() <-chan struct{} { return x.done }

// Progress is how far it is now.
func (x *Execution) Progress() Progress {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.far.progress(x.r.Now())
}

// Wait returns when every run has ended or ctx was cancelled: finished runs are
// kept, the others can be resumed. The report is complete in either case. The
// error is why it ended early: what cancelled it, a *StorageError, or an error
// of a controller that no other run would be spared. Runs that failed are no
// error; they stand in the report.
func (x *Execution) Wait() (Report, error) {
	<-x.done
	return x.report, x.err
}

// run is the whole experiment.
func (x *Execution) run() {
	defer close(x.done)
	defer release(x.r.lock)
	ticker, stopped := time.NewTicker(time.Second), make(chan struct{})
	var ticking sync.WaitGroup
	ticking.Go(func() {
		for {
			select {
			case <-ticker.C:
				x.tell()
			case <-stopped:
				return
			}
		}
	})
	x.states()
	x.commits.Wait()
	ticker.Stop()
	close(stopped)
	ticking.Wait()
	x.err = context.Cause(x.ctx)
	x.end()
	x.tell()
	x.cancel(nil)
}

// states hands every state to one of the workers.
func (x *Execution) states() {
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(x.r.Jobs, len(x.r.States)) {
		workers.Go(func() {
			for i := range next {
				x.state(i)
			}
		})
	}
	for i := range x.r.States {
		select {
		case next <- i:
			continue
		case <-x.ctx.Done():
		}
		break
	}
	close(next)
	workers.Wait()
}

// end writes the prediction file and the contract, and how it all ended.
func (x *Execution) end() {
	ending := "complete"
	if x.err != nil {
		ending = "stopped: " + x.err.Error()
		if errors.Is(x.err, context.Canceled) {
			ending = "cancelled"
		}
	}
	x.report = Report{Experiment: x.r.Experiment}
	var err error
	if !x.r.Notebook {
		x.report.Predictions, x.report.Contract = PredictionsPath(x.r.Root, x.r.Experiment), ContractPath(x.r.Root, x.r.Experiment)
		err = x.r.publish()
	}
	if err == nil {
		err = x.r.finish(ending)
	}
	if x.err == nil && err != nil {
		x.err = err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.report.Progress = x.far.progress(x.r.Now())
	x.report.Failures = x.sortedFailures()
}

func (x *Execution) sortedFailures() []Failure {
	method := map[string]int{}
	for i, m := range x.r.planned {
		method[m.ID] = i
	}
	state := map[string]int{}
	for i, s := range x.r.States {
		state[s] = i
	}
	slices.SortFunc(x.failures, func(a, b Failure) int {
		return cmp.Or(cmp.Compare(method[a.Method], method[b.Method]), cmp.Compare(state[a.State], state[b.State]))
	})
	return x.failures
}

// tell calls the plan's Progress, one call at a time.
func (x *Execution) tell() {
	if x.r.Progress == nil {
		return
	}
	x.watching.Lock()
	defer x.watching.Unlock()
	x.r.Plan.Progress(x.Progress())
}

// stop ends the experiment because of an error that no other run would be spared.
func (x *Execution) stop(err error) { x.cancel(err) }

// fail notes a run that has no prediction.
func (x *Execution) fail(f Failure) {
	x.mu.Lock()
	x.failures = append(x.failures, f)
	x.far.failed()
	x.mu.Unlock()
	x.tell()
}

// wait returns when a run may begin: false when none will any more.
func (x *Execution) wait() bool {
	x.mu.Lock()
	gate := x.gate
	x.mu.Unlock()
	select {
	case <-gate:
		return x.ctx.Err() == nil
	case <-x.ctx.Done():
		return false
	}
}

// total is the number of runs of the session.
func (x *Execution) total() int {
	if x.r.playback != nil {
		return len(x.r.playback.dirs)
	}
	return len(x.r.States) * len(x.r.Methods)
}
