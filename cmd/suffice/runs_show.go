package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/spf13/cobra"

	"suffice/scorer/methods"
	"suffice/scorer/methods/run"
)

func newRunsShow(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "show RUN", Short: "Print the runs of an experiment, or what one run did", Args: exactArgs("an experiment or a run"),
		Long: `RUN is an experiment, whose runs are listed, or the ID of a run or its beginning,
whose trace is printed: what was asked, what came back, what each stage selected
and what was returned in the end. --method and --state narrow an experiment; when
one run is left, its trace is printed.`,
		Example: `  suffice runs show mss_complement
  suffice runs show mss_complement --state s004 --method mss_complement
  suffice runs show 5f0c31 --json | jq '.events[] | select(.event == "model_call")'`,
		RunE:              func(cmd *cobra.Command, args []string) error { return showRuns(cmd, s, args[0]) },
		ValidArgsFunction: completeExperiments(s),
	}
	resultsFlag(cmd)
	cmd.Flags().String("method", "", "runs of this `METHOD` alone")
	cmd.Flags().String("state", "", "runs on this `STATE` alone, an ID or a part of it")
	complete(cmd, "method", methodNames()...)
	return cmd
}

func showRuns(cmd *cobra.Command, s streams, name string) error {
	return onShelf(cmd, s, func(ctx context.Context, sh shelf) error {
		list, err := sh.runsOf(ctx, name)
		if err != nil && !errors.As(err, new(*unknownRunError)) {
			return err
		}
		if err != nil {
			one, err := sh.runNamed(ctx, name)
			if err != nil {
				return err
			}
			return showTrace(ctx, cmd, sh, one)
		}
		list, narrowed := narrowed(cmd, list)
		if narrowed && len(list) == 1 {
			return showTrace(ctx, cmd, sh, list[0])
		}
		out := make([]runRow, len(list))
		for i, e := range list {
			out[i] = runRowOf(e)
		}
		p := newPrinter(cmd)
		return p.answer(out, func() { printRuns(p, name, out) })
	})
}

// unknownRunError says that nothing here has this name.
type unknownRunError struct{ name string }

func (e *unknownRunError) Error() string {
	return fmt.Sprintf("there is no experiment or run %q here", e.name)
}

// runNamed finds a run by the beginning of its ID.
func (sh shelf) runNamed(ctx context.Context, name string) (run.Entry, error) {
	const shortest = 4
	all, err := sh.List(ctx)
	if err != nil {
		return run.Entry{}, err
	}
	var fits []run.Entry
	for _, x := range all {
		if x.Fault != nil {
			continue
		}
		list, err := sh.Runs(ctx, x.Experiment)
		if err != nil {
			return run.Entry{}, err
		}
		for _, e := range list {
			if len(name) >= shortest && strings.HasPrefix(e.RunID, name) {
				fits = append(fits, e)
			}
		}
	}
	switch len(fits) {
	case 0:
		return run.Entry{}, hint(&unknownRunError{name}, "suffice runs list, then suffice runs show EXPERIMENT")
	case 1:
		return fits[0], nil
	}
	return run.Entry{}, hint(fmt.Errorf("%q begins the IDs of %d runs", name, len(fits)), "a longer part of the ID")
}

// narrowed leaves the runs that --method and --state pick; false when neither
// is there.
func narrowed(cmd *cobra.Command, list []run.Entry) ([]run.Entry, bool) {
	method, _ := cmd.Flags().GetString("method")
	state, _ := cmd.Flags().GetString("state")
	kept := slices.DeleteFunc(slices.Clone(list), func(e run.Entry) bool {
		return method != "" && e.Method != method || !strings.Contains(e.State, state)
	})
	return kept, method != "" || state != ""
}

// runRow is one row of `runs show EXPERIMENT --json`.
type runRow struct {
	RunID    string      `json:"run_id"`
	State    string      `json:"state_id"`
	Method   string      `json:"method"`
	Outcome  string      `json:"outcome"`
	Failure  string      `json:"failure,omitzero"`
	Units    int         `json:"units"`
	Source   int         `json:"source_tokens"`
	Control  string      `json:"controller,omitzero"`
	Tokens   tokenTotals `json:"tokens"`
	Millis   int64       `json:"elapsed_ms"`
	Folder   string      `json:"folder"`
	finished bool
}

func runRowOf(e run.Entry) runRow {
	return runRow{
		RunID: e.RunID, State: e.State, Method: e.Method, Outcome: e.Outcome, Failure: e.Failure, Units: len(e.Output.Ranked),
		Source: e.Output.Tokens, Control: e.Output.Controller, Tokens: totalsOf(e.Tokens), Millis: e.Millis, Folder: e.Dir,
		finished: e.Outcome == run.OutcomeFinished,
	}
}

func printRuns(p *printer, experiment string, list []runRow) {
	if len(list) == 0 {
		p.line("no run fits")
		return
	}
	rows := make([][]string, len(list))
	for i, r := range list {
		units, source, took := "-", "-", "-"
		if r.finished {
			units, source, took = thousands(r.Units), thousands(r.Source), tookWords(time.Duration(r.Millis)*time.Millisecond)
		}
		rows[i] = []string{
			shortID(r.RunID), p.clean(r.Method), p.clean(r.State), p.clean(r.Outcome), units, source,
			dash(p.clean(r.Control)), tokenCell(r.Tokens), took, p.clean(r.Failure),
		}
	}
	p.table([]string{"run", "method", "state", "outcome", ">units", ">source tokens", "controller", ">model tokens", ">time", ""}, rows)
	p.line("%s: %s; suffice runs show RUN prints what one did", p.clean(experiment), count(len(list), "run", "runs"))
}

// shortID is as much of a hash as tells runs apart on a screen.
func shortID(id string) string { return id[:min(12, len(id))] }

// trace is what `runs show RUN --json` prints.
type traceOut struct {
	runRow
	Ceiling *int         `json:"ceiling_tokens,omitzero"` // missing for a method without one
	Budget  *int         `json:"context_budget,omitzero"` // missing for a run without one
	Events  []traceEvent `json:"events"`
}

type traceEvent struct {
	Seq  int          `json:"seq"`
	At   int64        `json:"at_ms"`
	Kind methods.Kind `json:"event"`
	Body any          `json:"body"`
}

func showTrace(ctx context.Context, cmd *cobra.Command, sh shelf, e run.Entry) error {
	list, err := sh.Trace(ctx, e)
	if err != nil {
		return err
	}
	out := traceOut{runRow: runRowOf(e), Events: make([]traceEvent, len(list))}
	if m, err := run.ReadManifest(e.Dir); err == nil { // without, the trace is told as far as it goes
		out.bounds(m.Identity)
	}
	for i, r := range list {
		out.Events[i] = traceEvent{r.Seq, r.At, r.Kind, r.Body}
	}
	p := newPrinter(cmd)
	return p.answer(out, func() { printTrace(p, out, list) })
}

// bounds are what the run was to return at most.
func (t *traceOut) bounds(id run.Identity) {
	var with struct {
		Ceiling *int `json:"ceiling_tokens"`
	}
	if err := json.Unmarshal(id.Configuration, &with); err == nil {
		t.Ceiling = with.Ceiling
	}
	if id.Budget > 0 {
		t.Budget = &id.Budget
	}
}
