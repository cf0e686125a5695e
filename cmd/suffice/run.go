package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"suffice/certificate/records"
	"suffice/scorer/methods"
	"suffice/scorer/methods/run"
)

func newRun(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "run METHOD...", Short: "Run methods on states and keep everything they did",
		Long: `Every method ranks the pool of every state. Methods read public states alone,
never a certificate. What each run did is kept in results beside the project
(docs/runs.md), where runs list and runs show find it; a run is never written
over. Ctrl+c ends cleanly: finished runs are kept, and --resume goes on.

A complete experiment of an organizer becomes a prediction set of its name, open
until predictions lock: tables and compare read it, and once locked it counts
for the sensitivity of every change. Where the project is open, annotators run
methods for themselves on the states whose outcomes they see; nothing of that
enters the project. With --items no project is needed; beside one it is for an
organizer without another role.

Exit codes: 0 everything ran, 1 a run failed, 2 wrong use or ended from outside.`,
		Example: `  suffice run mss_complement fused bm25
  suffice run mss_complement --states s004,s006 --experiment first-look
  suffice run mss_complement --controller openai --jobs 4 --experiment hosted
  suffice run mss_complement --ceiling 4096 --experiment short
  suffice run --resume --experiment hosted
  suffice run bm25_starter --items items.jsonl`,
		RunE:              func(cmd *cobra.Command, args []string) error { return runMethods(cmd, s, args) },
		ValidArgsFunction: completeMethods,
	}
	methodFlags(cmd)
	resultsFlag(cmd)
	f := cmd.Flags()
	f.StringSlice("states", nil, "these states alone: IDs or parts of them, a `LIST` with commas (repeatable)")
	f.String("experiment", "", "its `NAME` (default: after its methods, for annotators with the moment)")
	f.Int("jobs", 0, "`N` states at a time (default: one for each core)")
	f.Int("repetition", 0, "the `NUMBER` of this repetition, from 0")
	f.Bool("resume", false, "go on with an experiment that was ended")
	f.String("items", "", "states of a `FILE` in place of a project's")
	f.Bool("no-set", false, "make no prediction set of it")
	return cmd
}

func completeMethods(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, o := range everyMethod() {
		if !slices.Contains(args, o.ID) {
			names = append(names, cobra.CompletionWithDesc(o.ID, o.What))
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

func runMethods(cmd *cobra.Command, s streams, names []string) error {
	items, _ := cmd.Flags().GetString("items")
	if items == "" {
		var err error
		if items, err = keptItems(cmd, s, names); err != nil {
			return err
		}
	}
	if items != "" {
		if err := overseeResults(cmd, s, resultsOf(cmd, nil), "run methods on a file of states"); err != nil {
			return err
		}
		on, err := fromItems(cmd.Context(), items, s)
		if err != nil {
			return err
		}
		on.results = resultsOf(cmd, nil)
		return runOn(cmd, s, names, on, items)
	}
	return with(cmd, s, func(ctx context.Context, ses *session) error {
		on, err := fromProject(ctx, ses, "run methods")
		if err != nil {
			return err
		}
		on.results = resultsOf(cmd, ses)
		return runOn(cmd, s, names, on, "")
	})
}

// keptItems is the file of states of an experiment that is resumed by its name
// alone, if it was about one.
func keptItems(cmd *cobra.Command, s streams, names []string) (string, error) {
	resume, _ := cmd.Flags().GetBool("resume")
	experiment, _ := cmd.Flags().GetString("experiment")
	if !resume || experiment == "" || len(names) > 0 {
		return "", nil
	}
	return itemsOf(cmd, s, experiment)
}

// itemsOf is the file of states that an experiment was about; none for who may
// not know that it is there, whatever is wrong with it.
func itemsOf(cmd *cobra.Command, s streams, experiment string) (string, error) {
	results := resultsOf(cmd, nil)
	r, err := recipeOf(results, experiment)
	if err == nil && r.Items == "" || errors.As(err, new(*run.NotFoundError)) || overseeResults(cmd, s, results, "see the runs of everybody") != nil {
		return "", nil
	}
	return r.Items, err
}

func runOn(cmd *cobra.Command, s streams, names []string, on runnable, items string) error {
	o, err := orderOf(cmd, s, names, &on, items)
	if err != nil {
		return err
	}
	if o.jobs < 0 {
		return fewJobs(o.jobs)
	}
	shop, err := newWorkshop(cmd, o.recipe, s)
	if err != nil {
		return err
	}
	ms, err := shop.all()
	if err != nil {
		return err
	}
	if err := shop.resolve(cmd.Context()); err != nil {
		return err
	}
	o.Resolved = shop.Resolved
	if was, there := begunWith(on.results, o.experiment); there && o.resume {
		if err := o.sameModels(was); err != nil {
			return on.guided(cmd.Context(), err, o)
		}
	}
	report, err := execute(cmd, s, o, on, ms, shop.modelOf)
	if err != nil {
		return endedEarly(err, report, o)
	}
	out := ranOf(report, o)
	if err := offerSet(cmd, s, on, report, &out); err != nil {
		return err
	}
	p := newPrinter(cmd)
	if err := p.answer(out, func() { printRan(p, out) }); err != nil {
		return err
	}
	if len(out.Failures) > 0 {
		return findingsError{}
	}
	return nil
}

func fewJobs(n int) error {
	return fmt.Errorf("--jobs is how many states are worked on at a time, 1 or more; found %d", n)
}

// execute runs the order and shows how far it is.
func execute(cmd *cobra.Command, s streams, o ordered, on runnable, ms []methods.Method, model func(string) string) (run.Report, error) {
	bar := newRunBar(cmd, s, o.experiment)
	x, err := run.Start(cmd.Context(), run.Plan{
		Root: on.results, Experiment: o.experiment, Methods: ms, States: on.states, Load: on.load,
		Seed: o.Seed, Repetition: o.Repetition, Budget: o.Budget, Jobs: o.jobs, Revision: versionText(), Resume: o.resume,
		Model: model, Now: s.Now, Progress: bar.show,
	})
	if err != nil {
		return run.Report{}, on.guided(cmd.Context(), err, o)
	}
	keepErr := o.keepWhole(on.results)
	report, err := x.Wait()
	bar.done()
	return report, errors.Join(err, keepErr)
}

// guided adds to a plan that cannot be what to do about it.
func (r runnable) guided(ctx context.Context, err error, o ordered) error {
	var changed *run.ChangedError
	switch {
	case errors.As(err, new(*run.ExistsError)):
		return hint(err, "--resume to go on with it, or --experiment with another name")
	case !errors.As(err, &changed):
		return err
	}
	anew := r.anew(ctx, o.experiment)
	switch {
	case o.byName: // what failed was to go on as it was begun
		return hint(err, "suffice run METHOD... %s", anew)
	case changed.What == run.ChangedRevision: // and nothing on the command line would help
		return hint(err, "%s", anew)
	}
	return hint(err, "suffice run --resume --experiment %s goes on as it was begun; %s", records.Typed(o.experiment), anew)
}

// anew says under which name an experiment like another one can begin. Who does
// not see everything is not told which are taken.
func (r runnable) anew(ctx context.Context, like string) string {
	have, err := run.Names(ctx, r.results)
	if err != nil || r.partial() {
		return "--experiment with another name begins anew"
	}
	for i := 2; ; i++ {
		if name := fmt.Sprintf("%s-%d", like, i); !slices.Contains(have, name) {
			return "--experiment " + records.Typed(name) + " begins anew"
		}
	}
}

// endedEarly says how to go on with what was ended.
func endedEarly(err error, r run.Report, o ordered) error {
	if r.Experiment == "" { // it did not begin
		return err
	}
	kept := r.Progress.Done + r.Progress.Skipped
	if !errors.Is(err, context.Canceled) {
		return hint(err, "once that is mended: suffice run --resume --experiment %s (%s of %s finished, and kept)",
			records.Typed(o.experiment), thousands(kept), count(r.Progress.Total, "run", "runs"))
	}
	return hint(&stoppedError{experiment: o.experiment, kept: kept, of: r.Progress.Total},
		"suffice run --resume --experiment %s", records.Typed(o.experiment))
}

// stoppedError says that an experiment was ended by its person.
type stoppedError struct {
	experiment string
	kept, of   int
}

func (e *stoppedError) Error() string {
	return fmt.Sprintf("%s was stopped: %s of %s finished, and kept", e.experiment, thousands(e.kept), count(e.of, "run", "runs"))
}

// offerSet makes a complete experiment a prediction set of the project, unless
// there is none or it is not wanted.
func offerSet(cmd *cobra.Command, s streams, on runnable, r run.Report, out *ran) error {
	without, _ := cmd.Flags().GetBool("no-set")
	switch {
	case without:
		return nil
	case on.ses == nil:
		out.NoSet = "there is no project to keep it in"
		return nil
	}
	var err error
	out.Set, out.NoSet, err = keepSet(cmd.Context(), s, on.ses, r)
	return err
}
