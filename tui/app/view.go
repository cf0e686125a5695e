package app

import (
	"cmp"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/review"
	"suffice/tui/cell"
	"suffice/tui/keys"
	"suffice/tui/part"
	"suffice/tui/theme"
)

// View is the frame: drawn once for every change, handed out again otherwise.
func (m *Model) View() tea.View {
	if m.fresh {
		return m.frame
	}
	m.drawn++
	v := tea.View{AltScreen: true, MouseMode: tea.MouseModeCellMotion, WindowTitle: "suffice"}
	if m.w > 0 && m.h > 0 {
		lines, cur := m.lines()
		v.Content, v.Cursor = strings.Join(lines, "\n"), cur
		if title := m.top().Title(); title != "" {
			v.WindowTitle = "suffice · " + m.env.Width.Clean(title, 1)
		}
	}
	m.frame, m.fresh = v, true
	return v
}

// lines draws h lines of w cells.
func (m *Model) lines() ([]string, *tea.Cursor) {
	if m.small() {
		return m.waiting(), nil
	}
	body, cur := m.top().View(m.w, m.h-2)
	lines := make([]string, 0, m.h)
	lines = append(lines, m.bar())
	lines = append(lines, body...)
	lines = append(lines, m.footer())
	if cur != nil {
		cur = &tea.Cursor{Position: tea.Position{X: cur.X, Y: cur.Y + 1}, Color: cur.Color, Shape: cur.Shape, Blink: cur.Blink}
	}
	for _, o := range m.over {
		b := o.View(m.env, m.w, m.h-1)
		lines = part.Compose(m.env.Width, lines, m.w, b.Lines, b.Rect.W, b.Rect.X, b.Rect.Y)
		cur = b.Cursor
	}
	return m.withToast(lines), cur
}

// waiting says that the window is too small, in words that fit.
func (m *Model) waiting() []string {
	w := m.env.Width
	for _, say := range []string{
		fmt.Sprintf("This window is %d×%d. suffice needs %d×%d and waits; nothing is lost.", m.w, m.h, MinWidth, MinHeight),
		fmt.Sprintf("%d×%d: make it %d×%d", m.w, m.h, MinWidth, MinHeight),
		"too small",
		"…",
	} {
		lines := w.Wrap(say, m.w)
		if len(lines) > m.h || longest(w, strings.Fields(say)) > m.w {
			continue
		}
		out := make([]string, m.h)
		top := (m.h - len(lines)) / 2
		for i := range out {
			if i >= top && i-top < len(lines) {
				l := lines[i-top]
				out[i] = w.Fit(cell.Spaces((m.w-w.Of(l))/2)+l, m.w)
			} else {
				out[i] = cell.Spaces(m.w)
			}
		}
		return out
	}
	return part.FitAll(w, nil, m.w, m.h)
}

func longest(w *cell.Width, words []string) int {
	n := 0
	for _, s := range words {
		n = max(n, w.Of(s))
	}
	return n
}

// bar is the top line: where I am, who I am, what is saved, the time.
func (m *Model) bar() string {
	t, w := m.env.Theme, m.env.Width
	m.minute = m.env.Now().Format("15:04")
	st := m.top().Status()
	right := t.Muted.Render(m.minute) + " "
	if st.Text != "" {
		text := w.Clean(st.Text, 1)
		right = statusStyle(t, st.Kind)(w.Fit(text, min(w.Of(text), m.w/2))) + "  " + right
	}
	if m.background = m.behind().Text; m.background != "" {
		right = t.Accent.Render(w.Clean(m.background, 1)) + "  " + right
	}
	left := " " + t.Accent.Bold(true).Render("suffice") + "  " + t.Strong.Render(w.Clean(m.top().Title(), 1))
	for _, who := range m.who() {
		if w.Of(left)+w.Of(who)+w.Of(right)+4 <= m.w {
			right = who + "   " + right
			break
		}
	}
	return theme.Over(t.Bar, w.Fit(left, max(m.w-w.Of(right)-1, 0))+" "+right)
}

// who says who I am, in full and by name alone: where I am comes first.
func (m *Model) who() []string {
	p := m.env.Desk.Person()
	name := m.env.Width.Clean(p.Name, 1)
	return []string{name + " " + m.env.Theme.Muted.Render("("+roles(p.Roles)+")"), name}
}

func statusStyle(t *theme.Theme, k part.StatusKind) func(...string) string {
	switch k {
	case part.Good:
		return t.Good.Render
	case part.Busy:
		return t.Warn.Render
	case part.Bad:
		return t.Bad.Bold(true).Render
	}
	return t.Muted.Render
}

func roles(rs []review.Role) string {
	names := make([]string, len(rs))
	for i, r := range rs {
		names[i] = string(r)
	}
	return strings.Join(names, ", ")
}

// footer is the keys worth knowing now, as many as fit, and always how to find
// the others.
func (m *Model) footer() string {
	w := m.env.Width
	hints, scopes := m.top().Hints(), m.scopes()
	tail := m.hint(scopes, "app.palette") + "   " + m.hint(scopes, "app.help") + " "
	switch {
	case len(m.over) > 0:
		o := m.over[len(m.over)-1]
		hints, scopes, tail = o.Hints(), o.Scopes(), ""
	case m.top().Typing():
		tail = ""
	}
	room := m.w - 1 - w.Of(tail)
	line := " "
	for _, a := range hints {
		h := m.hint(scopes, a)
		if h == "" {
			continue
		}
		if n := w.Of(h) + 3; n <= room {
			line += h + "   "
			room -= n
		}
	}
	return w.Fit(line+cell.Spaces(room)+tail, m.w)
}

// hint is one key with its word.
func (m *Model) hint(scopes []keys.Scope, a keys.Action) string {
	b, ok := m.env.Keys.Binding(scopes, a)
	key := m.env.Keys.Key(scopes, a)
	if !ok || key == "" || b.Short == "" {
		return ""
	}
	short := b.Short
	if n, ok := m.top().Screen.(part.Namer); ok && len(m.over) == 0 {
		short = cmp.Or(n.Short(a), short)
	}
	return m.env.Theme.Accent.Render(key) + " " + m.env.Theme.Muted.Render(short)
}

// toastLines is how many lines a toast takes at most.
const toastLines = 4

// withToast lays the toast over the lines above the footer.
func (m *Model) withToast(lines []string) []string {
	if m.toast.Text == "" {
		return lines
	}
	w, t := m.env.Width, m.env.Theme
	sign, style := "·", t.Text
	switch m.toast.Kind {
	case part.Good:
		sign, style = "✓", t.Good
	case part.Busy:
		sign, style = "…", t.Warn
	case part.Bad:
		sign, style = "✗", t.Bad
	}
	said := w.Wrap(sign+" "+w.Clean(m.toast.Text, 1), m.w-4)
	if len(said) > toastLines {
		said = said[:toastLines]
		said[toastLines-1] += " …"
	}
	box := make([]string, len(said))
	for i, l := range said {
		box[i] = theme.Over(t.Bar, "  "+style.Render(w.Fit(l, m.w-4))+"  ")
	}
	return part.Compose(w, lines, m.w, box, m.w, 0, m.h-1-len(box))
}
