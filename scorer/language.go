package scorer

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"suffice/certificate"
	"suffice/certificate/card"
)

// languageOf is the language of a state; see StateFacts.
func languageOf(cert certificate.Certificate, pool *card.Pool) string {
	inPool, accepted := map[string]int{}, map[string]int{}
	for i := range pool.Units {
		inPool[UnitLanguage(&pool.Units[i])]++
	}
	met := map[string]bool{}
	for _, g := range cert.Groups {
		for _, id := range g.Acceptable {
			if u := pool.Unit(id); u != nil && !met[id] {
				met[id] = true
				accepted[UnitLanguage(u)]++
			}
		}
	}
	delete(inPool, "")
	delete(accepted, "")
	if len(accepted) == 0 {
		accepted = inPool
	}
	names := make([]string, 0, len(accepted))
	for name := range accepted {
		names = append(names, name)
	}
	if len(names) == 0 {
		return ""
	}
	return slices.MinFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(accepted[b], accepted[a]), cmp.Compare(inPool[b], inPool[a]), cmp.Compare(a, b))
	})
}

// UnitLanguage is the language of a unit, in small letters: what it says itself
// or else, since public releases leave that out, what the ending of its path
// says; empty when neither does.
func UnitLanguage(u *card.Unit) string {
	if u.Language != "" {
		return strings.ToLower(u.Language)
	}
	switch strings.ToLower(path.Ext(plainFile(u.Path))) {
	case ".py", ".pyi", ".pyx":
		return "python"
	case ".go":
		return "go"
	case ".js", ".jsx", ".mjs", ".cjs":
		return "javascript"
	case ".ts", ".tsx", ".mts", ".cts":
		return "typescript"
	case ".java":
		return "java"
	case ".kt", ".kts":
		return "kotlin"
	case ".scala":
		return "scala"
	case ".c", ".h":
		return "c"
	case ".cc", ".cpp", ".cxx", ".hh", ".hpp":
		return "c++"
	case ".cs":
		return "c#"
	case ".rs":
		return "rust"
	case ".rb":
		return "ruby"
	case ".php":
		return "php"
	case ".swift":
		return "swift"
	case ".sh", ".bash":
		return "shell"
	case ".md", ".rst", ".txt":
		return "text"
	case ".json", ".toml", ".yaml", ".yml", ".ini", ".cfg":
		return "configuration"
	}
	return ""
}
