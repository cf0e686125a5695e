package offline

import (
	"strings"

	"suffice/certificate/card"
)

// observe lowers what is left of everything that the agent has seen: in results
// and outputs of its steps, and in the cards that it has observed. A definition
// that it has seen is nearly all there is to see; a word that it has met may
// still hide what is looked for.
func (d *deck) observe(s card.StateCard) {
	d.seen = make([]bool, len(d.names.list))
	met := make([]bool, len(d.need.facets))
	read := func(text string) {
		text = leading(text, longestText)
		words(text, func(word string, _ bool) {
			for _, at := range d.means(word).terms {
				met[at] = true
			}
		})
		defines(text, func(name string) {
			if n, ok := d.names.number[name]; ok {
				d.seen[n] = true
			}
		})
	}
	for _, step := range s.Steps {
		seenIn(step, read)
	}
	for i, c := range d.cards {
		if c.Observed {
			read(d.text(i))
		}
	}
	for at := range met {
		if met[at] {
			d.need.facets[at].left = d.with.SeenWord
		}
	}
	for n, seen := range d.seen {
		if at, ok := d.need.names[d.names.list[n]]; ok && seen {
			d.need.facets[at].left = d.with.SeenDefinition
		}
	}
}

// seenIn hands over the source that a step showed. A plan shows none, and a
// search that echoes its query has not found it.
func seenIn(step card.Step, yield func(text string)) {
	switch {
	case strings.HasPrefix(step.Action, "plan"):
	case len(step.Results) > 0:
		for _, h := range step.Results {
			yield(h.Content)
		}
	case step.Read != nil:
		yield(unnumbered(leading(step.Output, longestText)))
	default:
		yield(strings.Replace(step.Output, step.Input, "", 1))
	}
}

// unnumbered takes the line numbers off a listing: "   12: text" is "text".
func unnumbered(listing string) string {
	var b strings.Builder
	for line := range strings.Lines(listing) {
		rest := strings.TrimLeft(line, " ")
		if at := strings.IndexFunc(rest, func(r rune) bool { return r < '0' || r > '9' }); at > 0 && rest[at] == ':' {
			line = strings.TrimPrefix(rest[at+1:], " ")
		}
		b.WriteString(line)
	}
	return b.String()
}
