package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"suffice/review"
)

func newAccounting(s streams) *cobra.Command {
	return &cobra.Command{
		Use: "accounting", Short: "Count the work from the ledger (table 8)", Args: noArgs,
		Long: `Every count is a fold of the ledger; none can be typed in. Repairs and
replacements are cumulative: they count what happened, also where it was
changed again later. For organizers.`,
		Example: "  suffice accounting\n  suffice accounting --json",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return with(cmd, s, func(ctx context.Context, ses *session) error {
				a, err := ses.desk.Accounting(ctx)
				if err != nil {
					return err
				}
				p := newPrinter(cmd)
				return p.answer(a, func() { printAccounting(p, a) })
			})
		},
	}
}

func printAccounting(p *printer, a review.Accounting) {
	rows := func(list ...row) {
		cells := make([][]string, len(list))
		for i, r := range list {
			cells[i] = []string{thousands(r.n), r.what}
		}
		p.table([]string{">count", "what"}, cells)
	}
	rows(
		row{a.ScorableStates, "scorable states"},
		row{a.ModelReviews, "independent model reviews"},
		row{a.ModelArbitrations, "third-model arbitration rows"},
		row{a.HumanReviews, "human reviews"},
		row{a.Arbitrations, "arbitrations"},
		row{a.HumanAudited, "human-audited states"},
		row{a.Repairs, "certificate repairs (cumulative)"},
		row{a.Replacements, "replacements (cumulative)"},
		row{a.StatesWithBranches, "states with enumerated branches"},
		row{a.StatesWithSeveral, "states with several branches"},
		row{a.Branches, "branches"},
	)
	p.line("")
	p.line("Progress")
	for _, ph := range allPhases() {
		if n := a.Phases[ph]; n > 0 {
			p.line("  %s  %s", fmt.Sprintf("%5s", thousands(n)), ph)
		}
	}
	p.line("  reviews submitted %s times, taken back %s times; decisions taken back %s times",
		thousands(a.Submitted), thousands(a.Reopened), thousands(a.Recalled))
	p.line("  %s in the ledger", count(a.Events, "event", "events"))
}

// row is a count with what it counts.
type row struct {
	n    int
	what string
}

// allPhases lists the phases of a state in their order.
func allPhases() []review.Phase {
	return []review.Phase{review.Annotate, review.Review, review.Arbitrate, review.Closed, review.Frozen, review.Excluded}
}
