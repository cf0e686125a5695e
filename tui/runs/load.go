package runs

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"suffice/certificate/card"
	"suffice/scorer/methods/run"
	"suffice/tui/part"
)

// listMsg is the experiments there are.
type listMsg struct {
	to    *Screen
	asked int
	all   []Experiment
	err   error
}

// load reads the experiments.
func (s *Screen) load() tea.Cmd {
	s.asked++
	ctx, e, asked := s.env.Ctx, s.e, s.asked
	return func() tea.Msg {
		all, err := e.List(ctx)
		return listMsg{s, asked, all, err}
	}
}

// listed shows the experiments; the cursor stays on its own.
func (s *Screen) listed(m listMsg) tea.Cmd {
	if m.asked != s.asked {
		return nil
	}
	s.read = true
	if m.err != nil {
		s.failed = s.clean(m.err.Error())
		return nil
	}
	s.failed = ""
	s.all = m.all
	s.addLive()
	s.forget()
	s.toChosen()
	return s.showEntries(true)
}

// addLive lists what runs in this session though nothing of it is on disk yet.
func (s *Screen) addLive() {
	for _, l := range s.e.Live() {
		known := slices.ContainsFunc(s.all, func(x Experiment) bool { return x.Experiment == l.Experiment })
		if !known && !l.Done {
			s.all = slices.Insert(s.all, 0, Experiment{Summary: run.Summary{Experiment: l.Experiment, Controller: l.Controller}})
		}
	}
}

// toChosen puts the cursor back on the experiment it was on.
func (s *Screen) toChosen() {
	at := slices.IndexFunc(s.all, func(x Experiment) bool { return x.Experiment == s.chosen })
	s.list.To(max(at, 0))
	if x := s.experiment(); x != nil {
		s.chosen = x.Experiment
	}
}

// choose remembers the experiment under the cursor and shows its runs.
func (s *Screen) choose() tea.Cmd {
	x := s.experiment()
	if x == nil || x.Experiment == s.chosen && x.Experiment == s.entries.of {
		return nil
	}
	s.chosen = x.Experiment
	return s.showEntries(false)
}

// entriesMsg is the runs of an experiment.
type entriesMsg struct {
	to    *Screen
	asked int
	of    string
	all   []run.Entry
	err   error
}

// showEntries reads the runs of the experiment under the cursor; again reads
// them though they are shown.
func (s *Screen) showEntries(again bool) tea.Cmd {
	x := s.experiment()
	n := &s.entries
	switch {
	case x == nil:
		n.of, n.all, n.shown = "", nil, nil
		s.trace.clear()
		return nil
	case x.Experiment == n.of && !again:
		return nil
	case x.Experiment != n.of:
		n.of, n.all, n.shown, n.read, n.failed = x.Experiment, nil, nil, false, ""
		n.list.To(0)
		n.filter.Set("")
		n.query = part.Query{}
		s.trace.clear()
		s.reader.Shut()
		if s.focus == paneUnit {
			s.focus = s.from
		}
	}
	n.asked++
	ctx, e, asked, of := s.env.Ctx, s.e, n.asked, n.of
	return func() tea.Msg {
		all, err := e.Runs(ctx, of)
		return entriesMsg{s, asked, of, all, err}
	}
}

// entered shows the runs; the cursor stays on its own.
func (s *Screen) entered(m entriesMsg) tea.Cmd {
	n := &s.entries
	if m.asked != n.asked {
		return nil
	}
	n.read = true
	if m.err != nil && !errors.Is(m.err, fs.ErrNotExist) { // one that has just begun may have no folder yet
		n.failed = s.clean(m.err.Error())
		return nil
	}
	at := ""
	if e := s.entry(); e != nil {
		at = e.Dir
	}
	n.failed, n.all, n.method = "", m.all, 0
	for _, e := range n.all {
		n.method = max(n.method, s.env.Width.Of(s.clean(e.Method)))
	}
	s.narrow()
	for i, k := range n.shown {
		if n.all[k].Dir == at {
			n.list.To(i)
		}
	}
	return s.follow()
}

// narrow shows the runs that the filter matches.
func (s *Screen) narrow() {
	n := &s.entries
	n.query = part.NewQuery(n.filter.Value())
	n.shown = n.shown[:0]
	for i, e := range n.all {
		if n.query.Empty() || n.query.In(strings.ToLower(strings.Join([]string{e.State, s.names[e.State], e.Method, e.Outcome, e.Failure}, " "))) {
			n.shown = append(n.shown, i)
		}
	}
	s.drawn++
	n.list.Forget()
	n.list.To(n.list.Cursor)
}

// follow shows the trace of the run under the cursor.
func (s *Screen) follow() tea.Cmd {
	e := s.entry()
	t := &s.trace
	if e == nil {
		t.clear()
		return nil
	}
	if t.entry.Dir == e.Dir && t.entry.Outcome == e.Outcome && t.read {
		return nil
	}
	if t.entry.Dir != e.Dir {
		t.clear()
	}
	t.entry = *e
	t.asked++
	ctx, x, asked, entry := s.env.Ctx, s.e, t.asked, *e
	return func() tea.Msg {
		all, err := x.Trace(ctx, entry)
		return traceMsg{s, asked, all, err}
	}
}

// pollEvery is how often the progress of what runs is looked at.
const pollEvery = time.Second

// pollMsg says that it is time to look.
type pollMsg struct{ to *Screen }

// liveMsg is what runs in this session.
type liveMsg struct {
	to  *Screen
	all []Live
}

// poll looks at what runs in this session.
func (s *Screen) poll() tea.Cmd {
	e := s.e
	return func() tea.Msg { return liveMsg{s, e.Live()} }
}

// polled shows the progress, and reads again what has ended since.
func (s *Screen) polled(m liveMsg) tea.Cmd {
	busy, news := false, false
	for _, l := range m.all {
		was, known := s.live[l.Experiment]
		busy = busy || !l.Done
		news = news || !known || l.Done != was.Done || l.Progress.Done != was.Progress.Done || l.Progress.Failed != was.Progress.Failed
		s.live[l.Experiment] = l
	}
	s.drawn++
	s.list.Forget()
	var cmds []tea.Cmd
	if news {
		cmds = append(cmds, s.load())
	}
	if busy && !s.polls {
		s.polls = true
		cmds = append(cmds, s.env.Later(pollEvery, pollMsg{s}))
	}
	return tea.Batch(cmds...)
}

// unitMsg is a unit to be read.
type unitMsg struct {
	to   *Screen
	gen  int
	unit card.Unit
	err  error
}

// readUnit fetches a unit of the run under the cursor.
func (s *Screen) readUnit(unit string) tea.Cmd {
	s.reads++
	ctx, e, gen, state := s.env.Ctx, s.e, s.reads, s.trace.entry.State
	return func() tea.Msg {
		u, err := e.Unit(ctx, state, unit)
		return unitMsg{s, gen, u, err}
	}
}

func (s *Screen) unitRead(m unitMsg) tea.Cmd {
	if m.gen != s.reads {
		return nil
	}
	if m.err != nil {
		return send(part.ToastMsg{Kind: part.Bad, Text: "The unit could not be read: " + s.clean(m.err.Error())})
	}
	if s.focus != paneUnit {
		s.from = s.focus
	}
	s.focus = paneUnit
	return s.reader.Show(m.unit)
}

// namesMsg is what people call the states.
type namesMsg struct {
	to    *Screen
	names map[string]string
}

func (s *Screen) readNames() tea.Cmd {
	ctx, desk := s.env.Ctx, s.env.Desk
	return func() tea.Msg {
		queue, err := desk.Queue(ctx)
		if err != nil {
			return nil // states keep their IDs as names
		}
		names := map[string]string{}
		for _, r := range queue {
			names[r.State] = part.StateName(r.Repo, r.Instance)
		}
		return namesMsg{s, names}
	}
}
