package arbitration

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/tui/cell"
	"suffice/tui/part"
	"suffice/tui/workbench"
)

// frame is where the panes were drawn last.
type frame struct {
	rect   [5]part.Rect
	on     [5]bool
	tabs   part.Rect
	tabbed bool
}

func (f *frame) put(p pane, r part.Rect) { f.rect[p], f.on[p] = r, true }

// at is the pane at a cell.
func (f *frame) at(x, y int) (pane, bool) {
	for p := range f.rect {
		if f.on[p] && f.rect[p].Has(x, y) {
			return pane(p), true
		}
	}
	return 0, false
}

// The widths from which A, B and the decision stand side by side, and from
// which they have room to spare.
const (
	besideFrom = 110
	roomyFrom  = 160
)

// View draws the screen: exactly h lines of exactly w cells.
func (s *Screen) View(w, h int) ([]string, *tea.Cursor) {
	if s.own != nil {
		return s.own.bench.View(w, h)
	}
	if w <= 0 || h <= 0 {
		return part.FitAll(s.env.Width, nil, w, h), nil
	}
	if !s.loaded {
		text := "opening " + s.clean(s.state) + " …"
		if s.failed != "" {
			text = "This state cannot be arbitrated: " + s.failed
		}
		return s.middle(w, h, text), nil
	}
	if s.gone != "" {
		return s.middle(w, h, s.clean(s.gone)+" replaces this state and gets two fresh reviews. "+s.keyFor(actNext)+" opens the next task."), nil
	}
	tabbed := w < besideFrom
	if tabbed != s.frame.tabbed {
		s.drawn++ // what only one side has reads otherwise
	}
	s.frame = frame{tabbed: tabbed}
	banner := s.viewBanner(w)
	if len(banner) > h/3 {
		banner = banner[:h/3]
	}
	y := len(banner)
	lines, cur := s.panes(part.Rect{Y: y, W: w, H: h - y})
	return append(banner, lines...), cur
}

// middle is one quiet sentence in the middle.
func (s *Screen) middle(w, h int, text string) []string {
	m := s.env.Width
	said := m.Wrap(text, max(w-4, 1))
	var out []string
	for range max((h-len(said))/2, 0) {
		out = append(out, cell.Spaces(w))
	}
	for _, l := range said {
		out = append(out, m.Fit(cell.Spaces(max((w-m.Of(l))/2, 0))+s.env.Theme.Muted.Render(l), w))
	}
	return part.FitAll(m, out, w, h)
}

// viewBanner says that the reviews have changed since the decision.
func (s *Screen) viewBanner(w int) []string {
	if len(s.now.Changed) == 0 {
		return nil
	}
	t, m := s.env.Theme, s.env.Width
	text := "! Inputs changed since the decision, which stands: " + s.clean(s.now.Changed[0])
	if more := len(s.now.Changed) - 1; more > 0 {
		text += fmt.Sprintf("; and %d more", more)
	}
	if s.decided() {
		text += ". " + s.keyFor(actFocusWords) + " reads them, " + s.keyFor(actRecall) + " takes the decision back."
	}
	var out []string
	for _, l := range m.Wrap(text, max(w-2, 1)) {
		out = append(out, m.Fit(" "+t.Warn.Bold(true).Render(l), w))
	}
	return out
}

// panes draws what fits side by side: A and B with the decision at the right
// and what they are about below, or one of them with tabs.
func (s *Screen) panes(all part.Rect) ([]string, *tea.Cursor) {
	switch {
	case s.frame.tabbed:
		return s.onePane(all)
	case s.zoom:
		return s.viewPane(s.focus, all)
	}
	right := min(max(all.W*30/100, 42), 54)
	if all.W < roomyFrom {
		right = min(max(all.W*36/100, 40), 48)
	}
	cols := part.Columns(all, part.Fill(1), part.Fixed(right))
	wordsH := min(max(len(s.words.rows)+2, 3), max(all.H/4, 3))
	pairsH := min(len(s.rows)+2, max((all.H-wordsH)*55/100, 4))
	left := part.Stack(cols[0], part.Fixed(pairsH), part.Fixed(wordsH), part.Fill(1))
	sides := part.Columns(left[0], part.Fill(1), part.Fill(1))
	out := part.Beside(left[0].H, s.viewSide(0, sides[0]), s.viewSide(1, sides[1]))
	out = append(out, s.viewWords(left[1])...)
	unit, cur := s.viewReader(left[2])
	out = append(out, unit...)
	decision, at := s.viewDecision(cols[1])
	if at != nil {
		cur = at
	}
	return part.Beside(all.H, out, decision), cur
}

func (s *Screen) viewPane(p pane, r part.Rect) ([]string, *tea.Cursor) {
	switch p {
	case paneA, paneB:
		return s.viewSide(int(p), r), nil
	case paneDecision:
		return s.viewDecision(r)
	case paneWords:
		return s.viewWords(r), nil
	}
	return s.viewReader(r)
}

// viewReader draws the unit, the state card or the pool.
func (s *Screen) viewReader(r part.Rect) ([]string, *tea.Cursor) {
	if r.W <= 0 || r.H <= 0 {
		return part.FitAll(s.env.Width, nil, r.W, r.H), nil
	}
	lines, cur := s.reader.View(r.W, r.H)
	s.frame.put(paneUnit, r)
	if cur != nil {
		cur = part.CursorIn(r.X+cur.X, r.Y+cur.Y)
	}
	return lines, cur
}

// onePane is a bar of tabs, the pane in focus, and a line that keeps the rest
// in sight.
func (s *Screen) onePane(all part.Rect) ([]string, *tea.Cursor) {
	rows := part.Stack(all, part.Fixed(1), part.Fill(1), part.Fixed(1))
	s.frame.tabs = rows[0]
	out := []string{s.viewTabs(all.W)}
	lines, cur := s.viewPane(s.focus, rows[1])
	out = append(out, lines...)
	if len(out) < all.H {
		out = append(out, s.statusLine(all.W))
	}
	return out[:min(len(out), all.H)], cur
}

// tabs are the names of the panes where one fits.
func (s *Screen) tabs() []struct {
	pane pane
	name string
} {
	reads := map[workbench.Pane]string{workbench.ReadState: "6 State", workbench.ReadPool: "7 Pool"}[s.reader.Reads()]
	if reads == "" {
		reads = "4 Unit"
	}
	return []struct {
		pane pane
		name string
	}{{paneA, "1 A"}, {paneB, "2 B"}, {paneDecision, "3 Decision"}, {paneUnit, reads}, {paneWords, "5 Differences"}}
}

func (s *Screen) viewTabs(w int) string {
	t := s.env.Theme
	var b strings.Builder
	for _, x := range s.tabs() {
		if x.pane == s.focus {
			b.WriteString(" " + t.Accent.Render("▌") + t.Strong.Render(x.name) + " ")
		} else {
			b.WriteString("  " + t.Muted.Render(x.name) + " ")
		}
	}
	return s.env.Width.Fit(b.String(), w)
}

// statusLine is what is decided and what is not.
func (s *Screen) statusLine(w int) string {
	t := s.env.Theme
	in := s.now.In
	words := []string{
		fmt.Sprintf("A %s (%d) · B %s (%d)", s.clean(string(in.A.Verdict)), in.A.Confidence, s.clean(string(in.B.Verdict)), in.B.Confidence),
	}
	switch n := len(s.missing()); {
	case s.decided():
		words = append(words, t.Good.Render("decided ✓"))
	case n == 0:
		words = append(words, t.Good.Render("✓ nothing is missing"))
	default:
		words = append(words, t.Warn.Render(fmt.Sprintf("%d open", len(s.now.Open))), t.Warn.Render(fmt.Sprintf("✗ %d missing", n)))
	}
	if n := len(s.facts.lost); n > 0 {
		words = append(words, fmt.Sprintf("%s lost", part.Many(n, "branch")))
	}
	return s.env.Width.Fit(" "+strings.Join(words, " · "), w)
}
