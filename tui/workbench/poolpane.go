package workbench

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"suffice/tui/cell"
	"suffice/tui/part"
)

// poolPane is the list of candidate units.
type poolPane struct {
	list   part.List
	filter filter
	order  order
	shown  []int // positions in the pool, in the order of the list
	wanted order // an order that is still being worked out; equal to order when none is
	fresh  bool  // nobody has looked at the pool in this order: the cursor begins at its top
}

// at is the position of the unit under the cursor.
func (p *poolPane) at() (int, bool) {
	if p.list.Cursor < 0 || p.list.Cursor >= len(p.shown) {
		return 0, false
	}
	return p.shown[p.list.Cursor], true
}

// refilter works out which units are shown. The cursor stays on its unit, or
// goes to the nearest one that is still there.
func (s *Screen) refilter() {
	p := &s.pool
	before, had := p.at()
	row := p.list.Cursor
	seq, ok := s.ranks.sequence(p.order, s.shelf)
	if !ok {
		seq, _ = s.ranks.sequence(order{}, s.shelf)
	}
	shown := make([]int, 0, len(seq))
	for _, i := range seq {
		if p.filter.matches(s.shelf, s.stand, s.marked, i) {
			shown = append(shown, i)
		}
	}
	p.shown = shown
	p.list.Rows = poolRows{s}
	if had {
		if k := slices.Index(shown, before); k >= 0 {
			row = k
		}
	}
	p.list.To(row)
}

// showPosition puts the cursor on a unit, dropping a filter that hides it.
func (s *Screen) showPosition(i int) tea.Cmd {
	k := slices.Index(s.pool.shown, i)
	if k < 0 {
		s.setFilter("")
		k = slices.Index(s.pool.shown, i)
	}
	s.pool.list.To(max(k, 0))
	return s.show(i)
}

func (s *Screen) setFilter(text string) {
	s.pool.filter = parseFilter(text)
	s.refilter()
}

func (s *Screen) startFilter() tea.Cmd {
	s.focusOn(panePool)
	s.line = line{box: part.NewField(s.pool.filter.source, false), before: s.pool.filter.source}
	s.line.box.Hint = "words · is:observed · path: · symbol: …"
	return nil
}

func (s *Screen) clearFilter() tea.Cmd {
	s.setFilter("")
	return s.showUnit()
}

// chooseOrder asks how to sort the pool; ranks of locked methods are only
// offered where outcomes are open, for only there the desk hands them out.
func (s *Screen) chooseOrder() tea.Cmd {
	orders := s.ranks.orders()
	items := make([]part.Choice, len(orders))
	at := 0
	for i, o := range orders {
		items[i] = part.Choice{Text: s.clean(o.String())}
		if o == s.pool.order {
			items[i].Detail, at = "now", i
		}
	}
	return s.open(part.ChooseMsg{Title: "Order of the pool", Items: items, At: at, Then: func(i int) tea.Cmd {
		s.env.Session.Keep(orderKey{}, orders[i])
		return s.orderBy(orders[i])
	}})
}

// orderBy sorts the pool, after the ranking is worked out when it is not yet.
func (s *Screen) orderBy(o order) tea.Cmd {
	s.pool.wanted = o
	if _, ok := s.ranks.sequence(o, s.shelf); !ok && o.kind == byNeed {
		pool, need := s.shelf.pool, s.now.State.Card.Need
		return func() tea.Msg { return rankedMsg{s, rankNeed(pool, need)} }
	}
	s.pool.order = o
	s.refilter()
	return nil
}

// rankedMsg brings the BM25 ranking of the pool against the need.
type rankedMsg struct {
	to   *Screen
	need []int
}

func (s *Screen) ranked(m rankedMsg) tea.Cmd {
	s.ranks.need = m.need
	if s.pool.wanted.kind != byNeed {
		return nil
	}
	top := s.pool.fresh && s.pool.list.Cursor == 0
	s.pool.order, s.pool.fresh = s.pool.wanted, false
	s.refilter()
	if !top {
		return nil
	}
	s.pool.list.To(0)
	return s.showUnit()
}

// viewPool draws the pool in a pane.
func (s *Screen) viewPool(r part.Rect) []string {
	p := &s.pool
	pane := part.Pane{Title: s.title("2 Pool"), Focus: s.lit(panePool), Note: part.Count(len(p.shown), s.shelf.pool.Len())}
	seen := 0
	for i := range s.stand {
		if s.stand[i].seen != "" {
			seen++
		}
	}
	if seen > 0 {
		pane.Note += fmt.Sprintf(" · %d observed", seen)
	}
	if n := len(s.marked); n > 0 {
		pane.Note += fmt.Sprintf(" · %d marked", n)
	}
	if p.filter.source != "" && !s.line.filters() {
		pane.Note += " · filter: " + s.clean(p.filter.source)
	}
	if s.now.State.Card.Truncated {
		pane.Left = "pool was cut at capture"
	}
	if s.frame.kind == twoPanes {
		pane.Right = s.title("1 State")
	}
	if p.order.kind != byPool {
		pane.Right = "by " + s.clean(p.order.String())
	}
	if p.wanted != p.order {
		pane.Right = "ranking…"
	}
	in := r.Inner()
	var lines []string
	if s.line.filters() {
		lines = s.viewFilter(in.W, in.H)
	}
	s.frame.put(panePool, r, len(lines))
	rest := max(in.H-len(lines), 0)
	if len(p.shown) == 0 {
		p.list.View(s.env, in.W, rest, false)
		lines = append(lines, s.empty(in.W, rest, s.poolEmpty()...)...)
	} else {
		lines = append(lines, p.list.View(s.env, in.W, rest, s.lit(panePool))...)
	}
	pane.Bar = p.list.Bar()
	return pane.Draw(s.env, r.W, r.H, lines)
}

func (s *Screen) poolEmpty() []string {
	if s.shelf.pool.Len() == 0 {
		return []string{"The pool of this state is empty."}
	}
	return []string{"No unit passes the filter.", s.keyFor(poolClear) + " shows the whole pool again."}
}

// empty centres a few quiet lines.
func (s *Screen) empty(w, h int, text ...string) []string {
	out := make([]string, 0, h)
	for range max((h-len(text))/2, 0) {
		out = append(out, cell.Spaces(w))
	}
	for _, t := range text {
		if len(out) < h {
			t = s.env.Width.Fit(t, min(w, s.env.Width.Of(t)))
			pad := (w - s.env.Width.Of(t)) / 2
			out = append(out, s.env.Width.Fit(cell.Spaces(pad)+s.look.muted.Paint(t), w))
		}
	}
	for len(out) < h {
		out = append(out, cell.Spaces(w))
	}
	return out
}
