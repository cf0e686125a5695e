package arbitration

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/certificate"
	"suffice/review"
	"suffice/tui/part"
)

// whole is how the state is decided: group by group unless something else was
// said.
func (s *Screen) whole() review.Whole {
	if r := s.now.Ruling; r != nil {
		return r.Whole
	}
	if w := review.Whole(s.said.Get(saidWhole)); slices.Contains(review.Wholes(), w) {
		return w
	}
	return review.ByGroup
}

// ruling is the decision as it is said so far; the desk makes its certificate.
func (s *Screen) ruling() review.Ruling {
	if r := s.now.Ruling; r != nil {
		return *r
	}
	r := review.Ruling{Whole: s.whole(), Reason: s.said.Get(saidReason)}
	if r.Whole == review.ReplaceState || r.Whole == review.BothWrong {
		r.Replacement = s.said.Get(saidReserve)
	}
	for _, c := range strings.Fields(s.said.Get(saidCauses)) {
		r.Causes = append(r.Causes, review.Cause(c))
	}
	return r
}

// say says something of the decision and shows what follows from it.
func (s *Screen) say(name, text string) tea.Cmd {
	cmd := s.said.Set(name, text)
	s.rebuildSide()
	return tea.Batch(cmd, s.recompute())
}

// wholeWords names a way to decide.
func wholeWords(w review.Whole) (name, detail string) {
	switch w {
	case review.WholeA:
		return "A as it stands", "the whole certificate, its branches kept"
	case review.WholeB:
		return "B as it stands", "the whole certificate, its branches kept"
	case review.WholeOwn:
		return "my own certificate", "the one on my sheet"
	case review.BothWrong:
		return "both wrong", "neither A nor B: my own certificate"
	case review.ReplaceState:
		return "replace the state", "by a reserve state that gets two fresh reviews"
	}
	return "group by group", "the branches are derived anew"
}

// chooseWhole asks how the state is decided.
func (s *Screen) chooseWhole() tea.Cmd {
	list := review.Wholes()
	items := make([]part.Choice, 0, len(list)+1)
	at := 0
	for i, w := range list {
		name, detail := wholeWords(w)
		items = append(items, part.Choice{Text: name, Detail: detail})
		if w == s.whole() {
			at = i
		}
	}
	items = append(items, part.Choice{Text: "both wrong, and replace the state", Detail: "by a reserve state"})
	return send(part.ChooseMsg{Title: "How is this state decided?", Items: items, At: at, Then: func(i int) tea.Cmd {
		if i == len(list) {
			return s.askReserve(review.BothWrong)
		}
		if list[i] == review.ReplaceState {
			return s.askReserve(list[i])
		}
		return tea.Batch(s.say(saidReserve, ""), s.say(saidWhole, string(list[i])))
	}})
}

// askReserve asks for the state that replaces this one.
func (s *Screen) askReserve(w review.Whole) tea.Cmd {
	return send(part.PromptMsg{
		Title: "The reserve state that replaces this one", Value: s.said.Get(saidReserve),
		Hint: "Its state_id. The organizer keeps the list of reserves; it gets two fresh reviews.",
		Check: func(text string) string {
			switch strings.TrimSpace(text) {
			case "":
				return "Type the state_id of a reserve state."
			case s.state:
				return "A state cannot replace itself."
			}
			return ""
		},
		Then: func(text string) tea.Cmd {
			return tea.Batch(s.say(saidReserve, strings.TrimSpace(text)), s.say(saidWhole, string(w)))
		},
	})
}

// chooseCauses asks which cause to give or to take back.
func (s *Screen) chooseCauses() tea.Cmd {
	have := s.ruling().Causes
	var items []part.Choice
	for _, c := range review.Causes() {
		mark := "[ ] "
		if slices.Contains(have, c) {
			mark = "[x] "
		}
		items = append(items, part.Choice{Text: mark + causeShort(c)})
	}
	return send(part.ChooseMsg{Title: "Causes of the disagreement", Items: items, Hint: "one at a time", Then: func(i int) tea.Cmd {
		var out []string
		for k, c := range review.Causes() {
			if slices.Contains(have, c) != (k == i) {
				out = append(out, string(c))
			}
		}
		return s.say(saidCauses, strings.Join(out, " "))
	}})
}

// missing lists in words what keeps the decision from being made.
func (s *Screen) missing() []string {
	r := s.ruling()
	var out []string
	if r.Whole == review.ByGroup {
		for _, pair := range s.now.Open {
			out = append(out, "a choice for "+s.label(pair))
		}
		if s.now.Misfit != "" {
			out = append(out, s.clean(s.now.Misfit))
		}
	}
	if strings.TrimSpace(r.Reason) == "" {
		out = append(out, "a reason, grounded in the source")
	}
	f := &s.facts
	switch {
	case r.Replacement != "" || r.Whole == review.ReplaceState:
	case !f.ready:
		out = append(out, "what follows from it: it is being worked out")
	case f.preview != nil:
		out = append(out, s.unfit()...)
	}
	if len(s.pending.line) > 0 {
		out = append(out, "what you chose is not saved yet")
	}
	return out
}

// unfit lists what is wrong with the certificate that the decision gives.
func (s *Screen) unfit() []string {
	f := &s.facts
	var out []string
	if f.changed && f.quotes == 0 {
		out = append(out, "a quotation of the source: the decision changes the certificate")
	}
	for _, x := range f.findings {
		if x.Severity == certificate.Blocking || x.Severity == certificate.Freezing && f.changed {
			out = append(out, s.clean(x.Text))
		}
	}
	if len(out) == 0 && f.refused != "" {
		out = append(out, s.clean(f.refused))
	}
	return out
}

// submit makes the decision after a last question, or says what is missing.
func (s *Screen) submit() tea.Cmd {
	if list := s.missing(); len(list) > 0 {
		s.focusOn(paneDecision)
		text := "Not decided. Missing: " + list[0]
		if more := len(list) - 1; more > 0 {
			text += fmt.Sprintf("; and %d more", more)
		}
		return toast(part.Bad, text)
	}
	r := s.ruling()
	name, _ := wholeWords(r.Whole)
	if r.Replacement != "" {
		name += ", replaced by " + s.clean(r.Replacement)
	}
	question := "Decide: " + name + "?"
	if n := len(s.facts.lost); n > 0 && r.Replacement == "" {
		question += "\n" + part.Many(n, "branch") + " of A and B no longer " + map[bool]string{true: "completes", false: "complete"}[n == 1] + " the state."
	}
	return send(part.ConfirmMsg{Question: question, Then: func() tea.Msg { return ruleMsg{s} }})
}

// ruleMsg says that the decision may be made.
type ruleMsg struct{ to *Screen }

func (s *Screen) rule() tea.Cmd {
	r := s.ruling()
	return s.enqueue(&act{
		what: "the decision", last: r.Replacement,
		call: func(ctx context.Context, at certificate.Revision) error {
			_, err := s.env.Desk.Rule(ctx, s.state, at, r)
			return err
		},
		done: func() tea.Cmd {
			text := "decided"
			if key := s.keyFor(actNext); key != "" {
				text += " · " + key + " opens the next task"
			}
			return tea.Batch(s.said.Clear(), toast(part.Good, text))
		},
	})
}

// recall takes the decision back into arbitration, after asking.
func (s *Screen) recall() tea.Cmd {
	old := s.ruling()
	return send(part.ConfirmMsg{
		Question: "Take the decision back into arbitration?\nThe reviews are then those that stand now. The certificate stays until you decide again.",
		Then: s.enqueueLater(&act{
			what: "taking the decision back",
			call: func(ctx context.Context, _ certificate.Revision) error {
				_, err := s.env.Desk.Recall(ctx, s.state)
				return err
			},
			done: func() tea.Cmd { return tea.Batch(s.resay(old), toast(part.Good, "taken back: decide it anew")) },
		}),
	})
}

// resay offers the reason and causes of a decision that was taken back.
func (s *Screen) resay(r review.Ruling) tea.Cmd {
	causes := make([]string, len(r.Causes))
	for i, c := range r.Causes {
		causes[i] = string(c)
	}
	whole := string(r.Whole)
	if r.Whole == review.ByGroup {
		whole = ""
	}
	return tea.Batch(
		s.said.Resay(saidReason, r.Reason), s.say(saidCauses, strings.Join(causes, " ")),
		s.say(saidWhole, whole), s.say(saidReserve, r.Replacement))
}

// enqueueMsg puts an act in line once it is received.
type enqueueMsg struct {
	to  *Screen
	act *act
}

func (s *Screen) enqueueLater(a *act) tea.Cmd { return send(enqueueMsg{s, a}) }
