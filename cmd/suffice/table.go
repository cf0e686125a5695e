package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"suffice/certificate/records"
	"suffice/scorer"
	"suffice/scorer/dataset"
)

func newTable(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "table NAME [METHOD...]", Short: "Print a table of the paper, or a planned one",
		Long: `Tables of rankings and certificates, for the methods named or all:

  main         the primary suite (table 1)
  full         every metric at every cutoff
  curves       Complete-MSS at every cutoff, oracle and random draw beside (11)
  budgets      two methods under limits of items and source tokens (12); without
               names, mss_complement and independent_similarity
  strata       the primary suite in every stratum (14), parted --by groups,
               overlap, boundary, repository or language
  composition  states of every stratum by decision boundary (13)
  attribution  what each part of MSS-Complement adds (4)
  returned     completion of the whole output, with units and source tokens
  observed     the share of slots that hold what was seen already

Tables of what runs recorded, joined with certificates (docs/dataset.md):

  tasks        states and repositories
  factorial    effects of the settings of retrieval, and their interactions
  ablations    query, interface and packing
  efficiency   correctness, tokens, calls and time
  robustness   by scenario and difficulty
  index        what indexing and querying cost
  failures     failures and exclusions by kind

What cannot be filled is printed as missing, never left out. Every rate has its
numerator, denominator and exclusions in CSV and JSON (docs/tables.md).`,
		Example: `  suffice table main
  suffice table attribution --format latex --out attribution.tex
  suffice table strata --stratify boundary mss_complement bm25
  suffice table curves --labels labels.jsonl --predictions all.jsonl --items items.jsonl
  suffice table efficiency --experiment hosted`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return hint(errors.New("suffice table needs the name of a table: "+oneOfWords(tableNames())), "suffice table --help")
			}
			if !slices.Contains(tableNames(), args[0]) {
				return hint(fmt.Errorf("there is no table %q; choose %s", args[0], oneOfWords(tableNames())), "suffice table --help")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if isPlanned(args[0]) {
				return plannedTable(cmd, s, args[0], args[1:])
			}
			return rankedTable(cmd, s, args[0], args[1:])
		},
		ValidArgsFunction: func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			if len(args) == 0 {
				return tableNames(), cobra.ShellCompDirectiveNoFileComp
			}
			return completeMethods(cmd, args[1:], typed)
		},
	}
	fedFlags(cmd)
	resamplingFlags(cmd)
	formatFlags(cmd)
	resultsFlag(cmd)
	f := cmd.Flags()
	f.String("stratify", "groups", "strata and composition: the `WAY` to part states: "+oneOfWords(scorer.Stratifications()))
	f.StringArray("experiment", nil, "planned tables: runs of this `NAME` alone (repeatable; default: all)")
	f.String("metric", "", "planned tables: the `COLUMN` of the data set that effects are told in (default mss_complete@5)")
	f.StringSlice("factors", nil, "factorial: compare these `COLUMNS` of the data set (default method,query,embedder,reranker,controller)")
	complete(cmd, "stratify", stratificationNames()...)
	return cmd
}

// rankedTables are the tables of rankings and certificates.
func rankedTables() []string {
	return []string{"main", "full", "curves", "budgets", "strata", "composition", "attribution", "returned", "observed"}
}

func tableNames() []string { return append(rankedTables(), dataset.Tables()...) }

func rankedTable(cmd *cobra.Command, s streams, name string, names []string) error {
	draws, err := drawsOf(cmd)
	if err != nil {
		return err
	}
	way, _ := cmd.Flags().GetString("stratify")
	by, err := scorer.ParseStratification(way)
	if err != nil {
		return fmt.Errorf("--stratify: %w", err)
	}
	o := scorer.MatrixOptions{}
	if slices.Contains([]string{"budgets", "attribution", "returned"}, name) {
		o = counted()
	}
	m, err := matrixOf(cmd, s, o)
	if err != nil {
		return err
	}
	notices := m.Notices
	if name != "budgets" && len(names) > 0 {
		if m, err = m.Select(names...); err != nil {
			return guidedMatrix(err)
		}
	}
	t, err := drawTable(m, name, names, by, draws)
	if err != nil {
		return guidedMatrix(err)
	}
	return sayTables(cmd, []scorer.Table{t}, notices)
}

func drawTable(m *scorer.Matrix, name string, names []string, by scorer.Stratification, draws scorer.Resampling) (scorer.Table, error) {
	switch name {
	case "main":
		return m.Main(), nil
	case "full":
		return m.Full(), nil
	case "curves":
		return m.Curves(), nil
	case "strata":
		return m.StrataTable(by), nil
	case "composition":
		return m.CompositionTable(by), nil
	case "attribution":
		return m.Attribution(), nil
	case "returned":
		return m.Returned(), nil
	case "observed":
		return m.ObservedShare(), nil
	}
	switch len(names) {
	case 0:
		names = []string{"mss_complement", "independent_similarity"}
	case 2:
	default:
		return scorer.Table{}, hint(fmt.Errorf("table budgets compares two methods; found %d", len(names)), "suffice table budgets A B")
	}
	rows, err := m.Budgets(names[0], names[1], scorer.PaperLimits(), draws)
	if err != nil {
		return scorer.Table{}, err
	}
	return m.BudgetTable(rows), nil
}

// guidedMatrix adds to a method that is not there what to do about it.
func guidedMatrix(err error) error {
	if unknown := new(scorer.UnknownMethodError); errors.As(err, &unknown) {
		return hint(err, "suffice run %s, or suffice predictions list", records.Typed(unknown.Name))
	}
	return err
}
