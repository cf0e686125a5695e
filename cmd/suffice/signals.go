package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"suffice/review"
)

func newSignals(s streams) *cobra.Command {
	return &cobra.Command{
		Use: "signals", Short: "Count what the model reviewers said (table 7)", Args: noArgs,
		Long: `Reviews by models are signals: they change no certificate, and nobody but an
organizer without another role ever sees them. The table has
one row a reviewer with the number of its rows by verdict.`,
		Example: "  suffice import reviews model-a.jsonl\n  suffice signals",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return with(cmd, s, func(ctx context.Context, ses *session) error {
				counts, err := ses.desk.Signals(ctx)
				if err != nil {
					return err
				}
				if counts == nil {
					counts = []review.SignalCount{}
				}
				p := newPrinter(cmd)
				return p.answer(counts, func() { printSignals(p, counts) })
			})
		},
	}
}

func printSignals(p *printer, counts []review.SignalCount) {
	if len(counts) == 0 {
		p.line("no reviews by models yet: suffice import reviews FILE")
		return
	}
	header := []string{"model reviewer", ">rows"}
	for _, v := range review.Verdicts() {
		header = append(header, ">"+string(v))
	}
	rows := make([][]string, len(counts))
	for i, c := range counts {
		rows[i] = []string{p.clean(c.Reviewer), thousands(c.Rows)}
		for _, v := range review.Verdicts() {
			rows[i] = append(rows[i], fmt.Sprint(c.Counts[v]))
		}
	}
	p.table(header, rows)
}
