package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"suffice/audit"
	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/review"
)

func newAuditShow(s streams) *cobra.Command {
	return &cobra.Command{
		Use: "show STATE", Short: "Print a state of your audit and what you judged so far", Args: exactArgs("a state"),
		Example: "  suffice audit show tideline-33-s003\n  suffice audit show tideline-33-s003 --json | jq .judgments > judgments.json",
		RunE: func(cmd *cobra.Command, args []string) error {
			return with(cmd, s, func(ctx context.Context, ses *session) error {
				v, err := readNamed(ctx, ses.desk, args[0], ses.desk.Audit)
				if err != nil {
					return err
				}
				p := newPrinter(cmd)
				return p.answer(auditedOf(v), func() { printAudited(p, v) })
			})
		},
	}
}

// audited is what `audit show --json` prints. Its judgments are in the form
// that `audit submit --file` reads.
type audited struct {
	State       string         `json:"state_id"`
	Card        jsontext.Value `json:"item"`
	Certificate jsontext.Value `json:"certificate"`
	Submitted   bool           `json:"submitted"`
	Judgments   judgments      `json:"judgments"`
	Missing     []string       `json:"missing"`
}

// judgments is what an auditor says on a state, as a file holds it.
type judgments struct {
	Verdict    audit.Verdict                        `json:"verdict"`
	Confidence int                                  `json:"confidence"`
	Groups     map[string]map[string]audit.Judgment `json:"groups"` // by group, then by field
}

func judgmentsOf(v review.AuditView) judgments {
	j := judgments{Verdict: v.Sheet.Verdict, Confidence: v.Sheet.Confidence, Groups: map[string]map[string]audit.Judgment{}}
	given := map[string]audit.Judgments{}
	for _, g := range v.Sheet.Groups {
		given[g.Group] = g.Fields
	}
	for _, group := range v.Frozen.Groups {
		j.Groups[group] = map[string]audit.Judgment{}
		for _, f := range audit.AllFields() {
			j.Groups[group][f.Name()] = given[group][f]
		}
	}
	return j
}

func auditedOf(v review.AuditView) audited {
	a := audited{
		State: v.State.Card.ID, Card: card.EncodeState(v.State), Certificate: certificate.Encode(v.Certificate),
		Submitted: v.Sheet.Submitted, Judgments: judgmentsOf(v), Missing: []string{},
	}
	for _, f := range v.Faults {
		a.Missing = append(a.Missing, f.Says)
	}
	return a
}

func printAudited(p *printer, v review.AuditView) {
	printCard(p, v.State.Card)
	printPool(p, v.State.Pool, v.Observed, v.Certificate)
	printGroups(p, v.State.Pool, v.Certificate, false)
	j := judgmentsOf(v)
	p.line("")
	verdict := "no verdict yet"
	if j.Verdict != "" {
		verdict = fmt.Sprintf("%s, confidence %d", j.Verdict, j.Confidence)
	}
	p.line("Your judgments: %s", verdict)
	for _, group := range v.Frozen.Groups {
		p.line("  %s", p.clean(group))
		for _, f := range audit.AllFields() {
			one := j.Groups[group][f.Name()]
			said := string(one.Answer)
			if one.Answer == audit.Unanswered {
				said = "-"
			}
			p.line("    %-6s  %-32s  %s", said, f.Name(), f.Asks())
			if one.Note != "" {
				p.block("            ", one.Note)
			}
		}
	}
	if v.Sheet.Submitted {
		p.line("submitted")
	} else {
		p.line("%s before it can be submitted", count(len(v.Faults), "thing is missing", "things are missing"))
	}
}

func newAuditJudge(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "judge STATE [--group G --field F --answer ok|not-ok] [--verdict V --confidence N]", Short: "Save a judgment on a group, or the verdict on the state", Args: exactArgs("a state"),
		Long: "The eight fields of every group: " + strings.Join(fieldNames(), ", ") + `.
ok always speaks for the certificate; not-ok needs a note. Saved judgments count
only once the state is submitted.`,
		Example: `  suffice audit judge tideline-33-s003 --group G1 --field necessity --answer ok
  suffice audit judge tideline-33-s003 --group G1 --field source_grounding --answer not-ok --note "The lines are about another queue."
  suffice audit judge tideline-33-s003 --verdict accept --confidence 4`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return with(cmd, s, func(ctx context.Context, ses *session) error { return judge(ctx, cmd, ses.desk, args[0]) })
		},
	}
	f := cmd.Flags()
	f.String("group", "", "the `GROUP`, as audit show names it")
	f.String("field", "", "the `FIELD` that is judged")
	f.String("answer", "", "ok or not-ok; empty takes the answer back")
	f.String("note", "", "why it is not ok, in `WORDS`")
	f.String("verdict", "", "`VERDICT` on the state: "+oneOfWords(audit.AllVerdicts()))
	f.Int("confidence", 0, "how certain you are of it, 1 to 5")
	return cmd
}

func fieldNames() []string {
	var names []string
	for _, f := range audit.AllFields() {
		names = append(names, f.Name())
	}
	return names
}

func judge(ctx context.Context, cmd *cobra.Command, d *review.Desk, state string) error {
	f := cmd.Flags()
	whole := f.Changed("verdict") || f.Changed("confidence")
	group := f.Changed("group") || f.Changed("field") || f.Changed("answer")
	if whole == group {
		return hint(errors.New("judge either one field of one group, or the state as a whole"), "--group G1 --field necessity --answer ok, or --verdict accept --confidence 4")
	}
	v, err := readNamed(ctx, d, state, d.Audit)
	if err != nil {
		return err
	}
	state = v.State.Card.ID
	if whole {
		verdict, confidence := v.Sheet.Verdict, v.Sheet.Confidence
		if f.Changed("verdict") {
			name, _ := f.GetString("verdict")
			verdict = audit.Verdict(name)
			if !slices.Contains(audit.AllVerdicts(), verdict) {
				return unknownWord("--verdict", name, audit.AllVerdicts())
			}
		}
		if f.Changed("confidence") {
			confidence, _ = f.GetInt("confidence")
		}
		v, err = d.JudgeState(ctx, state, verdict, confidence)
	} else {
		v, err = judgeGroup(ctx, cmd, d, state)
	}
	if err != nil {
		return guided(err)
	}
	return sayAudit(newPrinter(cmd), v, "saved")
}

func judgeGroup(ctx context.Context, cmd *cobra.Command, d *review.Desk, state string) (review.AuditView, error) {
	group, err := required(cmd, "group", "the group that is judged")
	if err != nil {
		return review.AuditView{}, err
	}
	name, err := required(cmd, "field", "what is judged of it")
	if err != nil {
		return review.AuditView{}, err
	}
	field, known := audit.FieldNamed(name)
	if !known {
		return review.AuditView{}, unknownWord("--field", name, fieldNames())
	}
	var j audit.Judgment
	answer, _ := cmd.Flags().GetString("answer")
	j.Note, _ = cmd.Flags().GetString("note")
	switch answer {
	case "", "ok":
		j.Answer = audit.Answer(answer)
	case "not-ok", string(audit.NotOK):
		j.Answer = audit.NotOK
	default:
		return review.AuditView{}, fmt.Errorf("--answer is ok or not-ok; found %q", answer)
	}
	return d.JudgeGroup(ctx, state, group, field, j)
}

func newAuditSubmit(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "submit STATE", Short: "Hand in your judgments of a state", Args: exactArgs("a state"),
		Long:    "With --file the judgments come from one JSON object in the form that audit show --json prints under judgments; it is checked whole before any of it is saved.",
		Example: "  suffice audit submit tideline-33-s003\n  suffice audit submit tideline-33-s003 --file judgments.json",
		RunE: func(cmd *cobra.Command, args []string) error {
			return with(cmd, s, func(ctx context.Context, ses *session) error {
				if path, _ := cmd.Flags().GetString("file"); path != "" {
					if err := judgeFile(ctx, s, ses.desk, args[0], path); err != nil {
						return guided(err)
					}
				}
				v, err := ses.desk.SubmitAudit(ctx, args[0])
				if err != nil {
					return guided(err)
				}
				return sayAudit(newPrinter(cmd), v, "submitted")
			})
		},
	}
	cmd.Flags().String("file", "", "the judgments as JSON, a `FILE` or -")
	return cmd
}

// judgeFile checks a file of judgments as a whole and then saves what it says.
func judgeFile(ctx context.Context, s streams, d *review.Desk, state, path string) error {
	raw, err := readObject(path, s)
	if err != nil {
		return err
	}
	j, err := decodeJudgments(raw)
	if err != nil {
		return fmt.Errorf("read %s: the judgments are not in the form that `suffice audit show --json` prints: %w", path, err)
	}
	v, err := d.Audit(ctx, state)
	if err != nil {
		return err
	}
	sheet, err := j.sheet(v)
	if err != nil {
		return fmt.Errorf("read %s: %w", path, err)
	}
	if faults := sheet.Check(v.Frozen); len(faults) > 0 {
		return &review.IncompleteError{State: state, Faults: faults}
	}
	for _, g := range sheet.Groups {
		for _, f := range audit.AllFields() {
			if _, err := d.JudgeGroup(ctx, state, g.Group, f, g.Fields[f]); err != nil {
				return err
			}
		}
	}
	_, err = d.JudgeState(ctx, state, sheet.Verdict, sheet.Confidence)
	return err
}

// decodeJudgments reads the form that judgmentsOf writes.
func decodeJudgments(raw []byte) (j judgments, err error) {
	err = json.Unmarshal(raw, &j, json.RejectUnknownMembers(true))
	return j, err
}

// sheet is what the file says as a sheet on the state of v.
func (j judgments) sheet(v review.AuditView) (audit.Sheet, error) {
	sheet := v.Sheet
	sheet.State, sheet.Certificate = v.Frozen.State, v.Frozen.Certificate
	sheet.Verdict, sheet.Confidence, sheet.Groups = j.Verdict, j.Confidence, nil
	for group, fields := range j.Groups {
		one := audit.GroupSheet{Group: group}
		for name, judged := range fields {
			f, known := audit.FieldNamed(name)
			if !known {
				return sheet, unknownWord("a field of "+group, name, fieldNames())
			}
			one.Fields[f] = judged
		}
		sheet.Groups = append(sheet.Groups, one)
	}
	slices.SortFunc(sheet.Groups, func(a, b audit.GroupSheet) int { return strings.Compare(a.Group, b.Group) })
	return sheet, nil
}

func newAuditReopen(s streams) *cobra.Command {
	return &cobra.Command{
		Use: "reopen STATE", Short: "Take submitted judgments back to change them", Args: exactArgs("a state"),
		Long: "This is possible until the audit is reported.", Example: "  suffice audit reopen tideline-33-s003",
		RunE: func(cmd *cobra.Command, args []string) error {
			return with(cmd, s, func(ctx context.Context, ses *session) error {
				v, err := ses.desk.ReopenAudit(ctx, args[0])
				if err != nil {
					return guided(err)
				}
				return sayAudit(newPrinter(cmd), v, "reopened")
			})
		},
	}
}
