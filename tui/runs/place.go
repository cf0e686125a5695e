package runs

import "strings"

// Place remembers where a person was among the runs, for as long as the session
// goes on: who looks at a state and comes back finds the screen as it was left.
// What was shown there is read again. The zero value is the beginning.
type Place struct {
	experiment, dir, filter string // dir is the folder of the run
	trace                   int    // row of its trace
	open                    bool   // candidates one by one
	focus                   pane
}

// Remember goes back to where the person was, and keeps in p where they are
// when they leave.
func (s *Screen) Remember(p *Place) *Screen {
	was := *p
	s.place, s.back = p, &was
	s.chosen, s.focus, s.trace.open = was.experiment, was.focus, was.open
	return s
}

// keepPlace notes where the person is.
func (s *Screen) keepPlace() {
	if s.place == nil || s.back != nil && s.back.experiment != "" {
		return // nobody was told where they are: not read yet
	}
	now := Place{experiment: s.chosen, filter: strings.TrimSpace(s.entries.filter.Value()), trace: s.trace.list.Cursor, open: s.trace.open, focus: s.focus}
	if e := s.entry(); e != nil {
		now.dir = e.Dir
	}
	if now.focus == paneUnit {
		now.focus = s.from
	}
	*s.place = now
}

// backTo is what is still to be gone back to of an experiment; nil when nothing is.
func (s *Screen) backTo(experiment string) *Place {
	if s.back == nil || s.back.experiment != experiment {
		return nil
	}
	return s.back
}
