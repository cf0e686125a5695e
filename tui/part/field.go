package part

import (
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"suffice/tui/keys"
)

// fieldLimit is how many bytes a Field takes: enough for any note, little
// enough that every key is instant.
const fieldLimit = 64 << 10

// Field is text being edited: one line, or several that wrap. Its text is what
// was typed, uncleaned; what it shows is clean. The cursor stands between
// characters as people see them, so one backspace takes a whole one.
type Field struct {
	Hint string // shown, quiet, while there is no text

	lines bool // several lines
	over  bool // the whole text is as if selected: what is typed next replaces it
	text  string
	at    int // byte of the cursor
	want  int // column that up and down try to keep; -1 for where it is
	top   int // first row in sight, or first cell of a single line

	width  int // of the last View, for up and down
	method ansi.Method
	rows   []fieldRow // layout of text at width; nil when stale
}

// NewField is a field holding value with the cursor at its end.
func NewField(value string, lines bool) *Field {
	f := &Field{lines: lines, want: -1}
	f.Set(value)
	return f
}

// Select marks the whole text: the next text typed or pasted replaces it, any
// other move or cut edits it as it stands.
func (f *Field) Select() { f.over = f.text != "" }

// Value is the text as typed.
func (f *Field) Value() string { return f.text }

// Set replaces the text and puts the cursor at its end.
func (f *Field) Set(s string) {
	f.text = f.accept(s)
	f.at, f.want, f.rows = len(f.text), -1, nil
	f.over = false
}

// Renew replaces the text while it is edited: the cursor stays as far from the
// start as it was.
func (f *Field) Renew(s string) {
	at := f.at
	f.Set(s)
	if at >= f.at {
		return
	}
	f.at = strings.LastIndexByte(f.text[:at], '\n') + 1
	for next := f.after(f.at); next <= at; next = f.after(f.at) {
		f.at = next
	}
}

// accept brings line ends, as terminals paste them, to what the field holds.
func (f *Field) accept(s string) string {
	s = strings.ToValidUTF8(s, "\ufffd")
	s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	if !f.lines {
		s = strings.ReplaceAll(strings.TrimRight(s, "\n"), "\n", " ")
	}
	return s
}

// Insert puts s where the cursor is, or in place of a text that is selected. It
// reports false, and changes nothing, when the field would become longer than
// it may.
func (f *Field) Insert(s string) bool {
	s = f.accept(s)
	from, to := f.at, f.at
	switch {
	case s == "":
		return true
	case f.over:
		from, to = 0, len(f.text)
	}
	if len(f.text)-(to-from)+len(s) > fieldLimit {
		return false
	}
	f.replace(from, to, s)
	f.over = false
	return true
}

// Type inserts the text of a key press and reports whether it had any.
func (f *Field) Type(k tea.KeyPressMsg) bool {
	if k.Text == "" || k.Mod.Contains(tea.ModCtrl) || k.Mod.Contains(tea.ModAlt) {
		return false
	}
	return f.Insert(k.Text)
}

func (f *Field) replace(from, to int, s string) {
	f.text = f.text[:from] + s + f.text[to:]
	f.at, f.want, f.rows = from+len(s), -1, nil
}

// Do performs one of the actions of FieldBindings and reports whether it was one.
func (f *Field) Do(a keys.Action) bool {
	if !f.edit(a) {
		return false
	}
	f.over = false
	return true
}

func (f *Field) edit(a keys.Action) bool {
	switch a {
	case "text.left":
		f.move(f.before(f.at))
	case "text.right":
		f.move(f.after(f.at))
	case "text.wordleft":
		f.move(f.wordBefore())
	case "text.wordright":
		f.move(f.wordAfter())
	case "text.home":
		f.move(f.lineStart())
	case "text.end":
		f.move(f.lineEnd())
	case "text.backspace":
		f.replace(f.before(f.at), f.at, "")
	case "text.delete":
		at := f.at
		f.replace(at, f.after(at), "")
	case "text.cutword":
		f.replace(f.wordBefore(), f.at, "")
	case "text.cuthome":
		f.replace(f.lineStart(), f.at, "")
	case "text.cutend":
		at := f.at
		f.replace(at, f.lineEnd(), "")
	case "text.newline":
		return f.lines && f.Insert("\n")
	case "text.up":
		return f.lines && f.vertical(-1)
	case "text.down":
		return f.lines && f.vertical(1)
	default:
		return false
	}
	return true
}

func (f *Field) move(at int) { f.at, f.want = at, -1 }

// before is where the character left of byte at starts.
func (f *Field) before(at int) int {
	if at == 0 {
		return 0
	}
	from := strings.LastIndexByte(f.text[:at-1], '\n') + 1
	if f.text[at-1] == '\n' {
		return at - 1
	}
	last := from
	for i := from; i < at; {
		last = i
		i += clusterLen(f.text[i:])
	}
	return last
}

// after is where the character right of byte at ends.
func (f *Field) after(at int) int {
	if at >= len(f.text) {
		return at
	}
	return at + clusterLen(f.text[at:])
}

func clusterLen(s string) int {
	if s[0] == '\n' || s[0] < 0x80 && (len(s) == 1 || s[1] < 0x80) {
		return 1
	}
	c, _ := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
	return max(len(c), 1)
}

func (f *Field) wordBefore() int {
	left := strings.TrimRightFunc(f.text[:f.at], unicode.IsSpace)
	i := strings.LastIndexFunc(left, unicode.IsSpace)
	if i < 0 {
		return 0
	}
	return i + clusterLen(left[i:])
}

func (f *Field) wordAfter() int {
	rest := f.text[f.at:]
	ink := strings.TrimLeftFunc(rest, unicode.IsSpace)
	i := strings.IndexFunc(ink, unicode.IsSpace)
	if i < 0 {
		return len(f.text)
	}
	return f.at + len(rest) - len(ink) + i
}

func (f *Field) lineStart() int { return strings.LastIndexByte(f.text[:f.at], '\n') + 1 }

func (f *Field) lineEnd() int {
	if i := strings.IndexByte(f.text[f.at:], '\n'); i >= 0 {
		return f.at + i
	}
	return len(f.text)
}

// vertical moves the cursor n rows as they were last shown.
func (f *Field) vertical(n int) bool {
	if f.rows == nil {
		return false
	}
	y, x := f.place()
	if f.want < 0 {
		f.want = x
	}
	to := y + n
	if to < 0 || to >= len(f.rows) {
		return false
	}
	f.at = f.rows[to].byteAt(f.want)
	return true
}

// View shows h rows of w cells with the cursor in sight, and says where it is.
func (f *Field) View(e *Env, w, h int) (lines []string, x, y int) {
	if w < 2 || h < 1 {
		return blankLines(w, h), 0, 0
	}
	f.layout(e, w)
	row, col := f.place()
	lines = blankLines(w, h)
	if f.text == "" && f.Hint != "" {
		lines[0] = e.Theme.Faint.Render(e.Width.Fit(f.Hint, w))
	}
	if !f.lines {
		f.top = min(f.top, col)
		f.top = max(f.top, col-w+1)
		if f.text != "" {
			lines[0] = f.shade(e, e.Width.Cut(f.rows[0].shown, f.top, w))
		}
		return lines, col - f.top, 0
	}
	f.top = max(min(f.top, row), row-h+1)
	f.top = max(min(f.top, len(f.rows)-h), 0)
	if f.text != "" {
		for i := 0; i < h && f.top+i < len(f.rows); i++ {
			lines[i] = e.Width.Fit(f.rows[f.top+i].shown, w)
		}
	}
	return lines, min(col, w-1), row - f.top
}

// shade shows a single line that the next key replaces as selected.
func (f *Field) shade(e *Env, line string) string {
	if !f.over {
		return line
	}
	ink := strings.TrimRight(line, " ")
	return e.Theme.Selected.Render(ink) + line[len(ink):]
}

// Rows is how many rows the text takes at a width, at least one.
func (f *Field) Rows(e *Env, w int) int {
	f.layout(e, w)
	return len(f.rows)
}

// FieldBindings are the moves and cuts of a Field in a scope; with lines also
// those of several lines.
func FieldBindings(s keys.Scope, lines bool) []keys.Binding {
	b := []keys.Binding{
		{Action: "text.left", Scope: s, Keys: []string{"left", "ctrl+b"}, Title: "Cursor left"},
		{Action: "text.right", Scope: s, Keys: []string{"right", "ctrl+f"}, Title: "Cursor right"},
		{Action: "text.wordleft", Scope: s, Keys: []string{"ctrl+left", "alt+left", "alt+b"}, Title: "Word left"},
		{Action: "text.wordright", Scope: s, Keys: []string{"ctrl+right", "alt+right", "alt+f"}, Title: "Word right"},
		{Action: "text.home", Scope: s, Keys: []string{"home", "ctrl+a"}, Title: "Start of the line"},
		{Action: "text.end", Scope: s, Keys: []string{"end", "ctrl+e"}, Title: "End of the line"},
		{Action: "text.backspace", Scope: s, Keys: []string{"backspace", "ctrl+h", "shift+backspace"}, Title: "Delete to the left"},
		{Action: "text.delete", Scope: s, Keys: []string{"delete", "ctrl+d"}, Title: "Delete to the right"},
		{Action: "text.cutword", Scope: s, Keys: []string{"ctrl+w", "alt+backspace", "ctrl+backspace"}, Title: "Delete a word"},
		{Action: "text.cuthome", Scope: s, Keys: []string{"ctrl+u"}, Title: "Delete to the start of the line"},
		{Action: "text.cutend", Scope: s, Keys: []string{"ctrl+k"}, Title: "Delete to the end of the line"},
	}
	if lines {
		b = append(b,
			keys.Binding{Action: "text.newline", Scope: s, Keys: []string{"alt+enter", "shift+enter", "ctrl+j"}, Short: "new line", Title: "New line"},
			keys.Binding{Action: "text.up", Scope: s, Keys: []string{"up"}, Title: "Cursor up"},
			keys.Binding{Action: "text.down", Scope: s, Keys: []string{"down"}, Title: "Cursor down"},
		)
	}
	return b
}

// CursorIn is the real cursor for a field shown at x, y of a screen.
func CursorIn(x, y int) *tea.Cursor {
	c := tea.NewCursor(x, y)
	c.Shape = tea.CursorBar
	return c
}
