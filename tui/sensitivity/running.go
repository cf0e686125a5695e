package sensitivity

import (
	"context"
	"fmt"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"suffice/scorer/methods"
	"suffice/tui/part"
	"suffice/tui/runs"
)

// running is the run on this state that is shown.
type running struct {
	gen     int
	busy    bool
	cancel  context.CancelFunc
	ask     runs.Ask
	began   time.Time
	took    time.Duration // once it has ended
	story   runs.Story
	answer  *runs.Answer
	failed  string
	stopped bool
	whole   bool   // long selections are told in full
	trouble string // the record of runs could not be read

	rows runs.Rows
	list part.List
}

// stop ends what is running; late answers belong to another generation.
func (r *running) stop() {
	if r.cancel != nil {
		r.cancel()
	}
	if r.busy {
		r.stopped = true
	}
	r.busy, r.cancel = false, nil
	r.gen++
}

// clear forgets the run altogether.
func (r *running) clear() {
	r.stop()
	r.ask, r.story, r.answer, r.failed, r.stopped = runs.Ask{}, runs.Story{}, nil, "", false
	r.rows.All = nil
}

// wire carries events from the run to the screen. Nothing is lost and nobody
// waits: who takes gets all that has come since.
type wire struct {
	mu     sync.Mutex
	events []methods.Event
	closed bool
	wake   chan struct{}
}

func newWire() *wire { return &wire{wake: make(chan struct{}, 1)} }

func (w *wire) put(e methods.Event) {
	w.mu.Lock()
	w.events = append(w.events, e)
	w.mu.Unlock()
	w.ring()
}

func (w *wire) close() {
	w.mu.Lock()
	w.closed = true
	w.mu.Unlock()
	w.ring()
}

func (w *wire) ring() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// take waits for events; open reports whether more may come.
func (w *wire) take(ctx context.Context) (events []methods.Event, open bool) {
	for {
		w.mu.Lock()
		events, open = w.events, !w.closed
		w.events = nil
		w.mu.Unlock()
		if len(events) > 0 || !open {
			return events, open
		}
		select {
		case <-w.wake:
		case <-ctx.Done():
			return nil, false
		}
	}
}

// runMsg is a method that was chosen to be run.
type runMsg struct {
	to         *Screen
	method     string
	controller string // empty: the first one there is
	again      bool
}

// eventsMsg is what has happened in a run since the last time.
type eventsMsg struct {
	to     *Screen
	gen    int
	events []methods.Event
	more   tea.Cmd // asks for the next ones; nil when there are none
}

// endedMsg says that a run has ended.
type endedMsg struct {
	to     *Screen
	gen    int
	answer runs.Answer
	err    error
}

// start runs a method on this state. What happens arrives as messages; the
// screen never waits.
func (s *Screen) start(method, controller string, again bool) tea.Cmd {
	s.run.clear()
	ctx, cancel := context.WithCancel(s.env.Ctx)
	r := &s.run
	r.busy, r.cancel, r.began = true, cancel, s.env.Now()
	r.ask = runs.Ask{State: s.state, Method: method, Controller: controller, Again: again}
	s.focusOn(paneRun)
	s.retell()
	w, gen, e, ask := newWire(), r.gen, s.runs, r.ask
	work := func() (msg tea.Msg) {
		m := endedMsg{to: s, gen: gen}
		defer w.close()
		defer func() { // a run that never hears of its end would be busy for ever
			if what := recover(); what != nil {
				m.err = fmt.Errorf("something inside failed: %v", what)
				msg = m
			}
		}()
		m.answer, m.err = e.RunState(ctx, ask, w.put)
		return m
	}
	return tea.Batch(work, s.listen(ctx, w, gen))
}

// listen waits for the next events of a run.
func (s *Screen) listen(ctx context.Context, w *wire, gen int) tea.Cmd {
	return func() tea.Msg {
		events, open := w.take(ctx)
		m := eventsMsg{to: s, gen: gen, events: events}
		if open {
			m.more = s.listen(ctx, w, gen)
		}
		return m
	}
}

// happened shows what has happened, unless it belongs to a run that was left.
func (s *Screen) happened(m eventsMsg) tea.Cmd {
	if m.gen != s.run.gen {
		return nil
	}
	for _, e := range m.events {
		s.run.story.Take(e)
	}
	s.retell()
	return m.more
}

// ended shows what became of the run and reads what is on record now.
func (s *Screen) ended(m endedMsg) tea.Cmd {
	if m.gen != s.run.gen {
		return nil
	}
	r := &s.run
	r.busy = false
	r.took = s.env.Now().Sub(r.began)
	if m.err != nil {
		r.failed = s.clean(m.err.Error())
		s.retell()
		return nil
	}
	r.answer = &m.answer
	s.chosen = line{ranking: ranking{method: r.ask.Method, controller: m.answer.Entry.Output.Controller}}.key()
	s.retell()
	return s.load()
}

// cancelRun ends the run that is going on.
func (s *Screen) cancelRun() tea.Cmd {
	method := s.run.ask.Method
	s.run.stop()
	s.retell()
	return send(part.ToastMsg{Text: method + " was cancelled; nothing of it counts."})
}

// retell puts the story of the run into rows.
func (s *Screen) retell() {
	r := &s.run
	r.rows.Version++
	r.list.Forget()
	r.rows.All = nil
	if r.trouble != "" {
		r.rows.All = append(r.rows.All, runs.Row{Kind: runs.RowBad, Sign: "✗", Text: r.trouble})
	}
	if r.ask.Method == "" {
		return
	}
	r.rows.All = append(r.rows.All, r.headline()...)
	comes := []runs.Row(nil)
	if len(r.story.Returned) > 0 {
		comes = s.comesTo()
		r.rows.All = append(r.rows.All, comes[len(comes)-1])
	}
	r.rows.All = append(r.rows.All, runs.Tell(s.env, &r.story, s.name, func(unit string) string { return s.clean(serves(s.now.Now, unit)) }, r.whole)...)
	if len(comes) > 1 {
		r.rows.All = append(r.rows.All, comes[:len(comes)-1]...)
	}
	r.list.To(r.list.Cursor)
}

// headline says what runs and how it stands.
func (r *running) headline() []runs.Row {
	row := runs.Row{Kind: runs.RowNote, Sign: "▸", Text: "running"}
	switch {
	case r.failed != "":
		return []runs.Row{{Kind: runs.RowBad, Sign: "✗", Text: r.failed}}
	case r.stopped:
		row.Sign, row.Text = "✗", "cancelled"
	case r.answer != nil && r.answer.Recorded:
		row.Sign, row.Text = "✓", "told from its record: it was run before"
	case r.answer != nil:
		row.Sign, row.Text = "✓", "done in "+millis(r.took)
	}
	return []runs.Row{row}
}

func millis(d time.Duration) string {
	if d < time.Second {
		return fmt.Sprintf("%d ms", d.Milliseconds())
	}
	return fmt.Sprintf("%.1f s", d.Seconds())
}

// completeWords says that every group is covered, and at which slot the last one.
func completeWords(groups []covered) string {
	at := 0
	for _, g := range groups {
		at = max(at, g.at)
	}
	switch len(groups) {
	case 1:
		return fmt.Sprintf("complete at %d: covers its one group", at)
	case 2:
		return fmt.Sprintf("complete at %d: covers both groups", at)
	}
	return fmt.Sprintf("complete at %d: covers all %d groups", at, len(groups))
}

// comesTo says what the returned set covers of the certificate.
func (s *Screen) comesTo() []runs.Row {
	if len(s.now.Now.Groups) == 0 {
		return []runs.Row{{Kind: runs.RowNote, Text: "The certificate has no groups yet: there is nothing to cover."}}
	}
	var ranked []string
	for _, u := range s.run.story.Returned {
		ranked = append(ranked, u.ID)
	}
	groups := cover(s.now.Now, ranked)
	rows := []runs.Row{{}}
	n := 0
	for _, g := range groups {
		group := &s.now.Now.Groups[g.group]
		row := runs.Row{Kind: runs.RowText, Sign: "✗", Text: s.clean(s.now.Now.Label(g.group) + " " + group.Role), Note: "not covered"}
		if g.at > 0 {
			n++
			row.Sign, row.Note = "✓", fmt.Sprintf("covered at %d", g.at)
		}
		rows = append(rows, row)
	}
	total := runs.Row{Kind: runs.RowWarn, Sign: "✗", Text: fmt.Sprintf("covers %d of %s: not complete", n, part.Many(len(groups), "group"))}
	if branch, slot := branchAt(s.now.Now, groups, ranked); branch > 0 {
		total = runs.Row{Kind: runs.RowGood, Sign: "✓", Text: fmt.Sprintf("complete at %d, by branch %d", slot, branch)}
	} else if n == len(groups) {
		total = runs.Row{Kind: runs.RowGood, Sign: "✓", Text: completeWords(groups)}
	}
	return append(rows, total)
}
