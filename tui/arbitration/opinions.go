package arbitration

import (
	"strings"

	"suffice/review"
)

// opinions is what the reviewers say: why, and what of.
func (b *pairBuilder) opinions() {
	var said [2][]half
	for i, o := range []review.Opinion{b.s.now.In.A, b.s.now.In.B} {
		said[i] = b.wrapped(i, o.Reason, 1)
		if len(said[i]) == 0 {
			said[i] = []half{{text: " no reason given", ink: inkMuted}}
		}
		if len(o.Causes) > 0 {
			words := make([]string, len(o.Causes))
			for k, c := range o.Causes {
				words[k] = causeShort(c)
			}
			for _, l := range b.wrapped(i, "cause: "+strings.Join(words, ", "), 1) {
				l.ink = inkMuted
				said[i] = append(said[i], l)
			}
		}
	}
	b.beside(rowSaid, noPair, 0, said[0], said[1])
	b.blank()
}

// wrapped is text from outside in the width of a side.
func (b *pairBuilder) wrapped(side int, text string, indent int) []half {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	m := b.s.env.Width
	var out []half
	for _, l := range m.WrapAll(m.Lines(strings.TrimSpace(text), b.s.env.Tab), max(b.w[side]-2-indent, 8)) {
		out = append(out, half{text: strings.Repeat(" ", indent) + l})
	}
	return out
}
