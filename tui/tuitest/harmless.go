package tuitest

import (
	"strings"

	"suffice/tui/cell"
)

// Hostile is text that must reach no terminal as it is: escape sequences of
// every sort, control characters, bidirectional overrides, what has no width.
const Hostile = "a\x1b]52;c;aGk=\x07b\x1b[2J\x1b]8;;http://x\x1b\\c\u009b31md\x1bP1$r\u202ee\u200bf\x07\x00g\r\ttab 漢字🙂 \u0301\u0301\u0301\u0301 \U000e0001"

// Harmless fails the test when the screen or its title holds anything but text
// and SGR.
func (s *Session) Harmless() {
	s.T.Helper()
	v := s.Model.View()
	for i, line := range append(strings.Split(v.Content, "\n"), v.WindowTitle) {
		if why := harm(line); why != "" {
			s.T.Fatalf("line %d of %dx%d %s: %q", i, s.W, s.H, why, line)
		}
	}
}

// harm says what a line holds that a terminal must not get.
func harm(line string) string {
	for _, r := range cell.Strip(line) {
		switch {
		case r < 0x20, r >= 0x7f && r < 0xa0, r >= 0x200b && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r >= 0xe0000 && r <= 0xe007f:
			return "shows a control character"
		}
	}
	for rest := line; ; {
		_, after, ok := strings.Cut(rest, "\x1b")
		if !ok {
			return ""
		}
		body, isCSI := strings.CutPrefix(after, "[")
		end := strings.IndexFunc(body, func(r rune) bool { return (r < '0' || r > '9') && r != ';' && r != ':' })
		if !isCSI || end < 0 || body[end] != 'm' {
			return "holds a sequence that is no SGR"
		}
		rest = body
	}
}
