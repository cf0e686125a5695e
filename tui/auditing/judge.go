package auditing

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/audit"
	"suffice/review"
	"suffice/tui/part"
)

// decide runs what decides something, unless the state was opened a moment ago.
func (s *Screen) decide(do func() tea.Cmd) tea.Cmd {
	if s.early {
		return toast(quiet, "One moment: this state was opened just now. Nothing was judged.")
	}
	return do()
}

// toggle answers a judgment of the group: ok, then not ok with a note, then ok
// again.
func (s *Screen) toggle(f audit.Field) tea.Cmd {
	group := s.label(s.group)
	was := s.judged(s.group)[f]
	if was.Answer != audit.OK {
		if was.Note != "" {
			s.notes.past[noteKey{group, f}] = was.Note // offered again should it not be ok after all
		}
		cmd := s.judge(group, f, audit.Judgment{Answer: audit.OK})
		s.field = s.nextField()
		return cmd
	}
	s.field = f
	cmd := s.judge(group, f, audit.Judgment{Answer: audit.NotOK})
	return tea.Batch(cmd, s.askNote(group, f, s.offer(group, f)))
}

// judge makes one judgment durable.
func (s *Screen) judge(group string, f audit.Field, j audit.Judgment) tea.Cmd {
	s.line.past = append(s.line.past, undo{group: group, field: f, was: judgments(s.sheet, group)[f]})
	return s.enqueue(s.judgment(group, f, j))
}

// judgment is the act that makes one judgment. It is not made over a note that
// another window of the same person has written since.
func (s *Screen) judgment(group string, f audit.Field, j audit.Judgment) *act {
	known := judgments(s.sheet, group)[f].Note
	return &act{
		what: group + " " + f.Title(), group: group, field: f,
		apply: func(sheet *audit.Sheet) { put(sheet, group, f, j) },
		call: func(ctx context.Context) (review.AuditView, error) {
			v, err := s.desk.Audit(ctx, s.state)
			if err != nil {
				return v, err
			}
			if note := judgments(v.Sheet, group)[f].Note; note != known && !strings.Contains(j.Note, note) {
				return review.AuditView{}, &noteElsewhereError{group, f, note}
			}
			return s.desk.JudgeGroup(ctx, s.state, group, f, j)
		},
	}
}

// put sets one judgment on a sheet.
func put(sheet *audit.Sheet, group string, f audit.Field, j audit.Judgment) {
	i := slices.IndexFunc(sheet.Groups, func(g audit.GroupSheet) bool { return g.Group == group })
	if i < 0 {
		i = len(sheet.Groups)
		sheet.Groups = append(sheet.Groups, audit.GroupSheet{Group: group})
	}
	sheet.Groups[i].Fields[f] = j
}

// nextField is the judgment to be made next in the group: the first that is
// open, else the one shown.
func (s *Screen) nextField() audit.Field {
	j := s.judged(s.group)
	for _, f := range audit.AllFields() {
		if j[f].Answer == audit.Unanswered {
			return f
		}
	}
	return s.field
}

// undo is what a judgment or a verdict was before.
type undo struct {
	group string // empty for the state as a whole
	field audit.Field
	was   audit.Judgment

	verdict    audit.Verdict
	confidence int
}

// takeBack brings back what stood before my latest judgment of this sitting.
func (s *Screen) takeBack() tea.Cmd {
	n := len(s.line.past) - 1
	u := s.line.past[n]
	s.line.past = s.line.past[:n]
	if u.group == "" {
		return tea.Batch(s.enqueue(s.whole(u.verdict, u.confidence)), toast(quiet, "Taken back: verdict and confidence are as before."))
	}
	cmd := s.enqueue(s.judgment(u.group, u.field, u.was))
	if i := slices.Index(s.now.Frozen.Groups, u.group); i >= 0 && i != s.group {
		cmd = tea.Batch(cmd, s.toGroup(i))
	}
	s.field = u.field
	said := "not judged"
	if u.was.Answer != audit.Unanswered {
		said = string(u.was.Answer)
	}
	return tea.Batch(cmd, toast(quiet, fmt.Sprintf("Taken back: %s %s is %s again.", s.clean(u.group), u.field.Title(), said)))
}

// open are the judgments of the group that are not made.
func (s *Screen) open() []audit.Field {
	var out []audit.Field
	j := s.judged(s.group)
	for _, f := range audit.AllFields() {
		if j[f].Answer == audit.Unanswered {
			out = append(out, f)
		}
	}
	return out
}

// restOK says ok to what is open in the group, but only of a group whose units
// were all read, and names what it says ok to.
func (s *Screen) restOK() tea.Cmd {
	group, open := s.label(s.group), s.open()
	if unread := s.unread(); len(unread) > 0 {
		names := make([]string, len(unread))
		for i, u := range unread {
			names[i] = s.reader.Name(u)
		}
		return toast(quiet, fmt.Sprintf("Not yet: of %s %s not read here: %s. Judging one by one works at any time.",
			s.clean(group), areUnits(len(unread)), strings.Join(names[:min(len(names), 3)], ", ")))
	}
	titles := make([]string, len(open))
	for i, f := range open {
		titles[i] = f.Title()
	}
	return send(part.ConfirmMsg{
		Question: fmt.Sprintf("%s: say ok to these %d?\n%s.\nEach counts as your own judgment.", group, len(open), strings.Join(titles, ", ")),
		Then: s.later(func() tea.Cmd {
			var cmds []tea.Cmd
			for _, f := range open {
				if judgments(s.sheet, group)[f].Answer == audit.Unanswered {
					cmds = append(cmds, s.judge(group, f, audit.Judgment{Answer: audit.OK}))
				}
			}
			return tea.Batch(cmds...)
		}),
	})
}

func areUnits(n int) string {
	if n == 1 {
		return "1 unit is"
	}
	return part.Many(n, "unit") + " are"
}

// chooseVerdict asks for the verdict on the state, and then for the confidence
// when there is none.
func (s *Screen) chooseVerdict() tea.Cmd {
	ask := part.ChooseMsg{Title: "Verdict on the state"}
	verdicts := audit.AllVerdicts()
	for i, v := range verdicts {
		if v == s.sheet.Verdict {
			ask.At = i
		}
		ask.Items = append(ask.Items, part.Choice{Text: string(v), Detail: verdictMeans(v)})
	}
	ask.Then = func(i int) tea.Cmd {
		cmd := s.judgeState(verdicts[i], s.sheet.Confidence)
		if s.sheet.Confidence == 0 {
			return tea.Sequence(cmd, s.chooseConfidence())
		}
		return cmd
	}
	return send(ask)
}

func verdictMeans(v audit.Verdict) string {
	switch v {
	case audit.Accept:
		return "the certificate can stand as it is"
	case audit.Revise:
		return "parts of it would have to change"
	}
	return "it would have to be made anew"
}

// chooseConfidence asks how sure the auditor is.
func (s *Screen) chooseConfidence() tea.Cmd {
	ask := part.ChooseMsg{Title: "How sure are you of the verdict?", At: max(s.sheet.Confidence-1, 0)}
	for n := 1; n <= 5; n++ {
		ask.Items = append(ask.Items, part.Choice{Text: fmt.Sprint(n), Detail: confidenceMeans(n)})
	}
	ask.Then = func(i int) tea.Cmd { return s.judgeState(s.sheet.Verdict, i+1) }
	return send(ask)
}

func confidenceMeans(n int) string {
	return [...]string{"", "a guess", "unsure", "fairly sure", "sure", "certain"}[n]
}

// addConfidence makes the auditor surer or less sure, from the middle on.
func (s *Screen) addConfidence(by int) tea.Cmd {
	n := s.sheet.Confidence + by
	if s.sheet.Confidence == 0 {
		n = 3
	}
	return s.judgeState(s.sheet.Verdict, clamp(n, 1, 5))
}

func (s *Screen) judgeState(v audit.Verdict, confidence int) tea.Cmd {
	if v == s.sheet.Verdict && confidence == s.sheet.Confidence {
		return nil
	}
	s.line.past = append(s.line.past, undo{verdict: s.sheet.Verdict, confidence: s.sheet.Confidence})
	return s.enqueue(s.whole(v, confidence))
}

func (s *Screen) whole(v audit.Verdict, confidence int) *act {
	return &act{
		what:  "the verdict on the state",
		apply: func(sheet *audit.Sheet) { sheet.Verdict, sheet.Confidence = v, confidence },
		call: func(ctx context.Context) (review.AuditView, error) {
			return s.desk.JudgeState(ctx, s.state, v, confidence)
		},
	}
}
