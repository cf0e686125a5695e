package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"suffice/review"
)

func newDisagreements(s streams) *cobra.Command {
	return &cobra.Command{
		Use: "disagreements", Short: "List the states on which the reviews differ", Args: noArgs,
		Long: `Lists, lowest agreement first, what the two reviews of a state differ in, the
causes that were given and what the senior decided. Minor differences (weights,
roles, words) are told apart. For organizers.`,
		Example: "  suffice disagreements\n  suffice disagreements --json | jq '.[] | select(.outcome.substance | not)'",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return with(cmd, s, func(ctx context.Context, ses *session) error {
				list, err := ses.desk.Disagreements(ctx)
				if err != nil {
					return err
				}
				if list == nil {
					list = []review.Disagreement{}
				}
				p := newPrinter(cmd)
				return p.answer(list, func() { printDisagreements(p, list) })
			})
		},
	}
}

func printDisagreements(p *printer, list []review.Disagreement) {
	if len(list) == 0 {
		p.line("no two reviews differ so far")
		return
	}
	rows := make([][]string, len(list))
	senior := 0
	for i, d := range list {
		if d.Outcome.Route == review.ToSenior {
			senior++
		}
		rows[i] = []string{
			p.clean(d.State), string(d.Phase), fmt.Sprintf("%.2f", d.Outcome.Closeness), string(d.A), string(d.B),
			p.clean(strings.Join(differences(d), ", ")), causeWords(d.Causes), rulingWords(d),
		}
	}
	p.table([]string{"state", "phase", ">agreement", "A", "B", "differ in", "cause", "decision"}, rows)
	p.line("%s, %d for the senior", count(len(list), "state", "states"), senior)
}

// differences says what two reviews differ in; minor things in brackets.
func differences(d review.Disagreement) []string {
	out := append([]string{}, d.Outcome.Differs...)
	for _, m := range d.Outcome.Minor {
		out = append(out, "("+m+")")
	}
	return out
}

func causeWords(causes []review.Cause) string {
	words := make([]string, len(causes))
	for i, c := range causes {
		words[i] = strings.ReplaceAll(string(c), "_", " ")
	}
	return strings.Join(words, ", ")
}

func rulingWords(d review.Disagreement) string {
	said := wholeWords(d.Ruling)
	switch {
	case said == "" && d.Outcome.Route == review.ToSenior:
		said = "open"
	case said == "":
		said = "none needed"
	}
	if d.Moved {
		said += ", reviews changed since"
	}
	return said
}

// wholeWords puts a whole decision into words.
func wholeWords(w review.Whole) string {
	switch w {
	case review.WholeA, review.WholeB:
		return "took " + strings.ToUpper(string(w))
	case review.ByGroup:
		return "group by group"
	case review.WholeOwn:
		return "own"
	case review.BothWrong:
		return "both wrong"
	case review.ReplaceState:
		return "replaced"
	}
	return string(w)
}
