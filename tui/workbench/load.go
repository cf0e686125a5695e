package workbench

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/certificate"
	"suffice/review"
	"suffice/tui/part"
)

// takenMsg is the state as the desk gives it, with what is made of it once.
type takenMsg struct {
	to    *Screen
	view  review.View
	shelf *shelf // nil when the state was only refreshed
	ranks ranks
	err   error
	acks  int // acknowledgements seen when it was asked for
}

// take loads the state, or reads it again: then every cursor stays where it is.
func (s *Screen) take() tea.Cmd {
	ctx, desk, id, have, acks := s.env.Ctx, s.env.Desk, s.state, s.shelf != nil, s.acks
	return func() tea.Msg {
		v, err := desk.Take(ctx, id)
		m := takenMsg{to: s, view: v, err: err, acks: acks}
		if err == nil && !have {
			m.shelf = newShelf(v.State.Pool)
		}
		if err == nil && v.Outcomes {
			m.ranks = methodRanks(v.State.Pool, v.Locked)
		}
		return m
	}
}

// taken shows what was loaded.
func (s *Screen) taken(m takenMsg) tea.Cmd {
	if m.err != nil {
		if s.loaded && errors.As(m.err, new(*review.UnknownStateError)) {
			return s.gone()
		}
		if s.loaded {
			return toast(part.Bad, "the state could not be read again: "+s.sentence(m.err))
		}
		s.failed = s.sentence(m.err)
		return nil
	}
	first := !s.loaded
	if !first && m.acks != s.acks {
		return s.take() // it may be from before my latest act
	}
	m.ranks.need = s.ranks.need
	s.ranks = m.ranks
	if m.shelf != nil {
		s.shelf = m.shelf
	}
	s.loaded, s.failed = true, ""
	s.now = m.view
	s.redraft(m.view.Draft)
	cmds := []tea.Cmd{s.recompute()}
	if first {
		cmds = append(cmds, s.firstLook(), s.recover(m.view.Typing), s.showUnit())
	}
	if s.stale != nil {
		s.stale.compare(s.now.Draft, s.shelf.name)
	}
	return tea.Batch(append(cmds, s.rebase(), s.pump())...)
}

// gone keeps a state on show, as it was, that has left the queue of the person:
// it has closed, or a claim has run out.
func (s *Screen) gone() tea.Cmd {
	const why = "this state is no longer in your queue: what is shown is as it was, and nothing of it can be changed"
	if s.now.Why == why {
		return nil
	}
	s.now.MayEdit, s.now.Finished, s.now.Why = false, false, why
	s.now.Undo, s.now.Redo = "", ""
	return toast(part.Bad, why)
}

// acknowledge takes over what the desk says is on disk now.
func (s *Screen) acknowledge(a review.Ack) {
	s.now.Revision, s.now.Status, s.now.Touched = a.Revision, a.Status, a.Touched
	s.now.Mine, s.now.Undo, s.now.Redo, s.now.Next = a.Mine, a.Undo, a.Redo, a.Next
	s.now.Draft = a.Draft
	s.savedAt = s.env.Now()
	s.acks++
	s.redraft(a.Draft)
}

// redraft rebuilds what is drawn from a draft: the standing of every unit, the
// rows of the certificate. Cursors stay on the unit and on the group.
func (s *Screen) redraft(d certificate.Draft) {
	s.version++
	s.cert = d.Certificate()
	carried := make(map[string]string, len(s.now.Mine.Carries))
	for _, c := range s.now.Mine.Carries {
		carried[c.Unit] = c.In
	}
	s.stand = standings(s.shelf, s.cert, s.seen, carried)
	s.labels = 0
	for i := range s.stand {
		s.labels = max(s.labels, s.env.Width.Of(s.clean(strings.Join(s.stand[i].labels, " "))))
	}
	if _, _, ok := s.cert.Group(s.current.key); !ok && !s.making() {
		s.current = &groupRef{}
		if len(s.cert.Groups) > 0 {
			s.current.key = s.cert.Groups[0].Key
		}
	}
	s.refilter()
	s.side.rebuild(s)
	s.unit.requote(s)
}

// making reports whether the current group is still on its way to the disk.
func (s *Screen) making() bool {
	return s.current.key == "" && slices.ContainsFunc(s.pending.line, func(a *act) bool { return a.makes == s.current })
}

// seen says why the unit at a position counts as observed, and whether that
// blocks accepting it.
func (s *Screen) seen(i int) (string, bool) {
	o, ok := s.now.Observed[s.shelf.pool.Units[i].ID]
	if !ok {
		return "", false
	}
	switch {
	case len(o.Aligned) > 0:
		return "seen in " + o.Aligned[0], o.Blocks()
	case o.Listed:
		return "listed", true
	case o.Flagged:
		return "flag", true
	}
	return "", false
}

// place is where the state stands in the person's queue.
type place struct {
	at, of         int             // from 1; 0 while unknown
	open           int             // how many are not done or skipped
	previous, next review.QueueRow // their State is empty at the ends
}

type placeMsg struct {
	to    *Screen
	place place
	err   error
}

// findPlace looks the state up in the queue.
func (s *Screen) findPlace() tea.Cmd {
	ctx, desk, id := s.env.Ctx, s.env.Desk, s.state
	return func() tea.Msg {
		rows, err := desk.Queue(ctx)
		m := placeMsg{to: s, err: err}
		m.place.of = len(rows)
		for i, r := range rows {
			if r.Status != review.StatusDone && r.Status != review.StatusSkipped {
				m.place.open++
			}
			if r.State != id {
				continue
			}
			m.place.at = i + 1
			if i > 0 {
				m.place.previous = rows[i-1]
			}
			if i+1 < len(rows) {
				m.place.next = rows[i+1]
			}
		}
		return m
	}
}

func (s *Screen) placed(m placeMsg) tea.Cmd {
	if m.err == nil {
		s.place = m.place
	}
	return nil
}

// Title says where this is: repository, instance, boundary, place in the queue.
func (s *Screen) Title() string {
	if !s.loaded {
		return s.env.Width.Clean(s.state, s.env.Tab)
	}
	c := &s.now.State.Card
	title := c.ID
	if c.Repo != "" {
		title = part.StateName(c.Repo, c.InstanceID)
	}
	if c.Boundary != "" {
		title += " · " + boundary(c.Boundary)
	}
	if s.place.at > 0 {
		title += fmt.Sprintf(" · %d of %d", s.place.at, s.place.of)
	}
	return s.env.Width.Clean(title, s.env.Tab)
}

// Status says what is saved.
func (s *Screen) Status() part.Status { return s.saving() }
