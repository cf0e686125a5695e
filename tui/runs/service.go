package runs

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"suffice/certificate/card"
	"suffice/scorer/methods"
	"suffice/scorer/methods/run"
)

// Desk is what a Service needs of review.Desk: which states there are for this
// person, and their public side.
type Desk interface {
	OutcomeStates(ctx context.Context) ([]string, error)
	RunnableStates(ctx context.Context) ([]string, error)
	MayRun(ctx context.Context, state string) error
	Input(ctx context.Context, state string) (card.State, error)
	Whole() bool // everything of everybody is open to them
}

// Config is what a Service is made of.
type Config struct {
	Root        string // the results folder
	Desk        Desk
	Offers      []Offer
	Controllers []string // the default first
	// Build makes a method ready to run with a controller of Controllers and a
	// seed for what is drawn at random.
	Build func(method, controller string, seed uint64) (methods.Method, error)
	// Keep gets what an experiment came to that was not ended early, before it
	// counts as done, and says what becomes of its predictions; nil where they
	// become nothing. It is called from a goroutine of the experiment, with a
	// context that outlives the screens. Runs on single states are not told.
	Keep     func(ctx context.Context, r run.Report) Kept
	Revision string // of this program
	Now      func() time.Time
}

// Service is Experiments over a results folder.
type Service struct {
	c Config

	mu     sync.Mutex
	live   []*execution
	whole  bool        // everything was open at the last look
	seen   []string    // the states whose outcomes were
	reader *run.Reader // of their runs
	desks  sync.Mutex  // one run at the desk at a time
}

// execution is an experiment at work.
type execution struct {
	experiment, controller string
	run                    *run.Execution
	cancel                 context.CancelFunc
	done                   chan struct{} // closed when it has ended

	mu     sync.Mutex
	ending bool
	report *run.Report
	kept   Kept
	err    error
}

var _ Experiments = (*Service)(nil)

// NewService makes a service. Close ends what it has begun.
func NewService(c Config) *Service {
	if c.Now == nil {
		c.Now = time.Now
	}
	return &Service{c: c, reader: run.NewReader(c.Root)}
}

// Methods are the methods on offer.
func (s *Service) Methods() []Offer { return slices.Clone(s.c.Offers) }

// Controllers are the controllers that can be asked.
func (s *Service) Controllers() []string { return slices.Clone(s.c.Controllers) }

// controller is the one asked for, or the default.
func (s *Service) controller(name string) string {
	if name == "" && len(s.c.Controllers) > 0 {
		return s.c.Controllers[0]
	}
	return name
}

// build makes the methods of an order; a method that is read off another one's
// record brings that one along, before it.
func (s *Service) build(names []string, controller string, seed uint64) ([]methods.Method, error) {
	var all []methods.Method
	have := map[string]bool{}
	var add func(name string) error
	add = func(name string) error {
		if have[name] {
			return nil
		}
		m, err := s.c.Build(name, controller, seed)
		if err != nil {
			return fmt.Errorf("make the method %s: %w", name, err)
		}
		have[name] = true
		if d, ok := m.(methods.Derived); ok {
			if err := add(d.From()); err != nil {
				return err
			}
		}
		all = append(all, m)
		return nil
	}
	for _, name := range names {
		if err := add(name); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// Start begins an experiment. It goes on until it is done or cancelled, also
// when ctx ends.
func (s *Service) Start(ctx context.Context, o Order) error {
	switch {
	case o.Experiment == "":
		return fmt.Errorf("an experiment needs a name")
	case len(o.Methods) == 0:
		return fmt.Errorf("choose at least one method to run")
	}
	o.Controller = s.controller(o.Controller)
	states, err := s.states(ctx, o.States)
	if err != nil {
		return err
	}
	if err := s.mayGoOn(ctx, o); err != nil {
		return err
	}
	ms, err := s.build(o.Methods, o.Controller, o.Seed)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := s.find(o.Experiment); i >= 0 {
		if !s.live[i].ended() {
			return fmt.Errorf("%s is at work already", o.Experiment)
		}
		s.live = slices.Delete(s.live, i, i+1)
	}
	inside, cancel := context.WithCancel(context.WithoutCancel(ctx))
	x, err := run.Start(inside, run.Plan{
		Root: s.c.Root, Experiment: o.Experiment, Methods: ms, States: states,
		Load: s.c.Desk.Input, Seed: o.Seed, Jobs: o.Jobs, Revision: s.c.Revision, Resume: o.Resume, Now: s.c.Now,
	})
	if err != nil {
		cancel()
		return err
	}
	e := &execution{experiment: o.Experiment, controller: o.Controller, run: x, cancel: cancel, done: make(chan struct{})}
	s.live = append(s.live, e)
	go s.wait(context.WithoutCancel(ctx), e)
	return nil
}

// states are those of an order, or all that the person may run methods on. A
// state that is not among these is refused.
func (s *Service) states(ctx context.Context, wanted []string) ([]string, error) {
	all, err := s.c.Desk.RunnableStates(ctx)
	if err != nil {
		return nil, err
	}
	if len(wanted) == 0 {
		if len(all) == 0 {
			return nil, fmt.Errorf("there is no state that you may run methods on now")
		}
		return all, nil
	}
	may := make(map[string]bool, len(all))
	for _, id := range all {
		may[id] = true
	}
	for _, id := range wanted {
		if !may[id] {
			return nil, fmt.Errorf("run methods on %s: %w", id, s.c.Desk.MayRun(ctx, id))
		}
	}
	return wanted, nil
}

// mayGoOn answers who does not see everything, about an experiment to be resumed
// that holds a state which they may not run methods on, as about one that is not there.
func (s *Service) mayGoOn(ctx context.Context, o Order) error {
	if !o.Resume || s.c.Desk.Whole() {
		return nil
	}
	open, err := s.c.Desk.RunnableStates(ctx)
	if err != nil {
		return err
	}
	x, err := run.ReadExperiment(s.c.Root, o.Experiment)
	if err != nil || slices.ContainsFunc(x.States, func(id string) bool { return !slices.Contains(open, id) }) {
		return &run.NotFoundError{Root: s.c.Root, Experiment: o.Experiment}
	}
	return nil
}

// wait keeps what an execution came to. Its predictions are kept here and not by
// a screen: the person may have left that long before.
func (s *Service) wait(ctx context.Context, e *execution) {
	defer e.cancel()
	r, err := e.run.Wait()
	var kept Kept
	if err == nil && s.c.Keep != nil {
		kept = s.c.Keep(ctx, r)
	}
	e.mu.Lock()
	e.report, e.err, e.kept = &r, err, kept
	e.mu.Unlock()
	close(e.done)
}

func (e *execution) ended() bool {
	select {
	case <-e.done:
		return true
	default:
		return false
	}
}

// find is the place of an experiment in live, -1 for none. mu is held.
func (s *Service) find(experiment string) int {
	return slices.IndexFunc(s.live, func(e *execution) bool { return e.experiment == experiment })
}

// atWork finds an experiment that has not ended.
func (s *Service) atWork(experiment string) *execution {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := s.find(experiment); i >= 0 && !s.live[i].ended() {
		return s.live[i]
	}
	return nil
}

// Pause lets the runs at work end and begins no other.
func (s *Service) Pause(experiment string) bool {
	e := s.atWork(experiment)
	if e != nil {
		e.run.Pause()
	}
	return e != nil
}

// Resume goes on after Pause.
func (s *Service) Resume(experiment string) bool {
	e := s.atWork(experiment)
	if e != nil {
		e.run.Resume()
	}
	return e != nil
}

// Cancel ends an experiment; what is finished is kept.
func (s *Service) Cancel(experiment string) bool {
	e := s.atWork(experiment)
	if e == nil {
		return false
	}
	e.mu.Lock()
	e.ending = true
	e.mu.Unlock()
	e.cancel()
	return true
}

// Live is the experiments begun in this session.
func (s *Service) Live() []Live {
	s.mu.Lock()
	all := slices.Clone(s.live)
	s.mu.Unlock()
	out := make([]Live, len(all))
	for i, e := range all {
		e.mu.Lock()
		l := Live{
			Experiment: e.experiment, Controller: e.controller, Done: e.ended(),
			Ending: e.ending, Report: e.report, Err: e.err, Kept: e.kept,
		}
		e.mu.Unlock()
		l.Progress, l.Paused = e.run.Progress(), e.run.Paused()
		out[i] = l
	}
	return out
}

// Wait returns when an experiment of this session has ended, or ctx has.
func (s *Service) Wait(ctx context.Context, experiment string) error {
	e := s.atWork(experiment)
	if e == nil {
		return nil
	}
	select {
	case <-e.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Close ends every experiment and waits until what is at work has come to an
// end or ctx ends.
func (s *Service) Close(ctx context.Context) error {
	s.mu.Lock()
	all := slices.Clone(s.live)
	s.mu.Unlock()
	for _, e := range all {
		e.cancel()
	}
	for _, e := range all {
		select {
		case <-e.done:
		case <-ctx.Done():
			return fmt.Errorf("end the experiment %s: %w", e.experiment, ctx.Err())
		}
	}
	return nil
}
