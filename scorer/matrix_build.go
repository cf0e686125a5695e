package scorer

import (
	"context"
	"fmt"
	"iter"

	"suffice/certificate"
	"suffice/certificate/card"
)

// Case is a certificate with the public side of its state. Of the state only
// Card.ID need be there: what else is missing is missing in the tables.
type Case struct {
	Certificate certificate.Certificate
	State       card.State
}

// MatrixOptions say how a matrix is worked out.
type MatrixOptions struct {
	Cutoffs []int // nil: DefaultCutoffs
	Ideal   Ideal
	// Tokens counts the source tokens of a unit; called from several goroutines.
	// Nil: tokens are missing everywhere.
	Tokens           func(u *card.Unit) (int, error)
	Tokenizer, Basis string // what Tokens counts with and in
	Workers          int    // 0: one for each core; no result depends on it
}

// NewMatrix scores predictions against cases, both in memory. A state that
// comes twice, and a method that ranks a state twice, are errors; predictions
// for states without a case are left out with a notice. States are in the order
// of the cases, methods by name.
func NewMatrix(ctx context.Context, cases iter.Seq2[Case, error], predictions iter.Seq2[card.Prediction, error], o MatrixOptions) (*Matrix, error) {
	if o.Cutoffs == nil {
		o.Cutoffs = DefaultCutoffs()
	}
	ks, err := Cutoffs(o.Cutoffs)
	if err != nil {
		return nil, err
	}
	o.Cutoffs = ks
	b := newMatrixBuilder(o)
	for c, err := range cases {
		if err != nil {
			return nil, fmt.Errorf("read the states to be scored: %w", err)
		}
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		if err := b.add(c); err != nil {
			return nil, err
		}
	}
	if err := b.ready(); err != nil {
		return nil, err
	}
	var tally Tally
	strangers := 0
	for p, err := range predictions {
		if err != nil {
			return nil, fmt.Errorf("read the predictions to be scored: %w", err)
		}
		s := b.states[p.State]
		if s == nil {
			strangers++
			continue
		}
		scores := make([]Scores, len(ks))
		tally.Score(s.standard, p.Ranked, scores)
		if err := b.take(p, s.answer(&tally, p.Ranked, scores)); err != nil {
			return nil, err
		}
	}
	m := b.matrix()
	if strangers > 0 {
		m.Notices = append(m.Notices, fmt.Sprintf("predictions left out because their state has no certificate: %d", strangers))
	}
	return m, nil
}
