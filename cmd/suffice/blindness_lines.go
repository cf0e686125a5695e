package main

import (
	"slices"
	"strings"
)

// line is a command line of the replay.
type line struct {
	args  []string
	state string
	json  bool
}

func (l line) String() string {
	words := append([]string{"suffice"}, l.args...)
	if l.json {
		words = append(words, "--json")
	}
	return strings.Join(words, " ")
}

// lines are all command lines: every command that reads, on every state and
// every set, as text and as JSON. again is for looking for changes: JSON alone,
// which says more, and nothing of states that do not exist for the person.
func (p person) lines(again bool) []line {
	var all []line
	add := func(args []string, state string) {
		if !again {
			all = append(all, line{args, state, false})
		}
		all = append(all, line{args, state, true})
	}
	for _, words := range p.filledIn() {
		switch {
		case slices.Contains(words, statePlace):
			for i, id := range p.world.States {
				if isSlow(words) { // each walks all states: in a large project some are enough
					if !again && (len(p.world.States) <= manyRows || i%8 == 0) {
						all = append(all, line{filled(words, statePlace, id), id, false})
					}
					continue
				}
				if p.watch.Concerns(id) {
					add(filled(words, statePlace, id), id)
				} else if !again { // it answers like nobody's, and has no other form
					all = append(all, line{filled(words, statePlace, id), id, false})
				}
			}
			add(filled(words, statePlace, nobodysState), "")
		case isSlow(words):
			if !again || words[0] == "verify" {
				all = append(all, line{words, "", false})
			}
		default:
			add(words, "")
		}
	}
	return all
}

// filledIn are the reading commands on every set and experiment.
func (p person) filledIn() [][]string {
	var all [][]string
	each := func(words []string, place string, names []string) {
		for _, n := range names {
			all = append(all, filled(words, place, n))
		}
	}
	for _, words := range readingCommands() {
		switch {
		case slices.Contains(words, setPlace):
			for _, s := range p.sets {
				each(words, setPlace, []string{s.Name})
			}
		case slices.Contains(words, experimentPlace):
			each(words, experimentPlace, p.experiments)
		default:
			all = append(all, words)
		}
	}
	return all
}

// isSlow picks the commands that look at the whole project however little they
// say; once as text is enough. Tables are all read off what table main is read
// off, which is replayed in full.
func isSlow(words []string) bool {
	switch {
	case len(words) == 0:
		return false
	case words[0] == "table":
		return words[1] != "main"
	case words[0] == "runs":
		return slices.Contains(words, "--state")
	}
	return slices.Contains([]string{"verify", "compare", "oracle", "run"}, words[0])
}

func filled(words []string, place, with string) []string {
	out := slices.Clone(words)
	out[slices.Index(out, place)] = with
	return out
}
