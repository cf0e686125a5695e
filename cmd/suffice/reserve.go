package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"
)

func newReserve(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "reserve STATE...", Short: "Keep states out of the work until they replace another", Args: atLeast("state"),
		Long: `A reserve is in no release and gets no review before a senior puts it in the place
of a state that is unfit. --off puts it into the work as a state of its own.`,
		Example: "  suffice reserve tideline-63-s002 tideline-66-s004\n  suffice reserve tideline-66-s004 --off",
		RunE: func(cmd *cobra.Command, args []string) error {
			off, _ := cmd.Flags().GetBool("off")
			return with(cmd, s, func(ctx context.Context, ses *session) error {
				for i, state := range args {
					if err := ses.desk.SetReserve(ctx, state, !off); err != nil {
						if i > 0 {
							err = fmt.Errorf("%w; the %d before it were changed", err, i)
						}
						return guided(err)
					}
				}
				p := newPrinter(cmd)
				return p.answer(map[string]any{"states": args, "reserve": !off}, func() {
					for _, state := range args {
						if off {
							p.line("%s: in the work", p.clean(state))
						} else {
							p.line("%s: a reserve", p.clean(state))
						}
					}
				})
			})
		},
	}
	cmd.Flags().Bool("off", false, "put them into the work")
	return cmd
}
