package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"suffice/review"
)

func newHistory(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "history [STATE]", Short: "Print the ledger of the project or of one state",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) <= 1 {
				return nil
			}
			return exactArgs("a state")(cmd, args)
		},
		Example: "  suffice history\n  suffice history tideline-14-s004 --last 20",
		RunE: func(cmd *cobra.Command, args []string) error {
			return with(cmd, s, func(ctx context.Context, ses *session) error {
				f := review.Filter{}
				f.Limit, _ = cmd.Flags().GetInt("last")
				if len(args) == 1 {
					v, err := takeNamed(ctx, ses.desk, args[0])
					if err != nil {
						return err
					}
					f.State = v.State.Card.ID
				}
				return history(ctx, cmd, ses.desk, f)
			})
		},
	}
	cmd.Flags().Int("last", 0, "only the newest `N` events")
	return cmd
}

func history(ctx context.Context, cmd *cobra.Command, d *review.Desk, f review.Filter) error {
	entries := []review.Entry{}
	for e, err := range d.History(ctx, f) {
		if err != nil {
			return err
		}
		entries = append(entries, e)
	}
	p := newPrinter(cmd)
	unnumbered(d, entries)
	return p.answer(entries, func() { printEntries(p, entries) })
}

// unnumbered takes the numbers off what a person sees of the ledger who does
// not see all of it: the gaps between the numbers of one's own events tell how
// much others did in the meantime.
func unnumbered(d *review.Desk, entries []review.Entry) {
	if d.Scope().Whole() {
		return
	}
	for i := range entries {
		entries[i].Event.Seq, entries[i].Event.Undoes = 0, 0
	}
}

// printEntries is a stretch of the ledger as a table, with a column of numbers
// where there are any.
func printEntries(p *printer, entries []review.Entry) {
	head := []string{">event", "time", "who", "state", "what"}
	from := 0
	if len(entries) > 0 && entries[0].Event.Seq == 0 {
		from = 1
	}
	rows := make([][]string, len(entries))
	for i, e := range entries {
		text := e.Text
		if e.Undone {
			text += " (undone)"
		}
		at := time.UnixMilli(e.Event.At).Local().Format("2006-01-02 15:04:05")
		rows[i] = []string{thousands(int(e.Event.Seq)), at, p.clean(e.Name), p.clean(e.Event.State), p.clean(text)}[from:]
	}
	p.table(head[from:], rows)
}
