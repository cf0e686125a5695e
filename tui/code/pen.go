package code

import (
	"strings"

	"charm.land/lipgloss/v2"
)

// Pen is a style ready to use: what opens it and what closes it. Painting with
// one costs no more than copying the text.
type Pen struct{ open, close string }

// NewPen cuts a style, which sets no width or border, into its two halves.
func NewPen(s lipgloss.Style) Pen {
	open, end, _ := strings.Cut(s.Render("x"), "x")
	return Pen{open, end}
}

// Write puts clean text into b in the pen's style.
func (p Pen) Write(b *strings.Builder, s string) {
	if s == "" {
		return
	}
	b.WriteString(p.open)
	b.WriteString(s)
	b.WriteString(p.close)
}

// Paint is clean text in the pen's style.
func (p Pen) Paint(s string) string {
	if s == "" || p.open == "" {
		return s
	}
	return p.open + s + p.close
}
