package workbench

import (
	"fmt"
	"strings"

	"suffice/certificate"
	"suffice/tui/code"
)

// summary is what the certificate means: witnesses, sensitivity, findings. It
// is always in sight, below the rows.
func (s *Screen) summary(w, h int) []string {
	f := &s.facts
	line := func(pen code.Pen, text string) string { return s.env.Width.Fit(" "+pen.Paint(text), w) }
	out := []string{s.look.border.Paint(strings.Repeat("─", w))}
	words := []string{f.witnesses(s.cert)}
	for _, more := range []string{f.size(), f.necessity(s.cert)} {
		if more != "" && len(s.cert.Groups) > 0 {
			words = append(words, more)
		}
	}
	pen := s.look.text
	if len(f.spare) > 0 {
		pen = s.look.warn
	}
	for _, part := range s.env.Width.Wrap(s.clean(strings.Join(words, " · ")), max(w-2, 1)) {
		out = append(out, line(pen, part))
	}
	if class, flips := f.sensitivity(); class != "" {
		text := class + " against the version it started from"
		if flips != "" {
			text = class + " · " + flips
		}
		out = append(out, line(s.classPen(class), s.clean(text)))
	}
	out = append(out, s.findingLines(w, max(h-len(out), 1))...)
	return out[:min(len(out), max(h, 1))]
}

func (s *Screen) classPen(class string) code.Pen {
	if class == "L2" {
		return s.look.warn
	}
	return s.look.muted
}

// findingLines shows as many findings as fit, blocking ones first.
func (s *Screen) findingLines(w, h int) []string {
	f := &s.facts
	if !f.ready {
		return nil
	}
	if len(f.findings) == 0 {
		return []string{s.env.Width.Fit(" "+s.look.good.Paint("✓ no findings"), w)}
	}
	var out []string
	if h == 1 && len(f.findings) > 1 {
		return []string{s.env.Width.Fit(" "+s.findingCount(), w)}
	}
	wrapped := s.wrappedFindings(w)
	if len(wrapped) <= h {
		return wrapped
	}
	for i, x := range f.findings {
		if len(out) == h-1 && i < len(f.findings)-1 {
			more := fmt.Sprintf("  … %d more · %s next · %s all", len(f.findings)-i, s.keyFor(findingNext), s.keyFor(findingList))
			return append(out, s.env.Width.Fit(s.look.muted.Paint(more), w))
		}
		text := s.env.Width.Middle(s.clean(x.Text), max(w-4, 1)) // what is wrong stands at its end
		out = append(out, s.env.Width.Fit(" "+s.findingPen(x).Paint(s.findingSign(x)+" "+text), w))
	}
	return out
}

// wrappedFindings is every finding in full.
func (s *Screen) wrappedFindings(w int) []string {
	var out []string
	for _, x := range s.facts.findings {
		sign := s.findingSign(x) + " "
		for _, l := range s.env.Width.Wrap(s.clean(x.Text), max(w-4, 1)) {
			out = append(out, s.env.Width.Fit(" "+s.findingPen(x).Paint(sign+l), w))
			sign = "  "
		}
	}
	return out
}

// severity is how much a finding matters here: what only stops finishing is a
// warning while an imported certificate is as it came.
func (s *Screen) severity(f certificate.Finding) certificate.Severity {
	if f.Severity == certificate.Freezing && s.now.Labelled && !s.now.Touched {
		return certificate.Warning
	}
	return f.Severity
}

// findingSign tells what a finding stops without colour.
func (s *Screen) findingSign(f certificate.Finding) string {
	switch s.severity(f) {
	case certificate.Blocking:
		return "✗"
	case certificate.Freezing:
		return "!"
	}
	return "~"
}

func (s *Screen) findingPen(f certificate.Finding) code.Pen {
	switch s.severity(f) {
	case certificate.Blocking:
		return s.look.bad
	case certificate.Freezing:
		return s.look.warn
	}
	return s.look.muted
}

// findingCount is the findings in a few words, such as
// "✗ 1 blocking · ! 3 to finish · ~ 1 to consider".
func (s *Screen) findingCount() string {
	return s.countFindings("✗ %d blocking", "! %d to finish", "~ %d to consider")
}

// findingSigns is the same in the fewest cells: "✗ 1 · ! 3 · ~ 1".
func (s *Screen) findingSigns() string { return s.countFindings("✗ %d", "! %d", "~ %d") }

func (s *Screen) countFindings(block, freeze, warn string) string {
	n := map[certificate.Severity]int{}
	for _, f := range s.facts.findings {
		n[s.severity(f)]++
	}
	var words []string
	if k := n[certificate.Blocking]; k > 0 {
		words = append(words, s.look.bad.Paint(fmt.Sprintf(block, k)))
	}
	if k := n[certificate.Freezing]; k > 0 {
		words = append(words, s.look.warn.Paint(fmt.Sprintf(freeze, k)))
	}
	if k := n[certificate.Warning]; k > 0 {
		words = append(words, s.look.muted.Paint(fmt.Sprintf(warn, k)))
	}
	if len(words) == 0 {
		return s.look.good.Paint("✓ no findings")
	}
	return strings.Join(words, " · ")
}
