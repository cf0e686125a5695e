package retrieval

import (
	"unicode"
	"unicode/utf8"
)

// Parts cuts an identifier where its writer did, by underscore and by case,
// and hands over the lower-cased pieces of two characters or more:
// get_HTTPServer2 gives get, http, server2. A word that is one piece gives
// that piece.
func Parts(word string, yield func(part string)) {
	start := 0
	piece := func(end int) {
		if part := word[start:end]; utf8.RuneCountInString(part) >= 2 {
			yield(lower(part))
		}
	}
	var before, last rune // the two runes before i
	lastAt := 0
	for i, r := range word {
		switch {
		case r == '_':
			piece(i)
			start = i + 1
		case i == start:
		case unicode.IsUpper(r) && !unicode.IsUpper(last): // fooBar
			piece(i)
			start = i
		case unicode.IsLower(r) && unicode.IsUpper(last) && unicode.IsUpper(before) && lastAt > start: // HTTPServer
			piece(lastAt)
			start = lastAt
		}
		before, last, lastAt = last, r, i
	}
	piece(len(word))
}

// wordTerms are the features of word TF-IDF: the word in lower case and, where
// it has several, its parts.
func wordTerms(word string, yield func(string)) {
	whole := lower(word)
	yield(whole)
	Parts(word, func(part string) {
		if part != whole {
			yield(part)
		}
	})
}

// Character n-grams of TF-IDF are taken within words, a blank on either side
// standing for the edge.
const (
	shortestGram = 3
	longestGram  = 4
)

// charGrams are the features of character TF-IDF, as numbers: a gram's runes
// mixed into 64 bits.
func charGrams(word string, yield func(uint64)) {
	var edged [48]rune
	runes := append(edged[:0], ' ')
	for _, r := range lower(word) {
		runes = append(runes, r)
	}
	runes = append(runes, ' ')
	for i := range runes {
		key := uint64(0)
		for n, r := range runes[i:min(i+longestGram, len(runes))] {
			key = (key ^ uint64(uint32(r))) * 0x9E3779B97F4A7C15
			key ^= key >> 29
			if n+1 >= shortestGram {
				yield(key)
			}
		}
	}
}
