package main

import (
	"context"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"suffice/certificate"
	"suffice/review"
	"suffice/scorer"
)

func newWhatIf(s streams) *cobra.Command {
	return &cobra.Command{
		Use: "what-if STATE EDITS.jsonl", Short: "Try edits on a closed state; nothing is kept", Args: exactArgs("a state", "a file of edits"),
		Long: `Applies the edits (docs/edits.md) to a copy of the certificate that a state was
closed with and says what that does to the locked predictions: class L0 (nothing
changed), L1 (changed, no outcome flips) or L2. A what-if never becomes the
certificate. For organizers.`,
		Example: "  suffice what-if tideline-33-s003 edits.jsonl\n  echo '{\"op\":\"set_threshold\",\"group\":\"g1\",\"after\":2}' | suffice what-if tideline-33-s003 -",
		RunE: func(cmd *cobra.Command, args []string) error {
			edits, err := readEdits(cmd.Context(), args[1], s)
			if err != nil {
				return err
			}
			return with(cmd, s, func(ctx context.Context, ses *session) error {
				return whatIf(ctx, cmd, ses.desk, args[0], edits)
			})
		},
	}
}

// tried is what `what-if --json` prints.
type tried struct {
	State       string         `json:"state_id"`
	Class       scorer.Class   `json:"class"`
	Flips       int            `json:"flips"`
	Outcomes    []outcome      `json:"outcomes"`
	Certificate jsontext.Value `json:"certificate"`
}

// outcome is Complete-MSS of one method at one cutoff, before and after.
type outcome struct {
	Method string `json:"method"`
	K      int    `json:"k"`
	Before bool   `json:"before"`
	After  bool   `json:"after"`
}

func outcomesOf(list []scorer.Outcome) []outcome {
	out := make([]outcome, len(list))
	for i, o := range list {
		out[i] = outcome(o)
	}
	return out
}

func whatIf(ctx context.Context, cmd *cobra.Command, d *review.Desk, state string, edits []certificate.Edit) error {
	var change scorer.Change
	c, err := readNamed(ctx, d, state, func(ctx context.Context, id string) (certificate.Certificate, error) {
		var c certificate.Certificate
		var err error
		state = id
		change, c, err = d.WhatIf(ctx, id, edits)
		return c, err
	})
	if err != nil {
		return guided(err)
	}
	t := tried{state, change.Class, change.Flips, outcomesOf(change.Outcomes), certificate.Encode(c)}
	p := newPrinter(cmd)
	return p.answer(t, func() {
		p.line("%s: %s, %s of %d flip", p.clean(state), classWords(t.Class), fmt.Sprint(t.Flips), len(t.Outcomes))
		printFlips(p, t.Outcomes)
		p.line("nothing was kept")
	})
}

func printFlips(p *printer, list []outcome) {
	for _, o := range list {
		if o.Before != o.After {
			p.line("  %s at %d: %s", p.clean(o.Method), o.K, flipWords(o.After))
		}
	}
}

func flipWords(now bool) string {
	if now {
		return "was not complete and would be"
	}
	return "was complete and would not be"
}

// classWords says what a sensitivity class means.
func classWords(c scorer.Class) string {
	switch c {
	case scorer.L0:
		return "L0, nothing changes"
	case scorer.L1:
		return "L1, it changes and no outcome flips"
	case scorer.L2:
		return "L2, outcomes flip"
	case review.L3:
		return "L3, the state was replaced"
	}
	return string(c)
}
