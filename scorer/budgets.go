package scorer

import "fmt"

// Limit is what a method may deliver for a state: so many items, so many source
// tokens, or the tokens that another method used there.
type Limit struct {
	Items  int  // 0: no limit of items
	Tokens int  // 0: no limit of tokens
	Match  bool // B gets, state by state, the tokens of everything that A returned
}

// String names the limit as the paper's table 12 does.
func (l Limit) String() string {
	switch {
	case l.Match:
		return "per-state matched"
	case l.Tokens > 0:
		return thousands(float64(l.Tokens)) + " tokens"
	case l.Items > 0:
		return fmt.Sprintf("%d items", l.Items)
	}
	return "everything returned"
}

// PaperLimits are the conditions of the paper's table 12.
func PaperLimits() []Limit {
	return []Limit{{Items: 5}, {Items: 8}, {Tokens: 4096}, {Tokens: 6144}, {Match: true}}
}

// admit is how many leading units each of two answers delivers; false when that
// depends on tokens which are not known.
func (l Limit) admit(a, b *Answer) (ofA, ofB int, known bool) {
	switch {
	case l.Match:
		used, knownA := a.Tokens(a.Slots)
		ofB, knownB := b.Admitted(used)
		return a.Slots, ofB, knownA && knownB
	case l.Tokens > 0:
		ofA, knownA := a.Admitted(l.Tokens)
		ofB, knownB := b.Admitted(l.Tokens)
		return ofA, ofB, knownA && knownB
	case l.Items > 0:
		return min(l.Items, a.Slots), min(l.Items, b.Slots), true
	}
	return a.Slots, b.Slots, true
}

// Budgeted is the comparison of two methods under one limit.
type Budgeted struct {
	Limit
	Comparison // of Complete-MSS of what is admitted
	// ContextA and ContextB are the mean source tokens admitted, over Counted
	// states; missing when that is 0.
	ContextA, ContextB float64
	SumTokensA         float64
	SumTokensB         float64
	Counted            int
}

// Budgets compares two methods under every limit (paper table 12): units are
// admitted in their order as long as the limit lasts, and the first that does
// not fit ends it. States that one of the two does not rank, or whose tokens
// the limit needs and nobody knows, are excluded and listed. A limit for which
// no state is left has Comparison.States 0 and no numbers.
func (m *Matrix) Budgets(a, b string, limits []Limit, o Resampling) ([]Budgeted, error) {
	o, err := o.settled()
	if err != nil {
		return nil, err
	}
	i, err := m.find(a)
	if err != nil {
		return nil, err
	}
	j, err := m.find(b)
	if err != nil {
		return nil, err
	}
	out := make([]Budgeted, 0, len(limits))
	for _, l := range limits {
		x, err := m.budget(i, j, l, o)
		if err != nil {
			return nil, fmt.Errorf("compare %s and %s at %s: %w", printable(a), printable(b), l, err)
		}
		out = append(out, x)
	}
	return out, nil
}

func (m *Matrix) budget(i, j int, l Limit, o Resampling) (Budgeted, error) {
	x := Budgeted{Limit: l}
	x.Pair, x.Point = Pair{m.Methods[i].Name, m.Methods[j].Name}, Point{Complete, Whole}
	x.Resampling = o
	x.Workers = 0
	var common []int
	var ofA, ofB []*Answer
	var costA, costB meanOf
	for s, facts := range m.States {
		a, b := m.answers[i][s], m.answers[j][s]
		if why := m.lacking(i, j, s); why != "" {
			x.Excluded = append(x.Excluded, Exclusion{facts.ID, why})
			continue
		}
		na, nb, known := l.admit(a, b)
		if !known {
			x.Excluded = append(x.Excluded, Exclusion{facts.ID, "source tokens of a returned unit are not known"})
			continue
		}
		common = append(common, s)
		ofA, ofB = append(ofA, a.first(na)), append(ofB, b.first(nb))
		ta, knownA := a.Tokens(na)
		tb, knownB := b.Tokens(nb)
		if knownA && knownB {
			costA.add(float64(ta))
			costB.add(float64(tb))
		}
	}
	x.States, x.Counted = len(common), costA.n
	x.ContextA, x.ContextB = costA.value(), costB.value()
	x.SumTokensA, x.SumTokensB = costA.total(), costB.total()
	if len(common) == 0 {
		return x, nil
	}
	all := make([]int, len(common))
	for at := range all {
		all[at] = at
	}
	column := x.tally(ofA, ofB, all, func(a *Answer) float64 {
		if a.Returned() {
			return 1
		}
		return 0
	})
	clusters, alone := m.clusters(common, o.Cluster)
	intervals, err := Intervals(clusters, [][]float64{column}, o)
	if err != nil {
		return x, err
	}
	x.Difference, x.Low, x.High = intervals[0].Mean, intervals[0].Low, intervals[0].High
	x.Clusters, x.Unclustered = intervals[0].Clusters, alone
	return x, nil
}

// first is the answer as if only its first slots had been returned.
func (a *Answer) first(slots int) *Answer {
	cut := &Answer{Slots: slots, Done: -1}
	if a.Complete(slots) {
		cut.Done = a.Done
	}
	return cut
}

// BudgetTable prints comparisons under limits as the paper's table 12 does.
func (m *Matrix) BudgetTable(rows []Budgeted) Table {
	t := m.blank("Complete-MSS in percent under equal budgets")
	t.Columns = []string{"A", "B", "Difference", "A context", "B context"}
	for _, x := range rows {
		a, b := m.Methods[m.method(x.A)], m.Methods[m.method(x.B)]
		row := TableRow{
			Section: "A " + TableRow{Name: a.Name, Controller: a.Controller}.label() + ", B " + TableRow{Name: b.Name, Controller: b.Controller}.label(),
			Name:    x.Limit.String(), States: x.States, Excluded: len(x.Excluded),
		}
		row.Cells = []Cell{
			shareCell(int(x.SumA), x.States, len(x.Excluded)), shareCell(int(x.SumB), x.States, len(x.Excluded)),
			x.cell(), x.context(x.ContextA, x.SumTokensA), x.context(x.ContextB, x.SumTokensB),
		}
		t.Rows = append(t.Rows, row)
		t.exclude(x.Excluded)
	}
	if len(rows) > 0 {
		t.Notes = append(t.Notes, "units are admitted in their order until the first that does not fit; context is the mean of source tokens admitted; matched: B gets for each state the tokens of everything that A returned")
		t.Notes = append(t.Notes, excludedNotes(rows[len(rows)-1].Comparison)...)
		t.Notes = append(t.Notes, rows[0].drawnNotes()...)
		t.Notes = append(t.Notes, oneClusterNotes(t.Rows)...)
	}
	return t
}

func (x Budgeted) context(mean, sum float64) Cell {
	c := Cell{Unit: Tokens, States: x.Counted, Excluded: len(x.Excluded) + x.States - x.Counted}
	if x.Counted > 0 {
		c.Value, c.Sum = &mean, &sum
	}
	return c
}
