package scorer

import (
	"context"
	"fmt"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/certificate/records"
)

// readItems reads the pools and judges every certificate against its own. Of
// each pool only its IDs stay.
func (c *corpus) readItems(ctx context.Context, path string) error {
	r, err := records.Open(path, c.stdin)
	if err != nil {
		return err
	}
	defer r.Close()
	c.itemsName = records.Name(path)
	seen := card.NewSeen()
	err = card.ReadStates(ctx, c.itemsName, r, seen, func(_ int, s card.State, _ [32]byte) error {
		c.keepState(s)
		return nil
	})
	for _, again := range seen.Repeats() {
		c.notice("%s", again)
	}
	c.itemsWhole = err == nil
	return c.gather(err)
}

func (c *corpus) keepState(s card.State) {
	if l := c.labels[s.Card.ID]; l != nil && c.strict {
		l.faults = certificate.Faults(l.cert, s.Card, &s.Pool, card.Observe(s))
	}
	if c.facts != nil {
		c.facts(s)
	}
	units := make([]card.Unit, s.Pool.Len())
	for i, u := range s.Pool.Units {
		units[i] = card.Unit{ID: u.ID}
	}
	pool := card.NewPool(units)
	c.known[s.Card.ID] = &pool
	c.units += pool.Len()
}

// join tells what is wrong between labels and items: certificates that do not
// fit their pools, those without a state, and states without one.
func (c *corpus) join() {
	without := len(c.known)
	for _, state := range c.states {
		l, pool := c.labels[state], c.known[state]
		switch {
		case pool != nil:
			without--
		case c.itemsWhole:
			c.problems.Add(records.Problem{File: c.labelsName, Line: l.line, Key: "state_id", Msg: fmt.Sprintf("there is no state %q in %s", state, c.itemsName)})
		}
		for _, f := range l.faults {
			c.problems.Add(records.Problem{File: c.labelsName, Line: l.line, Key: place(l.whole(), f), Msg: fault(l.cert, f)})
		}
	}
	if without > 0 && c.labelsWhole && c.itemsWhole {
		c.notice("%d of the %d states of %s have no certificate in %s", without, len(c.known), c.itemsName, c.labelsName)
	}
}

// alone is what stops a certificate from being scored when no items are at
// hand: then its own list of what was observed is all that is known of that.
func alone(cert certificate.Certificate) []certificate.Finding {
	return certificate.Faults(cert, card.StateCard{ID: cert.State, Observed: cert.Observed}, nil, nil)
}
