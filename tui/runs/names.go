package runs

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/review"
	"suffice/tui/cell"
	"suffice/tui/part"
)

// namesMsg is what people call the states.
type namesMsg struct {
	to    *Screen
	names map[string]stateName
}

// stateName is a state for people: its repository and issue, and, where several
// states share these, the boundary that tells them apart.
type stateName struct{ issue, boundary string }

func (n stateName) String() string {
	if n.boundary == "" {
		return n.issue
	}
	return n.issue + " · " + n.boundary
}

// fit is the name, clean, in exactly w cells: what tells states apart stays.
func (n stateName) fit(m *cell.Width, w int) string {
	tail := func(w int) string { return m.Tail(n.issue, min(w, m.Of(n.issue))) }
	number := m.Of(n.issue[strings.LastIndexByte(n.issue, ' ')+1:])
	switch room := w - m.Of(n.boundary) - 1; {
	case n.boundary == "" && number > w*2/3:
		return m.Fit(tail(w), w)
	case n.boundary == "" || w < 10:
		return part.FitName(m, n.issue, w)
	case room >= 4:
		return m.Fit(tail(room)+" "+n.boundary, w)
	}
	return m.Fit(tail(w/2)+" "+m.Fit(n.boundary, w-w/2-1), w)
}

// namesOf names the states of a queue.
func namesOf(queue []review.QueueRow) map[string]stateName {
	shared := map[string]int{}
	for _, r := range queue {
		shared[part.StateName(r.Repo, r.Instance)]++
	}
	names := make(map[string]stateName, len(queue))
	for _, r := range queue {
		n := stateName{issue: part.StateName(r.Repo, r.Instance)}
		if shared[n.issue] > 1 {
			n.boundary = part.BoundaryShort(r.Boundary)
		}
		names[r.State] = n
	}
	return names
}

func (s *Screen) readNames() tea.Cmd {
	ctx, desk := s.env.Ctx, s.env.Desk
	return func() tea.Msg {
		queue, err := desk.Queue(ctx)
		if err != nil {
			return nil // states keep their IDs as names
		}
		return namesMsg{s, namesOf(queue)}
	}
}
