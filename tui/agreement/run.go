package agreement

import (
	"context"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"suffice/audit"
	"suffice/review"
	"suffice/tui/part"
)

// run is the reckoning of every field of a phase, one after the other, the one
// under the cursor first. Each answer asks for the next, so that the screen
// stays alive and the person can stop it in between.
type run struct {
	gen     int             // an answer of an older run is dropped
	ctx     context.Context // of this run
	cancel  context.CancelFunc
	left    []string // fields to come; the first is being reckoned
	of      int      // fields in all
	began   time.Time
	stopped bool
	news    bool // the project changed meanwhile
}

func (r *run) busy() bool { return len(r.left) > 0 }

func (r *run) stop() {
	if r.cancel != nil {
		r.cancel()
	}
	r.gen++
	r.left, r.stopped = nil, true
}

// reckonedMsg is the agreement on one field.
type reckonedMsg struct {
	to    *Screen
	gen   int
	field string
	g     audit.Agreement
	at    review.UnitPlaces
	err   error
}

// start reckons every field of the phase. What is shown stays until its new
// figures are there.
func (s *Screen) start() tea.Cmd {
	s.run.stop()
	s.drawn++
	ctx, cancel := context.WithCancel(s.env.Ctx)
	s.run = run{gen: s.run.gen, ctx: ctx, cancel: cancel, of: len(s.fields), began: s.env.Now()}
	first := s.field()
	if first != "" {
		s.run.left = append(s.run.left, first)
	}
	for _, f := range s.fields {
		if f != first {
			s.run.left = append(s.run.left, f)
		}
	}
	return s.reckon()
}

// reckon asks for the field whose turn it is.
func (s *Screen) reckon() tea.Cmd {
	if !s.run.busy() {
		return nil
	}
	ctx, desk, field, phase, ask, gen := s.run.ctx, s.desk, s.run.left[0], s.phase, s.ask, s.run.gen
	return func() (msg tea.Msg) {
		m := reckonedMsg{to: s, gen: gen, field: field}
		defer func() { // a run that never hears of its end would be busy for ever
			if what := recover(); what != nil {
				m.err = fmt.Errorf("something inside failed: %v", what)
				msg = m
			}
		}()
		if m.err = ctx.Err(); m.err == nil {
			m.g, m.err = desk.Agreement(ctx, field, phase, ask)
		}
		if m.err == nil {
			m.at, m.err = desk.UnitPlaces(ctx, m.g)
		}
		return m
	}
}

func (s *Screen) reckoned(m reckonedMsg) tea.Cmd {
	if m.gen != s.run.gen {
		return nil
	}
	if m.err != nil {
		s.run.stop()
		s.failed = s.clean(m.err.Error())
		return nil
	}
	s.failed = ""
	s.got[m.field], s.places[m.field] = m.g, m.at
	s.run.left = s.run.left[1:]
	s.drawn++
	if m.field == s.field() {
		s.shown = ""
	}
	if !s.run.busy() && s.run.news {
		return s.env.Later(againAfter, againMsg{s, s.run.gen})
	}
	return s.reckon()
}

// againAfter is how long a run rests when the project changed while it went on:
// a project in full swing does not keep the machine busy for ever.
const againAfter = 5 * time.Second

// againMsg says that it is time to look at what changed.
type againMsg struct {
	to  *Screen
	gen int
}

// changed reads the figures again, quietly, unless a run is under way.
func (s *Screen) changed() tea.Cmd {
	if s.run.busy() {
		s.run.news = true
		return nil
	}
	return tea.Batch(s.readNames(), s.start())
}

// progress is how far the run is, with rate and time left.
func (s *Screen) progress(room int) string {
	t, m := s.env.Theme, s.env.Width
	r := &s.run
	if !r.busy() {
		return ""
	}
	done := r.of - len(r.left)
	const size = 12
	bar := part.Bar(s.env, done, r.of, size)
	text := fmt.Sprintf(" %d of %d fields, %s draws", done, r.of, thousands(s.ask.Draws))
	if spent := s.env.Now().Sub(r.began).Seconds(); done > 0 && spent > 0 {
		rate := float64(done) / spent
		text += fmt.Sprintf(" · %.1f a second, %.0f s left", rate, float64(len(r.left))/rate)
	}
	line := bar + t.Muted.Render(text) + "  " + t.Accent.Render(s.keyFor("agreement.stop")) + t.Muted.Render(" stops ")
	if m.Of(line) > room {
		line = bar + t.Muted.Render(fmt.Sprintf(" %d/%d ", done, r.of))
	}
	return line
}

// drawsMsg is how many draws were asked for.
type drawsMsg struct {
	to    *Screen
	draws int
}

// chooseDraws asks how many bootstrap draws the intervals are made of.
func (s *Screen) chooseDraws() tea.Cmd {
	all := []int{audit.DefaultDraws, 10_000, audit.MostDraws}
	ask := part.ChooseMsg{Title: "Bootstrap draws for the intervals"}
	for i, n := range all {
		detail := ""
		if n == s.ask.Draws {
			ask.At, detail = i, "now"
		}
		ask.Items = append(ask.Items, part.Choice{Text: thousands(n), Detail: detail})
	}
	ask.Then = func(i int) tea.Cmd { return send(drawsMsg{s, all[i]}) }
	return send(ask)
}

// namesMsg is what people call the states.
type namesMsg struct {
	to    *Screen
	names map[string]string
}

func (s *Screen) readNames() tea.Cmd {
	ctx, desk := s.env.Ctx, s.desk
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
