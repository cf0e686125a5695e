package offline

import (
	"math"

	"suffice/scorer/methods/complement"
)

// set is a selection that grows card by card, each time by the one that adds
// most to what it has.
type set struct {
	d     *deck
	place []float64 // by card: what its place in the order shown says, 0 to 1
	fit   []float64 // by card: how well it answers the state by itself, 0 to 1
	scale float64   // words of the card that says most

	order []int     // cards taken
	added []float64 // by card taken: what it newly covered then
	in    []bool    // by card
	rest  []float64 // by facet: share that is still uncovered
	fresh []float64 // by card: 1, less where the set repeats it
	kinds [kinds]float64
	files map[string]bool
	calls []float64 // by name: how much the set asks where it is defined
	holds []float64 // by name: how much the set asks who uses it
	has   []bool    // by name: the set defines it
}

func (d *deck) newSet(place []float64) *set {
	s := &set{
		d: d, place: place, fit: make([]float64, len(d.cards)), in: make([]bool, len(d.cards)), rest: make([]float64, len(d.need.facets)),
		fresh: make([]float64, len(d.cards)), files: map[string]bool{},
		calls: make([]float64, len(d.names.list)), holds: make([]float64, len(d.names.list)), has: make([]bool, len(d.names.list)),
	}
	for i, f := range d.need.facets {
		s.rest[i] = f.left
	}
	for i := range d.cards {
		s.fresh[i] = 1
		s.fit[i] = s.words(i)
		s.scale = max(s.scale, s.fit[i])
	}
	s.scale = max(s.scale, 1e-9)
	for i := range s.fit {
		s.fit[i] = (s.fit[i]/s.scale + float64(d.with.Place*place[i])) / (1 + d.with.Place)
	}
	for k := range s.kinds {
		s.kinds[k] = d.with.OtherKind + float64((1-d.with.OtherKind)*d.need.kinds[k])
	}
	s.kinds[codeKind] = 1
	return s
}

// words is how much of what the state asks for a card would newly cover.
func (s *set) words(i int) float64 {
	sum := 0.0
	for _, p := range s.d.sheets[i].parts {
		sum += float64(s.d.need.facets[p.of].worth * s.d.rarity[p.of] * s.rest[p.of] * p.how)
	}
	return sum
}

// gain is what a card would add to the set: what it would cover, and what
// speaks for it besides.
func (s *set) gain(i int) float64 {
	w, c := s.d.with, &s.d.cards[i]
	g := s.words(i) / s.scale
	g += float64(w.Place * s.place[i])
	g += s.ends(i)
	g += float64(w.Kind * s.kinds[s.d.sheets[i].kind])
	if !s.files[c.Path] {
		g += w.Spread
	}
	return g * s.new(i)
}

// covers is what of the need a card would newly cover: words and ends.
func (s *set) covers(i int) float64 {
	return (s.words(i)/s.scale + s.ends(i)) * s.new(i)
}

// new is the share of a card that neither the agent nor the set has.
func (s *set) new(i int) float64 {
	if s.d.cards[i].Observed {
		return s.d.with.ObservedUnit * s.fresh[i]
	}
	return s.fresh[i]
}

// ends is what a card adds by what it is to cards of the set: it defines what
// one of them calls, or uses what one of them defines.
func (s *set) ends(i int) float64 {
	called, used := 0.0, 0.0
	for _, n := range s.d.sheets[i].defines {
		if !s.has[n] && !s.d.seen[n] {
			called = max(called, s.calls[n]*s.d.names.rarity[n])
		}
	}
	for _, n := range s.d.sheets[i].mentions {
		used = max(used, s.holds[n]*s.d.names.rarity[n])
	}
	use := s.d.with.Caller
	if s.d.sheets[i].kind == testKind {
		use = s.d.with.Tester
	}
	return float64(s.d.with.Callee*called) + float64(use*used)
}

// take puts a card into the set.
func (s *set) take(i int) {
	s.in[i], s.order, s.added = true, append(s.order, i), append(s.added, s.covers(i))
	s.files[s.d.cards[i].Path] = true
	sh := &s.d.sheets[i]
	s.kinds[sh.kind] *= s.d.with.SameKind
	for _, p := range sh.parts {
		s.rest[p.of] *= 1 - p.how
	}
	for _, n := range sh.defines {
		s.has[n] = true
		s.holds[n] = max(s.holds[n], s.fit[i])
	}
	asks := s.fit[i] / math.Pow(float64(max(len(sh.mentions), 1)), s.d.with.Share)
	for _, n := range sh.mentions {
		s.calls[n] = max(s.calls[n], asks)
		s.holds[n] *= s.d.with.Again
	}
	for j := range s.d.cards {
		if !s.in[j] {
			s.fresh[j] = min(s.fresh[j], 1-float64((1-s.d.with.Repeated)*s.d.repeats(j, i)))
		}
	}
}

// grow takes the best card until the set has so many. Of cards that add the
// same the one shown first is taken.
func (s *set) grow(size int) {
	for len(s.order) < size {
		best, most := -1, math.Inf(-1)
		for i := range s.d.cards {
			if s.in[i] {
				continue
			}
			if g := s.gain(i); g > most {
				best, most = i, g
			}
		}
		if best < 0 {
			return
		}
		best = s.proposed(s.declared(best))
		s.take(best)
	}
}

// declared is a whole declaration in place of a card that was cut anywhere: it
// says the same with less around it.
func (s *set) declared(i int) int {
	if s.d.sheets[i].whole {
		return i
	}
	return s.instead(i, s.d.with.Declared, func(j int) bool { return s.d.sheets[j].whole })
}

// proposed is a card of the proposal in place of one that came later and shows
// the same lines: it was chosen in sight of more text, and the later one says
// nothing that the proposal lacks.
func (s *set) proposed(i int) int {
	if from := s.d.cards[i].Origin; from != complement.FromExpansion && from != complement.FromReserve {
		return i
	}
	return s.instead(i, s.d.with.Stay, func(j int) bool { return s.d.cards[j].Origin == complement.FromProposal })
}

// instead is the card that goes before another one: of those that fit and show
// nearly all its lines the one that adds most, if it adds at least a share of
// what the other adds; the other itself where there is none.
func (s *set) instead(of int, share float64, fits func(j int) bool) int {
	best, most := of, float64(share*s.gain(of))
	for i := range s.d.cards {
		if s.in[i] || !fits(i) || s.d.repeats(of, i) < nearlySame {
			continue
		}
		if g := s.gain(i); g > most {
			best, most = i, g
		}
	}
	return best
}
