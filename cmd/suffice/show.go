package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/review"
)

func newShow(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "show STATE", Short: "Print a state: card, pool, certificate, findings", Args: exactArgs("a state"),
		Long:    "STATE is a state_id, or a part of one that no other state of yours has.",
		Example: "  suffice show tideline-14-s004\n  suffice show tideline-14-s004 --unit evidence-0c1f...\n  suffice show tideline-14-s004 --json | jq .certificate",
		RunE: func(cmd *cobra.Command, args []string) error {
			return with(cmd, s, func(ctx context.Context, ses *session) error {
				v, err := takeNamed(ctx, ses.desk, args[0])
				if err != nil {
					return err
				}
				p := newPrinter(cmd)
				if id, _ := cmd.Flags().GetString("unit"); id != "" {
					return showUnit(p, v, id)
				}
				return p.answer(shownOf(v), func() { printState(p, v) })
			})
		},
	}
	cmd.Flags().String("unit", "", "print the text of one unit of the pool, by `ID`")
	return cmd
}

// shown is a state as `show --json` prints it.
type shown struct {
	State       string                      `json:"state"`
	Status      review.Status               `json:"status"`
	Revision    certificate.Revision        `json:"revision"`
	Card        jsontext.Value              `json:"item"`
	Certificate jsontext.Value              `json:"certificate"`
	Keys        []certificate.GroupKey      `json:"group_keys"` // of the groups in their order: what edits name
	Findings    []certificate.Finding       `json:"findings"`
	Observed    map[string]card.Observation `json:"observed"`
	Witnesses   witnessCount                `json:"witnesses"`
	Note        string                      `json:"note,omitzero"`
}

type witnessCount struct {
	Minimal  uint64 `json:"minimal"`
	Exact    bool   `json:"exact"`
	Smallest int    `json:"smallest"` // -1 when nothing completes
}

func shownOf(v review.View) shown {
	c := v.Draft.Certificate()
	keys := make([]certificate.GroupKey, len(c.Groups))
	for i, g := range c.Groups {
		keys[i] = g.Key
	}
	return shown{
		Keys: keys, State: v.State.Card.ID, Status: v.Status, Revision: v.Revision,
		Card: card.EncodeState(v.State), Certificate: certificate.Encode(c),
		Findings: findingsOf(v), Observed: v.Observed, Witnesses: witnessesOf(c), Note: v.Mine.Note,
	}
}

// findingsOf lists the findings of a state, never nil. What keeps a
// certificate from being finished only warns on one that came in and was not
// touched (an imported certificate is not ours to finish).
func findingsOf(v review.View) []certificate.Finding {
	c := v.Draft.Certificate()
	list := certificate.Findings(c, v.State.Card, &v.State.Pool, v.Observed, certificate.Compile(c))
	out := make([]certificate.Finding, len(list))
	for i, f := range list {
		if f.Severity == certificate.Freezing && v.Labelled && !v.Touched {
			f.Severity = certificate.Warning
		}
		out[i] = f
	}
	return out
}

// severityWord says for people what a finding stops.
func severityWord(f certificate.Finding) string {
	if f.Severity == certificate.Freezing {
		return "to finish"
	}
	return string(f.Severity)
}

func witnessesOf(c certificate.Certificate) witnessCount {
	m := certificate.Compile(c)
	n := m.Count(certificate.DefaultBudget())
	out := witnessCount{Minimal: n.N, Exact: n.Exact, Smallest: -1}
	if w, found, _ := m.Smallest(certificate.DefaultBudget()); found {
		out.Smallest = len(w)
	}
	return out
}

func printState(p *printer, v review.View) {
	c := v.State.Card
	p.line("%s", p.clean(c.ID))
	p.line("%s · %s · revision %d · %s", p.clean(c.Repo), p.clean(boundaryWords(string(c.Boundary))), v.Revision, v.Status)
	printTexts(p, c, v.Mine.Note)
	printSteps(p, c.Steps)
	printPool(p, v.State.Pool, v.Observed, v.Draft.Certificate())
	printGroups(p, v.State.Pool, v.Draft.Certificate(), true)
	printFindings(p, findingsOf(v))
}

// printCard is the public side of a state.
func printCard(p *printer, c card.StateCard) {
	p.line("%s", p.clean(c.ID))
	p.line("%s · %s", p.clean(c.Repo), p.clean(boundaryWords(string(c.Boundary))))
	printTexts(p, c, "")
	printSteps(p, c.Steps)
}

func printTexts(p *printer, c card.StateCard, note string) {
	for _, part := range []struct{ title, text string }{
		{"Need", c.Need}, {"Subgoal", c.Subgoal}, {"Hypothesis", c.Hypothesis}, {"Issue", c.Issue},
		{"Observation", c.Observation}, {"Diff", c.Diff}, {"Test output", c.TestOutput}, {"My note", note},
	} {
		if strings.TrimSpace(part.text) != "" {
			p.line("")
			p.line("%s", part.title)
			p.block("  ", part.text)
		}
	}
}

func printSteps(p *printer, steps []card.Step) {
	if len(steps) == 0 {
		return
	}
	p.line("")
	p.line("History, %s", count(len(steps), "step", "steps"))
	for i, s := range steps {
		first, _, _ := strings.Cut(strings.TrimSpace(s.Input), "\n")
		p.line("  %d  %s  %s", i+1, p.clean(s.Action), p.clean(first))
	}
}

func printPool(p *printer, pool card.Pool, observed map[string]card.Observation, c certificate.Certificate) {
	p.line("")
	p.line("Pool, %s, %d observed", count(pool.Len(), "unit", "units"), len(observed))
	groups := membership(c)
	rows := make([][]string, pool.Len())
	for i, u := range pool.Units {
		mark := strings.Join(groups[u.ID], " ")
		if o, ok := observed[u.ID]; ok && o.Any() {
			mark = strings.TrimSpace(mark + " observed")
		}
		rows[i] = []string{fmt.Sprint(i + 1), p.clean(u.ID), p.clean(unitName(u)), p.clean(u.Symbol), p.clean(mark)}
	}
	p.table([]string{">#", "unit", "where", "symbol", "mark"}, rows)
}

// membership lists, for each unit, the labels of the groups that accept it.
func membership(c certificate.Certificate) map[string][]string {
	in := map[string][]string{}
	for i, g := range c.Groups {
		for _, id := range g.Acceptable {
			in[id] = append(in[id], c.Label(i))
		}
	}
	return in
}

// unitName says where a unit stands: path and lines.
func unitName(u card.Unit) string {
	if u.LineStart == 0 {
		return u.Path
	}
	return fmt.Sprintf("%s:%d-%d", u.Path, u.LineStart, u.LineEnd)
}

// namer names units of a pool for sentences; what is not in it keeps its ID.
func namer(pool card.Pool) func(string) string {
	return func(id string) string {
		if u := pool.Unit(id); u != nil {
			return unitName(*u)
		}
		return id
	}
}

// printGroups is a certificate: its groups, and how many ways there are to
// meet them. Group keys are for those who may edit it.
func printGroups(p *printer, pool card.Pool, c certificate.Certificate, keys bool) {
	name := namer(pool)
	p.line("")
	p.line("Certificate, %s, %s", count(len(c.Groups), "group", "groups"), count(len(c.Branches), "branch", "branches"))
	for i, g := range c.Groups {
		key := ""
		if keys {
			key = fmt.Sprintf("  (key %s)", g.Key)
		}
		p.line("  %s  %s  weight %g  %d of %d%s", p.clean(c.Label(i)), p.clean(g.Role), g.Weight, g.Threshold, len(g.Acceptable), key)
		for _, id := range g.Acceptable {
			p.line("      %s  %s", p.clean(name(id)), p.clean(id))
		}
		if g.Rationale != "" {
			p.block("      ", g.Rationale)
		}
		for _, q := range g.Quotations {
			p.line("      ” %s", p.clean(fmt.Sprintf("%s lines %d-%d", name(q.Unit), q.LineStart, q.LineEnd)))
		}
	}
	w := witnessesOf(c)
	if len(c.Groups) > 0 {
		least := ""
		if !w.Exact {
			least = "at least "
		}
		p.line("  %s%s, the smallest completing set has %d", least, count(int(w.Minimal), "minimal witness", "minimal witnesses"), w.Smallest)
	}
}

func printFindings(p *printer, list []certificate.Finding) {
	if len(list) == 0 {
		p.line("No findings")
		return
	}
	p.line("Findings, %d", len(list))
	for _, f := range list {
		p.line("  %-9s  %s", severityWord(f), p.clean(f.Text))
	}
}

func showUnit(p *printer, v review.View, id string) error {
	u := v.State.Pool.Unit(id)
	if u == nil {
		near := slices.IndexFunc(v.State.Pool.Units, func(u card.Unit) bool { return unitName(u) == id })
		if near < 0 {
			return fmt.Errorf("the pool of %s has no unit %q", v.State.Card.ID, id)
		}
		u = &v.State.Pool.Units[near]
	}
	return p.answer(struct {
		ID    string `json:"evidence_id"`
		Where string `json:"where"`
		Text  string `json:"content_excerpt"`
	}{u.ID, unitName(*u), u.Text}, func() {
		p.line("%s  %s", p.clean(unitName(*u)), p.clean(u.ID))
		for i, l := range p.width.Lines(u.Text, 4) {
			p.line("%6d  %s", u.LineStart+i, l)
		}
	})
}
