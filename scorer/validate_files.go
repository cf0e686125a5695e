package scorer

import (
	"context"
	"io"
	"iter"

	"suffice/certificate/card"
)

// Validation names the files to validate. A path "-" reads Stdin; at most one
// may.
type Validation struct {
	Items       string
	States      iter.Seq2[card.State, error] // in place of the file of items, whose name is then theirs; may be nil
	Predictions []string                     // may be empty when there are labels
	Labels      string                       // may be empty
	Stdin       io.Reader
	AllowSubset bool // methods need not cover every state
}

// Validated counts what was found to be in order.
type Validated struct {
	States       int      `json:"states"`
	Units        int      `json:"units"`
	Certificates int      `json:"certificates"`
	Methods      int      `json:"methods"`
	Predictions  int      `json:"predictions"`
	Notices      []string `json:"notices"`
}

// ValidateFiles checks predictions, and labels if given, against the items as
// strict scoring would. Everything that is wrong comes back as one
// *records.Error, with the counts of what was read; other errors are those of
// reading.
func ValidateFiles(ctx context.Context, v Validation) (Validated, error) {
	if err := oneStdin(append([]string{v.Items, v.Labels}, v.Predictions...)); err != nil {
		return Validated{}, err
	}
	c := newCorpus(v.Stdin, true, true)
	if v.Labels != "" {
		if err := c.readLabels(ctx, v.Labels); err != nil {
			return Validated{}, err
		}
	}
	if err := c.pools(ctx, v); err != nil {
		return Validated{}, err
	}
	if v.Labels != "" {
		c.join()
	}
	p := newPass(c, nil)
	for _, path := range v.Predictions {
		if err := p.read(ctx, path); err != nil {
			return Validated{}, err
		}
	}
	seen := p.together(v.AllowSubset)
	return Validated{
		States: len(c.known), Units: c.units, Certificates: len(c.labels),
		Methods: methods(seen), Predictions: len(seen), Notices: c.told(),
	}, c.problems.Err()
}

// pools takes over the states that everything is held against.
func (c *corpus) pools(ctx context.Context, v Validation) error {
	if v.States == nil {
		return c.readItems(ctx, v.Items)
	}
	c.itemsName = v.Items
	for s, err := range v.States {
		if err != nil {
			return err
		}
		c.keepState(s)
	}
	c.itemsWhole = true
	return nil
}

// methods counts the methods of the predictions.
func methods(rows []card.Row) int {
	names := map[string]bool{}
	for _, r := range rows {
		names[r.Method] = true
	}
	return len(names)
}
