package dataset

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"suffice/certificate/card"
	"suffice/scorer"
	"suffice/scorer/methods/retrieval/tokens"
)

// unknown is where states stand that do not say.
const unknown = "not known"

// stratum is a named part of the rows.
type stratum struct {
	section, name string
	rows          []int
}

// states are one row for each state: the first of its runs that has a label, or
// else the first.
func (s *Set) states() []int {
	first := map[string]int{}
	var order []string
	for r := range s.Runs.Rows {
		id := s.text(r, "state_id")
		was, met := first[id]
		switch {
		case !met:
			order = append(order, id)
			first[id] = r
		case s.text(was, "labels") != string(Joined) && s.text(r, "labels") == string(Joined):
			first[id] = r
		}
	}
	slices.Sort(order)
	rows := make([]int, len(order))
	for i, id := range order {
		rows[i] = first[id]
	}
	return rows
}

// by parts rows by what name says of each. planned are the strata that the
// table has in any case, in their order; others follow by name, and those that
// do not say stand last.
func by(section string, rows []int, planned []string, name func(row int) string) []stratum {
	parts := map[string][]int{}
	for _, r := range rows {
		n := cmp.Or(name(r), unknown)
		parts[n] = append(parts[n], r)
	}
	names := slices.Clone(planned)
	for _, n := range sorted(parts) {
		if n != unknown && !slices.Contains(planned, n) {
			names = append(names, n)
		}
	}
	if len(parts[unknown]) > 0 {
		names = append(names, unknown)
	}
	out := make([]stratum, len(names))
	for i, n := range names {
		out[i] = stratum{section, n, parts[n]}
	}
	return out
}

// scenarios are the strata of scenario and difficulty over some rows: decision
// boundary, required groups, observed overlap, size of the pool, and language.
func (s *Set) scenarios(rows []int) []stratum {
	var boundaries []string
	for _, b := range []card.Boundary{card.BeforeSearch, card.AfterSearch, card.AfterFileInspection, card.BeforeEdit} {
		boundaries = append(boundaries, strings.ReplaceAll(string(b), "_", " "))
	}
	groups := []string{"1 group", "2 groups", "3 or more groups"}
	overlap := []string{"no recorded overlap", "recorded overlap"}
	sizes, size := s.poolSizes(rows)
	return slices.Concat(
		by("decision boundary", rows, boundaries, func(r int) string { return strings.ReplaceAll(s.text(r, "boundary"), "_", " ") }),
		by("required groups", rows, groups, func(r int) string {
			n, ok := s.Runs.Value(r, "groups").Number()
			if !ok {
				return ""
			}
			return groups[max(0, min(int(n), 3)-1)]
		}),
		by("observed overlap", rows, overlap, func(r int) string {
			n, ok := s.Runs.Value(r, "observed_in_pool").Number()
			if !ok {
				return ""
			}
			return overlap[min(int(n), 1)]
		}),
		by("pool size", rows, sizes, size),
		by("language", rows, nil, func(r int) string { return s.text(r, "language") }),
	)
}

// poolSizes parts the states of rows in thirds by the size of their pools;
// equal sizes stay together. names are the strata, and of tells that of a row.
func (s *Set) poolSizes(rows []int) (names []string, of func(row int) string) {
	seen := map[string]bool{}
	var sizes []float64
	for _, r := range rows {
		n, ok := s.Runs.Value(r, "pool_units").Number()
		if id := s.text(r, "state_id"); ok && !seen[id] {
			seen[id] = true
			sizes = append(sizes, n)
		}
	}
	slices.Sort(sizes)
	thirds := []string{"smallest third", "middle third", "largest third"}
	if len(sizes) == 0 {
		return thirds, func(int) string { return "" }
	}
	bounds := [2]float64{sizes[(len(sizes)-1)/3], sizes[(len(sizes)-1)*2/3]}
	third := func(n float64) int {
		switch {
		case n <= bounds[0]:
			return 0
		case n <= bounds[1]:
			return 1
		}
		return 2
	}
	for i := range thirds {
		in := slices.DeleteFunc(slices.Clone(sizes), func(n float64) bool { return third(n) != i })
		if len(in) > 0 {
			thirds[i] += " (" + between(in[0], in[len(in)-1]) + ")"
		}
	}
	return thirds, func(r int) string {
		n, ok := s.Runs.Value(r, "pool_units").Number()
		if !ok {
			return ""
		}
		return thirds[third(n)]
	}
}

func between(least, greatest float64) string {
	a, b := strconv.FormatFloat(least, 'f', -1, 64), strconv.FormatFloat(greatest, 'f', -1, 64)
	if a == b {
		return a + " units"
	}
	return a + " to " + b + " units"
}

// Tasks describes the states that were run and their repositories: how many
// there are, what their pools are like, and what their certificates ask.
func (s *Set) Tasks() scorer.Table {
	rows := s.states()
	heads := []head{
		{"Pool units", "pool_units", scorer.Items, false},
		{"Pool files", "pool_files", scorer.Items, false},
		{"Pool tokens", "pool_tokens", scorer.Tokens, false},
		{"Overlap", "observed_in_pool", scorer.Fraction, true},
		{"Groups", "groups", scorer.Items, false},
		{"Threshold > 1", "groups_of_many", scorer.Fraction, true},
		{"Branches", "branches", scorer.Fraction, true},
		{"Acceptable units", "acceptable_units", scorer.Items, false},
		{"Smallest set", "smallest_set", scorer.Items, false},
		{"Gold files", "gold_files", scorer.Items, false},
		{"With gold functions", "gold_functions", scorer.Fraction, true},
	}
	t := scorer.Table{Title: "Tasks and repositories", Columns: append([]string{"Share of states", "Repositories"}, titles(heads)...)}
	strata := append([]stratum{{"", "all states", rows}}, s.scenarios(rows)...)
	strata = append(strata, by("repository", rows, nil, func(r int) string { return s.text(r, "repo") })...)
	for _, st := range strata {
		row := scorer.TableRow{Section: st.section, Name: st.name, States: len(st.rows)}
		row.Cells = append([]scorer.Cell{shareOf(len(st.rows), len(rows), 0), s.distinct(st.rows, "repo")}, s.Runs.cells(st.rows, heads)...)
		t.Rows = append(t.Rows, row)
	}
	t.Notes = append(t.Notes, fmt.Sprintf("every state of %s counts once", inWords(len(s.Runs.Rows), "run")),
		"Overlap, Threshold > 1, Branches and With gold functions are shares of states: with an observed unit in the pool, with a group that asks for several units, with a listed alternative set, with an acceptable unit that has a symbol")
	t.Notes = append(t.Notes, s.unlabelled(rows)...)
	t.Notes = append(t.Notes, exclusions(t)...)
	if s.Lineage.Tokenizer != nil {
		t.Tokenizer, t.Basis = *s.Lineage.Tokenizer, tokens.Basis
	}
	return t
}

// distinct counts the different values of a column.
func (s *Set) distinct(rows []int, column string) scorer.Cell {
	met := map[string]bool{}
	without := 0
	for _, r := range rows {
		if v := s.text(r, column); v != "" {
			met[v] = true
		} else {
			without++
		}
	}
	c := scorer.Cell{Unit: scorer.Plain, Excluded: without}
	if len(met) > 0 {
		n := float64(len(met))
		c.Value = &n
	}
	return c
}

// unlabelled says how many states have no label, and why.
func (s *Set) unlabelled(rows []int) []string {
	why := map[Join]int{}
	for _, r := range rows {
		why[Join(s.text(r, "labels"))]++
	}
	var notes []string
	for _, j := range []Join{NoLabels, NoState, NoCertificate, NotScorable, OtherState, Unknowable} {
		if n := why[j]; n > 0 {
			notes = append(notes, fmt.Sprintf("%d of %s without a label, since %s", n, inWords(len(rows), "state"), j.why()))
		}
	}
	return notes
}
