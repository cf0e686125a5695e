package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/go-json-experiment/json"

	"suffice/review/blindness"
	"suffice/scorer/methods/run"
	"suffice/store"
)

// nobodysExperiment is an experiment that no results folder has.
const nobodysExperiment = "no-such-experiment"

// experimentReads asks for every experiment and prediction set. One that holds
// nothing for the person must be answered like one that is not there, and what
// is counted of the others is what is open to them.
func (p person) experimentReads(ctx context.Context, ses *session) (int, []blindness.Leak, error) {
	n := 0
	var found []blindness.Leak
	for _, experiment := range p.experiments {
		some, all, err := p.openIn(experiment)
		if err != nil {
			return n, found, err
		}
		for _, ask := range experimentLines(some, all) {
			l := line{args: filled(ask, experimentPlace, experiment)}
			answer := p.execute(ctx, ses, l)
			unknown := p.execute(ctx, ses, line{args: filled(ask, experimentPlace, nobodysExperiment)})
			n++
			found = append(found, p.watch.Alike(l.String(), "an experiment that does not exist for them", experiment, string(answer), nobodysExperiment, string(unknown))...)
		}
	}
	l := line{args: []string{"predictions", "list"}, json: true}
	var told []store.Set
	if err := json.Unmarshal(p.execute(ctx, ses, l), &told); err != nil {
		return n + 1, found, nil // they were refused, in words that were looked through
	}
	rows, err := p.openRows(ctx)
	if err != nil {
		return n, found, err
	}
	for _, what := range overtold(told, rows) {
		found = append(found, p.watch.Told(l.String(), "rows of a prediction set that are hidden", what))
	}
	return n + 1, found, nil
}

// experimentLines are the command lines that must not tell an experiment from
// none: where nothing of it is open, and where not all is. None gets as far as
// to run anything.
func experimentLines(some, all bool) [][]string {
	var lines [][]string
	if !some {
		lines = append(lines, []string{"runs", "show", experimentPlace})
	}
	if !all {
		lines = append(lines, []string{"replay", experimentPlace, "--jobs", "-1"},
			[]string{"run", "--resume", "--experiment", experimentPlace, "--jobs", "-1"},
			[]string{"run", "bm25", "--resume", "--experiment", experimentPlace, "--jobs", "-1"})
	}
	return lines
}

// openIn reports whether outcomes of some and of all states that an experiment
// was planned on are open to the person.
func (p person) openIn(experiment string) (some, all bool, err error) {
	x, err := run.ReadExperiment(p.results, experiment)
	if errors.Is(err, fs.ErrNotExist) {
		return false, false, nil // begun, and ended before it was planned
	}
	if err != nil {
		return false, false, err
	}
	hidden := func(id string) bool { return !p.watch.Outcomes(id) }
	return slices.ContainsFunc(x.States, p.watch.Outcomes), !slices.ContainsFunc(x.States, hidden), nil
}

// openRows counts the rows of every set on states whose outcomes are open.
func (p person) openRows(ctx context.Context) (map[string]int, error) {
	rows := map[string]int{}
	for r, err := range p.store.Rankings(ctx, blindness.Overseer(p.world.Board.Project.Mode)) {
		if err != nil {
			return nil, err
		}
		if p.watch.Outcomes(r.State) {
			rows[r.Set]++
		}
	}
	return rows, nil
}

// overtold are the sets of which more is told than the rows that are open.
func overtold(told []store.Set, rows map[string]int) []string {
	var found []string
	for _, t := range told {
		switch {
		case rows[t.Name] == 0:
			found = append(found, "the set "+t.Name)
		case t.Rows != rows[t.Name] || t.States > t.Rows:
			found = append(found, fmt.Sprintf("%s: %d rows on %d states, of which %d rows are open", t.Name, t.Rows, t.States, rows[t.Name]))
		case t.Locked != "" && t.Locked != store.LockedUnsaid:
			found = append(found, t.Name+": the hash of all its rows")
		}
	}
	return found
}
