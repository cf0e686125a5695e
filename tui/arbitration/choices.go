package arbitration

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"suffice/certificate"
	"suffice/review"
	"suffice/tui/part"
)

// choice is the choice made about a pair.
func (s *Screen) choice(pair int) (review.Choice, bool) {
	choices := s.now.Choices
	if r := s.now.Ruling; r != nil {
		choices = r.Choices
	}
	for _, c := range choices {
		if c.Pair == pair {
			return c, true
		}
	}
	return review.Choice{}, false
}

// current is the pair that keys decide, false when there is none: the one under
// the cursor of the decision, or of A and B as long as that is in sight.
func (s *Screen) current() (int, bool) {
	if s.focus == paneDecision {
		if r := s.side.here(); r.kind == sidePair {
			return r.pair, true
		}
	}
	if s.frame.tabbed && s.focus != paneA && s.focus != paneB {
		return noPair, false
	}
	i := s.here().pair
	return i, i != noPair
}

// decides guards what decides: just after a state was opened a key may have
// been meant for what was there before.
func (s *Screen) decides(f func() tea.Cmd) func() (tea.Cmd, bool) {
	return func() (tea.Cmd, bool) {
		if s.fresh {
			return toast(part.Quiet, "this state has just been opened: look at it first, then decide"), true
		}
		return f(), true
	}
}

// takeIt makes a choice about the pair under the cursor, and goes on to the
// next that is open.
func (s *Screen) takeIt(t review.Take) tea.Cmd {
	pair, ok := s.current()
	if !ok {
		return toast(part.Quiet, "this line is about no group: go to one that differs")
	}
	if why := s.cannot(pair, t); why != "" {
		return toast(part.Quiet, why)
	}
	return s.choose(review.Choice{Pair: pair, Take: t}, true)
}

// cannot says why a take means nothing for a pair; empty when it does.
func (s *Screen) cannot(pair int, t review.Take) string {
	if pair == review.Rest {
		if t != review.TakeA && t != review.TakeB {
			return "what stands beside the groups is taken from A or from B"
		}
		return ""
	}
	p := s.pair(pair)
	merge := t == review.TakeUnion || t == review.TakeIntersection
	switch {
	case merge && (p.A < 0 || p.B < 0):
		return "only one side has " + s.label(pair) + ": take it, leave it out or write your own"
	case t == review.TakeIntersection && len(p.Both) == 0:
		return "A and B accept no common unit for " + s.label(pair)
	}
	return ""
}

// choose makes a choice durable; on goes to the next open pair.
func (s *Screen) choose(c review.Choice, on bool) tea.Cmd {
	var cmd tea.Cmd
	if s.whole() != review.ByGroup { // who decides a group decides group by group
		cmd = s.say(saidWhole, "")
	}
	a := s.chooseAct(c)
	if on {
		a.done = func() tea.Cmd {
			s.step(1)
			return s.showRow()
		}
	}
	return tea.Batch(cmd, s.enqueue(a))
}

func (s *Screen) chooseAct(c review.Choice) *act {
	return &act{
		what: "the choice about " + s.label(c.Pair),
		call: func(ctx context.Context, at certificate.Revision) error {
			_, err := s.env.Desk.Choose(ctx, s.state, at, c.Pair, &c)
			return err
		},
	}
}

// clear takes the choice about the pair under the cursor back.
func (s *Screen) clear() tea.Cmd {
	pair, _ := s.current()
	return s.enqueue(&act{
		what: "taking the choice about " + s.label(pair) + " back",
		call: func(ctx context.Context, at certificate.Revision) error {
			_, err := s.env.Desk.Choose(ctx, s.state, at, pair, nil)
			return err
		},
	})
}

// takeRest takes one side for every pair that is still open.
func (s *Screen) takeRest(t review.Take) tea.Cmd {
	var cmds []tea.Cmd
	for _, pair := range s.now.Open {
		cmds = append(cmds, s.choose(review.Choice{Pair: pair, Take: t}, false))
	}
	return tea.Batch(cmds...)
}

// step puts the cursor on the next open pair in a direction, round the end.
func (s *Screen) step(by int) {
	n := len(s.rows)
	for k := 1; k <= n; k++ {
		i := ((s.lists[0].Cursor+by*k)%n + n) % n
		if r := s.rows[i]; r.kind == rowPair && slices.Contains(s.now.Open, r.pair) {
			s.toRow(i)
			return
		}
	}
}

// stepDiffering does the same for every pair that differs.
func (s *Screen) stepDiffering(by int) tea.Cmd {
	n := len(s.rows)
	for k := 1; k <= n; k++ {
		i := ((s.lists[0].Cursor+by*k)%n + n) % n
		if r := s.rows[i]; r.kind == rowPair && !s.pair(r.pair).Same() {
			s.toRow(i)
			break
		}
	}
	if s.focus != paneA && s.focus != paneB {
		s.focusOn(paneA)
	}
	return s.showRow()
}

// label names a pair as the desk does.
func (s *Screen) label(pair int) string {
	if pair == review.Rest {
		return "what stands beside the groups"
	}
	p := s.pair(pair)
	if p.A < 0 {
		return s.clean(s.b.Label(p.B)) + " of B"
	}
	return s.clean(s.a.Label(p.A))
}

// decidedGroup is the group that a pair becomes by the choices so far; false
// when there is none.
func (s *Screen) decidedGroup(pair int) (certificate.Group, bool) {
	p := s.pair(pair)
	c, chosen := s.choice(pair)
	if !chosen {
		if !p.Same() {
			return certificate.Group{}, false
		}
		c.Take = review.TakeA
	}
	switch c.Take {
	case review.TakeOwn:
		return *c.Own, true
	case review.TakeUnion, review.TakeIntersection:
		return s.merged(p, c.Take)
	case review.TakeB:
		g, _, ok := s.group(p, 1)
		return g, ok
	case review.TakeNeither:
		return certificate.Group{}, false
	}
	g, _, ok := s.group(p, 0)
	return g, ok
}

// merged is what a merge of one pair gives.
func (s *Screen) merged(p certificate.GroupPair, t review.Take) (certificate.Group, bool) {
	x, _, okA := s.group(p, 0)
	y, _, okB := s.group(p, 1)
	if !okA || !okB {
		return certificate.Group{}, false
	}
	a, b := s.a, s.b
	a.Groups, a.Branches = []certificate.Group{x}, nil
	b.Groups, b.Branches = []certificate.Group{y}, nil
	d := certificate.Compare(a, b)
	if len(d.Pairs) != 1 { // too different for each other
		return certificate.Group{}, false
	}
	c, err := review.Compose(a, b, d, []review.Choice{{Pair: 0, Take: t}})
	if err != nil || len(c.Groups) != 1 {
		return certificate.Group{}, false
	}
	return c.Groups[0], true
}

// quote quotes the selected lines for the group of the pair under the cursor:
// it becomes the senior's own, otherwise as it was decided.
func (s *Screen) quote() tea.Cmd {
	pair := s.here().pair
	if pair < 0 {
		return toast(part.Quiet, "put the cursor on a group of A or B first: the quotation is for it")
	}
	g, ok := s.decidedGroup(pair)
	if !ok {
		return toast(part.Quiet, s.label(pair)+" is not decided yet, or left out: take it first, then quote for it")
	}
	q, err := s.reader.Quotation()
	if err != nil {
		return toast(part.Quiet, s.sentence(err))
	}
	if slices.Contains(g.Quotations, q) {
		return toast(part.Quiet, s.label(pair)+" quotes these lines already")
	}
	g.Quotations = append(slices.Clone(g.Quotations), q)
	cmd := s.choose(review.Choice{Pair: pair, Take: review.TakeOwn, Own: &g}, false)
	if !slices.Contains(g.Acceptable, q.Unit) {
		return tea.Batch(cmd, toast(part.Quiet, "quoted for "+s.label(pair)+", which does not accept this unit"))
	}
	return tea.Batch(cmd, toast(part.Good, "quoted for "+s.label(pair)))
}
