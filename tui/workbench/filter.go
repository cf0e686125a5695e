package workbench

import (
	"strings"

	"suffice/certificate"
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

// standing is what the certificate and the state say of one unit of the pool.
type standing struct {
	groups   []int    // positions of the groups that accept it
	labels   []string // their labels
	beside   []int    // groups that accept a unit it overlaps, when none accepts it itself
	quotes   int
	optional bool
	branches int    // branches that hold it
	seen     string // why it counts as observed: "listed", "flag", "seen in step 3"; empty when not
	blocked  bool   // the observation blocks acceptance, not alignment alone
	carried  string // my note of what already carries it; empty when none
}

// alternative reports whether the unit is offered as a possible alternative.
func (m standing) alternative() bool { return len(m.beside) > 0 }

func (m standing) inGroup(label string) bool {
	for _, l := range m.labels {
		if strings.EqualFold(l, label) {
			return true
		}
	}
	return false
}

// standings works out what c says of every unit of the pool. seen and carried
// come from the state and from my notes.
func standings(s *shelf, c certificate.Certificate, seen func(i int) (string, bool), carried map[string]string) []standing {
	out := make([]standing, s.pool.Len())
	for i := range out {
		out[i].seen, out[i].blocked = seen(i)
		out[i].carried = carried[s.pool.Units[i].ID]
	}
	for g, group := range c.Groups {
		for _, id := range group.Acceptable {
			if i, ok := s.pool.Find(id); ok {
				out[i].groups = append(out[i].groups, g)
				out[i].labels = append(out[i].labels, c.Label(g))
			}
		}
		for _, q := range group.Quotations {
			if i, ok := s.pool.Find(q.Unit); ok {
				out[i].quotes++
			}
		}
	}
	for _, id := range c.Optional {
		if i, ok := s.pool.Find(id); ok {
			out[i].optional = true
		}
	}
	for _, b := range c.Branches {
		for _, id := range b {
			if i, ok := s.pool.Find(id); ok {
				out[i].branches++
			}
		}
	}
	offerAlternatives(s, out)
	return out
}

// offerAlternatives marks units that overlap an accepted one: overlapping
// windows of a file often carry the same fact.
func offerAlternatives(s *shelf, out []standing) {
	for i := range out {
		if len(out[i].groups) == 0 {
			continue
		}
		for _, j := range s.overlapping(i) {
			if len(out[j].groups) > 0 {
				continue
			}
			for _, g := range out[i].groups {
				if !contains(out[j].beside, g) {
					out[j].beside = append(out[j].beside, g)
				}
			}
		}
	}
}

func contains(list []int, x int) bool {
	for _, y := range list {
		if x == y {
			return true
		}
	}
	return false
}
