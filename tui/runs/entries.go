package runs

import (
	"suffice/scorer/methods/run"
	"suffice/tui/cell"
	"suffice/tui/keys"
	"suffice/tui/part"
)

// entries are the runs of the experiment shown.
type entries struct {
	of        string // experiment
	asked     int
	all       []run.Entry
	shown     []int
	list      part.List
	failed    string
	filter    *part.Field
	filtering bool
	query     part.Query
	read      bool
	reading   bool
	stale     bool // asked for again meanwhile
	method    int  // cells of the longest name of a method
	tokens    int  // cells of the longest sum of tokens
}

// entry is the run under the cursor, nil when there is none.
func (s *Screen) entry() *run.Entry {
	x := &s.entries
	if i := x.list.Cursor; i >= 0 && i < len(x.shown) {
		return &x.all[x.shown[i]]
	}
	return nil
}

// viewRuns draws the runs of the experiment, and their filter.
func (s *Screen) viewRuns(r part.Rect) []string {
	t, m := s.env.Theme, s.env.Width
	in := r.Inner()
	n := &s.entries
	pane := part.Pane{Title: s.title("2 Runs"), Note: s.counted(countWords(len(n.shown), len(n.all)), len(n.all), "run"), Focus: s.focus == paneRuns}
	head := " " + t.Muted.Render(s.entryHead(in.W-1))
	if n.filtering {
		text, x, _ := n.filter.View(s.env, max(in.W-4, 2), 1)
		head = m.Fit(" "+t.Accent.Render("/")+" "+text[0], in.W)
		s.frame.cursor = part.CursorIn(in.X+3+x, in.Y)
	} else if !n.query.Empty() {
		pane.Note += " · filter: " + s.clean(n.filter.Value())
	}
	s.frame.runs = part.Rect{X: in.X, Y: in.Y + 1, W: in.W, H: max(in.H-1, 0)}
	if len(n.shown) == 0 {
		n.list.View(s.env, in.W, 0, true)
		lines := append([]string{m.Fit(head, in.W)}, s.quiet(part.Rect{W: in.W, H: max(in.H-1, 0)}, s.noRuns())...)
		return pane.Draw(s.env, r.W, r.H, lines)
	}
	lines := append([]string{m.Fit(head, in.W)}, n.list.View(s.env, in.W, max(in.H-1, 0), s.focus == paneRuns)...)
	pane.Bar = n.list.Bar()
	pane.Foot = thousands(n.list.Cursor+1) + "/" + thousands(len(n.shown))
	return pane.Draw(s.env, r.W, r.H, lines)
}

// noRuns explains an empty list of runs.
func (s *Screen) noRuns() string {
	n := &s.entries
	switch {
	case n.failed != "":
		return "✗ " + n.failed + " · F5 tries again"
	case !n.read:
		return "reading …"
	case len(n.all) > 0:
		return "No run matches; " + s.env.Keys.Key([]keys.Scope{Scope}, doShowAll) + " shows all of them."
	}
	return "No run has ended yet."
}

// columns of the runs.
type entryColumns struct{ method, state, tokens, time int }

func (s *Screen) entryColumns(w int) entryColumns {
	c := entryColumns{time: 9}
	if w > 60 {
		c.tokens = min(max(s.entries.tokens+2, 8), 14)
	}
	rest := max(w-2-c.time-c.tokens, 8)
	c.method = min(max(rest*45/100, rest-23, 6), max(s.entries.method+1, 8))
	c.state = rest - c.method
	return c
}

func (s *Screen) entryHead(w int) string {
	m, c := s.env.Width, s.entryColumns(w)
	line := m.Fit("  method", c.method+2) + m.Fit("state", c.state)
	if c.tokens > 0 {
		line += m.Right("tokens", c.tokens)
	}
	return m.Fit(line+m.Right("time", c.time), w)
}

// entryRows draws the runs.
type entryRows struct{ s *Screen }

func (r entryRows) Len() int         { return len(r.s.entries.shown) }
func (r entryRows) Key(i int) uint64 { return r.s.drawn<<24 | uint64(r.s.entries.shown[i]) }

// Line is the outcome as a sign, method, state, tokens and time.
func (r entryRows) Line(i, w int) string {
	s, t, m := r.s, r.s.env.Theme, r.s.env.Width
	e := &s.entries.all[s.entries.shown[i]]
	c := s.entryColumns(w)
	hit := t.Accent.Underline(true)
	sign := t.Good.Render("✓")
	switch e.Outcome {
	case "failed":
		sign = t.Bad.Render("✗")
	case "half-done":
		sign = t.Warn.Render("◐")
	}
	line := sign + " " + s.entries.query.Highlight(m.Fit(s.clean(e.Method), c.method-1), t.Text, hit) + cell.Spaces(1)
	line += s.entries.query.Highlight(s.nameOf(e.State).fit(m, max(c.state-1, 1)), t.Muted, hit) + cell.Spaces(1)
	if c.tokens > 0 {
		line += t.Muted.Render(m.Right(TotalWords(e.Tokens), c.tokens))
	}
	took := "–"
	if e.Outcome != "half-done" {
		took = wholeMillis(e.Millis)
	}
	return m.Fit(line+t.Muted.Render(m.Right(took, c.time)), w)
}
