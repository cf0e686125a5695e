package part

import (
	"suffice/tui/keys"
	"suffice/tui/theme"
)

// Rows is what a List lists.
type Rows interface {
	Len() int
	// Key identifies what row i shows now: equal keys, equal lines.
	Key(i int) uint64
	// Line draws row i in exactly w cells; the list adds the cursor.
	Line(i, w int) string
}

// List is a column of one-line rows with a cursor. Only rows in sight are
// drawn, each once until its key or the width changes.
type List struct {
	Rows   Rows
	Cursor int  // row under the cursor
	Top    int  // first row in sight
	Margin int  // rows kept in sight above and below the cursor
	Quiet  bool // no sign of the cursor without the focus

	height int // rows in sight at the last View
	width  int
	lines  map[uint64]string
}

// listCache bounds the number of drawn rows kept.
const listCache = 2048

// Forget drops every drawn row: colours or the width method changed.
func (l *List) Forget() { l.lines = nil }

// Len is the number of rows.
func (l *List) Len() int {
	if l.Rows == nil {
		return 0
	}
	return l.Rows.Len()
}

// Height is the number of rows in sight at the last View.
func (l *List) Height() int { return l.height }

// Room says how many rows the next View has, so that To scrolls for them.
func (l *List) Room(h int) { l.height = max(h, 0) }

// To puts the cursor on row i, as near as there is one.
func (l *List) To(i int) {
	l.Cursor = min(max(i, 0), max(l.Len()-1, 0))
	l.reveal()
}

// Scroll moves the rows in sight by n and takes the cursor along only where it
// would leave them: what the mouse wheel does.
func (l *List) Scroll(n int) {
	l.Top = min(max(l.Top+n, 0), max(l.Len()-l.height, 0))
	margin := l.margin()
	if l.Top > 0 || l.Cursor < l.Top {
		l.Cursor = max(l.Cursor, l.Top+margin)
	}
	if l.Top+l.height < l.Len() {
		l.Cursor = min(l.Cursor, l.Top+l.height-1-margin)
	}
	l.Cursor = min(max(l.Cursor, 0), max(l.Len()-1, 0))
}

func (l *List) margin() int { return min(l.Margin, max((l.height-1)/2, 0)) }

// reveal scrolls as little as needed to show the cursor with its margin.
func (l *List) reveal() {
	if l.height <= 0 {
		return
	}
	margin := l.margin()
	l.Top = min(l.Top, l.Cursor-margin)
	l.Top = max(l.Top, l.Cursor-l.height+1+margin)
	l.Top = min(max(l.Top, 0), max(l.Len()-l.height, 0))
}

// Do moves the cursor for one of the actions of ListBindings and reports
// whether it was one.
func (l *List) Do(a keys.Action) bool {
	page := max(l.height-1, 1)
	switch a {
	case "list.up":
		l.To(l.Cursor - 1)
	case "list.down":
		l.To(l.Cursor + 1)
	case "list.pageup":
		l.To(l.Cursor - page)
	case "list.pagedown":
		l.To(l.Cursor + page)
	case "list.halfup":
		l.To(l.Cursor - max(page/2, 1))
	case "list.halfdown":
		l.To(l.Cursor + max(page/2, 1))
	case "list.top":
		l.To(0)
	case "list.bottom":
		l.To(l.Len() - 1)
	default:
		return false
	}
	return true
}

// At is the row at line y of the last View, and whether there is one.
func (l *List) At(y int) (int, bool) {
	i := l.Top + y
	return i, y >= 0 && y < l.height && i < l.Len()
}

// Bar tells a Pane which rows are in sight.
func (l *List) Bar() Scroll { return Scroll{Top: l.Top, Shown: l.height, Total: l.Len()} }

// View draws the rows in sight: h lines of w cells. The row under the cursor
// has a sign in its first cell besides the colour.
func (l *List) View(e *Env, w, h int, focus bool) []string {
	if w <= 0 || h <= 0 {
		return blankLines(w, h)
	}
	l.height = h
	l.Cursor = min(max(l.Cursor, 0), max(l.Len()-1, 0))
	l.reveal()
	if l.width != w || len(l.lines) > listCache || l.lines == nil {
		l.width, l.lines = w, make(map[uint64]string, 2*h)
	}
	out := blankLines(w, h)
	for y := range out {
		i := l.Top + y
		if i >= l.Len() {
			break
		}
		line := l.line(i, w-1)
		switch {
		case i != l.Cursor || l.Quiet && !focus:
			out[y] = " " + line
		case focus:
			out[y] = theme.Over(e.Theme.Cursor, e.Theme.Accent.Render("▌")+line)
		default:
			out[y] = theme.Over(e.Theme.Resting, e.Theme.Faint.Render("▏")+line)
		}
	}
	return out
}

func (l *List) line(i, w int) string {
	key := l.Rows.Key(i)
	if s, ok := l.lines[key]; ok {
		return s
	}
	s := l.Rows.Line(i, w)
	l.lines[key] = s
	return s
}

// ListBindings are the moves of a List in a scope.
func ListBindings(s keys.Scope) []keys.Binding {
	return []keys.Binding{
		{Action: "list.up", Scope: s, Keys: []string{"k", "up"}, Short: "up", Title: "Up"},
		{Action: "list.down", Scope: s, Keys: []string{"j", "down"}, Short: "down", Title: "Down"},
		{Action: "list.halfup", Scope: s, Keys: []string{"ctrl+u"}, Short: "half up", Title: "Half a page up"},
		{Action: "list.halfdown", Scope: s, Keys: []string{"ctrl+d"}, Short: "half down", Title: "Half a page down"},
		{Action: "list.pageup", Scope: s, Keys: []string{"pgup", "ctrl+b"}, Short: "page up", Title: "Page up"},
		{Action: "list.pagedown", Scope: s, Keys: []string{"pgdown", "ctrl+f"}, Short: "page down", Title: "Page down"},
		{Action: "list.top", Scope: s, Keys: []string{"g", "home"}, Short: "top", Title: "To the top"},
		{Action: "list.bottom", Scope: s, Keys: []string{"G", "end"}, Short: "bottom", Title: "To the bottom"},
	}
}
