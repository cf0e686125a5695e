package arbitration

import (
	"fmt"
	"strings"

	"suffice/certificate"
	"suffice/review"
	"suffice/tui/part"
)

// sayGives is the certificate that the decision gives.
func (s *Screen) sayGives() {
	s.sideBlank()
	f := &s.facts
	switch {
	case s.ruling().Replacement != "" || s.whole() == review.ReplaceState:
		s.sideAdd(sideHead, noPair, 0, half{text: "The certificate stays as it is", ink: inkStrong})
		return
	case !f.ready:
		s.sideAdd(sideHead, noPair, 0, half{text: "Gives …", ink: inkMuted})
		return
	case f.preview == nil:
		s.sideAdd(sideHead, noPair, 0, half{text: "Gives nothing yet", ink: inkMuted})
		return
	}
	head := half{text: "Gives", right: "as it was", ink: inkStrong}
	if f.changed {
		head.right = "changed"
	}
	s.sideAdd(sideHead, noPair, 0, head)
	for i, g := range f.preview.Groups {
		s.sideGroup(*f.preview, i, g)
	}
	s.previewBranches()
	for _, x := range f.findings {
		sign, i := "~", inkMuted
		switch x.Severity {
		case certificate.Blocking:
			sign, i = "✗", inkBad
		case certificate.Freezing:
			sign, i = "!", inkWarn
		}
		s.sideWords(sideText, sign, x.Text, i)
	}
}

// sayBefore is what the decision is about: the need, and what was reviewed.
func (s *Screen) sayBefore() {
	if need := strings.TrimSpace(s.now.State.Card.Need); need != "" {
		s.sideBlank()
		s.sideAdd(sideHead, noPair, 0, half{text: "Information need", ink: inkStrong})
		for i, l := range s.env.Width.WrapAll(s.env.Width.Lines(need, s.env.Tab), max(s.side.width-4, 8)) {
			s.sideAdd(sideText, noPair, i, half{text: "  " + l})
		}
	}
	s.sideBlank()
	s.sideAdd(sideHead, noPair, 0, half{text: "Under review", ink: inkStrong})
	for i, g := range s.now.Under.Groups {
		s.sideGroup(s.now.Under, i, g)
	}
	if len(s.now.Under.Groups) == 0 {
		s.sideAdd(sideText, noPair, 0, half{text: "  no groups", ink: inkMuted})
	}
}

// sideGroup is a group of a certificate with its units.
func (s *Screen) sideGroup(c certificate.Certificate, i int, g certificate.Group) {
	label := s.clean(c.Label(i))
	s.sideAdd(sideGroup, noPair, i, half{
		text: "  " + label + " " + orNone(s.clean(g.Role)), ink: inkText,
		right: fmt.Sprintf("w %s  %d of %d", number(g.Weight), g.Threshold, len(g.Acceptable)),
	})
	for k, id := range g.Acceptable {
		name := s.name(id)
		h := half{text: "    " + s.env.Width.Tail(name, min(s.env.Width.Of(name), max(s.side.width-12, 8))), ink: inkMuted, unit: id}
		n := 0
		for _, q := range g.Quotations {
			if q.Unit == id {
				n++
				h.line = q.LineStart
			}
		}
		if n > 0 {
			h.right = fmt.Sprintf("” %d", n)
		}
		s.sideAdd(sideUnit, i, k, h)
	}
}

// shownLost is how many lost branches are named.
const shownLost = 4

func (s *Screen) previewBranches() {
	f := &s.facts
	if n := len(f.preview.Branches); n > 0 {
		text := part.Many(n, "branch")
		if f.derived {
			text += ", the minimal witnesses"
		}
		s.sideAdd(sideText, noPair, 0, half{text: "  " + text, ink: inkText})
	}
	if f.smallest > 0 {
		s.sideAdd(sideText, noPair, 0, half{text: "  smallest completing set: " + part.Many(f.smallest, "unit"), ink: inkMuted})
	}
	for i, lost := range f.lost {
		if i == shownLost {
			s.sideAdd(sideText, noPair, 0, half{sign: "−", text: fmt.Sprintf("%d more lost", len(f.lost)-i), ink: inkWarn})
			break
		}
		names := make([]string, len(lost))
		for k, id := range lost {
			names[k] = s.name(id)
		}
		s.sideWords(sideText, "−", "lost: "+strings.Join(names, " + "), inkWarn)
	}
}
