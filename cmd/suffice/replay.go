package main

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"suffice/scorer/methods/run"
)

func newReplay(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "replay EXPERIMENT", Short: "Run an experiment again from its record, without a network", Args: exactArgs("an experiment"),
		Long: `Every exchange with a controller was recorded. A replay makes every method of an
experiment again, gives it the recorded answers in place of a server, and
compares the prediction file byte for byte. It needs no network, no key and no
settings of an endpoint: servers and models are those of the record. The original
is not touched; the replay is thrown away unless --out names a folder for it.

Exit codes: 0 equal, 1 not equal or a run failed, 2 it could not be replayed.`,
		Example:           "  suffice replay mss_complement\n  suffice replay hosted --out replays",
		RunE:              func(cmd *cobra.Command, args []string) error { return replayExperiment(cmd, s, args[0]) },
		ValidArgsFunction: completeExperiments(s),
	}
	resultsFlag(cmd)
	cmd.Flags().String("out", "", "keep the replay under `DIR`, as under a results folder")
	cmd.Flags().Int("jobs", 0, "`N` states at a time (default: one for each core)")
	cmd.Flags().String("items", "", "states of a `FILE` in place of those of the experiment")
	return cmd
}

// replayedRun is what `replay --json` prints.
type replayedRun struct {
	Experiment  string       `json:"experiment"`
	Same        bool         `json:"same"`
	Runs        int          `json:"runs"`
	Failures    []runFailure `json:"failures"`
	Millis      int64        `json:"elapsed_ms"`
	Original    string       `json:"predictions"`
	Predictions string       `json:"replayed_predictions,omitzero"`
}

func replayExperiment(cmd *cobra.Command, s streams, experiment string) error {
	items, _ := cmd.Flags().GetString("items")
	if items == "" {
		var err error
		if items, err = itemsOf(cmd, s, experiment); err != nil {
			return err
		}
	}
	if items != "" {
		if err := overseeResults(cmd, s, resultsOf(cmd, nil), "replay on a file of states"); err != nil {
			return err
		}
		on, err := fromItems(cmd.Context(), items, s)
		if err != nil {
			return err
		}
		on.results = resultsOf(cmd, nil)
		return replayOn(cmd, s, experiment, on)
	}
	return with(cmd, s, func(ctx context.Context, ses *session) error {
		on, err := fromProject(ctx, ses, "run methods")
		if err != nil {
			return err
		}
		on.results = resultsOf(cmd, ses)
		return replayOn(cmd, s, experiment, on)
	})
}

func replayOn(cmd *cobra.Command, s streams, experiment string, on runnable) error {
	r, err := on.recipe(experiment)
	if err != nil {
		return err
	}
	jobs, _ := cmd.Flags().GetInt("jobs")
	if jobs < 0 {
		return fewJobs(jobs)
	}
	if err := on.narrow(cmd.Context(), r.States); err != nil {
		return fmt.Errorf("replay %s: %w", experiment, err)
	}
	x, err := run.ReadExperiment(on.results, experiment)
	if err != nil {
		return fmt.Errorf("replay %s: %w", experiment, err)
	}
	shop, err := recordedWorkshop(r, s, x)
	if err != nil {
		return fmt.Errorf("replay %s: %w", experiment, err)
	}
	ms, err := shop.all()
	if err != nil {
		return err
	}
	out, keep := "", false
	if out, _ = cmd.Flags().GetString("out"); out != "" {
		keep = true
	} else if out, err = os.MkdirTemp("", "suffice-replay-"); err != nil {
		return fmt.Errorf("make a folder for the replay: %w", err)
	} else {
		defer os.RemoveAll(out)
	}
	bar := newRunBar(cmd, s, "replay of "+experiment)
	same, report, err := run.Replay(cmd.Context(), run.Plan{
		Root: out, Experiment: experiment, Methods: ms, States: on.states, Load: on.load, Seed: r.Seed,
		Repetition: r.Repetition, Jobs: jobs, Revision: versionText(), Now: s.Now, Progress: bar.show,
	}, on.results)
	bar.done()
	if err != nil {
		return fmt.Errorf("replay %s: %w", experiment, err)
	}
	return sayReplayed(cmd, report, same, keep, run.PredictionsPath(on.results, experiment))
}

func sayReplayed(cmd *cobra.Command, r run.Report, same, keep bool, original string) error {
	done := ranOf(r, ordered{})
	out := replayedRun{
		Experiment: r.Experiment, Same: same, Runs: done.Runs, Failures: done.Failures,
		Millis: done.Millis, Original: original,
	}
	if keep {
		out.Predictions = r.Predictions
	}
	p := newPrinter(cmd)
	err := p.answer(out, func() {
		for _, f := range out.Failures {
			p.line("failed: %s on %s (%s): %s", p.clean(f.Method), p.clean(f.State), p.clean(f.Stage), p.clean(f.Error))
		}
		verdict := "the predictions are equal, byte for byte"
		if !same {
			verdict = "the predictions are NOT equal to " + p.clean(original)
		}
		p.line("%s: %s replayed without a network; %s", p.clean(r.Experiment), count(out.Runs, "run", "runs"), verdict)
		if keep {
			p.line("kept in %s", p.clean(out.Predictions))
		}
	})
	if err == nil && !same {
		return findingsError{}
	}
	return err
}
