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
func (d *Drafts) prose(name string) bool {
	_, added := d.calls[name]
	return added || strings.HasSuffix(name, "reason")
}

// joins is how what is said under a name in two windows becomes one.
func (d *Drafts) joins(name string) func(mine, theirs string) string {
	if d.prose(name) {
		return Join
	}
	return func(_, theirs string) string { return theirs } // it is on disk, and is shown then
}

func (d *Drafts) join(name, mine, theirs string) string { return d.joins(name)(mine, theirs) }

// Join is the words of two windows in one text, mine first.
func Join(mine, theirs string) string {
	switch {
	case strings.Contains(theirs, mine):
		return theirs
	case strings.Contains(mine, theirs):
		return mine
	}
	return mine + "\n\n" + theirs
}

// call is how people call a name.
func (d *Drafts) call(name string) string {
	if call := d.calls[name]; call != "" {
		return call
	}
	return name
}

// Resay takes up again what was handed in: beside words that are there already.
func (d *Drafts) Resay(name, text string) tea.Cmd {
	if d.prose(name) {
		text = Join(text, d.now[name])
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
			d.now[m.name] = d.join(m.name, d.now[m.name], theirs)
		}
	}
	if done := d.done[m.name]; done != "" && d.now[m.name] != "" {
		d.now[m.name] = d.join(m.name, d.now[m.name], done)
		delete(d.done, m.name)
	}
	if d.now[m.name] == said {
		return nil
	}
	d.moved = true
	text := d.metWords(m.name, said)
	return func() tea.Msg { return part.ToastMsg{Text: text, Kind: part.Bad} }
}

// metWords tells what became of what was said here under a name when another
// window had something else there.
func (d *Drafts) metWords(name, said string) string {
	call := d.call(name)
	switch {
	case !d.prose(name):
		return "another window of yours says otherwise of the " + call + ": that is shown now; choose again if you mean yours"
	case said == "":
		return "you also wrote the " + call + " in another window: its text is kept"
	}
	return "you also wrote the " + call + " in another window: both texts are kept, the other one last"
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
