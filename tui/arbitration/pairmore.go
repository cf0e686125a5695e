package arbitration

import (
	"fmt"
	"strconv"
	"strings"

	"suffice/certificate"
	"suffice/review"
)

// words are quotations and rationales, where they differ or all is unfolded.
func (b *pairBuilder) words(i int, p certificate.GroupPair) {
	alone, all := p.A < 0 || p.B < 0, b.s.open[i]
	if p.Quotes || alone || all {
		var quotes [2][]half
		for side := range 2 {
			g, _, _ := b.s.group(p, side)
			for _, q := range g.Quotations {
				text := b.s.clean(strings.Join(strings.Fields(q.Text), " "))
				quotes[side] = append(quotes[side], half{sign: "”", text: text, right: "L" + lineRange(q), ink: inkMuted, unit: q.Unit, line: q.LineStart})
			}
		}
		b.beside(rowQuote, i, 0, quotes[0], quotes[1])
	}
	if p.Rationale || alone || all {
		var words [2][]half
		for side := range 2 {
			g, _, _ := b.s.group(p, side)
			for _, l := range b.wrapped(side, g.Rationale, 2) {
				l.ink = inkMuted
				words[side] = append(words[side], l)
			}
		}
		b.beside(rowWords, i, 0, words[0], words[1])
	}
}

func lineRange(q certificate.Quotation) string {
	if q.LineEnd <= q.LineStart {
		return strconv.Itoa(q.LineStart)
	}
	return fmt.Sprintf("%d-%d", q.LineStart, q.LineEnd)
}

// branches are those that only one side lists; no choice is about them.
func (b *pairBuilder) branches(d certificate.BranchDiff) {
	s := b.s
	if len(s.a.Branches)+len(s.b.Branches) == 0 {
		return
	}
	b.blank()
	sign := "≠"
	if len(d.OnlyA)+len(d.OnlyB) == 0 {
		sign = "="
	}
	head := func(n int) half {
		h := half{sign: sign, text: fmt.Sprintf("branches %d", n), ink: inkMuted}
		if sign == "≠" {
			h.ink = inkStrong
		}
		return h
	}
	b.add(rowBranches, noPair, 0, head(len(s.a.Branches)), head(len(s.b.Branches)))
	b.beside(rowBranch, noPair, 0, b.branchList(d.OnlyA), b.branchList(d.OnlyB))
}

// shownBranches is how many branches of a side are named.
const shownBranches = 5

func (b *pairBuilder) branchList(list [][]string) []half {
	var out []half
	for i, br := range list {
		if i == shownBranches {
			return append(out, half{text: fmt.Sprintf("  … %d more", len(list)-i), ink: inkMuted})
		}
		names := make([]string, len(br))
		for k, id := range br {
			names[k] = b.s.name(id)
		}
		h := half{sign: "+", text: strings.Join(names, " + "), ink: inkGood}
		if len(br) > 0 {
			h.unit = br[0]
		}
		out = append(out, h)
	}
	return out
}

// rest are the keys beside groups and branches.
func (b *pairBuilder) rest(keys []string) {
	if len(keys) == 0 {
		return
	}
	b.blank()
	head := half{sign: "≈", text: "beside the groups", ink: inkStrong}
	heads := [2]half{head, head}
	c, ok := b.s.choice(review.Rest)
	for side := range heads {
		if ok && takes(c.Take, side) || !ok && side == 0 {
			heads[side].right = "✓"
		}
	}
	b.add(rowRest, review.Rest, 0, heads[0], heads[1])
	for i, key := range keys {
		b.add(rowField, review.Rest, i, half{text: "  " + b.s.fieldValue(b.s.a, key)}, half{text: "  " + b.s.fieldValue(b.s.b, key)})
	}
}

// fieldValue writes a key beside the groups with its value, where it is short.
func (s *Screen) fieldValue(c certificate.Certificate, key string) string {
	name := s.clean(strings.ReplaceAll(key, "_", " "))
	switch key {
	case "label_confidence":
		if c.Confidence == nil {
			return name + ": unset"
		}
		return name + ": " + number(*c.Confidence)
	case "label_scope":
		if c.Scope == nil {
			return name + ": unset"
		}
		return name + ": " + s.clean(*c.Scope)
	case "retrieval_needed":
		if c.Retrieval == nil {
			return name + ": unset"
		}
		return name + ": " + strconv.FormatBool(*c.Retrieval)
	case "optional_evidence_ids":
		return fmt.Sprintf("optional units: %d", len(c.Optional))
	case "observed_evidence_ids":
		return fmt.Sprintf("observed units: %d", len(c.Observed))
	}
	return name
}

func orNone(role string) string {
	if strings.TrimSpace(role) == "" {
		return "(no role)"
	}
	return role
}

func number(w float64) string { return strconv.FormatFloat(w, 'f', -1, 64) }
