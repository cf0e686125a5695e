package offline

import "strings"

// defines hands over the names that a text defines, as the common languages
// and configuration files write it: after a keyword, or at the beginning of a
// line before an equals sign or colon.
func defines(text string, yield func(name string)) {
	for line := range strings.Lines(text) {
		definedIn(leading(line, longestLine), yield)
	}
}

func definedIn(line string, yield func(name string)) {
	rest := strings.TrimSpace(line)
	indented := len(rest) > 0 && line[0] != rest[0]
	rest = strings.TrimPrefix(rest, "- ") // an entry of a YAML list
	for n := range 5 {
		word, after := nextWord(rest)
		if word == "" {
			return
		}
		if defining(word) && rest[:strings.Index(rest, word)] == strings.TrimLeft(rest[:strings.Index(rest, word)], "\"'") {
			after = pastReceiver(after)
			name, tail := nextWord(after)
			for name != "" && (defining(name) || strings.EqualFold(name, "if") || strings.EqualFold(name, "not") || strings.EqualFold(name, "exists")) {
				name, tail = nextWord(tail)
			}
			if name != "" {
				yield(name)
			}
			return
		}
		if n == 0 && assigned(after, indented, word) {
			yield(word)
		}
		if n == 0 && (word == "name" || word == "key") && strings.HasPrefix(strings.TrimSpace(after), ":") {
			if name, _ := nextWord(after); name != "" {
				yield(name) // name: LEASE_SECONDS
			}
			return
		}
		if !modifier(word) {
			return
		}
		rest = after
	}
}

// nextWord is the first word of a text and what comes after it.
func nextWord(text string) (word, after string) {
	start := strings.IndexFunc(text, wordRune)
	if start < 0 {
		return "", ""
	}
	end := strings.IndexFunc(text[start:], notWordRune)
	if end < 0 {
		return text[start:], ""
	}
	return text[start : start+end], text[start+end:]
}

// pastReceiver skips the receiver of a Go method.
func pastReceiver(text string) string {
	t := strings.TrimLeft(text, " ")
	if strings.HasPrefix(t, "(") {
		if end := strings.IndexByte(t, ')'); end >= 0 {
			return t[end+1:]
		}
	}
	return text
}

func defining(word string) bool {
	switch word {
	case "def", "class", "func", "fn", "function", "type", "struct", "interface", "enum", "trait", "const", "var", "let",
		"define", "macro", "module", "object", "record", "TABLE", "VIEW", "INDEX", "TRIGGER", "FUNCTION", "PROCEDURE",
		"table", "view", "message", "service", "rpc":
		return true
	}
	return false
}

// modifier reports whether a word may stand before a keyword that defines.
func modifier(word string) bool {
	switch word {
	case "export", "default", "async", "public", "private", "protected", "static", "final", "abstract", "pub", "unsafe",
		"CREATE", "create", "OR", "or", "REPLACE", "replace", "UNIQUE", "unique", "TEMP", "MATERIALIZED", "declare", "internal", "override", "virtual", "sealed", "data", "open":
		return true
	}
	return false
}

// assigned reports whether what follows a word at the beginning of a line
// makes the word a value: only names that do not read like prose count where
// the line is indented.
func assigned(after string, indented bool, word string) bool {
	after = strings.TrimLeft(after, " \t")
	equals := strings.HasPrefix(after, "=") && !strings.HasPrefix(after, "==") || strings.HasPrefix(after, ":=")
	colon := strings.HasPrefix(after, ": ") || after == ":" || strings.HasPrefix(after, ":\n")
	shouted := len(word) >= 3 && strings.ToUpper(word) == word && strings.ToLower(word) != word
	return (equals || colon) && (!indented || shouted)
}
