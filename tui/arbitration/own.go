package arbitration

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"suffice/certificate"
	"suffice/review"
	"suffice/tui/part"
	"suffice/tui/workbench"
)

// own is the workbench on the senior's own sheet, over the arbitration. What is
// made there is the senior's; a group of it becomes the choice about a pair.
type own struct {
	bench *workbench.Screen
	pair  int                  // what a group is wanted for; noPair for the whole certificate
	start certificate.GroupKey // the group to begin with, once loaded
}

// openOwn opens the sheet for the pair under the cursor. Where the sheet has no
// group of its own for it yet, it asks what to begin with.
func (s *Screen) openOwn() tea.Cmd {
	pair, ok := s.current()
	if !ok || pair == review.Rest {
		return toast(part.Quiet, "put the cursor on a group first, or decide by your own certificate as a whole")
	}
	var from []certificate.Group
	var items []part.Choice
	offer := func(name string, g certificate.Group, ok bool) {
		if ok {
			from = append(from, g)
			items = append(items, part.Choice{Text: name, Detail: part.Many(len(g.Acceptable), "unit")})
		}
	}
	p := s.pair(pair)
	if g, ok := s.decidedGroup(pair); ok && !p.Same() {
		offer("what is decided so far", g, true)
	}
	for side := range 2 {
		g, _, ok := s.group(p, side)
		offer("the group of "+sideName(side), g, ok)
	}
	g, ok := s.merged(p, review.TakeUnion)
	offer("both together", g, ok && !p.Same())
	items = append(items, part.Choice{Text: "my sheet as it is", Detail: "open the workbench"})
	return send(part.ChooseMsg{Title: "Your own group for " + s.label(pair) + " begins with", Items: items, Then: func(i int) tea.Cmd {
		if i == len(from) {
			return s.openBench(pair, s.sheetGroup(pair))
		}
		return s.beginWith(pair, from[i])
	}})
}

// sheetGroup is the group of my sheet that is lined up with a pair, empty when
// there is none.
func (s *Screen) sheetGroup(pair int) certificate.GroupKey {
	sheet := bare(s.now.Draft.Certificate())
	p := s.pair(pair)
	for side, other := range []certificate.Certificate{s.a, s.b} {
		at := []int{p.A, p.B}[side]
		if at < 0 {
			continue
		}
		for _, q := range certificate.Compare(sheet, other).Pairs {
			if q.B == at && q.A >= 0 {
				return sheet.Groups[q.A].Key
			}
		}
	}
	return ""
}

// beginWith puts a group on my sheet, in place of the one lined up with the
// pair, as one undoable edit, and opens the workbench on it.
func (s *Screen) beginWith(pair int, g certificate.Group) tea.Cmd {
	key := s.sheetGroup(pair)
	c := s.now.Draft.Certificate()
	c.Groups = slices.Clone(c.Groups)
	g.Key = key
	if _, at, ok := c.Group(key); ok {
		if !s.differsFrom(c.Groups[at], g) {
			return s.openBench(pair, key)
		}
		c.Groups[at] = g
	} else {
		g.Key = ""
		c.Groups = append(c.Groups, g)
	}
	return s.replaceSheet(c, "the beginning of your own group", func() tea.Cmd {
		if key == "" {
			if groups := s.now.Draft.Certificate().Groups; len(groups) > 0 {
				key = groups[len(groups)-1].Key
			}
		}
		return s.openBench(pair, key)
	})
}

func (s *Screen) differsFrom(a, b certificate.Group) bool { return len(s.unlike(a, b)) > 0 }

// replaceSheet puts a certificate on my sheet.
func (s *Screen) replaceSheet(c certificate.Certificate, what string, then func() tea.Cmd) tea.Cmd {
	return s.enqueue(&act{
		what: what,
		call: func(ctx context.Context, at certificate.Revision) error {
			_, err := s.env.Desk.Edit(ctx, s.state, at, certificate.ReplaceEdit(c), "")
			return err
		},
		done: then,
	})
}

// startSheet asks what my sheet is to hold, as a whole.
func (s *Screen) startSheet() tea.Cmd {
	from := []certificate.Certificate{s.a, s.b, bare(s.now.Under)}
	items := []part.Choice{{Text: "the certificate of A"}, {Text: "the certificate of B"}, {Text: "what was under review"}}
	if s.now.Composed != nil {
		from = append(from, *s.now.Composed)
		items = append(items, part.Choice{Text: "what the choices give"})
	}
	return send(part.ChooseMsg{Title: "Put on my own sheet", Items: items, Then: func(i int) tea.Cmd {
		c := from[i]
		c.Envelope = s.now.Draft.Certificate().Envelope
		return s.replaceSheet(c, "what your sheet begins with", func() tea.Cmd {
			return toast(part.Good, items[i].Text+" is on your sheet: "+s.keyFor(actSheet)+" opens it")
		})
	}})
}

// openSheet opens the workbench on my sheet as a whole.
func (s *Screen) openSheet() tea.Cmd { return s.openBench(noPair, "") }

func (s *Screen) openBench(pair int, start certificate.GroupKey) tea.Cmd {
	b := workbench.New(s.env, s.state)
	b.Withhold("state.finish", "state.next", "state.previous")
	s.own = &own{bench: b, pair: pair, start: start}
	return b.Init()
}

// follow puts the cursor of the workbench on the group to begin with, once it
// is there.
func (o *own) follow(s *Screen) tea.Cmd {
	if _, loaded := o.bench.Now(); !loaded || o.start == "" {
		return nil
	}
	o.bench.SetCurrent(o.start)
	o.start = ""
	cmd, _ := o.bench.Do("focus.certificate")
	return cmd
}

// title says whose certificate this is and what it is for.
func (o *own) title(s *Screen) string {
	if o.pair == noPair {
		return o.bench.Title() + " · my own certificate"
	}
	return o.bench.Title() + " · my own group for " + s.label(o.pair)
}

// takeOwn makes the current group of my sheet the choice about the pair.
func (s *Screen) takeOwn() tea.Cmd {
	o := s.own
	g, ok := o.bench.Current()
	switch {
	case !o.bench.Idle():
		return toast(part.Quiet, "what you edit is not saved yet")
	case !ok:
		return toast(part.Quiet, "there is no group yet: make one first")
	}
	g.Key = ""
	v, _ := o.bench.Now()
	a := s.chooseAct(review.Choice{Pair: o.pair, Take: review.TakeOwn, Own: &g})
	choose := a.call
	a.call = func(ctx context.Context, _ certificate.Revision) error { return choose(ctx, v.Revision) } // as the sheet is now
	a.done = func() tea.Cmd { return toast(part.Good, "your own group is the choice for "+s.label(o.pair)) }
	s.own = nil
	return s.enqueue(a)
}

// leaveOwn goes back to the arbitration, after asking when something would be lost.
func (s *Screen) leaveOwn() tea.Cmd {
	if what := s.own.bench.Unsaved(); what != "" {
		return send(part.ConfirmMsg{Question: "Leave your sheet all the same, and lose it?\n" + what, Then: send(closeMsg{s})})
	}
	return s.closeOwn()
}

// closeMsg says that my sheet may be closed.
type closeMsg struct{ to *Screen }

func (s *Screen) closeOwn() tea.Cmd {
	if s.own == nil {
		return nil
	}
	left := s.own.bench.Leave()
	s.own = nil
	return tea.Batch(left, s.load(false))
}
