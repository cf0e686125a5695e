package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"suffice/review"
)

func newAudit(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "audit", Short: "Sample, judge and report the independent audit",
		Long: `An organizer draws a uniform sample of the frozen release and two auditors from
outside the chain. Each gives a verdict and a confidence on every state, and
eight judgments on every group, and does not see the other's. An audit changes
no certificate. See docs/review.md.`,
		Example: "  suffice audit sample --states 80 --seed 20260904\n  suffice audit show tideline-33-s003\n  suffice audit submit tideline-33-s003 --file judgments.json\n  suffice audit report",
		RunE:    oneOf("sample", "list", "show", "judge", "submit", "reopen", "status", "report"),
	}
	cmd.AddCommand(
		newAuditSample(s),
		newTaskList(s, review.TaskAudit, "List the states you audit", "suffice audit list"),
		newAuditShow(s), newAuditJudge(s), newAuditSubmit(s), newAuditReopen(s),
		newAuditStatus(s), newAuditReport(s),
	)
	return cmd
}

func newAuditStatus(s streams) *cobra.Command {
	return &cobra.Command{
		Use: "status", Short: "Say how far the auditors are", Args: noArgs,
		Example: "  suffice audit status\n  suffice audit status --json | jq .open",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return with(cmd, s, func(ctx context.Context, ses *session) error {
				now, err := ses.desk.AuditStatus(ctx)
				if err != nil {
					return err
				}
				names, err := namesOf(ctx, ses.desk)
				if err != nil {
					return err
				}
				out := auditStatusOf(now, names)
				p := newPrinter(cmd)
				return p.answer(out, func() { printAuditStatus(p, out) })
			})
		},
	}
}

// auditStatus is what `audit status --json` prints.
type auditStatus struct {
	States    int                      `json:"states"`
	Of        int                      `json:"of"`
	Seed      uint64                   `json:"seed"`
	Auditors  map[review.Slot]string   `json:"auditors"`
	Submitted map[review.Slot]int      `json:"submitted"`
	Open      map[review.Slot][]string `json:"open"`
	Reported  bool                     `json:"reported"`
}

func auditStatusOf(now review.AuditProgress, names map[review.PersonID]string) auditStatus {
	out := auditStatus{
		States: len(now.Audit.Sample.States), Of: now.Audit.Sample.Of, Seed: now.Audit.Sample.Seed,
		Auditors: map[review.Slot]string{}, Submitted: map[review.Slot]int{}, Open: map[review.Slot][]string{}, Reported: now.Reported,
	}
	for i, slot := range bothSlots() {
		if i < len(now.Audit.Auditors) {
			out.Auditors[slot] = names[now.Audit.Auditors[i]]
		}
		out.Submitted[slot] = now.Submitted[slot]
		out.Open[slot] = append([]string{}, now.Open[slot]...)
	}
	return out
}

func bothSlots() []review.Slot { return []review.Slot{review.SlotA, review.SlotB} }

func printAuditStatus(p *printer, a auditStatus) {
	p.line("%s of %d, uniform, seed %d", count(a.States, "state", "states"), a.Of, a.Seed)
	for _, slot := range bothSlots() {
		p.line("%s  %s: %d submitted, %d open", slot, p.clean(a.Auditors[slot]), a.Submitted[slot], len(a.Open[slot]))
		for _, state := range a.Open[slot] {
			p.line("   %s", p.clean(state))
		}
	}
	if a.Reported {
		p.line("the audit is reported")
	}
}

func newAuditReport(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "report", Short: "Print the report of the audit (table 9)", Args: noArgs,
		Long: `Only what both auditors submitted counts. What is not complete is refused unless
it is named with --exclude, and is then listed as an exclusion. --record ends
the audit: its report is an event of the ledger, and the judgments stay as they
are.`,
		Example: "  suffice audit report\n  suffice audit report --exclude tideline-45-s001 --record",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return with(cmd, s, func(ctx context.Context, ses *session) error { return auditReport(ctx, cmd, ses.desk) })
		},
	}
	cmd.Flags().StringSlice("exclude", nil, "leave this `STATE` out although it is not complete (repeatable)")
	cmd.Flags().Bool("record", false, "end the audit with this report")
	addResampling(cmd)
	return cmd
}

func auditReport(ctx context.Context, cmd *cobra.Command, d *review.Desk) error {
	r, err := resampling(cmd)
	if err != nil {
		return err
	}
	exclude, _ := cmd.Flags().GetStringSlice("exclude")
	record, _ := cmd.Flags().GetBool("record")
	report, err := d.AuditReport(ctx, exclude, r, record)
	if err != nil {
		return guided(err)
	}
	p := newPrinter(cmd)
	return p.answer(report, func() { printLines(p, report.Lines()) })
}

// printLines prints what the statistics put into lines; these are clean.
func printLines(p *printer, lines []string) {
	for _, l := range lines {
		p.line("%s", l)
	}
}

// auditAnswer is what the commands that change judgments answer with --json.
type auditAnswer struct {
	State     string   `json:"state_id"`
	Submitted bool     `json:"submitted"`
	Missing   []string `json:"missing"`
}

func sayAudit(p *printer, v review.AuditView, verb string) error {
	a := auditAnswer{State: v.State.Card.ID, Submitted: v.Sheet.Submitted, Missing: []string{}}
	for _, f := range v.Faults {
		a.Missing = append(a.Missing, f.Says)
	}
	return p.answer(a, func() {
		left := "nothing is missing"
		if n := len(a.Missing); n > 0 && !a.Submitted {
			left = fmt.Sprintf("%s to judge", count(n, "thing is left", "things are left"))
		}
		p.line("%s: %s, %s", p.clean(a.State), verb, left)
	})
}
