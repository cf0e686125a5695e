package kept

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/review"
	"suffice/tui/part"
)

// prose reports whether a name is of words, which can be joined; anything else
// is a choice, of which there can only be one.
func prose(name string) bool { return strings.HasSuffix(name, "reason") }

// join is what to keep of mine when theirs was saved in another window: words
// of both, and of two choices the one that is on disk, which is then shown.
func join(name, mine, theirs string) string {
	switch {
	case !prose(name) || strings.Contains(theirs, mine):
		return theirs
	case strings.Contains(mine, theirs):
		return mine
	}
	return mine + "\n\n" + theirs
}

// Resay takes up again what was handed in: beside words that are there already.
func (d *Drafts) Resay(name, text string) tea.Cmd {
	if prose(name) {
		text = join(name, text, d.now[name])
	}
	return d.Set(name, text)
}

// meet takes up what a save has left on disk.
func (d *Drafts) meet(m savedMsg) tea.Cmd {
	if m.old {
		return nil
	}
	d.disk[m.name] = m.disk
	if len(m.theirs) == 0 {
		return nil
	}
	said := d.now[m.name]
	if said == m.text {
		d.now[m.name] = m.disk
	} else { // typed on meanwhile
		for _, theirs := range m.theirs {
			d.now[m.name] = join(m.name, d.now[m.name], theirs)
		}
	}
	if d.now[m.name] == said {
		return nil
	}
	d.moved = true
	text := "another window of yours says otherwise of the " + m.name + ": that is shown now; choose again if you mean yours"
	if prose(m.name) {
		text = "you also wrote the " + m.name + " in another window: both texts are kept, the other one last"
	}
	return func() tea.Msg { return part.ToastMsg{Text: text, Kind: part.Bad} }
}

// readMsg is what is on disk, read because somebody has written.
type readMsg struct {
	to     *Drafts
	at     int // when it was asked for
	typing []review.Typing
	err    error
}

// time passes with every save and every answer to one: what was read at another
// time may be older than what this window has saved.
func (d *Drafts) time() int { return d.scribe.made + d.answers }

// reread reads what another window may have saved.
func (d *Drafts) reread() tea.Cmd {
	if !d.loaded {
		return nil
	}
	ctx, desk, state, at := d.env.Ctx, d.env.Desk, d.state, d.time()
	return func() tea.Msg {
		typing, err := desk.Typing(ctx, state)
		return readMsg{d, at, typing, err}
	}
}

// follow shows what another window has saved, except where something here is on
// its way to the disk: that save meets it. An error is left to the screen, which
// reads the state too and tells why it cannot.
func (d *Drafts) follow(m readMsg) tea.Cmd {
	if m.err != nil {
		return nil
	}
	if m.at != d.time() {
		return d.reread()
	}
	for _, name := range d.names {
		text := ""
		if i := slices.IndexFunc(m.typing, func(t review.Typing) bool { return t.Field == name }); i >= 0 {
			text = m.typing[i].Text
		}
		if d.now[name] != d.disk[name] || d.now[name] == text {
			continue
		}
		d.now[name], d.disk[name] = text, text
		d.scribe.learn(name, text)
		d.moved = true
	}
	return nil
}

// Moved reports whether another window has changed what is said since Moved was
// asked last.
func (d *Drafts) Moved() bool {
	moved := d.moved
	d.moved = false
	return moved
}
