package main

import (
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"suffice/scorer"
)

func newScore(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "score --labels FILE --predictions FILE", Short: "Score rankings against certificates", Args: noArgs,
		Long: `Computes Complete-MSS, group recall, necessity-weighted recall, role coverage,
grouped nDCG and required novelty at every cutoff, and their means over states.
No project is needed. The contract of an experiment whose prediction file is scored
notes which label file that was (docs/runs.md). Input is strict; --as-reference also takes what the public
reference scorer takes: repeated IDs, certificates without groups, observed
units accepted.`,
		Example: "  suffice score --labels labels.jsonl --predictions bm25.jsonl\n  suffice score --labels labels.jsonl --predictions all.jsonl --items items.jsonl --out scores",
		RunE:    func(cmd *cobra.Command, _ []string) error { return score(cmd, s) },
	}
	f := cmd.Flags()
	f.String("labels", "", "certificates, a `FILE` of JSON Lines (required)")
	f.StringArray("predictions", nil, "rankings, a `FILE` (required, repeatable)")
	f.String("items", "", "states with pools: a `FILE` to check units against")
	f.String("k", "", "cutoffs, such as 1,3,5 (default 1,3,5,8,10,12,16)")
	f.String("out", "", "write per_state_scores.jsonl and summary.json into `DIR`")
	f.Bool("overwrite", false, "replace files in DIR")
	f.Bool("allow-subset", false, "methods need not rank every state; the missing ones are listed and excluded")
	f.Bool("as-reference", false, "score what the reference scores, without the strict checks")
	f.Bool("true-ideal", false, "divide grouped nDCG by the true ideal also above 20 acceptable units, where the reference takes the sum of weights")
	f.Bool("reseal", false, "name this label file in the contract of an experiment that was scored with another one before")
	f.Bool("full", false, "print every metric at every cutoff")
	return cmd
}

func score(cmd *cobra.Command, s streams) error {
	in, err := scoreInput(cmd, s)
	if err != nil {
		return err
	}
	letGarbageLie(s, append([]string{in.Labels, in.Items}, in.Predictions...))
	r, err := scorer.ScoreFiles(cmd.Context(), in)
	if err != nil {
		return err
	}
	dir, _ := cmd.Flags().GetString("out")
	if dir != "" {
		overwrite, _ := cmd.Flags().GetBool("overwrite")
		if _, err := r.Save(dir, overwrite); err != nil {
			return err
		}
	}
	full, _ := cmd.Flags().GetBool("full")
	if err := printScores(newPrinter(cmd), r, full, dir); err != nil {
		return err
	}
	anew, _ := cmd.Flags().GetBool("reseal")
	seal(cmd, in.Labels, in.Predictions, anew)
	return nil
}

func scoreInput(cmd *cobra.Command, s streams) (scorer.Input, error) {
	f := cmd.Flags()
	in := scorer.Input{Stdin: s.In}
	var err error
	if in.Labels, err = required(cmd, "labels", "a file of certificates"); err != nil {
		return in, err
	}
	in.Predictions, _ = f.GetStringArray("predictions")
	if len(in.Predictions) == 0 {
		return in, hint(fmt.Errorf("%s needs --predictions, a file of rankings", cmd.CommandPath()), "%s --help", cmd.CommandPath())
	}
	in.Items, _ = f.GetString("items")
	in.AllowSubset, _ = f.GetBool("allow-subset")
	in.AsReference, _ = f.GetBool("as-reference")
	if trueIdeal, _ := f.GetBool("true-ideal"); trueIdeal {
		in.Ideal = scorer.TrueIdeal
	}
	k, _ := f.GetString("k")
	in.Cutoffs, err = cutoffs(k)
	return in, err
}

// fewBytes is how much the files of a command may hold for it to be over
// before collecting garbage has paid off.
const fewBytes = 16 << 20

// letGarbageLie makes the collector wait longer in a command that reads little
// and then ends; a fifth of its time would go into collecting. What the
// environment says about that is left alone, and so is a command that reads
// much, or from what does not know its size.
func letGarbageLie(s streams, paths []string) {
	if s.Getenv("GOGC") != "" {
		return
	}
	total := int64(0)
	for _, path := range paths {
		if path == "" {
			continue
		}
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() {
			return
		}
		total += info.Size()
	}
	if total <= fewBytes {
		debug.SetGCPercent(400)
	}
}

// cutoffs reads "1,3,5"; nothing means the default ones.
func cutoffs(text string) ([]int, error) {
	if text == "" {
		return nil, nil
	}
	var ks []int
	for part := range strings.SplitSeq(text, ",") {
		k, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil {
			return nil, fmt.Errorf("--k: %q is no whole number; write cutoffs like 1,3,5", part)
		}
		ks = append(ks, k)
	}
	return ks, nil
}

func printScores(p *printer, r scorer.Result, full bool, dir string) error {
	tables := []scorer.Table{r.Primary(), r.Curves()}
	if full {
		tables = []scorer.Table{r.Full(), r.Curves()}
	}
	answer := struct {
		States  int            `json:"states"`
		Tables  []scorer.Table `json:"tables"`
		Notices []string       `json:"notices"`
	}{r.States, tables, r.Notices}
	return p.answer(answer, func() {
		for i, t := range tables {
			if i > 0 {
				p.line("")
			}
			p.line("%s", strings.TrimRight(t.String(), "\n"))
		}
		for _, n := range r.Notices {
			p.line("note: %s", p.clean(n))
		}
		if dir != "" {
			p.line("wrote per_state_scores.jsonl and summary.json to %s", p.clean(dir))
		}
	})
}
