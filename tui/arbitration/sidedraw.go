package arbitration

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/review"
	"suffice/tui/part"
)

// sideRows draws the rows.
type sideRows struct{ s *Screen }

func (r sideRows) Len() int { return len(r.s.side.rows) }

func (r sideRows) Key(i int) uint64 { return r.s.side.drawn<<32 | uint64(uint32(i)) }

func (r sideRows) Line(i, w int) string { return r.s.line(w, "", r.s.side.rows[i].half) }

// viewDecision draws the decision in a pane.
func (s *Screen) viewDecision(r part.Rect) ([]string, *tea.Cursor) {
	p := &s.side
	in := r.Inner()
	if p.width != in.W {
		p.width = in.W
		s.rebuildSide()
	}
	focus := s.focus == paneDecision
	pane := part.Pane{Title: "3 Decision", Focus: focus}
	if s.frame.tabbed {
		pane.Title = ""
	}
	t := s.env.Theme
	switch n := len(s.now.Open); {
	case s.decided():
		pane.Right = t.Good.Render("decided ✓")
	case s.whole() == review.ByGroup && n > 0:
		pane.Right = t.Warn.Render(fmt.Sprintf("%d open", n))
	}
	below := s.viewMissing(in.W, max(in.H/3, 2))
	rest := max(in.H-len(below), 1)
	lines := p.list.View(s.env, in.W, rest, focus)
	var cur *tea.Cursor
	if s.reason != nil {
		lines, cur = s.viewReason(lines, in)
	}
	pane.Bar = p.list.Bar()
	s.frame.put(paneDecision, r)
	return pane.Draw(s.env, r.W, r.H, append(lines, below...)), cur
}

// viewReason lays the field over the rows kept for it.
func (s *Screen) viewReason(lines []string, in part.Rect) ([]string, *tea.Cursor) {
	p := &s.side
	first := slices.IndexFunc(p.rows, func(r sideRow) bool { return r.kind == sideReason })
	n := 0
	for _, r := range p.rows {
		if r.kind == sideReason {
			n++
		}
	}
	if first+n > p.list.Top+len(lines) || first < p.list.Top { // the whole field in sight
		p.list.To(first + n - 1)
		p.list.To(first)
		lines = p.list.View(s.env, in.W, len(lines), true)
	}
	y := first - p.list.Top
	if first < 0 || y < 0 || y >= len(lines) {
		return lines, nil
	}
	n = min(n, len(lines)-y)
	text, cx, cy := s.reason.View(s.env, max(in.W-4, 2), n)
	for i, l := range text {
		lines[y+i] = s.env.Width.Fit(" "+s.env.Theme.Accent.Render("┃")+" "+l, in.W)
	}
	return lines, part.CursorIn(in.X+3+cx, in.Y+y+cy)
}

// viewMissing says what keeps the decision from being made; always in sight.
func (s *Screen) viewMissing(w, h int) []string {
	m, t := s.env.Width, s.env.Theme
	out := []string{t.Border.Render(strings.Repeat("─", max(w, 0)))}
	say := func(sign, text string, i ink) {
		for _, l := range m.Wrap(text, max(w-4, 1)) {
			out = append(out, m.Fit(" "+s.style(i).Render(sign+" "+l), w))
			sign = " "
		}
	}
	missing := s.missing()
	switch {
	case s.decided():
		say("✓", "decided. "+s.keyFor(actRecall)+" takes it back, "+s.keyFor(actNext)+" opens the next task.", inkGood)
	case len(missing) == 0:
		say("✓", "nothing is missing: "+s.keyFor(actSubmit)+" decides it.", inkGood)
	default:
		for _, text := range missing {
			say("✗", text, inkWarn)
		}
	}
	if len(out) > h+1 {
		out = append(out[:h], m.Fit(t.Muted.Render("   …"), w))
	}
	return out
}
