package auditing

import (
	"fmt"
	"strconv"
	"strings"

	"suffice/audit"
	"suffice/tui/cell"
	"suffice/tui/part"
)

// compactBelow is the height of the pane below which the judgments stand in
// two columns.
const compactBelow = 22

// viewGroup draws the group: what it holds, and below it the eight judgments.
func (s *Screen) viewGroup(r part.Rect) []string {
	t, m := s.env.Theme, s.env.Width
	in := r.Inner()
	pane := part.Pane{Focus: s.judging()}
	if s.width != in.W {
		s.width = in.W
		s.remake()
	}
	if n := len(s.now.Frozen.Groups); n > 0 && s.group < len(s.now.Certificate.Groups) {
		g := s.now.Certificate.Groups[s.group]
		pane.Title = t.Group(s.group).Bold(true).Render(s.clean(s.label(s.group))) + " " + s.clean(g.Role)
		pane.Note = fmt.Sprintf("group %d of %d", s.group+1, n)
		pane.Right = "weight " + strconv.FormatFloat(g.Weight, 'f', -1, 64)
	}
	block, top := s.viewJudgments(in)
	rest := max(in.H-len(block), 0)
	s.frame.rows = part.Rect{X: in.X, Y: in.Y, W: in.W, H: rest}
	s.frame.fields.X, s.frame.fields.Y = in.X, in.Y+rest+top
	lines := s.list.View(s.env, in.W, rest, s.judging())
	if rest == 0 {
		lines = nil
	}
	if top > 0 {
		block[0] = s.divider(in.W, rest)
	}
	lines = append(lines, block...)
	return pane.Draw(s.env, r.W, r.H, part.FitAll(m, lines, in.W, in.H))
}

// divider stands between the group and the judgments and says what of the
// group is out of sight.
func (s *Screen) divider(w, shown int) string {
	t := s.env.Theme
	says := ""
	if n := s.list.Top; n > 0 {
		says += fmt.Sprintf(" ↑ %d", n)
	}
	if n := s.list.Len() - s.list.Top - shown; n > 0 {
		says += fmt.Sprintf(" ↓ %d", n)
	}
	if says != "" {
		says += " "
	}
	rule := max(w-s.env.Width.Of(says)-2, 0)
	return s.env.Width.Fit(t.Border.Render(strings.Repeat("─", rule))+t.Muted.Render(says)+t.Border.Render("──"), w)
}

// viewJudgments draws the judgments with the question that is asked now; top
// is how many lines stand above them.
func (s *Screen) viewJudgments(in part.Rect) (block []string, top int) {
	if len(s.now.Frozen.Groups) == 0 {
		return nil, 0
	}
	compact := in.H < compactBelow-2
	columns, rows := 1, audit.FieldCount
	if compact {
		columns, rows = 2, audit.FieldCount/2
	}
	s.frame.columns = columns
	s.frame.fields = part.Rect{W: in.W, H: rows}
	if in.H > rows+1 {
		block = append(block, "")
		top = 1
	}
	for y := range rows {
		line := ""
		for x := range columns {
			line += s.judgment1(audit.Field(x*rows+y), in.W/columns, compact)
		}
		block = append(block, s.env.Width.Fit(line, in.W))
	}
	room := in.H - len(block) - 4 // the group keeps some lines
	return append(block, s.asks(in.W, min(room, 5))...), top
}

// judgment1 is one judgment in w cells: key, sign, field, and its note where
// there is room.
func (s *Screen) judgment1(f audit.Field, w int, compact bool) string {
	t, m := s.env.Theme, s.env.Width
	j := s.judged(s.group)[f]
	sign, pen := "·", t.Muted
	switch j.Answer {
	case audit.OK:
		sign, pen = "✓", t.Good
	case audit.NotOK:
		sign, pen = "✗", t.Bad
	}
	mark, title := " ", t.Text.Render(f.Title())
	if j.Answer == audit.Unanswered {
		title = t.Muted.Render(f.Title())
	}
	if f == s.field && !s.sheet.Submitted {
		mark, title = t.Accent.Render("▌"), t.Strong.Render(f.Title())
	}
	line := mark + t.Accent.Render(itoa(int(f)+1)) + " " + pen.Render(sign) + " " + title
	says := ""
	switch {
	case s.line.failure != "" && s.line.holds(s.label(s.group), f):
		says = t.Bad.Render("not saved")
	case j.Answer == audit.NotOK && strings.TrimSpace(j.Note) == "":
		says = t.Warn.Render("! no note")
	case j.Answer == audit.NotOK && !compact:
		says = t.Muted.Render(s.clean(j.Note))
	}
	if says == "" {
		return m.Fit(line, w)
	}
	if compact {
		sw := m.Of(says)
		return m.Fit(line, max(w-sw-2, 0)) + " " + says + " "
	}
	const column = 39
	return m.Fit(m.Fit(line, min(column, w))+cell.Spaces(1)+says, w)
}

// question is what a judgment asks, in lines of w cells.
func (s *Screen) question(f audit.Field, w int) []string {
	return s.env.Width.Wrap(itoa(int(f)+1)+" "+f.Asks(), max(w-2, 1))
}

// asks is the question of the judgment shown, and its note when it is not ok.
func (s *Screen) asks(w, room int) []string {
	t, m := s.env.Theme, s.env.Width
	if room < 1 || s.sheet.Submitted {
		return nil
	}
	var out []string
	for _, l := range s.question(s.field, w) {
		out = append(out, " "+t.Accent.Render(l))
	}
	for _, f := range audit.AllFields() { // room for the longest, so that nothing jumps
		for len(out) < len(s.question(f, w)) {
			out = append(out, "")
		}
	}
	j := s.judged(s.group)[s.field]
	if j.Answer == audit.NotOK && j.Note != "" {
		for _, l := range m.WrapAll(m.Lines(j.Note, s.env.Tab), max(w-4, 1)) {
			out = append(out, "   "+l)
		}
	}
	if len(out) > room {
		out = out[:room]
	}
	return out
}
