// Package cell measures and cuts text in terminal cells, and makes text from
// outside safe to show. Every width in a session is measured by one Width, so
// that layout and renderer agree.
package cell

import "github.com/charmbracelet/x/ansi"

// Width is the session's one width method: wcwidth until the terminal says
// that it clusters graphemes (mode 2027), then graphemes. Owned by the app;
// screens hold a pointer and only read.
type Width struct{ Method ansi.Method }

// Of is the width of s in cells; s may hold SGR sequences.
func (w *Width) Of(s string) int { return w.Method.StringWidth(s) }

// Fit makes s exactly n cells wide: clipped with an ellipsis or padded with
// spaces. s is clean, on one line, and may hold SGR sequences.
func (w *Width) Fit(s string, n int) string { panic("stub") }

// Cut returns n cells of s from cell from on, padded to n; a wide character
// cut in half becomes a space. s may hold SGR sequences.
func (w *Width) Cut(s string, from, n int) string { panic("stub") }

// Wrap breaks clean plain text into lines of at most n cells, at spaces where it can.
func (w *Width) Wrap(s string, n int) []string { panic("stub") }

// Clean makes one line of text from outside safe: control characters, escape
// sequences, C1, bidi controls and zero-width characters become visible marks;
// tabs go to stops of tab cells, measured by w; invalid UTF-8 becomes U+FFFD.
func (w *Width) Clean(s string, tab int) string { panic("stub") }

// Lines splits text from outside at LF and CRLF and cleans every line.
func (w *Width) Lines(s string, tab int) []string { panic("stub") }
