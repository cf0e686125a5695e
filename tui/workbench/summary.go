package workbench

import (
	"fmt"
	"strings"

	"suffice/certificate"
	"suffice/tui/code"
	"suffice/tui/part"
)

// summary is what the certificate means: witnesses, sensitivity, findings. It
// is always in sight, below the rows.
func (s *Screen) summary(w, h int) []string {
	f := &s.facts
	line := func(pen code.Pen, text string) string { return s.env.Width.Fit(" "+pen.Paint(text), w) }
	out := []string{s.look.border.Paint(strings.Repeat("─", w))}
	words := []string{"Witnesses " + f.witnesses(len(s.cert.Groups))}
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
	for i, x := range f.findings {
		if len(out) == h-1 && i < len(f.findings)-1 {
			more := fmt.Sprintf("  … %d more · %s next · %s all", len(f.findings)-i, s.keyFor(findingNext), s.keyFor(findingList))
			return append(out, s.env.Width.Fit(s.look.muted.Paint(more), w))
		}
		out = append(out, s.env.Width.Fit(" "+s.findingPen(x).Paint(findingSign(x)+" "+s.clean(x.Text)), w))
	}
	return out
}

// findingSign tells a blocking finding from a warning without colour.
func findingSign(f certificate.Finding) string {
	if f.Severity == certificate.Blocking {
		return "✗"
	}
	return "!"
}

func (s *Screen) findingPen(f certificate.Finding) code.Pen {
	if f.Severity == certificate.Blocking {
		return s.look.bad
	}
	return s.look.warn
}

// findingCount is the findings in a few words, such as "✗ 1 blocking · ! 3 warnings".
func (s *Screen) findingCount() string {
	n, bad := len(s.facts.findings), s.facts.blocking()
	var words []string
	if bad > 0 {
		words = append(words, s.look.bad.Paint(fmt.Sprintf("✗ %d blocking", bad)))
	}
	if n > bad {
		words = append(words, s.look.warn.Paint("! "+part.Many(n-bad, "warning")))
	}
	if len(words) == 0 {
		return s.look.good.Paint("✓ no findings")
	}
	return strings.Join(words, " · ")
}
