package scorer

import (
	"fmt"

	"suffice/certificate"
	"suffice/certificate/card"
)

// matrixState is a state made ready for rankings.
type matrixState struct {
	at       int // position in the matrix
	facts    StateFacts
	cert     certificate.Certificate
	standard *Standard
	oracle   Oracle
	drawable int                 // see drawable
	counted  bool                // source tokens are
	units    map[string]unitFact // nil without a pool
	err      error               // of counting
}

// unitFact is what a slot costs and whether it was seen before.
type unitFact struct {
	tokens   int
	observed bool
}

// answer is what a ranking with these scores came to.
func (s *matrixState) answer(t *Tally, ranked []string, scores []Scores) *Answer {
	a := &Answer{Scores: scores, Slots: len(ranked), Done: t.CompletionSlot(s.standard.Gold, ranked, len(ranked))}
	if s.units == nil {
		return a
	}
	a.tokens, a.seen = make([]int, len(ranked)), make([]int32, len(ranked))
	if !s.counted {
		a.tokens = nil
	}
	tokens, seen := 0, int32(0)
	for i, id := range ranked {
		f, in := s.units[id]
		if !in {
			a.tokens = nil
		}
		if f.observed {
			seen++
		}
		tokens += f.tokens
		a.seen[i] = seen
		if a.tokens != nil {
			a.tokens[i] = tokens
		}
	}
	return a
}

// describe takes over a state's public side and counts its tokens.
func (s *matrixState) describe(state card.State, o *MatrixOptions) {
	c := state.Card
	s.facts.Repo, s.facts.Boundary = c.Repo, c.Boundary
	if state.Pool.Len() == 0 {
		return
	}
	s.facts.Pool = state.Pool.Len()
	s.facts.Language = languageOf(s.cert, &state.Pool)
	s.drawable = drawable(s.cert, &state.Pool)
	s.counted = o.Tokens != nil
	listed := make(map[string]bool, len(c.Observed))
	for _, id := range c.Observed {
		listed[id] = true
	}
	s.units = make(map[string]unitFact, state.Pool.Len())
	for i := range state.Pool.Units {
		u := &state.Pool.Units[i]
		f := unitFact{observed: u.Observed || listed[u.ID]}
		if s.counted && s.err == nil {
			n, err := o.Tokens(u)
			if err != nil {
				s.err = fmt.Errorf("count the source tokens of unit %s of state %s: %w", u.ID, c.ID, err)
			}
			f.tokens = n
		}
		if u.Observed {
			s.facts.Flagged++
		}
		if listed[u.ID] {
			s.facts.Joined++
		}
		s.units[u.ID] = f
	}
}
