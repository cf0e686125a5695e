package part

import "suffice/tui/cell"

// Compose lays a block of lines, each boxWidth cells wide, over styled lines of
// width w at x, y. Wide characters cut in half by its edges become spaces.
func Compose(m *cell.Width, base []string, w int, box []string, boxWidth, x, y int) []string {
	out := make([]string, len(base))
	copy(out, base)
	for i, line := range box {
		if y+i < 0 || y+i >= len(out) {
			continue
		}
		under := out[y+i]
		out[y+i] = m.Cut(under, 0, x) + line + m.Cut(under, x+boxWidth, w-x-boxWidth)
	}
	return out
}
