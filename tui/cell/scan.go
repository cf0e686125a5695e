package cell

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// scanner walks styled text: each step is one SGR sequence or one cluster.
type scanner struct {
	w     *Width
	s     string
	at    int    // byte after the present step
	text  string // of the present step
	width int    // its cells
	sgr   bool
}

func (c *scanner) next() bool {
	if c.at >= len(c.s) {
		return false
	}
	rest := c.s[c.at:]
	c.sgr = false
	switch {
	case rest[0] == 0x1b:
		c.text, c.width, c.sgr = rest[:sequence(rest)], 0, true
	case rest[0] < 0x7f && (len(rest) == 1 || rest[1] < 0x80):
		c.text, c.width = rest[:1], 1
		if rest[0] < 0x20 { // not clean: shown as nothing by the renderer
			c.width = 0
		}
	default:
		cluster, n := ansi.FirstGraphemeCluster(rest, c.w.Method)
		c.text, c.width = cluster, n
	}
	c.at += len(c.text)
	return true
}

// sequence is the length of the CSI sequence that s starts with; anything else
// that starts with ESC is one byte long.
func sequence(s string) int {
	if len(s) < 2 || s[1] != '[' {
		return 1
	}
	for i := 2; i < len(s); i++ {
		if s[i] >= 0x40 && s[i] <= 0x7e {
			return i + 1
		}
	}
	return len(s)
}

func isReset(sgr string) bool { return sgr == "\x1b[m" || sgr == "\x1b[0m" }

// Strip takes the SGR sequences out of s.
func Strip(s string) string {
	if !strings.Contains(s, "\x1b") {
		return s
	}
	return ansi.Strip(s)
}
