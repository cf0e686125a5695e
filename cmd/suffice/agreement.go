package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"suffice/audit"
	"suffice/review"
)

func newAgreement(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "agreement", Short: "Compare the reviewers, or the auditors, with the working", Args: noArgs,
		Long: `Without --field it prints one line a field; with --field the whole working: how
many items both judged, who is excluded by name, the cross table, po, pe, and
each coefficient with its interval and the names of both formulas. What is
undefined, or says nothing, is said in words. --behind lists the states behind a
cell of the table. first is what each reviewer submitted first, latest what
stands now, audit the judgments of the auditors; a senior is no rater.`,
		Example: "  suffice agreement\n  suffice agreement --field verdict --phase first\n  suffice agreement --field verdict --behind accept,revise",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return with(cmd, s, func(ctx context.Context, ses *session) error { return agreement(ctx, cmd, ses.desk) })
		},
	}
	f := cmd.Flags()
	f.String("field", "", "the whole working of one `FIELD`")
	f.String("phase", string(review.LatestReviews), "`PHASE`: "+oneOfWords(agreementPhases()))
	f.StringSlice("behind", nil, "the states where A said the one and B the other, as `A,B`")
	addResampling(cmd)
	return cmd
}

func agreementPhases() []review.AgreementPhase {
	return []review.AgreementPhase{review.FirstReviews, review.LatestReviews, review.AuditJudged}
}

// addResampling adds the flags of a bootstrap.
func addResampling(cmd *cobra.Command) {
	cmd.Flags().Int("draws", audit.DefaultDraws, "bootstrap draws for the intervals")
	cmd.Flags().Uint64("seed", 1, "seed of the bootstrap")
}

func resampling(cmd *cobra.Command) (r audit.Resampling, err error) {
	r.Draws, _ = cmd.Flags().GetInt("draws")
	r.Seed, _ = cmd.Flags().GetUint64("seed")
	if r.Draws < 1 || r.Draws > audit.MostDraws {
		return r, fmt.Errorf("--draws is a whole number from 1 to %d; found %d", audit.MostDraws, r.Draws)
	}
	return r, nil
}

func agreement(ctx context.Context, cmd *cobra.Command, d *review.Desk) error {
	f := cmd.Flags()
	name, _ := f.GetString("phase")
	phase := review.AgreementPhase(name)
	if !slices.Contains(agreementPhases(), phase) {
		return unknownWord("--phase", name, agreementPhases())
	}
	r, err := resampling(cmd)
	if err != nil {
		return err
	}
	field, _ := f.GetString("field")
	cell, _ := f.GetStringSlice("behind")
	if len(cell) > 0 && (len(cell) != 2 || field == "") {
		return hint(fmt.Errorf("--behind names what A said and what B said about one --field"), "suffice agreement%s --field verdict --behind accept,revise", phaseFlag(phase))
	}
	if field == "" {
		return everyField(ctx, cmd, d, phase, r)
	}
	g, err := d.Agreement(ctx, field, phase, r)
	if err != nil {
		return err
	}
	places, err := d.UnitPlaces(ctx, g)
	if err != nil {
		return err
	}
	p := newPrinter(cmd)
	if len(cell) == 2 {
		items := g.Behind(answerNamed(g, places, cell[0]), answerNamed(g, places, cell[1]))
		return p.answer(append([]audit.Item{}, items...), func() { printBehind(p, cell, items, field, places) })
	}
	return p.answer(g, func() {
		words := places.Words(g)
		for _, l := range words.Lines() {
			p.line("%s", l)
		}
	})
}

// answerNamed is the answer that is printed as said, or is it.
func answerNamed(g audit.Agreement, places review.UnitPlaces, said string) string {
	for _, c := range g.Categories {
		if places.Answer(c) == said {
			return c
		}
	}
	return said
}

// phaseFlag is how a phase is asked for again; nothing for the usual one.
func phaseFlag(ph review.AgreementPhase) string {
	if ph == review.LatestReviews {
		return ""
	}
	return " --phase " + string(ph)
}

func printBehind(p *printer, cell []string, items []audit.Item, field string, places review.UnitPlaces) {
	p.line("%s where A said %s and B said %s", count(len(items), "item", "items"), p.clean(cell[0]), p.clean(cell[1]))
	for _, i := range items {
		p.line("  %s", p.clean(places.Item(field, i).String()))
	}
}

// everyField prints one line a field.
func everyField(ctx context.Context, cmd *cobra.Command, d *review.Desk, phase review.AgreementPhase, r audit.Resampling) error {
	all := []audit.Agreement{}
	fields := review.AgreementFields(phase)
	for _, field := range fields {
		g, err := d.Agreement(ctx, field, phase, r)
		if err != nil {
			return err
		}
		all = append(all, g)
	}
	p := newPrinter(cmd)
	return p.answer(all, func() { printFields(p, phase, fields, all) })
}

func printFields(p *printer, phase review.AgreementPhase, fields []string, all []audit.Agreement) {
	rows := make([][]string, len(all))
	var notes []string
	for i, g := range all {
		rows[i] = []string{p.clean(fields[i]), string(g.Level), fmt.Sprint(g.Items), fmt.Sprint(len(g.Exclusions))}
		for _, f := range []audit.Figure{g.Raw, g.TwicePo, g.Kappa, g.AC1, g.Alpha} {
			rows[i] = append(rows[i], f.Text())
		}
		for _, f := range g.Figures() {
			if said := strings.TrimSpace(f.Reason + f.Caution); said != "" && f.Name == g.Kappa.Name {
				notes = append(notes, fmt.Sprintf("%s: %s", p.clean(fields[i]), p.clean(said)))
			}
		}
	}
	p.table([]string{"field", "of", ">both", ">excluded", ">alike", ">2po-1", ">kappa", ">AC1", ">alpha"}, rows)
	for _, n := range notes {
		p.line("! %s", n)
	}
	p.line("the working of one field: suffice agreement%s --field %s", phaseFlag(phase), fields[0])
}
