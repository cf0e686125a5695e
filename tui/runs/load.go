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

// load reads the experiments. One reading goes on at a time: who asks during it
// gets another one after it, so that answers come however long they take.
func (s *Screen) load() tea.Cmd {
	if s.reading {
		s.stale = true
		return nil
	}
	s.asked++
	s.reading, s.stale, s.began = true, false, s.env.Now()
	ctx, e, asked := s.env.Ctx, s.e, s.asked
	return func() tea.Msg {
		all, err := e.List(ctx)
		return listMsg{s, asked, all, err}
	}
}

// calm is how many times as long as a reading took nothing is read again only
// because runs have ended: thousands of them are read from disk, beside those
// that are at work.
const calm = 8

// due reports whether it is time to read again what has ended.
func (s *Screen) due() bool {
	return !s.reading && !s.env.Now().Before(s.rested)
}

// listed shows the experiments; the cursor stays on its own.
func (s *Screen) listed(m listMsg) tea.Cmd {
	if m.asked != s.asked {
		return nil
	}
	s.read, s.reading = true, false
	now := s.env.Now()
	s.rested = now.Add(calm * now.Sub(s.began))
	var again tea.Cmd
	if s.stale {
		again = s.load()
	}
	if m.err != nil {
		s.failed = s.clean(m.err.Error())
		return again
	}
	s.failed = ""
	s.all = m.all
	s.addLive()
	s.forget()
	s.toChosen()
	cmds := []tea.Cmd{again, s.showEntries(true)}
	if s.elsewhere() && !s.polls {
		cmds = append(cmds, s.poll())
	}
	return tea.Batch(cmds...)
}

// elsewhere reports whether another process is at work on an experiment: how far
// that is stands on disk alone.
func (s *Screen) elsewhere() bool {
	return slices.ContainsFunc(s.all, func(x Experiment) bool {
		l, here := s.live[x.Experiment]
		return x.Live && (!here || l.Done)
	})
}

// addLive lists what runs in this session though nothing of it is on disk, or
// read from there, yet.
func (s *Screen) addLive() (added bool) {
	for _, l := range s.e.Live() {
		known := slices.ContainsFunc(s.all, func(x Experiment) bool { return x.Experiment == l.Experiment })
		if !known && !l.Done {
			s.all = slices.Insert(s.all, 0, Experiment{Summary: run.Summary{Experiment: l.Experiment, Controller: l.Controller}})
			added = true
		}
	}
	return added
}

// toChosen puts the cursor back on the experiment it was on; that may come with
// the first reading only.
func (s *Screen) toChosen() {
	at := slices.IndexFunc(s.all, func(x Experiment) bool { return x.Experiment == s.chosen })
	s.list.To(max(at, 0))
	if x := s.experiment(); x != nil && (s.read || s.chosen == "") {
		s.chosen = x.Experiment
	}
}

// choose remembers the experiment under the cursor and shows its runs.
func (s *Screen) choose() tea.Cmd {
	x := s.experiment()
	if x == nil || x.Experiment == s.chosen && x.Experiment == s.entries.of {
		return nil
	}
	s.back = nil // somewhere else was gone to
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
	case x.Experiment == n.of && n.reading:
		n.stale = true
		return nil
	case x.Experiment != n.of:
		n.of, n.all, n.shown, n.read, n.failed = x.Experiment, nil, nil, false, ""
		n.list.To(0)
		n.filter.Set("")
		if was := s.backTo(n.of); was != nil {
			n.filter.Set(was.filter)
		}
		n.query = part.NewQuery(n.filter.Value())
		s.trace.clear()
		s.reader.Shut()
		if s.focus == paneUnit {
			s.focus = s.from
		}
	}
	n.asked++
	n.reading, n.stale = true, false
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
	n.read, n.reading = true, false
	var again tea.Cmd
	if n.stale {
		again = s.showEntries(true)
	}
	if m.err != nil && !errors.Is(m.err, fs.ErrNotExist) { // one that has just begun may have no folder yet
		n.failed = s.clean(m.err.Error())
		return again
	}
	at := ""
	if e := s.entry(); e != nil {
		at = e.Dir
	} else if was := s.backTo(n.of); was != nil {
		at = was.dir
	}
	n.failed, n.all, n.method, n.tokens = "", m.all, 0, 0
	for i := range n.all {
		n.method = max(n.method, s.env.Width.Of(s.clean(n.all[i].Method)))
		n.tokens = max(n.tokens, s.env.Width.Of(TotalWords(n.all[i].Tokens)))
	}
	s.narrow()
	for i, k := range n.shown {
		if n.all[k].Dir == at {
			n.list.To(i)
		}
	}
	return tea.Batch(again, s.follow())
}

// narrow shows the runs that the filter matches.
func (s *Screen) narrow() {
	n := &s.entries
	n.query = part.NewQuery(n.filter.Value())
	n.shown = n.shown[:0]
	for i, e := range n.all {
		if n.query.Empty() || n.query.In(strings.ToLower(strings.Join([]string{e.State, s.names[e.State].String(), e.Method, e.Outcome, e.Failure}, " "))) {
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
	busy, turned := false, false
	var ended []Live
	for _, l := range m.all {
		was, known := s.live[l.Experiment]
		busy = busy || !l.Done
		if s.looked && !known || known && l.Done != was.Done {
			turned = true
			if l.Done {
				ended = append(ended, l)
			}
		}
		s.news = s.news || l.Progress.Done != was.Progress.Done || l.Progress.Failed != was.Progress.Failed
		s.live[l.Experiment] = l
	}
	s.looked = true
	if s.elsewhere() {
		busy, s.news = true, true
	}
	cmds := []tea.Cmd{s.tellKept(ended)}
	if s.addLive() {
		s.toChosen()
		cmds = append(cmds, s.showEntries(false))
	}
	s.drawn++
	s.list.Forget()
	if len(ended) > 0 {
		cmds = append(cmds, s.readSets())
	}
	if turned || s.news && s.due() {
		s.news = false
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
