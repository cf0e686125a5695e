package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"suffice/certificate/card"
	"suffice/certificate/records"
	"suffice/scorer"
	"suffice/scorer/methods"
	"suffice/scorer/methods/retrieval"
	"suffice/scorer/methods/retrieval/tokens"
)

func newOracle(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "oracle", Short: "Make oracle sets from the certificates, as predictions", Args: noArgs,
		Long: `For every certificate the smallest completing set that ranks earliest, filled from
the ranking to a size: that of --method on the same state, raised to the smallest
completing set, at most 8 units and 6,144 source tokens. With --minus-one the
group of greatest weight is broken as well: none of its alternatives stays, nor
any unit whose lines overlap one, and the places are filled again.

Oracles are made with the certificate in view: every row says
labels_read_at_inference, and they are no method. The ranking is that of the
nine views over the whole pool unless --ranking names predictions. For an
organizer without another role.`,
		Example: `  suffice oracle --out oracle.jsonl
  suffice oracle --minus-one --method mss_complement --out minus.jsonl
  suffice oracle --labels labels.jsonl --items items.jsonl --size 8 --json`,
		RunE: func(cmd *cobra.Command, _ []string) error { return makeOracles(cmd, s) },
	}
	fedFlags(cmd)
	f := cmd.Flags()
	f.Bool("minus-one", false, "break the group of greatest weight")
	f.String("method", "mss_complement", "the `METHOD` whose count of units is the size")
	f.Int("size", 0, "`N` units in place of a method's count")
	f.String("ranking", "", "the `METHOD` whose predictions are the ranking (default: the nine views, fused)")
	f.String("out", "-", "write the predictions to `FILE`")
	f.Bool("overwrite", false, "replace FILE if it is there")
	complete(cmd, "method", methodNames()...)
	return cmd
}

// oracleRow is one line of `oracle --json`.
type oracleRow struct {
	State       string   `json:"state_id"`
	Method      string   `json:"method"`
	Units       []string `json:"units"`
	Size        int      `json:"size"`
	Witness     []string `json:"witness"`
	Proven      bool     `json:"proven"`
	Complete    bool     `json:"complete"`
	Short       int      `json:"short"`
	Tokens      int      `json:"source_tokens"`
	Over        bool     `json:"over_ceiling"`
	Removed     string   `json:"removed_group,omitzero"`
	Excluded    []string `json:"excluded,omitzero"`
	Overlapping []string `json:"overlapping,omitzero"`
	Withheld    []string `json:"withheld,omitzero"`
}

func makeOracles(cmd *cobra.Command, s streams) error {
	size, _ := cmd.Flags().GetInt("size")
	ranking, _ := cmd.Flags().GetString("ranking")
	if size < 0 {
		return fmt.Errorf("--size is a number of units, 1 or more; found %d", size)
	}
	f, err := fedFrom(cmd, s, "make oracle sets", size == 0 || ranking != "")
	if err != nil {
		return err
	}
	sets, err := oraclesOf(cmd, f, size, ranking)
	if err != nil {
		return err
	}
	return sayOracles(cmd, sets)
}

func oraclesOf(cmd *cobra.Command, f fed, size int, ranking string) ([]scorer.OracleSet, error) {
	method, _ := cmd.Flags().GetString("method")
	minus, _ := cmd.Flags().GetBool("minus-one")
	counter := tokens.New()
	options := scorer.OracleOptions{Tokens: counter.Unit}
	var sets []scorer.OracleSet
	for _, c := range f.cases {
		size, err := f.sizeOf(c.Certificate.State, method, size)
		if err != nil {
			return nil, err
		}
		ranked, err := f.rankingOf(cmd.Context(), c, ranking, counter)
		if err != nil {
			return nil, err
		}
		set, err := scorer.MakeOracleSet(c.Certificate, c.State, ranked, size, options)
		if err != nil {
			return nil, fmt.Errorf("make the oracle set of %s: %w", c.Certificate.State, err)
		}
		if minus {
			if set, err = scorer.WithoutGroup(c.Certificate, c.State, ranked, set, options); err != nil {
				return nil, fmt.Errorf("break a group of %s: %w", c.Certificate.State, err)
			}
		}
		sets = append(sets, set)
	}
	return sets, nil
}

// sizeOf is how many units the method returned for the state, or the size that
// was asked for.
func (f fed) sizeOf(state, method string, size int) (int, error) {
	if size > 0 {
		return size, nil
	}
	p, ok := f.prediction(state, method)
	if !ok {
		return 0, hint(fmt.Errorf("%s has no prediction for %s, so there is no size to take", method, state), "suffice run %s, or --size N", records.Typed(method))
	}
	return len(p.Ranked), nil
}

func (f fed) prediction(state, method string) (card.Prediction, bool) {
	i := slices.IndexFunc(f.rankings, func(p card.Prediction) bool { return p.State == state && p.Method == method })
	if i < 0 {
		return card.Prediction{}, false
	}
	return f.rankings[i], true
}

// rankingOf is a method's prediction for the state, or the fusion of the nine
// views over the whole pool.
func (f fed) rankingOf(ctx context.Context, c scorer.Case, method string, counter *tokens.Counter) ([]string, error) {
	state := c.Certificate.State
	if method != "" {
		p, ok := f.prediction(state, method)
		if !ok {
			return nil, hint(fmt.Errorf("%s has no prediction for %s to rank by", method, state), "leave out --ranking")
		}
		return p.Ranked, nil
	}
	in := methods.NewInput(c.State, counter)
	fusion, err := in.Fused(ctx, retrieval.Defaults())
	if err != nil {
		return nil, fmt.Errorf("rank the pool of %s: %w", state, err)
	}
	return fusion.IDs(c.State.Pool.Len()), nil
}

func sayOracles(cmd *cobra.Command, sets []scorer.OracleSet) error {
	out, _ := cmd.Flags().GetString("out")
	asJSON, _ := cmd.Flags().GetBool("json")
	if out == "-" && !asJSON {
		return writeOracles(cmd, sets)
	}
	if out != "-" {
		if err := toFile(cmd, func(cmd *cobra.Command) error { return writeOracles(cmd, sets) }); err != nil {
			return err
		}
	}
	rows := make([]oracleRow, len(sets))
	for i, o := range sets {
		rows[i] = oracleRow{
			State: o.State, Method: o.Prediction().Method, Units: some(o.Units), Size: o.Size, Witness: some(o.Witness), Proven: o.Proven,
			Complete: o.Complete, Short: o.Short, Tokens: o.Tokens, Over: o.Over, Removed: o.Removed,
			Excluded: o.Excluded, Overlapping: o.Overlapping, Withheld: o.Withheld,
		}
	}
	p := newPrinter(cmd)
	return p.answer(rows, func() { printOracles(p, rows) })
}

func writeOracles(cmd *cobra.Command, sets []scorer.OracleSet) error {
	p := newPrinter(cmd)
	for _, o := range sets {
		p.line("%s", card.EncodePrediction(o.Prediction()))
	}
	return p.flush()
}

func printOracles(p *printer, rows []oracleRow) {
	complete, short := 0, 0
	cells := make([][]string, len(rows))
	for i, r := range rows {
		if r.Complete {
			complete++
		}
		short += r.Short
		notes := ""
		switch {
		case r.Removed != "":
			notes = fmt.Sprintf("without %s; %s, %d overlapping, %d withheld", p.clean(r.Removed), count(len(r.Excluded), "alternative", "alternatives"), len(r.Overlapping), len(r.Withheld))
		case len(r.Witness) == 0:
			notes = "no set of that size completes it"
		case r.Over:
			notes = "the completing set alone is above the ceiling"
		}
		cells[i] = []string{p.clean(r.State), thousands(len(r.Units)), thousands(len(r.Witness)), thousands(r.Tokens), yesNo(r.Complete), notes}
	}
	p.table([]string{"state", ">units", ">witness", ">tokens", "completes", ""}, cells)
	p.line("%s of %s complete; made with the labels in view, so these are no method", thousands(complete), count(len(rows), "set", "sets"))
	if short > 0 {
		p.line("%s that ranking and ceiling did not give", count(short, "unit", "units"))
	}
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
