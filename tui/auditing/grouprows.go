package auditing

import "suffice/tui/cell"

// groupRows draws the rows of the group.
type groupRows struct{ s *Screen }

func (r groupRows) Len() int         { return len(r.s.rows) }
func (r groupRows) Key(i int) uint64 { return r.s.drawn<<24 | uint64(i) }

// Line is the row's text with what is said of it at the right.
func (r groupRows) Line(i, w int) string {
	s, x := r.s, r.s.rows[i]
	t, m := s.env.Theme, s.env.Width
	right := x.right
	if x.kind == rowUnit && s.read[x.unit] {
		right = join(right, "read ✓")
	} else if x.kind == rowUnit && x.right != "✗ not in the pool" {
		right = join(right, "unread")
	}
	rw := min(m.Of(right), w/2)
	pen := t.Muted
	switch {
	case x.wrong:
		pen = t.Bad
	case x.kind == rowUnit && s.read[x.unit]:
		pen = t.Good
	case x.kind == rowUnit:
		pen = t.Faint
	}
	tail := ""
	if rw > 0 {
		tail = " " + pen.Render(m.Fit(right, rw))
		rw++
	}
	room := max(w-rw, 0)
	switch x.kind {
	case rowHead:
		return m.Fit(t.Strong.Render(x.left)+"  "+t.Muted.Render(x.right), w)
	case rowText:
		return m.Fit("  "+x.left, w)
	case rowWarn:
		return m.Fit("  "+t.Warn.Render(x.left), w)
	case rowUnit:
		name := m.Tail(x.left, min(m.Of(x.left), max(room-2, 0)))
		return m.Fit(t.Group(s.group).Render("● ")+name, room) + tail
	case rowQuote:
		return m.Fit(t.Group(s.group).Render("” ")+t.Muted.Render(m.Fit(x.left, max(room-2, 0))), room) + tail
	case rowBranch:
		no := m.Right(itoa(x.at+1), 3)
		return m.Fit(t.Faint.Render(no)+" "+t.Muted.Render(m.Fit(x.left, max(room-4, 0))), room) + tail
	}
	return cell.Spaces(w)
}

func join(a, b string) string {
	if a == "" {
		return b
	}
	return a + " · " + b
}
