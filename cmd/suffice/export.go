package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"suffice/certificate/records"
	"suffice/review"
	"suffice/store"
)

func newExport(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "export", Short: "Write certificates or predictions, as JSON Lines or for trec_eval",
		Long:    "Exports are the organizer's, and each is an event of the ledger.",
		Example: "  suffice export labels --out labels.jsonl",
		RunE:    oneOf("labels", "predictions", "trec"),
	}
	labels := &cobra.Command{
		Use: "labels", Short: "Write every certificate", Args: noArgs,
		Long: `Writes the certificates in the order of the states. One that nobody edited comes
back key for key as it was imported; after an edit only the edited keys differ.`,
		Example: "  suffice export labels > labels.jsonl\n  suffice export labels --out labels.jsonl --overwrite",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return export(cmd, s, "certificates", func(ctx context.Context, ses *session, w io.Writer) (store.Export, error) {
				return ses.store.ExportLabels(ctx, ses.desk.Scope(), w)
			})
		},
	}
	predictions := &cobra.Command{
		Use: "predictions SET", Short: "Write one prediction set", Args: exactArgs("a set"),
		Example: "  suffice export predictions bm25 --out bm25.jsonl",
		RunE: func(cmd *cobra.Command, args []string) error {
			return export(cmd, s, "predictions", func(ctx context.Context, ses *session, w io.Writer) (store.Export, error) {
				return ses.store.ExportPredictions(ctx, ses.desk.Scope(), args[0], w)
			})
		},
	}
	for _, c := range []*cobra.Command{labels, predictions} {
		c.Flags().String("out", "-", "write to `FILE` instead of standard output")
		c.Flags().Bool("overwrite", false, "replace FILE if it is there")
		cmd.AddCommand(c)
	}
	cmd.AddCommand(newExportTREC(s))
	return cmd
}

type exporting func(ctx context.Context, ses *session, w io.Writer) (store.Export, error)

// export writes to a file or standard output and records it in the ledger. A
// file appears whole or not at all, and its event follows: the ledger names no
// file that is not there.
func export(cmd *cobra.Command, s streams, what string, do exporting) error {
	out, _ := cmd.Flags().GetString("out")
	return with(cmd, s, func(ctx context.Context, ses *session) error {
		if out == "-" {
			done, err := do(ctx, ses, cmd.OutOrStdout())
			if err != nil {
				return err
			}
			return recordExport(ctx, s, ses, done, out)
		}
		overwrite, _ := cmd.Flags().GetBool("overwrite")
		f, err := records.Create(out, overwrite)
		if err != nil {
			return err
		}
		defer f.Close() // gives the file up unless it was committed
		done, err := do(ctx, ses, f)
		if err != nil {
			return err
		}
		if err := f.Commit(); err != nil {
			return err
		}
		if err := recordExport(context.WithoutCancel(ctx), s, ses, done, out); err != nil { // the file is there
			return unrecorded(out, err)
		}
		return sayExported(cmd, what, out, done)
	})
}

// unrecorded says of a file that is there that the ledger does not know of it.
func unrecorded(out string, err error) error {
	return hint(fmt.Errorf("%s was written, but the ledger could not be told of it: %w", out, err), "take it away, and export again")
}

func recordExport(ctx context.Context, s streams, ses *session, done store.Export, out string) error {
	_, _, err := ses.store.Append(ctx, ses.desk.Scope(),
		review.FileExported(ses.desk.Person().ID, s.Now().UnixMilli(), done.Body(out)), review.Write{})
	return err
}

func sayExported(cmd *cobra.Command, what, out string, done store.Export) error {
	p := newPrinter(cmd)
	return p.answer(done, func() {
		p.line("wrote %s %s to %s", thousands(done.Rows), what, p.clean(out))
		if done.Empty > 0 {
			p.line("%s no certificate yet", count(done.Empty, "state has", "states have"))
		}
		p.line("SHA-256 %s", done.SHA256)
	})
}
