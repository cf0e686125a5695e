package arbitration

import (
	"fmt"
	"strings"

	"suffice/certificate"
	"suffice/review"
)

// takeWords puts a choice into words.
func (s *Screen) takeWords(c review.Choice) string {
	switch c.Take {
	case review.TakeA:
		return "← A"
	case review.TakeB:
		return "← B"
	case review.TakeUnion:
		return "∪ all that A or B accepts"
	case review.TakeIntersection:
		return "∩ what A and B both accept"
	case review.TakeNeither:
		return "– left out"
	}
	return "✎ own" + s.ownWords(c)
}

// ownWords says what an own group differs in from the nearer of A's and B's.
func (s *Screen) ownWords(c review.Choice) string {
	if c.Own == nil || c.Pair < 0 {
		return ""
	}
	best, words := 0, ""
	for side := range 2 {
		g, _, ok := s.group(s.pair(c.Pair), side)
		if !ok {
			continue
		}
		said := s.unlike(g, *c.Own)
		if words == "" || len(said) < best {
			best = len(said)
			words = ": as " + sideName(side)
			if len(said) > 0 {
				words += " but " + strings.Join(said, ", ")
			}
		}
	}
	return words
}

// unlike names what differs between two groups in a few words.
func (s *Screen) unlike(g, own certificate.Group) []string {
	a, b := s.a, s.a
	a.Groups, b.Groups, a.Branches, b.Branches = []certificate.Group{g}, []certificate.Group{own}, nil, nil
	d := certificate.Compare(a, b)
	if len(d.Pairs) != 1 {
		return []string{"other units", "", "", ""}
	}
	p := d.Pairs[0]
	var out []string
	for _, x := range []struct {
		word string
		on   bool
	}{
		{fmt.Sprintf("%d more", len(p.OnlyB)), len(p.OnlyB) > 0}, {fmt.Sprintf("%d fewer", len(p.OnlyA)), len(p.OnlyA) > 0},
		{"threshold", p.Threshold}, {"weight", p.Weight}, {"role", p.Role}, {"rationale", p.Rationale}, {"quotations", p.Quotes},
	} {
		if x.on {
			out = append(out, x.word)
		}
	}
	return out
}
