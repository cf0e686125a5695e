package dataset

import (
	"fmt"
	"slices"
	"strings"

	"suffice/scorer"
)

// shareOf is a share of a known number of things; missing of none.
func shareOf(count, of, excluded int) scorer.Cell {
	c := scorer.Cell{States: of, Excluded: excluded}
	if of > 0 {
		x := float64(count) / float64(of)
		c.Value, c.Count = &x, &count
	}
	return c
}

// numbers are the known values of a column over some rows, and how many rows
// have none.
func (s *Sheet) numbers(rows []int, column string) (known []float64, missing int) {
	at := s.At(column)
	if at < 0 {
		return nil, len(rows)
	}
	for _, r := range rows {
		if x, ok := s.Rows[r][at].Number(); ok {
			known = append(known, x)
		} else {
			missing++
		}
	}
	return known, missing
}

// mean is the mean of a column over the rows that have a value; the others are
// excluded and counted.
func (s *Sheet) mean(rows []int, column string, unit scorer.Unit) scorer.Cell {
	known, missing := s.numbers(rows, column)
	c := scorer.Cell{Unit: unit, States: len(known), Excluded: missing}
	if len(known) > 0 {
		sum := 0.
		for _, x := range known {
			sum += x
		}
		mean := sum / float64(len(known))
		c.Value, c.Sum = &mean, &sum
	}
	return c
}

// share is how many of the rows that tell have a 1 in a column of 0 and 1.
func (s *Sheet) share(rows []int, column string) scorer.Cell {
	known, missing := s.numbers(rows, column)
	n := 0
	for _, x := range known {
		if x != 0 {
			n++
		}
	}
	return shareOf(n, len(known), missing)
}

// greatest is the greatest value of a column; missing when no row tells.
func (s *Sheet) greatest(rows []int, column string, unit scorer.Unit) scorer.Cell {
	known, missing := s.numbers(rows, column)
	c := scorer.Cell{Unit: unit, States: len(known), Excluded: missing}
	if len(known) > 0 {
		x := slices.Max(known)
		c.Value = &x
	}
	return c
}

// head is a column of a table: what it is called, and the column of the run
// sheet that it is the mean of.
type head struct {
	title, column string
	unit          scorer.Unit
	share         bool // of 0 and 1
}

func titles(heads []head) []string {
	out := make([]string, len(heads))
	for i, h := range heads {
		out[i] = h.title
	}
	return out
}

// cells are the means of some rows under the heads.
func (s *Sheet) cells(rows []int, heads []head) []scorer.Cell {
	out := make([]scorer.Cell, len(heads))
	for i, h := range heads {
		if h.share {
			out[i] = s.share(rows, h.column)
		} else {
			out[i] = s.mean(rows, h.column, h.unit)
		}
	}
	return out
}

// primaryHeads are the metrics of table 1 with the primary retrieval metric.
func primaryHeads() []head {
	return []head{
		{"Complete@5", "mss_complete@5", scorer.Fraction, true},
		{"Complete@8", "mss_complete@8", scorer.Fraction, true},
		{"Group@5", "group_recall@5", scorer.Fraction, false},
		{"Group@8", "group_recall@8", scorer.Fraction, false},
		{"Necessity@5", "necessity_weighted_recall@5", scorer.Fraction, false},
		{"File@10", "file_recall@10", scorer.Fraction, false},
	}
}

// exclusions says, column by column, which rows leave runs out of a number that
// the row as a whole counts.
func exclusions(t scorer.Table) []string {
	var notes []string
	for i, column := range t.Columns {
		var parts []string
		for _, r := range t.Rows {
			c := r.Cells[i]
			if c.Excluded == 0 || c.Value == nil {
				continue
			}
			name := r.Name
			if r.Section != "" {
				name = r.Section + ", " + name
			}
			parts = append(parts, fmt.Sprintf("%s %d of %d", name, c.Excluded, c.Excluded+c.States))
		}
		if len(parts) > 0 {
			notes = append(notes, fmt.Sprintf("%s leaves out runs that do not tell: %s", column, strings.Join(firstFew(parts), "; ")))
		}
	}
	return notes
}

// firstFew are the first of a list, and how many more there are.
func firstFew(list []string) []string {
	const most = 12
	if len(list) <= most {
		return list
	}
	return append(slices.Clone(list[:most]), fmt.Sprintf("and %d more", len(list)-most))
}
