package runs

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/tui/cell"
	"suffice/tui/part"
)

// The widths from which two and three columns have room.
const (
	twoFrom   = 110
	threeFrom = 160
)

// frame is where things were drawn last, for the mouse.
type frame struct {
	wide                                bool
	tabs, form, list, runs, trace, unit part.Rect // inside their borders
	panes                               map[pane]part.Rect
	cursor                              *tea.Cursor
}

// View draws the screen: exactly h lines of exactly w cells.
func (s *Screen) View(w, h int) ([]string, *tea.Cursor) {
	s.frame = frame{wide: w >= twoFrom, panes: map[pane]part.Rect{}}
	if w <= 0 || h <= 0 {
		return part.FitAll(s.env.Width, nil, w, h), nil
	}
	all := part.Rect{W: w, H: h}
	var lines []string
	switch {
	case s.form != nil:
		lines = s.viewForm(all)
	case s.read && s.failed == "" && len(s.all) == 0:
		lines = s.middle(w, h, s.nothing())
	case s.failed != "" && len(s.all) == 0:
		lines = s.middle(w, h, s.failed+" · F5 tries again")
	case w >= threeFrom:
		cols := part.Columns(all, part.Percent(27), part.Percent(35), part.Fill(1))
		lines = part.Beside(h, s.viewPane(paneList, cols[0]), s.viewPane(paneRuns, cols[1]), s.viewRight(cols[2]))
	case w >= twoFrom:
		cols := part.Columns(all, part.Percent(48), part.Fill(1))
		left := part.Stack(cols[0], part.Fixed(min(len(s.all)+14, h*55/100)), part.Fill(1))
		lines = part.Beside(h, append(s.viewPane(paneList, left[0]), s.viewPane(paneRuns, left[1])...), s.viewRight(cols[1]))
	default:
		rows := part.Stack(all, part.Fixed(1), part.Fill(1))
		lines = append([]string{s.viewTabs(w)}, s.viewPane(s.focus, rows[1])...)[:h]
	}
	return lines, s.frame.cursor
}

// viewRight is the trace, over the unit that is read.
func (s *Screen) viewRight(r part.Rect) []string {
	if !s.reader.Open() {
		return s.viewPane(paneTrace, r)
	}
	halves := part.Stack(r, part.Percent(52), part.Fill(1))
	return append(s.viewPane(paneTrace, halves[0]), s.viewPane(paneUnit, halves[1])...)
}

func (s *Screen) viewPane(p pane, r part.Rect) []string {
	if r.W <= 0 || r.H <= 0 {
		return part.FitAll(s.env.Width, nil, r.W, r.H)
	}
	s.frame.panes[p] = r
	switch p {
	case paneList:
		return s.viewList(r)
	case paneRuns:
		return s.viewRuns(r)
	case paneTrace:
		return s.viewTrace(r)
	}
	s.frame.unit = r.Inner()
	return s.reader.View(part.Pane{Title: s.title("4 Unit"), Focus: s.focus == paneUnit}, r.W, r.H)
}

// title is a pane's title; where one pane fits the tabs have it.
func (s *Screen) title(name string) string {
	if !s.frame.wide {
		return ""
	}
	return name
}

// viewTabs names the panes where only one of them fits, and what they are about.
func (s *Screen) viewTabs(w int) string {
	t, m := s.env.Theme, s.env.Width
	s.frame.tabs = part.Rect{W: w, H: 1}
	var b strings.Builder
	for _, n := range s.tabs() {
		if n.pane == s.focus {
			b.WriteString(" " + t.Accent.Render("▌") + t.Strong.Render(n.name) + " ")
		} else {
			b.WriteString("  " + t.Muted.Render(n.name) + " ")
		}
	}
	right := ""
	if x := s.experiment(); x != nil && s.focus != paneList {
		right = t.Muted.Render(s.clean(x.Experiment)) + " "
	}
	room := w - m.Of(b.String())
	if room < 12 {
		right = ""
	}
	right = m.Fit(right, min(m.Of(right), max(room-2, 0)))
	return m.Fit(b.String(), w-m.Of(right)) + right
}

// viewTrace draws one run step by step.
func (s *Screen) viewTrace(r part.Rect) []string {
	in := r.Inner()
	s.frame.trace = in
	pane := part.Pane{Title: s.title("3 Trace"), Focus: s.focus == paneTrace}
	e := s.entry()
	switch {
	case e == nil:
		return pane.Draw(s.env, r.W, r.H, s.quiet(in, "No run under the cursor."))
	case !s.trace.read:
		return pane.Draw(s.env, r.W, r.H, s.quiet(in, "reading …"))
	}
	pane.Right = s.clean(e.Output.Controller)
	pane.Note = s.clean(e.Method) + " · "
	name, m := s.nameOf(e.State), s.env.Width
	room := in.W - m.Of(pane.Title) - m.Of(pane.Note) - m.Of(pane.Right) - 8
	pane.Note += name.fit(m, min(m.Of(name.String()), max(room, 10)))
	lines := s.trace.list.View(s.env, in.W, in.H, s.focus == paneTrace)
	pane.Bar = s.trace.list.Bar()
	return pane.Draw(s.env, r.W, r.H, lines)
}

// viewForm draws the experiment being put together.
func (s *Screen) viewForm(r part.Rect) []string {
	box := part.Rect{X: max((r.W-100)/2, 0), W: min(r.W, 100), H: min(len(s.form.methods)+rowMethods+2, r.H)}
	in := box.Inner()
	s.frame.form = in
	pane := part.Pane{Title: "New experiment", Focus: true, Bar: s.form.list.Bar()}
	if len(s.form.chosen()) > 0 {
		pane.Foot = s.keyFor(formStart) + " starts it"
	}
	lines := pane.Draw(s.env, box.W, box.H, s.form.list.View(s.env, in.W, in.H, true))
	return part.Compose(s.env.Width, part.FitAll(s.env.Width, nil, r.W, r.H), r.W, lines, box.W, box.X, 0)
}

// quiet is one sentence on an empty pane.
func (s *Screen) quiet(in part.Rect, text string) []string {
	var lines []string
	for _, l := range s.env.Width.Wrap(text, max(in.W-2, 1)) {
		lines = append(lines, " "+s.env.Theme.Muted.Render(l))
	}
	return part.FitAll(s.env.Width, lines, in.W, in.H)
}

// middle is one quiet text in the middle.
func (s *Screen) middle(w, h int, text string) []string {
	m := s.env.Width
	said := m.Wrap(text, max(w-8, 1))
	out := part.FitAll(m, nil, w, h)
	for i, l := range said {
		if at := max((h-len(said))/2, 0) + i; at < len(out) {
			out[at] = m.Fit(cell.Spaces(max((w-m.Of(l))/2, 0))+s.env.Theme.Muted.Render(l), w)
		}
	}
	return out
}
