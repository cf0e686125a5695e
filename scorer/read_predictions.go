package scorer

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"suffice/certificate/card"
	"suffice/certificate/records"
)

// slip is what stays of one prediction: its identity and, when there is a
// certificate to score it against, its row.
type slip struct {
	state, method string
	scores        []Scores
}

// pass is one reading of prediction files. Rankings are checked and scored in
// the reader's goroutines and not kept.
type pass struct {
	*corpus
	ks      []int
	tallies sync.Pool  // of *Tally
	seen    []card.Row // in the order of the files, without their rankings
	rows    []Row
	holes   bool // a file could not be read whole: what is missing is not known
}

func newPass(c *corpus, ks []int) *pass {
	return &pass{corpus: c, ks: ks, tallies: sync.Pool{New: func() any { return new(Tally) }}}
}

func (p *pass) read(ctx context.Context, path string) error {
	r, err := records.Open(path, p.stdin)
	if err != nil {
		return err
	}
	defer r.Close()
	name := records.Name(path)
	source := records.Source[slip]{
		Name: name, Reader: r,
		// A plain line with a fault goes the long way, where it is told.
		Fast: func(line []byte) (slip, bool) {
			r, ok := card.PlainPrediction(line)
			if !ok {
				return slip{}, false
			}
			s, err := p.judge(r)
			return s, err == nil
		},
		Decode: func(rec records.Record) (slip, error) {
			r, err := card.DecodePrediction(rec.Raw)
			if err != nil {
				return slip{}, err
			}
			return p.judge(r)
		},
		Check: func(line int, s slip) error {
			p.keep(name, line, s)
			return nil
		},
	}
	err = source.Read(ctx)
	p.holes = p.holes || err != nil
	return p.gather(err)
}

// judge checks a ranking and scores it. It runs in several goroutines, reads
// the corpus and changes nothing of it.
func (p *pass) judge(r card.Prediction) (slip, error) {
	l, pool := p.labels[r.State], p.known[r.State]
	if p.strict {
		var faults []error
		r.CheckRanking(pool, func(key, format string, args ...any) {
			faults = append(faults, &records.FieldError{Key: key, Msg: fmt.Sprintf(format, args...)})
		})
		if len(faults) > 0 {
			return slip{}, errors.Join(faults...)
		}
	}
	// Clones let go of the line that the strings are cut from.
	s := slip{method: strings.Clone(r.Method)}
	if l == nil || l.standard == nil {
		s.state = strings.Clone(r.State)
		return s, nil
	}
	s.state = l.cert.State
	s.scores = make([]Scores, len(p.ks))
	t := p.tallies.Get().(*Tally)
	t.Score(l.standard, r.Ranked, s.scores)
	p.tallies.Put(t)
	return s, nil
}

// keep takes slips in the order of the file.
func (p *pass) keep(file string, line int, s slip) {
	p.seen = append(p.seen, card.Row{Prediction: card.Prediction{State: s.state, Method: s.method}, File: file, Line: line})
	if s.scores != nil {
		p.rows = append(p.rows, Row{State: s.state, Method: s.method, Scores: s.scores})
	}
}

// together checks the predictions as a set: each state and method once, every
// state known and, unless the set is partial, every state ranked.
func (p *pass) together(partial bool) {
	_ = p.gather(card.CheckPredictions(p.seen, p.expected(), partial || p.holes).Err())
}

// expected is the states that a prediction may name: those with a certificate
// or, when only validating, those of the items. It is nil, so that nobody is
// accused, when the file that says so could not be read whole.
func (c *corpus) expected() card.Known {
	switch {
	case c.labelsName != "" && !c.labelsWhole, c.itemsName != "" && !c.itemsWhole:
		return nil
	case c.scoring == nil:
		return c.known
	}
	known := make(card.Known, len(c.labels))
	for state := range c.labels {
		known[state] = nil
	}
	return known
}
