package part

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/tui/cell"
	"suffice/tui/keys"
)

// Help lists the keys of the scopes in force, in as many columns as fit.
type Help struct {
	env    *Env
	groups []helpGroup
	top    int
	shown  int
	lines  []string
	width  int
	closed bool
}

// helpGroup is one scope's part of the help.
type helpGroup struct {
	title string
	rows  [][2]string // keys, what they do
}

// NewHelp lists what can be done from these scopes.
func NewHelp(e *Env, scopes []keys.Scope) *Help {
	h := &Help{env: e}
	for _, s := range scopes {
		g := helpGroup{title: ScopeTitle(s)}
		if n := len(h.groups); n > 0 && h.groups[n-1].title == g.title {
			g.title = "" // goes on under the same heading
		}
		for _, b := range e.Keys.In([]keys.Scope{s}) {
			if ks := reach(e.Keys, scopes, b); ks != "" {
				g.rows = append(g.rows, [2]string{ks, b.Title})
			}
		}
		switch n := len(h.groups); {
		case len(g.rows) == 0:
		case g.title == "":
			h.groups[n-1].rows = append(h.groups[n-1].rows, g.rows...)
		default:
			h.groups = append(h.groups, g)
		}
	}
	return h
}

// reach lists the keys of a binding that no inner scope takes.
func reach(t *keys.Table, scopes []keys.Scope, b keys.Binding) string {
	var ks []string
	for _, k := range b.Keys {
		if a, _ := t.Lookup(scopes, k); a == b.Action {
			ks = append(ks, keys.Show(k))
		}
	}
	return strings.Join(ks[:min(len(ks), 3)], " ")
}

// ScopeTitle names a scope for people: "workbench.pool" is "Pool".
func ScopeTitle(s keys.Scope) string {
	if s == keys.Global || s == keys.Always {
		return "Everywhere"
	}
	name := string(s)
	name = name[strings.LastIndexByte(name, '.')+1:]
	if name == "" {
		return ""
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

// Scopes is the one scope of the help.
func (h *Help) Scopes() []keys.Scope { return []keys.Scope{HelpScope} }

// Do scrolls or closes.
func (h *Help) Do(a keys.Action) tea.Cmd {
	page := max(h.shown-1, 1)
	switch a {
	case "help.close":
		h.closed = true
	case "list.up":
		h.top--
	case "list.down":
		h.top++
	case "list.halfup":
		h.top -= max(page/2, 1)
	case "list.halfdown":
		h.top += max(page/2, 1)
	case "list.pageup":
		h.top -= page
	case "list.pagedown":
		h.top += page
	case "list.top":
		h.top = 0
	case "list.bottom":
		h.top = len(h.lines)
	}
	h.clamp()
	return nil
}

func (h *Help) clamp() { h.top = min(max(h.top, 0), max(len(h.lines)-h.shown, 0)) }

// Type does nothing.
func (h *Help) Type(tea.KeyPressMsg) tea.Cmd { return nil }

// Paste does nothing.
func (h *Help) Paste(string) tea.Cmd { return nil }

// Mouse scrolls; a click closes.
func (h *Help) Mouse(m tea.MouseMsg, _, _ int) tea.Cmd {
	switch m := m.(type) {
	case tea.MouseWheelMsg:
		h.top += Wheel(m)
		h.clamp()
	case tea.MouseClickMsg:
		h.closed = true
	}
	return nil
}

// columns of the help, in cells.
const (
	helpKeys  = 15
	helpTitle = 37
	helpGap   = 3
)

// View draws the keys in columns.
func (h *Help) View(e *Env, w, hh int) Box {
	cols := max(min((w-6+helpGap)/(helpKeys+helpTitle+helpGap), 3), 1)
	inner := min(cols*(helpKeys+helpTitle+helpGap)-helpGap, w-6)
	if cols == 1 {
		inner = min(w-8, 68)
	}
	if h.width != inner || h.lines == nil {
		h.width, h.lines = inner, h.flow(cols, inner)
	}
	pane := Pane{Title: "Keys", Note: "also by name in the palette"}
	h.shown = min(len(h.lines), max(hh-4, 1))
	h.clamp()
	pane.Bar = Scroll{Top: h.top, Shown: h.shown, Total: len(h.lines)}
	return box(e, pane, w, hh, inner, h.shown, func(w, n int) ([]string, *tea.Cursor) {
		return FitAll(e.Width, h.lines[min(h.top, len(h.lines)):], w, n), nil
	})
}

// flow lays the groups out in columns of about equal height; a group is broken
// between rows only when there is no other way.
func (h *Help) flow(cols, inner int) []string {
	width := (inner - (cols-1)*helpGap) / cols
	var all []string
	for i, g := range h.groups {
		if i > 0 {
			all = append(all, "")
		}
		all = append(all, h.env.Theme.Strong.Render(h.env.Width.Fit(g.title, width)))
		for _, r := range g.rows {
			kw := min(helpKeys, width/3)
			for n, l := range h.env.Width.Wrap(r[1], max(width-kw, 1)) {
				key := ""
				if n == 0 {
					key = r[0]
				}
				all = append(all, h.env.Theme.Accent.Render(h.env.Width.Fit(key, kw-1))+" "+h.env.Width.Fit(l, width-kw))
			}
		}
	}
	height := (len(all) + cols - 1) / cols
	blocks := make([][]string, cols)
	for c := range blocks {
		block := all[:min(height, len(all))]
		all = all[len(block):]
		for len(block) > 0 && block[0] == "" {
			block = block[1:]
		}
		blocks[c] = FitAll(h.env.Width, block, width, height)
	}
	out := blocks[0]
	for _, b := range blocks[1:] {
		for i := range out {
			out[i] += cell.Spaces(helpGap) + b[i]
		}
	}
	return out
}

// Hints is how to close the help.
func (h *Help) Hints() []keys.Action { return []keys.Action{"help.close", "list.down", "list.up"} }

// Closed reports whether the help was closed.
func (h *Help) Closed() bool { return h.closed }

// Unsaved is empty.
func (h *Help) Unsaved() string { return "" }

// Forget drops the drawn lines.
func (h *Help) Forget() { h.lines = nil }
