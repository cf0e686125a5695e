package main

import (
	"context"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"suffice/certificate"
	"suffice/certificate/records"
	"suffice/review"
)

func newReviewShow(s streams) *cobra.Command {
	return &cobra.Command{
		Use: "show STATE", Short: "Print a state with your sheet and what you changed on it", Args: exactArgs("a state"),
		Example: "  suffice review show tideline-33-s003\n  suffice review show tideline-33-s003 --json | jq .changed",
		RunE: func(cmd *cobra.Command, args []string) error {
			return with(cmd, s, func(ctx context.Context, ses *session) error {
				v, err := takeNamed(ctx, ses.desk, args[0])
				if err != nil {
					return err
				}
				if v.Sheet == review.Main && v.Phase == review.Frozen {
					return hint(fmt.Errorf("%s is frozen: what is shown of it is the released certificate, and no sheet", v.State.Card.ID),
						"suffice show %s", records.Typed(v.State.Card.ID))
				}
				p := newPrinter(cmd)
				r := reviewShown{shownOf(v), certificate.Encode(v.Base), changesOf(v)}
				return p.answer(r, func() {
					printState(p, v)
					printChanges(p, r.Changed)
				})
			})
		},
	}
}

// reviewShown is what `review show --json` prints: a state as `show` does, and
// what the sheet started from.
type reviewShown struct {
	shown
	Under   jsontext.Value `json:"under_review"`
	Changed []string       `json:"changed"` // in sentences
}

// changesOf says how the sheet differs from what it started from.
func changesOf(v review.View) []string {
	before, after := v.Base, v.Draft.Certificate()
	said := certificate.Compare(before, after).SentencesAs("the certificate under review", "yours", before, after, namer(v.State.Pool))
	return append([]string{}, said...)
}

func printChanges(p *printer, said []string) {
	p.line("")
	if len(said) == 0 {
		p.line("You changed nothing")
		return
	}
	p.line("What you changed, %d", len(said))
	for _, l := range said {
		p.block("  ", l)
	}
}

// hasKey reports whether an object has a key.
func hasKey(object jsontext.Value, key string) bool { return records.FieldsOf(object).Has(key) }

// withCertificate is a review with the certificate of a sheet put into it.
func withCertificate(object jsontext.Value, c certificate.Certificate) jsontext.Value {
	c.Envelope = nil
	return records.Object(records.Set(records.FieldsOf(object).Kept(), "certificate", certificate.Encode(c)))
}
