package workbench

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"suffice/certificate"
)

// orderKey is what the order of pools is remembered under: one for all states.
type orderKey struct{}

// spotKey is what a spot is remembered under: one for each state_id.
type spotKey string

// spot is where a person was on a state.
type spot struct {
	unit   string // under the cursor of the pool
	filter string
	marked []string
	group  certificate.GroupKey
}

// remember keeps where the person is, for the next time in this session.
func (s *Screen) remember() {
	if !s.loaded || s.reading {
		return
	}
	at := spot{filter: s.pool.filter.source, group: s.current.key}
	units := s.shelf.pool.Units
	if i, ok := s.pool.at(); ok {
		at.unit = units[i].ID
	}
	for i := range s.marked {
		at.marked = append(at.marked, units[i].ID)
	}
	s.env.Session.Keep(spotKey(s.state), at)
}

// firstLook puts the cursors where the person left them in this session, or
// where work begins. The order of the pool is that of the state before.
func (s *Screen) firstLook() tea.Cmd {
	s.pool.list.To(0)
	if s.reading {
		return nil
	}
	was, known := s.env.Session.Kept(spotKey(s.state)).(spot)
	var cmd tea.Cmd
	if o, ok := s.env.Session.Kept(orderKey{}).(order); ok && slices.Contains(s.ranks.orders(), o) {
		s.pool.fresh = !known
		cmd = s.orderBy(o)
	}
	if !known {
		s.pool.list.To(0)
		return cmd
	}
	for _, id := range was.marked {
		if i, ok := s.shelf.pool.Find(id); ok {
			s.marked[i] = true
		}
	}
	s.setFilter(was.filter)
	if _, _, ok := s.cert.Group(was.group); ok {
		s.setCurrent(was.group)
	}
	if i, ok := s.shelf.pool.Find(was.unit); ok {
		s.pool.list.To(max(slices.Index(s.pool.shown, i), 0))
	}
	return cmd
}
