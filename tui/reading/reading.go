// Package reading shows the text of one unit to screens that judge rather than
// build: numbered as in its file, coloured, searched sideways and down, with the
// lines marked that certificates quote.
package reading

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/tui/code"
	"suffice/tui/keys"
	"suffice/tui/part"
)

// Quote marks lines that somebody quotes: By is clean and short, such as "A" or
// "G2"; From and To are lines of the source file.
type Quote struct {
	By       string
	From, To int
}

// Pane is the text of a unit. Its zero value is not usable; see New.
type Pane struct {
	env    *part.Env
	unit   card.Unit
	shown  bool
	text   *code.Text
	tokens code.Tokens         // nil until they are lexed, or for ever
	rulers map[int]*code.Ruler // of the long lines
	list   part.List
	x      int // first cell in sight
	width  int // of the rows at the last View

	selecting bool
	anchor    int // the line the selection began at

	quotes  map[int]string // by line: who quotes it
	drawn   uint64         // counts changes of what all rows look like
	lexed   map[lexKey]code.Tokens
	lexing  bool
	painter *code.Painter
	places  map[string]place // where each unit was left
}

// lexKey names lexed text: the same content in the same language.
type lexKey struct {
	hash     [32]byte
	language string
}

type place struct{ cursor, top, x int }

// maxLexed bounds how many lexed units are kept.
const maxLexed = 64

// lexedMsg brings lexed text, and the measures of its very long lines.
type lexedMsg struct {
	to     *Pane
	key    lexKey
	unit   string
	tokens code.Tokens
	rulers map[int]*code.Ruler
}

// New is a pane that shows no unit yet.
func New(env *part.Env) *Pane {
	p := &Pane{env: env, lexed: map[lexKey]code.Tokens{}, places: map[string]place{}}
	p.list.Quiet = true
	p.list.Rows = rows{p}
	return p
}

// Unit is the unit that is shown, false for none.
func (p *Pane) Unit() (card.Unit, bool) { return p.unit, p.shown }

// Show shows a unit where it was left, in plain text until its colours are
// known. Showing what is shown already changes only its marks.
func (p *Pane) Show(u card.Unit, quotes []Quote) tea.Cmd {
	if p.shown && p.unit.ID == u.ID {
		p.mark(quotes)
		return nil
	}
	if p.shown {
		p.places[p.unit.ID] = place{p.list.Cursor, p.list.Top, p.x}
	}
	p.unit, p.shown, p.text = u, true, code.NewText(&u)
	p.rulers, p.selecting = map[int]*code.Ruler{}, false
	was := p.places[u.ID]
	p.list.Cursor, p.list.Top, p.x = was.cursor, was.top, was.x
	p.mark(quotes)
	return p.lex()
}

// Empty shows no unit.
func (p *Pane) Empty() {
	p.shown, p.selecting = false, false
	p.drawn++
}

// GoTo puts the cursor on a line of the source file, if it is shown.
func (p *Pane) GoTo(line int) {
	if !p.shown {
		return
	}
	if i, ok := p.text.Index(line); ok {
		p.list.To(min(i+3, len(p.text.Lines)-1)) // with a little of what follows
		p.list.To(i)
	}
}

// mark works out which lines are quoted, and by whom.
func (p *Pane) mark(quotes []Quote) {
	p.quotes = map[int]string{}
	for _, q := range quotes {
		for n := max(q.From, p.text.First); n <= q.To; n++ {
			i, ok := p.text.Index(n)
			if !ok {
				break
			}
			if by := strings.Fields(p.quotes[i]); !slices.Contains(by, q.By) {
				p.quotes[i] = strings.Join(append(by, q.By), " ")
			}
		}
	}
	p.drawn++
}

// lex starts lexing the unit, unless its colours are known. One unit is lexed
// at a time, so that running through many lexes only where one stops.
func (p *Pane) lex() tea.Cmd {
	key := lexKey{p.text.Hash, code.Language(p.unit.Path)}
	tokens, known := p.lexed[key]
	p.tokens = tokens
	var long []int
	for i, l := range p.text.Lines {
		if len(l) > 1<<16 && p.rulers[i] == nil {
			long = append(long, i)
		}
	}
	if known && len(long) == 0 || p.lexing {
		return nil
	}
	p.lexing = true
	text, width, tab, id := p.text, *p.env.Width, p.env.Tab, p.unit.ID
	return func() tea.Msg {
		m := lexedMsg{to: p, key: key, unit: id, tokens: tokens, rulers: map[int]*code.Ruler{}}
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

// Update takes the answers of the pane's own commands, and notices that colours
// changed.
func (p *Pane) Update(msg tea.Msg) tea.Cmd {
	switch m := msg.(type) {
	case lexedMsg:
		if m.to == p {
			return p.colour(m)
		}
	case part.LookMsg:
		p.painter, p.rulers = nil, map[int]*code.Ruler{}
		p.list.Forget()
		p.drawn++
	}
	return nil
}

func (p *Pane) colour(m lexedMsg) tea.Cmd {
	p.lexing = false
	if len(p.lexed) >= maxLexed {
		clear(p.lexed)
	}
	p.lexed[m.key] = m.tokens
	if !p.shown {
		return nil
	}
	if p.unit.ID == m.unit {
		for i, r := range m.rulers {
			p.rulers[i] = r
		}
	}
	p.drawn++
	return p.lex() // of the unit that is shown by now
}

// Do moves through the lines and selects them; see Bindings. It reports false
// for what means nothing here now.
func (p *Pane) Do(a keys.Action) bool {
	if !p.shown || len(p.text.Lines) == 0 {
		return false
	}
	switch a {
	case Left, Right:
		return p.scrollX(a)
	case LineStart:
		p.x = 0
	case LineEnd:
		p.x = max(p.ruler(p.list.Cursor).Whole()-p.width/2, 0)
	case Select:
		p.selecting, p.anchor = true, p.list.Cursor
	case Unselect:
		if !p.selecting {
			return false
		}
		p.selecting = false
	default:
		return p.list.Do(a)
	}
	p.drawn++
	return true
}

// Scroll scrolls by rows, as a wheel does.
func (p *Pane) Scroll(n int) {
	if p.shown {
		p.list.Scroll(n)
	}
}

// Click puts the cursor on the line at y of the last View.
func (p *Pane) Click(y int) {
	if i, ok := p.list.At(y); ok && p.shown {
		p.list.To(i)
	}
}

// Selecting reports whether lines are being selected.
func (p *Pane) Selecting() bool { return p.selecting }

// Selection is the first and last selected line by number, or the line under
// the cursor; false when there is none.
func (p *Pane) Selection() (from, to int, ok bool) {
	if !p.shown || len(p.text.Lines) == 0 {
		return 0, 0, false
	}
	from, to = p.span()
	return p.text.Number(from), p.text.Number(to), true
}

// Quotation is the selection as a quotation and lets the selection go. The
// error says why these lines cannot be quoted.
func (p *Pane) Quotation() (certificate.Quotation, error) {
	from, to, _ := p.Selection()
	p.selecting = false
	p.drawn++
	return certificate.Quotable(p.unit, from, to)
}

// span is the first and last selected line by position.
func (p *Pane) span() (from, to int) {
	if !p.selecting {
		return p.list.Cursor, p.list.Cursor
	}
	return min(p.anchor, p.list.Cursor), max(p.anchor, p.list.Cursor)
}
