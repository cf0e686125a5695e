package queue

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/review"
	"suffice/tui/part"
)

// frame is where things were drawn last, for the mouse.
type frame struct{ list part.Rect }

// View draws the queue: the list, and beside it the state under the cursor
// where there is room.
func (s *Screen) View(w, h int) ([]string, *tea.Cursor) {
	whole := part.Rect{W: w, H: h}
	if w < wide {
		return s.listPane(whole)
	}
	// The list gets what it can use, with borders and cursor; the rest is for reading.
	side := max(w*34/100, 40, min(w-s.ideal()-3, w/2))
	cols := part.Columns(whole, part.Fill(1), part.Fixed(side))
	left, cur := s.listPane(cols[0])
	return part.Beside(h, left, s.detailPane(cols[1], w >= widest)), cur
}

// listPane draws progress or filter, column names, and the rows.
func (s *Screen) listPane(r part.Rect) ([]string, *tea.Cursor) {
	t, m := s.env.Theme, s.env.Width
	in := r.Inner()
	pane := part.Pane{Title: "Queue", Note: part.Count(len(s.shown), len(s.all)), Focus: true}
	if s.order != asImported {
		pane.Right = "by " + s.orderWords(s.order)
	}
	if !s.query.Empty() && !s.filtering {
		pane.Note += " · filter: " + m.Clean(s.filter.Value(), 1)
	}
	lines := make([]string, 0, in.H)
	var cur *tea.Cursor
	if s.filtering {
		text, x, _ := s.filter.View(s.env, max(in.W-4, 2), 1)
		lines = append(lines, m.Fit(" "+t.Accent.Render("/")+" "+text[0], in.W))
		cur = part.CursorIn(in.X+3+x, in.Y)
	} else {
		lines = append(lines, m.Fit(" "+s.progress(in.W-2), in.W))
	}
	if len(s.shown) == 0 {
		s.frame.list = part.Rect{}
		s.list.View(s.env, in.W, 0, true)
		lines = append(lines, s.nothing(in.W, in.H-1)...)
		return pane.Draw(s.env, r.W, r.H, lines), cur
	}
	lines = append(lines, " "+s.head(in.W-1))
	rows := max(in.H-2, 0)
	lines = append(lines, s.list.View(s.env, in.W, rows, true)...)
	s.frame.list = part.Rect{X: in.X, Y: in.Y + 2, W: in.W, H: rows}
	pane.Bar = s.list.Bar()
	pane.Foot = fmt.Sprintf("%d/%d", s.list.Cursor+1, len(s.shown))
	return pane.Draw(s.env, r.W, r.H, lines), cur
}

// progress is the bar of what is done with its counts in words.
func (s *Screen) progress(w int) string {
	t, c := s.env.Theme, s.tally
	if s.failed != "" {
		return t.Bad.Render("✗ " + s.env.Width.Clean(s.failed, 1) + " · F5 tries again")
	}
	if c.all+c.free == 0 {
		return ""
	}
	if len(working(s.shares)) > 1 {
		return s.progressByTask(w)
	}
	if s.oversees() && (s.mixed() || !s.annotating()) {
		return s.progressByPhase(w)
	}
	if c.all == 0 {
		return t.Observed.Render(fmt.Sprintf("%d free to claim", c.free))
	}
	size := min(max(w/5, 10), 30)
	line := part.Bar(s.env, c.done, c.all, size) + fmt.Sprintf("  %d of %d done", c.done, c.all)
	room := w - s.env.Width.Of(line)
	for _, x := range []struct {
		n    int
		what string
	}{{c.free, "free to claim"}, {c.begun, "begun"}, {c.draft, "draft"}, {c.blocking, "to mend"}, {c.imported, "imported"}, {c.empty, "empty"}, {c.held, "under review"}, {c.skipped, "skipped"}, {c.flagged, "flagged"}} {
		text := fmt.Sprintf(" · %d %s", x.n, x.what)
		if n := s.env.Width.Of(text); x.n > 0 && n <= room {
			line += t.Muted.Render(text)
			room -= n
		}
	}
	if text := " · " + part.Spent(c.spent) + " spent"; c.spent > 0 && s.env.Width.Of(text) <= room {
		line += t.Muted.Render(text)
	}
	return line
}

// progressByTask is a bar for each task of a person who has several.
func (s *Screen) progressByTask(w int) string {
	t, m := s.env.Theme, s.env.Width
	all := working(s.shares)
	size := clamp(w/len(all)-22, 0, 12)
	line := ""
	for i, x := range all {
		text := string(x.task) + " "
		if i > 0 {
			text = "   " + text
		}
		if x.all > 0 {
			text += part.Bar(s.env, x.done, x.all, size)
			text += fmt.Sprintf(" %d of %d", x.done, x.all)
		}
		if x.free > 0 {
			text += t.Observed.Render(fmt.Sprintf(" +%d free", x.free))
		}
		if m.Of(line)+m.Of(text) > w {
			break
		}
		line += text
	}
	return line
}

// progressByPhase is how far the project is, for who oversees it: a state that
// was replaced is in no release.
func (s *Screen) progressByPhase(w int) string {
	t, m := s.env.Theme, s.env.Width
	n := map[review.Phase]int{}
	for _, e := range s.all {
		n[e.Phase]++
	}
	of, done := len(s.all)-n[review.Excluded], n[review.Closed]+n[review.Frozen]
	size := clamp(w/5, 10, 30)
	line := part.Bar(s.env, done, of, size) + fmt.Sprintf("  %d of %d closed", done, of)
	for _, p := range []review.Phase{review.Arbitrate, review.Review, review.Annotate, review.Excluded} {
		text := fmt.Sprintf(" · %d %s", n[p], phaseWord(p))
		if n[p] > 0 && m.Of(line)+m.Of(text) <= w {
			line += t.Muted.Render(text)
		}
	}
	return line
}

func clamp(n, low, high int) int { return min(max(n, low), high) }

// nothing explains an empty list and says what to do.
func (s *Screen) nothing(w, h int) []string {
	t, m := s.env.Theme, s.env.Width
	var say []string
	switch {
	case s.failed != "":
		say = []string{"The queue could not be read.", "", "F5 tries again."}
	case !s.loaded:
		say = []string{"Reading …"}
	case len(s.all) > 0:
		say = []string{"No state matches “" + m.Clean(s.filter.Value(), 1) + "”.", "", "esc shows all " + part.Many(len(s.all), "state") + "."}
	case s.env.Desk.Scope().Admin():
		say = []string{"There are no states in this project yet.", "", "Import a set of them, here or in another terminal:", "", "suffice import items FILE.jsonl", "", "This screen fills by itself."}
	default:
		say = []string{"There are no states for you here yet.", "", "The organizer imports them; this screen fills by itself."}
	}
	out := part.FitAll(m, nil, w, h)
	top := max((h-len(say))*2/5, 0)
	for i, l := range say {
		if top+i >= len(out) {
			break
		}
		style := t.Muted
		if i == 0 {
			style = t.Strong
		}
		if strings.HasPrefix(l, "suffice ") {
			style = t.Accent
		}
		l = m.Fit(l, min(m.Of(l), w))
		out[top+i] = m.Fit(strings.Repeat(" ", max((w-m.Of(l))/2, 0))+style.Render(l), w)
	}
	return out
}
