package retrieval

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Words cuts text into its lower-cased runs of Unicode word characters
// (letters, numbers, underscore) and hands them to yield in order. A run is
// lowered as a whole, as full Unicode lower-casing asks: a capital sigma at
// the end of a word becomes the final one, and a dotted capital I keeps its dot.
func Words(text string, yield func(word string)) {
	runs(text, func(word string, upper bool) { yield(lowered(word, upper)) })
}

// runs cuts text into its runs of word characters as they are written; upper
// says that lower-casing may change the run.
func runs(text string, yield func(word string, upper bool)) {
	start, upper := -1, false
	for i := 0; i < len(text); {
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[i:])
		}
		switch {
		case !wordRune(r):
			if start >= 0 {
				yield(text[start:i], upper)
				start, upper = -1, false
			}
		default:
			if start < 0 {
				start = i
			}
			upper = upper || r >= utf8.RuneSelf || 'A' <= r && r <= 'Z'
		}
		i += size
	}
	if start >= 0 {
		yield(text[start:], upper)
	}
}

// lower is word in lower case.
func lower(word string) string {
	for i := range len(word) {
		if c := word[i]; c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' {
			return lowered(word, true)
		}
	}
	return word
}

func wordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '_'
	}
	return unicode.IsLetter(r) || unicode.IsNumber(r)
}

// lowered is word in lower case; a word that is lower-case ASCII already
// (change false) is returned as it is.
func lowered(word string, change bool) string {
	if !change {
		return word
	}
	if !strings.ContainsAny(word, "Σİ") {
		return strings.ToLower(word)
	}
	var b strings.Builder
	for i, r := range word {
		switch r {
		case 'Σ':
			if finalSigma(word[:i], word[i+utf8.RuneLen(r):]) {
				b.WriteRune('ς')
			} else {
				b.WriteRune('σ')
			}
		case 'İ':
			b.WriteString("i\u0307")
		default:
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

// finalSigma is the Final_Sigma condition of the Unicode standard, within a
// word: a cased letter stands before and none after, modifier letters aside.
func finalSigma(before, after string) bool {
	for before != "" {
		r, size := utf8.DecodeLastRuneInString(before)
		before = before[:len(before)-size]
		if unicode.Is(unicode.Lm, r) {
			continue
		}
		if !cased(r) {
			return false
		}
		return !startsCased(after)
	}
	return false
}

func startsCased(s string) bool {
	for _, r := range s {
		if !unicode.Is(unicode.Lm, r) {
			return cased(r)
		}
	}
	return false
}

func cased(r rune) bool {
	return unicode.In(r, unicode.Lu, unicode.Ll, unicode.Lt, unicode.Other_Lowercase, unicode.Other_Uppercase)
}
