package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"suffice/certificate/records"
	"suffice/scorer/calibrate"
	"suffice/scorer/methods/retrieval"
)

func newCalibrate(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "calibrate --out FILE", Short: "Pick query forms and MMR's lambda on labelled states, and freeze the choice", Args: noArgs,
		Long: `Draws a seeded subset of labelled states, ranks it by every setting of every
single retriever, and freezes the best by Complete-MSS at 5, then by group
recall at 5. The frozen file names the states it was picked on; run --calibration
applies it and puts its hash into the identity of every run. States that were
calibrated on must not be evaluated: --evaluation refuses a subset that shares a
repository with what will be. For an organizer without another role, or on files.`,
		Example: `  suffice calibrate --labels dev-labels.jsonl --items dev-items.jsonl --out calibration.json
  suffice calibrate --seed 7 --states 75 --evaluation owner/project --out calibration.json
  suffice run bm25 mmr --calibration calibration.json`,
		RunE: func(cmd *cobra.Command, _ []string) error { return calibrateMethods(cmd, s) },
	}
	f := cmd.Flags()
	f.String("labels", "", "certificates of a `FILE` in place of the project's")
	f.String("items", "", "their states, a `FILE`")
	f.Int("states", calibrate.DefaultStates, "`N` states of the subset")
	f.Uint64("seed", 0, "`SEED` of the draw")
	f.StringSlice("methods", nil, "calibrate these `METHODS` alone: "+oneOfWords(calibrate.Methods()))
	f.StringSlice("evaluation", nil, "`REPOSITORIES` that will be evaluated on, and must not be in the subset")
	f.String("out", "", "write the frozen choice to `FILE` (required)")
	f.Bool("overwrite", false, "replace FILE if it is there")
	f.Int("jobs", 0, "`N` states at a time (default: one for each core)")
	complete(cmd, "methods", calibrate.Methods()...)
	return cmd
}

func calibrateMethods(cmd *cobra.Command, s streams) error {
	path, err := required(cmd, "out", "the file to freeze the choice in")
	if err != nil {
		return err
	}
	flags := cmd.Flags()
	o := calibrate.Options{Settings: retrieval.Defaults()}
	o.States, _ = flags.GetInt("states")
	o.Seed, _ = flags.GetUint64("seed")
	if flags.Changed("methods") {
		o.Methods, _ = flags.GetStringSlice("methods")
	}
	if flags.Changed("evaluation") {
		o.Evaluation, _ = flags.GetStringSlice("evaluation")
	}
	o.Jobs, _ = flags.GetInt("jobs")
	if o.States < 1 || o.Jobs < 0 {
		return fmt.Errorf("--states is 1 or more and --jobs 0 or more; found %d and %d", o.States, o.Jobs)
	}
	overwrite, _ := flags.GetBool("overwrite")
	file, err := records.Create(path, overwrite)
	if err != nil {
		return err
	}
	defer file.Close() // gives the file up unless it was committed
	f, err := fedFrom(cmd, s, "calibrate methods", false)
	if err != nil {
		return err
	}
	frozen, err := calibrate.Choose(cmd.Context(), calibrate.Split{Certificates: f.certificates(), Load: f.load()}, o)
	if err != nil {
		return err
	}
	if _, err := file.Write(frozen.Encode()); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	if err := file.Commit(); err != nil {
		return err
	}
	return sayCalibrated(cmd, frozen, path)
}

// calibrated is what `calibrate --json` prints.
type calibrated struct {
	File   string           `json:"file"`
	SHA256 string           `json:"calibration_sha256"`
	Frozen calibrate.Frozen `json:"calibration"`
}

func sayCalibrated(cmd *cobra.Command, frozen calibrate.Frozen, path string) error {
	p := newPrinter(cmd)
	return p.answer(calibrated{path, frozen.Hash(), frozen}, func() {
		printTable(p, frozen.Table(), tableWidth(cmd))
		for _, c := range frozen.Choices {
			p.line("%s: %s", p.clean(c.Method), p.clean(c.Setting.String()))
		}
		p.line("frozen in %s, SHA-256 %s", p.clean(path), frozen.Hash())
		p.line("suffice run METHOD... --calibration %s applies it", p.clean(records.Typed(path)))
	})
}
