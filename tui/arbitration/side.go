package arbitration

import (
	"slices"
	"strings"

	"suffice/review"
	"suffice/tui/part"
)

// sideKind says what a row of the decision is.
type sideKind int

const (
	sideBlank sideKind = iota
	sideHead
	sideWhole
	sidePair
	sideReason
	sideCauses
	sideGroup
	sideUnit
	sideText
)

// sidePane is the decision: what is chosen, why, and what it gives.
type sidePane struct {
	list  part.List
	rows  []sideRow
	width int
	drawn uint64
}

// sideRow is one line of it.
type sideRow struct {
	kind sideKind
	pair int
	at   int
	half
}

func (p *sidePane) here() sideRow {
	if i := p.list.Cursor; i >= 0 && i < len(p.rows) {
		return p.rows[i]
	}
	return sideRow{}
}

// alive reports whether the cursor can stand on the row.
func (r sideRow) alive() bool { return r.kind > sideHead }

// toKind puts the cursor on the first row of a kind.
func (p *sidePane) toKind(k sideKind) {
	if i := slices.IndexFunc(p.rows, func(r sideRow) bool { return r.kind == k }); i >= 0 {
		p.list.To(i)
	}
}

// skip moves the cursor on from a row that is nothing.
func (p *sidePane) skip(dir int) {
	for _, d := range []int{dir, -dir} {
		for i := p.list.Cursor; i >= 0 && i < len(p.rows); i += d {
			if p.rows[i].alive() {
				p.list.To(i)
				return
			}
		}
	}
}

// rebuildSide makes the rows again; the cursor stays on what it was on.
func (s *Screen) rebuildSide() {
	if !s.loaded {
		return
	}
	p := &s.side
	was := p.here()
	p.rows = nil
	s.sayHow()
	s.sayWhy()
	s.sayGives()
	s.sayBefore()
	p.drawn++
	p.list.To(p.find(was))
	p.skip(1)
}

// find is where a row stands now: with the same text if it can be, else what is
// about the same; else where the cursor is.
func (p *sidePane) find(was sideRow) int {
	same := func(r sideRow) bool { return r.kind == was.kind && r.pair == was.pair && r.at == was.at }
	if i := slices.IndexFunc(p.rows, func(r sideRow) bool { return same(r) && r.text == was.text }); i >= 0 {
		return i
	}
	if i := slices.IndexFunc(p.rows, same); i >= 0 && was.alive() {
		return i
	}
	return p.list.Cursor
}

func (s *Screen) sideAdd(k sideKind, pair, at int, h half) {
	s.side.rows = append(s.side.rows, sideRow{kind: k, pair: pair, at: at, half: h})
}

func (s *Screen) sideBlank() {
	if n := len(s.side.rows); n > 0 && s.side.rows[n-1].kind != sideBlank {
		s.side.rows = append(s.side.rows, sideRow{})
	}
}

// sideWords adds wrapped text.
func (s *Screen) sideWords(k sideKind, sign, text string, i ink) {
	for n, l := range s.env.Width.Wrap(s.clean(text), max(s.side.width-5, 12)) {
		s.sideAdd(k, noPair, n, half{sign: sign, text: l, ink: i})
		sign = " "
	}
}

// sayHow is how the state is decided, and the choice for each pair.
func (s *Screen) sayHow() {
	name, _ := wholeWords(s.whole())
	s.sideAdd(sideWhole, noPair, 0, half{text: "Decision: " + name, ink: inkStrong})
	if r := s.ruling().Replacement; r != "" {
		s.sideWords(sideWhole, "→", s.clean(r), inkText)
	}
	if s.whole() != review.ByGroup {
		return
	}
	same := 0
	d := &s.now.Agreement.Diff
	for i, p := range d.Pairs {
		c, chosen := s.choice(i)
		if p.Same() && !chosen {
			same++
			continue
		}
		h := half{sign: "?", text: s.label(i) + " open", ink: inkWarn}
		if chosen {
			h = half{sign: "✓", text: s.label(i) + " " + s.takeWords(c), ink: inkText}
		}
		s.sideAdd(sidePair, i, 0, h)
	}
	if len(d.Fields) > 0 {
		c, chosen := s.choice(review.Rest)
		if !chosen {
			c.Take = review.TakeA
		}
		s.sideAdd(sidePair, review.Rest, 0, half{sign: "✓", text: "beside the groups " + s.takeWords(c), ink: inkText})
	}
	if same > 0 {
		s.sideAdd(sideText, noPair, 0, half{sign: "=", text: part.Many(same, "group") + " as both have " + map[bool]string{true: "it", false: "them"}[same == 1], ink: inkMuted})
	}
}

// reasonRows is how many rows the field of the reason takes at most.
const reasonRows = 10

// sayWhy is the reason and the causes.
func (s *Screen) sayWhy() {
	r := s.ruling()
	s.sideBlank()
	s.sideAdd(sideHead, noPair, 0, half{text: "Reason", ink: inkStrong})
	room := max(s.side.width-4, 8)
	switch {
	case s.reason != nil:
		for i := range min(max(s.reason.Rows(s.env, room), 3), reasonRows) {
			s.sideAdd(sideReason, noPair, i, half{text: " "})
		}
	case strings.TrimSpace(r.Reason) == "":
		text := "none yet"
		if key := s.keyFor(actReason); key != "" && s.writable() {
			text += ": " + key + " writes it"
		}
		s.sideAdd(sideReason, noPair, 0, half{text: "  " + text, ink: inkMuted})
	default:
		for i, l := range s.env.Width.WrapAll(s.env.Width.Lines(strings.TrimSpace(r.Reason), s.env.Tab), room) {
			s.sideAdd(sideReason, noPair, i, half{text: "  " + l})
		}
	}
	words := make([]string, len(r.Causes))
	for i, c := range r.Causes {
		words[i] = causeShort(c)
	}
	text := "cause: " + strings.Join(words, ", ")
	if len(words) == 0 {
		text = "no cause given"
	}
	s.sideAdd(sideCauses, noPair, 0, half{text: "  " + text, ink: inkMuted})
}
