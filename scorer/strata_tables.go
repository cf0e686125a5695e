package scorer

import (
	"fmt"
	"slices"
)

// StrataTable is the primary suite for every method in every stratum (paper
// table 14), with the full set last.
func (m *Matrix) StrataTable(by Stratification) Table {
	points := m.mainPoints()
	t := m.blank("Scores in percent within strata by " + string(by))
	for _, p := range points {
		t.Columns = append(t.Columns, p.String())
	}
	for _, s := range append(m.Strata(by), Stratum{AllStates, m}) {
		part := s.table("", points)
		for _, row := range part.Rows {
			row.Section = fmt.Sprintf("%s, n=%d", s.Name, len(s.States))
			t.Rows = append(t.Rows, row)
		}
	}
	t.markBest()
	m.tellExclusions(&t)
	t.Notes = append(t.Notes, m.strataNotes(by)...)
	return t
}

// StrataComparisons compares two methods within every stratum and, last, over
// all states (paper tables 15 and 16): by stratum, then by point. In a stratum
// without a state in common there are no numbers.
func (m *Matrix) StrataComparisons(by Stratification, a, b string, points []Point, o Resampling) ([]StratumComparison, error) {
	var out []StratumComparison
	for _, s := range append(m.Strata(by), Stratum{AllStates, m}) {
		i, err := s.find(a)
		if err != nil {
			return nil, err
		}
		j, err := s.find(b)
		if err != nil {
			return nil, err
		}
		if !s.meet(i, j) {
			out = append(out, s.nothing(i, j, points)...)
			continue
		}
		cs, err := s.CompareMany([]Pair{{a, b}}, points, o)
		if err != nil {
			return nil, fmt.Errorf("compare within %s: %w", s.Name, err)
		}
		for _, c := range cs {
			out = append(out, StratumComparison{s.Name, c})
		}
	}
	return out, nil
}

// StratumComparison is a comparison within a stratum.
type StratumComparison struct {
	Stratum string
	Comparison
}

// meet reports whether two methods rank a state in common.
func (m *Matrix) meet(i, j int) bool {
	for s := range m.States {
		if m.lacking(i, j, s) == "" {
			return true
		}
	}
	return false
}

// nothing is what a stratum has to tell where the two share no state.
func (s Stratum) nothing(i, j int, points []Point) []StratumComparison {
	var out []StratumComparison
	for _, p := range points {
		c := Comparison{Pair: Pair{s.Methods[i].Name, s.Methods[j].Name}, Point: p}
		for at, f := range s.States {
			c.Excluded = append(c.Excluded, Exclusion{f.ID, s.lacking(i, j, at)})
		}
		out = append(out, StratumComparison{s.Name, c})
	}
	return out
}

// StrataComparisonTable prints them as the paper's tables 15 and 16 do.
func (m *Matrix) StrataComparisonTable(by Stratification, list []StratumComparison) Table {
	t := m.blank("Paired differences A - B in percentage points within strata by " + string(by))
	t.Columns = comparisonColumns()
	if len(list) > 0 {
		t.Title += ": A " + m.labelled(list[0].A) + ", B " + m.labelled(list[0].B)
	}
	for _, p := range pointsOf(list) {
		for _, c := range list {
			if c.Point == p {
				t.Rows = append(t.Rows, TableRow{
					Section: p.String(), Name: c.Stratum, States: c.States, Excluded: len(c.Excluded),
					Cells: c.cells(),
				})
			}
		}
	}
	for _, c := range list {
		t.exclude(c.Excluded)
	}
	if i := slices.IndexFunc(list, func(c StratumComparison) bool { return c.Stratum == AllStates }); i >= 0 {
		t.Notes = append(excludedNotes(list[i].Comparison), list[i].drawnNotes()...)
	}
	t.Notes = append(t.Notes, oneClusterNotes(t.Rows)...)
	t.Notes = append(t.Notes, m.strataNotes(by)...)
	return t
}

// pointsOf is the points of a list, each once, in their order.
func pointsOf(list []StratumComparison) []Point {
	var out []Point
	for _, c := range list {
		if !slices.Contains(out, c.Point) {
			out = append(out, c.Point)
		}
	}
	return out
}

// CompositionTable is how many states of each stratum stand at each decision
// boundary, with how many repositories they come from (paper table 13).
func (m *Matrix) CompositionTable(by Stratification) Table {
	t := m.blank("States of the strata by " + string(by))
	boundaries := m.Strata(ByBoundary)
	for _, b := range boundaries {
		t.Columns = append(t.Columns, b.Name)
	}
	t.Columns = append(t.Columns, "repositories")
	for _, s := range append(m.Strata(by), Stratum{AllStates, m}) {
		row := TableRow{Name: s.Name, States: len(s.States)}
		for _, b := range boundaries {
			n := 0
			for _, f := range s.States {
				if ByBoundary.Of(f) == b.Name {
					n++
				}
			}
			row.Cells = append(row.Cells, countCell(n))
		}
		repos := map[string]bool{}
		for _, f := range s.States {
			if f.Repo != "" {
				repos[f.Repo] = true
			}
		}
		row.Cells = append(row.Cells, countCell(len(repos)))
		t.Rows = append(t.Rows, row)
	}
	t.Notes = append(m.strataNotes(by), "a repository can have states in several strata")
	return t
}

// strataNotes say how a stratum is decided where that is not plain.
func (m *Matrix) strataNotes(by Stratification) []string {
	notes := []string{"strata part the states: their means weighted by states add up to those of all states"}
	switch by {
	case ByOverlap:
		flagged, joined, differ := 0, 0, 0
		for _, s := range m.States {
			flagged += s.Flagged
			joined += s.Joined
			if (s.Flagged > 0) != (s.Joined > 0) {
				differ++
			}
		}
		notes = append(notes, fmt.Sprintf("overlap: the pool holds a unit that is flagged as observed or whose ID the card lists; %d pool entries are flagged, %d are listed, and on %d of %d states the two sources disagree", flagged, joined, differ, len(m.States)))
	case ByLanguage:
		notes = append(notes, "a state's language is that of most of its acceptable units, or of most units of its pool where these do not say; a unit that does not say goes by the ending of its path")
	}
	return notes
}
