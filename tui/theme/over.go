package theme

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// Over lays a style, such as the background of the cursor row, under a line
// that is already styled: where a piece of the line resets its own style, the
// laid style is taken up again.
func Over(st lipgloss.Style, line string) string {
	open := Open(st)
	if open == "" {
		return line
	}
	return open + strings.ReplaceAll(line, ansi.ResetStyle, ansi.ResetStyle+open) + ansi.ResetStyle
}

// Open is the sequence that switches a style on; empty for a style without
// attributes. ansi.ResetStyle switches it off.
func Open(st lipgloss.Style) string {
	open, _, _ := strings.Cut(st.Render("x"), "x")
	return open
}
