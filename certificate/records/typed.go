package records

import (
	"strings"
	"unicode"
)

// Typed is a name, a path or a state as it is typed into a command: in single
// quotes where a POSIX shell, or zsh, would take a character for more than
// itself. Every name in a command that is printed to be pasted goes through
// it.
func Typed(word string) string {
	if word != "" && !strings.ContainsFunc(word, meant) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// meant reports a character that may mean something to a shell.
func meant(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && !strings.ContainsRune("_-+.,:/@%", r)
}
