package cell

import "strings"

// Wrap breaks clean plain text into lines of at most n cells, at spaces where
// it can. The indentation of the text stays on its first line; the space a
// line is broken at is dropped. Empty text is one empty line; n < 1 gives none.
func (w *Width) Wrap(s string, n int) []string {
	if n < 1 {
		return nil
	}
	if len(s) <= n && plain(s) {
		return []string{s}
	}
	var (
		lines []string
		sc    = scanner{w: w, s: s}
		start int  // byte where the present line starts
		cells int  // its cells so far
		space = -1 // byte of the last space it can be broken at
		after int  // cells up to and including that space
		ink   bool // something other than space stands in the line
	)
	for sc.next() {
		from := sc.at - len(sc.text)
		if sc.text == " " && !ink && len(lines) > 0 {
			start = sc.at // the rest of the space a line was broken at
			continue
		}
		if sc.text == " " && ink {
			if cells >= n {
				lines = append(lines, strings.TrimRight(s[start:from], " "))
				start, cells, space, ink = sc.at, 0, -1, false
				continue
			}
			space, after = from, cells+1
		}
		if sc.width > n { // a wide character in a column too narrow for it
			s = s[:from] + Ellipsis + s[sc.at:]
			sc.s, sc.at, sc.width = s, from+len(Ellipsis), 1
		}
		for cells > 0 && cells+sc.width > n {
			if space >= start {
				lines = append(lines, strings.TrimRight(s[start:space], " "))
				start, cells = space+1, cells-after
			} else {
				lines = append(lines, s[start:from])
				start, cells = from, 0
			}
			space = -1
		}
		cells += sc.width
		ink = ink || sc.text != " "
	}
	return append(lines, s[start:])
}

// WrapAll wraps every line and puts the results behind each other.
func (w *Width) WrapAll(lines []string, n int) []string {
	out := make([]string, 0, len(lines))
	for _, l := range lines {
		out = append(out, w.Wrap(l, n)...)
	}
	return out
}
