package scorer

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"

	"suffice/certificate/card"
	"suffice/certificate/records"
)

// slip is what stays of one prediction: its identity and, when there is a
// certificate to score it against, its row.
type slip struct {
	state, method string
	line          int
	scores        []Scores
	answer        *answered // nil unless a matrix is made
}

// pass is one reading of prediction files. Rankings are checked and scored in
// the reader's goroutines and not kept.
type pass struct {
	*corpus
	ks    []int
	desks sync.Pool // of *desk
	files []readFile
	holes bool // a file could not be read whole: what is missing is not known

	// keep makes what a matrix keeps of a ranking; nil when only scoring. It is
	// called by several goroutines.
	keep func(*Tally, card.Prediction, []Scores) *answered
}

// readFile is one file of predictions, in its order, in pieces: how many there
// are is known at the end only, and pieces need not be moved as it grows.
type readFile struct {
	name   string
	count  int
	pieces [][]slip
}

const pieceSize = 512

func (f *readFile) add(s slip) {
	f.count++
	last := len(f.pieces) - 1
	if last < 0 || len(f.pieces[last]) == pieceSize {
		f.pieces = append(f.pieces, make([]slip, 0, pieceSize))
		last++
	}
	f.pieces[last] = append(f.pieces[last], s)
}

// all are the slips with the names of their files.
func (p *pass) all() iter.Seq2[string, *slip] {
	return func(yield func(string, *slip) bool) {
		for _, f := range p.files {
			for _, piece := range f.pieces {
				for i := range piece {
					if !yield(f.name, &piece[i]) {
						return
					}
				}
			}
		}
	}
}

// desk is the working space of one goroutine.
type desk struct {
	tally   Tally
	paper   []Scores // to be cut up for rows
	plain   card.Plain
	met     hashSet
	methods map[string]string // names of methods, each kept once
}

// sheet cuts off room for n cutoffs.
func (d *desk) sheet(n int) []Scores {
	if len(d.paper) < n {
		d.paper = make([]Scores, 128*n)
	}
	s := d.paper[:n:n]
	d.paper = d.paper[n:]
	return s
}

func newPass(c *corpus, ks []int) *pass {
	return &pass{corpus: c, ks: ks, desks: sync.Pool{New: func() any { return &desk{methods: map[string]string{}} }}}
}

func (p *pass) read(ctx context.Context, path string) error {
	r, err := records.Open(path, p.stdin)
	if err != nil {
		return err
	}
	defer r.Close()
	p.files = append(p.files, readFile{name: records.Name(path)})
	file := &p.files[len(p.files)-1]
	source := records.Source[slip]{
		Name: file.name, Reader: r,
		// A plain line with a fault goes the long way, where it is told.
		Fast: p.fast(),
		Decode: func(rec records.Record) (slip, error) {
			r, err := card.DecodePrediction(rec.Raw)
			if err != nil {
				return slip{}, err
			}
			return p.judge(r)
		},
		Check: func(line int, s slip) error {
			s.line = line
			file.add(s)
			return nil
		},
	}
	err = source.Read(ctx)
	p.holes = p.holes || err != nil
	return p.gather(err)
}

// fast is how plain lines are judged: those of a matrix with their IDs.
func (p *pass) fast() func(line []byte) (slip, bool) {
	if p.keep == nil {
		return p.quick
	}
	return func(line []byte) (slip, bool) {
		r, plain := card.PlainPrediction(line)
		if !plain {
			return slip{}, false
		}
		s, err := p.judge(r)
		return s, err == nil
	}
}

// quick judges a plain line as it stands, without a copy of its IDs; false
// when it is not plain or something is wrong with it. It runs in several
// goroutines.
func (p *pass) quick(line []byte) (slip, bool) {
	d := p.desks.Get().(*desk)
	defer p.desks.Put(d)
	if !d.plain.Read(line) {
		return slip{}, false
	}
	state := d.plain.State.Of(line)
	l, pool := p.labels[string(state)], p.known[string(state)]
	var s *Standard
	if l != nil {
		s = l.standard
	}
	if !d.take(line, s, pool, p.strict) {
		return slip{}, false
	}
	out := slip{method: d.method(d.plain.Method.Of(line))}
	if s == nil {
		out.state = string(state)
		return out, true
	}
	out.state = l.cert.State
	out.scores = d.sheet(len(p.ks))
	d.tally.score(s, out.scores)
	return out, true
}

// take looks every ID of a plain line up in the standard, if there is one; false when
// strict checking finds a fault.
func (d *desk) take(line []byte, s *Standard, pool *card.Pool, strict bool) bool {
	d.met.empty(len(d.plain.Ranked))
	d.tally.slots = d.tally.slots[:0]
	for slot, at := range d.plain.Ranked {
		id := at.Of(line)
		hash := hashOf(id)
		if strict && (len(id) == 0 || d.met.meet(hash) || pool != nil && !pool.Has(id)) {
			return false
		}
		if s != nil && slot < s.last() {
			u, _ := find(&s.index, hash, id)
			d.tally.slots = append(d.tally.slots, u)
		}
	}
	return true
}

// method is the name as a string of its own.
func (d *desk) method(name []byte) string {
	s, ok := d.methods[string(name)]
	if !ok {
		s = string(name)
		d.methods[s] = s
	}
	return s
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
	s := slip{state: r.State, method: r.Method}
	if l == nil || l.standard == nil {
		return s, nil
	}
	s.state = l.cert.State
	d := p.desks.Get().(*desk)
	s.scores = d.sheet(len(p.ks))
	d.tally.Score(l.standard, r.Ranked, s.scores)
	if p.keep != nil {
		s.answer = p.keep(&d.tally, r, s.scores)
	}
	p.desks.Put(d)
	return s, nil
}

// together checks the predictions as a set: each state and method once, every
// state known and, unless the set is partial, every state ranked. It returns
// them in order, without their rankings.
func (p *pass) together(partial bool) []card.Row {
	seen := make([]card.Row, 0, p.count())
	for file, s := range p.all() {
		seen = append(seen, card.Row{Prediction: card.Prediction{State: s.state, Method: s.method}, File: file, Line: s.line})
	}
	_ = p.gather(card.CheckPredictions(seen, p.expected(), partial || p.holes).Err())
	return seen
}

func (p *pass) count() int {
	n := 0
	for _, f := range p.files {
		n += f.count
	}
	return n
}

// rows are the scored predictions in order.
func (p *pass) rows() []Row {
	rows := make([]Row, 0, p.count())
	for _, s := range p.all() {
		rows = append(rows, Row{State: s.state, Method: s.method, Scores: s.scores})
	}
	return rows
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
