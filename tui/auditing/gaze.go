package auditing

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// readAfter is how long a unit has to stay in sight to count as read. It keeps
// who runs down a list from having read it.
const readAfter = 1500 * time.Millisecond

// gaze is the unit in sight.
type gaze struct {
	unit string // empty when none is
	gen  int
}

// gazeMsg says that a unit has been in sight long enough, if it still is.
type gazeMsg struct {
	to  *Screen
	gen int
}

// look is called when another unit may have come into sight.
func (s *Screen) look(cmd tea.Cmd) tea.Cmd {
	unit := s.inSight()
	if unit == s.gaze.unit {
		return cmd
	}
	s.gaze = gaze{unit, s.gaze.gen + 1}
	if unit == "" || s.read[unit] {
		return cmd
	}
	return tea.Batch(cmd, s.env.Later(readAfter, gazeMsg{s, s.gaze.gen}))
}

func (s *Screen) gazed(m gazeMsg) tea.Cmd {
	if m.gen == s.gaze.gen && s.inSight() == s.gaze.unit && s.gaze.unit != "" {
		s.read[s.gaze.unit] = true
		s.drawn++
	}
	return nil
}

// inSight is the unit whose text can be read now.
func (s *Screen) inSight() string {
	if s.reader == nil || s.frame.w == 0 {
		return ""
	}
	r := s.layout(s.frame.w, s.frame.h).reader
	if r.W < 1 || !s.reader.ShowsUnit(r.W, r.H) {
		return ""
	}
	return s.reader.Shown()
}

// unread are the accepted units of the group that were not read in this
// sitting; what is not in the pool cannot be.
func (s *Screen) unread() []string {
	var out []string
	for _, u := range s.now.Certificate.Groups[s.group].Acceptable {
		if _, in := s.reader.Unit(u); in && !s.read[u] {
			out = append(out, u)
		}
	}
	return out
}
