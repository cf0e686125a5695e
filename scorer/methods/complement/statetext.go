package complement

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"suffice/certificate/card"
)

// How much of the state a prompt shows, in characters. A longer text loses its
// middle: logs say what failed at their end.
const (
	needShown        = 4000
	thoughtShown     = 3000 // hypothesis, subgoal
	issueShown       = 8000
	observationShown = 6000
	diffShown        = 8000
	testShown        = 8000
	pathsShown       = 100 // opened files
	queriesShown     = 50  // searches
	nameShown        = 300 // one path or search
	stepsShown       = 30  // the last ones
	inputShown       = 600 // of a step
	outputShown      = 1200
	hitsShown        = 10
)

// block is a text of the state between two markers. Name is the program's own
// word; nothing of the state stands in it.
type block struct{ Name, Text string }

// stateBlocks are the parts of the state that a prompt shows: what the agent
// knows and wants, and what it did. Never who it is: no field of the card as it
// was imported, no tool, and no name of the state, item or split.
func stateBlocks(s card.StateCard) []block {
	var out []block
	add := func(name, text string, most int) {
		if strings.TrimSpace(text) != "" {
			out = append(out, block{name, ends(text, most)})
		}
	}
	add("repository", s.Repo, nameShown)
	add("decision boundary", string(s.Boundary), nameShown)
	add("information need", s.Need, needShown)
	add("subgoal", s.Subgoal, thoughtShown)
	add("hypothesis", s.Hypothesis, thoughtShown)
	add("issue", s.Issue, issueShown)
	add("current observation", s.Observation, observationShown)
	add("diff so far", s.Diff, diffShown)
	add("latest test output", s.TestOutput, testShown)
	add("opened files", list(s.OpenedFiles, pathsShown), pathsShown*nameShown)
	add("searches", list(s.Queries, queriesShown), queriesShown*nameShown)
	first := max(len(s.Steps)-stepsShown, 0)
	for i, step := range s.Steps[first:] {
		add(fmt.Sprintf("earlier step %d of %d", first+i+1, len(s.Steps)), stepText(step), inputShown+outputShown+hitsShown*2*nameShown+4*nameShown)
	}
	return out
}

// list writes the last so many lines of a list, one a line.
func list(items []string, most int) string {
	var b strings.Builder
	if over := len(items) - most; over > 0 {
		fmt.Fprintf(&b, "[%d earlier ones left out]\n", over)
		items = items[over:]
	}
	for _, item := range items {
		b.WriteString(ends(item, nameShown) + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// stepText is what a step did and saw, in short.
func stepText(s card.Step) string {
	var b strings.Builder
	line := func(name, text string, most int) {
		if strings.TrimSpace(text) != "" {
			b.WriteString(name + ": " + ends(text, most) + "\n")
		}
	}
	line("action", s.Action, nameShown)
	line("input", s.Input, inputShown)
	line("status", s.Status, nameShown)
	if s.Exit != nil {
		fmt.Fprintf(&b, "exit code: %d\n", *s.Exit)
	}
	if s.Read != nil {
		line("read", place(s.Read.Path, s.Read.LineStart, s.Read.LineEnd), nameShown)
	}
	for _, h := range s.Results[:min(hitsShown, len(s.Results))] {
		line("result", strings.TrimSpace(place(h.Path, h.LineStart, h.LineEnd)+" "+h.Symbol), 2*nameShown)
	}
	if over := len(s.Results) - hitsShown; over > 0 {
		fmt.Fprintf(&b, "[%d more results left out]\n", over)
	}
	line("output", s.Output, outputShown)
	return strings.TrimSuffix(b.String(), "\n")
}

// place is a run of lines of a file, as it stands above cards too.
func place(path string, from, to int) string {
	switch {
	case from > 0 && to > from:
		return fmt.Sprintf("%s:%d-%d", path, from, to)
	case from > 0:
		return fmt.Sprintf("%s:%d", path, from)
	}
	return path
}

// ends is a text of at most so many characters: a longer one loses its middle,
// and says how much. The note is not counted.
func ends(text string, most int) string {
	if len(text) <= most {
		return text
	}
	count := utf8.RuneCountInString(text)
	if count <= most {
		return text
	}
	head := most * 2 / 3
	tail := count - (most - head)
	from, to, n := 0, 0, 0
	for at := range text {
		if n == head {
			from = at
		}
		if n == tail {
			to = at
		}
		n++
	}
	return fmt.Sprintf("%s\n[%d characters left out]\n%s", text[:from], count-most, text[to:])
}
