package offline

import (
	"path"
	"strings"
)

// kind is what sort of source a card comes from, by its path.
type kind uint8

const (
	codeKind kind = iota
	testKind
	configKind
	docsKind
	schemaKind
	kinds
)

// kindOf tells a kind by folder, name and ending.
func kindOf(p string) kind {
	p = "/" + strings.ToLower(strings.ReplaceAll(p, `\`, "/"))
	base := path.Base(p)
	in := func(folders ...string) bool {
		for _, f := range folders {
			if strings.Contains(p, "/"+f+"/") {
				return true
			}
		}
		return false
	}
	switch path.Ext(base) {
	case ".md", ".rst", ".adoc":
		return docsKind
	case ".sql":
		return schemaKind
	case ".yaml", ".yml", ".toml", ".cfg", ".ini", ".env", ".conf", ".properties", ".lock", ".json", ".tf":
		return configKind
	}
	switch {
	case strings.HasPrefix(base, "test_"), strings.Contains(base, "_test."), strings.Contains(base, ".test."), strings.Contains(base, ".spec."),
		base == "conftest.py", in("test", "tests", "__tests__", "spec", "testing"):
		return testKind
	case strings.HasPrefix(base, "requirements"), base == "setup.py", base == "makefile", base == "dockerfile", base == "go.mod", base == "settings.py", base == "config.py":
		return configKind
	case in("doc", "docs") && path.Ext(base) == ".txt", strings.HasPrefix(base, "readme"), strings.HasPrefix(base, "changelog"):
		return docsKind
	case in("migrations"):
		return schemaKind
	}
	return codeKind
}

// asksFor is the kind that a word, as a stem, asks for.
func asksFor(stem string) (kind, bool) {
	switch stem {
	case "test", "assert", "pytest", "fixtur", "verif":
		return testKind, true
	case "config", "configuration", "configur", "setting", "deploy", "environment", "dependenc", "default", "limit", "timeout", "workflow", "yaml", "toml":
		return configKind, true
	case "doc", "document", "documentation", "readm", "rul", "guid", "changelog":
		return docsKind, true
	case "tabl", "schema", "migration", "column", "sql", "databas":
		return schemaKind, true
	}
	return codeKind, false
}
