package main

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"suffice/audit"
	"suffice/review"
)

func newAuditSample(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "sample", Short: "Draw the audit, or a stratified sample", Args: noArgs,
		Long: `Draws --states states of the frozen release uniformly without replacement and two
auditors for all of them; the seed is recorded. It can be done once.

With --stratified it draws a fixed number from each stratum instead, seats
nobody, and counts the classes of sensitivity stratum by stratum. Such counts
say nothing of the release and are never summed up.`,
		Example: `  suffice audit sample --states 80 --seed 20260904
  suffice audit sample --stratified boundary --take before_edit=20 --take after_search=20`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return with(cmd, s, func(ctx context.Context, ses *session) error {
				if by, _ := cmd.Flags().GetString("stratified"); by != "" {
					return sampleStrata(ctx, cmd, ses.desk, review.Strata(by))
				}
				if cmd.Flags().Changed("take") || cmd.Flags().Changed("rest") {
					return hint(errors.New("--take and --rest belong to --stratified"), "--stratified %s", oneOfWords(allStrata()))
				}
				return sampleAudit(ctx, cmd, ses.desk)
			})
		},
	}
	addSampling(cmd)
	f := cmd.Flags()
	f.String("stratified", "", "draw from strata, `BY` "+oneOfWords(allStrata()))
	f.StringArray("take", nil, "how many of a stratum, as `STRATUM=N` (repeatable)")
	f.Int("rest", 0, "how many of each stratum that --take does not name")
	return cmd
}

func newAssignAudit(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "audit", Short: "Draw the sample of the audit and its two auditors", Args: noArgs,
		Long:    "The same as suffice audit sample: nobody chooses the states of an audit, so --states is how many.",
		Example: "  suffice assign audit --states 80 --seed 20260904 --dry-run",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return with(cmd, s, func(ctx context.Context, ses *session) error { return sampleAudit(ctx, cmd, ses.desk) })
		},
	}
	addSampling(cmd)
	return cmd
}

func addSampling(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Int("states", 0, "how many states, `N`")
	f.Uint64("seed", 0, "seed of the draw (default: a fresh one, which is recorded)")
	f.StringSlice("people", nil, "these two `AUDITORS` (default: drawn from all who may)")
	f.Bool("dry-run", false, "show the draw and make nothing")
}

func allStrata() []review.Strata {
	return []review.Strata{review.ByBoundary, review.ByRepository, review.BySensitivity}
}

// seedOf is --seed, or a fresh one.
func seedOf(cmd *cobra.Command) (uint64, error) {
	if cmd.Flags().Changed("seed") {
		return cmd.Flags().GetUint64("seed")
	}
	var b [8]byte
	if _, err := rand.Read(b[:]); err != nil {
		return 0, fmt.Errorf("draw a seed: %w", err)
	}
	return binary.BigEndian.Uint64(b[:]) >> 11, nil // exact in every JSON reader
}

func sampleAudit(ctx context.Context, cmd *cobra.Command, d *review.Desk) error {
	if err := d.Scope().Oversee("draw an audit"); err != nil {
		return err
	}
	f := cmd.Flags()
	var ask review.Sampling
	ask.States, _ = f.GetInt("states")
	if ask.States < 1 {
		return hint(fmt.Errorf("%s needs --states, how many are to be audited", cmd.CommandPath()), "--states 80")
	}
	ask.DryRun, _ = f.GetBool("dry-run")
	var err error
	if ask.Seed, err = seedOf(cmd); err != nil {
		return err
	}
	if f.Changed("people") {
		names, _ := f.GetStringSlice("people")
		if ask.Auditors, err = peopleNamed(ctx, d, names); err != nil {
			return err
		}
	}
	body, err := d.Sample(ctx, ask)
	if err != nil {
		return staffing(err)
	}
	names, err := namesOf(ctx, d)
	if err != nil {
		return err
	}
	out := sampledOf(body, names, !ask.DryRun)
	p := newPrinter(cmd)
	return p.answer(out, func() { printSampled(p, out) })
}

// sampled is what `audit sample --json` prints.
type sampled struct {
	Made     bool               `json:"made"`
	Sample   audit.SampleRecord `json:"sample"`
	Auditors []string           `json:"auditors"` // A, then B
}

func sampledOf(b review.AuditBody, names map[review.PersonID]string, made bool) sampled {
	out := sampled{Made: made, Sample: b.Sample, Auditors: []string{}}
	for _, who := range b.Auditors {
		out.Auditors = append(out.Auditors, names[who])
	}
	return out
}

func printSampled(p *printer, s sampled) {
	for _, state := range s.Sample.States {
		p.line("%s", p.clean(state))
	}
	verb := "drawn"
	if !s.Made {
		verb = "would be drawn"
	}
	p.line("%s of %d %s, uniform without replacement, seed %d", count(len(s.Sample.States), "state", "states"), s.Sample.Of, verb, s.Sample.Seed)
	for i, name := range s.Auditors {
		p.line("auditor %s: %s", bothSlots()[i%2], p.clean(name))
	}
}

func sampleStrata(ctx context.Context, cmd *cobra.Command, d *review.Desk, by review.Strata) error {
	if !slices.Contains(allStrata(), by) {
		return unknownWord("--stratified", string(by), allStrata())
	}
	take, err := takes(cmd)
	if err != nil {
		return err
	}
	rest, _ := cmd.Flags().GetInt("rest")
	if len(take) == 0 && rest == 0 {
		return hint(errors.New("nothing is to be drawn: say how many of which stratum"), "--take STRATUM=N, or --rest N for every one")
	}
	seed, err := seedOf(cmd)
	if err != nil {
		return err
	}
	drawn, err := d.SampleStrata(ctx, by, take, rest, seed)
	if err != nil {
		return err
	}
	classes, err := d.Sensitivity(ctx)
	if err != nil {
		return err
	}
	labels := map[string]string{}
	for _, c := range classes {
		labels[c.State] = string(c.Class)
	}
	out := stratified{By: by, Stratified: drawn, Counts: drawn.Counts(labels)}
	p := newPrinter(cmd)
	return p.answer(out, func() { printStrata(p, out) })
}

// stratified is what `audit sample --stratified --json` prints.
type stratified struct {
	By review.Strata `json:"by"`
	audit.Stratified
	Counts []audit.StratumCount `json:"classes"`
}

// takes reads --take.
func takes(cmd *cobra.Command) (map[string]int, error) {
	list, _ := cmd.Flags().GetStringArray("take")
	take := map[string]int{}
	for _, text := range list {
		i := strings.LastIndexByte(text, '=')
		if i < 1 {
			return nil, fmt.Errorf("--take is STRATUM=N, such as before_edit=20; found %q", text)
		}
		n, err := strconv.Atoi(text[i+1:])
		if err != nil || n < 0 {
			return nil, fmt.Errorf("--take %s: %q is no whole number from 0 on", text[:i], text[i+1:])
		}
		if _, twice := take[text[:i]]; twice {
			return nil, fmt.Errorf("--take names the stratum %q twice", text[:i])
		}
		take[text[:i]] = n
	}
	return take, nil
}

func printStrata(p *printer, s stratified) {
	header := []string{string(s.By), ">of", ">drawn"}
	for _, c := range allClasses() {
		header = append(header, ">"+string(c))
	}
	rows := make([][]string, len(s.Counts))
	for i, c := range s.Counts {
		rows[i] = []string{p.clean(c.Name), fmt.Sprint(c.Of), fmt.Sprint(c.Taken)}
		for _, class := range allClasses() {
			rows[i] = append(rows[i], fmt.Sprint(c.Labels[string(class)]))
		}
	}
	p.table(header, rows)
	for _, stratum := range s.Strata {
		for _, state := range stratum.States {
			p.line("%s  %s", p.clean(stratum.Name), p.clean(state))
		}
	}
	p.line("%s, seed %d; the counts are of these strata and say nothing of the release", count(len(s.Strata), "stratum", "strata"), s.Seed)
}
