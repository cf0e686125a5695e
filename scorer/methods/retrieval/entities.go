package retrieval

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// EntityKind says what sort of name an entity is.
type EntityKind uint8

// The kinds of entities that a text can name.
const (
	Identifier EntityKind = iota // a name of code: snake_case, camelCase, CONSTANT, call(), a.member
	Path                         // a file, with or without its folders
	Quoted                       // what stands in quotes or backticks on one line
)

// Entity is something that a text names and that code can be looked up by.
type Entity struct {
	Kind EntityKind
	Name string // as written; paths with forward slashes
}

// longestQuote is how many characters a quoted name may have.
const longestQuote = 80

// Entities lists the identifiers, paths and quoted names of a text, each once,
// in the order in which it first names them. The parts of a dotted name are
// entities of their own.
func Entities(text string) []Entity {
	var out []Entity
	seen := make(map[Entity]bool)
	add := func(kind EntityKind, name string) {
		if e := (Entity{kind, name}); name != "" && !seen[e] {
			seen[e] = true
			out = append(out, e)
		}
	}
	quotes(text, func(inside string) {
		add(Quoted, inside)
		if word, ok := onlyWord(inside); ok {
			add(Identifier, word)
		}
	})
	chains(text, func(chain string, called bool) {
		if p, ok := asPath(chain); ok {
			add(Path, p)
			return
		}
		if strings.Contains(chain, "://") {
			return // its parts name hosts and pages, not code
		}
		for name := range strings.FieldsFuncSeq(chain, func(r rune) bool { return !wordRune(r) }) {
			member := strings.ContainsRune(chain, '.') && utf8.RuneCountInString(name) >= 3
			if strings.ContainsFunc(name, unicode.IsLetter) && (looksLikeCode(name) || member || called && strings.HasSuffix(chain, name)) {
				add(Identifier, name)
			}
		}
	})
	return out
}

// quotes hands over what stands in backticks, double quotes or single quotes
// on one line. A single or double quote opens at the edge of a word only, so
// that an apostrophe does not.
func quotes(text string, yield func(string)) {
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		for i := 0; i < len(line); i++ {
			q := line[i]
			if q != '`' && q != '"' && q != '\'' {
				continue
			}
			before, _ := utf8.DecodeLastRuneInString(line[:i])
			if q != '`' && i > 0 && wordRune(before) {
				continue
			}
			end := strings.IndexByte(line[i+1:min(len(line), i+2+longestQuote)], q)
			if end < 0 {
				continue
			}
			inside := strings.TrimSpace(line[i+1 : i+1+end])
			if utf8.RuneCountInString(inside) >= 2 {
				yield(inside)
			}
			i += end + 1
		}
	}
}

// onlyWord is the word that a quoted name is, a leading sigil or a call's
// brackets aside.
func onlyWord(name string) (string, bool) {
	name = strings.TrimSuffix(strings.TrimLeft(name, "@$#:-"), "()")
	return name, utf8.RuneCountInString(name) >= 2 && strings.IndexFunc(name, func(r rune) bool { return !wordRune(r) }) < 0
}

// chains hands over the runs of word characters, dots, slashes and dashes
// within words; called says that an opening bracket follows at once.
func chains(text string, yield func(chain string, called bool)) {
	start := -1
	flush := func(end int) {
		if start < 0 {
			return
		}
		if chain := strings.Trim(text[start:end], `.-/\:`); chain != "" {
			yield(chain, end < len(text) && text[end] == '(')
		}
		start = -1
	}
	for i, r := range text {
		if inside := wordRune(r) || r == '.' || r == '/' || r == '\\' || r == '-' || r == ':'; !inside {
			flush(i)
		} else if start < 0 {
			start = i
		}
	}
	flush(len(text))
}

// asPath tells a path from a dotted name: it has folders and its last part a
// word, or it is a name with the ending of a source file. The address of a
// source file on the web counts as its path: it ends in the path.
func asPath(chain string) (string, bool) {
	address := strings.Contains(chain, "://")
	p := strings.ReplaceAll(chain, `\`, "/")
	if at := strings.LastIndexByte(p, ':'); at > 1 && !strings.ContainsAny(p[at:], "/") {
		p = p[:at] // file.py:12-40
	}
	base := p[strings.LastIndexByte(p, '/')+1:]
	stem, ending, dotted := strings.Cut(base, ".")
	if at := strings.LastIndexByte(ending, '.'); at >= 0 {
		ending = ending[at+1:]
	}
	folders := strings.Contains(p, "/") && !address
	known := dotted && stem != "" && sourceEnding(ending)
	return p, known || folders && dotted && len(ending) <= 8 && ending != ""
}

// sourceEnding reports whether a lone name with this ending is a file rather
// than a member of something.
func sourceEnding(ending string) bool {
	switch strings.ToLower(ending) {
	case "py", "pyi", "pyx", "go", "rs", "js", "jsx", "ts", "tsx", "mjs", "cjs", "java", "kt", "scala", "c", "h", "cc", "cpp", "hpp",
		"cs", "rb", "php", "swift", "sh", "sql", "html", "css", "scss", "vue", "md", "rst", "txt", "json", "yaml", "yml", "toml",
		"cfg", "ini", "xml", "proto", "lua", "ex", "exs", "erl", "hs", "ml", "r", "jl", "dart", "ipynb", "lock", "mod", "sum":
		return true
	}
	return false
}

// looksLikeCode reports whether a word is written as prose is not: with an
// underscore, a capital after a small letter, all in capitals, or with digits
// among its letters.
func looksLikeCode(word string) bool {
	if utf8.RuneCountInString(word) < 3 {
		return false
	}
	var last rune
	letters, capitals, digits := 0, 0, 0
	for _, r := range word {
		switch {
		case r == '_':
			return strings.Trim(word, "_") != ""
		case unicode.IsUpper(r):
			if unicode.IsLower(last) {
				return true
			}
			capitals++
			letters++
		case unicode.IsLetter(r):
			letters++
		default:
			digits++
		}
		last = r
	}
	return letters > 0 && digits > 0 || letters == capitals && letters >= 3
}
