package audit

import (
	"fmt"
	"slices"
)

// Question is what two raters answered on their items, by nominal category.
type Question struct {
	Name  string
	Level Level
	A, B  []Rating

	// Categories are the possible answers, in the order of the table; nil
	// stands for those that were used, sorted. Possible is their number where
	// it is larger than the list (a pattern of eight answers has 256); 0 stands
	// for the length of the list. Brennan-Prediger and AC1 depend on it.
	Categories []string
	Possible   int
}

// Agreement is how far two raters agree on one question, with its working. A
// figure that is undefined says why; that is no error.
type Agreement struct {
	Question   string      `json:"question"`
	Level      Level       `json:"level"`
	Items      int         `json:"items"`      // judged by both; only these count
	States     int         `json:"states"`     // the states they belong to
	Categories []string    `json:"categories"` // in the order of the table
	Possible   int         `json:"possible"`   // categories that could have been used
	Cells      []Cell      `json:"cells"`      // the cross table without its zeros
	Exclusions []Exclusion `json:"exclusions"` // sorted by item
	Resampling Resampling  `json:"resampling"`

	Raw             Figure `json:"raw"`              // po
	Expected        Figure `json:"expected"`         // pe of Cohen's kappa
	TwicePo         Figure `json:"twice_po_minus_1"` // 2po-1
	BrennanPrediger Figure `json:"brennan_prediger"`
	Kappa           Figure `json:"kappa"`
	AC1             Figure `json:"ac1"`
	Alpha           Figure `json:"alpha"`

	pairs            []pair
	kappaSaysNothing bool
}

// Cell is one outcome: how often A said one thing where B said another, and
// the items themselves where the two differ.
type Cell struct {
	A     string `json:"a"`
	B     string `json:"b"`
	Count int    `json:"count"`
	Items []Item `json:"items,omitzero"`
}

// Agree compares two raters on one question. Items that not both judged are
// exclusions, named; with nothing shared every figure is absent with that
// reason. It fails where a rater answers an item twice, where an item does not
// fit the level, and where an answer is not among the declared categories.
func Agree(q Question, r Resampling) (Agreement, error) {
	pairs, excluded, err := pairUp(q.Level, q.A, q.B)
	if err != nil {
		return Agreement{}, fmt.Errorf("compare A and B on %s: %w", q.Name, err)
	}
	all, err := agreeAll([]paired{{q, pairs, excluded}}, r)
	if err != nil {
		return Agreement{}, err
	}
	return all[0], nil
}

// paired is a question after its answers were joined.
type paired struct {
	Question
	pairs    []pair
	excluded []Exclusion
}

// agreeAll answers several questions with one bootstrap.
func agreeAll(questions []paired, r Resampling) ([]Agreement, error) {
	r, err := r.checked()
	if err != nil {
		return nil, err
	}
	tables := make([]*cross, len(questions))
	for i, q := range questions {
		if tables[i], err = newCross(q.pairs, q.Categories, q.Possible); err != nil {
			return nil, fmt.Errorf("compare A and B on %s: %w", q.Name, err)
		}
	}
	values := resample(tables, r)
	out := make([]Agreement, len(questions))
	for i, q := range questions {
		out[i] = agreementOf(q, tables[i], &values[i])
		out[i].Resampling = r
	}
	return out, nil
}

func agreementOf(q paired, t *cross, d *draws) Agreement {
	g := Agreement{
		Question: q.Name, Level: q.Level, Items: len(q.pairs), States: len(t.states),
		Categories: slices.Clone(t.categories), Possible: int(t.q),
		Cells: []Cell{}, Exclusions: slices.Clip(q.excluded), pairs: q.pairs,
	}
	if g.Exclusions == nil {
		g.Exclusions = []Exclusion{}
	}
	if g.Categories == nil {
		g.Categories = []string{}
	}
	for i, c := range t.cells {
		g.Cells = append(g.Cells, Cell{A: t.categories[c.a], B: t.categories[c.b], Count: int(t.counts[i])})
	}
	for i, p := range q.pairs {
		if c := t.cells[t.at[i]]; c.a != c.b {
			apart := &g.Cells[t.at[i]]
			apart.Items = append(apart.Items, p.item)
		}
	}
	g.coefficients(t, d)
	return g
}

// Behind lists the items on which A said a and B said b, sorted. It knows them
// in an Agreement as Agree and NewReport made it; one read back from JSON
// keeps the items of the cells off the diagonal only.
func (g *Agreement) Behind(a, b string) []Item {
	var items []Item
	for _, p := range g.pairs {
		if p.a == a && p.b == b {
			items = append(items, p.item)
		}
	}
	return items
}

// Count is how often A said a where B said b.
func (g *Agreement) Count(a, b string) int {
	for _, c := range g.Cells {
		if c.A == a && c.B == b {
			return c.Count
		}
	}
	return 0
}

// Figures lists the figures in the order in which they are shown.
func (g *Agreement) Figures() []Figure {
	return []Figure{g.Raw, g.Expected, g.TwicePo, g.BrennanPrediger, g.Kappa, g.AC1, g.Alpha}
}
