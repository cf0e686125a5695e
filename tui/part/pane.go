package part

import (
	"strings"

	"suffice/tui/cell"
	"suffice/tui/theme"

	"charm.land/lipgloss/v2"
)

// Pane is a box with rounded borders that carries its title, counts and
// position in the border itself. All texts are clean and may be styled; what
// has no style of its own gets one that fits.
type Pane struct {
	Title string // top left, strong when focused
	Note  string // after the title, quiet: counts, a filter
	Right string // top right
	Foot  string // bottom right: position, a mode
	Left  string // bottom left
	Focus bool
	Bar   Scroll // drawn on the right border when there is more than fits
}

// Scroll says which part of a content is shown.
type Scroll struct{ Top, Shown, Total int }

// Draw puts lines into the box: h lines of w cells. Lines have exactly w-2
// cells each; missing ones are blank, surplus ones left out.
func (p Pane) Draw(e *Env, w, h int, lines []string) []string {
	if h <= 0 || w <= 0 {
		return blankLines(w, h)
	}
	if w < 3 || h < 2 {
		return FitAll(e.Width, lines, w, h)
	}
	st := e.Theme.Border
	if p.Focus {
		st = e.Theme.Focus
	}
	ink := borderInk{open: theme.Open(st)}
	out := make([]string, 0, h)
	out = append(out, p.top(e, st, w))
	side := ink.paint("│")
	from, to := p.Bar.thumb(h - 2)
	for i := range h - 2 {
		body := cell.Spaces(w - 2)
		if i < len(lines) {
			body = lines[i]
		}
		right := side
		if i >= from && i < to {
			right = ink.paint("┃")
		}
		out = append(out, side+body+right)
	}
	return append(out, p.bottom(e, st, w))
}

// borderInk paints border pieces with a style opened once.
type borderInk struct{ open string }

func (b borderInk) paint(s string) string {
	if b.open == "" {
		return s
	}
	return b.open + s + "\x1b[m"
}

// top is the upper border: ╭─ Title note ─── right ─╮.
func (p Pane) top(e *Env, st lipgloss.Style, w int) string {
	title := e.Theme.Muted.Render(p.Title)
	if p.Focus {
		title = e.Theme.Strong.Render(p.Title)
	}
	if p.Title == "" {
		title = ""
	}
	if p.Note != "" {
		title = strings.TrimPrefix(title+" "+e.Theme.Muted.Render(p.Note), " ")
	}
	right := p.Right
	if right != "" {
		right = e.Theme.Muted.Render(right)
	}
	return edge(e, st, w, "╭", "╮", title, right)
}

func (p Pane) bottom(e *Env, st lipgloss.Style, w int) string {
	left, right := p.Left, p.Foot
	if left != "" {
		left = e.Theme.Muted.Render(left)
	}
	if right != "" {
		right = e.Theme.Muted.Render(right)
	}
	return edge(e, st, w, "╰", "╯", left, right)
}

// edge is one horizontal border with text let into it on both sides. When both
// do not fit the left one stays.
func edge(e *Env, st lipgloss.Style, w int, from, to, left, right string) string {
	room := w - 4 // corners and one dash at either end
	if left != "" && e.Width.Of(left) > room-2 {
		left = e.Width.Fit(left, max(room-2, 0))
	}
	lw, rw := e.Width.Of(left), e.Width.Of(right)
	if lw > 0 {
		lw += 2
		left = " " + left + " "
	}
	if right != "" && lw+rw+3 > room {
		right, rw = "", 0
	}
	if rw > 0 {
		rw += 2
		right = " " + right + " "
	}
	if room < 1 || lw > room {
		return st.Render(from + strings.Repeat("─", w-2) + to)
	}
	return st.Render(from+"─") + left + st.Render(strings.Repeat("─", room-lw-rw)) + right + st.Render("─"+to)
}

// thumb is where the scroll bar's thumb stands on a track of n cells.
func (s Scroll) thumb(n int) (from, to int) {
	if s.Total <= s.Shown || s.Shown <= 0 || n <= 0 {
		return 0, 0
	}
	size := max(n*s.Shown/s.Total, 1)
	from = (n - size) * s.Top / max(s.Total-s.Shown, 1)
	from = min(max(from, 0), n-size)
	return from, from + size
}

// FitAll makes lines exactly h lines of w cells.
func FitAll(w *cell.Width, lines []string, width, h int) []string {
	out := blankLines(width, h)
	for i := range out {
		if i < len(lines) {
			out[i] = w.Fit(lines[i], width)
		}
	}
	return out
}

func blankLines(w, h int) []string {
	out := make([]string, max(h, 0))
	for i := range out {
		out[i] = cell.Spaces(w)
	}
	return out
}

// Beside puts blocks of lines next to each other; every block has h lines.
func Beside(h int, blocks ...[]string) []string {
	out := make([]string, h)
	var b strings.Builder
	for i := range out {
		b.Reset()
		for _, block := range blocks {
			b.WriteString(block[i])
		}
		out[i] = b.String()
	}
	return out
}
