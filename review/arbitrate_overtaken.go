package review

import (
	"fmt"
	"slices"

	"suffice/certificate"
)

// Inputs are the two submitted reviews of a state.
type Inputs struct {
	A Opinion `json:"a"`
	B Opinion `json:"b"`
}

// Overtaken says in sentences how the reviews that stand now differ from those
// that a ruling has seen, naming units by name(id); empty when they do not. The
// ruling stands all the same (case C17): this is the mark on it.
func Overtaken(seen, now Inputs, name func(unit string) string) []string {
	return append(movedOn("A", seen.A, now.A, name), movedOn("B", seen.B, now.B, name)...)
}

func movedOn(who string, seen, now Opinion, name func(string) string) []string {
	var said []string
	if seen.Verdict != now.Verdict {
		said = append(said, fmt.Sprintf("%s now says %s where the decision saw %s", who, now.Verdict, seen.Verdict))
	}
	then, next := bare(seen.Certificate), bare(now.Certificate)
	said = append(said, certificate.Compare(then, next).SentencesAs(who+" as decided on", who+" now", then, next, name)...)
	if seen.Confidence != now.Confidence {
		said = append(said, fmt.Sprintf("%s's confidence is now %d where it was %d", who, now.Confidence, seen.Confidence))
	}
	if !sameCauses(seen.Causes, now.Causes) {
		said = append(said, who+" now gives other causes")
	}
	if seen.Reason != now.Reason {
		said = append(said, who+" now gives another reason")
	}
	return said
}

func sameCauses(a, b []Cause) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}
