package part

import (
	"image/color"

	"charm.land/bubbles/v2/progress"
	"charm.land/lipgloss/v2"
)

// Bar draws how much of something is done, in exactly w cells: full only when
// all of it is.
func Bar(e *Env, done, of, w int) string {
	return share(e.Theme.Good, e.Theme.Border, '─', float64(done)/float64(max(of, 1)), w)
}

// ShareBar draws a share from 0 to 1 in exactly w cells; what is missing of it
// is drawn as a gap that wants attention.
func ShareBar(e *Env, part float64, w int) string {
	return share(e.Theme.Good, e.Theme.Warn, '┄', part, w)
}

func share(full, rest lipgloss.Style, gap rune, part float64, w int) string {
	if w < 1 {
		return ""
	}
	bar := progress.New(progress.WithWidth(w), progress.WithoutPercentage(), progress.WithFillCharacters('━', gap))
	bar.FullColor, bar.EmptyColor = foreground(full), foreground(rest)
	// The bar rounds; a cell is filled here only when it is earned.
	return bar.ViewAs(float64(int(part*float64(w))) / float64(w))
}

// foreground is the colour of a style, the terminal's own when it has none.
func foreground(s lipgloss.Style) color.Color { return s.GetForeground() }
