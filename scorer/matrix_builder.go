package scorer

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/certificate/records"
)

// matrixBuilder gathers states, made ready by several goroutines, and then
// answers.
type matrixBuilder struct {
	o       MatrixOptions
	order   []*matrixState
	states  map[string]*matrixState
	work    sync.WaitGroup
	room    chan struct{} // as many as may be at work
	methods map[string]*methodAnswers
}

type methodAnswers struct {
	by          []*Answer
	controllers map[string]bool
	diagnostic  bool
}

func newMatrixBuilder(o MatrixOptions) *matrixBuilder {
	workers := o.Workers
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	return &matrixBuilder{o: o, states: map[string]*matrixState{}, room: make(chan struct{}, workers), methods: map[string]*methodAnswers{}}
}

// place gives a state its position; false when it has one already.
func (b *matrixBuilder) place(cert certificate.Certificate) (*matrixState, bool) {
	if b.states[cert.State] != nil {
		return nil, false
	}
	s := &matrixState{at: len(b.order), cert: cert, facts: StateFacts{ID: cert.State, Groups: len(cert.Groups)}}
	b.order = append(b.order, s)
	b.states[cert.State] = s
	return s, true
}

// start does the work on a state beside others.
func (b *matrixBuilder) start(work func()) {
	b.room <- struct{}{}
	b.work.Go(func() {
		defer func() { <-b.room }()
		work()
	})
}

// add readies a case in the background.
func (b *matrixBuilder) add(c Case) error {
	if c.Certificate.State != c.State.Card.ID {
		return fmt.Errorf("a certificate of state %q was put with state %q", c.Certificate.State, c.State.Card.ID)
	}
	s, first := b.place(c.Certificate)
	if !first {
		return fmt.Errorf("state %q comes twice among the states to be scored", c.Certificate.State)
	}
	b.start(func() {
		s.standard = NewStandard(c.Certificate, b.o.Cutoffs, b.o.Ideal)
		s.oracle = s.standard.oracle(c.Certificate, certificate.DefaultBudget())
		s.describe(c.State, &b.o)
	})
	return nil
}

// ready waits until every state is; the first error in their order is returned.
func (b *matrixBuilder) ready() error {
	b.work.Wait()
	for _, s := range b.order {
		if s.err != nil {
			return s.err
		}
	}
	return nil
}

// take keeps an answer of a prediction for a state of the matrix.
func (b *matrixBuilder) take(p card.Prediction, a *Answer) error {
	m := b.methods[p.Method]
	if m == nil {
		m = &methodAnswers{by: make([]*Answer, len(b.order)), controllers: map[string]bool{}}
		b.methods[p.Method] = m
	}
	at := b.states[p.State].at
	if m.by[at] != nil {
		return fmt.Errorf("method %q ranks state %q twice", p.Method, p.State)
	}
	m.by[at] = a
	m.read(p)
	return nil
}

// read takes over what a prediction row says of its method.
func (m *methodAnswers) read(p card.Prediction) {
	if p.Raw == nil {
		return
	}
	fields := records.FieldsOf(p.Raw)
	if c := fields.OptionalString("controller"); c != "" {
		m.controllers[c] = true
	}
	if read := fields.OptionalBool("labels_read_at_inference"); read != nil && *read {
		m.diagnostic = true
	}
}

// matrix puts everything together.
func (b *matrixBuilder) matrix() *Matrix {
	m := &Matrix{Cutoffs: b.o.Cutoffs}
	if b.o.Tokens != nil {
		m.Tokenizer, m.Basis = b.o.Tokenizer, b.o.Basis
	}
	for _, s := range b.order {
		m.States = append(m.States, s.facts)
		m.certs = append(m.certs, s.cert)
		m.oracles = append(m.oracles, s.oracle)
		m.pools = append(m.pools, s.drawable)
	}
	names := make([]string, 0, len(b.methods))
	for name := range b.methods {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		a := b.methods[name]
		m.Methods = append(m.Methods, MethodFacts{Name: name, Controller: controllerLabel(a.controllers), Diagnostic: a.diagnostic})
		m.answers = append(m.answers, a.by)
	}
	return m
}

func controllerLabel(met map[string]bool) string {
	names := make([]string, 0, len(met))
	for name := range met {
		names = append(names, name)
	}
	slices.Sort(names)
	if len(names) > 1 {
		return "mixed: " + strings.Join(names, ", ")
	}
	return strings.Join(names, "")
}
