package config

import (
	"errors"
	"strings"

	"github.com/BurntSushi/toml"
)

// Syntax reads the text of the settings file called path as TOML. What is wrong
// is told by its place and in words of our own, *Error: the parser quotes what
// it does not understand, and that may be an API key.
func Syntax(path, text string) (map[string]any, error) {
	var file map[string]any
	_, err := toml.Decode(text, &file)
	if err == nil {
		return file, nil
	}
	fault := &Error{File: path, Why: plainly("")}
	if bad := new(toml.ParseError); errors.As(err, bad) {
		fault.Line, fault.Col, fault.Why = bad.Position.Line, bad.Position.Col, plainly(bad.Message)
	}
	return nil, fault
}

// plainly says what the parser's message is about, without a word of it.
func plainly(message string) string {
	why := "this is not TOML"
	for _, one := range []struct{ about, why string }{
		{"UTF-8", "this is no text in UTF-8"},
		{"UTF-16", "this is no text in UTF-8"},
		{"strings cannot contain newlines", "a text in quotes ends on the line on which it begins"},
		{"unexpected EOF; expected '", "a text in quotes has no end"},
		{`unexpected EOF; expected "`, "a text in quotes has no end"},
		{"invalid escape", `a backslash in quotes stands before one of b t n f r " \ u U; in '...' it is a character like any other`},
		{"has already been defined", "this key or section is there twice"},
		{"was already created", "this key or section is there twice"},
		{"expected '.' or '='", "a key is followed by = and its value"},
		{"expected key separator '='", "a key is followed by = and its value"},
		{"expected value", "after = comes a value: a text in quotes, a number, true, false or a [list]"},
		{"to end with a newline", "after a value or a [section] the line ends; a text needs quotes around the whole of it"},
		{"nvalid ", "a value is a text in quotes, a number, a date, true, false or a [list]"},
		{"out of range", "this number is too large; a text needs quotes"},
		{"expected a comma", "a [list] or {table} has commas between its values and ends with its bracket"},
		{"table name", "a section is written [name] on a line of its own"},
		{"control characters", "this is a control character, and no text"},
	} {
		if strings.Contains(message, one.about) {
			why = one.why
			break
		}
	}
	return why + " (the line is not shown: it may hold a key)"
}

// Told is the name of a key that is not known, as far as it looks like one: what
// stands where a name should may be an API key.
func Told(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return (r < 'a' || r > 'z') && r != '_' && r != '.' }) {
		return "a key (not shown: its name has more than small letters)"
	}
	return name
}
