package auditing

import (
	"context"
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"suffice/audit"
	"suffice/review"
	"suffice/tui/part"
)

// submit hands the audit of the state in, or shows what is missing.
func (s *Screen) submit() tea.Cmd {
	switch {
	case s.line.failure != "":
		return toast(bad, "Something is not saved yet; the audit cannot be submitted before it is.")
	case len(s.faults) > 0:
		return s.listMissing("Missing before this audit can be submitted")
	}
	return send(part.ConfirmMsg{Question: s.submission(), Then: send(doMsg{s, s.handIn})})
}

// submission asks whether the judgments are to be handed in, and says what they
// are. A verdict that none of them speaks for is said to be one.
func (s *Screen) submission() string {
	oks, not := 0, 0
	for _, g := range s.sheet.Groups {
		for _, j := range g.Fields {
			switch j.Answer {
			case audit.OK:
				oks++
			case audit.NotOK:
				not++
			}
		}
	}
	ask := fmt.Sprintf("Submit this audit: %s, confidence %d of %d, %d ok, %d not ok?", s.sheet.Verdict, s.sheet.Confidence, review.MostConfidence, oks, not)
	if s.sheet.Verdict != audit.Accept && not == 0 {
		ask += fmt.Sprintf("\nNothing is judged not ok, and the verdict is %s.", s.sheet.Verdict)
	}
	if s.sheet.Verdict == audit.Accept && not > 0 {
		ask += "\nSomething is judged not ok, and the verdict is accept."
	}
	return ask
}

// handIn submits, unless something came up while it was asked.
func (s *Screen) handIn() tea.Cmd {
	if s.shut() || len(s.faults) > 0 || s.line.failure != "" {
		return nil
	}
	return s.enqueue(&act{
		what:  "the submission",
		apply: func(sheet *audit.Sheet) { sheet.Submitted = true },
		call: func(ctx context.Context) (review.AuditView, error) {
			return s.desk.SubmitAudit(ctx, s.state)
		},
		done: func() tea.Cmd {
			s.line.past = nil
			said := "Submitted."
			if s.place.nextOpen != "" {
				said += " " + s.keyFor("audit.next_open") + " opens the next one."
			}
			return tea.Batch(toast(good, said), s.findPlace())
		},
	})
}

// reopen takes the submission back.
func (s *Screen) reopen() tea.Cmd {
	return s.enqueue(&act{
		what:  "taking the submission back",
		apply: func(sheet *audit.Sheet) { sheet.Submitted = false },
		call: func(ctx context.Context) (review.AuditView, error) {
			return s.desk.ReopenAudit(ctx, s.state)
		},
		done: func() tea.Cmd {
			return tea.Batch(toast(good, "Open again: what you change is saved, and counts once it is submitted."), s.findPlace())
		},
	})
}

// listMissing lists what is missing, to jump to.
func (s *Screen) listMissing(title string) tea.Cmd {
	faults := slices.Clone(s.faults)
	items := make([]part.Choice, len(faults))
	for i, f := range faults {
		items[i] = part.Choice{Text: f.Says}
	}
	return send(part.ChooseMsg{Title: title, Items: items, Then: func(i int) tea.Cmd { return s.toFault(faults[i]) }})
}

// nextMissing goes to what is missing next: in this group, in those after it,
// then in those before, and last in what is said of the state.
func (s *Screen) nextMissing() tea.Cmd {
	n := len(s.now.Frozen.Groups)
	for k := range n {
		i := (s.group + k) % n
		for _, f := range s.faults {
			if f.Group == s.label(i) && (k > 0 || !s.shows(f)) {
				return s.toFault(f)
			}
		}
	}
	return s.toFault(s.faults[0])
}

// shows reports whether a fault is the very thing that is shown now.
func (s *Screen) shows(f audit.Fault) bool {
	return f.Group == s.label(s.group) && f.Field != nil && *f.Field == s.field
}

// toFault goes to what is missing; of what can only be asked for, it asks.
func (s *Screen) toFault(f audit.Fault) tea.Cmd {
	if i := slices.Index(s.now.Frozen.Groups, f.Group); i >= 0 && f.Group != "" {
		s.reader.Blur()
		cmd := s.toGroup(i)
		if f.Field == nil {
			return cmd
		}
		s.field = *f.Field
		if s.judged(i)[*f.Field].Answer == audit.NotOK {
			return tea.Batch(cmd, s.editNote())
		}
		return cmd
	}
	if !slices.Contains(audit.AllVerdicts(), s.sheet.Verdict) {
		return s.chooseVerdict()
	}
	return s.chooseConfidence()
}

// goTo opens another audit, asking first when something is not saved.
func (s *Screen) goTo(state string) tea.Cmd {
	open := part.OpenTaskMsg{State: state, Task: review.TaskAudit}
	s.opens = open
	if lost := s.Unsaved(); lost != "" {
		s.opens = part.ConfirmMsg{Question: capital(lost) + ".\nLeave this state all the same, and lose it?", Opens: &open}
	}
	return nil
}

// Opens is what the last key opens, once: before the next key, which is meant
// for what is opened.
func (s *Screen) Opens() tea.Msg {
	m := s.opens
	s.opens = nil
	return m
}
