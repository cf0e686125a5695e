// Package calibrate picks what the paper leaves to calibration data: the query
// form of every single retriever and MMR's coefficient (paper 6.1, D.2). It
// reads certificates, so it stands outside the packages that rank; what it
// picked is frozen in a value that a later run applies without seeing any.
package calibrate

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/scorer/methods/retrieval"
)

const (
	// DefaultStates is the size of the paper's calibration subset (6.1).
	DefaultStates = 75
	// Cutoff is where settings are compared: Complete-MSS@5, the primary
	// endpoint, then group recall@5.
	Cutoff = 5
)

// Methods are the methods that have something to calibrate.
func Methods() []string {
	return []string{retrieval.MethodBM25, retrieval.MethodTFIDFWord, retrieval.MethodTFIDFChar, retrieval.MethodDense, retrieval.MethodMMR}
}

// Lambdas is the default grid of MMR's coefficient, from relevance alone to
// diversity alone.
func Lambdas() []float64 {
	return []float64{1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0}
}

// Split is a labelled split: certificates, and the public states they are for.
type Split struct {
	Certificates []certificate.Certificate
	// Load reads one state's public side; called from several goroutines, for
	// the states of the subset alone.
	Load func(ctx context.Context, state string) (card.State, error)
}

// Options say what to pick and from what.
type Options struct {
	Methods  []string           // of Methods; nil: all
	Settings retrieval.Settings // what is not calibrated: views, fusion, embedder, MMR's base
	Lambdas  []float64          // nil: Lambdas
	States   int                // size of the subset, all when there are fewer; 0: DefaultStates
	Seed     uint64             // of the draw
	// Evaluation are the repositories that the choice will be evaluated on. A
	// subset that holds a state of one of them is refused with an
	// *OverlapError; nil checks nothing, and the frozen value says so.
	Evaluation []string
	Jobs       int                   // states at a time; 0: one for each core
	Progress   func(done, total int) // after every state, by one goroutine at a time; may be nil
}

// Choose draws the subset, ranks its states by every setting of every method,
// and freezes the best: the greatest Complete-MSS@5; of equals the greatest
// group recall@5; of equals the simplest, which is the issue before the state
// (one field in place of nine) and the greatest lambda (least re-ordering).
// States whose certificate cannot be scored are excluded from the subset, and
// named. The same input gives the same value on any number of cores.
func Choose(ctx context.Context, split Split, o Options) (Frozen, error) {
	o, err := o.filled()
	if err != nil {
		return Frozen{}, fmt.Errorf("calibrate: %w", err)
	}
	plans, err := plan(o)
	if err != nil {
		return Frozen{}, fmt.Errorf("calibrate: %w", err)
	}
	certs, err := draw(split.Certificates, o.States, o.Seed)
	if err != nil {
		return Frozen{}, fmt.Errorf("calibrate: %w", err)
	}
	states, excluded, err := readSubset(ctx, certs, split.Load, o.Jobs)
	if err != nil {
		return Frozen{}, fmt.Errorf("calibrate: %w", err)
	}
	if err := disjoint(states, o.Evaluation); err != nil {
		return Frozen{}, fmt.Errorf("calibrate: %w", err)
	}
	if err := judge(ctx, states, plans, o); err != nil {
		return Frozen{}, fmt.Errorf("calibrate: %w", err)
	}
	f := freeze(states, excluded, o)
	for i, p := range plans {
		c, err := p.choose(states, i, o.Settings)
		if err != nil {
			return Frozen{}, fmt.Errorf("calibrate %s: %w", p.method, err)
		}
		f.Choices = append(f.Choices, c)
	}
	return f, nil
}

// filled puts the defaults where nothing was said, and refuses what cannot be.
func (o Options) filled() (Options, error) {
	if o.Methods == nil {
		o.Methods = Methods()
	}
	if o.Lambdas == nil {
		o.Lambdas = Lambdas()
	}
	if o.States == 0 {
		o.States = DefaultStates
	}
	if o.Jobs <= 0 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	if o.States < 0 {
		return o, fmt.Errorf("a subset cannot have %d states", o.States)
	}
	if len(o.Methods) == 0 {
		return o, fmt.Errorf("no method is named; choose from %s", strings.Join(Methods(), ", "))
	}
	for i, m := range o.Methods {
		if !slices.Contains(Methods(), m) {
			return o, fmt.Errorf("method %q has nothing to calibrate; choose from %s", m, strings.Join(Methods(), ", "))
		}
		if slices.Contains(o.Methods[:i], m) {
			return o, fmt.Errorf("method %s is named twice", m)
		}
	}
	if len(o.Lambdas) == 0 {
		return o, fmt.Errorf("no lambda is given; the default grid is %v", Lambdas())
	}
	o.Lambdas = slices.Clone(o.Lambdas)
	slices.SortFunc(o.Lambdas, func(a, b float64) int { // the simplest first
		switch {
		case a > b:
			return -1
		case a < b:
			return 1
		}
		return 0
	})
	o.Lambdas = slices.Compact(o.Lambdas)
	for _, l := range o.Lambdas {
		if !(l >= 0 && l <= 1) {
			return o, fmt.Errorf("lambda %v; it lies between 0 and 1", l)
		}
	}
	return o, nil
}
