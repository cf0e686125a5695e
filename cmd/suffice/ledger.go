package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"suffice/review"
)

func newLedger(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "ledger", Short: "Search the ledger by kind, state, person and time", Args: noArgs,
		Long: `An organizer without another role searches the whole ledger; everybody else what
they did themselves, and what happened to a certificate that they see. Times
are local, as 2006-01-02 or 2006-01-02T15:04; --since includes, --until does
not. --kinds lists how often each kind of event was found.`,
		Example: "  suffice ledger --kind review_submitted\n  suffice ledger --state tideline-14-s004 --last 20\n  suffice ledger --person reviewer-1 --since 2027-01-01 --kinds",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return with(cmd, s, func(ctx context.Context, ses *session) error { return ledger(ctx, cmd, ses.desk) })
		},
	}
	f := cmd.Flags()
	f.String("kind", "", "only events of this `KIND`")
	f.String("state", "", "only events of this `STATE`")
	f.String("person", "", "only what this `NAME` did")
	f.String("since", "", "only from this `TIME` on")
	f.String("until", "", "only before this `TIME`")
	f.Int("last", 0, "only the newest `N` of them")
	f.Bool("kinds", false, "count them by kind")
	return cmd
}

// ledgerFilter is what of the ledger is asked for.
type ledgerFilter struct {
	review.Filter
	person       string
	since, until int64 // Unix milliseconds, 0 for no end
	last         int
}

func ledgerFlags(cmd *cobra.Command) (l ledgerFilter, err error) {
	f := cmd.Flags()
	kind, _ := f.GetString("kind")
	l.Kind = review.Kind(kind)
	if kind != "" && !slices.Contains(review.Kinds(), l.Kind) {
		return l, fmt.Errorf("--kind: there is no kind of event %q; the kinds are %s", kind, joined(kindNames()))
	}
	l.State, _ = f.GetString("state")
	l.person, _ = f.GetString("person")
	l.last, _ = f.GetInt("last")
	if l.last < 0 {
		return l, fmt.Errorf("--last is a whole number from 0 on; found %d", l.last)
	}
	if l.since, err = timeFlag(cmd, "since"); err != nil {
		return l, err
	}
	l.until, err = timeFlag(cmd, "until")
	return l, err
}

func kindNames() []string {
	var names []string
	for _, k := range review.Kinds() {
		names = append(names, string(k))
	}
	return names
}

// timeFlag reads a local time.
func timeFlag(cmd *cobra.Command, name string) (int64, error) {
	text, _ := cmd.Flags().GetString(name)
	if text == "" {
		return 0, nil
	}
	for _, layout := range []string{"2006-01-02", "2006-01-02T15:04", "2006-01-02T15:04:05", time.RFC3339} {
		if t, err := time.ParseInLocation(layout, text, time.Local); err == nil {
			return t.UnixMilli(), nil
		}
	}
	return 0, fmt.Errorf("--%s is a time such as 2027-01-31 or 2027-01-31T09:30; found %q", name, text)
}

func (l ledgerFilter) takes(e review.Entry) bool {
	return (l.person == "" || e.Name == l.person) &&
		(l.since == 0 || e.Event.At >= l.since) && (l.until == 0 || e.Event.At < l.until)
}

func ledger(ctx context.Context, cmd *cobra.Command, d *review.Desk) error {
	l, err := ledgerFlags(cmd)
	if err != nil {
		return err
	}
	entries := []review.Entry{}
	for e, err := range d.History(ctx, l.Filter) {
		if err != nil {
			return err
		}
		if l.takes(e) {
			entries = append(entries, e)
		}
	}
	if l.last > 0 && len(entries) > l.last {
		entries = entries[len(entries)-l.last:]
	}
	unnumbered(d, entries)
	p := newPrinter(cmd)
	if kinds, _ := cmd.Flags().GetBool("kinds"); kinds {
		counts := countKinds(entries)
		return p.answer(counts, func() { printKinds(p, counts, len(entries)) })
	}
	return p.answer(entries, func() {
		printEntries(p, entries)
		p.line("%s", count(len(entries), "event", "events"))
	})
}

func countKinds(entries []review.Entry) map[review.Kind]int {
	counts := map[review.Kind]int{}
	for _, e := range entries {
		counts[e.Event.Kind]++
	}
	return counts
}

func printKinds(p *printer, counts map[review.Kind]int, all int) {
	var rows [][]string
	for k, n := range counts {
		rows = append(rows, []string{thousands(n), p.clean(string(k))})
	}
	slices.SortFunc(rows, func(a, b []string) int { return strings.Compare(a[1], b[1]) })
	p.table([]string{">events", "kind"}, rows)
	p.line("%s", count(all, "event", "events"))
}
