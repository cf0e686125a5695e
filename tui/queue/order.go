package queue

import (
	"cmp"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"suffice/review"
	"suffice/tui/part"
)

// order is a way to sort the queue.
type order int

// The ways, in the order in which one key goes through them.
const (
	asImported order = iota
	byTask
	byCloseness
	byStatus
	byRepo
	byBoundary
	byFindings
	bySpent
	byChanged
	orders
)

// words names an order for people.
func (o order) words() string {
	return [orders]string{"import order", "task", "lowest agreement", "status", "repository", "boundary", "findings", "time spent", "last change"}[o]
}

// sortBy changes the order and keeps the cursor on its state.
func (s *Screen) sortBy(o order) {
	s.order = o
	s.arrange()
}

func (s *Screen) chooseOrder() tea.Cmd {
	ask := part.ChooseMsg{Title: "Sort the queue by"}
	all := s.orders()
	for i, o := range all {
		if o == s.order {
			ask.At = i
		}
		ask.Items = append(ask.Items, part.Choice{Text: s.orderWords(o)})
	}
	ask.Then = func(i int) tea.Cmd {
		return send(orderMsg{s, all[i]})
	}
	s.opens = ask
	return nil
}

// orders are the ways that make a difference here.
func (s *Screen) orders() []order {
	var out []order
	for o := range orders {
		if o == byTask && !s.mixed() || o == byCloseness && !s.disputed() {
			continue
		}
		out = append(out, o)
	}
	return out
}

// nextOrder is the way after the present one.
func (s *Screen) nextOrder() order {
	all := s.orders()
	return all[(slices.Index(all, s.order)+1)%len(all)]
}

// orderWords names an order for people. As the desk gives them, arbitrations
// come first, the lowest agreement at the top.
func (s *Screen) orderWords(o order) string {
	switch {
	case o == asImported && s.disputed():
		return "what is open to arbitrate, then import order"
	case o == byTask && s.oversees():
		return "phase"
	}
	return o.words()
}

// nearness sorts arbitrations by closeness and everything else behind them.
func (e *entry) nearness() float64 {
	if e.Task == review.TaskArbitrate {
		return e.Closeness
	}
	return 2
}

// orderMsg is the order that was chosen.
type orderMsg struct {
	to    *Screen
	order order
}

// narrow applies the filter as it is typed.
func (s *Screen) narrow() {
	s.query = part.NewQuery(s.filter.Value())
	s.arrange()
}

// paste narrows the filter by pasted text, while it is typed.
func (s *Screen) paste(text string) tea.Cmd {
	switch {
	case !s.filtering:
		return nil
	case !s.filter.Insert(text):
		return send(part.ToastMsg{Kind: part.Bad, Text: "That is more text than fits here; it was not pasted."})
	}
	s.narrow()
	return s.look()
}

// arrange works out which states are shown, in which order; the state under
// the cursor stays there, on the same line of the window where it can.
func (s *Screen) arrange() {
	state, line := "", s.list.Cursor-s.list.Top
	if r := s.row(); r != nil {
		state = r.State
	}
	s.version++
	s.shown = s.shown[:0]
	for i := range s.all {
		if s.query.In(s.all[i].hay) {
			s.shown = append(s.shown, i)
		}
	}
	if s.order != asImported {
		slices.SortStableFunc(s.shown, func(a, b int) int { return s.compare(&s.all[a], &s.all[b]) })
	}
	at := slices.IndexFunc(s.shown, func(i int) bool { return s.all[i].State == state })
	s.list.Top = max(max(at, 0)-line, 0)
	s.list.To(max(at, 0))
}

// compare sorts what needs attention first.
func (s *Screen) compare(a, b *entry) int {
	switch s.order {
	case byTask:
		return cmp.Compare(s.sortKind(a), s.sortKind(b))
	case byCloseness:
		return cmp.Compare(a.nearness(), b.nearness())
	case byStatus:
		return cmp.Compare(rank(a.Status), rank(b.Status))
	case byRepo:
		return cmp.Or(strings.Compare(a.Repo, b.Repo), strings.Compare(a.Instance, b.Instance))
	case byBoundary:
		return strings.Compare(string(a.Boundary), string(b.Boundary))
	case byFindings:
		return cmp.Or(cmp.Compare(b.Blocking, a.Blocking), cmp.Compare(b.Warnings, a.Warnings))
	case bySpent:
		return cmp.Compare(b.Spent, a.Spent)
	case byChanged:
		return cmp.Compare(b.Changed, a.Changed)
	}
	return 0
}

func rank(st review.Status) int {
	return slices.Index([]review.Status{
		review.StatusDraft, review.StatusBegun, review.StatusOpen, review.StatusEmpty, review.StatusImported, review.StatusOffered, review.StatusSkipped, review.StatusDone,
	}, st)
}
