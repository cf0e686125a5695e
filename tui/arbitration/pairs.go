package arbitration

import (
	"fmt"
	"slices"

	"suffice/certificate"
	"suffice/review"
)

// rowKind says what a row of A and B is.
type rowKind int

const (
	rowBlank rowKind = iota
	rowSaid          // what the reviewer says: reason, causes
	rowPair          // the heading of a pair of groups
	rowUnit
	rowMore
	rowQuote
	rowWords // of a rationale
	rowBranches
	rowBranch
	rowRest // the keys beside the groups
	rowField
)

// noPair is the pair of a row that is about none.
const noPair = -2

// half is one side of a row. Texts are clean.
type half struct {
	sign  string
	text  string
	right string // at the right end
	hot   bool   // what stands there differs
	ink   ink
	unit  string // evidence ID
	line  int    // of a quotation, 0 for none
}

// pairRow is one row of A and B, lined up.
type pairRow struct {
	kind rowKind
	pair int // index into Diff.Pairs, review.Rest or noPair
	at   int
	half [2]half
}

// foldedUnits is how many units that both accept are shown before they fold.
const foldedUnits = 4

// rebuildPairs makes the rows of A and B again; the cursor stays on its row.
func (s *Screen) rebuildPairs() {
	var was pairRow
	if at := s.lists[0].Cursor; at < len(s.rows) {
		was = s.rows[at]
	}
	b := pairBuilder{s: s, w: [2]int{max(s.widths[0], 24), max(s.widths[1], 24)}}
	b.opinions()
	d := &s.now.Agreement.Diff
	for i := range d.Pairs {
		b.pair(i)
	}
	b.branches(d.Branches)
	b.rest(d.Fields)
	s.rows = b.rows
	s.drawn++
	at := s.lists[0].Cursor
	if i := slices.IndexFunc(s.rows, func(r pairRow) bool { return r.kind == was.kind && r.pair == was.pair && r.at == was.at }); i >= 0 && was.kind != rowBlank {
		at = i
	}
	s.toRow(at)
}

// toRow puts the cursor of both sides on a row, or the next that is one.
func (s *Screen) toRow(at int) { s.toward(at, 1) }

// toward passes over blank rows in a direction.
func (s *Screen) toward(at, dir int) {
	n := len(s.rows)
	at = min(max(at, 0), max(n-1, 0))
	for _, d := range []int{dir, -dir} {
		for i := at; i >= 0 && i < n; i += d {
			if s.rows[i].kind != rowBlank {
				s.lists[s.leading()].To(i)
				s.together()
				return
			}
		}
	}
}

// leading is the side whose list moves and takes the other one along: the one
// that is drawn.
func (s *Screen) leading() int {
	if s.focus == paneB {
		return 1
	}
	return 0
}

// together brings the other side to the row and the place of the leading one.
func (s *Screen) together() {
	from, to := &s.lists[s.leading()], &s.lists[1-s.leading()]
	to.Cursor, to.Top = from.Cursor, from.Top
}

// here is the row under the cursor.
func (s *Screen) here() pairRow {
	if i := s.lists[0].Cursor; i >= 0 && i < len(s.rows) {
		return s.rows[i]
	}
	return pairRow{pair: noPair}
}

// pairBuilder makes the rows.
type pairBuilder struct {
	s    *Screen
	w    [2]int
	rows []pairRow
}

func (b *pairBuilder) add(kind rowKind, pair, at int, a, x half) {
	b.rows = append(b.rows, pairRow{kind: kind, pair: pair, at: at, half: [2]half{a, x}})
}

func (b *pairBuilder) blank() {
	if n := len(b.rows); n > 0 && b.rows[n-1].kind != rowBlank {
		b.rows = append(b.rows, pairRow{pair: noPair})
	}
}

// beside adds rows of two lists side by side.
func (b *pairBuilder) beside(kind rowKind, pair, from int, a, x []half) {
	for i := range max(len(a), len(x)) {
		var l, r half
		if i < len(a) {
			l = a[i]
		}
		if i < len(x) {
			r = x[i]
		}
		b.add(kind, pair, from+i, l, r)
	}
}

// pair is a heading, and what both have where they differ or it is unfolded.
func (b *pairBuilder) pair(i int) {
	s, p := b.s, b.s.pair(i)
	unfolded := !p.Same() || s.open[i]
	var heads [2]half
	for side := range 2 {
		heads[side] = b.head(i, side, unfolded)
	}
	if n := len(b.rows); n > 0 && (unfolded || b.rows[n-1].kind != rowPair) {
		b.blank()
	}
	b.add(rowPair, i, 0, heads[0], heads[1])
	if unfolded {
		b.units(i, p)
		b.words(i, p)
		b.blank()
	}
}

// group is the group of a pair on a side, false where that side has none.
func (s *Screen) group(p certificate.GroupPair, side int) (certificate.Group, string, bool) {
	c, at := s.a, p.A
	if side == 1 {
		c, at = s.b, p.B
	}
	if at < 0 {
		return certificate.Group{}, "", false
	}
	return c.Groups[at], s.clean(c.Label(at)), true
}

// minor reports whether the two groups of a pair accept the same.
func minor(p certificate.GroupPair) bool {
	return p.A >= 0 && p.B >= 0 && !p.Threshold && len(p.OnlyA)+len(p.OnlyB) == 0
}

// head is a heading: sign, label, role, weight, threshold, and the mark of what
// is taken.
func (b *pairBuilder) head(i, side int, unfolded bool) half {
	s, p := b.s, b.s.pair(i)
	g, label, ok := s.group(p, side)
	if !ok {
		return half{sign: "–", text: "no such group", ink: inkMuted}
	}
	h := half{sign: "≠", ink: inkStrong}
	switch {
	case p.Same():
		h.sign, h.ink = "=", inkMuted
	case p.A < 0 || p.B < 0:
		h.sign = "+"
	case minor(p):
		h.sign = "≈"
	}
	h.text = label + " " + orNone(s.clean(g.Role))
	if p.Same() && !unfolded {
		h.text += "  as both"
	}
	h.right = fmt.Sprintf("w %s  %d of %d", number(g.Weight), g.Threshold, len(g.Acceptable))
	h.hot = p.Threshold || p.Weight
	if c, ok := s.choice(i); ok && takes(c.Take, side) {
		h.right += " ✓"
	}
	return h
}

// takes reports whether a choice takes what a side has.
func takes(t review.Take, side int) bool {
	switch t {
	case review.TakeA:
		return side == 0
	case review.TakeB:
		return side == 1
	}
	return t == review.TakeUnion || t == review.TakeIntersection
}

func (b *pairBuilder) units(i int, p certificate.GroupPair) {
	both, show := p.Both, len(p.Both)
	if p.A >= 0 && p.B >= 0 && show > foldedUnits+1 && !b.s.open[i] {
		show = foldedUnits
	}
	for k, id := range both[:show] {
		b.add(rowUnit, i, k, b.unit(i, 0, id, " "), b.unit(i, 1, id, " "))
	}
	if more := len(both) - show; more > 0 {
		h := half{text: fmt.Sprintf("  … %d more in both", more), ink: inkMuted}
		b.add(rowMore, i, 0, h, h)
	}
	var only [2][]half
	sign := "+"
	if p.A < 0 || p.B < 0 {
		sign = " " // the heading says it
	}
	for _, id := range p.OnlyA {
		only[0] = append(only[0], b.unit(i, 0, id, sign))
	}
	for _, id := range p.OnlyB {
		only[1] = append(only[1], b.unit(i, 1, id, sign))
	}
	b.beside(rowUnit, i, len(both), only[0], only[1])
}

func (b *pairBuilder) unit(i, side int, id, sign string) half {
	s := b.s
	h := half{sign: sign, unit: id}
	g, _, _ := s.group(s.pair(i), side)
	n := 0
	for _, q := range g.Quotations {
		if q.Unit == id {
			n++
		}
	}
	if n > 0 {
		h.right = fmt.Sprintf("” %d", n)
	}
	seen, blocks := s.reader.Seen(id)
	switch {
	case blocks:
		h.right, h.ink = "✗ observed "+h.right, inkBad
	case seen != "":
		h.right = "○ " + seen + " " + h.right
	}
	if sign == "+" {
		h.ink = inkGood
	}
	name := s.name(id)
	h.text = s.env.Width.Tail(name, min(s.env.Width.Of(name), max(b.w[side]-6-s.env.Width.Of(h.right), 8)))
	return h
}
