// Package theme holds the colours of a session as named roles. Nothing is told
// by colour alone: every role that carries meaning comes with a sign or word.
package theme

import "charm.land/lipgloss/v2"

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

// Dark and Light are the built-in themes.
func Dark() Theme { panic("stub") }

// Light is for light backgrounds.
func Light() Theme { panic("stub") }
