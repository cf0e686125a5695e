package theme

import (
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// Over lays a style, such as the background of the cursor row, under a line
// that is already styled: where a piece of the line resets its own style, the
// laid style is taken up again. Under a reversed style the line loses its own
// colours: reversed they would be backgrounds, one behind every word.
func Over(st lipgloss.Style, line string) string {
	open := Open(st)
	if open == "" {
		return line
	}
	if st.GetReverse() {
		line = withoutColours(line)
	}
	return open + strings.ReplaceAll(line, ansi.ResetStyle, ansi.ResetStyle+open) + ansi.ResetStyle
}

// Open is the sequence that switches a style on; empty for a style without
// attributes. ansi.ResetStyle switches it off.
func Open(st lipgloss.Style) string {
	open, _, _ := strings.Cut(st.Render("x"), "x")
	return open
}

// withoutColours takes the colours out of the styles of a line; bold and
// underline stay.
func withoutColours(line string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(line, "\x1b[")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		params, after, found := strings.Cut(rest, "m")
		if !found || strings.Trim(params, "0123456789;:") != "" { // no style
			b.WriteString("\x1b[")
			line = rest
			continue
		}
		if kept := plainParams(params); params == "" || kept != "" {
			b.WriteString("\x1b[" + kept + "m")
		}
		line = after
	}
}

// plainParams are the parameters of a style that are no colours.
func plainParams(params string) string {
	var kept []string
	list := strings.Split(params, ";")
	for i := 0; i < len(list); i++ {
		n, err := strconv.Atoi(list[i])
		switch {
		case err != nil: // a colour with colons, or an underline of some kind
		case n == 38 || n == 48 || n == 58:
			i += colourArgs(list[i+1:])
		case n >= 30 && n <= 49 || n >= 90 && n <= 107:
		default:
			kept = append(kept, list[i])
		}
	}
	return strings.Join(kept, ";")
}

// colourArgs counts the parameters of an extended colour.
func colourArgs(list []string) int {
	switch {
	case len(list) > 0 && list[0] == "5":
		return min(2, len(list))
	case len(list) > 0 && list[0] == "2":
		return min(4, len(list))
	}
	return 0
}
