package main

import (
	"context"

	"github.com/spf13/cobra"

	"suffice/certificate"
	"suffice/review"
)

func newCheck(s streams) *cobra.Command {
	return &cobra.Command{
		Use: "check [STATE...]", Short: "Say what is wrong with the certificates",
		Long: `Lists the findings of every certificate, or of the named states. A blocking
finding makes the exit code 1; what stops a certificate made here from being
finished, and warnings, do not.`,
		Example: "  suffice check\n  suffice check tideline-41-s005 --json",
		RunE: func(cmd *cobra.Command, args []string) error {
			return with(cmd, s, func(ctx context.Context, ses *session) error {
				return check(ctx, cmd, ses.desk, args)
			})
		},
	}
}

// checked is the answer for one state.
type checked struct {
	State    string                `json:"state"`
	Status   review.Status         `json:"status"`
	Findings []certificate.Finding `json:"findings"`
}

func check(ctx context.Context, cmd *cobra.Command, d *review.Desk, states []string) error {
	if len(states) == 0 {
		rows, err := d.Queue(ctx)
		if err != nil {
			return err
		}
		for _, r := range rows {
			if !r.Claimable { // nothing of its certificate is shown before a claim
				states = append(states, r.State)
			}
		}
	}
	out := []checked{}
	totals := map[certificate.Severity]int{}
	empty := 0
	for _, state := range states {
		v, err := takeNamed(ctx, d, state)
		if err != nil {
			return err
		}
		c := checked{State: v.State.Card.ID, Status: v.Status, Findings: []certificate.Finding{}}
		if !v.Labelled && !v.Touched {
			empty++ // nothing was started: nothing can be wrong with it
		} else {
			c.Findings = findingsOf(v)
		}
		for _, f := range c.Findings {
			totals[f.Severity]++
		}
		out = append(out, c)
	}
	p := newPrinter(cmd)
	if err := p.answer(out, func() { printChecked(p, out, totals, empty) }); err != nil {
		return err
	}
	if totals[certificate.Blocking] > 0 {
		return findingsError{}
	}
	return nil
}

func printChecked(p *printer, out []checked, totals map[certificate.Severity]int, empty int) {
	for _, c := range out {
		if len(c.Findings) == 0 {
			continue
		}
		p.line("%s (%s)", p.clean(c.State), c.Status)
		for _, f := range c.Findings {
			p.line("  %-9s  %s", severityWord(f), p.clean(f.Text))
		}
	}
	p.line("%s checked: %d blocking, %d to finish, %s",
		count(len(out), "certificate", "certificates"), totals[certificate.Blocking], totals[certificate.Freezing],
		count(totals[certificate.Warning], "warning", "warnings"))
	if empty > 0 {
		p.line("%s not started", count(empty, "is", "are"))
	}
}
