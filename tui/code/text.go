// Package code shows source text from outside: split into numbered lines,
// lexed beside the update loop, and painted a window of cells at a time, so
// that a line of three million characters costs no more than a short one.
package code

import (
	"crypto/sha256"
	"strings"

	"suffice/certificate/card"
)

// Text is the text of one unit, split into its lines. It is immutable.
type Text struct {
	Lines []string // without their line ends, otherwise as given: untrusted
	First int      // number of the first line in its source file, from 1
	Hash  [32]byte // SHA-256 of the text as given
}

// NewText is the text of a unit: its excerpt line by line, CRLF taken as LF.
func NewText(u *card.Unit) *Text {
	return &Text{Lines: u.Split(), First: max(u.LineStart, 1), Hash: sha256.Sum256([]byte(u.Text))}
}

// Number is the source line number of line i.
func (t *Text) Number(i int) int { return t.First + i }

// Index is the line with this source line number, and whether it is here.
func (t *Text) Index(number int) (int, bool) {
	i := number - t.First
	return i, i >= 0 && i < len(t.Lines)
}

// Between gives lines from..to, both inclusive, joined by LF: the text of a
// quotation, bytes as they are in the unit but for the line ends.
func (t *Text) Between(from, to int) string {
	from, to = max(from, 0), min(to, len(t.Lines)-1)
	if from > to {
		return ""
	}
	return strings.Join(t.Lines[from:to+1], "\n")
}
