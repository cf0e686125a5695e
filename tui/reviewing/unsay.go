package reviewing

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/review"
	"suffice/tui/part"
)

// saying is what was said under a name: a verdict, a confidence, the causes.
// The reason is a text, and edited as one.
type saying struct{ name, text string }

// decide says something that undo takes back.
func (s *Screen) decide(name, text string) tea.Cmd {
	if was := s.said.Get(name); was != text {
		s.before = append(s.before, saying{name, was})
	}
	return s.set(name, text)
}

// unsay takes back what was said last here, and says what holds now.
func (s *Screen) unsay() tea.Cmd {
	last := s.before[len(s.before)-1]
	s.before = s.before[:len(s.before)-1]
	return tea.Batch(s.set(last.name, last.text), toast(part.Good, "undone · "+s.inWords(last.name)))
}

// inWords is what is said now under a name.
func (s *Screen) inWords(name string) string {
	sub := s.submission()
	switch {
	case name == saidVerdict && sub.Verdict == "":
		return "verdict cleared"
	case name == saidVerdict:
		return "verdict: " + s.clean(string(sub.Verdict))
	case name == saidConfidence && sub.Confidence == 0:
		return "confidence cleared"
	case name == saidConfidence:
		return fmt.Sprintf("confidence: %d of %d", sub.Confidence, review.MostConfidence)
	case len(sub.Causes) == 0:
		return "no causes"
	}
	names := make([]string, len(sub.Causes))
	for i, c := range sub.Causes {
		names[i], _, _ = strings.Cut(causeWords(c), ":")
	}
	return "causes: " + strings.Join(names, ", ")
}
