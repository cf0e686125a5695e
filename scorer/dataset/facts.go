package dataset

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"path"
	"slices"
	"strings"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/scorer"
	"suffice/scorer/methods/retrieval/tokens"
)

// stateFacts is what the public side of a state tells.
type stateFacts struct {
	hash     string    // as manifests record it: of card and pool
	pool     card.Pool // units with ID, path and symbol alone
	files    int       // distinct files in the pool
	language string    // of most units of the pool; empty when none tells
	observed int       // units of the pool that the state has observed
	tokens   *int      // source tokens of the pool; nil when not counted
}

// labelFacts is what a certificate tells, with the places of its pool.
type labelFacts struct {
	cert       certificate.Certificate
	standard   *scorer.Standard
	oracle     scorer.Oracle
	accepting  map[string][]string // labels of the groups that accept a unit, by evidence ID
	acceptable []string            // distinct, in the order of the certificate
	files      int                 // gold files: those of acceptable units
	functions  int                 // gold functions: those of acceptable units with a symbol
}

// cutoffs are those of the registered metrics.
func cutoffs() []int { return []int{5, 8} }

// readState works out the facts of a state.
func readState(s card.State, count *tokens.Counter) (*stateFacts, error) {
	sum := card.Fingerprint(s)
	f := &stateFacts{hash: hex.EncodeToString(sum[:])}
	listed := make(map[string]bool, len(s.Card.Observed))
	for _, id := range s.Card.Observed {
		listed[id] = true
	}
	files, languages, total := map[string]bool{}, map[string]int{}, 0
	units := make([]card.Unit, s.Pool.Len())
	for i := range s.Pool.Units {
		u := &s.Pool.Units[i]
		units[i] = card.Unit{ID: u.ID, Path: u.Path, Symbol: u.Symbol}
		if count != nil {
			n, err := count.Unit(u)
			if err != nil {
				return nil, fmt.Errorf("count the source tokens of state %q: %w", s.Card.ID, err)
			}
			total += n
		}
		if u.Path != "" {
			files[plainPath(u.Path)] = true
		}
		if language := scorer.UnitLanguage(u); language != "" {
			languages[language]++
		}
		if u.Observed || listed[u.ID] {
			f.observed++
		}
	}
	f.files, f.pool = len(files), card.NewPool(units)
	if count != nil {
		f.tokens = &total
	}
	for _, name := range sorted(languages) {
		if f.language == "" || languages[name] > languages[f.language] {
			f.language = name
		}
	}
	return f, nil
}

// plainPath is a path as two spellings of it compare: with forward slashes and
// without "./".
func plainPath(p string) string {
	return path.Clean(strings.ReplaceAll(p, `\`, "/"))
}

// sorted are the keys of a map in order.
func sorted[K cmp.Ordered, V any](m map[K]V) []K {
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// readLabel works out the facts of a certificate over its pool.
func readLabel(c certificate.Certificate, pool *card.Pool) *labelFacts {
	l := &labelFacts{
		cert: c, standard: scorer.NewStandard(c, cutoffs(), scorer.ReferenceIdeal),
		oracle: scorer.OracleOf(c, certificate.DefaultBudget()), accepting: map[string][]string{},
	}
	for i, g := range c.Groups {
		for _, id := range g.Acceptable {
			if l.accepting[id] == nil {
				l.acceptable = append(l.acceptable, id)
			}
			if label := c.Label(i); !slices.Contains(l.accepting[id], label) {
				l.accepting[id] = append(l.accepting[id], label)
			}
		}
	}
	if at, ok := scorer.FileLevel(c, pool, nil, nil); ok {
		l.files = at.Gold
	}
	if at, ok := scorer.FunctionLevel(c, pool, nil, nil); ok {
		l.functions = at.Gold
	}
	return l
}

// many is how many groups ask for more than one unit.
func (l *labelFacts) many() int {
	n := 0
	for _, g := range l.cert.Groups {
		if g.Threshold > 1 {
			n++
		}
	}
	return n
}
