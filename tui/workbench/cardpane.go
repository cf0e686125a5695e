package workbench

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/certificate/card"
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
	pane := part.Pane{Title: s.title("1 State"), Focus: s.focus == paneState}
	if s.frame.kind == twoPanes {
		pane.Right = "2 Pool"
	}
	in := r.Inner()
	s.frame.put(paneState, r, 2)
	s.makeCardRows(in.W)
	lines := []string{s.viewTabs(in.W), s.look.border.Paint(strings.Repeat("─", in.W))}
	lines = append(lines, p.list().View(s.env, in.W, max(in.H-2, 0), s.focus == paneState)...)
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

func (s *Screen) cardRows(t tab, w int) []cardRow {
	c := &s.now.State.Card
	switch t {
	case tabNeed:
		return s.needRows(w)
	case tabIssue:
		return s.textRows(c.Issue, w, "The issue text is missing.", cardText)
	case tabSeen:
		return s.textRows(c.Observation, w, "Nothing was observed last.", cardCode)
	case tabHistory:
		return s.historyRows(w)
	case tabDiff:
		return s.textRows(c.Diff, w, "No change to the code at this boundary.", cardCode)
	}
	return s.textRows(c.TestOutput, w, "No test was run before this boundary.", cardCode)
}

// textRows wraps a text; when there is none it says so.
func (s *Screen) textRows(text string, w int, none string, kind cardKind) []cardRow {
	if strings.TrimSpace(text) == "" {
		return []cardRow{{}, {text: none, kind: cardQuiet, step: -1}}
	}
	var rows []cardRow
	for _, line := range s.env.Width.Lines(text, s.env.Tab) {
		k := kind
		if kind == cardCode {
			k = diffKind(line)
		}
		for _, part := range s.env.Width.Wrap(line, w) {
			rows = append(rows, cardRow{text: part, kind: k, step: -1})
		}
	}
	return rows
}

// diffKind tells added from removed lines; the signs in the text say the same.
func diffKind(line string) cardKind {
	switch {
	case strings.HasPrefix(line, "+"):
		return cardAdded
	case strings.HasPrefix(line, "-"):
		return cardRemoved
	case strings.HasPrefix(line, "@@"):
		return cardQuiet
	}
	return cardText
}

// needRows is what the agent wants to know, and what it had in hand.
func (s *Screen) needRows(w int) []cardRow {
	c := &s.now.State.Card
	var rows []cardRow
	section := func(head, text string) {
		if strings.TrimSpace(text) == "" {
			return
		}
		if len(rows) > 0 {
			rows = append(rows, cardRow{step: -1})
		}
		rows = append(rows, cardRow{text: head, kind: cardHead, step: -1})
		rows = append(rows, s.textRows(text, w, "", cardText)...)
	}
	section("Information need", c.Need)
	section("Subgoal", c.Subgoal)
	section("Hypothesis", c.Hypothesis)
	if len(c.OpenedFiles) > 0 {
		rows = append(rows, cardRow{step: -1}, cardRow{text: "Opened files", kind: cardHead, step: -1})
		for _, f := range c.OpenedFiles {
			rows = append(rows, s.pathRow("", f, 0, 0, w))
		}
	}
	section("Searches", strings.Join(c.Queries, "\n"))
	var id []string
	for _, x := range []string{c.ID, c.Repo, c.BaseCommit, c.Split} {
		if x != "" {
			id = append(id, x)
		}
	}
	section("State", strings.Join(id, "\n"))
	return rows
}

// pathRow names a file and how many units of it the pool holds.
func (s *Screen) pathRow(before, path string, from, to, w int) cardRow {
	text := before + s.clean(path)
	if l := lineRange(from, to); l != "" {
		text += ":" + l
	}
	note := ""
	if n := len(s.shelf.inFile(path)); n > 0 {
		note = fmt.Sprintf("  %d in pool", n)
	}
	room := max(w-s.env.Width.Of(note), 1)
	return cardRow{text: s.env.Width.Tail(text, min(room, s.env.Width.Of(text))) + note, kind: cardPath, path: path, from: from, to: to, step: -1}
}

// historyRows is the prefix of the trajectory as a timeline.
func (s *Screen) historyRows(w int) []cardRow {
	steps := s.now.State.Card.Steps
	if len(steps) == 0 {
		return s.textRows("", w, "Nothing happened before this decision.", cardText)
	}
	var rows []cardRow
	for i := range steps {
		st := &steps[i]
		sign := "▸"
		if s.card.open[i] {
			sign = "▾"
		}
		head := fmt.Sprintf("%s %s  %s", sign, s.clean(st.Label), s.clean(strings.ReplaceAll(st.Action, "_", " ")))
		rows = append(rows, cardRow{text: head, kind: cardStep, step: i})
		if !s.card.open[i] {
			if in := firstLine(st.Input); in != "" {
				in = s.clean(in)
				rows = append(rows, cardRow{text: "│ " + s.env.Width.Fit(in, clamp(s.env.Width.Of(in), 1, max(w-2, 1))), kind: cardQuiet, step: i})
			}
			continue
		}
		rows = append(rows, s.stepRows(st, i, w)...)
	}
	return rows
}

// stepFile is the file that a step read, and its lines where they are known;
// an empty path when it read none.
func stepFile(st *card.Step) card.Span {
	switch {
	case st.Read != nil:
		return *st.Read
	case st.Action == "read_file":
		return card.Span{Path: firstLine(st.Input)}
	}
	return card.Span{}
}

// stepRows are the details of a step. Neither its tool nor its model is told:
// they would name the planner.
func (s *Screen) stepRows(st *card.Step, i, w int) []cardRow {
	var rows []cardRow
	add := func(r ...cardRow) {
		for _, x := range r {
			x.text = "│ " + x.text
			if x.step < 0 && x.path == "" {
				x.step = i
			}
			rows = append(rows, x)
		}
	}
	inner := max(w-2, 1)
	if strings.TrimSpace(st.Input) != "" {
		if f := stepFile(st); f.Path != "" {
			add(s.pathRow("", f.Path, f.LineStart, f.LineEnd, inner))
		} else {
			add(s.textRows(st.Input, inner, "", cardText)...)
		}
	}
	if st.Status != "" || st.Exit != nil && *st.Exit != 0 {
		said := s.clean(st.Status)
		if st.Exit != nil {
			said = strings.TrimSpace(fmt.Sprintf("%s exit %d", said, *st.Exit))
		}
		add(cardRow{text: said, kind: cardQuiet, step: i})
	}
	if len(st.Results) > 0 {
		add(cardRow{text: part.Many(len(st.Results), "result"), kind: cardHead, step: i})
		for k, hit := range st.Results {
			add(s.pathRow(fmt.Sprintf("%d. ", k+1), hit.Path, hit.LineStart, hit.LineEnd, inner))
		}
	}
	if strings.TrimSpace(st.Output) != "" {
		add(cardRow{text: "Output", kind: cardHead, step: i})
		add(s.textRows(strings.Trim(st.Output, "\r\n"), inner, "", cardCode)...)
	}
	return rows
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

// openPath unfolds a step, or shows the pool units of a file.
func (s *Screen) openPath() (tea.Cmd, bool) {
	s.makeCardRows(max(s.frame.inner(paneState).W, 10))
	row := s.card.row()
	if row.path != "" {
		return s.toFile(row), true
	}
	if row.step < 0 || s.card.tab != tabHistory {
		return nil, false
	}
	if s.card.open == nil {
		s.card.open = map[int]bool{}
	}
	s.card.open[row.step] = !s.card.open[row.step]
	s.card.width[tabHistory] = 0
	s.makeCardRows(max(s.frame.inner(paneState).W, 10))
	for i, r := range s.card.rows[tabHistory] {
		if r.kind == cardStep && r.step == row.step {
			s.card.list().To(i)
		}
	}
	return nil, true
}

// toFile filters the pool to the units of a file and goes to the one that
// holds the lines named.
func (s *Screen) toFile(row cardRow) tea.Cmd {
	in := s.shelf.inFile(row.path)
	if len(in) == 0 {
		return toast(part.Quiet, "no unit of "+s.clean(slash(row.path))+" is in the pool")
	}
	file := s.shelf.path[in[0]]
	if strings.ContainsAny(file, " \"") {
		file = `"` + strings.ReplaceAll(file, `"`, "") + `"`
	}
	s.setFilter("path:" + file)
	cmd := s.focusOn(panePool)
	for _, i := range in {
		u := &s.shelf.pool.Units[i]
		if row.from >= 1 && u.LineStart <= row.from && row.from <= u.LineEnd {
			return tea.Batch(cmd, s.showPosition(i))
		}
	}
	s.pool.list.To(0)
	return tea.Batch(cmd, s.showUnit())
}

// stepTab goes to the next or previous tab.
func (s *Screen) stepTab(n int) {
	s.card.tab = (s.card.tab + tab(n) + tabs) % tabs
}
