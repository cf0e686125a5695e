package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"suffice/scorer"
)

func newCompare(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "compare A B", Short: "Compare two methods on the same states", Args: exactArgs("a method", "another method"),
		Long: `The difference A - B on the states that both rank, with its paired interval
(whole clusters are drawn with replacement; both methods get the same draws;
states weigh equally) and wins, ties and losses. Without --metric and --k it is
the primary suite: Complete-MSS and group recall at 5 and 8, necessity-weighted
recall at 5. With --metric alone it is these at 5 and 8, with --k alone the three
metrics at those cutoffs. The primary endpoint is Complete-MSS at 5. The same seed
gives the same bytes on any number of cores.

With --within the comparison is made in every stratum too. Methods of several
prediction sets that have the same name are called SET/METHOD when the sets are
named with --set.`,
		Example: `  suffice compare mss_complement independent_similarity
  suffice compare mss_complement fused --metric mss_complete --k 5,8 --seed 7
  suffice compare mss_complement bm25 --within groups --format markdown
  suffice compare one/mss_complement two/mss_complement --set one --set two`,
		RunE:              func(cmd *cobra.Command, args []string) error { return compare(cmd, s, args[0], args[1]) },
		ValidArgsFunction: completeMethods,
	}
	fedFlags(cmd)
	resamplingFlags(cmd)
	formatFlags(cmd)
	var names []string
	for _, m := range scorer.Metrics() {
		names = append(names, m.String())
	}
	cmd.Flags().Lookup("k").Usage = "cutoffs, such as 1,3,5 (default 5,8)"
	cmd.Flags().StringSlice("metric", nil, "`METRICS`: "+strings.Join(names, ", ")+" (default: the primary suite)")
	cmd.Flags().String("within", "", "compare within strata as well: `WAY` is "+oneOfWords(scorer.Stratifications()))
	complete(cmd, "metric", names...)
	complete(cmd, "within", stratificationNames()...)
	return cmd
}

func stratificationNames() []string {
	var names []string
	for _, by := range scorer.Stratifications() {
		names = append(names, string(by))
	}
	return names
}

// resamplingFlags say how intervals are drawn.
func resamplingFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Int("resamples", 20000, "bootstrap `DRAWS` for the intervals")
	f.Uint64("seed", 0, "`SEED` of the draws")
	f.String("by", "repo", "what is drawn: `CLUSTER` is repo or state")
	complete(cmd, "by", "repo", "state")
}

// mostDraws bounds what a slip of the keyboard can ask for.
const mostDraws = 10_000_000

func drawsOf(cmd *cobra.Command) (scorer.Resampling, error) {
	f := cmd.Flags()
	r := scorer.PaperResampling()
	r.Draws, _ = f.GetInt("resamples")
	r.Seed, _ = f.GetUint64("seed")
	by, _ := f.GetString("by")
	if r.Draws < 2 || r.Draws > mostDraws {
		return r, fmt.Errorf("--resamples is a whole number from 2 to %s; found %d", thousands(mostDraws), r.Draws)
	}
	switch by {
	case "repo", "repository":
		r.Cluster = scorer.ByRepository
	case "state":
		r.Cluster = scorer.ByState
	default:
		return r, unknownWord("--by", by, []string{"repo", "state"})
	}
	return r, nil
}

// points are the metrics and cutoffs that --metric and --k name; without
// --metric the primary suite.
func points(cmd *cobra.Command) ([]scorer.Point, error) {
	names, _ := cmd.Flags().GetStringSlice("metric")
	text, _ := cmd.Flags().GetString("k")
	ks, err := cutoffs(text)
	if err != nil {
		return nil, err
	}
	if len(names) == 0 && ks == nil {
		return scorer.PrimaryPoints(), nil
	}
	if ks == nil {
		ks = []int{5, 8}
	}
	var metrics []scorer.Metric
	for _, name := range names {
		m, err := scorer.ParseMetric(name)
		if err != nil {
			return nil, fmt.Errorf("--metric: %w", err)
		}
		metrics = append(metrics, m)
	}
	if metrics == nil {
		metrics = []scorer.Metric{scorer.Complete, scorer.GroupRecall, scorer.NecessityRecall}
	}
	var out []scorer.Point
	for _, m := range metrics {
		for _, k := range ks {
			out = append(out, scorer.Point{Metric: m, K: k})
		}
	}
	return out, nil
}

func compare(cmd *cobra.Command, s streams, a, b string) error {
	at, err := points(cmd)
	if err != nil {
		return err
	}
	draws, err := drawsOf(cmd)
	if err != nil {
		return err
	}
	within, _ := cmd.Flags().GetString("within")
	m, err := matrixOf(cmd, s, scorer.MatrixOptions{})
	if err != nil {
		return err
	}
	if within != "" {
		by, err := scorer.ParseStratification(within)
		if err != nil {
			return fmt.Errorf("--within: %w", err)
		}
		list, err := m.StrataComparisons(by, a, b, at, draws)
		if err != nil {
			return guidedMatrix(err)
		}
		return sayTables(cmd, []scorer.Table{m.StrataComparisonTable(by, list)}, m.Notices)
	}
	list, err := m.CompareMany([]scorer.Pair{{A: a, B: b}}, at, draws)
	if err != nil {
		return guidedMatrix(err)
	}
	return sayTables(cmd, []scorer.Table{m.ComparisonTable(list)}, m.Notices)
}
