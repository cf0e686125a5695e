package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"suffice/certificate/card"
	"suffice/review"
	"suffice/review/blindness"
	"suffice/scorer/methods/run"
	"suffice/store"
)

// replay runs everything that reads as every person. repo is what desks are
// seated at: the store itself, or in a test one that leaks.
type replay struct {
	store   *store.Store
	repo    review.Repository
	results string // the folder of experiments
	now     func() time.Time
}

// run replays a project. It changes it: run it on a copy.
func (r replay) run(ctx context.Context) (proof, error) {
	at := r.now() // one moment for all of it, so that only acts can change what is seen
	r.now = func() time.Time { return at }
	project, err := r.store.Project(ctx)
	if err != nil {
		return proof{}, err
	}
	sets, err := r.store.Sets(ctx, blindness.Overseer(project.Mode))
	if err != nil {
		return proof{}, err
	}
	experiments, err := run.Names(ctx, r.results)
	if err != nil {
		return proof{}, err
	}
	world, err := blindness.Read(ctx, r.store, slices.Concat(namesIn(sets), experiments))
	if err != nil {
		return proof{}, err
	}
	if err := r.outcomes(ctx, world, experiments); err != nil {
		return proof{}, err
	}
	done := proof{States: len(world.States), Leaks: []blindness.Leak{}}
	for _, who := range world.Board.People {
		watch := world.Watch(who)
		if watch.Everything() {
			continue
		}
		done.People++
		done.Phrases += watch.Hidden()
		one := person{replay: r, world: world, who: who, watch: watch, sets: sets, experiments: experiments}
		if err := one.prove(ctx, &done); err != nil {
			return done, fmt.Errorf("replay as %s: %w", who.Name, err)
		}
	}
	return done, nil
}

// outcomes adds to the world what may come out where outcomes are open, beside
// the locked predictions: those of open sets, and what runs selected.
func (r replay) outcomes(ctx context.Context, world *blindness.World, experiments []string) error {
	add := func(state, method string, ids []string) {
		world.Ranked[state] = append(world.Ranked[state], card.Prediction{State: state, Method: method, Ranked: ids})
	}
	for one, err := range r.store.Rankings(ctx, blindness.Overseer(world.Board.Project.Mode)) {
		if err != nil {
			return err
		}
		add(one.State, one.Method, one.Ranked)
	}
	for _, name := range experiments {
		entries, err := run.Runs(ctx, r.results, name)
		if err != nil {
			return err
		}
		for _, e := range entries {
			add(e.State, e.Method, e.Output.Ranked)
			for _, stage := range e.Output.Stages {
				add(e.State, e.Method, stage.Selected)
			}
		}
	}
	return nil
}

// namesIn are the names of prediction sets and of the methods in them. That the
// program has a method is no secret.
func namesIn(sets []store.Set) []string {
	all := map[string]bool{}
	for _, s := range sets {
		all[s.Name] = true
		for m := range s.Methods {
			all[m] = true
		}
	}
	for _, known := range methodNames() {
		delete(all, known)
	}
	return slices.Sorted(maps.Keys(all))
}

// person is the replay of one person.
type person struct {
	replay
	world *blindness.World
	who   review.Person
	watch *blindness.Watch
	sets  []store.Set

	experiments []string
}

// prove looks for leaks, then lets everybody else act and looks for changes.
func (p person) prove(ctx context.Context, done *proof) error {
	before, err := p.printed(ctx, false)
	if err != nil {
		return err
	}
	done.Commands += len(before)
	done.Leaks = append(done.Leaks, p.leaks(before)...)
	reads, leaks, err := p.reads(ctx)
	if err != nil {
		return err
	}
	done.Reads += reads
	done.Leaks = append(done.Leaks, leaks...)
	acts, err := p.others(ctx)
	if err != nil {
		return err
	}
	done.Acts += acts
	after, err := p.printed(ctx, true)
	if err != nil {
		return err
	}
	done.Leaks = append(done.Leaks, p.changes(before, after)...)
	return nil
}

// seated is a session of this person that commands may use.
func (p person) seated(ctx context.Context) (*session, error) {
	d, err := review.NewDesk(ctx, p.repo, p.who, func() int64 { return p.now().UnixMilli() })
	if err != nil {
		return nil, err
	}
	return &session{store: p.store, desk: d, path: p.store.Path(), results: p.results, lent: true}, nil
}

// printed runs every command line and keeps what it printed, by command line.
func (p person) printed(ctx context.Context, again bool) (map[string]print, error) {
	out := map[string]print{}
	var mu sync.Mutex
	group, ctx := errgroup.WithContext(ctx)
	all := p.lines(again)
	for part := range slices.Chunk(all, max(1, (len(all)+replayers-1)/replayers)) {
		ses, err := p.seated(ctx) // a desk each: what they keep in memory is not shared
		if err != nil {
			return nil, err
		}
		group.Go(func() error {
			for _, l := range part {
				if err := ctx.Err(); err != nil {
					return err
				}
				text := p.execute(ctx, ses, l)
				mu.Lock()
				out[l.String()] = print{l, text}
				mu.Unlock()
			}
			return nil
		})
	}
	return out, group.Wait()
}

// replayers is how many command lines run at the same time.
const replayers = 4

// print is a command line with everything it printed, errors included.
type print struct {
	line
	text []byte
}

// execute runs one command line in this process.
func (p person) execute(ctx context.Context, ses *session, l line) []byte {
	var out bytes.Buffer
	s := streams{
		In: strings.NewReader("{\"op\":\"set_retrieval\",\"after\":true}\n"), Out: &out, Err: &out,
		Getenv: func(string) string { return "" }, Now: p.now,
	}
	root := newRoot(s)
	args := append([]string{"--as", p.who.Name}, l.args...)
	if l.json {
		args = append(args, "--json")
	}
	root.SetArgs(args)
	root.SetIn(s.In)
	root.SetOut(s.Out)
	root.SetErr(io.Discard)
	root.SilenceErrors, root.SilenceUsage = true, true
	if err := root.ExecuteContext(context.WithValue(ctx, lending{}, ses)); err != nil {
		printError(s, err)
	}
	return out.Bytes()
}

// leaks looks through what was printed, and asks that what is hidden answers
// like what is not there.
func (p person) leaks(all map[string]print) []blindness.Leak {
	var found []blindness.Leak
	for _, name := range slices.Sorted(maps.Keys(all)) {
		one := all[name]
		if one.json {
			found = append(found, p.watch.JSON(name, one.state, one.text)...)
		} else {
			found = append(found, p.watch.Text(name, one.state, string(one.text))...)
		}
		if one.state != "" {
			nobody := all[strings.ReplaceAll(name, one.state, nobodysState)]
			found = append(found, p.watch.Blank(name, one.state, string(one.text), nobodysState, string(nobody.text))...)
		}
	}
	return found
}

// changes are the command lines that print something else after others acted.
func (p person) changes(before, after map[string]print) []blindness.Leak {
	var found []blindness.Leak
	for _, name := range slices.Sorted(maps.Keys(after)) {
		if was, is := before[name].text, after[name].text; !bytes.Equal(was, is) {
			found = append(found, blindness.Leak{
				Person: p.who.Name, Where: name, State: before[name].state,
				What: "what others did in the meantime", Found: firstChange(was, is),
			})
		}
	}
	return found
}

// firstChange shows the first line that is another one.
func firstChange(was, is []byte) string {
	a, b := strings.Split(string(was), "\n"), strings.Split(string(is), "\n")
	for i := range max(len(a), len(b)) {
		switch {
		case i >= len(a):
			return fmt.Sprintf("then also %q", b[i])
		case i >= len(b):
			return fmt.Sprintf("then no longer %q", a[i])
		case a[i] != b[i]:
			return fmt.Sprintf("%q, then %q", a[i], b[i])
		}
	}
	return ""
}
