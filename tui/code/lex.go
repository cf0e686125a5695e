package code

import (
	"path"
	"strings"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

// Class is what a stretch of text is, as far as colours tell.
type Class uint8

// The classes; each but Plain is a key of theme.Theme.Syntax.
const (
	Plain Class = iota
	Keyword
	String
	Comment
	Number
	Name
	Function
	Type
	Operator
	Punctuation
	classes
)

// String is the class's key in a theme.
func (c Class) String() string {
	return [...]string{"", "keyword", "string", "comment", "number", "name",
		"function", "type", "operator", "punctuation"}[c]
}

// Span is a stretch of one line, from the end of the span before up to the
// byte offset End.
type Span struct {
	End   int
	Class Class
}

// Tokens holds the spans of every line of a Text; nil means plain text.
type Tokens [][]Span

// What is lexed at all: larger texts and texts with longer lines stay plain,
// because a lexer cannot be interrupted and some take quadratic time.
const (
	MaxLexBytes = 256 << 10
	MaxLexLine  = 8 << 10
	maxTokens   = 200_000
)

// Language names the lexer for a file, or "" when its language is not on the
// list. The list is closed: lexers outside it are known to spin for ever on
// odd input, and looking one up by content costs milliseconds.
func Language(file string) string {
	base := strings.ToLower(path.Base(strings.ReplaceAll(file, `\`, "/")))
	if l, ok := byBase(base); ok {
		return l
	}
	return byExtension(strings.TrimPrefix(path.Ext(base), "."))
}

func byBase(base string) (string, bool) {
	switch base {
	case "makefile", "gnumakefile":
		return "Makefile", true
	case "dockerfile", "containerfile":
		return "Docker", true
	case "cmakelists.txt":
		return "CMake", true
	case "go.mod":
		return "", true
	}
	return "", false
}

func byExtension(ext string) string {
	switch ext {
	case "go":
		return "Go"
	case "py", "pyi", "pyx":
		return "Python"
	case "js", "mjs", "cjs", "jsx":
		return "JavaScript"
	case "ts", "mts", "cts":
		return "TypeScript"
	case "tsx":
		return "TSX"
	case "java":
		return "Java"
	case "kt", "kts":
		return "Kotlin"
	case "scala":
		return "Scala"
	case "c", "h":
		return "C"
	case "cc", "cpp", "cxx", "hpp", "hh", "hxx":
		return "C++"
	case "cs":
		return "C#"
	case "rs":
		return "Rust"
	case "rb":
		return "Ruby"
	case "php":
		return "PHP"
	case "swift":
		return "Swift"
	case "lua":
		return "Lua"
	case "sh", "bash", "zsh":
		return "Bash"
	case "sql":
		return "SQL"
	case "json", "jsonl":
		return "JSON"
	case "yaml", "yml":
		return "YAML"
	case "toml", "cfg", "ini":
		return iniOrToml(ext)
	case "xml", "svg":
		return "XML"
	case "html", "htm":
		return "HTML"
	case "css", "scss":
		return strings.ToUpper(ext)
	case "md", "markdown":
		return "markdown"
	case "rst":
		return "reStructuredText"
	case "diff", "patch":
		return "Diff"
	case "proto":
		return "Protocol Buffer"
	}
	return ""
}

func iniOrToml(ext string) string {
	if ext == "toml" {
		return "TOML"
	}
	return "INI"
}

// Lex finds the classes of a text. It may take tens of milliseconds: call it
// in a command, never while a key waits. nil when the text stays plain.
func Lex(language string, t *Text) Tokens {
	lexer := lexerFor(language, t)
	if lexer == nil {
		return nil
	}
	// Lines are joined by LF here and CRLF is kept away from the lexer: by
	// itself chroma would turn CRLF into LF and shift every offset after it.
	it, err := lexer.Tokenise(&chroma.TokeniseOptions{State: "root"}, strings.Join(t.Lines, "\n"))
	if err != nil {
		return nil
	}
	out := Tokens(make([][]Span, len(t.Lines)))
	line, col := 0, 0
	for n := 0; n < maxTokens; n++ {
		tok := it()
		if tok == chroma.EOF {
			return out.checked(t)
		}
		class := classOf(tok.Type)
		for value := tok.Value; ; {
			head, rest, more := strings.Cut(value, "\n")
			if col += len(head); head != "" && line < len(out) {
				out[line] = push(out[line], Span{col, class})
			}
			if !more {
				break
			}
			line, col, value = line+1, 0, rest
		}
	}
	return nil
}

func lexerFor(language string, t *Text) chroma.Lexer {
	if language == "" {
		return nil
	}
	size := 0
	for _, l := range t.Lines {
		if size += len(l) + 1; len(l) > MaxLexLine || size > MaxLexBytes {
			return nil
		}
	}
	return lexers.Get(language)
}

// checked drops everything when the lexer lost or invented text, for then no
// offset can be trusted.
func (k Tokens) checked(t *Text) Tokens {
	for i, spans := range k {
		end := 0
		if len(spans) > 0 {
			end = spans[len(spans)-1].End
		}
		if end != len(t.Lines[i]) {
			return nil
		}
	}
	return k
}

func push(spans []Span, s Span) []Span {
	if n := len(spans); n > 0 && spans[n-1].Class == s.Class {
		spans[n-1].End = s.End
		return spans
	}
	return append(spans, s)
}

func classOf(t chroma.TokenType) Class {
	switch {
	case t == chroma.KeywordType, t == chroma.NameClass, t == chroma.NameBuiltin,
		t == chroma.NameException, t == chroma.GenericSubheading:
		return Type
	case t == chroma.NameFunction, t == chroma.NameFunctionMagic, t == chroma.NameDecorator,
		t == chroma.GenericHeading, t == chroma.NameTag:
		return Function
	case t == chroma.KeywordConstant, t == chroma.NameConstant:
		return Number
	case t == chroma.GenericInserted, t == chroma.LiteralStringDoc:
		return String
	case t == chroma.GenericDeleted:
		return Keyword
	case t.InCategory(chroma.Keyword), t == chroma.OperatorWord, t == chroma.NameKeyword:
		return Keyword
	case t.InSubCategory(chroma.LiteralNumber):
		return Number
	case t.InCategory(chroma.Literal):
		return String
	case t.InCategory(chroma.Comment):
		return Comment
	case t.InCategory(chroma.Operator):
		return Operator
	case t == chroma.Punctuation:
		return Punctuation
	case t == chroma.NameAttribute, t == chroma.NameProperty, t == chroma.NameBuiltinPseudo:
		return Name
	}
	return Plain
}
