package scorer

import (
	"fmt"
	"math"
	"slices"
)

// Main is the paper's table 1: Complete-MSS and group recall at 5 and 8 and
// necessity-weighted recall at 5, as far as the matrix's cutoffs go; with none
// of its cutoffs, the same metrics at all those there are.
func (m *Matrix) Main() Table {
	return m.table("Scores in percent, every state weighing the same", m.mainPoints())
}

func (m *Matrix) mainPoints() []Point {
	points := slices.DeleteFunc(PrimaryPoints(), func(p Point) bool { return !m.has(p) })
	if !slices.ContainsFunc(points, func(p Point) bool { return p.Metric != Complete }) {
		points = nil
		for _, metric := range []Metric{Complete, GroupRecall, NecessityRecall} {
			for _, k := range m.Cutoffs {
				points = append(points, Point{metric, k})
			}
		}
	}
	return points
}

func (m *Matrix) has(p Point) bool {
	_, err := m.value(p)
	return err == nil
}

// Full is every metric at every cutoff.
func (m *Matrix) Full() Table {
	var points []Point
	for _, metric := range Metrics() {
		for _, k := range m.Cutoffs {
			points = append(points, Point{metric, k})
		}
	}
	return m.table("All metrics in percent, every state weighing the same", points)
}

// Curves is Complete-MSS at every cutoff (paper table 11), below what an oracle
// reaches and above what a draw from the pool does.
func (m *Matrix) Curves() Table {
	var points []Point
	for _, k := range m.Cutoffs {
		points = append(points, Point{Complete, k})
	}
	t := m.table("Complete-MSS in percent by the number of slots read", points)
	for i, k := range m.Cutoffs {
		t.Columns[i] = fmt.Sprintf("@%d", k)
	}
	t.against(m.certs, m.oracles, m.pools, m.Cutoffs)
	return t
}

// Ceiling is what an oracle reaches and what a draw from the pool does, at
// every cutoff (paper appendix B).
func (m *Matrix) Ceiling() Table {
	t := m.blank("What is possible and what chance gives: Complete-MSS in percent")
	for _, k := range m.Cutoffs {
		t.Columns = append(t.Columns, fmt.Sprintf("@%d", k))
	}
	t.against(m.certs, m.oracles, m.pools, m.Cutoffs)
	return t
}

// ObservedShare is, of the slots returned within each cutoff, the share that
// holds a unit which the state has observed by flag or list. Slots are counted
// over all states together.
func (m *Matrix) ObservedShare() Table {
	t := m.blank("Observed units in percent of the slots returned within k, slots of all states together")
	for _, k := range m.Cutoffs {
		t.Columns = append(t.Columns, fmt.Sprintf("@%d", k))
	}
	for i := range m.Methods {
		row := m.row(i)
		unknown := 0
		for _, k := range m.Cutoffs {
			observed, slots := 0, 0
			unknown = 0
			for _, a := range m.answers[i] {
				if a == nil {
					continue
				}
				o, n, known := a.Observed(k)
				if !known {
					unknown++
				}
				observed += o
				slots += n
			}
			row.Cells = append(row.Cells, shareCell(observed, slots, 0))
		}
		row.States -= unknown
		row.Excluded += unknown
		t.Rows = append(t.Rows, row)
	}
	m.tellExclusions(&t)
	t.Notes = append(t.Notes, "numerators and denominators count slots, not states; states whose pool is not known are excluded")
	return t
}

// Returned is Complete-MSS of the whole returned output, with the units and
// source tokens that it takes (paper table 4).
func (m *Matrix) Returned() Table {
	t := m.blank("Complete-MSS of the whole returned output, in percent")
	t.Columns = []string{Point{Complete, Whole}.String(), "Units", "Context"}
	for i := range m.Methods {
		row := m.row(i)
		var units meanOf
		for _, a := range m.answers[i] {
			if a != nil {
				units.add(float64(a.Slots))
			}
		}
		unitCell := meanCell(&units, Items, row.Excluded)
		row.Cells = []Cell{m.mean(i, Point{Complete, Whole}), unitCell, m.context(i)}
		t.Rows = append(t.Rows, row)
	}
	m.tellExclusions(&t)
	t.Notes = append(t.Notes, contextNote)
	t.markBest()
	return t
}

const contextNote = "Context is the mean number of source tokens of the returned units; a state is excluded from it when the tokens of a returned unit are not known"

// table is the mean of every point for every method.
func (m *Matrix) table(title string, points []Point) Table {
	t := m.blank(title)
	for _, p := range points {
		t.Columns = append(t.Columns, p.String())
	}
	for i := range m.Methods {
		row := m.row(i)
		for _, p := range points {
			row.Cells = append(row.Cells, m.mean(i, p))
		}
		t.Rows = append(t.Rows, row)
	}
	m.tellExclusions(&t)
	t.markBest()
	return t
}

// blank is a table without rows that names tokenizer and text basis.
func (m *Matrix) blank(title string) Table {
	return Table{Title: title, Tokenizer: m.Tokenizer, Basis: m.Basis}
}

// row is the beginning of a method's row.
func (m *Matrix) row(i int) TableRow {
	f := m.Methods[i]
	row := TableRow{Name: f.Name, Controller: f.Controller, Aside: f.Diagnostic}
	for _, a := range m.answers[i] {
		if a == nil {
			row.Excluded++
		} else {
			row.States++
		}
	}
	return row
}

// mean is a method's mean of a point over the states that it ranks. A point
// that was not worked out is missing.
func (m *Matrix) mean(i int, p Point) Cell {
	value, err := m.value(p)
	if err != nil {
		return Cell{}
	}
	var mean meanOf
	for _, a := range m.answers[i] {
		if a != nil {
			mean.add(value(a))
		}
	}
	excluded := len(m.States) - mean.n
	if p.Metric == Complete {
		return shareCell(int(mean.sum), mean.n, excluded)
	}
	return meanCell(&mean, Fraction, excluded)
}

// context is a method's mean of returned source tokens.
func (m *Matrix) context(i int) Cell { return m.contextOf(i, math.MaxInt) }

// contextOf is the mean of the source tokens of the first slots.
func (m *Matrix) contextOf(i, slots int) Cell {
	var mean meanOf
	for _, a := range m.answers[i] {
		if a == nil {
			continue
		}
		if n, known := a.Tokens(slots); known {
			mean.add(float64(n))
		}
	}
	return meanCell(&mean, Tokens, len(m.States)-mean.n)
}

// tellExclusions says which states a method did not rank, and what is no method.
func (m *Matrix) tellExclusions(t *Table) {
	for _, f := range m.Methods {
		missing := m.Missing(f.Name)
		for _, state := range missing {
			t.Exclusions = append(t.Exclusions, Exclusion{state, "no ranking by " + printable(f.Name)})
		}
		if len(missing) > 0 {
			t.Notes = append(t.Notes, fmt.Sprintf("%s has no ranking for %d of %d states, which are excluded: %s", printable(f.Name), len(missing), len(m.States), few(missing)))
		}
		if f.Diagnostic {
			t.Notes = append(t.Notes, fmt.Sprintf("%s was made with labels in view: a diagnostic of the organizer, not a method", printable(f.Name)))
		}
	}
}
