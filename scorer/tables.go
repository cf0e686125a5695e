package scorer

import (
	"fmt"
	"slices"
	"strings"

	"suffice/certificate"
)

// Primary is the paper's table 1 as far as the result's cutoffs go; with none
// of its cutoffs, the same metrics at all those there are.
func (r Result) Primary() Table {
	points := slices.DeleteFunc(PrimaryPoints(), func(p Point) bool { return !slices.Contains(r.Cutoffs, p.K) })
	if len(points) == 0 {
		for _, m := range []Metric{Complete, GroupRecall, NecessityRecall} {
			for _, k := range r.Cutoffs {
				points = append(points, Point{m, k})
			}
		}
	}
	return r.table("Scores in percent, every state weighing the same", points)
}

// Full is every metric at every cutoff.
func (r Result) Full() Table {
	var points []Point
	for _, m := range Metrics() {
		for _, k := range r.Cutoffs {
			points = append(points, Point{m, k})
		}
	}
	return r.table("All metrics in percent, every state weighing the same", points)
}

func (r Result) table(title string, points []Point) Table {
	t := Table{Title: title}
	for _, p := range points {
		t.Columns = append(t.Columns, p.String())
	}
	for _, m := range r.Methods {
		row := TableRow{Name: m.Method, States: m.States, Excluded: len(m.Missing)}
		for _, p := range points {
			row.Cells = append(row.Cells, m.cell(p.Metric, slices.Index(r.Cutoffs, p.K)))
		}
		t.Rows = append(t.Rows, row)
	}
	t.Notes = r.exclusions()
	return t
}

// cell is the mean of a metric at the cutoff at position i.
func (s Summary) cell(m Metric, i int) Cell {
	if s.States == 0 {
		return Cell{}
	}
	c := Cell{Value: &s.Mean[i][m]}
	if m == Complete {
		c.Count, c.States = &s.Completed[i], s.States
	}
	return c
}

func (r Result) exclusions() []string {
	var notes []string
	for _, m := range r.Methods {
		if len(m.Missing) > 0 {
			notes = append(notes, fmt.Sprintf("%s has no ranking for %d of %d states, which are excluded: %s", printable(m.Method), len(m.Missing), r.States, few(m.Missing)))
		}
	}
	return notes
}

// Curves is Complete-MSS at every cutoff (paper table 11), below what an
// oracle reaches and above what a draw from the pool does.
func (r Result) Curves() Table {
	t := r.table("Complete-MSS in percent by the number of slots read", nil)
	for _, k := range r.Cutoffs {
		t.Columns = append(t.Columns, fmt.Sprintf("@%d", k))
	}
	for i, m := range r.Methods {
		for j := range r.Cutoffs {
			t.Rows[i].Cells = append(t.Rows[i].Cells, m.cell(Complete, j))
		}
	}
	t.against(r.certs, r.oracles, r.pools, r.Cutoffs)
	return t
}

// against adds what an oracle reaches and what a draw from the pool does, and
// the states that either cannot be worked out for.
func (t *Table) against(certs []certificate.Certificate, oracles []Oracle, pools, ks []int) {
	ceiling := Ceiling(oracles, ks)
	uniform := Uniform(certs, pools, ks)
	t.Rows = append(t.Rows, ceilingRow(ceiling), uniformRow(uniform))
	if n := ceiling[0].Excluded; n > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("oracle ceiling: for %d states the smallest completing set is not proven; they are excluded wherever the set found has more than k units", n))
	}
	if n := uniform[0].Excluded; n > 0 {
		why := "their pools are not known without items"
		if slices.ContainsFunc(pools, func(n int) bool { return n > 0 }) {
			why = "their pools are not known or do not hold every unit they name, or their completing sets are too many to count"
		}
		t.Notes = append(t.Notes, fmt.Sprintf("uniform draw: %d states are excluded, since %s", n, why))
	}
}

func ceilingRow(shares []Share) TableRow {
	row := TableRow{Name: "oracle ceiling", Aside: true}
	for _, s := range shares {
		row.States, row.Excluded = max(row.States, s.States), max(row.Excluded, s.Excluded)
		cell := Cell{}
		if v, known := s.Value(); known {
			cell = Cell{Value: &v, Count: &s.Count, States: s.States}
		}
		row.Cells = append(row.Cells, cell)
	}
	return row
}

func uniformRow(draws []Expectation) TableRow {
	row := TableRow{Name: "uniform draw", Aside: true}
	for _, e := range draws {
		row.States, row.Excluded = e.States, e.Excluded
		cell := Cell{}
		if v, known := e.Value(); known {
			cell.Value = &v
		}
		row.Cells = append(row.Cells, cell)
	}
	return row
}

// few names the first of a list.
func few(ids []string) string {
	const most = 3
	names := make([]string, 0, most)
	for _, id := range ids[:min(most, len(ids))] {
		names = append(names, printable(id))
	}
	text := strings.Join(names, ", ")
	if len(ids) > most {
		text += fmt.Sprintf(" and %d more", len(ids)-most)
	}
	return text
}
