package reviewing

import (
	"strings"

	"charm.land/lipgloss/v2"

	"suffice/tui/theme"
)

// lackLine is one line of what is missing: of is which thing, -1 for none.
type lackLine struct {
	of   int
	sign string // empty on a line that goes on
	text string
	ink  lipgloss.Style
}

// viewMissing says what keeps the review from being submitted; always in sight,
// below a rule, in h lines at most. The thing under the cursor is among them.
func (s *Screen) viewMissing(w, h int) []string {
	m, t := s.env.Width, s.env.Theme
	out := []string{t.Border.Render(strings.Repeat("─", max(w, 0)))}
	s.frame.lines = []int{-1}
	lines := s.lackLines(w)
	from := s.lackFrom(lines, h)
	for i, l := range lines[from:] {
		if i == h-1 && from+h < len(lines) && !s.inLacks {
			l = lackLine{of: -1, text: "…", ink: t.Muted}
		} else if i == h {
			break
		}
		sign := l.sign
		if sign == "" {
			sign = " "
		}
		line := m.Fit(l.ink.Render(sign+" "+l.text), max(w-1, 0))
		switch {
		case s.inLacks && l.of == s.lackAt && l.of >= 0:
			line = theme.Over(t.Cursor, t.Accent.Render("▌")+line)
		default:
			line = " " + line
		}
		out = append(out, m.Fit(line, w))
		s.frame.lines = append(s.frame.lines, l.of)
	}
	return out
}

// lackLines lays out everything that is missing, or that nothing is.
func (s *Screen) lackLines(w int) []lackLine {
	t := s.env.Theme
	var out []lackLine
	say := func(of int, sign, text string, ink lipgloss.Style) {
		for _, l := range s.env.Width.Wrap(text, max(w-4, 1)) {
			out = append(out, lackLine{of, sign, l, ink})
			sign = ""
		}
	}
	list := s.lacks()
	switch {
	case s.isIn():
		say(-1, "✓", "submitted. "+s.keyFor(actReopen)+" takes it back to change it, "+s.keyFor(actNext)+" opens the next task.", t.Good)
	case len(list) == 0:
		say(-1, "✓", "nothing is missing: "+s.keyFor(actSubmit)+" submits it.", t.Good)
	}
	ink := t.Warn
	if len(s.refused) > 0 {
		ink = t.Bad
	}
	for i, l := range list {
		say(i, "✗", l.text, ink)
	}
	return out
}

// lackFrom is the first line shown: the thing under the cursor is in sight as a
// whole, where it fits.
func (s *Screen) lackFrom(lines []lackLine, h int) int {
	if _, ok := s.lackHere(); !ok {
		return 0
	}
	first, last := 0, 0
	for i := len(lines) - 1; i >= 0; i-- {
		if lines[i].of == s.lackAt {
			first = i
			last = max(last, i)
		}
	}
	return max(min(last-h+1, first), 0)
}
