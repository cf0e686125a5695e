// Package theme holds the colours of a session as named roles. Nothing is told
// by colour alone: every role that carries meaning comes with a sign or word.
package theme

import (
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
)

// Theme is one set of styles, light or dark. Styles set no width, border or
// padding; screens lay out cells themselves.
type Theme struct {
	Dark bool

	Text     lipgloss.Style            // ordinary text
	Muted    lipgloss.Style            // less important
	Faint    lipgloss.Style            // line numbers, rules
	Strong   lipgloss.Style            // headings
	Accent   lipgloss.Style            // keys in the footer, links, what is focused
	Cursor   lipgloss.Style            // the row under the cursor in the focused pane
	Resting  lipgloss.Style            // the row under the cursor in another pane
	Selected lipgloss.Style            // selected lines
	Match    lipgloss.Style            // search hits
	Good     lipgloss.Style            // saved, met
	Warn     lipgloss.Style            // warnings
	Bad      lipgloss.Style            // blocking, not saved
	Observed lipgloss.Style            // observed units
	Border   lipgloss.Style            // pane borders
	Focus    lipgloss.Style            // border of the focused pane
	Bar      lipgloss.Style            // the top line
	Groups   []lipgloss.Style          // one for each group, by position, repeating
	Syntax   map[string]lipgloss.Style // by token class: keyword, string, comment, number, name, function, type, operator, punctuation
}

// Dark is the built-in theme for dark backgrounds, in full colour.
func Dark() Theme { return build(darkInk, true, nil) }

// Light is for light backgrounds.
func Light() Theme { return build(lightInk, false, nil) }

// For picks the theme for a background and for what the terminal can show:
// full colour, 256 or sixteen colours, or none but bold, underline and
// reverse. ink replaces colours by role (see Roles) where there are colours.
func For(dark bool, p colorprofile.Profile, ink Ink) Theme {
	switch {
	case p == colorprofile.ASCII || p == colorprofile.NoTTY:
		return bare(dark)
	case p == colorprofile.ANSI:
		return build(sixteen(dark), dark, ink)
	case p == colorprofile.ANSI256 && dark:
		return build(dark256, true, ink)
	case p == colorprofile.ANSI256:
		return build(light256, false, ink)
	case dark:
		return build(darkInk, true, ink)
	}
	return build(lightInk, false, ink)
}

// Group is the style of the group at position i, from 0.
func (t *Theme) Group(i int) lipgloss.Style {
	if len(t.Groups) == 0 || i < 0 {
		return t.Text
	}
	return t.Groups[i%len(t.Groups)]
}
