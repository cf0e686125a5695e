package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"suffice/review"
)

// newTaskList lists the rows of the queue that are about one task.
func newTaskList(s streams, task review.Task, short, example string) *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: short, Args: noArgs, Example: "  " + example + "\n  " + example + " --json",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return with(cmd, s, func(ctx context.Context, ses *session) error {
				all, err := ses.desk.Queue(ctx)
				if err != nil {
					return err
				}
				rows := rowsOf(all, task)
				p := newPrinter(cmd)
				return p.answer(rows, func() { printTasks(p, rows, task, s.Now()) })
			})
		},
	}
}

// rowsOf are the rows of a task, never nil, in the order of the queue.
func rowsOf(all []review.QueueRow, task review.Task) []review.QueueRow {
	rows := []review.QueueRow{}
	for _, r := range all {
		if r.Task == task {
			rows = append(rows, r)
		}
	}
	return rows
}

func printTasks(p *printer, rows []review.QueueRow, task review.Task, now time.Time) {
	if len(rows) == 0 {
		p.line("nothing here is for you now")
		return
	}
	header := []string{"state", "repository", "boundary", "status", ">units", ">time"}
	dispute := task == review.TaskArbitrate
	if dispute {
		header = append(header, ">agreement", "why")
	}
	header = append(header, "marks")
	table := make([][]string, len(rows))
	for i, r := range rows {
		table[i] = []string{p.clean(r.State), p.clean(r.Repo), p.clean(boundaryWords(string(r.Boundary))), statusWord(r), fmt.Sprint(r.Units), spent(r.Spent)}
		if dispute {
			table[i] = append(table[i], fmt.Sprintf("%.2f", r.Closeness), p.clean(r.Why))
		}
		table[i] = append(table[i], p.clean(joinedMarks(r, now)))
	}
	p.table(header, table)
}

// statusWord says where a task stands, or the certificate of a state that the
// person only looks at; one that nobody finished waits while it is reviewed.
func statusWord(r review.QueueRow) string {
	switch {
	case r.Claimable:
		return "to claim"
	case r.Submitted && r.Task == review.TaskArbitrate:
		return "decided"
	case r.Submitted:
		return "submitted"
	case waits(r):
		return "waits"
	}
	return string(r.Status)
}

// phaseWord is a phase in words that are no task's.
func phaseWord(p review.Phase) string {
	switch p {
	case review.Review:
		return "in review"
	case review.Arbitrate:
		return "disputed"
	}
	return string(p)
}

func joinedMarks(r review.QueueRow, now time.Time) string {
	var out []string
	if r.Moved {
		out = append(out, "reviews changed since")
	}
	if r.Until != 0 && !r.Submitted {
		out = append(out, "claim "+leaseWords(time.UnixMilli(r.Until).Sub(now)))
	}
	if m := marks(r); m != "" {
		out = append(out, m)
	}
	return strings.Join(out, "; ")
}

// leaseWords says how long a claim lasts yet.
func leaseWords(left time.Duration) string {
	if left <= 0 {
		return "ran out"
	}
	return "ends in " + strings.TrimSuffix(max(left.Round(time.Minute), time.Minute).String(), "0s")
}
