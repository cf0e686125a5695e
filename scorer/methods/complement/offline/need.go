package offline

import (
	"strings"
	"unicode/utf8"

	"suffice/certificate/card"
	"suffice/scorer/methods/retrieval"
)

// facet is one thing that the decision may have to be told of: a word, a
// quotation, a file, or the definition of a name.
type facet struct {
	worth float64 // what asking for it is worth, before its rarity
	left  float64 // share that the agent has not seen yet
	cards int     // shown cards that cover some of it
	field int     // the text that named it last, and
	here  float64 // what that text gave
}

// need is what the state asks for. Facets are numbered as they are first asked
// for, so that sums over them are always made in one order.
type need struct {
	with   Weights
	facets []facet
	terms  map[string]int32 // by stem
	names  map[string]int32 // definitions, by name as written
	files  []told
	quotes []told
	kinds  [kinds]float64 // how much each kind of source is asked for
	stop   map[string]bool
	field  int
}

// told is a path or quotation with its facet.
type told struct {
	text string
	of   int32
}

// field is a text of the state and what it is worth.
type field struct {
	text  string
	worth float64
	shown bool // to the agent, not said by it: only names in it are asked for
}

// fields are the texts of the state that ask for something. What the agent
// wants comes before what it thinks, what it was told of, and what it did.
func fields(s card.StateCard, w Weights) []field {
	list := []field{
		{text: retrieval.Question(s), worth: w.Need},
		{text: s.Subgoal, worth: w.Aim}, {text: s.Hypothesis, worth: w.Aim},
		{text: s.Diff, worth: w.Failure}, {text: s.TestOutput, worth: w.Failure},
		{text: s.Observation, worth: w.Observation, shown: true},
		{text: s.Issue, worth: w.Issue},
		{text: strings.Join(s.Queries, "\n"), worth: w.History},
		{text: strings.Join(s.OpenedFiles, "\n"), worth: w.History},
	}
	for i := range list {
		list[i].text = leading(list[i].text, longestText)
	}
	return list
}

// readNeed reads the needs off a state, stop words left out; defined says which names the cards
// define.
func readNeed(s card.StateCard, w Weights, stop map[string]bool, defined func(name string) bool) *need {
	n := &need{with: w, terms: map[string]int32{}, names: map[string]int32{}, stop: stop}
	for _, f := range fields(s, w) {
		if f.worth <= 0 || f.text == "" {
			continue
		}
		n.field++
		n.definitions(f, defined)
		if !f.shown {
			n.read(f)
		}
	}
	return n
}

// read takes words, names, paths and quotations of a text.
func (n *need) read(f field) {
	words(f.text, func(word string, _ bool) { n.term(strings.ToLower(word), f.worth*n.with.Word) })
	for _, e := range retrieval.Entities(f.text) {
		switch e.Kind {
		case retrieval.Identifier:
			n.term(strings.ToLower(e.Name), f.worth*n.with.Name)
			retrieval.Parts(e.Name, func(part string) { n.term(part, f.worth*n.with.Part) })
		case retrieval.Path:
			n.files = n.tell(n.files, e.Name, f.worth*n.with.File)
		case retrieval.Quoted:
			if strings.ContainsAny(e.Name, " \t") {
				n.quotes = n.tell(n.quotes, e.Name, f.worth*n.with.Quotation)
			}
		}
	}
}

// definitions takes the names in a text that some card defines. A word of prose
// counts as one only where it is written as a name.
func (n *need) definitions(f field, defined func(name string) bool) {
	words(f.text, func(word string, called bool) {
		if utf8.RuneCountInString(word) < 3 || !defined(word) || plain(word) && !called {
			return
		}
		at, ok := n.names[word]
		if !ok {
			at = n.add()
			n.names[word] = at
		}
		n.ask(at, f.worth*n.with.Definition)
	})
}

// term asks for a lower-cased word.
func (n *need) term(word string, worth float64) {
	if len(word) > longestWord || n.stop[word] || utf8.RuneCountInString(word) < 2 || len(word) < 3 && word[0] <= '9' {
		return
	}
	key := stem(word)
	if k, ok := asksFor(key); ok {
		n.kinds[k] = max(n.kinds[k], min(worth, 1))
	}
	at, ok := n.terms[key]
	if !ok {
		at = n.add()
		n.terms[key] = at
	}
	n.ask(at, worth)
}

// tell asks for a path or quotation, known ones again.
func (n *need) tell(list []told, text string, worth float64) []told {
	for _, known := range list {
		if known.text == text {
			n.ask(known.of, worth)
			return list
		}
	}
	if len(list) == mostTold {
		return list
	}
	list = append(list, told{text, n.add()})
	n.ask(list[len(list)-1].of, worth)
	return list
}

// mostTold is how many paths, and how many quotations, are looked for.
const mostTold = 64

func (n *need) add() int32 {
	n.facets = append(n.facets, facet{left: 1})
	return int32(len(n.facets) - 1)
}

// ask raises what a facet is worth: each text that names it adds its worth once.
func (n *need) ask(at int32, worth float64) {
	f := &n.facets[at]
	if f.field != n.field {
		f.field, f.here = n.field, 0
	}
	if worth > f.here {
		f.worth += worth - f.here
		f.here = worth
	}
}
