package blindness

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"
)

// A text leaks when enough of its words come out in a row: whatever was done
// to it on the way (wrapped, escaped, cut, put into a sentence), its words are
// still there.
const (
	phraseWords   = 4  // words in a row that tell where they are from
	phraseBytes   = 12 // and how long they are at least
	shortBytes    = 8  // the least length of a whole text with fewer words
	sentenceWords = 6  // of a sentence of the program, at least
	oddBytes      = 6  // the least length of a word that gives itself away, such as ZEBRA-77
)

// words are the words of a text, joined by single spaces, with the places
// where each begins and ends.
type words struct {
	text  []byte
	spans [][2]int
}

func wordsOf(s string) words {
	var w words
	in := false
	for _, r := range s {
		part := unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_'
		switch {
		case part && !in:
			if len(w.text) > 0 {
				w.text = append(w.text, ' ')
			}
			w.spans = append(w.spans, [2]int{len(w.text), 0})
		case !part && in:
			w.spans[len(w.spans)-1][1] = len(w.text)
		}
		if in = part; part {
			w.text = append(w.text, string(r)...)
		}
	}
	if in {
		w.spans[len(w.spans)-1][1] = len(w.text)
	}
	return w
}

// run is the n words from word i on.
func (w words) run(i, n int) []byte { return w.text[w.spans[i][0]:w.spans[i+n-1][1]] }

// phrases calls f with every run of words by which a hidden text is known.
func (w words) phrases(f func(phrase string)) {
	n := len(w.spans)
	if n > 1 && n < phraseWords { // one plain word, such as a verdict, tells nothing
		if all := w.run(0, n); len(all) >= shortBytes {
			f(string(all))
		}
	}
	for i := 0; i+phraseWords <= n; i++ {
		if p := w.run(i, phraseWords); len(p) >= phraseBytes {
			f(string(p))
		}
	}
	for i := range w.spans {
		if p := w.run(i, 1); odd(p) {
			f(string(p))
		}
	}
}

// odd reports whether a word is one that nobody writes by chance: letters and
// digits together.
func odd(word []byte) bool {
	return len(word) >= oddBytes && bytes.ContainsAny(word, "0123456789") && strings.ContainsFunc(string(word), unicode.IsLetter)
}

// runs calls f with every run of up to phraseWords words, until it returns false.
func (w words) runs(f func(run []byte) bool) {
	for i := range w.spans {
		for n := 1; n <= phraseWords && i+n <= len(w.spans); n++ {
			if !f(w.run(i, n)) {
				return
			}
		}
	}
}

// content is what a JSON value says: its strings, the names of its members,
// and its lists that hold nothing but strings.
type content struct {
	texts []string
	names []string
	lists [][]string
}

// contentOf takes a JSON value apart; false when it is none.
func contentOf(v []byte) (content, bool) {
	var c content
	d := jsontext.NewDecoder(bytes.NewReader(v), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	type level struct {
		list  []string
		plain bool // an array of strings so far
	}
	var open []level
	for {
		t, err := d.ReadToken()
		if err != nil {
			return c, errors.Is(err, io.EOF) && len(open) == 0 && d.InputOffset() > 0
		}
		switch k := t.Kind(); k {
		case '[', '{':
			if len(open) > 0 {
				open[len(open)-1].plain = false
			}
			open = append(open, level{plain: k == '['})
		case ']', '}':
			last := open[len(open)-1]
			if open = open[:len(open)-1]; k == ']' && last.plain && len(last.list) > 0 {
				c.lists = append(c.lists, last.list)
			}
		case '"':
			s := t.String()
			if kind, n := d.StackIndex(d.StackDepth()); kind == '{' && n%2 == 1 {
				c.names = append(c.names, s)
				continue
			}
			c.texts = append(c.texts, s)
			if len(open) > 0 {
				open[len(open)-1].list = append(open[len(open)-1].list, s)
			}
		default:
			if len(open) > 0 {
				open[len(open)-1].plain = false
			}
		}
	}
}
