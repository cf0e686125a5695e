package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"suffice/certificate/card"
	"suffice/review"
	"suffice/scorer/methods/run"
	"suffice/tui/runs"
)

func newRuns(s streams) *cobra.Command {
	list := func(cmd *cobra.Command, _ []string) error { return listRuns(cmd, s) }
	cmd := &cobra.Command{
		Use: "runs", Short: "List experiments, and read what a run did", Args: noArgs,
		Long: `Reads the folder of experiments. Whoever does not see everything is shown the
runs on states whose outcomes are open to them, and of the others nothing. Names
longer than 60 cells are cut in the table, and whole with --json. An experiment
that cannot be read is listed as that, with the reason and exit code 1.`,
		Example: "  suffice runs list\n  suffice runs show mss_complement",
		RunE:    list,
	}
	resultsFlag(cmd)
	cmd.AddCommand(
		withResults(&cobra.Command{
			Use: "list", Short: "List the experiments, the newest first", Args: noArgs,
			Example: "  suffice runs list --json", RunE: list,
		}),
		newRunsShow(s),
	)
	return cmd
}

func withResults(cmd *cobra.Command) *cobra.Command {
	resultsFlag(cmd)
	return cmd
}

// shelf is the experiments as far as the person may see them: the same service
// that serves the screens.
type shelf struct {
	*runs.Service
	whole bool
}

// onShelf opens the experiments: those of the project here, or, where there is
// no project, those of the folder.
func onShelf(cmd *cobra.Command, s streams, f func(context.Context, shelf) error) error {
	if _, lent := cmd.Context().Value(lending{}).(*session); !lent {
		there, err := fileExists(projectPath(cmd, s))
		if err != nil {
			return err
		}
		if !there && !cmd.Flags().Changed("project") {
			return onLooseShelf(cmd, s, f)
		}
	}
	return with(cmd, s, func(ctx context.Context, ses *session) error {
		if err := ses.desk.RefuseOutcomes("see runs"); err != nil {
			return err
		}
		return f(ctx, shelf{runs.NewService(runs.Config{Root: resultsOf(cmd, ses), Desk: ses.desk}), ses.desk.Whole()})
	})
}

// onLooseShelf opens a folder of experiments by itself. Where it is that of a
// project after all, the person gets what the project shows them.
func onLooseShelf(cmd *cobra.Command, s streams, f func(context.Context, shelf) error) error {
	root, served := resultsOf(cmd, nil), false
	err := beside(cmd, s, root, func(ctx context.Context, ses *session) (bool, error) {
		if err := ses.desk.RefuseOutcomes("see runs"); err != nil || ses.desk.Whole() {
			return false, err
		}
		served = true
		return true, f(ctx, shelf{runs.NewService(runs.Config{Root: root, Desk: ses.desk}), false})
	})
	if err != nil || served {
		return err
	}
	return f(cmd.Context(), shelf{runs.NewService(runs.Config{Root: root, Desk: noProject{}}), true})
}

// noProject is the desk of a folder of experiments without a project: nothing
// in it is anybody else's.
type noProject struct{}

func (noProject) OutcomeStates(context.Context) ([]string, error)  { return nil, nil }
func (noProject) RunnableStates(context.Context) ([]string, error) { return nil, nil }
func (noProject) MayRun(context.Context, string) error             { return nil }
func (noProject) Whole() bool                                      { return true }
func (noProject) Input(_ context.Context, state string) (card.State, error) {
	return card.State{}, &review.UnknownStateError{State: state}
}

// runsOf are the runs of an experiment; one without a run that is open to the
// person is not there for them.
func (sh shelf) runsOf(ctx context.Context, experiment string) ([]run.Entry, error) {
	list, err := sh.Runs(ctx, experiment)
	if errors.As(err, new(*run.NotFoundError)) || err == nil && len(list) == 0 && !sh.whole {
		return nil, unknownExperiment(experiment)
	}
	return list, err
}

func unknownExperiment(name string) error {
	return hint(&unknownRunError{name}, "suffice runs list")
}

func listRuns(cmd *cobra.Command, s streams) error {
	return onShelf(cmd, s, func(ctx context.Context, sh shelf) error {
		all, err := sh.List(ctx)
		if err != nil {
			return err
		}
		rows, torn := []experimentRow{}, []tornRow{}
		out := make([]any, len(all))
		for i, x := range all {
			if x.Fault != nil {
				torn = append(torn, tornRow{x.Experiment, x.Fault.Error()})
				out[i] = torn[len(torn)-1]
				continue
			}
			rows = append(rows, experimentRowOf(x.Summary))
			out[i] = rows[len(rows)-1]
		}
		p := newPrinter(cmd)
		err = p.answer(out, func() { printExperiments(p, rows, torn, sh) })
		if err == nil && len(torn) > 0 {
			return findingsError{}
		}
		return err
	})
}

// experimentRow is one row of `runs list --json`.
type experimentRow struct {
	Experiment string      `json:"experiment"`
	Methods    []string    `json:"methods"`
	Controller string      `json:"controller,omitzero"`
	States     int         `json:"states"`
	Runs       int         `json:"runs"`
	Finished   int         `json:"finished"`
	Failed     int         `json:"failed"`
	HalfDone   int         `json:"half_done"`
	Started    int64       `json:"started_ms,omitzero"`
	Ended      int64       `json:"ended_ms,omitzero"`
	Seed       uint64      `json:"seed"`
	Revision   string      `json:"program_revision"`
	Tokens     tokenTotals `json:"tokens"`
	Live       bool        `json:"live"`
}

// tornRow is the row of one that cannot be read: nothing but its name is known.
type tornRow struct {
	Experiment string `json:"experiment"`
	Unreadable string `json:"unreadable"` // why, and what to do
}

func experimentRowOf(x run.Summary) experimentRow {
	return experimentRow{
		Experiment: x.Experiment, Methods: some(x.Methods), Controller: x.Controller, States: x.States, Runs: x.Runs,
		Finished: x.Finished, Failed: x.Failed, HalfDone: x.HalfDone, Started: x.Started, Ended: x.Ended,
		Seed: x.Seed, Revision: x.Revision, Tokens: totalsOf(x.Tokens), Live: x.Live,
	}
}

func printExperiments(p *printer, all []experimentRow, torn []tornRow, sh shelf) {
	if len(all)+len(torn) == 0 {
		p.line("no experiments yet: suffice run METHOD...")
		return
	}
	rows := make([][]string, 0, len(all)+len(torn))
	for _, x := range all {
		rows = append(rows, []string{
			p.short(x.Experiment), standing(x), fmt.Sprintf("%s of %s", thousands(x.Finished), thousands(x.Runs)), thousands(x.Failed),
			thousands(x.States), dash(p.clean(x.Controller)), tokenCell(x.Tokens), clockCell(x.Started), p.clean(strings.Join(x.Methods, " ")),
		})
	}
	for _, x := range torn {
		rows = append(rows, []string{p.short(x.Experiment), "unreadable", "-", "-", "-", "-", "-", "-", "-"})
	}
	p.table([]string{"experiment", "", ">finished", ">failed", ">states", "controller", ">tokens", "begun", "methods"}, rows)
	for _, x := range torn {
		p.line("unreadable: %s", p.clean(x.Unreadable))
	}
	if !sh.whole {
		p.line("of the runs on states whose outcomes are open to you")
	}
}

// longestName is the most cells of a column that a name takes.
const longestName = 60

// short is a name cut so that it leaves room for the other columns.
func (p *printer) short(name string) string {
	name = p.clean(name)
	return p.width.Fit(name, min(p.width.Of(name), longestName))
}

// standing is where an experiment is in one word.
func standing(x experimentRow) string {
	switch {
	case x.Live:
		return "at work"
	case x.Finished == x.Runs:
		return "complete"
	case x.Finished+x.Failed == x.Runs:
		return "failures"
	}
	return "stopped"
}

// tokenCell is the tokens that servers reported; none reported is no zero.
func tokenCell(t tokenTotals) string {
	if t.Input == nil && t.Output == nil {
		return "-"
	}
	sum := 0
	for _, v := range []*int{t.Input, t.Output} {
		if v != nil {
			sum += *v
		}
	}
	return sumCell(&sum, t.NoInput+t.NoOutput)
}

func clockCell(ms int64) string {
	if ms == 0 {
		return "-"
	}
	return time.UnixMilli(ms).Format("2006-01-02 15:04")
}

// completeExperiments lets a shell complete the name of an experiment.
func completeExperiments(s streams) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		var names []string
		if len(args) == 0 {
			_ = onShelf(cmd, s, func(ctx context.Context, sh shelf) error { // completion stays silent
				all, err := sh.List(ctx)
				for _, x := range all {
					names = append(names, x.Experiment)
				}
				return err
			})
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
}
