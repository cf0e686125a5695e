package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"suffice/certificate/card"
	"suffice/review"
	"suffice/scorer"
	"suffice/scorer/dataset"
	"suffice/scorer/methods/retrieval/tokens"
)

func newDataset(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "dataset", Short: "Derive tables of runs from what they recorded",
		Example: "  suffice dataset build --out dataset", RunE: oneOf("build"),
	}
	build := &cobra.Command{
		Use: "build --out DIR", Short: "Write one row a run, with stages, queries, candidates and readings", Args: noArgs,
		Long: `Reads the raw artifacts of every run, joins what needs labels after the fact, and
writes every sheet as JSONL and CSV, and dataset.json with the columns, the run
IDs, the hashes of every input, the revision of this program and the time. The
sheets depend on their sources alone: built again they are the same bytes. Runs
are never changed. Without certificates the columns that need them are missing
and dataset.json says so (docs/dataset.md). For an organizer without another
role, or on files.`,
		Example: `  suffice dataset build --out dataset
  suffice dataset build --experiment hosted --out hosted-data
  suffice dataset build --results results --labels labels.jsonl --items items.jsonl --out dataset`,
		RunE: func(cmd *cobra.Command, _ []string) error { return buildDataset(cmd, s) },
	}
	f := build.Flags()
	f.StringArray("experiment", nil, "runs of this `NAME` alone (repeatable; default: all)")
	f.String("labels", "", "certificates of a `FILE` in place of the project's")
	f.String("items", "", "their states, a `FILE`")
	f.Bool("no-labels", false, "join no certificate")
	f.String("out", "", "write into `DIR`, which is made (required)")
	f.Bool("overwrite", false, "replace a data set in DIR; nothing else is ever replaced")
	resultsFlag(build)
	cmd.AddCommand(build)
	return cmd
}

// sourcesOf is what a data set is made of: the runs of the results folder, and
// the states and certificates of the project or of files.
func sourcesOf(cmd *cobra.Command, s streams, act string, f func(ctx context.Context, src dataset.Sources) error) error {
	src := dataset.Sources{Tokens: tokens.New(), Revision: versionText()}
	src.Experiments, _ = cmd.Flags().GetStringArray("experiment")
	if len(src.Experiments) == 0 {
		src.Experiments = nil
	}
	without, _ := cmd.Flags().GetBool("no-labels")
	if labels, _ := cmd.Flags().GetString("labels"); labels != "" {
		if without {
			return errors.New("--labels and --no-labels say the opposite of each other: leave one out")
		}
		if err := overseeResults(cmd, s, resultsOf(cmd, nil), act); err != nil {
			return err
		}
		given, err := fedFromFiles(cmd, labels, false)
		if err != nil {
			return err
		}
		src.Root, src.Certificates, src.Load = resultsOf(cmd, nil), given.certificates(), given.load()
		return f(cmd.Context(), src)
	}
	if err := withoutLabels(cmd); err != nil {
		return err
	}
	return with(cmd, s, func(ctx context.Context, ses *session) error {
		if err := ses.desk.Scope().Oversee(act); err != nil {
			return err
		}
		src.Root = resultsOf(cmd, ses)
		scope := ses.desk.Scope()
		src.Load = func(ctx context.Context, state string) (card.State, error) {
			one, err := ses.store.State(ctx, scope, state)
			if errors.As(err, new(*review.UnknownStateError)) {
				err = fmt.Errorf("%w: %w", err, fs.ErrNotExist)
			}
			return one, err
		}
		if !without {
			given, err := fromStore(ctx, cmd, ses, false)
			if err != nil {
				return err
			}
			given.cases = append(given.cases, given.faulty...) // the data set says which are not scorable
			src.Certificates = given.certificates()
		}
		return f(ctx, src)
	})
}

func buildDataset(cmd *cobra.Command, s streams) error {
	dir, err := required(cmd, "out", "the folder to write into")
	if err != nil {
		return err
	}
	overwrite, _ := cmd.Flags().GetBool("overwrite")
	return sourcesOf(cmd, s, "build a data set", func(ctx context.Context, src dataset.Sources) error {
		if within(dir, src.Root) {
			return hint(fmt.Errorf("a data set is joined with certificates, and %s holds what runs did without them", src.Root), "--out with a folder outside of it")
		}
		_, d, err := dataset.Build(ctx, src, dataset.Target{Dir: dir, Overwrite: overwrite, Now: s.Now()})
		if err != nil {
			return err
		}
		p := newPrinter(cmd)
		return p.answer(d, func() { printDataset(p, d, dir) })
	})
}

// within reports whether a path is a folder or in it.
func within(path, folder string) bool {
	path, err := filepath.Abs(path)
	folder, errFolder := filepath.Abs(folder)
	rest, errRest := filepath.Rel(folder, path)
	return errors.Join(err, errFolder, errRest) == nil && filepath.IsLocal(rest)
}

func printDataset(p *printer, d dataset.Description, dir string) {
	rows := make([][]string, len(d.Sheets))
	for i, w := range d.Sheets {
		rows[i] = []string{w.Name, thousands(w.Rows), thousands(len(w.Columns))}
	}
	p.table([]string{"sheet", ">rows", ">columns"}, rows)
	p.line("")
	p.line("%s of %s", count(len(d.Lineage.RunIDs), "run", "runs"), p.clean(joined(d.Lineage.Experiments)))
	for _, j := range d.Lineage.Joins {
		p.line("  %s  %s", thousands(j.Runs), p.clean(string(j.Join)))
	}
	if n := len(d.Missing); n > 0 {
		p.line("%s without any value; %s says why", count(n, "column is", "columns are"), dataset.DescriptionFile)
	}
	p.line("wrote %s", p.clean(dir))
}

// plannedTable prints a table of the metrics note, read off the runs.
func plannedTable(cmd *cobra.Command, s streams, name string, only []string) error {
	draws, err := drawsOf(cmd)
	if err != nil {
		return err
	}
	o := dataset.TableOptions{Resampling: draws}
	o.Metric, _ = cmd.Flags().GetString("metric")
	if factors, _ := cmd.Flags().GetStringSlice("factors"); len(factors) > 0 {
		o.Factors = factors
	}
	if len(only) > 0 {
		return hint(fmt.Errorf("table %s is about runs: choose among them with --experiment; it takes no method", name), "suffice table %s --experiment NAME", name)
	}
	return sourcesOf(cmd, s, "see the runs of everybody", func(ctx context.Context, src dataset.Sources) error {
		if name != dataset.TableTasks {
			src.Tokens = nil // counting every pool takes longer than reading the runs
		}
		set, err := dataset.Derive(ctx, src)
		if err != nil {
			return err
		}
		t, err := set.Table(name, o)
		if err != nil {
			return err
		}
		return sayTables(cmd, []scorer.Table{t}, nil)
	})
}

// isPlanned reports whether a table is read off runs.
func isPlanned(name string) bool { return slices.Contains(dataset.Tables(), name) }
