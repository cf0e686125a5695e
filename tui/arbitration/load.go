package arbitration

import (
	"errors"
	"slices"

	tea "charm.land/bubbletea/v2"

	"suffice/certificate"
	"suffice/review"
	"suffice/tui/part"
	"suffice/tui/workbench"
)

// loadedMsg is the dispute as the desk gives it.
type loadedMsg struct {
	to      *Screen
	dispute review.Dispute
	reading *workbench.Reading // the first time
	err     error
	acks    int // acknowledgements seen when it was asked for
}

// graceMsg says that keys may decide from now on.
type graceMsg struct{ to *Screen }

// load reads the dispute, or reads it again: then every cursor stays where it
// is. The first time it takes the arbitration, if it is free, and prepares what
// is read beside it: until that has come nothing is read again, so that no other
// answer can come before it. What failed the first time begins anew.
func (s *Screen) load(first bool) tea.Cmd {
	if !first && !s.loaded {
		if s.failed == "" {
			return nil
		}
		s.failed, first = "", true
	}
	ctx, desk, id, acks := s.env.Ctx, s.env.Desk, s.state, s.pending.acks
	return func() tea.Msg {
		m := loadedMsg{to: s, acks: acks}
		m.dispute, m.err = desk.Dispute(ctx, id)
		var free *review.NoSeatError
		var unknown *review.UnknownStateError
		if first && (errors.As(m.err, &free) || errors.As(m.err, &unknown)) {
			if _, err := desk.ClaimFor(ctx, id, review.TaskArbitrate); err != nil {
				m.err = err
				return m
			}
			m.dispute, m.err = desk.Dispute(ctx, id)
		}
		if first && m.err == nil {
			r := workbench.Prepare(m.dispute.View)
			m.reading = &r
		}
		return m
	}
}

// take shows what was loaded.
func (s *Screen) take(m loadedMsg) tea.Cmd {
	if m.err != nil {
		if s.loaded {
			return toast(part.Bad, "the state could not be read again: "+s.sentence(m.err))
		}
		s.failed = s.sentence(m.err)
		return nil
	}
	if s.loaded && m.acks != s.pending.acks {
		return s.load(false) // it may be from before my latest act
	}
	first := !s.loaded
	var cmds []tea.Cmd
	if m.reading != nil {
		s.reader = workbench.NewReader(s.env, *m.reading)
		keys := map[workbench.Pane]string{}
		for a, p := range s.readerPanes() {
			keys[p] = s.keyFor(a)
		}
		s.reader.Alone(keys)
	}
	s.loaded, s.failed = true, ""
	s.show(m.dispute)
	if first {
		s.fresh = true
		cmds = append(cmds, s.env.Later(grace, graceMsg{s}))
		if s.said.Load(m.dispute.Typing) {
			cmds = append(cmds, toast(part.Good, "what you had said of it before is back"))
			s.rebuild()
		}
		s.firstLook()
		cmds = append(cmds, s.reader.Start(), s.showRow())
	}
	return tea.Batch(append(cmds, s.recompute(), s.pump())...)
}

// show takes over a dispute as it is on disk now.
func (s *Screen) show(d review.Dispute) {
	s.now = d
	s.a, s.b = bare(d.In.A.Certificate), bare(d.In.B.Certificate)
	s.rebuild()
}

// bare is a certificate without what stood around an imported one.
func bare(c certificate.Certificate) certificate.Certificate {
	c.Envelope = nil
	return c
}

// firstLook puts the cursor on the first pair that has still to be decided, or
// where all are decided on the first one in which the two differ.
func (s *Screen) firstLook() {
	at := 0
	for i, r := range slices.Backward(s.rows) {
		if r.kind == rowPair && r.pair >= 0 && !s.pair(r.pair).Same() {
			at = i
		}
	}
	for i, r := range s.rows {
		if r.kind == rowPair && r.pair >= 0 && !s.pair(r.pair).Same() {
			if _, decided := s.choice(r.pair); !decided {
				at = i
				break
			}
		}
	}
	s.toRow(at)
}

// pair is one line of the difference between A and B.
func (s *Screen) pair(i int) certificate.GroupPair { return s.now.Agreement.Diff.Pairs[i] }

// facts are what follows from the decision so far: worked out in a command.
type facts struct {
	gen      int
	ready    bool
	preview  *certificate.Certificate // what the decision gives; nil while it gives none
	changed  bool                     // it differs from the certificate under review
	quotes   int                      // quotations in it
	findings []certificate.Finding
	lost     [][]string // branches of A and B that it no longer accepts
	derived  bool       // the branches are the minimal witnesses
	smallest int        // of a completing set, 0 for none
	refused  string     // what the rules have against it beside that; not cleaned
}

type factsMsg struct {
	to    *Screen
	facts facts
}

// recompute starts working out the facts of the decision as it is now.
func (s *Screen) recompute() tea.Cmd {
	if !s.loaded {
		return nil
	}
	s.facts.gen++
	gen, d, c, r := s.facts.gen, s.now, s.preview(), s.ruling()
	return func() tea.Msg { return factsMsg{s, work(gen, d, c, r)} }
}

func (s *Screen) learned(m factsMsg) {
	if m.facts.gen != s.facts.gen {
		return
	}
	s.facts = m.facts
	if c := s.facts.preview; c != nil {
		s.reader.Mark(*c)
	} else {
		s.reader.Mark(s.now.Under)
	}
	s.rebuildSide()
}

// preview is the certificate that the decision as it is now would give.
func (s *Screen) preview() *certificate.Certificate {
	c := s.now.Draft.Certificate()
	if r := s.now.Ruling; r != nil {
		c = r.Certificate
		return &c
	}
	switch s.whole() {
	case review.ByGroup:
		return s.now.Composed
	case review.WholeA:
		c = s.a
	case review.WholeB:
		c = s.b
	case review.ReplaceState:
		return nil
	case review.BothWrong:
		if s.said.Get(saidReserve) != "" {
			return nil
		}
	}
	return &c
}

// work is the arithmetic; it belongs in a command.
func work(gen int, d review.Dispute, c *certificate.Certificate, r review.Ruling) facts {
	f := facts{gen: gen, ready: true, preview: c}
	if c == nil {
		return f
	}
	m, b := certificate.Compile(*c), certificate.DefaultBudget()
	f.changed = !certificate.Compare(bare(d.Under), bare(*c)).Same()
	f.findings = certificate.Findings(*c, d.State.Card, &d.State.Pool, d.Observed, m)
	f.lost = review.LostBranches(d.In.A.Certificate, d.In.B.Certificate, *c)
	if len(c.Groups) > 0 {
		w, _, _ := m.Smallest(b)
		f.smallest = len(w)
		f.derived = !m.BranchTally(b).OutOfDate()
	}
	for _, g := range c.Groups {
		f.quotes += len(g.Quotations)
	}
	if d.Ruling == nil {
		r.Certificate, r.Reason = *c, "to be given" // what is missing says so itself
		if r.Whole == review.ByGroup {
			r.Choices = d.Choices
		}
		if err := r.Check(d.Under, d.In); err != nil {
			f.refused = err.Error()
		}
	}
	return f
}
