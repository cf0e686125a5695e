package scorer

import "suffice/certificate"

// Standard is a certificate made ready to score rankings at fixed cutoffs.
// Immutable and safe for concurrent use; each goroutine brings its own Tally.
type Standard struct {
	*Gold
	ks     []int
	ideal  []float64 // by cutoff
	proven bool
}

// NewStandard compiles c for the cutoffs, which are ascending (see Cutoffs).
func NewStandard(c certificate.Certificate, ks []int, mode Ideal) *Standard {
	g := NewGold(c)
	s := &Standard{Gold: g, ks: ks}
	s.ideal, s.proven = ideals(g, ks, mode)
	return s
}

// Cutoffs are the cutoffs at which the standard scores, ascending.
func (s *Standard) Cutoffs() []int { return s.ks }

// Ideal is the ideal DCG at the cutoff at position i.
func (s *Standard) Ideal(i int) float64 { return s.ideal[i] }

// IdealProven is false when the true ideal was asked for and not found within
// the search's steps, so that the sum of weights stands in for it.
func (s *Standard) IdealProven() bool { return s.proven }

// last is the greatest cutoff: slots beyond it do not matter.
func (s *Standard) last() int { return s.ks[len(s.ks)-1] }

// Score writes the six metrics of ranked at every cutoff of s into out, which
// has the length of s.Cutoffs().
func (t *Tally) Score(s *Standard, ranked []string, out []Scores) {
	t.slots = t.slots[:0]
	for _, id := range ranked[:min(s.last(), len(ranked))] {
		u, _ := find(&s.index, hashOfString(id), id)
		t.slots = append(t.slots, u)
	}
	t.score(s, out)
}

// score is Score for the ranking in t.slots.
func (t *Tally) score(s *Standard, out []Scores) {
	g := s.Gold
	if g.ungated {
		for i := range out {
			out[i] = Scores{1, 1, 1, 1, 1, 1}
		}
		return
	}
	t.reset(g)
	missing, met, novel, slot := len(g.need), 0, 0, 0
	for i, k := range s.ks {
		for ; slot < min(k, len(t.slots)); slot++ {
			u := t.slots[slot]
			if u < 0 || t.seen[u] {
				continue
			}
			t.seen[u] = true
			if g.acceptable[u] {
				met++
				if !g.observed[u] {
					novel++
				}
			}
			missing = t.meet(g, u, int32(slot+1), missing)
		}
		out[i] = t.at(s, i, int32(k))
		if met > 0 {
			out[i][Novelty] = float64(novel) / float64(met)
		}
	}
}

// at is what the slots counted so far are worth at the cutoff k at position i;
// Novelty is left to the caller.
func (t *Tally) at(s *Standard, i int, k int32) (out Scores) {
	g := s.Gold
	if t.complete <= k {
		out[Complete] = 1
	}
	covered, weight, dcg := 0, 0.0, 0.0
	for j, slot := range t.covered {
		if slot > k {
			continue
		}
		covered++
		weight += g.weight[j]
		dcg += t.gain[j]
	}
	roles := 0
	for _, slot := range t.roles {
		if slot <= k {
			roles++
		}
	}
	out[GroupRecall] = float64(covered) / float64(len(g.need))
	out[RoleCoverage] = float64(roles) / float64(g.roles)
	if g.total != 0 {
		out[NecessityRecall] = weight / g.total
	}
	if ideal := s.ideal[i]; ideal != 0 {
		out[GroupNDCG] = min(1, dcg/ideal)
	}
	return out
}
