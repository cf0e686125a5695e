package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"suffice/review"
)

func newSettings(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "settings", Short: "Show or change how reviews are handled", Args: noArgs,
		Long: `Without a flag it shows the settings. A change is the organizer's, is an event of
the ledger and holds for what happens from then on. The seed decides which of
two reviewers is shown as A and which as B.`,
		Example: "  suffice settings\n  suffice settings --minor-to-senior=true --lease 8h",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return with(cmd, s, func(ctx context.Context, ses *session) error { return settings(ctx, cmd, ses.desk) })
		},
	}
	f := cmd.Flags()
	f.Bool("minor-to-senior", false, "send differences in weights and roles to the senior too")
	f.Duration("lease", 0, "how long a claim lasts after its holder's last act, such as 4h or 90m")
	f.Uint64("seed", 0, "seed of the draw of A and B")
	return cmd
}

// setting is what `settings --json` prints.
type setting struct {
	MinorToSenior bool   `json:"minor_to_senior"`
	Lease         string `json:"lease"`
	Seed          uint64 `json:"seed,omitzero"` // the organizer's to know
}

func settings(ctx context.Context, cmd *cobra.Command, d *review.Desk) error {
	now, err := d.Policy(ctx)
	if err != nil {
		return err
	}
	f := cmd.Flags()
	next := now
	if f.Changed("minor-to-senior") {
		next.MinorToSenior, _ = f.GetBool("minor-to-senior")
	}
	if f.Changed("lease") {
		lease, _ := f.GetDuration("lease")
		if lease < time.Minute {
			return fmt.Errorf("--lease is a minute or more; found %s", lease)
		}
		next.Lease = lease.Milliseconds()
	}
	if f.Changed("seed") {
		next.Seed, _ = f.GetUint64("seed")
	}
	if f.Changed("minor-to-senior") || f.Changed("lease") || f.Changed("seed") {
		if err := d.SetPolicy(ctx, next); err != nil {
			return err
		}
	}
	lease := time.Duration(next.Lease) * time.Millisecond
	p := newPrinter(cmd)
	return p.answer(setting{next.MinorToSenior, lease.String(), next.Seed}, func() {
		minor := "are on record only"
		if next.MinorToSenior {
			minor = "go to the senior"
		}
		p.line("differences in weights and roles alone %s", minor)
		p.line("a claim lasts %s after its holder's last act", durationWords(lease))
		if next.Seed != 0 {
			p.line("A and B are drawn from the seed %d", next.Seed)
		}
	})
}

// durationWords says how long something lasts, as people say it: "4 hours".
func durationWords(d time.Duration) string {
	var words []string
	if h := int(d / time.Hour); h > 0 {
		words = append(words, count(h, "hour", "hours"))
	}
	if m := int(d % time.Hour / time.Minute); m > 0 {
		words = append(words, count(m, "minute", "minutes"))
	}
	if rest := d % time.Minute; rest > 0 || len(words) == 0 {
		words = append(words, rest.String())
	}
	return strings.Join(words, " ")
}
