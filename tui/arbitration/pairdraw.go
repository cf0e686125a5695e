package arbitration

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"

	"suffice/review"
	"suffice/tui/cell"
	"suffice/tui/part"
)

// ink is the role of a colour; what it says stands in a sign or word too.
type ink int

const (
	inkText ink = iota
	inkMuted
	inkStrong
	inkGood
	inkWarn
	inkBad
	inkAccent
)

func (s *Screen) style(i ink) lipgloss.Style {
	t := s.env.Theme
	switch i {
	case inkMuted:
		return t.Muted
	case inkStrong:
		return t.Strong
	case inkGood:
		return t.Good
	case inkWarn:
		return t.Warn
	case inkBad:
		return t.Bad
	case inkAccent:
		return t.Accent
	}
	return t.Text
}

// pairRows draws one side of the rows.
type pairRows struct {
	s    *Screen
	side int
}

func (r pairRows) Len() int { return len(r.s.rows) }

func (r pairRows) Key(i int) uint64 { return r.s.drawn<<32 | uint64(uint32(i)) }

func (r pairRows) Line(i, w int) string {
	row := r.s.rows[i]
	h := row.half[r.side]
	if h.sign == "" && h.text == "" && r.s.frame.tabbed {
		if o := row.half[1-r.side]; o.text != "" && row.kind == rowUnit { // the other side is not in sight
			h = half{sign: "–", text: "only " + sideName(1-r.side) + ": " + strings.TrimSpace(o.text), ink: inkMuted}
		}
	}
	if row.kind == rowUnit || row.kind == rowQuote || row.kind == rowBranch {
		return r.s.line(w, "  ", h)
	}
	return r.s.line(w, "", h)
}

// line is one side of a row in w cells.
func (s *Screen) line(w int, indent string, h half) string {
	if h.sign == "" && h.text == "" {
		return cell.Spaces(w)
	}
	m, st := s.env.Width, s.style(h.ink)
	left := indent
	if h.sign != "" {
		left += st.Render(h.sign) + " "
	}
	left += st.Render(h.text)
	if h.right == "" {
		return m.Fit(left, w)
	}
	right := s.env.Theme.Muted.Render(h.right)
	if h.hot || h.ink == inkBad {
		right = s.env.Theme.Warn.Render(h.right)
	}
	n := m.Of(right)
	if n+8 > w {
		return m.Fit(left, w)
	}
	return m.Fit(m.Fit(left, w-n-2)+" "+right, w)
}

func sideName(side int) string {
	if side == 1 {
		return "B"
	}
	return "A"
}

// viewSide draws A or B in a pane.
func (s *Screen) viewSide(side int, r part.Rect) []string {
	p := pane(side)
	in := r.Inner()
	if s.widths[side] != in.W {
		s.widths[side] = in.W
		if s.frame.tabbed { // the other one gets the same room
			s.widths[1-side] = in.W
		}
		s.rebuildPairs()
	}
	o := s.now.In.A
	if side == 1 {
		o = s.now.In.B
	}
	focus := s.focus == p
	title := fmt.Sprintf("%d %s %s (%d)", side+1, sideName(side), s.clean(string(o.Verdict)), o.Confidence)
	if s.frame.tabbed {
		title = strings.TrimLeft(title, "12 ")
	}
	pane := part.Pane{Title: title, Focus: focus}
	if !o.Verdict.Stands() {
		pane.Note = "shows what was reviewed"
	}
	if side == 1 || s.frame.tabbed {
		pane.Right = s.differs()
	}
	list := &s.lists[side]
	s.together()
	lines := list.View(s.env, in.W, in.H, focus)
	s.together()
	pane.Bar = list.Bar()
	s.frame.put(p, r)
	return pane.Draw(s.env, r.W, r.H, lines)
}

// differs says in a few words what the reviews differ in.
func (s *Screen) differs() string {
	if d := s.now.Agreement.Differs; len(d) > 0 {
		return "differ: " + s.clean(strings.Join(d, ", "))
	}
	return "the same sets"
}

// causeShort names a cause in two or three words.
func causeShort(c review.Cause) string { return strings.ReplaceAll(string(c), "_", " ") }
