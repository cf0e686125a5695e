package scorer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ComparisonTable prints comparisons as the paper's tables 15, 22, 23 and 25
// do: both means, the difference with its interval, wins, ties and losses.
// Differences whose interval leaves out zero are marked.
func (m *Matrix) ComparisonTable(comparisons []Comparison) Table {
	t := m.blank("Paired differences A - B in percentage points")
	t.Columns = comparisonColumns()
	for _, c := range comparisons {
		t.Rows = append(t.Rows, TableRow{
			Section: m.labelled(c.A) + " - " + m.labelled(c.B), Name: c.Point.String(),
			States: c.States, Excluded: len(c.Excluded),
			Cells: c.cells(),
		})
	}
	for i, c := range comparisons {
		t.exclude(c.Excluded)
		if i == 0 || !slices.Equal(c.Excluded, comparisons[i-1].Excluded) {
			t.Notes = append(t.Notes, excludedNotes(c)...)
		}
	}
	if len(comparisons) > 0 {
		t.Notes = append(t.Notes, comparisons[0].drawnNotes()...)
	}
	t.Notes = append(t.Notes, oneClusterNotes(t.Rows)...)
	return t
}

// labelled is a method's name with its controller.
func (m *Matrix) labelled(method string) string {
	if i := m.method(method); i >= 0 {
		return TableRow{Name: method, Controller: m.Methods[i].Controller}.label()
	}
	return printable(method)
}

func comparisonColumns() []string {
	return []string{"A", "B", "Difference", "Wins", "Ties", "Losses", "Clusters"}
}

// cells are those of comparisonColumns. Without a state there are no counts.
func (c Comparison) cells() []Cell {
	cells := append(c.meanCells(), c.cell())
	for _, n := range []int{c.Wins, c.Ties, c.Losses, c.Clusters} {
		if c.States == 0 {
			cells = append(cells, Cell{Unit: Plain})
		} else {
			cells = append(cells, countCell(n))
		}
	}
	return cells
}

// meanCells are the means of both methods, with their numerators.
func (c Comparison) meanCells() []Cell {
	side := func(mean, sum float64) Cell {
		if c.States == 0 {
			return Cell{Excluded: len(c.Excluded)}
		}
		if c.Metric == Complete {
			return shareCell(int(sum), c.States, len(c.Excluded))
		}
		return Cell{Value: &mean, Sum: &sum, States: c.States, Excluded: len(c.Excluded)}
	}
	return []Cell{side(c.MeanA, c.SumA), side(c.MeanB, c.SumB)}
}

// cell is the difference with its interval.
func (c Comparison) cell() Cell {
	cell := Cell{Unit: Difference, States: c.States, Excluded: len(c.Excluded)}
	if c.States == 0 {
		return cell
	}
	difference, low, high := c.Difference, c.Low, c.High
	cell.Value, cell.Strong = &difference, c.Separates()
	if c.Interval() {
		cell.Low, cell.High = &low, &high
	}
	if c.Metric == Complete {
		net := c.SumA - c.SumB
		cell.Sum = &net
	}
	return cell
}

// oneClusterNotes say why a difference has no interval, when one has none.
func oneClusterNotes(rows []TableRow) []string {
	for _, r := range rows {
		for _, c := range r.Cells {
			if c.Unit == Difference && c.Value != nil && c.Low == nil {
				return []string{"a difference without brackets is over one cluster, which can be drawn in one way only"}
			}
		}
	}
	return nil
}

// drawnNotes say how the interval was drawn.
func (c Comparison) drawnNotes() []string {
	notes := []string{fmt.Sprintf("brackets hold the %s percent percentile interval of %s paired resamples clustered by %s, seed %d; both methods get the same clusters, states weigh the same",
		trimmed(100*c.Level), thousands(float64(c.Draws)), c.Cluster, c.Seed)}
	if c.Unclustered > 0 {
		notes = append(notes, fmt.Sprintf("states without a repository, each drawn as a cluster of its own: %d", c.Unclustered))
	}
	return notes
}

func excludedNotes(c Comparison) []string {
	if len(c.Excluded) == 0 {
		return nil
	}
	why := map[string][]string{}
	var order []string
	for _, e := range c.Excluded {
		if why[e.Why] == nil {
			order = append(order, e.Why)
		}
		why[e.Why] = append(why[e.Why], e.State)
	}
	var notes []string
	for _, w := range order {
		notes = append(notes, fmt.Sprintf("excluded, %s: %d of %d states: %s", w, len(why[w]), c.States+len(c.Excluded), few(why[w])))
	}
	return notes
}

// trimmed is a number with as many digits as it needs, at most two decimals.
func trimmed(x float64) string {
	return strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(x, 'f', 2, 64), "0"), ".")
}
