package retrieval

import "math"

// MMR re-orders a ranking by maximal marginal relevance (Carbonell and
// Goldstein 1998): the next unit is the one with the greatest lambda times its
// relevance minus 1-lambda times its similarity to the nearest unit taken
// already. Relevance is the score, brought to 0 ... 1 over the ranking. Of
// equals the one that base has first is taken, so that a lambda of 1 gives base
// back. similarity takes positions in the pool and is between 0 and 1.
func MMR(base []Ranked, lambda float64, similarity func(i, j int) float64) []Ranked {
	left := make([]marginal, len(base))
	for i, r := range relevance(base) {
		left[i] = marginal{base[i].Position, r, 0}
	}
	out := make([]Ranked, 0, len(base))
	for len(left) > 0 {
		best, value := 0, math.Inf(-1)
		for i, m := range left {
			if v := float64(lambda*m.relevance) - float64((1-lambda)*m.nearest); v > value {
				best, value = i, v
			}
		}
		taken := left[best]
		out = append(out, Ranked{taken.position, value})
		left = append(left[:best], left[best+1:]...)
		for i := range left {
			left[i].nearest = max(left[i].nearest, similarity(taken.position, left[i].position))
		}
	}
	return out
}

// marginal is a unit that is not taken yet.
type marginal struct {
	position           int
	relevance, nearest float64
}

// relevance brings falling scores to 0 ... 1; where all are equal they are 1.
func relevance(base []Ranked) []float64 {
	out := make([]float64, len(base))
	if len(base) == 0 {
		return out
	}
	greatest, least := base[0].Score, base[len(base)-1].Score
	for i, r := range base {
		out[i] = 1
		if greatest > least {
			out[i] = (r.Score - least) / (greatest - least)
		}
	}
	return out
}
