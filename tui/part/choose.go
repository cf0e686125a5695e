package part

import (
	"cmp"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/tui/keys"
)

// Choose lets a person pick one of several; see ChooseMsg. It is the command
// palette, too.
type Choose struct {
	ask    ChooseMsg
	field  *Field
	list   List
	env    *Env
	query  Query
	shown  []int // items that match, best first; typedRow among them
	listY  int   // first line of the list in the box
	widest int   // cells of the widest item with its detail; 0 before it is known
	closed bool
}

// typedRow stands for what was typed, where that can be taken as it is.
const typedRow = -1

// NewChoose opens a choice with the cursor on item at.
func NewChoose(e *Env, m ChooseMsg) *Choose {
	c := &Choose{ask: m, env: e, field: NewField("", false)}
	c.field.Hint = m.Hint
	if c.field.Hint == "" {
		c.field.Hint = "type to filter"
	}
	c.list.Rows = chooseRows{c}
	c.filter()
	c.list.To(m.At)
	return c
}

// filter works out what matches. Order stays as given while nothing is typed.
func (c *Choose) filter() {
	c.query = NewQuery(c.field.Value())
	c.shown = c.shown[:0]
	scores := make([]int, len(c.ask.Items))
	for i, it := range c.ask.Items {
		scores[i] = c.query.Score(it.Text)
		if scores[i] == 0 && !c.query.Empty() && it.Detail != "" {
			scores[i] = c.query.Score(it.Text+" "+it.Detail) / 4
		}
		if scores[i] > 0 || c.query.Empty() {
			c.shown = append(c.shown, i)
		}
	}
	slices.SortStableFunc(c.shown, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	strict := len(c.shown) > 0
	if c.takesTyped() {
		c.shown = append(c.shown, typedRow)
	}
	if !strict {
		for i, it := range c.ask.Items {
			if c.query.Loose(it.Text) {
				c.shown = append(c.shown, i)
			}
		}
	}
	c.list.Forget()
	c.list.To(0)
}

// takesTyped reports whether what was typed is offered as it is: it is the
// first choice when nothing known holds it, the last one otherwise.
func (c *Choose) takesTyped() bool {
	text := c.typed()
	return c.ask.Typed != nil && text != "" &&
		!slices.ContainsFunc(c.ask.Items, func(it Choice) bool { return it.Text == text })
}

func (c *Choose) typed() string { return strings.TrimSpace(c.field.Value()) }

// Scopes is the one scope of a choice.
func (c *Choose) Scopes() []keys.Scope { return []keys.Scope{ChooseScope} }

// Do moves, edits the filter, picks or cancels.
func (c *Choose) Do(a keys.Action) tea.Cmd {
	switch a {
	case "choose.accept":
		return c.pick(c.list.Cursor)
	case "choose.cancel":
		c.closed = true
	case "choose.up":
		c.list.To(c.list.Cursor - 1)
	case "choose.down":
		c.list.To(c.list.Cursor + 1)
	case "choose.pageup":
		c.list.Do("list.pageup")
	case "choose.pagedown":
		c.list.Do("list.pagedown")
	default:
		before := c.field.Value()
		if c.field.Do(a); c.field.Value() != before {
			c.filter()
		}
	}
	return nil
}

func (c *Choose) pick(row int) tea.Cmd {
	if row < 0 || row >= len(c.shown) {
		return nil
	}
	c.closed = true
	switch {
	case c.shown[row] == typedRow:
		return c.ask.Typed(c.typed())
	case c.ask.Then == nil:
		return nil
	}
	return c.ask.Then(c.shown[row])
}

// Type narrows the filter.
func (c *Choose) Type(k tea.KeyPressMsg) tea.Cmd {
	if c.field.Type(k) {
		c.filter()
	}
	return nil
}

// Paste narrows the filter.
func (c *Choose) Paste(s string) tea.Cmd {
	if c.field.Insert(s) {
		c.filter()
	}
	return nil
}

// Mouse picks the row clicked; the wheel moves the cursor; a click beside the
// box cancels.
func (c *Choose) Mouse(m tea.MouseMsg, x, y int) tea.Cmd {
	switch m := m.(type) {
	case tea.MouseWheelMsg:
		c.list.Scroll(Wheel(m))
	case tea.MouseClickMsg:
		if x < 0 || y < 0 || x >= c.list.width+4 || y >= c.listY+c.list.height+1 {
			c.closed = true
			return nil
		}
		if i, ok := c.list.At(y - c.listY); ok {
			return c.pick(i)
		}
	}
	return nil
}

// Wheel is how many rows a wheel turn moves: negative up, 0 sideways.
func Wheel(m tea.MouseWheelMsg) int {
	switch m.Button {
	case tea.MouseWheelUp:
		return -3
	case tea.MouseWheelDown:
		return 3
	}
	return 0
}

// View draws the filter and what matches.
func (c *Choose) View(e *Env, w, h int) Box {
	inner := min(w-8, max(72, c.width()))
	items := len(c.ask.Items)
	if c.ask.Typed != nil {
		items++
	}
	rows := min(max(items, 1), max(h*3/5, 3))
	pane := Pane{Title: e.Width.Clean(c.ask.Title, e.Tab), Foot: count(c.matches(), len(c.ask.Items)), Bar: c.list.Bar()}
	return box(e, pane, w, h, inner, rows+2, func(w, h int) ([]string, *tea.Cursor) {
		lines, x, y := c.field.View(e, max(w-2, 0), 1)
		lines[0] = e.Theme.Accent.Render("›") + " " + lines[0]
		lines = append(lines, e.Theme.Border.Render(e.Width.Fit(rule(w), w)))
		c.listY = 3
		if len(c.shown) == 0 {
			none := FitAll(e.Width, []string{e.Theme.Muted.Render("  nothing matches")}, w, max(h-2, 0))
			return append(lines, none...), CursorIn(x+2, y)
		}
		return append(lines, c.list.View(e, w, max(h-2, 0), true)...), CursorIn(x+2, y)
	})
}

// width is how many cells the widest item takes with its detail.
func (c *Choose) width() int {
	if c.widest > 0 {
		return c.widest
	}
	m, tab := c.env.Width, c.env.Tab
	for _, it := range c.ask.Items {
		n := m.Of(m.Clean(it.Text, tab)) + 2 // the sign of the cursor, a space at least
		if it.Detail != "" {
			n += m.Of(m.Clean(it.Detail, tab))
		}
		c.widest = max(c.widest, n)
	}
	return c.widest
}

// item is a row's text; what was typed is one, too.
func (c *Choose) item(i int) Choice {
	if i == typedRow {
		return Choice{Text: c.typed(), Detail: c.ask.New}
	}
	return c.ask.Items[i]
}

// matches counts the items shown, without the row for what was typed.
func (c *Choose) matches() int {
	if slices.Contains(c.shown, typedRow) {
		return len(c.shown) - 1
	}
	return len(c.shown)
}

// Hints are the moves of a choice.
func (c *Choose) Hints() []keys.Action {
	return []keys.Action{"choose.accept", "choose.cancel", "choose.up", "choose.down"}
}

// Closed reports whether something was picked or the choice cancelled.
func (c *Choose) Closed() bool { return c.closed }

// Unsaved is empty: a filter is nothing to lose.
func (c *Choose) Unsaved() string { return "" }

// Forget drops drawn rows.
func (c *Choose) Forget() {
	c.list.Forget()
	c.field.rows, c.widest = nil, 0
}

// chooseRows lists the matching items.
type chooseRows struct{ c *Choose }

func (r chooseRows) Len() int         { return len(r.c.shown) }
func (r chooseRows) Key(i int) uint64 { return uint64(r.c.shown[i] - typedRow) }

func (r chooseRows) Line(i, w int) string {
	e, it := r.c.env, r.c.item(r.c.shown[i])
	detail := e.Width.Clean(it.Detail, e.Tab)
	room := min(e.Width.Of(detail), w/2)
	text := e.Width.Middle(e.Width.Clean(it.Text, e.Tab), max(w-room-1, 0))
	line := r.c.query.Highlight(text, e.Theme.Text, e.Theme.Accent.Bold(true).Underline(true))
	return e.Width.Fit(line+" "+e.Theme.Muted.Render(e.Width.Fit(detail, room)), w)
}
