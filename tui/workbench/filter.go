package workbench

import (
	"strings"
)

// filter is a parsed pool filter: every term must hold.
type filter struct {
	source string
	terms  []term
	bad    string // a qualifier that means nothing, as typed; empty when all is well
}

// term is one condition of a filter.
type term struct {
	not   bool
	field string // "", is, path, symbol, origin, lang, group
	value string // lower case
}

// filterIs lists the values of is:.
const filterIs = "is:in out observed unobserved alt quoted optional marked"

// filterHint explains the filter while it is typed.
const filterHint = "words in path, symbol and text · " + filterIs + " · path: symbol: origin: lang: group: · -not"

// parseFilter reads a filter as typed: words and "quoted words", qualifiers,
// and either with a minus in front for not.
func parseFilter(s string) filter {
	f := filter{source: s}
	for _, word := range words(s) {
		t := term{}
		if rest, ok := strings.CutPrefix(word, "-"); ok && rest != "" {
			t.not, word = true, rest
		}
		t.value = strings.ToLower(word)
		if field, value, ok := strings.Cut(t.value, ":"); ok && qualifier(field) {
			t.field, t.value = field, value
		}
		if t.value == "" {
			continue // in the middle of being typed
		}
		if t.field == "type" {
			t.field = "origin"
		}
		if t.field == "is" && !knownIs(t.value) {
			f.bad = "is:" + t.value
			continue
		}
		f.terms = append(f.terms, t)
	}
	return f
}

func qualifier(s string) bool {
	switch s {
	case "is", "path", "symbol", "origin", "type", "lang", "group":
		return true
	}
	return false
}

func knownIs(s string) bool {
	switch s {
	case "in", "out", "observed", "unobserved", "alt", "quoted", "optional", "marked":
		return true
	}
	return false
}

// words splits at spaces, keeping "quoted words" together.
func words(s string) []string {
	var out []string
	var b strings.Builder
	quoted := false
	for _, r := range s {
		switch {
		case r == '"':
			quoted = !quoted
		case r == ' ' && !quoted:
			if b.Len() > 0 {
				out = append(out, b.String())
			}
			b.Reset()
		default:
			b.WriteRune(r)
		}
	}
	if b.Len() > 0 {
		out = append(out, b.String())
	}
	return out
}

// matches reports whether the unit at position i passes. m says what the
// certificate does with each unit.
func (f filter) matches(s *shelf, m []standing, marked map[int]bool, i int) bool {
	for _, t := range f.terms {
		if t.holds(s, m, marked, i) == t.not {
			return false
		}
	}
	return true
}

func (t term) holds(s *shelf, m []standing, marked map[int]bool, i int) bool {
	u := &s.pool.Units[i]
	switch t.field {
	case "path":
		return strings.Contains(strings.ToLower(s.path[i]), slash(t.value))
	case "symbol":
		return strings.Contains(strings.ToLower(u.Symbol), t.value)
	case "origin":
		return strings.Contains(strings.ToLower(u.SourceType), t.value)
	case "lang":
		return strings.Contains(strings.ToLower(u.Language), t.value)
	case "group":
		return m[i].inGroup(t.value)
	case "is":
		return t.is(m[i], marked[i])
	}
	return strings.Contains(s.hay[i], t.value)
}

func (t term) is(m standing, marked bool) bool {
	switch t.value {
	case "in":
		return len(m.groups) > 0
	case "out":
		return len(m.groups) == 0
	case "observed":
		return m.seen != ""
	case "unobserved":
		return m.seen == ""
	case "alt":
		return m.alternative()
	case "quoted":
		return m.quotes > 0
	case "optional":
		return m.optional
	}
	return marked
}
