package sensitivity

import (
	"fmt"
	"slices"
	"strconv"

	"suffice/tui/part"
)

// pairRows draws two rankings side by side.
type pairRows struct {
	s    *Screen
	p    pairing
	all  []pairRow
	made uint64
}

// pairRow is one line of a comparison: words over the whole width, or the two
// sides.
type pairRow struct {
	text         string
	strong       bool
	a, b         string // clean; what stands on either side
	unitA, unitB string // names of units after it, clean; cut at their beginning
	endA, endB   string // at the right end of either side: where the other one has it
	unit         string // of a, or of b where a has none: what enter reads
	mark         string
	emphasized   bool
}

func (r *pairRows) make(p pairing) {
	r.p, r.all = p, nil
	r.made++
	s, a, b := r.s, p.a, p.b
	words := fmt.Sprintf("%s shared; %s and %s returned", part.Many(p.shared, "unit"), part.Many(len(a.ranked), "unit"), strconv.Itoa(len(b.ranked)))
	r.say(words, true)
	switch {
	case p.first == 0:
		r.say("The two rankings are the same.", false)
	default:
		r.say(fmt.Sprintf("The first difference stands at %d.", p.first), false)
	}
	r.all = append(r.all, pairRow{a: slotLine(a), b: slotLine(b), mark: stands(a.now, b.now, a.now >= 0, b.now >= 0)})
	ca, cb := cover(s.now.Now, a.ranked), cover(s.now.Now, b.ranked)
	for g := range ca {
		label := s.clean(s.now.Now.Label(g))
		r.all = append(r.all, pairRow{a: label + " " + coveredWords(ca[g].at), b: label + " " + coveredWords(cb[g].at), mark: stands(ca[g].at, cb[g].at, ca[g].at > 0, cb[g].at > 0)})
	}
	r.all = append(r.all, pairRow{})
	for i := range max(len(a.ranked), len(b.ranked)) {
		r.all = append(r.all, r.ranks(i))
	}
}

func (r *pairRows) say(text string, strong bool) {
	r.all = append(r.all, pairRow{text: text, strong: strong})
}

func slotLine(l line) string { return completesAt(l.now) }

func coveredWords(at int) string {
	if at == 0 {
		return "not covered"
	}
	return "covered at " + strconv.Itoa(at)
}

// stands is how two slots stand to each other: ≠ where only one is ever reached,
// < and > where one is reached before the other.
func stands(a, b int, aEver, bEver bool) string {
	switch {
	case aEver != bEver:
		return "≠"
	case !aEver || a == b:
		return "="
	case a < b:
		return "<"
	}
	return ">"
}

// ranks is what stands at one rank on either side. The sign in the middle says
// how the two go together: the same unit, units that the other one has too, or
// only one of them.
func (r *pairRows) ranks(i int) pairRow {
	a, b := r.p.a.ranked, r.p.b.ranked
	row := pairRow{mark: " ", emphasized: i+1 == r.p.first}
	if i < len(a) {
		row.a, row.unitA, row.endA = r.side(i, a[i], b)
		row.unit = a[i]
	}
	if i < len(b) {
		row.b, row.unitB, row.endB = r.side(i, b[i], a)
		if row.unit == "" {
			row.unit = b[i]
		}
	}
	switch {
	case i < len(a) && i < len(b) && a[i] == b[i]:
		row.mark = "="
	case row.emphasized:
		row.mark = "◂"
	}
	return row
}

// side is a unit at a rank: the groups that it serves, and where the other
// ranking has it.
func (r *pairRows) side(i int, unit string, other []string) (text, name, end string) {
	text = fmt.Sprintf("%2d ", i+1)
	if g := r.s.clean(serves(r.s.now.Now, unit)); g != "" {
		text += g + " "
	}
	switch at := slices.Index(other, unit); {
	case at < 0:
		end = " only here"
	case at != i:
		end = fmt.Sprintf(" there %d", at+1)
	}
	return text, r.s.name(unit), end
}

// Len is the number of rows.
func (r *pairRows) Len() int { return len(r.all) }

// Key tells rows apart.
func (r *pairRows) Key(i int) uint64 { return (r.made<<20 | uint64(i)) ^ r.s.drawn<<40 }

// Line draws a row.
func (r *pairRows) Line(i, w int) string {
	row, m, t := r.all[i], r.s.env.Width, r.s.env.Theme
	style := t.Text
	if row.strong || row.emphasized {
		style = t.Strong
	}
	if row.text != "" {
		return m.Fit(style.Render(m.Fit(row.text, min(m.Of(row.text), w))), w)
	}
	half := max((w-3)/2, 1)
	mark := t.Muted
	switch row.mark {
	case "≠", "◂":
		mark = t.Warn
	case "=":
		mark = t.Good
	}
	side := func(text, name, end string, w int) string {
		n := min(m.Of(end), w)
		text = m.Fit(text, min(m.Of(text), w-n))
		room := max(w-n-m.Of(text), 0)
		return style.Render(text+m.Fit(m.Tail(name, min(m.Of(name), room)), room)) + t.Muted.Render(m.Fit(end, n))
	}
	right := side(row.b, row.unitB, row.endB, max(w-half-3, 0))
	return m.Fit(side(row.a, row.unitA, row.endA, half)+" "+mark.Render(row.mark)+" "+right, w)
}
