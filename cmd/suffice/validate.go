package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"suffice/certificate/records"
	"suffice/scorer"
)

func newValidate(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "validate --predictions FILE", Short: "Check files as strict scoring would", Args: noArgs,
		Long: `Checks rankings, and certificates if given, against the items: unknown states,
units outside the pool, repeated rows and repeated units, states that a method
has not ranked, and every blocking finding of a certificate. With --items no
project is needed; without, the items are those of the project here that you may
run methods on. The exit code is 1 when anything is wrong.`,
		Example: `  suffice validate --predictions results/predictions/mss_complement.jsonl
  suffice validate --items items.jsonl --predictions bm25.jsonl
  suffice validate --items items.jsonl --predictions part.jsonl --labels labels.jsonl --allow-subset`,
		RunE: func(cmd *cobra.Command, _ []string) error { return validate(cmd, s) },
	}
	f := cmd.Flags()
	f.String("items", "", "states with pools, a `FILE` of JSON Lines (default: those of the project here)")
	f.StringArray("predictions", nil, "rankings, a `FILE` (required without --labels, repeatable)")
	f.String("labels", "", "certificates, a `FILE`")
	f.Bool("allow-subset", false, "methods need not rank every state")
	return cmd
}

// validated is what validate answers.
type validated struct {
	Valid    bool              `json:"valid"`
	Problems []records.Problem `json:"problems"`
	More     int               `json:"more"`
	scorer.Validated
}

func validate(cmd *cobra.Command, s streams) error {
	f := cmd.Flags()
	in := scorer.Validation{Stdin: s.In}
	in.Items, _ = f.GetString("items")
	in.Predictions, _ = f.GetStringArray("predictions")
	in.Labels, _ = f.GetString("labels")
	in.AllowSubset, _ = f.GetBool("allow-subset")
	if len(in.Predictions) == 0 && in.Labels == "" {
		return hint(errors.New("there is nothing to validate: name --predictions, --labels or both"), "%s --help", cmd.CommandPath())
	}
	letGarbageLie(s, append([]string{in.Labels, in.Items}, in.Predictions...))
	if in.Items == "" {
		return validateHere(cmd, s, in)
	}
	counts, err := scorer.ValidateFiles(cmd.Context(), in)
	return sayValidated(cmd, counts, err)
}

// validateHere validates against the states of the project here that methods
// may be run on: nothing is read of what is hidden from the person.
func validateHere(cmd *cobra.Command, s streams, in scorer.Validation) error {
	if _, lent := cmd.Context().Value(lending{}).(*session); !lent {
		path := projectPath(cmd, s)
		if there, err := fileExists(path); err == nil && !there {
			return hint(fmt.Errorf("%s needs states to validate against, and there is no project at %s", cmd.CommandPath(), path),
				"--items FILE, or --project FILE")
		}
	}
	return with(cmd, s, func(ctx context.Context, ses *session) error {
		on, err := fromProject(ctx, ses, "validate predictions")
		if err != nil {
			return err
		}
		in.Items, in.States = "the project", on.each(ctx)
		if on.partial() {
			in.Items = "what of the project is open to you"
		}
		counts, err := scorer.ValidateFiles(ctx, in)
		counts.Notices = append(counts.Notices, "the states are those that methods run on in "+in.Items)
		return sayValidated(cmd, counts, err)
	})
}

// sayValidated tells what is wrong, which is an answer; other errors are none.
func sayValidated(cmd *cobra.Command, counts scorer.Validated, err error) error {
	wrong := new(records.Error)
	if err != nil && !errors.As(err, &wrong) {
		return err
	}
	answer := validated{Valid: err == nil, Problems: append([]records.Problem{}, wrong.Problems...), More: wrong.More, Validated: counts}
	p := newPrinter(cmd)
	if err := p.answer(answer, func() { printValidated(p, answer) }); err != nil {
		return err
	}
	if !answer.Valid {
		return findingsError{}
	}
	return nil
}

func printValidated(p *printer, v validated) {
	for _, problem := range v.Problems {
		p.line("%s", p.clean(problem.String()))
	}
	if v.More > 0 {
		p.line("and %s more", thousands(v.More))
	}
	p.line("read %s, %s, %s and %s by %s",
		count(v.States, "state", "states"), count(v.Units, "unit", "units"), count(v.Certificates, "certificate", "certificates"),
		count(v.Predictions, "prediction", "predictions"), count(v.Methods, "method", "methods"))
	for _, n := range v.Notices {
		p.line("note: %s", p.clean(n))
	}
	if v.Valid {
		p.line("valid")
	} else {
		p.line("not valid: %s", count(len(v.Problems)+v.More, "problem", "problems"))
	}
}
