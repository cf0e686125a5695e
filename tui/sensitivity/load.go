package sensitivity

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/review"
	"suffice/scorer/methods/run"
	"suffice/tui/part"
	"suffice/tui/runs"
)

// takenMsg is the outcomes as the desk gives them, with what follows from them.
type takenMsg struct {
	to       *Screen
	asked    int
	outcomes review.Outcomes
	recorded []run.Entry
	runsErr  error // the record of runs could not be read
	pic      picture
	err      error
}

// load reads the outcomes and the runs at the desk, and reckons.
func (s *Screen) load() tea.Cmd {
	s.asked++
	ctx, desk, e, state, base, asked := s.env.Ctx, s.desk, s.runs, s.state, s.base, s.asked
	return func() tea.Msg {
		m := takenMsg{to: s, asked: asked}
		if m.outcomes, m.err = desk.Outcomes(ctx, state); m.err != nil {
			return m
		}
		if e != nil {
			m.recorded, m.runsErr = e.Recorded(ctx, state)
		}
		m.pic = reckon(m.outcomes, m.recorded, base)
		return m
	}
}

// taken shows what was read. The cursor stays on its method.
func (s *Screen) taken(m takenMsg) {
	if m.asked != s.asked {
		return // something newer was asked for
	}
	if m.err != nil {
		s.loaded, s.failed = false, s.clean(m.err.Error())
		s.now, s.pic, s.recorded = review.Outcomes{}, picture{}, nil // nothing hidden stays in memory
		s.run.clear()
		s.reader.Shut()
		s.forget()
		return
	}
	s.loaded, s.failed = true, ""
	s.now, s.recorded, s.pic = m.outcomes, m.recorded, m.pic
	s.run.trouble = ""
	if m.runsErr != nil {
		s.run.trouble = s.clean("the runs at the desk could not be read: " + m.runsErr.Error())
	}
	s.base = s.pic.base.ID
	at := s.table.Cursor
	for i, l := range s.pic.lines {
		if l.key() == s.chosen {
			at = i
		}
	}
	s.forget()
	s.table.To(at)
	s.choose()
	s.makeDetail()
	if s.back > 0 {
		s.detail.To(s.back)
		s.back = 0
	}
	s.retell()
}

// key tells the lines of a table apart.
func (l line) key() string {
	if l.locked {
		return "locked " + l.method
	}
	return "run " + l.method + " " + l.controller
}

// label is a method as it is called here: with the controller that was asked,
// so that an answer of the offline one is never taken for another. It is clean.
func (s *Screen) label(l line) string {
	if l.controller != "" {
		return s.clean(l.method + " (" + l.controller + ")")
	}
	return s.clean(l.method)
}

// fitLabel is the label in exactly w cells: where it is too long the method is
// cut, never the controller.
func (s *Screen) fitLabel(l line, w int) string {
	m := s.env.Width
	text, name := s.label(l), s.clean(l.method)
	tail := m.Of(text) - m.Of(name)
	if m.Of(text) <= w || tail == 0 || tail+4 > w {
		return m.Fit(text, w)
	}
	return m.Fit(name, w-tail) + m.Cut(text, m.Of(name), tail)
}

// choose remembers the method under the cursor.
func (s *Screen) choose() {
	was := s.chosen
	if l := s.line(); l != nil {
		s.chosen = l.key()
	}
	if s.chosen != was {
		s.detail.To(0)
	}
}

// name is a unit's path and lines, clean.
func (s *Screen) name(unit string) string {
	if u := s.now.State.Pool.Unit(unit); u != nil {
		return runs.UnitName(s.env, *u)
	}
	return s.clean(unit)
}

// read shows a unit of the pool.
func (s *Screen) read(unit string) tea.Cmd {
	u := s.now.State.Pool.Unit(unit)
	if u == nil {
		return send(part.ToastMsg{Kind: part.Bad, Text: "The pool has no unit " + s.clean(unit) + "."})
	}
	if s.focus != paneUnit {
		s.from = s.focus
	}
	s.focusOn(paneUnit)
	return s.reader.Show(*u)
}

// clean makes one line of text from outside safe to show.
func (s *Screen) clean(text string) string {
	return s.env.Width.Clean(strings.ReplaceAll(text, "\n", " "), s.env.Tab)
}
