package offline

import (
	"cmp"
	"slices"

	"suffice/scorer/methods"
	"suffice/scorer/methods/complement"
)

// answer is the text that answers a question.
func (c *Controller) answer(q complement.Question) (string, error) {
	d := readDeck(q, c.with.Weights, c.stop)
	switch q.Stage {
	case methods.StageSelect, methods.StageWiden, methods.StageRerank:
		return encode(selection{d.ids(d.similar(d.places(q)), q.Max)})
	}
	d.observe(q.State)
	s := d.newSet(d.places(q))
	given := 0
	if q.Stage == methods.StageExpand { // what the proposal lacks; it is never named again
		given = s.takeProposal()
	}
	s.grow(given + q.Max)
	ids := d.ids(s.order[given:], q.Max)
	if q.Stage == methods.StageFinalize {
		return encode(delivery{ids, s.keep(q.MinKeep, q.MaxKeep)})
	}
	return encode(selection{ids})
}

func (d *deck) ids(list []int, most int) []string {
	list = list[:min(len(list), max(most, 0))]
	out := make([]string, len(list))
	for i, at := range list {
		out[i] = d.cards[at].ID
	}
	return out
}

// takeProposal begins with the cards that were proposed.
func (s *set) takeProposal() int {
	for i, c := range s.d.cards {
		if c.Origin == complement.FromProposal && !s.in[i] {
			s.take(i)
		}
	}
	return len(s.order)
}

// places is what the order shown says of each card, 0 to 1: a ranking that has
// read the whole units stands behind it, where a card shows only the beginning.
// In finalize the order within the proposal says nothing new, since it is that
// of gains; that a card was proposed does.
func (d *deck) places(q complement.Question) []float64 {
	out := make([]float64, len(d.cards))
	count := map[complement.Origin]int{}
	for i, c := range d.cards {
		at := count[c.Origin]
		count[c.Origin]++
		out[i] = d.with.HalfWay / (d.with.HalfWay + float64(at))
		if q.Stage != methods.StageFinalize {
			continue
		}
		switch c.Origin {
		case complement.FromProposal:
			out[i] = d.with.Proposed
		case complement.FromExpansion:
			out[i] *= d.with.Expanded
		case complement.FromReserve:
			out[i] = 0
		}
	}
	return out
}

// similar ranks by plain similarity: every card for itself, whatever the others
// say and whatever the agent has seen.
func (d *deck) similar(place []float64) []int {
	s := d.newSet(place)
	order := make([]int, len(d.cards))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.fit[b], s.fit[a]) })
	return order
}

// keep is how many leading units are worth their place in a context that is
// paid for by the token: the last one that newly covers at least the share Keep
// of what those before it cover ends the set. A share, since what is covered has
// no scale of its own, and of the need alone: that a unit stands in a good place
// says nothing of what the set lacks. The last and not the first that falls
// short, since units come in the order of their gains, of which this is a part.
// Where nothing is covered there is nothing to judge by, and all are kept.
func (s *set) keep(least, most int) int {
	most = max(min(most, len(s.added)), 0)
	kept, sum := min(max(least, 1), most), 0.0
	for i, a := range s.added[:most] {
		if i >= kept && a >= float64(s.d.with.Keep*sum) {
			kept = i + 1
		}
		sum += a
	}
	return kept
}
