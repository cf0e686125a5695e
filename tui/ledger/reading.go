package ledger

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/review"
	"suffice/tui/part"
)

// The newest events are read first and shown at once; the older ones follow in
// pieces, from the oldest on, and are put in above.
const (
	newestEvents = 400
	piece        = 1000
)

// reading is how far the journal has been read.
type reading struct {
	gen    int // of the newest read; an older answer is dropped
	newest bool
	older  *stream // nil when there is nothing older to read
	whole  bool    // everything up to the newest has been read once
	failed string
}

func (r *reading) busy() bool { return r.newest || r.older != nil }

func (r *reading) stop() {
	if r.older != nil {
		r.older.cancel()
		r.older = nil
	}
}

// stream is a walk over the journal that is taken up piece by piece, by one
// command after the other.
type stream struct {
	next   func() (review.Entry, error, bool)
	end    func()
	cancel context.CancelFunc
}

// newestMsg is the newest events.
type newestMsg struct {
	to   *Screen
	gen  int
	rows []row
	err  error
}

func (s *Screen) readNewest() tea.Cmd {
	s.reading.gen++
	s.reading.newest = true
	gen, env, f := s.reading.gen, s.env, review.Filter{State: s.state, Limit: newestEvents}
	return func() tea.Msg {
		msg := newestMsg{to: s, gen: gen}
		for e, err := range env.Desk.History(env.Ctx, f) {
			if err != nil {
				msg.err = err
				break
			}
			msg.rows = append(msg.rows, newRow(e))
		}
		return msg
	}
}

func newRow(e review.Entry) row {
	kind, _ := kindWords(e.Event.Kind)
	return row{Entry: e, hay: strings.ToLower(strings.Join([]string{e.Name, e.Text, string(e.Event.Kind), kind, e.Event.State}, " "))}
}

// takeNewest replaces the newest part of what is shown, and begins with the
// older part when it has not been read.
func (s *Screen) takeNewest(msg newestMsg) tea.Cmd {
	if msg.to != s || msg.gen != s.reading.gen {
		return nil
	}
	s.reading.newest = false
	if msg.err != nil {
		s.fail(msg.err)
		return nil
	}
	s.reading.failed = ""
	gap := len(msg.rows) == newestEvents && (len(s.all) == 0 || s.all[len(s.all)-1].Event.Seq+1 < msg.rows[0].Event.Seq)
	follow := s.following()
	if len(msg.rows) > 0 {
		first := msg.rows[0].Event.Seq
		keep, _ := slices.BinarySearchFunc(s.all, first, bySeq)
		s.all = append(s.all[:keep:keep], msg.rows...)
	}
	s.settle(follow)
	if gap || !s.reading.whole && s.reading.older == nil && len(msg.rows) == newestEvents {
		return s.readOlder()
	}
	s.reading.whole = s.reading.whole || s.reading.older == nil
	return nil
}

func bySeq(r row, seq uint64) int {
	switch {
	case r.Event.Seq < seq:
		return -1
	case r.Event.Seq > seq:
		return 1
	}
	return 0
}

func (s *Screen) fail(err error) {
	if !errors.Is(err, context.Canceled) {
		s.reading.failed = err.Error()
	}
}

// olderMsg is one more piece of the older events.
type olderMsg struct {
	to   *Screen
	from *stream
	rows []row
	more bool
	err  error
}

// readOlder starts from the first event, or goes on where the reading ended.
func (s *Screen) readOlder() tea.Cmd {
	s.reading.stop()
	ctx, cancel := context.WithCancel(s.env.Ctx)
	next, end := iter.Pull2(s.env.Desk.History(ctx, review.Filter{State: s.state}))
	s.reading.older = &stream{next: next, end: end, cancel: cancel}
	return s.readPiece(s.reading.older)
}

func (s *Screen) readPiece(from *stream) tea.Cmd {
	return func() tea.Msg {
		msg := olderMsg{to: s, from: from, more: true}
		for len(msg.rows) < piece {
			e, err, ok := from.next()
			if !ok || err != nil {
				msg.more, msg.err = false, err
				break
			}
			msg.rows = append(msg.rows, newRow(e))
		}
		if !msg.more {
			from.end()
			from.cancel()
		}
		return msg
	}
}

// takeOlder puts a piece in where it belongs and asks for the next one, until
// it meets what is there.
func (s *Screen) takeOlder(msg olderMsg) tea.Cmd {
	if msg.to != s || msg.from != s.reading.older {
		if msg.to == s && msg.more {
			msg.from.end()
		}
		return nil
	}
	if msg.err != nil {
		s.reading.older = nil
		s.fail(msg.err)
		return nil
	}
	follow := s.following()
	known := map[uint64]bool{}
	for _, r := range s.all {
		known[r.Event.Seq] = true
	}
	met := false
	for _, r := range msg.rows {
		if known[r.Event.Seq] {
			met = true
			continue
		}
		s.all = append(s.all, r)
	}
	slices.SortFunc(s.all, func(a, b row) int { return bySeq(a, b.Event.Seq) })
	s.settle(follow)
	if met || !msg.more {
		if msg.more {
			msg.from.end()
		}
		s.reading.stop()
		s.reading.whole = true
		return nil
	}
	return s.readPiece(msg.from)
}

// settle works out what is undone, and shows the rows with the cursor where it was.
func (s *Screen) settle(follow bool) {
	undone := map[uint64]bool{}
	for i := len(s.all) - 1; i >= 0; i-- {
		e := &s.all[i]
		e.Undone = undone[e.Event.Seq]
		if e.Event.Undoes != 0 && !e.Undone {
			undone[e.Event.Undoes] = true
		}
	}
	s.arrange()
	if follow {
		s.list.To(len(s.shown) - 1)
	}
}

// arrange works out which events are shown; the one under the cursor stays
// there, on the same line of the window.
func (s *Screen) arrange() {
	var seq uint64
	line := s.list.Cursor - s.list.Top
	if r := s.current(); r != nil {
		seq = r.Event.Seq
	}
	s.version++
	s.measure()
	s.shown = s.shown[:0]
	at := 0
	for i, r := range s.all {
		if s.kind != "" && r.Event.Kind != s.kind || !s.query.In(r.hay) {
			continue
		}
		if r.Event.Seq <= seq {
			at = len(s.shown)
		}
		s.shown = append(s.shown, i)
	}
	s.list.Top = max(at-line, 0)
	s.list.To(at)
}

// measure finds how wide the columns of names have to be.
func (s *Screen) measure() {
	m := s.env.Width
	people, states := map[string]bool{}, map[string]bool{}
	s.who, s.states = 0, 0
	for i := range s.all {
		e := &s.all[i]
		if !people[e.Name] {
			people[e.Name] = true
			s.who = max(s.who, m.Of(m.Clean(e.Name, 1)))
		}
		if st := e.Event.State; !states[st] {
			states[st] = true
			s.states = max(s.states, m.Of(m.Clean(s.name(st), 1)))
		}
	}
}

func (s *Screen) narrow() {
	s.query = part.NewQuery(s.filter.Value())
	s.arrange()
}

// namesMsg is what people call the states.
type namesMsg struct {
	to    *Screen
	names map[string]string
}

func (s *Screen) readNames() tea.Cmd {
	env := s.env
	return func() tea.Msg {
		msg := namesMsg{to: s, names: map[string]string{}}
		queue, err := env.Desk.Queue(env.Ctx)
		if err != nil {
			return nil // states keep their IDs as names
		}
		left, err := env.Desk.Left(env.Ctx)
		if err != nil {
			return nil
		}
		for _, r := range slices.Concat(queue, left) {
			msg.names[r.State] = part.StateName(r.Repo, r.Instance)
		}
		return msg
	}
}

func (s *Screen) takeNames(msg namesMsg) {
	if msg.to == s {
		s.names = msg.names
		s.arrange()
		s.detail.forget()
	}
}
