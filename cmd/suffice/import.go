package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"suffice/certificate/records"
	"suffice/store"
)

func newImport(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "import", Short: "Bring items, labels, predictions or reviews by models into the project",
		Long: `Files are JSON Lines, plain or gzip; - is standard input. An import happens
whole or not at all, and importing the same file again changes nothing.`,
		Example: "  suffice import items items.jsonl.gz\n  suffice import labels labels.jsonl",
		RunE:    oneOf("items", "labels", "predictions", "reviews"),
	}
	cmd.AddCommand(newImportItems(s), newImportLabels(s), newImportPredictions(s), newImportReviews(s))
	return cmd
}

func newImportItems(s streams) *cobra.Command {
	return &cobra.Command{
		Use: "items FILE...", Short: "Import states with their pools", Args: atLeast("file"),
		Example: "  suffice import items items.jsonl\n  zcat all.gz | suffice import items -",
		RunE: func(cmd *cobra.Command, args []string) error {
			return importInto(cmd, s, "items", func(ctx context.Context, ses *session) (store.Report, error) {
				return ses.store.ImportItems(ctx, ses.desk.Scope(), s.Now().UnixMilli(), sources(args, s))
			})
		},
	}
}

func newImportLabels(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "labels FILE...", Short: "Import certificates", Args: atLeast("file"),
		Long: `Imports certificates for states that are there. What a certificate says may be
wrong: that becomes a finding to be mended. A changed certificate is not
imported over the work of people unless its state is named with --replace.`,
		Example: "  suffice import labels labels.jsonl\n  suffice import labels --replace STATE labels.jsonl",
		RunE: func(cmd *cobra.Command, args []string) error {
			var o store.LabelOptions
			o.Replace, _ = cmd.Flags().GetStringArray("replace")
			return importInto(cmd, s, "labels", func(ctx context.Context, ses *session) (store.Report, error) {
				return ses.store.ImportLabels(ctx, ses.desk.Scope(), s.Now().UnixMilli(), sources(args, s), o)
			})
		},
	}
	cmd.Flags().StringArray("replace", nil, "import over the work of people on this `STATE` (repeatable)")
	return cmd
}

func newImportPredictions(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "predictions FILE...", Short: "Import the rankings of methods", Args: atLeast("file"),
		Example: "  suffice import predictions bm25.jsonl\n  suffice import predictions --set round-2 a.jsonl b.jsonl --partial",
		RunE: func(cmd *cobra.Command, args []string) error {
			var o store.PredictionOptions
			o.Set, _ = cmd.Flags().GetString("set")
			o.Partial, _ = cmd.Flags().GetBool("partial")
			return importInto(cmd, s, "predictions", func(ctx context.Context, ses *session) (store.Report, error) {
				return ses.store.ImportPredictions(ctx, ses.desk.Scope(), s.Now().UnixMilli(), sources(args, s), o)
			})
		},
	}
	cmd.Flags().String("set", "", "the `NAME` of the set (default: the file's name)")
	cmd.Flags().Bool("partial", false, "some states may be without a prediction")
	return cmd
}

func newImportReviews(s streams) *cobra.Command {
	return &cobra.Command{
		Use: "reviews FILE...", Short: "Import reviews by models, sealed", Args: atLeast("file"),
		Long: `One record a model reviewer and state (docs/review.md): reviewer, state_id, verdict
and a note. They are signals: they change no certificate, and nobody but an
organizer without another role sees them (suffice signals).`,
		Example: "  suffice import reviews model-a.jsonl model-b.jsonl",
		RunE: func(cmd *cobra.Command, args []string) error {
			return importInto(cmd, s, "reviews", func(ctx context.Context, ses *session) (store.Report, error) {
				return ses.store.ImportReviews(ctx, ses.desk.Scope(), s.Now().UnixMilli(), sources(args, s))
			})
		},
	}
}

// sources names the files of a command line; "-" is standard input.
func sources(paths []string, s streams) []store.Source {
	out := make([]store.Source, len(paths))
	for i, path := range paths {
		out[i] = store.Source{
			Name: records.Name(path),
			Open: func() (io.ReadCloser, error) { return records.Open(path, s.In) },
		}
	}
	return out
}

func importInto(cmd *cobra.Command, s streams, what string, do func(context.Context, *session) (store.Report, error)) error {
	return with(cmd, s, func(ctx context.Context, ses *session) error {
		r, err := do(ctx, ses)
		if err != nil {
			return err
		}
		p := newPrinter(cmd)
		return p.answer(r, func() { printReport(p, what, r) })
	})
}

func printReport(p *printer, what string, r store.Report) {
	var parts []string
	add := func(n int, one, many string) { parts = append(parts, count(n, one, many)) }
	switch what {
	case "items":
		add(r.States, "state", "states")
		add(r.Units, "unit", "units")
	case "labels":
		add(r.Certificates, "certificate", "certificates")
		add(r.Groups, "group", "groups")
		add(r.Branches, "branch", "branches")
	case "reviews":
		add(r.Reviews, "review", "reviews")
		add(len(r.Reviewers), "model reviewer", "model reviewers")
	default:
		add(r.Predictions, "prediction", "predictions")
		add(len(r.Methods), "method", "methods")
	}
	verb := "imported"
	if r.Unchanged() {
		verb = "read"
	}
	p.line("%s %s", verb, joined(parts))
	switch {
	case r.Unchanged():
		p.line("no change: everything was there already")
	case r.Same > 0 || r.Replaced > 0:
		p.line("%d new, %d replaced, %d there already", r.New, r.Replaced, r.Same)
	}
	if r.Set != "" {
		p.line("set %s", p.clean(r.Set))
	}
	for _, n := range r.Notices {
		p.line("note: %s", p.clean(n.String()))
	}
}

// joined lists words with commas and a final "and".
func joined(parts []string) string {
	switch n := len(parts); n {
	case 0:
		return ""
	case 1:
		return parts[0]
	default:
		out := parts[0]
		for _, s := range parts[1 : n-1] {
			out += ", " + s
		}
		return out + " and " + parts[n-1]
	}
}
