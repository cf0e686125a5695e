package reviewing

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/certificate"
	"suffice/review"
	"suffice/tui/keys"
	"suffice/tui/part"
)

// lack is one thing that keeps the review from being submitted, clean as it is,
// and the way to it.
type lack struct {
	text string
	to   func() tea.Cmd // nil where nobody can do anything about it
}

// lacks lists what is in the way: what the desk has refused the review for, or
// what is known to be missing.
func (s *Screen) lacks() []lack {
	switch {
	case s.isIn():
		return nil
	case len(s.refused) > 0:
		return s.refused
	}
	return s.missing()
}

// missing lists what keeps the review from being submitted, as far as the
// screen knows.
func (s *Screen) missing() []lack {
	sub := s.submission()
	v := sub.Verdict
	var out []lack
	if v == "" {
		out = append(out, lack{"a verdict", s.toThe(rowVerdict)})
	}
	if sub.Confidence == 0 {
		text := fmt.Sprintf("a confidence from %d to %d", review.LeastConfidence, review.MostConfidence)
		out = append(out, lack{text, s.toThe(rowConfidence)})
	}
	if v != "" && v != review.VerdictAccept && strings.TrimSpace(sub.Reason) == "" {
		out = append(out, lack{"a reason: " + string(v) + " needs one", s.writeReason})
	}
	switch same := s.diff.Same(); {
	case v == "":
	case v.Edits() && same:
		text := fmt.Sprintf("a change: %s says that the certificate should be otherwise, and nothing differs yet", v)
		out = append(out, lack{text, s.toCertificate})
	case !v.Edits() && !same:
		text := fmt.Sprintf("an unchanged certificate: %s leaves it as it is, and you changed it. Take the changes back, or say revise or rebuild", v)
		out = append(out, lack{text, s.toThe(rowChange)})
	case v.Edits():
		out = append(out, s.faults()...)
	}
	if !s.bench.Idle() {
		out = append(out, lack{text: "what you edit is not saved yet"})
	}
	return out
}

// faults lists the findings that an edited certificate must not have.
func (s *Screen) faults() []lack {
	found, ready := s.bench.Findings()
	if !ready {
		return []lack{{text: "the findings: they are being worked out"}}
	}
	var out []lack
	for _, f := range found {
		if f.Severity != certificate.Warning {
			out = append(out, s.inTheWay(f))
		}
	}
	return out
}

// inTheWay is a finding as something that is missing.
func (s *Screen) inTheWay(f certificate.Finding) lack {
	return lack{s.clean(f.Text), func() tea.Cmd { s.leave(); return s.bench.JumpTo(f) }}
}

// toThe leads to the first row of a kind.
func (s *Screen) toThe(kind rowKind) func() tea.Cmd {
	return func() tea.Cmd {
		s.inLacks = false
		s.toRow(row{kind: kind})
		return nil
	}
}

// toCertificate leads to the certificate in the workbench.
func (s *Screen) toCertificate() tea.Cmd {
	s.leave()
	cmd, _ := s.bench.Do("focus.certificate")
	return cmd
}

// leave gives the focus back to the workbench.
func (s *Screen) leave() { s.panel, s.inLacks = false, false }

// lackHere is what is missing under the cursor; false when the cursor is in the
// list above it, or nothing is missing any more.
func (s *Screen) lackHere() (lack, bool) {
	if !s.inLacks {
		return lack{}, false
	}
	list := s.lacks()
	if len(list) == 0 {
		s.inLacks = false
		return lack{}, false
	}
	s.lackAt = min(max(s.lackAt, 0), len(list)-1)
	return list[s.lackAt], true
}

func (s *Screen) goTo(l lack) tea.Cmd {
	if l.to == nil {
		return toast(part.Quiet, "there is nothing to jump to: "+l.text)
	}
	return l.to()
}

// enterLacks puts the cursor on what is missing, if anything is.
func (s *Screen) enterLacks(at int) {
	s.inLacks, s.lackAt = true, at
	s.lackHere()
}

// moveLacks moves the cursor within what is missing, or out of it at its top;
// false when the list above is to move.
func (s *Screen) moveLacks(a keys.Action) bool {
	if _, ok := s.lackHere(); !ok {
		return false
	}
	switch a {
	case "list.down":
		s.lackAt++
	case "list.up":
		s.inLacks = s.lackAt > 0
		s.lackAt--
	case "list.bottom":
		s.lackAt = len(s.lacks()) - 1
	default:
		s.inLacks = false
		return false
	}
	s.lackHere()
	return true
}

// clickLack puts the cursor on what is missing at a line, and goes there when
// it was there already.
func (s *Screen) clickLack(y int) tea.Cmd {
	if y < 0 || y >= len(s.frame.lines) || s.frame.lines[y] < 0 {
		return nil
	}
	at := s.frame.lines[y]
	again := s.inLacks && s.lackAt == at
	s.enterLacks(at)
	if l, ok := s.lackHere(); ok && again {
		return s.goTo(l)
	}
	return nil
}
