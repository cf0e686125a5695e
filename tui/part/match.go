package part

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"charm.land/lipgloss/v2"
)

// Query is what a person typed to find something, taken apart once: words
// that all have to occur, in any order, whatever their case.
type Query struct{ words []string }

// NewQuery takes a query apart.
func NewQuery(s string) Query {
	return Query{words: strings.Fields(strings.ToLower(s))}
}

// Empty reports whether the query finds everything.
func (q Query) Empty() bool { return len(q.words) == 0 }

// In reports whether every word occurs in text, which is already in lower case.
func (q Query) In(text string) bool {
	for _, w := range q.words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

// Score tells how well text answers the query: 0 not at all, more is better.
// Words at the start of a word count more than words anywhere.
func (q Query) Score(text string) int {
	text = strings.ToLower(text)
	total := 1
	for _, w := range q.words {
		s := wordScore(text, w)
		if s == 0 {
			return 0
		}
		total += s
	}
	return total
}

func wordScore(text, word string) int {
	best := 0
	for from := 0; ; {
		i := strings.Index(text[from:], word)
		if i < 0 {
			break
		}
		at := from + i
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		switch {
		case at == 0:
			return 1000
		case !unicode.IsLetter(before) && !unicode.IsDigit(before):
			best = max(best, 800-min(at, 99))
		default:
			best = max(best, 500-min(at, 99))
		}
		from = at + len(word)
	}
	return best
}

// Loose reports whether the letters of every word occur in text in their
// order: what to fall back on when nothing scores.
func (q Query) Loose(text string) bool {
	text = strings.ToLower(text)
	for _, w := range q.words {
		if !subsequence(text, w) {
			return false
		}
	}
	return true
}

func subsequence(text, word string) bool {
	rest := text
	for _, r := range word {
		i := strings.IndexRune(rest, r)
		if i < 0 {
			return false
		}
		rest = rest[i+utf8.RuneLen(r):]
	}
	return true
}

// Highlight renders clean plain text in base with every occurrence of a word of
// the query in hit.
func (q Query) Highlight(text string, base, hit lipgloss.Style) string {
	lower := strings.ToLower(text)
	if q.Empty() || len(lower) != len(text) {
		return base.Render(text)
	}
	marked := make([]bool, len(text))
	for _, w := range q.words {
		for from := 0; ; {
			i := strings.Index(lower[from:], w)
			if i < 0 {
				break
			}
			for j := range len(w) {
				marked[from+i+j] = true
			}
			from += i + len(w)
		}
	}
	var b strings.Builder
	for from := 0; from < len(text); {
		to := from + 1
		for to < len(text) && marked[to] == marked[from] {
			to++
		}
		if marked[from] {
			b.WriteString(hit.Render(text[from:to]))
		} else {
			b.WriteString(base.Render(text[from:to]))
		}
		from = to
	}
	return b.String()
}
