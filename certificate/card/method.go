package card

import "context"

// Method ranks the pool of a state, best unit first (paper 3, 5). It is given
// the public state and nothing else, and must return the same ranking for the
// same input whatever the order of calls. Implementations are safe for
// concurrent use.
type Method interface {
	// ID is the name under which its predictions are filed.
	ID() string
	// Rank returns the units that the method chooses: each in the pool, none
	// twice. An empty ranking is an abstention. The error says what could not
	// be done; a cancelled ctx ends the work with its cause.
	Rank(ctx context.Context, s StateCard, p Pool) (Prediction, error)
}
