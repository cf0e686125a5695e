package retrieval

import (
	"strings"

	"suffice/certificate/card"
)

// What the views ask with. None of these reads who planned the trajectory: no
// agent, model, run, tool or metadata (paper B.1, E.1).

// Question is what the agent wants to know: its information need, or the
// subgoal, or the issue, where the former is not given.
func Question(s card.StateCard) string {
	for _, text := range []string{s.Need, s.Subgoal} {
		if strings.TrimSpace(text) != "" {
			return text
		}
	}
	return s.Issue
}

// FullState is everything that the card says of the decision itself; the
// trajectory has queries of its own.
func FullState(s card.StateCard) string {
	return text(s.OpenedFiles, s.Queries, s.Issue, s.Need, s.Observation, s.Hypothesis, s.Subgoal, s.Diff, s.TestOutput)
}

// Focus is what the agent wants at this decision and why: question, subgoal
// and hypothesis, with the searches that it thought of.
func Focus(s card.StateCard) string {
	return text(s.Queries, nil, Question(s), s.Subgoal, s.Hypothesis)
}

// PriorActions is what the agent did and planned: inputs, searches and opened
// files of its steps, and the output of planning steps, which is its own words.
func PriorActions(s card.StateCard) string {
	var b strings.Builder
	for _, step := range s.Steps {
		line(&b, step.Input)
		if plans(step) {
			line(&b, step.Output)
		}
	}
	b.WriteString(text(s.OpenedFiles, s.Queries))
	return b.String()
}

// Observations is what the agent saw: outputs of its steps, or where a search
// has none its results, the current observation and the latest test output.
func Observations(s card.StateCard) string {
	var b strings.Builder
	for _, step := range s.Steps {
		if plans(step) {
			continue
		}
		line(&b, step.Output)
		if strings.TrimSpace(step.Output) != "" {
			continue
		}
		for _, h := range step.Results {
			line(&b, h.Path)
			line(&b, h.Symbol)
			line(&b, h.Content)
		}
	}
	line(&b, s.Observation)
	line(&b, s.TestOutput)
	return b.String()
}

// plans reports whether a step looks at nothing: its output is a plan.
func plans(s card.Step) bool { return strings.HasPrefix(s.Action, "plan") }

func text(first, second []string, rest ...string) string {
	var b strings.Builder
	for _, t := range rest {
		line(&b, t)
	}
	for _, t := range first {
		line(&b, t)
	}
	for _, t := range second {
		line(&b, t)
	}
	return b.String()
}

func line(b *strings.Builder, text string) {
	b.WriteString(text)
	b.WriteByte('\n')
}

// QueryForm is what a single retriever asks with (paper D.2).
type QueryForm string

// The two forms that the paper chooses between on calibration data.
const (
	QueryIssue QueryForm = "issue" // the issue alone
	QueryState QueryForm = "state" // the state as a whole: FullState
)

// Text is the query of this form.
func (f QueryForm) Text(s card.StateCard) string {
	if f == QueryIssue {
		return s.Issue
	}
	return FullState(s)
}
