package scorer

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"suffice/certificate/card"
)

// Stratification is a way to part states: each stands in exactly one stratum,
// so the strata's means, weighted by their states, add up to the full mean.
type Stratification string

// The stratifications (paper D.4, D.5).
const (
	ByGroups   Stratification = "groups"     // required groups: 1, 2, 3 or more
	ByOverlap  Stratification = "overlap"    // whether the pool holds an observed unit
	ByBoundary Stratification = "boundary"   // decision boundary
	ByRepo     Stratification = "repository" // of the state
	ByLanguage Stratification = "language"   // see StateFacts.Language
)

// Stratifications lists the ways to part states.
func Stratifications() []Stratification {
	return []Stratification{ByGroups, ByOverlap, ByBoundary, ByRepo, ByLanguage}
}

// ParseStratification reads the name of one; "repo" will do. The error lists
// them.
func ParseStratification(name string) (Stratification, error) {
	by := Stratification(strings.ToLower(name))
	if by == "repo" {
		return ByRepo, nil
	}
	if slices.Contains(Stratifications(), by) {
		return by, nil
	}
	return "", fmt.Errorf("%q is no way to part states: choose groups, overlap, boundary, repository or language", name)
}

// UnknownStratum is where states stand that do not say.
const UnknownStratum = "not known"

// Of is the name of the stratum in which a state stands.
func (by Stratification) Of(s StateFacts) string {
	name := ""
	switch by {
	case ByGroups:
		switch {
		case s.Groups >= 3:
			return "3 or more groups"
		case s.Groups == 1:
			return "1 group"
		}
		return strconv.Itoa(s.Groups) + " groups"
	case ByOverlap:
		overlaps, known := s.Overlap()
		switch {
		case !known:
			return UnknownStratum
		case overlaps:
			return "recorded overlap"
		}
		return "no recorded overlap"
	case ByBoundary:
		name = strings.ReplaceAll(string(s.Boundary), "_", " ")
	case ByRepo:
		name = s.Repo
	case ByLanguage:
		name = s.Language
	}
	return cmp.Or(name, UnknownStratum)
}

// order is where strata stand that have an order of their own.
func (by Stratification) order() []string {
	switch by {
	case ByOverlap:
		return []string{"no recorded overlap", "recorded overlap"}
	case ByBoundary:
		var out []string
		for _, b := range []card.Boundary{card.BeforeSearch, card.AfterSearch, card.AfterFileInspection, card.BeforeEdit} {
			out = append(out, strings.ReplaceAll(string(b), "_", " "))
		}
		return out
	}
	return nil
}

// Stratum is the part of a matrix whose states stand in one stratum.
type Stratum struct {
	Name string
	*Matrix
}

// Strata parts the matrix. Strata with an order of their own keep it; others
// are in the order of their names; those that do not say stand last. Together
// they hold every state once.
func (m *Matrix) Strata(by Stratification) []Stratum {
	met := map[string]bool{}
	var names []string
	for _, s := range m.States {
		if name := by.Of(s); !met[name] {
			met[name] = true
			names = append(names, name)
		}
	}
	order := by.order()
	place := func(name string) int {
		if at := slices.Index(order, name); at >= 0 {
			return at
		}
		if name == UnknownStratum {
			return len(order) + 1
		}
		return len(order)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(place(a)-place(b), cmp.Compare(a, b)) })
	out := make([]Stratum, 0, len(names))
	for _, name := range names {
		out = append(out, Stratum{name, m.Filter(func(s StateFacts) bool { return by.Of(s) == name })})
	}
	return out
}

// StrataTable is the primary suite for every method in every stratum (paper
// table 14), with the full set last.
func (m *Matrix) StrataTable(by Stratification) Table {
	points := m.mainPoints()
	t := m.blank("Scores in percent within strata by " + string(by))
	for _, p := range points {
		t.Columns = append(t.Columns, p.String())
	}
	for _, s := range append(m.Strata(by), Stratum{"all states", m}) {
		part := s.table("", points)
		for _, row := range part.Rows {
			row.Section = fmt.Sprintf("%s, n=%d", s.Name, len(s.States))
			t.Rows = append(t.Rows, row)
		}
	}
	t.markBest()
	t.Notes = append(m.exclusions(), m.strataNotes(by)...)
	return t
}

// StrataComparisons compares two methods within every stratum and, last, over
// all states (paper tables 15 and 16): by stratum, then by point. In a stratum
// without a state in common there are no numbers.
func (m *Matrix) StrataComparisons(by Stratification, a, b string, points []Point, o Resampling) ([]StratumComparison, error) {
	var out []StratumComparison
	for _, s := range append(m.Strata(by), Stratum{"all states", m}) {
		i, j := s.method(a), s.method(b)
		if i >= 0 && j >= 0 && !slices.ContainsFunc(s.States, func(f StateFacts) bool {
			at := slices.IndexFunc(s.States, func(g StateFacts) bool { return g.ID == f.ID })
			return s.lacking(i, j, at) == ""
		}) {
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
	t.Columns = []string{"A", "B", "Difference", "Wins", "Ties", "Losses"}
	for _, c := range list {
		if len(t.Rows) == 0 {
			t.Title = fmt.Sprintf("Paired differences A - B in percentage points within strata by %s: A %s, B %s", by, m.labelled(c.A), m.labelled(c.B))
		}
		t.Rows = append(t.Rows, TableRow{
			Section: c.Point.String(), Name: c.Stratum, States: c.States, Excluded: len(c.Excluded),
			Cells: append(c.meanCells(), c.cell(), countCell(c.Wins), countCell(c.Ties), countCell(c.Losses)),
		})
	}
	slices.SortStableFunc(t.Rows, func(a, b TableRow) int { return sectionOrder(list, a.Section) - sectionOrder(list, b.Section) })
	for _, c := range list {
		if c.Stratum == "all states" {
			t.Notes = append(t.Notes, excludedNotes(c.Comparison)...)
			t.Notes = append(t.Notes, c.drawnNotes()...)
			break
		}
	}
	t.Notes = append(t.Notes, m.strataNotes(by)...)
	return t
}

func sectionOrder(list []StratumComparison, section string) int {
	return slices.IndexFunc(list, func(c StratumComparison) bool { return c.Point.String() == section })
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
	for _, s := range append(m.Strata(by), Stratum{"all states", m}) {
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
		notes = append(notes, "a state's language is that of most of its acceptable units, or of most units of its pool where these do not say")
	}
	return notes
}
