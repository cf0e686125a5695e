package main

import (
	"strings"
	"unicode"
)

// typed is a name, a path or a state as it is typed into a command: in single
// quotes where a POSIX shell, or zsh, would take a character for more than
// itself. Commands that are printed to be pasted have all their words through
// it.
func typed(word string) string {
	if word != "" && !strings.ContainsFunc(word, meant) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// meant reports a character that may mean something to a shell.
func meant(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && !strings.ContainsRune("_-+.,:/@%", r)
}
