package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"suffice/certificate"
	"suffice/review"
)

func newArbitrateShow(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "show STATE", Short: "Print both reviews, what they differ in and what is chosen", Args: exactArgs("a state"),
		Long:    "STATE is an ID or a part that only one of your states has. With --card it prints\nthe state and its pool first.",
		Example: "  suffice arbitrate show tideline-14-s004\n  suffice arbitrate show tideline-14-s004 --json | jq .pairs",
		RunE: func(cmd *cobra.Command, args []string) error {
			return with(cmd, s, func(ctx context.Context, ses *session) error {
				v, err := readNamed(ctx, ses.desk, args[0], ses.desk.Dispute)
				if err != nil {
					return guided(err)
				}
				out := disputeOf(v)
				p := newPrinter(cmd)
				return p.answer(out, func() {
					if whole, _ := cmd.Flags().GetBool("card"); whole {
						printCard(p, v.State.Card)
						printPool(p, v.State.Pool, v.Observed, v.Under)
						p.line("")
					}
					printDispute(p, v, out)
				})
			})
		},
	}
	cmd.Flags().Bool("card", false, "print the state and its pool too")
	return cmd
}

// dispute is what `arbitrate show --json` prints.
type dispute struct {
	State    string               `json:"state_id"`
	Status   review.Status        `json:"status"`
	Revision certificate.Revision `json:"revision"`
	Under    jsontext.Value       `json:"under_review"`
	A        review.Opinion       `json:"a"`
	B        review.Opinion       `json:"b"`
	Why      string               `json:"why"`
	Differs  []string             `json:"differs"`
	Minor    []string             `json:"minor"`
	Says     []string             `json:"differences"` // in sentences
	OnlyA    example              `json:"completes_a_only"`
	OnlyB    example              `json:"completes_b_only"`
	Pairs    []disputePair        `json:"pairs"`
	Open     []int                `json:"open"`
	Misfit   string               `json:"misfit,omitzero"`
	Composed jsontext.Value       `json:"composed,omitzero"`
	Lost     [][]string           `json:"lost_branches"`
	Ruling   *review.Ruling       `json:"ruling,omitzero"`
	Moved    []string             `json:"changed_since"`
}

// example is a smallest set that completes one certificate and not the other.
type example struct {
	Units  []string `json:"units"`
	Found  bool     `json:"found"`
	Proven bool     `json:"proven"` // found: none is smaller; not found: there is none
}

func exampleOf(x review.Counterexample) example { return example{some(x.Units), x.Found, x.Proven} }

// disputePair is one line of the comparison.
type disputePair struct {
	Pair  int         `json:"pair"`
	A     string      `json:"a,omitzero"` // what the group is called there; absent where that side has none
	B     string      `json:"b,omitzero"`
	Same  bool        `json:"same"`
	OnlyA []string    `json:"only_a,omitzero"`
	OnlyB []string    `json:"only_b,omitzero"`
	Take  review.Take `json:"take,omitzero"`
}

func disputeOf(v review.Dispute) dispute {
	g := v.Agreement
	out := dispute{
		State: v.State.Card.ID, Status: v.Status, Revision: v.Revision, Under: certificate.Encode(v.Under),
		A: v.In.A, B: v.In.B, Why: g.Why, Differs: some(g.Differs), Minor: some(g.Minor), Says: some(v.Sentences),
		OnlyA: exampleOf(g.AOnly), OnlyB: exampleOf(g.BOnly), Pairs: pairsOf(v), Open: append([]int{}, v.Open...), Misfit: v.Misfit,
		Lost: append([][]string{}, v.Lost...), Ruling: v.Ruling, Moved: some(v.Changed),
	}
	if v.Composed != nil {
		out.Composed = certificate.Encode(*v.Composed)
	}
	return out
}

// some is a list that JSON shows as [] when there is nothing in it.
func some(list []string) []string { return append([]string{}, list...) }

func pairsOf(v review.Dispute) []disputePair {
	a, b := v.In.A.Certificate, v.In.B.Certificate
	pairs := []disputePair{}
	add := func(one disputePair) {
		if i := slices.IndexFunc(v.Choices, func(c review.Choice) bool { return c.Pair == one.Pair }); i >= 0 {
			one.Take = v.Choices[i].Take
		}
		pairs = append(pairs, one)
	}
	for i, p := range v.Agreement.Diff.Pairs {
		one := disputePair{Pair: i, Same: p.Same(), OnlyA: p.OnlyA, OnlyB: p.OnlyB}
		if p.A >= 0 {
			one.A = a.Label(p.A)
		}
		if p.B >= 0 {
			one.B = b.Label(p.B)
		}
		add(one)
	}
	if len(v.Agreement.Diff.Fields) > 0 {
		add(disputePair{Pair: review.Rest})
	}
	return pairs
}

func printDispute(p *printer, v review.Dispute, out dispute) {
	p.line("%s: %s", p.clean(out.State), p.clean(out.Why))
	for _, side := range []struct {
		name string
		o    review.Opinion
	}{{"A", v.In.A}, {"B", v.In.B}} {
		p.line("")
		p.line("%s  %s, confidence %d%s", side.name, side.o.Verdict, side.o.Confidence, bracketed(causeWords(side.o.Causes)))
		if strings.TrimSpace(side.o.Reason) != "" {
			p.block("   ", side.o.Reason)
		}
		printGroups(p, v.State.Pool, side.o.Certificate, false)
	}
	p.line("")
	p.line("Differences, %d", len(out.Says))
	for _, l := range out.Says {
		p.block("  ", l)
	}
	if len(out.Minor) > 0 {
		p.line("  minor: %s", p.clean(strings.Join(out.Minor, ", ")))
	}
	p.line("")
	printChoices(p, out)
	printRuling(p, v, out)
}

func bracketed(s string) string {
	if s == "" {
		return ""
	}
	return " (" + s + ")"
}

func printChoices(p *printer, d dispute) {
	rows := make([][]string, len(d.Pairs))
	for i, one := range d.Pairs {
		name, mark := fmt.Sprint(one.Pair), "differs"
		if one.Same {
			mark = "same"
		}
		if one.Pair == review.Rest {
			name = restWord
		}
		take := string(one.Take)
		switch {
		case take == "" && d.Ruling == nil && slices.Contains(d.Open, one.Pair):
			take = "open"
		case take == "":
			take = "-"
		}
		rows[i] = []string{name, p.clean(dash(one.A)), p.clean(dash(one.B)), mark, take}
	}
	p.table([]string{">pair", "A", "B", "", "choice"}, rows)
	if d.Misfit != "" {
		p.line("the choices do not go together: %s", p.clean(d.Misfit))
	}
	for _, b := range d.Lost {
		p.line("a branch is lost: %s", p.clean(strings.Join(b, ", ")))
	}
}

func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

func printRuling(p *printer, v review.Dispute, d dispute) {
	if d.Composed != nil {
		p.line("")
		p.line("The choices give")
		printGroups(p, v.State.Pool, *v.Composed, false)
	}
	if d.Ruling == nil {
		return
	}
	p.line("")
	p.line("Decided: %s%s", wholeWords(d.Ruling.Whole), bracketed(causeWords(d.Ruling.Causes)))
	p.block("  ", d.Ruling.Reason)
	for i, l := range d.Moved {
		if i == 0 {
			p.line("The reviews changed since:")
		}
		p.block("  ", l)
	}
}
