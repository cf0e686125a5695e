package scorer

import (
	"context"
	"fmt"

	"suffice/certificate"
	"suffice/certificate/card"
)

// MatrixFiles reads the files that in names as ScoreFiles does, with the same
// checks and the same complaints, and makes a matrix of them. Cutoffs and the
// ideal are those of in. States are in the order of the labels, methods by name.
// Without items, what is read off cards and pools is missing.
func MatrixFiles(ctx context.Context, in Input, o MatrixOptions) (*Matrix, error) {
	r, err := openReading(in)
	if err != nil {
		return nil, err
	}
	o.Cutoffs, o.Ideal = r.ks, in.Ideal
	b := newMatrixBuilder(o)
	r.facts = func(s card.State) {
		if state := b.states[s.Card.ID]; state != nil {
			b.start(func() { state.describe(s, &o) })
		}
	}
	r.ready = func() {
		for _, id := range r.states {
			l := r.labels[id]
			s, _ := b.place(l.cert)
			s.standard, s.oracle = l.standard, l.oracle
		}
	}
	p, err := r.run(ctx, in, b.answerOf)
	b.work.Wait()
	if err != nil {
		return nil, err
	}
	if err := b.ready(); err != nil {
		return nil, err
	}
	for _, s := range p.all() {
		if s.answer == nil {
			continue
		}
		if err := b.take(s.answer.prediction, s.answer.is); err != nil {
			return nil, fmt.Errorf("put the scores together: %w", err)
		}
	}
	m := b.matrix()
	m.Notices = r.told()
	return m, nil
}

// answered is a scored ranking of a matrix, with what its row says of its method.
type answered struct {
	prediction card.Prediction // without its ranking
	is         *Answer
}

// answerOf is called by several goroutines, once the items are read.
func (b *matrixBuilder) answerOf(t *Tally, p card.Prediction, scores []Scores) *answered {
	b.work.Wait()
	s := b.states[p.State]
	if s == nil {
		return nil
	}
	return &answered{prediction: card.Prediction{State: p.State, Method: p.Method, Raw: p.Raw}, is: s.answer(t, p.Ranked, scores)}
}

// reading is one run over labels, items and predictions.
type reading struct {
	*corpus
	ks []int
	// ready is called when the labels are read; may be nil.
	ready func()
}

// openReading readies the files of in to be read.
func openReading(in Input) (*reading, error) {
	if in.Cutoffs == nil {
		in.Cutoffs = DefaultCutoffs()
	}
	ks, err := Cutoffs(in.Cutoffs)
	if err != nil {
		return nil, err
	}
	if err := oneStdin(append([]string{in.Labels, in.Items}, in.Predictions...)); err != nil {
		return nil, err
	}
	c := newCorpus(in.Stdin, !in.AsReference, in.Items != "")
	c.scoring = func(cert certificate.Certificate) *Standard { return NewStandard(cert, ks, in.Ideal) }
	return &reading{corpus: c, ks: ks}, nil
}

// run reads everything: labels, then items, then predictions. Everything that
// is wrong with the files is one *records.Error. keep may be nil.
func (r *reading) run(ctx context.Context, in Input, keep func(*Tally, card.Prediction, []Scores) *answered) (*pass, error) {
	if err := r.readLabels(ctx, in.Labels); err != nil {
		return nil, err
	}
	if r.ready != nil {
		r.ready()
	}
	p := newPass(r.corpus, r.ks)
	p.keep = keep
	if err := p.readRest(ctx, in.Items, in.Predictions); err != nil {
		return nil, err
	}
	p.together(in.AllowSubset)
	if err := r.problems.Err(); err != nil {
		return nil, err
	}
	return p, nil
}
