package workbench

import (
	"sync"

	tea "charm.land/bubbletea/v2"

	"suffice/tui/part"
)

// typedMsg is the answer to a save.
type typedMsg struct {
	to   *Screen
	gen  int
	text string
	err  error
}

// saveTyping saves the text of the field beside the journal, unless a save is
// on its way: then what came since follows it.
func (s *Screen) saveTyping() tea.Cmd {
	f := &s.field
	if !f.active() || f.saving || f.box.Value() == f.kept {
		return nil
	}
	f.saving = true
	return s.keepText(f.gen, f.name, f.box.Value(), f.start)
}

// Leave saves the text that is being typed; it is offered again the next time.
func (s *Screen) Leave() tea.Cmd {
	f := &s.field
	if !f.active() || f.box.Value() == f.kept {
		return nil
	}
	return s.keepText(f.gen, f.name, f.box.Value(), f.start)
}

// scribe sees to it that of two saves on their way the older text never
// overwrites the newer one.
type scribe struct {
	mu   sync.Mutex
	last int // number of the newest save written
}

// keepText is the command of a save; a text that is as it was before is forgotten.
func (s *Screen) keepText(gen int, name, text, start string) tea.Cmd {
	ctx, desk, state, scribe := s.env.Ctx, s.env.Desk, s.state, s.scribe
	keep := text
	if text == start {
		keep = ""
	}
	s.saves++
	number := s.saves
	return func() tea.Msg {
		scribe.mu.Lock()
		defer scribe.mu.Unlock()
		if number < scribe.last {
			return typedMsg{s, gen, text, nil}
		}
		scribe.last = number
		return typedMsg{s, gen, text, desk.SaveTyping(ctx, state, name, keep)}
	}
}

// typed takes the answer to a save, and saves again what came since.
func (s *Screen) typed(m typedMsg) tea.Cmd {
	f := &s.field
	if m.gen != f.gen {
		return nil
	}
	before := f.fail
	f.saving, f.fail = false, ""
	var told tea.Cmd
	if m.err != nil {
		f.fail = s.sentence(m.err)
		if before == "" {
			told = toast(part.Bad, "text not saved: "+f.fail)
		}
	} else {
		f.kept = m.text
	}
	if leave := f.leaving; leave != nil {
		f.leaving = nil
		return tea.Batch(told, leave())
	}
	if f.active() && f.box.Value() != f.kept {
		return tea.Batch(told, s.fieldChanged())
	}
	return told
}
