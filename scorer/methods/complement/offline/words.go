package offline

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// How much of a text is read. What lies beyond is not asked for, and a line of
// a megabyte costs no more than a page.
const (
	longestText = 1 << 16 // bytes of one text
	longestLine = 400     // bytes of a line that may define something
	longestWord = 64      // bytes; longer runs are data, not words
)

// leading cuts a text at a character.
func leading(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most]
}

func wordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '_'
	}
	return unicode.IsLetter(r) || unicode.IsNumber(r)
}

func notWordRune(r rune) bool { return !wordRune(r) }

// words hands over the words of a text as written; called says that a word is
// written as the name of something: a bracket follows, or a dot goes before.
func words(text string, yield func(word string, called bool)) {
	start := -1
	flush := func(end int) {
		if start >= 0 && end-start <= longestWord {
			yield(text[start:end], end < len(text) && text[end] == '(' || start > 0 && text[start-1] == '.')
		}
		start = -1
	}
	for i := 0; i < len(text); {
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[i:])
		}
		if !wordRune(r) {
			flush(i)
		} else if start < 0 {
			start = i
		}
		i += size
	}
	flush(len(text))
}

// plain reports whether a word is written as prose is, so that it may be meant
// as a word even where a name is spelled like it.
func plain(word string) bool {
	for i, r := range word {
		if r == '_' || i > 0 && unicode.IsUpper(r) || unicode.IsNumber(r) {
			return false
		}
	}
	return true
}

// stem takes the commonest endings off a lower-cased word, so that "leases" and
// "leased" ask for "lease". It is for matching only: what is left need not be a
// word.
func stem(w string) string {
	if len(w) < 4 {
		return w
	}
	switch {
	case (strings.HasSuffix(w, "ies") || strings.HasSuffix(w, "ied")) && len(w) > 4:
		return w[:len(w)-3]
	case strings.HasSuffix(w, "sses"):
		return w[:len(w)-2]
	case strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "is"):
		w = w[:len(w)-1]
	}
	switch {
	case strings.HasSuffix(w, "ing") && len(w) > 5 && strings.ContainsAny(w[:len(w)-3], "aeiouy"):
		w = undouble(w[:len(w)-3])
	case strings.HasSuffix(w, "ed") && len(w) > 4:
		w = undouble(w[:len(w)-2])
	case strings.HasSuffix(w, "y") && len(w) > 4:
		w = w[:len(w)-1]
	}
	if len(w) > 3 {
		w = strings.TrimSuffix(w, "e")
	}
	return w
}

// undouble takes back the consonant that an ending doubles: "running" is "run".
func undouble(w string) string {
	n := len(w)
	if n > 3 && w[n-1] == w[n-2] && !strings.ContainsRune("aeiouls", rune(w[n-1])) {
		return w[:n-1]
	}
	return w
}

// stopWords ask for nothing: the small words of English, and what every issue
// and every need says of itself ("find where the code handles ...").
func stopWords() map[string]bool {
	out := make(map[string]bool, 512)
	for _, list := range [...]string{smallWords, genericWords} {
		for w := range strings.FieldsSeq(list) {
			out[w] = true
		}
	}
	return out
}

const smallWords = `
a about after again against all also although always am an and any are aren as at be because been before being below
between both but by can cannot could couldn did didn do does doesn doing don down during each either else etc ever every
few first for from further get gets getting give given gives go goes going got had has hasn have haven having he her
here him his how however i if in instead into is isn it its itself just last let like likely made make makes many may
maybe me might more most much must my need needed needs never no nor not now of off on once one only or other others our
out over own per perhaps please quite rather really same second see seem seems shall she should shouldn since so some
still such than that the their them then there these they thing things this those though through thus to too two under
until up upon us very want wants was wasn way we well were weren what whatever when where wherever whether which while
who whole whom whose why will with within without won would wouldn yet you your`

const genericWords = `
able according actual actually add added adding apply approach available avoid based behavior behaviour break breaks
broken bug capability capabilities case cases cause caused causes causing change changed changes check checking code
codebase complete context core correct correctly current currently decide describe description detail details determine
different directly ensure error errors exact exactly example existing expect expected explain fact fail failed failing
fails failure feature features file files find finds fix fixed following found full fully function functionality
functions general handle handled handles handling happen happened happens help identify implementation implemented
incorrect incorrectly inside instance intended involved issue kind know known line lines locate location logic look
looks main mean means method methods missing module new note nothing number occurs old original output part parts piece
place places point possible potential potentially problem properly proposed provide provided provides purpose question
reason relevant remaining replace replaced report reported repository reproduce request require required requires
responsible result results return returned returns right root run running runs section set show shows side simple single
somewhere source specific specifically specified start state statement support supported supposed sure trace trigger
triggers true false try trying turn type types understand unexpected update updated usage use used user users uses using
usual value values verify version view work works wrong`
