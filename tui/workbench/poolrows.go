package workbench

import (
	"strconv"
	"strings"
)

// poolRows draws the rows of the pool.
type poolRows struct{ s *Screen }

func (r poolRows) Len() int { return len(r.s.pool.shown) }

func (r poolRows) Key(i int) uint64 {
	return uint64(r.s.version)<<32 | uint64(uint32(r.s.pool.shown[i]))
}

// Line is mark, number, group, path, lines, and what else is known.
func (r poolRows) Line(i, w int) string {
	s := r.s
	at := r.s.pool.shown[i]
	m := &s.stand[at]
	var b strings.Builder
	cols := s.poolColumns(w)
	if s.marked[at] {
		s.look.accent.Write(&b, "*")
	} else {
		b.WriteByte(' ')
	}
	s.look.faint.Write(&b, s.env.Width.Right(strconv.Itoa(at+1), cols.number))
	b.WriteByte(' ')
	s.poolMark(&b, m, cols.label)
	b.WriteByte(' ')
	path := s.clean(s.shelf.path[at])
	if path == "" {
		path = s.clean(s.shelf.pool.Units[at].ID)
	}
	pen := s.look.text
	if m.seen != "" && len(m.groups) == 0 {
		pen = s.look.muted
	}
	pen.Write(&b, s.env.Width.Tail(path, cols.path))
	if cols.lines > 0 {
		b.WriteByte(' ')
		s.look.muted.Write(&b, s.env.Width.Right(s.shelf.lines[at], cols.lines))
	}
	if cols.note > 0 {
		b.WriteString("  ")
		s.poolNote(&b, at, cols.note)
	}
	return s.env.Width.Fit(b.String(), w)
}

// columns are the widths of a row of the pool.
type columns struct{ number, label, path, lines, note int }

func (s *Screen) poolColumns(w int) columns {
	c := columns{number: len(strconv.Itoa(max(s.shelf.pool.Len(), 1)))}
	c.label = clamp(s.labels, 2, 8)
	c.lines = s.shelf.widest
	rest := w - (1 + c.number + 1 + 2 + c.label + 1 + 1)
	if c.lines > 0 {
		rest -= c.lines + 1
	}
	if rest < 12 {
		rest += c.lines + 1
		c.lines = 0
	}
	c.path = max(rest, 0)
	if rest >= 36 { // what the path does not need says why a unit is marked
		c.note = clamp(rest-2-max(s.shelf.longest, 20), 16, 32)
		c.path = rest - 2 - c.note
	}
	return c
}

// poolMark is the sign and the group of a unit, and the sign of a quotation.
func (s *Screen) poolMark(b *strings.Builder, m *standing, label int) {
	sign, name, pen := " ", "", s.look.text
	switch {
	case len(m.groups) > 0:
		sign, name, pen = "●", strings.Join(m.labels, " "), s.look.group(m.groups[0])
	case m.seen != "":
		sign, pen = "○", s.look.observed
	case m.alternative():
		sign, name, pen = "~", s.cert.Label(m.beside[0]), s.look.muted
	case m.optional:
		sign, pen = "◇", s.look.muted
	}
	pen.Write(b, sign)
	b.WriteByte(' ')
	pen.Write(b, s.env.Width.Fit(s.clean(name), label))
	if m.quotes > 0 {
		s.look.muted.Write(b, "”")
	} else {
		b.WriteByte(' ')
	}
}

// poolNote says in words what the mark of a unit means, or names its symbol.
func (s *Screen) poolNote(b *strings.Builder, at, w int) {
	m, u := &s.stand[at], &s.shelf.pool.Units[at]
	text, pen := u.Symbol, s.look.muted
	switch {
	case m.carried != "":
		text, pen = "carries "+s.shelf.name(m.carried), s.look.warn
	case m.blocked && len(m.groups) > 0:
		text, pen = "✗ observed: "+m.seen, s.look.bad
	case m.seen != "" && len(m.groups) > 0:
		text, pen = m.seen, s.look.warn
	case m.seen != "":
		text, pen = m.seen, s.look.observed
	case len(m.groups) > 0 && u.Symbol == "":
		text = ""
	case m.alternative() && u.Symbol == "":
		text = "overlaps " + s.cert.Label(m.beside[0])
	case m.optional && u.Symbol == "":
		text = "optional"
	}
	pen.Write(b, s.env.Width.Fit(s.clean(text), w))
}
