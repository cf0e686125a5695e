package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"suffice/review"
	"suffice/scorer"
)

func newSensitivity(s streams) *cobra.Command {
	return &cobra.Command{
		Use: "sensitivity", Short: "Class every final change over the locked predictions", Args: noArgs,
		Long: `Compares the certificate that went under review with the one that the state was
closed with, on every locked prediction set: L0 nothing changed, L1 changed and
no outcome flips, L2 an outcome flips, L3 the state was replaced. For organizers
without another role, and for everybody once outcomes are open.`,
		Example: "  suffice sensitivity\n  suffice sensitivity --json | jq .counts",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return with(cmd, s, func(ctx context.Context, ses *session) error {
				list, err := ses.desk.Sensitivity(ctx)
				if err != nil {
					return err
				}
				c := classedOf(list)
				p := newPrinter(cmd)
				return p.answer(c, func() { printClassed(p, c) })
			})
		},
	}
}

// classed is what `sensitivity --json` prints.
type classed struct {
	Counts map[scorer.Class]int `json:"counts"`
	States []classedState       `json:"states"`
}

type classedState struct {
	State   string       `json:"state_id"`
	Class   scorer.Class `json:"class"`
	Flips   int          `json:"flips"`
	Locked  int          `json:"locked"`
	Flipped []outcome    `json:"flipped"`
}

// allClasses lists the classes, the mildest first.
func allClasses() []scorer.Class { return []scorer.Class{scorer.L0, scorer.L1, scorer.L2, review.L3} }

func classedOf(list []review.FinalChange) classed {
	c := classed{Counts: map[scorer.Class]int{}, States: []classedState{}}
	for _, class := range allClasses() {
		c.Counts[class] = 0
	}
	for _, f := range list {
		c.Counts[f.Class]++
		c.States = append(c.States, classedState{f.State, f.Class, f.Flips, f.Locked, outcomesOf(f.Flipped)})
	}
	return c
}

func printClassed(p *printer, c classed) {
	if len(c.States) == 0 {
		p.line("no state is closed yet, so there is no final change to class")
		return
	}
	rows := make([][]string, len(c.States))
	for i, s := range c.States {
		rows[i] = []string{p.clean(s.State), string(s.Class), fmt.Sprint(s.Flips), fmt.Sprint(s.Locked)}
	}
	p.table([]string{"state", "class", ">flips", ">rankings"}, rows)
	p.line("")
	for _, class := range allClasses() {
		p.line("%4d  %s", c.Counts[class], classWords(class))
	}
}
