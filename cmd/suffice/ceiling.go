package main

import (
	"github.com/spf13/cobra"

	"suffice/scorer"
)

func newCeiling(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "ceiling", Short: "What an oracle reaches, and what a random draw does", Args: noArgs,
		Long: `The oracle ceiling at k is the share of states that some set of at most k units
completes; the random draw is the exact expectation for k distinct units drawn
uniformly from the pool, counted and not simulated. Both rest on certificates
alone: no method is involved.`,
		Example: "  suffice ceiling\n  suffice ceiling --labels labels.jsonl --items items.jsonl --k 1,5,8",
		RunE: func(cmd *cobra.Command, _ []string) error {
			m, err := certificatesOnly(cmd, s)
			if err != nil {
				return err
			}
			return sayTables(cmd, []scorer.Table{m.Ceiling()}, m.Notices)
		},
	}
	f := cmd.Flags()
	f.String("labels", "", "certificates of a `FILE` in place of the project's")
	f.String("items", "", "states of a `FILE`, with --labels: the sizes of pools")
	f.String("k", "", "cutoffs, such as 1,3,5 (default 1,3,5,8,10,12,16)")
	formatFlags(cmd)
	return cmd
}
