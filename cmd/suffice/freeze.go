package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"suffice/review"
)

func newFreeze(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "freeze", Short: "Freeze the release, or say what is open", Args: noArgs,
		Long: `Every check of the release is made, each with what it looked at and what it
found. When one finds something, nothing is frozen and the exit code is 1. A
frozen release does not change any more; an audit can be drawn from it.`,
		Example: "  suffice freeze --check\n  suffice freeze",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return with(cmd, s, func(ctx context.Context, ses *session) error { return freeze(ctx, cmd, ses.desk) })
		},
	}
	cmd.Flags().Bool("check", false, "only check; freeze nothing")
	return cmd
}

// frozen is what `freeze --json` prints.
type frozen struct {
	Frozen  bool                 `json:"frozen"`
	Release *review.FreezeBody   `json:"release,omitzero"`
	Checks  []review.FreezeCheck `json:"checks"`
}

func freeze(ctx context.Context, cmd *cobra.Command, d *review.Desk) error {
	checks, err := d.FreezeChecks(ctx)
	if err != nil {
		return err
	}
	out := frozen{Checks: checks}
	if only, _ := cmd.Flags().GetBool("check"); !only && problems(checks) == 0 {
		done, err := d.Freeze(ctx)
		late := new(review.FreezeError)
		switch {
		case errors.As(err, &late): // somebody was faster than the check
			out.Checks = late.Checks
		case err != nil:
			return err
		default:
			out.Frozen, out.Release = true, &done
		}
	}
	p := newPrinter(cmd)
	if err := p.answer(out, func() { printFrozen(p, out) }); err != nil {
		return err
	}
	if problems(out.Checks) > 0 {
		return findingsError{}
	}
	return nil
}

func problems(checks []review.FreezeCheck) int {
	n := 0
	for _, c := range checks {
		n += len(c.Problems)
	}
	return n
}

func printFrozen(p *printer, f frozen) {
	rows := make([][]string, len(f.Checks))
	for i, c := range f.Checks {
		found := "none"
		if n := len(c.Problems); n > 0 {
			found = fmt.Sprint(n)
		}
		rows[i] = []string{p.clean(c.Title), fmt.Sprint(c.Checked), found}
	}
	p.table([]string{"check", ">looked at", ">found"}, rows)
	for _, c := range f.Checks {
		if len(c.Problems) == 0 {
			continue
		}
		p.line("")
		p.line("%s", p.clean(c.Title))
		for _, problem := range c.Problems {
			text := strings.TrimPrefix(problem.Text, problem.State+": ")
			if problem.State != "" {
				text = problem.State + ": " + text
			}
			p.line("  %s", p.clean(text))
		}
	}
	p.line("")
	switch n := problems(f.Checks); {
	case f.Frozen:
		p.line("frozen: %s, %d excluded", count(f.Release.States, "state", "states"), f.Release.Excluded)
		p.line("SHA-256 of the certificates %s", f.Release.SHA256)
	case n > 0:
		p.line("not frozen: %s in the way", count(n, "thing stands", "things stand"))
	default:
		p.line("nothing stands in the way of freezing")
	}
}
