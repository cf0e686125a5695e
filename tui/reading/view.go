package reading

import (
	"fmt"
	"strconv"
	"strings"

	"suffice/tui/cell"
	"suffice/tui/code"
	"suffice/tui/keys"
	"suffice/tui/part"
	"suffice/tui/theme"
)

// sideStep is how many cells a key scrolls sideways.
const sideStep = 8

// View draws the unit into a pane of r.W by r.H cells; nothing says what stands
// there while no unit is shown. Where the pane leaves its note, foot and bar
// empty they tell of the unit.
func (p *Pane) View(pane part.Pane, w, h int, nothing string) []string {
	in := part.Rect{W: w, H: h}.Inner()
	p.width = in.W
	if !p.shown || len(p.text.Lines) == 0 {
		if p.shown {
			nothing = "The excerpt of this unit is empty."
		}
		return pane.Draw(p.env, w, h, p.middle(in.W, in.H, nothing))
	}
	if p.painter == nil {
		p.painter = code.NewPainter(p.env.Width, p.env.Theme, p.env.Tab)
	}
	if pane.Foot == "" {
		pane.Foot = p.foot()
	}
	for i := range in.H { // rulers of the long lines in sight
		if k := p.list.Top + i; k < len(p.text.Lines) && code.Long(p.text.Lines[k]) {
			p.ruler(k)
		}
	}
	lines := p.list.View(p.env, in.W, in.H, pane.Focus)
	pane.Bar = p.list.Bar()
	return pane.Draw(p.env, w, h, lines)
}

// foot says where the cursor is, or how much is selected.
func (p *Pane) foot() string {
	if p.selecting {
		from, to := p.span()
		return part.Many(to-from+1, "line") + " selected"
	}
	at := "line " + strconv.Itoa(p.text.Number(min(p.list.Cursor, len(p.text.Lines)-1)))
	if p.x > 0 {
		at += " · from column " + strconv.Itoa(p.x+1)
	}
	return at
}

// Excerpt says how much of the unit's lines are shown.
func (p *Pane) Excerpt() string {
	if !p.shown {
		return ""
	}
	shown, span := p.unit.LineNumbers()
	if span > shown {
		return fmt.Sprintf("excerpt: %d of %d lines", shown, span)
	}
	return part.Many(shown, "line")
}

// middle is one quiet sentence in the middle.
func (p *Pane) middle(w, h int, text string) []string {
	out := make([]string, 0, h)
	said := p.env.Width.Wrap(text, max(w-4, 1))
	for range max((h-len(said))/2, 0) {
		out = append(out, cell.Spaces(w))
	}
	for _, l := range said {
		pad := max((w-p.env.Width.Of(l))/2, 0)
		out = append(out, p.env.Width.Fit(cell.Spaces(pad)+p.env.Theme.Muted.Render(l), w))
	}
	return part.FitAll(p.env.Width, out, w, h)
}

// rows draws the lines of the unit.
type rows struct{ p *Pane }

func (r rows) Len() int {
	if !r.p.shown {
		return 0
	}
	return len(r.p.text.Lines)
}

func (r rows) Key(i int) uint64 {
	key := r.p.drawn<<33 | uint64(uint32(i))<<1
	if r.p.selected(i) {
		key |= 1
	}
	return key
}

// Line is the number, the text, and who quotes it.
func (r rows) Line(i, w int) string {
	p := r.p
	t, m := p.env.Theme, p.env.Width
	digits := max(len(strconv.Itoa(p.text.Number(max(len(p.text.Lines)-1, 0)))), 3)
	sign := " "
	if p.selected(i) {
		sign = "┃"
	}
	quote := ""
	if by := p.quotes[i]; by != "" {
		quote = " ” " + m.Fit(by, min(m.Of(by), 12))
	}
	room := max(w-digits-1-m.Of(quote), 0)
	var b strings.Builder
	b.WriteString(t.Faint.Render(m.Right(strconv.Itoa(p.text.Number(i)), digits)))
	b.WriteString(t.Accent.Render(sign))
	b.WriteString(p.painter.Paint(p.row(i), p.x, room))
	b.WriteString(t.Accent.Render(quote))
	line := m.Fit(b.String(), w)
	if p.selected(i) {
		line = theme.Over(t.Selected, line)
	}
	return line
}

func (p *Pane) selected(i int) bool {
	if !p.selecting {
		return false
	}
	from, to := p.span()
	return i >= from && i <= to
}

// row is line i ready to paint.
func (p *Pane) row(i int) code.Row {
	r := code.Row{Text: p.text.Lines[i], Hit: -1}
	if i < len(p.tokens) {
		r.Spans = p.tokens[i]
	}
	if code.Long(r.Text) {
		r.Ruler = p.rulers[i]
	}
	return r
}

// ruler is the ruler of a line, kept when the line is long.
func (p *Pane) ruler(i int) *code.Ruler {
	if r, ok := p.rulers[i]; ok {
		return r
	}
	r := code.NewRuler(p.text.Lines[i], p.env.Width, p.env.Tab)
	if code.Long(p.text.Lines[i]) {
		p.rulers[i] = r
	}
	return r
}

// scrollX scrolls sideways, no further than the lines in sight go.
func (p *Pane) scrollX(a keys.Action) bool {
	n := sideStep
	if a == Left {
		n = -n
	}
	x := max(p.x+n, 0)
	if n > 0 {
		wider := false
		for i := p.list.Top; i < min(p.list.Top+p.list.Height(), len(p.text.Lines)); i++ {
			wider = wider || p.ruler(i).Wider(x)
		}
		if !wider {
			return false
		}
	}
	if x == p.x {
		return false
	}
	p.x = x
	p.drawn++
	return true
}
