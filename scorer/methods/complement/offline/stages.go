package offline

import (
	"cmp"
	"slices"

	"suffice/scorer/methods"
	"suffice/scorer/methods/complement"
)

// answer is what the policy says to a question: IDs, and in finalize how many
// of them are worth their place.
func answer(q complement.Question, w Weights) (ids []string, keep int) {
	d := readDeck(q, w)
	most := max(q.Max, 0)
	switch q.Stage {
	case methods.StageSelect, methods.StageWiden, methods.StageRerank:
		return d.ids(d.similar(d.places(q)), most), 0
	}
	d.observe(q.State)
	s := d.newSet(d.places(q))
	given := 0
	if q.Stage == methods.StageExpand {
		for i, c := range q.Cards {
			if c.Origin == complement.FromProposal {
				s.take(i, s.gain(i))
			}
		}
		given = len(s.order)
	}
	s.grow(given+most, func(int) bool { return true })
	return d.ids(s.order[given:], most), s.keep(q.MinKeep, q.MaxKeep)
}

func (d *deck) ids(list []int, most int) []string {
	list = list[:min(len(list), most)]
	out := make([]string, len(list))
	for i, at := range list {
		out[i] = d.cards[at].ID
	}
	return out
}

// places is what the order shown says of each card: 1 for the first of its
// origin, half of that HalfWay cards on. What comes from the proposal goes
// before the rest, which ranked lower.
func (d *deck) places(q complement.Question) []float64 {
	out := make([]float64, len(d.cards))
	count := map[complement.Origin]int{}
	for i, c := range d.cards {
		at := count[c.Origin]
		count[c.Origin]++
		if c.Origin == complement.FromReserve || c.Origin == complement.FromExpansion {
			at += 8
		}
		out[i] = d.with.HalfWay / (d.with.HalfWay + float64(at))
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

// keep is how many leading units are worth their place.
func (s *set) keep(least, most int) int {
	if most <= 0 {
		return 0
	}
	sum := 0.0
	for i, g := range s.gains {
		if i >= most || i >= least && g < s.d.with.Keep*sum/float64(i) {
			return i
		}
		sum += g
	}
	return len(s.gains)
}
