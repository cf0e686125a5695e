package ledger

import (
	"fmt"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"suffice/tui/part"
)

// View draws the list, and the change under the cursor beside it or below.
func (s *Screen) View(w, h int) ([]string, *tea.Cursor) {
	whole := part.Rect{W: w, H: h}
	switch {
	case w >= wide:
		cols := part.Columns(whole, part.Fill(1), part.Fixed(max(w*34/100, 40)))
		left, cur := s.listPane(cols[0])
		return part.Beside(h, left, s.detailPane(cols[1])), cur
	case s.opened:
		rows := part.Stack(whole, part.Percent(50), part.Fill(1))
		top, cur := s.listPane(rows[0])
		return append(top, s.detailPane(rows[1])...), cur
	}
	s.frame.detail = part.Rect{}
	return s.listPane(whole)
}

func (s *Screen) listPane(r part.Rect) ([]string, *tea.Cursor) {
	t, m := s.env.Theme, s.env.Width
	in := r.Inner()
	pane := part.Pane{Title: "Ledger", Note: part.Count(len(s.shown), len(s.all)), Focus: true}
	if s.kind != "" {
		_, words := kindWords(s.kind)
		pane.Note += " · only " + words
	}
	if !s.query.Empty() && !s.filtering {
		pane.Note += " · filter: " + m.Clean(s.filter.Value(), 1)
	}
	if s.reading.older != nil {
		pane.Right = "reading older events …"
	}
	var lines []string
	var cur *tea.Cursor
	head := " " + t.Faint.Render(s.head(in.W-1))
	if s.filtering {
		text, x, _ := s.filter.View(s.env, max(in.W-4, 2), 1)
		head = m.Fit(" "+t.Accent.Render("/")+" "+text[0], in.W)
		cur = part.CursorIn(in.X+3+x, in.Y)
	}
	lines = append(lines, head)
	s.frame.list = part.Rect{X: in.X, Y: in.Y + 1, W: in.W, H: max(in.H-1, 0)}
	if len(s.shown) == 0 {
		s.list.View(s.env, in.W, 0, true)
		return pane.Draw(s.env, r.W, r.H, append(lines, s.nothing(in.W, in.H-1)...)), cur
	}
	lines = append(lines, s.list.View(s.env, in.W, in.H-1, true)...)
	pane.Bar = s.list.Bar()
	pane.Foot = fmt.Sprintf("%d/%d", s.list.Cursor+1, len(s.shown))
	return pane.Draw(s.env, r.W, r.H, lines), cur
}

// nothing explains an empty list.
func (s *Screen) nothing(w, h int) []string {
	t, m := s.env.Theme, s.env.Width
	say := t.Muted.Render("Nothing has happened here yet.")
	switch {
	case s.reading.failed != "":
		say = t.Bad.Render("✗ " + m.Clean(s.reading.failed, 1) + " · F5 tries again")
	case s.reading.busy():
		say = t.Muted.Render("Reading …")
	case len(s.all) > 0:
		say = t.Muted.Render("No event matches; esc shows all " + part.Many(len(s.all), "event") + ".")
	}
	out := part.FitAll(m, nil, w, h)
	if len(out) > 1 {
		out[1] = m.Fit("  "+say, w)
	}
	return out
}

// columns are the widths of a row's columns, each with a space behind it.
type columns struct{ seq, time, who, kind, state, what int }

func (s *Screen) fit(w int) columns {
	c := columns{time: 13, who: min(max(s.who, 3), 16) + 1, kind: 8}
	if s.env.Desk.Scope().Whole() { // the gaps in the numbers tell how much others do
		c.seq = 7
	}
	if s.state == "" {
		c.state = min(max(s.states, 5)+1, w*3/10, 32)
	}
	what := func() int { return w - c.seq - c.time - c.who - c.kind - c.state }
	const enough = 40 // for most sentences
	for _, drop := range []*int{&c.kind, &c.seq} {
		if what() < enough {
			*drop = 0
		}
	}
	for _, cut := range []struct {
		column *int
		least  int
	}{{&c.state, 15}, {&c.who, 12}} {
		if lack := enough - what(); lack > 0 {
			*cut.column = max(*cut.column-lack, min(*cut.column, cut.least))
		}
	}
	c.what = max(what(), 1)
	return c
}

func (s *Screen) head(w int) string {
	m, c := s.env.Width, s.fit(w)
	no := ""
	if c.seq > 0 {
		no = m.Right("no", c.seq-1) + " "
	}
	return m.Fit(no+m.Fit("time", c.time)+m.Fit("who", c.who)+m.Fit("kind", c.kind)+m.Fit("state", c.state)+"what", w)
}

// rows lists the events shown.
type rows struct{ s *Screen }

func (r rows) Len() int         { return len(r.s.shown) }
func (r rows) Key(i int) uint64 { return r.s.version<<32 | uint64(r.s.shown[i]) }

// Line draws one event. What was undone is quiet and says so.
func (r rows) Line(i, w int) string {
	s := r.s
	e := &s.all[s.shown[i]]
	t, m, c := s.env.Theme, s.env.Width, s.fit(w)
	base, quiet := t.Text, t.Muted
	text := m.Clean(e.Text, 1)
	if e.Event.Undoes != 0 {
		text = "↶ " + text
	}
	if e.Undone {
		base, quiet = t.Faint, t.Faint
		text = "✗ undone: " + text
	}
	kind, _ := kindWords(e.Event.Kind)
	hit := t.Accent.Underline(true)
	line := ""
	if c.seq > 0 {
		line = t.Faint.Render(m.Right(strconv.FormatUint(e.Event.Seq, 10), c.seq-1)) + " "
	}
	line += quiet.Render(m.Fit(part.Stamp(e.Event.At, s.env.Now()), c.time-1)) + " " +
		s.query.Highlight(m.Fit(m.Clean(e.Name, 1), c.who-1), base, hit) + " "
	if c.kind > 0 {
		line += quiet.Render(m.Fit(kind, c.kind-1)) + " "
	}
	if c.state > 0 {
		line += s.query.Highlight(part.FitName(m, m.Clean(s.name(e.Event.State), 1), c.state-1), quiet, hit) + " "
	}
	return m.Fit(line+s.query.Highlight(m.Fit(text, c.what), base, hit), w)
}
