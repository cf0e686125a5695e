package queue

import (
	"errors"
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/review"
	"suffice/tui/cell"
	"suffice/tui/part"
)

// entry is one state with what is derived from it once.
type entry struct {
	review.QueueRow
	left     bool   // it has closed: nothing of it is shown but what the person did there
	name     string // for people, cleaned
	boundary string // in words, cleaned
	need     string // cleaned
	hay      string // what the filter looks in, in lower case
}

func newEntry(m *cell.Width, tab int, r review.QueueRow) entry {
	n := entry{QueueRow: r}
	n.name = m.Clean(part.StateName(r.Repo, r.Instance), tab)
	if n.name == "" {
		n.name = m.Clean(r.State, tab)
	}
	n.boundary = m.Clean(part.BoundaryWords(r.Boundary), tab)
	n.need = m.Clean(r.Need, tab)
	hay := []string{n.name, r.State, n.boundary, string(r.Status), r.Need}
	if r.Flag != nil {
		hay = append(hay, "flagged", *r.Flag)
	}
	if r.Skip != nil {
		hay = append(hay, *r.Skip)
	}
	if r.Blocking > 0 {
		hay = append(hay, "blocking")
	}
	hay = append(hay, marks(r)...)
	n.hay = strings.ToLower(strings.Join(hay, " "))
	return n
}

// loadedMsg is the queue as read.
type loadedMsg struct {
	to   *Screen
	load int
	all  []entry
	err  error
}

// load reads the queue beside the screen.
func (s *Screen) load() tea.Cmd {
	s.loads++
	load, env, m := s.loads, s.env, *s.env.Width // the command must not read what the app may change
	return func() tea.Msg {
		rows, err := env.Desk.Queue(env.Ctx)
		left, leftErr := env.Desk.Left(env.Ctx)
		msg := loadedMsg{to: s, load: load, err: errors.Join(err, leftErr), all: make([]entry, 0, len(rows)+len(left))}
		for _, r := range rows {
			msg.all = append(msg.all, newEntry(&m, env.Tab, r))
		}
		for _, r := range left {
			e := newEntry(&m, env.Tab, r)
			e.left = true
			msg.all = append(msg.all, e)
		}
		return msg
	}
}

// relook cleans and draws everything again.
func (s *Screen) relook() {
	for i := range s.all {
		left := s.all[i].left
		s.all[i] = newEntry(s.env.Width, s.env.Tab, s.all[i].QueueRow)
		s.all[i].left = left
	}
	s.list.Forget()
}

// take shows what was read, with the cursor on the same state and that state
// on the same line as before.
func (s *Screen) take(msg loadedMsg) tea.Cmd {
	if msg.to != s || msg.load != s.loads {
		return nil
	}
	if msg.err != nil {
		if s.env.Ctx.Err() == nil || !errors.Is(msg.err, s.env.Ctx.Err()) {
			s.failed = msg.err.Error()
		}
		return nil
	}
	s.failed = ""
	first := !s.loaded
	s.loaded = true
	s.all = msg.all
	s.tally, s.longest = tally{}, 0
	for _, e := range s.all {
		s.tally.add(e.QueueRow)
		s.longest = max(s.longest, s.env.Width.Of(e.name))
	}
	s.shares, s.kinds, s.reads = shares(s.all), map[string]bool{}, false
	for _, e := range s.all {
		s.reads = s.reads || e.Task == ""
		s.kinds[s.kind(e.QueueRow)] = true
	}
	s.arrange()
	if first && s.wanted == "" {
		s.toFirstOpen()
	}
	s.seek()
	return s.look()
}

// seek puts the cursor on the wanted state.
func (s *Screen) seek() {
	if s.wanted == "" {
		return
	}
	for i, at := range s.shown {
		if s.all[at].State == s.wanted {
			s.list.To(i)
			s.wanted = ""
			return
		}
	}
}

// toFirstOpen starts the sitting where the work is.
func (s *Screen) toFirstOpen() {
	for i, at := range s.shown {
		if isOpen(s.all[at].QueueRow) {
			s.list.To(i)
			return
		}
	}
}

// jump moves the cursor to the next open state in a direction, round the end.
func (s *Screen) jump(by int) tea.Cmd {
	n := len(s.shown)
	for k := 1; k <= n; k++ {
		i := ((s.list.Cursor+by*k)%n + n) % n
		if isOpen(s.all[s.shown[i]].QueueRow) {
			if i == s.list.Cursor {
				break
			}
			s.list.To(i)
			return s.look()
		}
	}
	return send(part.ToastMsg{Text: "No other state is open here."})
}
