package runs

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"suffice/scorer/methods"
	"suffice/scorer/methods/run"
)

// RunState runs one method on one state, or tells it again from its record.
func (s *Service) RunState(ctx context.Context, ask Ask, watch func(methods.Event)) (Answer, error) {
	if err := s.c.Desk.MayRun(ctx, ask.State); err != nil {
		return Answer{}, err
	}
	ask.Controller = s.controller(ask.Controller)
	ms, err := s.build([]string{ask.Method}, ask.Controller, ask.Seed)
	if err != nil {
		return Answer{}, err
	}
	s.desks.Lock()
	defer s.desks.Unlock()
	if err := ctx.Err(); err != nil {
		return Answer{}, err
	}
	before, err := s.atDesk(ctx, ask.State)
	if err != nil {
		return Answer{}, err
	}
	repetition := 0
	for _, e := range before {
		if e.Method == ask.Method {
			repetition++
		}
	}
	if e, ok := latest(before, ask); ok && !ask.Again {
		return s.tell(ctx, e, watch)
	}
	if err := s.runOne(ctx, ask, ms, repetition, watch); err != nil {
		return Answer{}, err
	}
	after, err := s.atDesk(ctx, ask.State)
	if err != nil {
		return Answer{}, err
	}
	after = slices.DeleteFunc(after, func(e run.Entry) bool { // what was there already is not the answer
		return slices.ContainsFunc(before, func(old run.Entry) bool { return old.RunID == e.RunID })
	})
	e, ok := latest(after, ask)
	if !ok {
		return Answer{}, fmt.Errorf("run %s on %s: it ended without a record", ask.Method, ask.State)
	}
	return Answer{Entry: e}, nil
}

// runOne runs a method, and what it is read off, in the experiment at the desk.
func (s *Service) runOne(ctx context.Context, ask Ask, ms []methods.Method, repetition int, watch func(methods.Event)) error {
	x, err := run.Start(ctx, run.Plan{
		Root: s.c.Root, Experiment: AtTheDesk, Methods: ms, States: []string{ask.State}, Load: s.c.Desk.Input,
		Seed: ask.Seed, Repetition: repetition, Jobs: 1, Revision: s.c.Revision, Notebook: true, Now: s.c.Now,
		Watch: func(_, method string, e methods.Event) {
			if method == ask.Method {
				watch(e)
			}
		},
	})
	if err != nil {
		return err
	}
	report, err := x.Wait()
	if err != nil {
		return err
	}
	for _, f := range report.Failures {
		return fmt.Errorf("%s failed: %s", f.Method, f.Err)
	}
	return ctx.Err()
}

// tell tells a run again from its record.
func (s *Service) tell(ctx context.Context, e run.Entry, watch func(methods.Event)) (Answer, error) {
	trace, err := run.Trace(ctx, e.Dir)
	if err != nil {
		return Answer{}, err
	}
	for _, r := range trace {
		watch(methods.Event{Kind: r.Kind, Body: r.Body})
	}
	return Answer{Entry: e, Recorded: true}, nil
}

// atDesk is the runs at the desk on one state.
func (s *Service) atDesk(ctx context.Context, state string) ([]run.Entry, error) {
	return s.runsOf(ctx, AtTheDesk, func(id string) bool { return id == state })
}

// latest is the newest finished run of what is asked for. A method that asks
// no controller has none on record.
func latest(entries []run.Entry, ask Ask) (run.Entry, bool) {
	var found run.Entry
	ok := false
	for _, e := range entries {
		same := e.Method == ask.Method && (e.Output.Controller == "" || e.Output.Controller == ask.Controller)
		if same && e.Outcome == run.OutcomeFinished && (!ok || e.Started >= found.Started) {
			found, ok = e, true
		}
	}
	return found, ok
}

// Recorded is the latest finished run of each method on a state, for each
// controller that answered it.
func (s *Service) Recorded(ctx context.Context, state string) ([]run.Entry, error) {
	if err := s.mayRead(ctx, state); err != nil {
		return nil, err
	}
	entries, err := s.atDesk(ctx, state)
	if err != nil {
		return nil, err
	}
	newest := map[[2]string]run.Entry{}
	for _, e := range entries {
		key := [2]string{e.Method, e.Output.Controller}
		if old, ok := newest[key]; e.Outcome == run.OutcomeFinished && (!ok || e.Started >= old.Started) {
			newest[key] = e
		}
	}
	out := make([]run.Entry, 0, len(newest))
	for _, e := range newest {
		out = append(out, e)
	}
	slices.SortFunc(out, func(a, b run.Entry) int {
		return cmp.Or(cmp.Compare(a.Method, b.Method), cmp.Compare(a.Output.Controller, b.Output.Controller))
	})
	return out, nil
}
