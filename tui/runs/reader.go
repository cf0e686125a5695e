package runs

import (
	"fmt"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"suffice/certificate/card"
	"suffice/tui/cell"
	"suffice/tui/code"
	"suffice/tui/keys"
	"suffice/tui/part"
)

// Reader shows the text of one unit with its real line numbers. It lexes
// beside the update loop and shows plain text until that is done.
type Reader struct {
	env     *part.Env
	unit    card.Unit
	text    *code.Text // nil while nothing is shown
	tokens  code.Tokens
	rulers  map[int]*code.Ruler
	list    part.List
	x       int // first cell in sight
	gen     int
	drawn   uint64
	painter *code.Painter
}

// lexedMsg brings the colours of a unit.
type lexedMsg struct {
	to     *Reader
	gen    int
	tokens code.Tokens
	rulers map[int]*code.Ruler
}

// NewReader is a reader that shows nothing.
func NewReader(e *part.Env) *Reader {
	r := &Reader{env: e}
	r.list.Rows, r.list.Quiet = readerRows{r}, true
	return r
}

// Open reports whether a unit is shown.
func (r *Reader) Open() bool { return r.text != nil }

// Shut shows nothing any more.
func (r *Reader) Shut() { r.text = nil }

// Show shows a unit; the command brings its colours.
func (r *Reader) Show(u card.Unit) tea.Cmd {
	if r.text != nil && r.unit.ID == u.ID && r.unit.Text == u.Text {
		return nil
	}
	r.gen++
	r.drawn++
	r.unit, r.text, r.tokens, r.x = u, code.NewText(&u), nil, 0
	r.rulers = map[int]*code.Ruler{}
	r.list.Forget()
	r.list.To(0)
	text, width, tab, gen := r.text, *r.env.Width, r.env.Tab, r.gen
	return func() tea.Msg {
		m := lexedMsg{to: r, gen: gen, tokens: code.Lex(code.Language(u.Path), text), rulers: map[int]*code.Ruler{}}
		for i, l := range text.Lines {
			if code.Long(l) {
				m.rulers[i] = code.NewRuler(l, &width, tab)
				m.rulers[i].Whole()
			}
		}
		return m
	}
}

// Update takes the colours of the unit shown, and a new look.
func (r *Reader) Update(msg tea.Msg) {
	switch m := msg.(type) {
	case lexedMsg:
		if m.to == r && m.gen == r.gen {
			r.tokens, r.rulers = m.tokens, m.rulers
			r.drawn++
		}
	case part.LookMsg:
		r.painter = nil
		r.drawn++
		r.list.Forget()
	}
}

// Do moves in the text.
func (r *Reader) Do(a keys.Action) bool { return r.list.Do(a) }

// Scroll scrolls by n lines.
func (r *Reader) Scroll(n int) { r.list.Scroll(n) }

// Sideways scrolls by n cells; false when there is nothing there.
func (r *Reader) Sideways(n int) bool {
	x := max(r.x+n, 0)
	wider := n < 0
	for i := r.list.Top; n > 0 && i < min(r.list.Top+r.list.Height(), len(r.text.Lines)); i++ {
		wider = wider || r.ruler(i).Wider(x)
	}
	if !wider || x == r.x {
		return false
	}
	r.x = x
	r.drawn++
	return true
}

func (r *Reader) ruler(i int) *code.Ruler {
	if have, ok := r.rulers[i]; ok {
		return have
	}
	return code.NewRuler(r.text.Lines[i], r.env.Width, r.env.Tab)
}

// Name is the unit's path and lines, clean.
func (r *Reader) Name() string { return UnitName(r.env, r.unit) }

// title is the name and how much of its lines the excerpt shows, for a pane of
// w cells: the name gives way at its beginning.
func (r *Reader) title(w int) string {
	m := r.env.Width
	name, rest := r.Name(), ""
	if shown, span := r.unit.LineNumbers(); shown < span {
		rest = fmt.Sprintf(" · excerpt: %s of %s lines", thousands(shown), thousands(span))
	}
	room := max(w-14-m.Of(rest), 12)
	return m.Tail(name, min(m.Of(name), room)) + rest
}

// UnitName is a unit's path and lines for people, clean.
func UnitName(e *part.Env, u card.Unit) string {
	text := u.Path
	if text == "" {
		text = u.ID
	}
	if u.LineStart > 0 {
		text += ":" + strconv.Itoa(u.LineStart) + "-" + strconv.Itoa(u.LineEnd)
	}
	return e.Width.Clean(text, 1)
}

// View draws the unit in a pane of w by h cells.
func (r *Reader) View(p part.Pane, w, h int) []string {
	in := part.Rect{W: w, H: h}.Inner()
	if r.text == nil {
		return p.Draw(r.env, w, h, nil)
	}
	if r.painter == nil {
		r.painter = code.NewPainter(r.env.Width, r.env.Theme, r.env.Tab)
	}
	p.Note = r.title(in.W)
	if r.unit.Symbol != "" {
		p.Right = r.env.Width.Clean(r.unit.Symbol, 1)
	}
	if len(r.text.Lines) == 0 {
		return p.Draw(r.env, w, h, part.FitAll(r.env.Width, []string{" The excerpt of this unit is empty."}, in.W, in.H))
	}
	p.Foot = "line " + strconv.Itoa(r.text.Number(min(r.list.Cursor, len(r.text.Lines)-1)))
	if r.x > 0 {
		p.Foot += " · from column " + thousands(r.x+1)
	}
	lines := r.list.View(r.env, in.W, in.H, p.Focus)
	p.Bar = r.list.Bar()
	return p.Draw(r.env, w, h, lines)
}

// At puts the cursor on the line at y of the last View.
func (r *Reader) At(y int) {
	if i, ok := r.list.At(y); ok {
		r.list.To(i)
	}
}

// readerRows draws the lines of the unit.
type readerRows struct{ r *Reader }

func (l readerRows) Len() int {
	if l.r.text == nil {
		return 0
	}
	return len(l.r.text.Lines)
}

func (l readerRows) Key(i int) uint64 { return l.r.drawn<<24 | uint64(i) }

func (l readerRows) Line(i, w int) string {
	r := l.r
	digits := max(len(strconv.Itoa(r.text.Number(len(r.text.Lines)-1))), 3)
	row := code.Row{Text: r.text.Lines[i], Hit: -1, Ruler: r.rulers[i]}
	if i < len(r.tokens) {
		row.Spans = r.tokens[i]
	}
	number := r.env.Theme.Faint.Render(r.env.Width.Right(strconv.Itoa(r.text.Number(i)), digits))
	room := max(w-digits-1, 0)
	return r.env.Width.Fit(number+cell.Spaces(1)+r.painter.Paint(row, r.x, room), w)
}
