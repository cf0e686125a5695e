package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"suffice/fixtures"
)

func newGenerate(_ streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "generate DIR", Short: "Write a large synthetic set for measuring", Args: exactArgs("a folder"),
		Long: `Writes items.jsonl, labels.jsonl and predictions.jsonl: made-up text in the
sizes of the public calibration split. The same seed gives the same bytes.`,
		Example: "  suffice generate --states 500 --units 87 --seed 1 /tmp/large",
		RunE: func(cmd *cobra.Command, args []string) error {
			var size fixtures.Size
			flags := cmd.Flags()
			size.States, _ = flags.GetInt("states")
			size.Units, _ = flags.GetInt("units")
			size.Methods, _ = flags.GetInt("methods")
			size.Seed, _ = flags.GetUint64("seed")
			done, err := fixtures.Generate(cmd.Context(), args[0], size)
			if err != nil {
				return fmt.Errorf("generate: %w", err)
			}
			p := newPrinter(cmd)
			return p.answer(done, func() {
				p.line("wrote %s, %s, %s, %s and %s (%.1f MB) to %s",
					count(done.States, "state", "states"), count(done.Units, "unit", "units"),
					count(done.Groups, "group", "groups"), count(done.Branches, "branch", "branches"),
					count(done.Predictions, "prediction", "predictions"), float64(done.Bytes)/1e6, p.clean(args[0]))
			})
		},
	}
	cmd.Flags().Int("states", 500, "how many states")
	cmd.Flags().Int("units", 87, "units in every pool")
	cmd.Flags().Int("methods", 12, "methods with a prediction for every state")
	cmd.Flags().Uint64("seed", 1, "seed of the random numbers")
	return cmd
}
