package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"suffice/review/blindness"
	"suffice/store"
)

func newBlindness(s streams) *cobra.Command {
	return &cobra.Command{
		Use: "blindness", Short: "Prove that nothing hidden comes out", Args: noArgs,
		Long: `Works on a copy of the project. As every person in it, it runs every command that
reads, as text and as JSON, on every state and experiment, and reads everything
that screens and tables are built from. Then it looks in all of it for what is hidden from that person:
the words of every act of others, lists of units that stand in no certificate
they may see, names, outcomes, reviews by models. Last, everybody else does
something on the copy (edits their sheets, writes notes, judges), and not a byte
of what the person sees may change. What is hidden is worked out from the ledger
and the rules alone, not from the code that hides it.

The exit code is 1, and each leak is told, when anything came out. What a leak
gave away is told to an organizer without another role only.`,
		Example: "  suffice blindness\n  suffice blindness --json | jq .leaks",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return with(cmd, s, func(ctx context.Context, ses *session) error { return proveBlind(ctx, cmd, s, ses) })
		},
	}
}

func proveBlind(ctx context.Context, cmd *cobra.Command, s streams, ses *session) (err error) {
	if err := ses.desk.Scope().Administer("prove blindness"); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "suffice-blindness-")
	if err != nil {
		return fmt.Errorf("make a folder for the copy: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	path := filepath.Join(dir, defaultProject)
	if err := ses.store.Copy(ctx, path); err != nil {
		return err
	}
	st, err := store.Open(ctx, path, store.Options{Scratch: true})
	if err != nil {
		return err
	}
	proof, err := replay{store: st, repo: st, results: resultsOf(cmd, ses), now: s.Now}.run(ctx)
	if err = errors.Join(err, st.Close()); err != nil {
		return err
	}
	if !ses.desk.Scope().Whole() {
		for i := range proof.Leaks {
			proof.Leaks[i].Found = "(an organizer without another role is told)"
		}
	}
	p := newPrinter(cmd)
	if err := p.answer(proof, func() { printProof(p, proof) }); err != nil {
		return err
	}
	if len(proof.Leaks) > 0 {
		return findingsError{}
	}
	return nil
}

// proof is what `blindness --json` prints.
type proof struct {
	People   int              `json:"people"` // replayed; an organizer without another role has nothing hidden from them
	States   int              `json:"states"`
	Commands int              `json:"commands"` // command lines replayed
	Reads    int              `json:"reads"`    // values in memory looked through
	Phrases  int              `json:"phrases"`  // hidden runs of words looked for, over all people
	Acts     int              `json:"acts"`     // of others, that may change nothing
	Leaks    []blindness.Leak `json:"leaks"`
}

func printProof(p *printer, r proof) {
	for _, l := range r.Leaks {
		p.line("%s", p.clean(l.String()))
	}
	p.line("%s, %s: %s replayed, %s in memory looked through for %s of words",
		count(r.People, "person", "people"), count(r.States, "state", "states"), count(r.Commands, "command", "commands"),
		count(r.Reads, "value", "values"), count(r.Phrases, "hidden run", "hidden runs"))
	p.line("%s of others in between, to see what changes", count(r.Acts, "act", "acts"))
	if n := len(r.Leaks); n > 0 {
		p.line("%s", count(n, "leak", "leaks"))
	} else {
		p.line("nothing hidden came out")
	}
}
