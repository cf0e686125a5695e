package certificate

import "suffice/certificate/card"

// Faults lists the blocking findings of c and nothing else, in the order of
// Findings. It asks no question about witnesses, so a whole file of
// certificates is checked about as fast as it is read.
func Faults(c Certificate, s card.StateCard, p *card.Pool, obs map[string]card.Observation) []Finding {
	in := &inspection{
		cert: c, card: s, pool: p, seen: obs, only: Blocking,
		labels: c.labels(), listed: map[string]bool{}, told: map[string]bool{},
	}
	for _, list := range [][]string{s.Observed, c.Observed} {
		for _, id := range list {
			in.listed[id] = true
		}
	}
	in.groups()
	in.lists()
	in.branches() // without a meaning it looks at each branch by itself
	return in.found
}
