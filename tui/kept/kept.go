// Package kept holds what a person has said and not handed in yet, such as the
// verdict and the reason of a review: named texts that are saved beside the
// journal moments after each change, so that a kill loses nothing.
package kept

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"suffice/review"
	"suffice/tui/part"
)

// saveAfter is how long a change may wait until it is saved.
const saveAfter = 150 * time.Millisecond

// Drafts are the named texts of one state.
type Drafts struct {
	env   *part.Env
	state string
	names []string
	calls map[string]string // how people call the names that were added
	now   map[string]string // as said
	disk  map[string]string // as saved
	done  map[string]string // durable elsewhere, while its text is being forgotten

	due    bool   // a save is to come
	flying string // the name being saved; empty when none is
	fail   string // why the last save failed
	tries  int
	gen    int

	answers int // to saves, so far
	loaded  bool
	moved   bool // by another window, since Moved was asked

	scribe *scribe
}

// dueMsg says that it is time to save.
type dueMsg struct {
	to  *Drafts
	gen int
}

// savedMsg is the answer to a save.
type savedMsg struct {
	to         *Drafts
	name, text string
	wrote
}

// New makes drafts of these names, all empty.
func New(env *part.Env, state string, names ...string) *Drafts {
	return &Drafts{
		env: env, state: state, names: names, calls: map[string]string{},
		now: map[string]string{}, disk: map[string]string{}, done: map[string]string{}, scribe: newScribe(),
	}
}

// Add takes up one more name, of words, that people know as call; it reads what
// is on disk under it, once Load has been called.
func (d *Drafts) Add(name, call string) tea.Cmd {
	if !slices.Contains(d.names, name) {
		d.names = append(d.names, name)
	}
	d.calls[name] = call
	return d.reread()
}

// Load takes what was saved in an earlier sitting and reports whether there was
// anything. What was said in this one stays.
func (d *Drafts) Load(typing []review.Typing) bool {
	d.loaded = true
	found := false
	for _, t := range typing {
		if !slices.Contains(d.names, t.Field) || d.now[t.Field] != d.disk[t.Field] {
			continue
		}
		d.now[t.Field], d.disk[t.Field] = t.Text, t.Text
		d.scribe.learn(t.Field, t.Text)
		found = found || t.Text != ""
	}
	return found
}

// Get is what was said under a name.
func (d *Drafts) Get(name string) string { return d.now[name] }

// Empty reports whether nothing is said at all.
func (d *Drafts) Empty() bool {
	for _, text := range d.now {
		if text != "" {
			return false
		}
	}
	return true
}

// Set says something under a name; it is saved soon.
func (d *Drafts) Set(name, text string) tea.Cmd {
	if d.now[name] == text {
		return nil
	}
	d.now[name] = text
	delete(d.done, name)
	return d.soon()
}

// Drop forgets what is said under a name if it is this text. What another window
// has said meanwhile stays.
func (d *Drafts) Drop(name, text string) tea.Cmd {
	if d.now[name] == text {
		d.now[name] = ""
	}
	return d.save()
}

// Settle is Drop for a text that has become durable elsewhere: what another
// window has said meanwhile stays beside it, so that it does not take its place.
func (d *Drafts) Settle(name, text string) tea.Cmd {
	switch d.now[name] {
	case "":
	case text:
		d.done[name] = text
	default:
		d.now[name] = d.join(name, d.now[name], text)
	}
	return d.Drop(name, text)
}

// Clear forgets everything, here and on disk.
func (d *Drafts) Clear() tea.Cmd {
	clear(d.now)
	return d.Flush()
}

func (d *Drafts) soon() tea.Cmd {
	if d.due || d.flying != "" || d.fail != "" {
		return nil
	}
	d.due = true
	d.gen++
	return d.env.Later(saveAfter, dueMsg{d, d.gen})
}

// dirty lists what is not on disk as it is now.
func (d *Drafts) dirty() []string {
	return slices.DeleteFunc(slices.Clone(d.names), func(n string) bool { return d.now[n] == d.disk[n] })
}

// Update takes the answers of the drafts' own commands.
func (d *Drafts) Update(msg tea.Msg) tea.Cmd {
	switch m := msg.(type) {
	case dueMsg:
		if m.to == d && m.gen == d.gen {
			d.due = false
			return d.save()
		}
	case savedMsg:
		if m.to == d {
			return d.saved(m)
		}
	case readMsg:
		if m.to == d {
			return d.follow(m)
		}
	case part.ExternalChangeMsg:
		return d.reread()
	}
	return nil
}

// save saves the first text that is not on disk, unless a save is on its way:
// the others follow it.
func (d *Drafts) save() tea.Cmd {
	list := d.dirty()
	if d.flying != "" {
		return nil
	}
	if len(list) == 0 {
		d.fail, d.tries = "", 0
		return nil
	}
	d.flying = list[0]
	return d.write(list[0])
}

func (d *Drafts) write(name string) tea.Cmd {
	ctx, desk, state, text, s := d.env.Ctx, d.env.Desk, d.state, d.now[name], d.scribe
	s.made++
	number, join := s.made, d.joins(name)
	return func() tea.Msg {
		return savedMsg{d, name, text, s.write(number, name, text, join, func(was, text string) error {
			return desk.ReplaceTyping(ctx, state, name, was, text)
		})}
	}
}

// saved takes the answer to a save: a failed one is tried again after 0.5, 1,
// 2, ... at most 30 seconds.
func (d *Drafts) saved(m savedMsg) tea.Cmd {
	d.answers++
	if d.flying == m.name {
		d.flying = ""
	}
	if m.err != nil {
		if d.env.Ctx.Err() != nil {
			return nil
		}
		d.fail = part.Fault(m.err)
		wait := min(500*time.Millisecond<<min(d.tries, 10), 30*time.Second)
		d.tries++
		d.gen++
		d.due = true
		return d.env.Later(wait, dueMsg{d, d.gen})
	}
	d.fail, d.tries = "", 0
	return tea.Batch(d.meet(m), d.save())
}

// Flush saves everything that is not on disk now: when a screen is left.
func (d *Drafts) Flush() tea.Cmd {
	var cmds []tea.Cmd
	for _, name := range d.dirty() {
		cmds = append(cmds, d.write(name))
	}
	return tea.Sequence(cmds...)
}

// Failed says why the last save failed; empty when it did not. It is not cleaned.
func (d *Drafts) Failed() string { return d.fail }

// Flying reports whether what is said under a name is being saved now.
func (d *Drafts) Flying(name string) bool { return d.flying == name }

// Saving reports whether something is on its way to the disk.
func (d *Drafts) Saving() bool { return len(d.dirty()) > 0 }
