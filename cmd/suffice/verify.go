package main

import (
	"context"

	"github.com/spf13/cobra"

	"suffice/store"
)

func newVerify(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "verify", Short: "Check the project file against its journal", Args: noArgs,
		Long: `Checks the hash chain of the journal from its first event, the certificates
against the fold of the journal, cards and texts against their hashes, locked
prediction sets against the ledger, and the database's own structure. Names
the first broken event; the exit code is 1 when anything is wrong. --rebuild
makes the certificates anew from the journal first.`,
		Example: "  suffice verify\n  suffice verify --rebuild",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return with(cmd, s, func(ctx context.Context, ses *session) error { return verify(ctx, cmd, ses) })
		},
	}
	cmd.Flags().Bool("rebuild", false, "make everything that follows from the journal anew first")
	return cmd
}

func verify(ctx context.Context, cmd *cobra.Command, ses *session) error {
	var rebuilt *store.Rebuilt
	if again, _ := cmd.Flags().GetBool("rebuild"); again {
		if err := ses.desk.Scope().Administer("rebuild the project"); err != nil {
			return err
		}
		r, err := ses.store.Rebuild(ctx)
		if err != nil {
			return err
		}
		rebuilt = &r
	}
	v, err := ses.store.Verify(ctx)
	if err != nil {
		return err
	}
	if err := sayVerified(newPrinter(cmd), ses.desk.Scope().Whole(), rebuilt, v); err != nil {
		return err
	}
	if !v.Sound() {
		return findingsError{}
	}
	return nil
}

// sayVerified tells everything to whoever sees everything, and to others only
// whether the file is sound: how many events there are, and where one is
// broken, would tell what somebody else did.
func sayVerified(p *printer, whole bool, rebuilt *store.Rebuilt, v store.Verification) error {
	if !whole {
		return p.answer(struct {
			Sound    bool `json:"sound"`
			Problems int  `json:"problem_count"`
		}{v.Sound(), len(v.Problems)}, func() { printSound(p, v) })
	}
	return p.answer(struct {
		Rebuilt *store.Rebuilt `json:"rebuilt,omitzero"`
		store.Verification
	}{rebuilt, v}, func() { printVerified(p, rebuilt, v) })
}

func printSound(p *printer, v store.Verification) {
	if v.Sound() {
		p.line("sound: everything is as it was written")
	} else {
		p.line("%s: an organizer can see which", count(len(v.Problems), "problem", "problems"))
	}
}

func printVerified(p *printer, r *store.Rebuilt, v store.Verification) {
	if r != nil {
		p.line("rebuilt %s from %s; %d differed", count(r.States, "certificate", "certificates"), count(int(r.Events), "event", "events"), r.Mended)
	}
	for _, problem := range v.Problems {
		p.line("%s: %s", problem.What, p.clean(problem.Text))
	}
	p.line("%s in one chain, %s folded again, %s with %s, %s",
		count(int(v.Events), "event", "events"), count(v.Certificates, "certificate", "certificates"),
		count(v.States, "state", "states"), count(v.Units, "unit", "units"), count(v.Sets, "prediction set", "prediction sets"))
	if v.Sound() {
		printSound(p, v)
	} else {
		p.line("%s", count(len(v.Problems), "problem", "problems"))
	}
}
