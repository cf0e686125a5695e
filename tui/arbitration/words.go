package arbitration

import (
	"fmt"

	"suffice/review"
	"suffice/tui/part"
)

// wordsPane says the difference in words, and lists the units of the
// counterexamples to look at.
type wordsPane struct {
	list  part.List
	rows  []wordRow
	width int
	drawn uint64
}

// wordRow is one line of it.
type wordRow struct {
	sign string
	text string
	ink  ink
	unit string // evidence ID of a counterexample
}

// rebuildWords makes the rows again.
func (s *Screen) rebuildWords() {
	w := &s.words
	w.rows = nil
	g := &s.now.Agreement
	for _, text := range s.now.Changed {
		s.addWords("!", text, inkWarn)
	}
	said := g.Sentences(s.name)
	tail := told(g.AOnly) + told(g.BOnly) // the sentences of the counterexamples come last
	for _, text := range said[:len(said)-tail] {
		s.addWords("≠", text, inkText)
	}
	last := said[len(said)-tail:]
	for _, x := range []review.Counterexample{g.AOnly, g.BOnly} {
		if told(x) == 0 {
			continue
		}
		s.addWords("›", last[0], inkStrong)
		last = last[1:]
		for _, id := range x.Units {
			w.rows = append(w.rows, wordRow{sign: " ", text: "  read " + s.name(id), ink: inkAccent, unit: id})
		}
	}
	if len(said) == 0 {
		s.addWords("=", "A and B say the same: "+g.Why, inkMuted)
	}
	w.drawn++
	w.list.To(w.list.Cursor)
}

// told is how many sentences Agreement.Sentences has for a counterexample.
func told(x review.Counterexample) int {
	if !x.Found && x.Proven {
		return 0
	}
	return 1
}

func (s *Screen) addWords(sign, text string, i ink) {
	for _, l := range s.env.Width.Wrap(s.clean(text), max(s.words.width-4, 20)) {
		s.words.rows = append(s.words.rows, wordRow{sign: sign, text: l, ink: i})
		sign = " "
	}
}

// wordRows draws the rows.
type wordRows struct{ s *Screen }

func (r wordRows) Len() int { return len(r.s.words.rows) }

func (r wordRows) Key(i int) uint64 { return r.s.words.drawn<<32 | uint64(uint32(i)) }

func (r wordRows) Line(i, w int) string {
	x := r.s.words.rows[i]
	return r.s.line(w, "", half{sign: x.sign, text: x.text, ink: x.ink})
}

// viewWords draws them in a pane.
func (s *Screen) viewWords(r part.Rect) []string {
	w := &s.words
	in := r.Inner()
	if w.width != in.W {
		w.width = in.W
		s.rebuildWords()
	}
	pane := part.Pane{Title: "5 Differences", Focus: s.focus == paneWords}
	if s.frame.tabbed {
		pane.Title = ""
	}
	if n := len(s.now.Agreement.AOnly.Units) + len(s.now.Agreement.BOnly.Units); n > 0 {
		pane.Right = fmt.Sprintf("%s to look at: %s", part.Many(n, "unit"), s.keyFor(actLook))
	}
	lines := w.list.View(s.env, in.W, in.H, s.focus == paneWords)
	pane.Bar = w.list.Bar()
	s.frame.put(paneWords, r)
	return pane.Draw(s.env, r.W, r.H, lines)
}
