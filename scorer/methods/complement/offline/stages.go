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
			s.take(i, s.gain(i))
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
// paid for by the token: the first that adds less than the share Keep of what
// the units before it added on average ends the set. A mean, and not the first
// gain, so that one unit that answers nearly everything does not cut off the
// rest; a share, and not a number, because gains have no scale of their own.
func (s *set) keep(least, most int) int {
	most = min(most, len(s.gains))
	sum := 0.0
	for i, g := range s.gains[:max(most, 0)] {
		if i >= max(least, 1) && g < s.d.with.Keep*sum/float64(i) {
			return i
		}
		sum += g
	}
	return max(most, 0)
}
