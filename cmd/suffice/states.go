package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"suffice/review"
)

func newStates(s streams) *cobra.Command {
	return &cobra.Command{
		Use: "states", Short: "List your states: where each stands", Args: noArgs,
		Example: "  suffice states\n  suffice states --json | jq '.[] | select(.blocking > 0)'",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return with(cmd, s, func(ctx context.Context, ses *session) error {
				rows, err := queueOf(ctx, ses.desk)
				if err != nil {
					return err
				}
				p := newPrinter(cmd)
				return p.answer(rows, func() { printQueue(p, ses.desk, rows) })
			})
		},
	}
}

// printQueue is the queue screen as plain text.
func printQueue(p *printer, d *review.Desk, rows []review.QueueRow) {
	p.line("%s · %s project · %s (%s)", p.clean(d.Project().Name), d.Project().Mode, p.clean(d.Person().Name), roles(d.Person()))
	if len(rows) == 0 {
		p.line("%s", noStates(d))
		return
	}
	p.line("%s: %s", count(len(rows), "state", "states"), progress(d, rows))
	p.line("")
	table := make([][]string, len(rows))
	for i, r := range rows {
		table[i] = []string{
			p.clean(r.State), p.clean(r.Repo), p.clean(boundaryWords(string(r.Boundary))), kindWord(d, r), statusWord(r),
			fmt.Sprint(r.Units), fmt.Sprint(r.Groups), findingWords(r), spent(r.Spent), p.clean(marks(r)),
		}
	}
	p.table([]string{"state", "repository", "boundary", kindName(d), "status", ">units", ">groups", "findings", ">time", "marks"}, table)
}

func boundaryWords(b string) string { return strings.ReplaceAll(b, "_", " ") }

// findingWords says how many findings of each kind there are.
func findingWords(r review.QueueRow) string {
	if r.Groups == 0 && !r.Touched || r.Claimable {
		return "-" // not started
	}
	var parts []string
	for _, k := range []struct {
		n    int
		word string
	}{{r.Blocking, "blocking"}, {r.Freezing, "to finish"}} {
		if k.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", k.n, k.word))
		}
	}
	if r.Warnings > 0 {
		parts = append(parts, count(r.Warnings, "warning", "warnings"))
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}

// spent says milliseconds of work in words; less than a minute is nothing.
func spent(ms int64) string {
	d := time.Duration(ms) * time.Millisecond
	if d < time.Minute {
		return "-"
	}
	if d < time.Hour {
		return fmt.Sprintf("%dm", int(d.Minutes()))
	}
	return fmt.Sprintf("%dh%02dm", int(d.Hours()), int(d.Minutes())%60)
}

func marks(r review.QueueRow) string {
	var out []string
	if r.Flag != nil {
		out = append(out, "flagged: "+*r.Flag)
	}
	if r.Skip != nil {
		out = append(out, "skipped: "+*r.Skip)
	}
	return strings.Join(out, "; ")
}
