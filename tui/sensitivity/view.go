package sensitivity

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
	wide                     bool // several panes side by side
	tabs                     part.Rect
	table, detail, run, unit part.Rect // inside their borders
	panes                    map[pane]part.Rect
}

// View draws the screen: exactly h lines of exactly w cells.
func (s *Screen) View(w, h int) ([]string, *tea.Cursor) {
	s.frame = frame{wide: w >= twoFrom, panes: map[pane]part.Rect{}}
	if w <= 0 || h <= 0 {
		return part.FitAll(s.env.Width, nil, w, h), nil
	}
	switch {
	case !s.loaded && s.failed != "":
		return s.middle(w, h, s.failed), nil
	case !s.loaded:
		return s.middle(w, h, "reading …"), nil
	}
	all := part.Rect{W: w, H: h}
	switch {
	case w >= threeFrom:
		return s.three(all), nil
	case w >= twoFrom:
		return s.two(all), nil
	}
	rows := part.Stack(all, part.Fixed(1), part.Fill(1))
	return append([]string{s.viewTabs(w)}, s.viewPane(s.focus, rows[1])...)[:h], nil
}

// three draws methods, method and run side by side; a unit that is read stands
// below the last two, and so does the run while two methods are compared.
func (s *Screen) three(r part.Rect) []string {
	cols := part.Columns(r, part.Fixed(s.tableWidth(r.W)), part.Fill(1))
	left := s.viewPane(paneTable, cols[0])
	top, below := cols[1], part.Rect{}
	if s.reader.Open() {
		halves := part.Stack(cols[1], part.Percent(52), part.Fill(1))
		top, below = halves[0], halves[1]
	}
	if s.comparing() { // two rankings side by side need the whole width
		if below.H == 0 {
			halves := part.Stack(cols[1], part.Percent(60), part.Fill(1))
			top, below = halves[0], halves[1]
		}
		under := paneRun
		if s.reader.Open() && s.focus != paneRun {
			under = paneUnit
		}
		right := append(s.viewPane(paneDetail, top), s.viewPane(under, below)...)
		return part.Beside(r.H, left, right)
	}
	pair := part.Columns(top, part.Percent(48), part.Fill(1))
	right := part.Beside(top.H, s.viewPane(paneDetail, pair[0]), s.viewPane(paneRun, pair[1]))
	if below.H > 0 {
		right = append(right, s.viewPane(paneUnit, below)...)
	}
	return part.Beside(r.H, left, right)
}

// tableWidth is the first of three columns: enough for the cutoffs shown and for
// the names of the methods, as far as the others keep what they need.
func (s *Screen) tableWidth(w int) int {
	return min(max(s.longestLabel()+13+7*len(s.cutoffs()), 61), w*9/20)
}

// longestLabel is the width of the longest name of a method, or what is kept
// for one where all are short.
func (s *Screen) longestLabel() int {
	n := 14
	for _, l := range s.pic.lines {
		n = max(n, s.env.Width.Of(s.label(l)))
	}
	return n
}

// two draws methods over the method at the left, the run at the right, over the
// unit that is read.
func (s *Screen) two(r part.Rect) []string {
	cols := part.Columns(r, part.Percent(50), part.Fill(1))
	left := part.Stack(cols[0], part.Fixed(min(max(len(s.pic.lines)+11, 13), r.H*55/100)), part.Fill(1))
	l := append(s.viewPane(paneTable, left[0]), s.viewPane(paneDetail, left[1])...)
	right := s.viewRight(cols[1])
	return part.Beside(r.H, l, right)
}

func (s *Screen) viewRight(r part.Rect) []string {
	if !s.reader.Open() {
		return s.viewPane(paneRun, r)
	}
	halves := part.Stack(r, part.Percent(50), part.Fill(1))
	return append(s.viewPane(paneRun, halves[0]), s.viewPane(paneUnit, halves[1])...)
}

func (s *Screen) viewPane(p pane, r part.Rect) []string {
	if r.W <= 0 || r.H <= 0 {
		return part.FitAll(s.env.Width, nil, r.W, r.H)
	}
	s.frame.panes[p] = r
	switch p {
	case paneTable:
		return s.viewTable(r)
	case paneDetail:
		return s.viewDetail(r)
	case paneRun:
		return s.viewRun(r)
	}
	s.frame.unit = r.Inner()
	return s.reader.View(part.Pane{Title: s.title("4 Unit"), Focus: s.focus == paneUnit}, r.W, r.H)
}

// viewRun draws the run on this state as it happens.
func (s *Screen) viewRun(r part.Rect) []string {
	in := r.Inner()
	s.frame.run = in
	run := &s.run
	pane := part.Pane{Title: s.title("3 Run"), Focus: s.focus == paneRun}
	if run.ask.Method == "" && len(run.rows.All) == 0 {
		text := "Nothing was run here yet."
		switch {
		case s.runs == nil:
			text = "Methods cannot be run in this session."
		case len(s.recorded) > 0:
			text = "Run on this state before: " + s.ranBefore() + ". " + s.keyFor(doRun) + " tells one of them again from its record, stage by stage, or runs another method."
		case s.keyFor(doRun) != "":
			text += " " + s.keyFor(doRun) + " runs MSS-Complement, or any other method, on this state: its stages appear here as they happen."
		}
		return pane.Draw(s.env, r.W, r.H, s.quiet(in, text))
	}
	pane.Note = s.clean(run.ask.Method)
	pane.Right = s.controller()
	if run.busy {
		pane.Foot = s.keyFor(doCancel) + " cancels"
	}
	lines := run.list.View(s.env, in.W, in.H, s.focus == paneRun)
	pane.Bar = run.list.Bar()
	return pane.Draw(s.env, r.W, r.H, lines)
}

// ranBefore names the methods on record, clean.
func (s *Screen) ranBefore() string {
	var names []string
	for _, e := range s.recorded {
		names = append(names, s.label(line{ranking: ranking{method: e.Method, controller: e.Output.Controller}}))
	}
	return strings.Join(names, ", ")
}

// controller labels the run with who was asked.
func (s *Screen) controller() string {
	r := &s.run
	if r.answer != nil {
		return s.clean(r.answer.Entry.Output.Controller)
	}
	for _, c := range r.story.Chapters {
		for _, call := range c.Calls {
			return s.clean(call.Controller)
		}
	}
	for _, o := range s.offers() {
		if o.ID == r.ask.Method && o.Asks {
			if r.ask.Controller != "" {
				return s.clean(r.ask.Controller)
			}
			if all := s.runs.Controllers(); len(all) > 0 {
				return s.clean(all[0])
			}
		}
	}
	return ""
}

// title is a pane's title; where one pane fits the tabs have it.
func (s *Screen) title(name string) string {
	if !s.frame.wide {
		return ""
	}
	return name
}

// tab is a pane in the bar of tabs.
type tab struct {
	pane pane
	name string
}

func (s *Screen) tabs() []tab {
	all := []tab{{paneTable, "1 Methods"}, {paneDetail, "2 Method"}, {paneRun, "3 Run"}}
	if s.comparing() {
		all[1].name = "2 Compare"
	}
	if s.reader.Open() {
		all = append(all, tab{paneUnit, "4 Unit"})
	}
	return all
}

// viewTabs names the panes where only one of them fits.
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
	if s.focus != paneTable {
		right = t.Muted.Render(s.pic.verdict(len(s.now.Locked))) + " "
	}
	if m.Of(b.String())+m.Of(right) > w {
		right = ""
	}
	return m.Fit(b.String(), w-m.Of(right)) + right
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
