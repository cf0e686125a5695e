package main

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// newRoot builds the command tree.
func newRoot(s streams) *cobra.Command {
	root := &cobra.Command{
		Use:   "suffice",
		Short: "Build, check and score minimal-sufficient-evidence certificates",
		Long: `suffice is a terminal workbench for minimal-sufficient-evidence certificates:
what a coding agent, halfway through an issue, still needs to read before its
next decision. Without a command it opens the workbench on the project in this
folder; without a terminal it prints the queue.`,
		Example: `  suffice demo                     # look around in the demo project
  suffice init                     # start a project in this folder
  suffice import items items.jsonl
  suffice                          # open the workbench`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return hint(fmt.Errorf("there is no command %q", args[0]), "suffice --help lists the commands")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return openHere(cmd, s) },
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return hint(err, "%s --help", cmd.CommandPath())
	})
	flags := root.PersistentFlags()
	flags.String("project", "", "project `FILE` (default: SUFFICE_PROJECT, or suffice.db in this folder)")
	flags.String("as", "", "who you are: a `NAME` in the project (default: SUFFICE_AS, or your login name)")
	flags.Bool("json", false, "print JSON instead of text")
	flags.String("config", "", "keys and colours: a TOML `FILE` (default: suffice/config.toml in your configuration folder)")

	root.AddCommand(
		newDemo(s), newInit(s),
		newImport(s), newExport(s), newPredictions(s),
		newStates(s), newShow(s), newApply(s), newCheck(s), newHistory(s), newVerify(s),
		newPeople(s), newAssign(s), newReserve(s), newReview(s), newArbitrate(s),
		newDisagreements(s), newAgreement(s), newSensitivity(s), newWhatIf(s), newSignals(s),
		newFreeze(s), newAudit(s), newLedger(s), newAccounting(s), newSettings(s), newBlindness(s),
		newMethods(s), newRun(s), newReplay(s), newRuns(s), newTable(s), newCompare(s), newCeiling(s),
		newOracle(s), newCalibrate(s), newDataset(s),
		newValidate(s), newScore(s), newGenerate(s), newKeys(s), newVersion(),
	)
	plainUsage(root)
	return root
}

// addCompletion adds the command that cobra makes, with examples of how to have
// commands completed in every shell, as the help of every other command has.
func addCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	load := map[string]string{
		"bash": "source <(suffice completion bash)", "zsh": "source <(suffice completion zsh)",
		"fish": "suffice completion fish | source", "powershell": "suffice completion powershell | Out-String | Invoke-Expression",
	}
	for _, c := range root.Commands() {
		if c.Name() != "completion" {
			continue
		}
		c.Example = "  " + load["bash"] + "\n  " + load["zsh"]
		for _, shell := range c.Commands() {
			if line := load[shell.Name()]; line != "" {
				shell.Example = "  " + line
			}
		}
	}
}

// plainUsage takes the back quotes out of what flags say: they name a flag's
// value for other help printers, and ours would show them.
func plainUsage(cmd *cobra.Command) {
	strip := func(f *pflag.Flag) { f.Usage = strings.ReplaceAll(f.Usage, "`", "") }
	cmd.Flags().VisitAll(strip)
	cmd.PersistentFlags().VisitAll(strip)
	for _, below := range cmd.Commands() {
		plainUsage(below)
	}
}

// noArgs, exactArgs and atLeast say what a command expects in words.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return hint(fmt.Errorf("%s takes no argument, but got %q", cmd.CommandPath(), args[0]), "%s --help", cmd.CommandPath())
	}
	return nil
}

func exactArgs(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < len(names) {
			return hint(fmt.Errorf("%s needs %s", cmd.CommandPath(), names[len(args)]), "%s --help", cmd.CommandPath())
		}
		if len(args) > len(names) {
			return hint(fmt.Errorf("%s takes %s; %q is one too many", cmd.CommandPath(), count(len(names), "argument", "arguments"), args[len(names)]), "%s --help", cmd.CommandPath())
		}
		return nil
	}
}

func atLeast(name string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return hint(fmt.Errorf("%s needs at least one %s", cmd.CommandPath(), name), "%s --help", cmd.CommandPath())
		}
		return nil
	}
}

// oneOf is the answer of a command that only has commands below it.
func oneOf(names ...string) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		err := fmt.Errorf("%s needs one of %s", cmd.CommandPath(), joined(names))
		if len(args) > 0 {
			err = fmt.Errorf("%s knows no %q, only %s", cmd.CommandPath(), args[0], joined(names))
		}
		return hint(err, "%s --help", cmd.CommandPath())
	}
}

// required reads a string flag that the command cannot do without.
func required(cmd *cobra.Command, flag, what string) (string, error) {
	v, _ := cmd.Flags().GetString(flag)
	if v == "" {
		return "", hint(fmt.Errorf("%s needs --%s, %s", cmd.CommandPath(), flag, what), "%s --help", cmd.CommandPath())
	}
	return v, nil
}

// newVersion prints what was built, from what and with which Go.
func newVersion() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version", Example: "  suffice version --json", Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			p := newPrinter(cmd)
			v := struct {
				Version string `json:"version"`
				Go      string `json:"go"`
			}{versionText(), goVersion()}
			return p.answer(v, func() { p.line("suffice %s (%s)", v.Version, v.Go) })
		},
	}
}

func versionText() string {
	if revision != "" {
		return revision
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(built from source)"
}

func goVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info.GoVersion
	}
	return ""
}

// fileExists tells a missing file from every other trouble.
func fileExists(path string) (bool, error) {
	_, err := os.Stat(path)
	switch {
	case err == nil:
		return true, nil
	case errors.Is(err, os.ErrNotExist):
		return false, nil
	default:
		return false, err
	}
}
