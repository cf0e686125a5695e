package workbench

import (
	"strconv"
	"strings"

	"suffice/tui/code"
	"suffice/tui/theme"
)

// requote works out which lines are quoted, and by which groups.
func (u *unitPane) requote(s *Screen) {
	u.quotes = map[int]string{}
	if !u.shown {
		return
	}
	id := s.shelf.pool.Units[u.at].ID
	for g, group := range s.cert.Groups {
		for _, q := range group.Quotations {
			if q.Unit != id {
				continue
			}
			for n := max(q.LineStart, u.text.First); n <= q.LineEnd; n++ {
				i, ok := u.text.Index(n)
				if !ok {
					break
				}
				label := s.clean(s.cert.Label(g))
				if !strings.Contains(u.quotes[i], label) {
					u.quotes[i] = strings.TrimPrefix(u.quotes[i]+" "+label, " ")
				}
			}
		}
	}
	u.drawn++
}

// unitRows draws the lines of the unit.
type unitRows struct{ s *Screen }

func (r unitRows) Len() int { return len(r.s.unit.text.Lines) }

func (r unitRows) Key(i int) uint64 {
	key := uint64(r.s.unit.drawn)<<33 | uint64(uint32(i))<<1
	if r.s.unit.selected(i) {
		key |= 1
	}
	return key
}

// Line is the number, the text, and who quotes it; ‹ and › say that the line goes
// on to the left and to the right.
func (r unitRows) Line(i, w int) string {
	s, u := r.s, &r.s.unit
	digits := u.digits()
	var b strings.Builder
	sign := " "
	switch {
	case u.selected(i):
		sign = "┃"
	case u.x > 0 && u.text.Lines[i] != "":
		sign = "‹"
	}
	s.look.faint.Write(&b, s.env.Width.Right(strconv.Itoa(u.text.Number(i)), digits))
	s.look.accent.Write(&b, sign)
	quote := ""
	if q := u.quotes[i]; q != "" {
		quote = " ” " + s.env.Width.Fit(q, min(s.env.Width.Of(q), 12))
	}
	room := max(w-digits-1-s.env.Width.Of(quote), 0)
	if room > 1 && u.ruler(s, i).Wider(u.x+room) {
		b.WriteString(u.painter.Paint(u.row(i), u.x, room-1))
		s.look.faint.Write(&b, "›")
	} else {
		b.WriteString(u.painter.Paint(u.row(i), u.x, room))
	}
	s.look.group(s.quotingGroup(i)).Write(&b, quote)
	line := s.env.Width.Fit(b.String(), w)
	if u.selected(i) {
		line = theme.Over(s.env.Theme.Selected, line)
	}
	return line
}

func (u *unitPane) digits() int {
	return max(len(strconv.Itoa(u.text.Number(max(len(u.text.Lines)-1, 0)))), 3)
}

// quotingGroup is the first group that quotes a line.
func (s *Screen) quotingGroup(i int) int {
	label, _, _ := strings.Cut(s.unit.quotes[i], " ")
	for g := range s.cert.Groups {
		if s.clean(s.cert.Label(g)) == label {
			return g
		}
	}
	return 0
}

// row is line i ready to paint.
func (u *unitPane) row(i int) code.Row {
	r := code.Row{Text: u.text.Lines[i], Hit: -1}
	if i < len(u.tokens) {
		r.Spans = u.tokens[i]
	}
	if span, ok := u.marks[i]; ok {
		for k := span[0]; k < span[1]; k++ {
			if k == u.hit {
				r.Hit = k - span[0]
			}
			r.Marks = append(r.Marks, u.hits[k].Mark)
		}
	}
	if code.Long(r.Text) {
		r.Ruler = u.rulers[i]
	}
	return r
}

// ruler is the ruler of a line, kept when the line is long.
func (u *unitPane) ruler(s *Screen, i int) *code.Ruler {
	if r, ok := u.rulers[i]; ok {
		return r
	}
	r := code.NewRuler(u.text.Lines[i], s.env.Width, s.env.Tab)
	if code.Long(u.text.Lines[i]) {
		u.rulers[i] = r
	}
	return r
}

// toEnd scrolls sideways to the end of the line under the cursor.
func (u *unitPane) toEnd(s *Screen) {
	end := u.ruler(s, u.list.Cursor).Whole()
	u.x = max(end-u.width/2, 0)
	u.drawn++
}

// scrollX scrolls sideways, no further than the lines in sight go.
func (u *unitPane) scrollX(s *Screen, n int) bool {
	x := max(u.x+n, 0)
	if n > 0 {
		wider := false
		for i := u.list.Top; i < min(u.list.Top+u.list.Height(), len(u.text.Lines)); i++ {
			wider = wider || u.ruler(s, i).Wider(x)
		}
		if !wider {
			return false
		}
	}
	if x == u.x {
		return false
	}
	u.x = x
	u.drawn++
	return true
}
