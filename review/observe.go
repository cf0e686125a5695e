package review

import "suffice/certificate/card"

func observe(s card.State) map[string]card.Observation {
	obs := map[string]card.Observation{}
	for _, id := range s.Card.Observed {
		o := obs[id]
		o.Listed = true
		obs[id] = o
	}
	for _, u := range s.Pool.Units {
		if u.Observed {
			o := obs[u.ID]
			o.Flagged = true
			obs[u.ID] = o
		}
	}
	return obs
}
