package sensitivity

import "suffice/review"

// Places remembers where a person was on the outcomes of each state, for as
// long as the session goes on: who goes back to the workbench for an edit finds
// the screen as it was left. What was shown there is read again. The zero value
// is ready.
type Places struct {
	all map[string]spot
}

// spot is where somebody was on one state.
type spot struct {
	method, other string // lines of the table, by key
	base          review.BaselineID
	curve         bool
	focus         pane
	detail        int
}

// Remember goes back to where the person was on this state, and keeps in p
// where they are when they leave.
func (s *Screen) Remember(p *Places) *Screen {
	s.places = p
	if was, ok := p.all[s.state]; ok {
		s.chosen, s.other, s.base, s.curve, s.focus = was.method, was.other, was.base, was.curve, was.focus
		s.back = was.detail
	}
	return s
}

// keepPlace notes where the person is.
func (s *Screen) keepPlace() {
	if s.places == nil || !s.loaded {
		return
	}
	if s.places.all == nil {
		s.places.all = map[string]spot{}
	}
	now := spot{method: s.chosen, other: s.other, base: s.base, curve: s.curve, focus: s.focus, detail: s.detail.Cursor}
	if now.focus == paneUnit {
		now.focus = s.from
	}
	s.places.all[s.state] = now
}
