package workbench

import (
	"fmt"
	"strings"

	"suffice/tui/code"
	"suffice/tui/part"
)

// tab is one part of the state card.
type tab int

const (
	tabNeed tab = iota
	tabIssue
	tabSeen
	tabHistory
	tabDiff
	tabTest
	tabs
)

// cardPane shows the state card: what the agent knows and wants.
type cardPane struct {
	tab   tab
	lists [tabs]part.List
	open  map[int]bool // steps of the history that are unfolded
	rows  [tabs][]cardRow
	width [tabs]int // for which the rows were made; 0 when they have to be made
	drawn int
}

// cardRow is one line of a part of the state card.
type cardRow struct {
	text     string // clean
	kind     cardKind
	path     string // the file that enter goes to; empty when none
	from, to int    // lines of it
	step     int    // the step that enter folds; -1 when none
}

type cardKind int

const (
	cardText cardKind = iota
	cardHead
	cardQuiet
	cardPath
	cardStep
	cardAdded
	cardRemoved
	cardCode
)

func (p *cardPane) forget() {
	p.drawn++
	p.width = [tabs]int{}
	for i := range p.lists {
		p.lists[i].Forget()
	}
}

func (p *cardPane) list() *part.List { return &p.lists[p.tab] }

// row is the row under the cursor.
func (p *cardPane) row() cardRow {
	rows := p.rows[p.tab]
	if i := p.list().Cursor; i >= 0 && i < len(rows) {
		return rows[i]
	}
	return cardRow{step: -1}
}

// tabNames are the tabs with what they hold: a count, or nothing.
func (s *Screen) tabNames() [tabs]string {
	history := "History"
	if n := len(s.now.State.Card.Steps); n > 0 {
		history += fmt.Sprintf(" %d", n)
	}
	return [tabs]string{"Need", "Issue", "Seen", history, "Diff", "Test"}
}

// tabBlank reports whether there is nothing to see in a tab.
func (s *Screen) tabBlank(t tab) bool {
	c := &s.now.State.Card
	switch t {
	case tabIssue:
		return strings.TrimSpace(c.Issue) == ""
	case tabSeen:
		return strings.TrimSpace(c.Observation) == ""
	case tabHistory:
		return len(c.Steps) == 0
	case tabDiff:
		return strings.TrimSpace(c.Diff) == ""
	case tabTest:
		return strings.TrimSpace(c.TestOutput) == ""
	}
	return false
}

// viewState draws the state card in a pane: its tabs, then the part in front.
func (s *Screen) viewState(r part.Rect) []string {
	p := &s.card
	pane := part.Pane{Title: s.title("1 State"), Focus: s.lit(paneState)}
	if s.frame.kind == twoPanes {
		pane.Right = s.title("2 Pool")
	}
	in := r.Inner()
	s.frame.put(paneState, r, 2)
	s.makeCardRows(in.W)
	lines := []string{s.viewTabs(in.W), s.look.border.Paint(strings.Repeat("─", in.W))}
	lines = append(lines, p.list().View(s.env, in.W, max(in.H-2, 0), s.lit(paneState))...)
	pane.Bar = p.list().Bar()
	return pane.Draw(s.env, r.W, r.H, lines)
}

func (s *Screen) viewTabs(w int) string {
	var b strings.Builder
	names := s.tabNames()
	gap := " "
	if need := s.env.Width.Of(strings.Join(names[:], " ")) + 2 + 2*len(names); need <= w {
		gap = "  "
	}
	for t, name := range names {
		b.WriteString(gap)
		switch {
		case tab(t) == s.card.tab:
			code.NewPen(s.env.Theme.Strong.Underline(true)).Write(&b, name)
		case s.tabBlank(tab(t)):
			s.look.faint.Write(&b, name)
		default:
			s.look.muted.Write(&b, name)
		}
	}
	return s.env.Width.Fit(b.String(), w)
}

// makeCardRows makes the rows of the tab in front for a width, unless they are there.
func (s *Screen) makeCardRows(w int) {
	p := &s.card
	if p.width[p.tab] == w && p.rows[p.tab] != nil {
		return
	}
	p.width[p.tab] = w
	p.drawn++
	rows := s.cardRows(p.tab, max(w-3, 1))
	p.rows[p.tab] = rows
	p.list().Rows = cardRows{s, rows}
	p.list().To(p.list().Cursor)
}

// cardRows draws the rows of a part of the state card.
type cardRows struct {
	s    *Screen
	rows []cardRow
}

func (r cardRows) Len() int { return len(r.rows) }

func (r cardRows) Key(i int) uint64 { return uint64(r.s.card.drawn)<<32 | uint64(uint32(i)) }

func (r cardRows) Line(i, w int) string {
	row := r.rows[i]
	l := &r.s.look
	pen := map[cardKind]code.Pen{
		cardText: l.text, cardCode: l.text, cardHead: l.strong, cardQuiet: l.muted, cardPath: l.accent,
		cardStep: l.bold, cardAdded: l.good, cardRemoved: l.bad,
	}[row.kind]
	text := row.text
	lead := ""
	if rest, ok := strings.CutPrefix(text, "│ "); ok {
		lead, text = l.faint.Paint("│ "), rest
	}
	return r.s.env.Width.Fit(lead+pen.Paint(text), w)
}

// stepTab goes to the next or previous tab.
func (s *Screen) stepTab(n int) {
	s.card.tab = (s.card.tab + tab(n) + tabs) % tabs
}
