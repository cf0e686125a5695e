package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"suffice/scorer/methods/run"
)

// ordered is a run as it was asked for.
type ordered struct {
	recipe
	experiment string
	resume     bool
	byName     bool // resumed without methods named: as it was begun
	jobs       int
}

// orderOf reads the command line; without methods, what the experiment that is
// resumed was begun with. items is the file of states, where it is no project.
func orderOf(cmd *cobra.Command, s streams, names []string, on *runnable, items string) (ordered, error) {
	f, have := cmd.Flags(), on.states
	var o ordered
	o.experiment, _ = f.GetString("experiment")
	o.resume, _ = f.GetBool("resume")
	o.jobs, _ = f.GetInt("jobs")
	states, _ := f.GetStringSlice("states")
	repetition, _ := f.GetInt("repetition")
	if err := on.narrow(cmd.Context(), states); err != nil {
		return o, err
	}
	switch {
	case f.Changed("states") && len(states) == 0:
		return o, hint(errors.New("--states names no state"), "leave it out to run on every state")
	case repetition < 0:
		return o, fmt.Errorf("--repetition counts from 0; found %d", repetition)
	case len(names) == 0 && o.resume && o.experiment != "":
		return resumed(cmd, o, on, items)
	case len(names) == 0:
		return o, hint(errors.New("suffice run needs at least one method"), "suffice methods lists them; to go on with an experiment: suffice run --resume --experiment NAME")
	}
	var err error
	if o.recipe, err = recipeFlags(cmd, s, names); err != nil {
		return o, err
	}
	o.Repetition, o.States, o.Items = repetition, on.states, items
	switch {
	case o.experiment != "" && o.resume:
		err = on.mayGoOn(o.experiment)
	case o.experiment == "" && on.partial():
		o.experiment, err = on.ownName(cmd.Context(), s.Now(), o)
	case o.experiment == "":
		o.experiment, err = experimentName(cmd.Context(), on.results, o)
	}
	if err != nil || !o.resume {
		return o, err
	}
	if was, there := begunWith(on.results, o.experiment); there {
		err = o.fits(was, have)
	}
	return o, err
}

// resumed is an order to go on with an experiment as it was begun.
func resumed(cmd *cobra.Command, o ordered, on *runnable, items string) (ordered, error) {
	for _, flag := range []string{"controller", "embedder", "seed", "query", "lambda", "limit", "ceiling", "budget", "calibration", "states", "repetition"} {
		if cmd.Flags().Changed(flag) {
			return o, hint(fmt.Errorf("%s is resumed as it was begun: --%s cannot be changed", o.experiment, flag), "leave out --%s, or name the methods too", flag)
		}
	}
	var err error
	if o.recipe, err = on.recipe(o.experiment); err != nil {
		return o, err
	}
	o.byName, o.Items = true, items
	o.Resolved = nil // what answers now is asked again: another model is another experiment
	if err := on.narrow(cmd.Context(), o.States); err != nil {
		return o, fmt.Errorf("go on with %s: %w", o.experiment, err)
	}
	return o, nil
}

// experimentName names an experiment after its methods: bm25, bm25-and-mmr,
// mss_complement-and-10-more; with -2, -3 and so on when that is taken. An
// experiment that is resumed is the last one of the name.
func experimentName(ctx context.Context, results string, o ordered) (string, error) {
	name := methodsName(o)
	have, err := run.Names(ctx, results)
	if err != nil {
		return "", err
	}
	last, next := "", name
	for i := 2; slices.Contains(have, next); i++ {
		last, next = next, fmt.Sprintf("%s-%d", name, i)
	}
	switch {
	case !o.resume:
		return next, nil
	case last == "":
		return "", nothingToGoOnWith(name)
	}
	return last, nil
}

func methodsName(o ordered) string {
	name := o.Methods[0]
	switch n := len(o.Methods); {
	case n == 2:
		name += "-and-" + o.Methods[1]
	case n > 2:
		name += fmt.Sprintf("-and-%d-more", n-1)
	}
	if o.Controller != offlineName && o.asks() {
		name += "-" + o.Controller
	}
	return name
}

func nothingToGoOnWith(name string) error {
	return hint(fmt.Errorf("there is no experiment %s to go on with", name), "suffice runs list, then --experiment NAME")
}

// ownName names an experiment of who does not see everything, after its methods
// and the moment: a number would say how many others there are. The one to
// resume is the last of the name that is all theirs to see.
func (r runnable) ownName(ctx context.Context, now time.Time, o ordered) (string, error) {
	const moment = "20060102-150405"
	name := methodsName(o)
	if !o.resume {
		return name + "-" + now.Format(moment), nil
	}
	have, err := run.Names(ctx, r.results)
	if err != nil {
		return "", err
	}
	for _, n := range slices.Backward(have) { // sorted, and so the newest last
		rest, same := strings.CutPrefix(n, name+"-")
		if _, err := time.Parse(moment, rest); same && err == nil && r.mayGoOn(n) == nil {
			return n, nil
		}
	}
	return "", nothingToGoOnWith(name)
}
