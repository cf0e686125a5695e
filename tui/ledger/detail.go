package ledger

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"charm.land/lipgloss/v2"
	"github.com/go-json-experiment/json/jsontext"

	"suffice/tui/part"
)

// detail is the change under the cursor as drawn.
type detail struct {
	seq    uint64
	undone bool
	width  int
	lines  []string
	top    int
	shown  int
}

func (d *detail) forget() { d.lines = nil }

func (d *detail) scroll(n int) { d.top = min(max(d.top+n, 0), max(len(d.lines)-d.shown, 0)) }

// detailPane draws the change under the cursor.
func (s *Screen) detailPane(r part.Rect) []string {
	in := r.Inner()
	s.frame.detail = r
	e := s.current()
	if e == nil {
		return part.Pane{Title: "Change"}.Draw(s.env, r.W, r.H, nil)
	}
	w, d := max(in.W-2, 1), &s.detail
	if d.seq != e.Event.Seq || d.undone != e.Undone {
		d.lines, d.top = nil, 0
	}
	if d.lines == nil || d.width != w {
		*d = detail{seq: e.Event.Seq, undone: e.Undone, width: w, lines: s.tell(e, w), top: d.top}
	}
	d.shown = in.H
	d.scroll(0)
	lines := make([]string, 0, in.H)
	for _, l := range d.lines[d.top:min(d.top+in.H, len(d.lines))] {
		lines = append(lines, " "+s.env.Width.Fit(l, w)+" ")
	}
	pane := part.Pane{
		Title: s.changeTitle(e.Event.Seq),
		Bar:   part.Scroll{Top: d.top, Shown: in.H, Total: len(d.lines)},
	}
	return pane.Draw(s.env, r.W, r.H, part.FitAll(s.env.Width, lines, in.W, in.H))
}

// changeTitle names the change by its number for who may know how many there
// are: the gaps between one's own tell how much others do.
func (s *Screen) changeTitle(seq uint64) string {
	if !s.env.Desk.Scope().Whole() {
		return "Change"
	}
	return "Change " + strconv.FormatUint(seq, 10)
}

// teller writes the lines of a change.
type teller struct {
	s   *Screen
	w   int
	out []string
}

func (t *teller) say(st lipgloss.Style, text string) {
	m := t.s.env.Width
	for _, l := range m.WrapAll(m.Lines(text, t.s.env.Tab), t.w) {
		t.out = append(t.out, st.Render(l))
	}
}

// pair writes a name and its value on one line, or the value below when it is long.
func (t *teller) pair(name, value string) {
	th, m := t.s.env.Theme, t.s.env.Width
	const indent = 11
	lines := m.WrapAll(m.Lines(value, t.s.env.Tab), max(t.w-indent, 1))
	for i, l := range lines {
		label := ""
		if i == 0 {
			label = m.Clean(name, 1)
		}
		t.out = append(t.out, th.Muted.Render(m.Fit(label, indent-1))+" "+l)
	}
}

// tell puts an event into lines of at most w cells.
func (s *Screen) tell(e *row, w int) []string {
	th, ev := s.env.Theme, e.Event
	t := &teller{s: s, w: w}
	t.say(th.Strong, e.Text)
	if e.Undone {
		t.say(th.Warn, "✗ undone later")
	}
	when := time.UnixMilli(ev.At).In(s.env.Now().Location()).Format("Mon 2006-01-02 15:04:05")
	t.say(th.Muted, when+" · "+e.Name)
	if ev.State != "" {
		t.say(th.Muted, s.name(ev.State))
	}
	if ev.From != ev.To {
		t.say(th.Muted, fmt.Sprintf("revision %d → %d", ev.From, ev.To))
	}
	if ev.Undoes != 0 {
		t.say(th.Muted, fmt.Sprintf("↶ takes back change %d", ev.Undoes))
	}
	if e.Was != "" || e.Is != "" {
		t.change(e.Was, e.Is)
	} else {
		t.body(ev.Body)
	}
	if ev.Hash != [32]byte{} {
		t.out = append(t.out, "")
		t.say(th.Faint, fmt.Sprintf("hash %x…", ev.Hash[:8]))
	}
	return t.out
}

// change writes what was said before and after.
func (t *teller) change(was, is string) {
	th := t.s.env.Theme
	t.out = append(t.out, "", th.Bad.Render("− Before"))
	t.say(th.Text, was)
	t.out = append(t.out, "", th.Good.Render("+ After"))
	t.say(th.Text, is)
}

// body writes before and after, each under its heading, and then the other
// members of the event's body in their order.
func (t *teller) body(raw jsontext.Value) {
	th := t.s.env.Theme
	var rest [][2]string
	say := words
	for name, value := range members(raw) {
		if name == "op" && places[words(value)] {
			say = place
		}
	}
	for name, value := range members(raw) {
		switch name {
		case "before":
			t.out = append(t.out, "", th.Bad.Render("− Before"))
			t.say(th.Text, say(value))
		case "after":
			t.out = append(t.out, "", th.Good.Render("+ After"))
			t.say(th.Text, say(value))
		default:
			rest = append(rest, [2]string{name, words(value)})
		}
	}
	if len(rest) > 0 {
		t.out = append(t.out, "")
	}
	for _, p := range rest {
		t.pair(p[0], p[1])
	}
}

// places are the operations whose before and after are positions from 0.
var places = map[string]bool{"accept_unit": true, "drop_unit": true, "move_unit": true, "move_group": true}

// place writes a position from 0 as people count.
func place(v jsontext.Value) string {
	var n int
	if _, err := fmt.Sscan(string(v), &n); err != nil {
		return words(v)
	}
	return fmt.Sprintf("place %d", n+1)
}

// members walks the members of a JSON object in their order; anything else has none.
func members(raw jsontext.Value) func(func(string, jsontext.Value) bool) {
	return func(yield func(string, jsontext.Value) bool) {
		d := jsontext.NewDecoder(bytes.NewReader(raw))
		if tok, err := d.ReadToken(); err != nil || tok.Kind() != '{' {
			return
		}
		for d.PeekKind() == '"' {
			name, err := d.ReadToken()
			if err != nil {
				return
			}
			key := name.String()
			value, err := d.ReadValue()
			if err != nil && err != io.EOF {
				return
			}
			if !yield(key, bytes.Clone(value)) {
				return
			}
		}
	}
}

// words writes a JSON value for people: text without quotes, structure indented.
func words(v jsontext.Value) string {
	switch v.Kind() {
	case '"':
		text, err := jsontext.AppendUnquote(nil, v)
		if err != nil {
			return string(v)
		}
		if len(text) == 0 {
			return "(empty)"
		}
		return string(text)
	case 'n':
		return "(none)"
	case '{', '[':
		if flat, ok := flatWords(v); ok {
			return flat
		}
		c := bytes.Clone(v)
		out := jsontext.Value(c)
		if err := out.Indent(jsontext.WithIndent("  ")); err != nil {
			return string(v)
		}
		return string(out)
	}
	return string(v)
}

// flatWords writes an object of plain values on one line: "groups 5, branches 14".
func flatWords(v jsontext.Value) (string, bool) {
	var out []string
	for name, value := range members(v) {
		if k := value.Kind(); k == '{' || k == '[' || k == '"' {
			return "", false
		}
		out = append(out, name+" "+string(value))
	}
	return strings.Join(out, ", "), len(out) > 0
}
