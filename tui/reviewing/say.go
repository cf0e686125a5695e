package reviewing

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/review"
	"suffice/tui/part"
)

// submission is what is said now: the submitted review while one is in.
func (s *Screen) submission() review.Submission {
	if o := s.view().Opinion; o != nil && s.isIn() {
		return review.Submission{Verdict: o.Verdict, Confidence: o.Confidence, Reason: o.Reason, Causes: o.Causes}
	}
	n, _ := strconv.Atoi(s.said.Get(saidConfidence))
	sub := review.Submission{Verdict: review.Verdict(s.said.Get(saidVerdict)), Confidence: n, Reason: s.said.Get(saidReason)}
	for _, c := range strings.Fields(s.said.Get(saidCauses)) {
		sub.Causes = append(sub.Causes, review.Cause(c))
	}
	return sub
}

// resay takes up what was submitted, to change it.
func (s *Screen) resay(o review.Opinion) tea.Cmd {
	causes := make([]string, len(o.Causes))
	for i, c := range o.Causes {
		causes[i] = string(c)
	}
	return tea.Batch(
		s.said.Set(saidVerdict, string(o.Verdict)), s.said.Set(saidConfidence, strconv.Itoa(o.Confidence)),
		s.said.Resay(saidReason, o.Reason), s.said.Set(saidCauses, strings.Join(causes, " ")))
}

// decides guards what decides: just after a review was opened a key may have
// been meant for what was there before.
func (s *Screen) decides(f func() tea.Cmd) func() (tea.Cmd, bool) {
	return func() (tea.Cmd, bool) {
		if s.fresh {
			return toast(part.Quiet, "this review has just been opened: look at it first, then decide"), true
		}
		return f(), true
	}
}

// setVerdict says a verdict; saying it again takes it back.
func (s *Screen) setVerdict(v review.Verdict) tea.Cmd {
	text := string(v)
	if s.said.Get(saidVerdict) == text {
		text = ""
	}
	return tea.Batch(s.decide(saidVerdict, text), toast(part.Quiet, s.inWords(saidVerdict)))
}

// addConfidence moves the confidence by n within its range.
func (s *Screen) addConfidence(n int) tea.Cmd {
	c := s.submission().Confidence
	switch {
	case c == 0 && n > 0:
		c = review.LeastConfidence
	case c == 0:
		c = review.MostConfidence
	default:
		c = min(max(c+n, review.LeastConfidence), review.MostConfidence)
	}
	return s.decide(saidConfidence, strconv.Itoa(c))
}

// toggleCause gives a cause, or takes it back.
func (s *Screen) toggleCause(c review.Cause) tea.Cmd {
	var out []string
	for _, known := range review.Causes() {
		if slices.Contains(s.submission().Causes, known) != (known == c) {
			out = append(out, string(known))
		}
	}
	return s.decide(saidCauses, strings.Join(out, " "))
}

// set says something and shows it.
func (s *Screen) set(name, text string) tea.Cmd {
	s.refused = nil
	cmd := s.said.Set(name, text)
	s.rebuild()
	return cmd
}

// writeReason opens the field of the reason.
func (s *Screen) writeReason() tea.Cmd {
	s.panel, s.inLacks = true, false
	s.reason = part.NewField(s.said.Get(saidReason), true)
	s.reason.Hint = "what in the source decides it"
	s.rebuild()
	s.toRow(row{kind: rowReason})
	return nil
}

func (s *Screen) reasonChanged() tea.Cmd { return s.set(saidReason, s.reason.Value()) }

// resaid shows what another window of the same person has said.
func (s *Screen) resaid() {
	if s.reason != nil {
		s.reason.Renew(s.said.Get(saidReason))
	}
	s.refused, s.before = nil, nil
	s.rebuild()
}

func (s *Screen) pasteReason(text string) tea.Cmd {
	if !s.reason.Insert(text) {
		return toast(part.Bad, "that is more text than fits here; it was not pasted")
	}
	return s.reasonChanged()
}

func (s *Screen) closeReason() tea.Cmd {
	s.reason = nil
	s.rebuild()
	s.toRow(row{kind: rowReason})
	return nil
}

// inShort is the review in a few words, for the title.
func (s *Screen) inShort() string {
	sub := s.submission()
	if sub.Verdict == "" {
		return "review: no verdict yet"
	}
	text := "review: " + s.clean(string(sub.Verdict))
	if sub.Confidence > 0 {
		text += fmt.Sprintf(" (%d)", sub.Confidence)
	}
	return text
}

// causeWords names a cause for people.
func causeWords(c review.Cause) string {
	switch c {
	case review.Plurality:
		return "plurality: a genuine alternative"
	case review.ObservedBoundary:
		return "observed boundary: seen already"
	case review.Provenance:
		return "quotation or provenance"
	case review.JointSufficiency:
		return "joint sufficiency or minimality"
	case review.ActionBoundary:
		return "action boundary: which decision"
	}
	return string(c)
}

// verdictWords says when a verdict fits.
func verdictWords(v review.Verdict) string {
	switch v {
	case review.VerdictAccept:
		return "as it is"
	case review.VerdictRevise:
		return "with my changes"
	case review.VerdictRebuild:
		return "made anew, mine instead"
	case review.VerdictUnscorable:
		return "cannot be scored"
	case review.VerdictUncertain:
		return "I cannot tell"
	}
	return ""
}
