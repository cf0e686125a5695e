package code

import "strings"

// MaxHits is how many hits of a search are kept; more are counted as "many".
const MaxHits = 10_000

// Hit is one place where a search matched.
type Hit struct {
	Line int
	Mark
}

// Find looks for a string in every line. Letters of the query that are all
// lower case match either case (ASCII); a query with a capital is exact.
func Find(t *Text, query string) []Hit {
	if query == "" {
		return nil
	}
	fold := lower(query) == query
	var hits []Hit
	for i, line := range t.Lines {
		if fold {
			line = lower(line)
		}
		for at := 0; len(hits) < MaxHits; {
			j := strings.Index(line[at:], query)
			if j < 0 {
				break
			}
			hits = append(hits, Hit{i, Mark{at + j, at + j + len(query)}})
			at += j + len(query)
		}
	}
	return hits
}

// lower folds ASCII letters only, so that byte offsets stay what they are.
func lower(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= 'A' && s[i] <= 'Z' {
			b := []byte(s)
			for ; i < len(b); i++ {
				if b[i] >= 'A' && b[i] <= 'Z' {
					b[i] += 'a' - 'A'
				}
			}
			return string(b)
		}
	}
	return s
}
