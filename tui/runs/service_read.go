package runs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"suffice/certificate/card"
	"suffice/scorer/methods/run"
)

// List is the experiments, newest first. Who may not see everything gets them
// put together from the runs of their own states; an experiment without one
// does not exist for them, and neither does one that does not say which states
// it is about.
func (s *Service) List(ctx context.Context) ([]Experiment, error) {
	keep, whole, err := s.open(ctx)
	if err != nil {
		return nil, err
	}
	if whole {
		sums, err := s.reads().List(ctx)
		out := make([]Experiment, len(sums))
		for i, sum := range sums {
			out[i] = Experiment{Summary: sum}
		}
		return out, err
	}
	names, err := run.Names(ctx, s.c.Root)
	if err != nil {
		return nil, err
	}
	var out []Experiment
	for _, name := range names {
		entries, err := s.runsOf(ctx, name, keep)
		if untellable(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if len(entries) > 0 {
			out = append(out, Experiment{Summary: summarize(name, entries), Partial: true})
		}
	}
	slices.SortStableFunc(out, func(a, b Experiment) int { return cmp.Compare(b.Started, a.Started) })
	return out, nil
}

// open is the states whose outcomes are open to the person, as a filter, and
// whether that is all of them. What was read of others before is forgotten.
func (s *Service) open(ctx context.Context) (keep func(string) bool, whole bool, err error) {
	list, err := s.c.Desk.OutcomeStates(ctx) // also asks again who the person is
	if err != nil {
		return nil, false, err
	}
	whole = s.c.Desk.Whole()
	s.mu.Lock()
	if whole != s.whole || !slices.Equal(list, s.seen) {
		s.whole, s.seen, s.reader = whole, list, run.NewReader(s.c.Root)
	}
	s.mu.Unlock()
	if whole {
		return func(string) bool { return true }, true, nil
	}
	open := make(map[string]bool, len(list))
	for _, id := range list {
		open[id] = true
	}
	return func(id string) bool { return open[id] }, false, nil
}

// reads is the reader of the runs on states that are open.
func (s *Service) reads() *run.Reader {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.reader
}

// summarize puts an experiment together from some of its runs.
func summarize(name string, entries []run.Entry) run.Summary {
	sum := run.Summary{Experiment: name, Runs: len(entries)}
	methods, states := map[string]bool{}, map[string]bool{}
	for _, e := range entries {
		if !methods[e.Method] {
			methods[e.Method] = true
			sum.Methods = append(sum.Methods, e.Method)
		}
		states[e.State] = true
		switch e.Outcome {
		case run.OutcomeFinished:
			sum.Finished++
		case run.OutcomeFailed:
			sum.Failed++
		default:
			sum.HalfDone++
		}
		if sum.Controller == "" {
			sum.Controller = e.Output.Controller
		}
		if sum.Started == 0 || e.Started != 0 && e.Started < sum.Started {
			sum.Started = e.Started
		}
		sum.Ended = max(sum.Ended, e.Started+e.Millis)
		sum.Tokens.Add(e.Tokens)
	}
	slices.Sort(sum.Methods)
	sum.States = len(states)
	return sum
}

// Runs is the runs of an experiment on states open to the person. Errors:
// *run.NotFoundError.
func (s *Service) Runs(ctx context.Context, experiment string) ([]run.Entry, error) {
	keep, whole, err := s.open(ctx)
	if err != nil {
		return nil, err
	}
	entries, err := s.reads().RunsOf(ctx, experiment, keep)
	if !whole && untellable(err) {
		err = &run.NotFoundError{Root: s.c.Root, Experiment: experiment}
	}
	return entries, err
}

// untellable reports what is wrong with an experiment as a whole. It would tell
// that the experiment is there.
func untellable(err error) bool {
	return errors.As(err, new(*run.UnreadableError)) || errors.As(err, new(*run.MovedError))
}

// runsOf reads runs of states that keep picks; an experiment that is not there
// has none.
func (s *Service) runsOf(ctx context.Context, experiment string, keep func(string) bool) ([]run.Entry, error) {
	entries, err := s.reads().RunsOf(ctx, experiment, keep)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return entries, err
}

// Trace is the trajectory of a run on a state that is open to the person.
func (s *Service) Trace(ctx context.Context, e run.Entry) ([]run.Recorded, error) {
	if err := s.mayRead(ctx, e.State); err != nil {
		return nil, err
	}
	trace, err := run.Trace(ctx, e.Dir)
	if err == nil && !s.c.Desk.Whole() {
		alone(trace)
	}
	return trace, err
}

// alone takes out of a trace where the run stood among others: the number says
// how many of them there were.
func alone(trace []run.Recorded) {
	for i := range trace {
		if b, ok := trace[i].Body.(run.Started); ok {
			b.Session, b.Order = 0, 0
			trace[i].Body = b
		}
	}
}

// mayRead is nil when the outcomes of a state are open to the person.
func (s *Service) mayRead(ctx context.Context, state string) error {
	keep, _, err := s.open(ctx)
	if err != nil {
		return err
	}
	if !keep(state) {
		return s.refusal(ctx, state)
	}
	return nil
}

// refusal says why the runs on a state are not shown.
func (s *Service) refusal(ctx context.Context, state string) error {
	if err := s.c.Desk.MayRun(ctx, state); err != nil {
		return err
	}
	return fmt.Errorf("the runs on %s are not open to you now", state)
}

// Unit is a unit of a state's pool.
func (s *Service) Unit(ctx context.Context, state, id string) (card.Unit, error) {
	st, err := s.c.Desk.Input(ctx, state)
	if err != nil {
		return card.Unit{}, err
	}
	u := st.Pool.Unit(id)
	if u == nil {
		return card.Unit{}, fmt.Errorf("the pool of %s has no unit %s", state, id)
	}
	return *u, nil
}
