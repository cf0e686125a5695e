package workbench

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"suffice/certificate/card"
	"suffice/tui/cell"
	"suffice/tui/code"
	"suffice/tui/part"
)

// unitPane is the text of the unit under the cursor.
type unitPane struct {
	at      int // position in the pool
	shown   bool
	text    *code.Text
	excerpt string      // how much of the unit that is
	tokens  code.Tokens // nil until they are lexed, or for ever
	rulers  map[int]*code.Ruler
	list    part.List // of its lines
	x       int       // first cell in sight
	width   int       // of the rows at the last View

	selecting bool
	anchor    int // the line the selection began at

	query string
	hits  []code.Hit
	hit   int
	marks map[int][2]int // by line: first and last+1 hit

	quotes  map[int]string // by line: labels of the groups that quote it
	drawn   int            // counts changes of what all rows look like
	lexed   map[lexKey]code.Tokens
	lexing  bool // a command is lexing
	painter *code.Painter
	places  map[int]unitPlace // where each unit was left
}

// lexKey names lexed text: the same content in the same language.
type lexKey struct {
	hash     [32]byte
	language string
}

// unitPlace is where a unit was left.
type unitPlace struct{ cursor, top, x int }

// maxLexed bounds how many lexed units are kept.
const maxLexed = 256

// preparedMsg brings lexed text, and the measures of its very long lines.
type preparedMsg struct {
	to     *Screen
	key    lexKey
	at     int
	tokens code.Tokens
	rulers map[int]*code.Ruler
}

// showUnit shows the unit that keys mean now.
func (s *Screen) showUnit() tea.Cmd {
	if i, ok := s.unitAt(); ok {
		return s.show(i)
	}
	return nil
}

// show shows a unit, with its colours when they are known and in plain text
// until they are.
func (s *Screen) show(i int) tea.Cmd {
	u := &s.unit
	if u.shown && u.at == i {
		return nil
	}
	if u.places == nil {
		u.places, u.lexed = map[int]unitPlace{}, map[lexKey]code.Tokens{}
	}
	if u.shown {
		u.places[u.at] = unitPlace{u.list.Cursor, u.list.Top, u.x}
	}
	u.at, u.shown, u.text = i, true, s.shelf.text(i)
	u.excerpt = excerpt(&s.shelf.pool.Units[i])
	u.rulers = map[int]*code.Ruler{}
	u.unselect()
	u.list.Rows = unitRows{s}
	u.requote(s)
	was := u.places[i]
	u.list.Cursor, u.list.Top, u.x = was.cursor, was.top, was.x
	u.search(s, u.query, u.list.Cursor)
	u.drawn++
	return s.lexUnit()
}

// lexUnit starts lexing the unit, unless its colours are known. One unit is
// lexed at a time: whoever runs through the pool gets the colours of the unit
// where they stop, not those of all they passed.
func (s *Screen) lexUnit() tea.Cmd {
	u := &s.unit
	key := lexKey{u.text.Hash, language(&s.shelf.pool.Units[u.at])}
	tokens, known := u.lexed[key]
	u.tokens = tokens
	var long []int
	for _, i := range longLines(u.text) {
		if u.rulers[i] == nil {
			long = append(long, i)
		}
	}
	if known && len(long) == 0 || u.lexing {
		return nil
	}
	u.lexing = true
	text, width, tab, at := u.text, *s.env.Width, s.env.Tab, u.at
	return func() tea.Msg {
		m := preparedMsg{to: s, key: key, at: at, tokens: tokens, rulers: map[int]*code.Ruler{}}
		if !known {
			m.tokens = code.Lex(key.language, text)
		}
		for _, i := range long {
			r := code.NewRuler(text.Lines[i], &width, tab)
			r.Whole()
			m.rulers[i] = r
		}
		return m
	}
}

// language names the lexer of a unit, by its file name only.
func language(u *card.Unit) string { return code.Language(u.Path) }

// longLines are the lines whose measuring is worth a command.
func longLines(t *code.Text) []int {
	var out []int
	for i, l := range t.Lines {
		if len(l) > 1<<16 {
			out = append(out, i)
		}
	}
	return out
}

func (s *Screen) prepared(m preparedMsg) tea.Cmd {
	u := &s.unit
	u.lexing = false
	if len(u.lexed) >= maxLexed {
		clear(u.lexed)
	}
	u.lexed[m.key] = m.tokens
	if u.at == m.at {
		for i, r := range m.rulers {
			u.rulers[i] = r
		}
	}
	u.drawn++
	return s.lexUnit() // of the unit that is shown by now
}

// viewUnit draws the unit in a pane.
func (s *Screen) viewUnit(r part.Rect) []string {
	u := &s.unit
	s.frame.put(paneUnit, r, 0)
	pane := part.Pane{Title: s.title("4 Unit"), Focus: s.lit(paneUnit)}
	in := r.Inner()
	u.width = in.W
	if !u.shown {
		return pane.Draw(s.env, r.W, r.H, s.empty(in.W, in.H, "No unit under the cursor."))
	}
	pane.Note = s.look.text.Paint(s.unitTitle(in.W)) + s.look.muted.Paint(" · "+s.unit.excerpt)
	pane.Right = s.unitStanding()
	pane.Left = s.unitNeighbours(in.W)
	if n := len(u.text.Lines); n > 0 {
		pane.Foot = "line " + strconv.Itoa(u.text.Number(min(u.list.Cursor, n-1)))
		if u.x > 0 {
			pane.Foot += " · from column " + thousands(u.x+1)
		}
		if u.selecting {
			from, to := u.selection()
			pane.Foot = part.Many(to-from+1, "line") + " selected"
		}
	}
	below := ""
	if s.line.searches() || u.query != "" {
		below = s.viewSearch(in.W)
		in.H--
	}
	lines := s.unitLines(in)
	pane.Bar = u.list.Bar()
	if below != "" && in.H >= 0 {
		lines = append(lines, below)
	}
	return pane.Draw(s.env, r.W, r.H, lines)
}

func (s *Screen) unitLines(in part.Rect) []string {
	u := &s.unit
	for i, ok := 0, true; ok && i < in.H; i++ { // rulers of the long lines in sight
		if k := u.list.Top + i; k < len(u.text.Lines) && code.Long(u.text.Lines[k]) {
			u.ruler(s, k)
		}
	}
	if len(u.text.Lines) == 0 {
		return s.empty(in.W, in.H, "The excerpt of this unit is empty.")
	}
	return u.list.View(s.env, in.W, in.H, s.lit(paneUnit))
}

// blank is h lines of w spaces.
func blank(w, h int) []string {
	out := make([]string, max(h, 0))
	for i := range out {
		out[i] = cell.Spaces(w)
	}
	return out
}
