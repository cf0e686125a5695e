package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"suffice/review"
	"suffice/store"
)

func newPredictions(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "predictions", Short: "List, lock and unlock prediction sets",
		Long: `A locked set cannot change; the SHA-256 of its rows stands in the ledger. Only
locked sets count for the sensitivity of a certificate change. Whoever does not
see everything is shown the rows on states whose outcomes are open to them.`,
		Example: "  suffice predictions list\n  suffice predictions lock bm25",
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return listSets(cmd, s) },
	}
	cmd.AddCommand(
		&cobra.Command{
			Use: "list", Short: "List the prediction sets", Args: noArgs, Example: "  suffice predictions list --json",
			RunE: func(cmd *cobra.Command, _ []string) error { return listSets(cmd, s) },
		},
		&cobra.Command{
			Use: "lock SET", Short: "Make a set immutable", Args: exactArgs("a set"), Example: "  suffice predictions lock bm25",
			RunE: func(cmd *cobra.Command, args []string) error {
				return turnSet(cmd, s, args[0], "locked", (*store.Store).Lock)
			},
		},
		&cobra.Command{
			Use: "unlock SET", Short: "Let a locked set change again", Args: exactArgs("a set"), Example: "  suffice predictions unlock bm25",
			RunE: func(cmd *cobra.Command, args []string) error {
				return turnSet(cmd, s, args[0], "unlocked", (*store.Store).Unlock)
			},
		},
	)
	return cmd
}

func listSets(cmd *cobra.Command, s streams) error {
	return with(cmd, s, func(ctx context.Context, ses *session) error {
		sets, err := ses.store.Sets(ctx, ses.desk.Scope())
		if err != nil {
			return err
		}
		p := newPrinter(cmd)
		if sets == nil {
			sets = []store.Set{}
		}
		return p.answer(sets, func() {
			if len(sets) == 0 {
				p.line("no prediction sets yet: suffice import predictions FILE")
				return
			}
			rows := make([][]string, len(sets))
			for i, t := range sets {
				lock := "open"
				switch t.Locked {
				case "":
				case store.LockedUnsaid:
					lock = "locked"
				default:
					lock = "locked " + t.Locked[:12]
				}
				methods := strings.Join(slices.Sorted(maps.Keys(t.Methods)), ", ")
				rows[i] = []string{p.clean(t.Name), fmt.Sprint(t.Rows), fmt.Sprint(t.States), lock, p.clean(methods)}
			}
			p.table([]string{"set", ">rows", ">states", "lock", "methods"}, rows)
		})
	})
}

type turner func(*store.Store, context.Context, review.Scope, int64, string) (review.LockBody, error)

func turnSet(cmd *cobra.Command, s streams, set, verb string, turn turner) error {
	return with(cmd, s, func(ctx context.Context, ses *session) error {
		body, err := turn(ses.store, ctx, ses.desk.Scope(), s.Now().UnixMilli(), set)
		if locked := new(store.LockedSetError); errors.As(err, &locked) {
			return fmt.Errorf("the prediction set %q is locked already; nothing was changed", locked.Set)
		}
		if err != nil {
			return err
		}
		p := newPrinter(cmd)
		return p.answer(body, func() {
			p.line("%s %s: %s, SHA-256 %s", verb, p.clean(body.Set), count(body.Rows, "row", "rows"), body.SHA256)
		})
	})
}
