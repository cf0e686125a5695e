package scorer

import (
	"context"
	"fmt"
	"io"
	"slices"

	"suffice/certificate"
	"suffice/certificate/card"
)

// Input names the files to score and says how strict to be. A path "-" reads
// Stdin; at most one may.
type Input struct {
	Labels      string
	Predictions []string
	Items       string // "" skips the checks against the pools, with a notice
	Stdin       io.Reader
	Cutoffs     []int // nil: DefaultCutoffs
	AsReference bool  // score what the reference scores: repeated IDs, no groups, observed units accepted
	AllowSubset bool  // methods need not cover every state
	Ideal       Ideal
}

// ScoreFiles reads labels and predictions (and items, if given) and scores
// every ranking. Everything that is wrong with the files comes back as one
// *records.Error, and then nothing is scored; other errors are those of
// reading. Labels are read first, then items, then predictions in the order
// given.
func ScoreFiles(ctx context.Context, in Input) (Result, error) {
	c, err := openReading(in)
	if err != nil {
		return Result{}, err
	}
	p, err := c.run(ctx, in, nil)
	if err != nil {
		return Result{}, err
	}
	rows := p.rows()
	result := Result{Cutoffs: c.ks, States: len(c.states), Rows: rows, Methods: Summarize(rows, c.states, c.ks)}
	for _, state := range c.states {
		l := c.labels[state]
		result.certs = append(result.certs, l.cert)
		result.oracles = append(result.oracles, l.oracle)
		result.pools = append(result.pools, drawable(l.cert, c.known[state]))
		if !l.standard.IdealProven() {
			c.notice("state %q: the true ideal of grouped nDCG was not found within %d steps; the sum of weights stands in for it", state, idealSteps)
		}
	}
	result.Notices = c.told()
	return result, nil
}

// drawable is the size of the pool, 0 when it is not known or lacks a unit that
// the certificate names.
func drawable(cert certificate.Certificate, p *card.Pool) int {
	if p == nil {
		return 0
	}
	lacks := func(id string) bool {
		_, in := p.Find(id)
		return !in
	}
	for _, g := range cert.Groups {
		if slices.ContainsFunc(g.Acceptable, lacks) {
			return 0
		}
	}
	for _, b := range cert.Branches {
		if slices.ContainsFunc(b, lacks) {
			return 0
		}
	}
	return p.Len()
}

// readRest reads the items, if any, and then the predictions.
func (p *pass) readRest(ctx context.Context, items string, predictions []string) error {
	if items != "" {
		if err := p.readItems(ctx, items); err != nil {
			return err
		}
		p.join()
	} else {
		p.notice("pool checks skipped: without items it is not known which units there are, which of them are observed, and what they say")
	}
	for _, path := range predictions {
		if err := p.read(ctx, path); err != nil {
			return err
		}
	}
	return nil
}

func oneStdin(paths []string) error {
	n := 0
	for _, path := range paths {
		if path == "-" {
			n++
		}
	}
	if n > 1 {
		return fmt.Errorf("standard input (-) is named %d times; one file can come from it", n)
	}
	return nil
}
