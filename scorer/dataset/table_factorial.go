package dataset

import (
	"fmt"
	"slices"
	"strings"

	"suffice/scorer"
)

// Factorial is the retrieval factorial: what each factor changes, and where two
// of them do not simply add up. Factors are read from the identities of runs.
// Effects are differences to the factor's first level, averaged over the levels
// of all others; where a cell that an effect needs has no runs it is missing.
// A main effect is told apart from others, but where a factor exists only at
// some levels of another one (an embedder, of dense retrieval alone) the other's
// effect is averaged over it.
func (s *Set) Factorial(o TableOptions) (scorer.Table, error) {
	metric, err := s.metric(o.Metric)
	if err != nil {
		return scorer.Table{}, err
	}
	d, err := s.design(metric, o)
	if err != nil {
		return scorer.Table{}, err
	}
	with, said := resampling(o.Resampling)
	d.with, d.unit = with, s.difference(metric)
	t := scorer.Table{Title: "Retrieval factorial: cells, main effects and two-way interactions in " + metric, Columns: []string{metric}}
	t.Rows = append(t.Rows, d.cells()...)
	for f := range d.factors {
		rows, err := d.mainEffects(f)
		if err != nil {
			return t, err
		}
		t.Rows = append(t.Rows, rows...)
	}
	for f := range d.factors {
		for g := f + 1; g < len(d.factors); g++ {
			rows, err := d.interactions(f, g)
			if err != nil {
				return t, err
			}
			t.Rows = append(t.Rows, rows...)
		}
	}
	if len(d.factors) < 2 {
		t.Rows = append(t.Rows, absent("interactions", "fewer than two factors vary", 1))
	}
	t.Notes = append(append(s.notes(), d.notes...), said, "states counts states with a value in every cell that a row needs; excluded are those of these cells that lack one")
	return t, nil
}

// cells are all combinations of levels with their means. A combination that
// cannot be, of a factor that the other level does not have, is none.
func (d *design) cells() []scorer.TableRow {
	const section = "cells"
	if len(d.factors) == 0 {
		return []scorer.TableRow{absent(section, "no factor varies", 1)}
	}
	var out []scorer.TableRow
	gaps := 0
	for _, levels := range product(d.levels) {
		rows := d.at(levels)
		if len(rows) == 0 {
			if d.impossible(levels) {
				continue
			}
			gaps++
			out = append(out, absent(section, strings.Join(levels, " × "), 1))
			continue
		}
		c := d.set.meanOf(rows, d.metric)
		out = append(out, scorer.TableRow{Section: section, Name: strings.Join(levels, " × "), States: c.States, Excluded: c.Excluded, Cells: []scorer.Cell{c}})
	}
	if gaps > 0 {
		d.notes = append(d.notes, fmt.Sprintf("the design is not complete: %d of %d cells have no runs, and effects that need them are missing", gaps, len(out)))
	}
	return out
}

// mainEffects are those of factor f: each level against the first. The level
// none of a nested factor is not compared: it tells another factor apart.
func (d *design) mainEffects(f int) ([]scorer.TableRow, error) {
	levels := d.comparable(f)
	var out []scorer.TableRow
	for _, l := range levels[1:] {
		row, err := d.effect("main effect of "+d.factors[f], l+" - "+levels[0], []side{{f, l, levels[0]}})
		if err != nil {
			return nil, err
		}
		out = append(out, row)
	}
	return out, nil
}

// interactions are those of two factors: how the difference between two levels
// of one depends on the level of the other.
func (d *design) interactions(f, g int) ([]scorer.TableRow, error) {
	section := "interaction of " + d.factors[f] + " and " + d.factors[g]
	of, other := d.comparable(f), d.comparable(g)
	var out []scorer.TableRow
	for _, a := range of[1:] {
		for _, b := range other[1:] {
			name := fmt.Sprintf("(%s - %s) × (%s - %s)", a, of[0], b, other[0])
			row, err := d.effect(section, name, []side{{f, a, of[0]}, {g, b, other[0]}})
			if err != nil {
				return nil, err
			}
			out = append(out, row)
		}
	}
	return out, nil
}

// side is a factor of an effect with the two levels that it compares.
type side struct {
	factor   int
	level    string
	baseline string
}

// effect is the contrast of one or two factors, averaged over all combinations
// of the others in which any of its cells has runs.
func (d *design) effect(section, name string, sides []side) (scorer.TableRow, error) {
	blocks := d.blocks(sides)
	var terms []term
	for _, b := range blocks {
		for corner := range 1 << len(sides) {
			levels, sign := slices.Clone(b), 1.
			for i, s := range sides {
				levels[s.factor] = s.level
				if corner>>i&1 == 1 {
					levels[s.factor], sign = s.baseline, -sign
				}
			}
			rows := d.at(levels)
			if len(rows) == 0 {
				return absent(section, name, 1), nil
			}
			terms = append(terms, term{rows, sign / float64(len(blocks))})
		}
	}
	c := d.set.contrast(terms, d.metric)
	cell, err := c.cell(d.unit, d.with)
	return scorer.TableRow{Section: section, Name: name, States: cell.States, Excluded: cell.Excluded, Cells: []scorer.Cell{cell}}, err
}

// blocks are the combinations of the other factors that runs of any compared
// level have; factors nested in a compared one are averaged over.
func (d *design) blocks(sides []side) [][]string {
	free := make([]bool, len(d.factors))
	for _, s := range sides {
		free[s.factor] = true
		for g := range d.factors {
			free[g] = free[g] || g != s.factor && d.nested(g, s.factor)
		}
	}
	met := map[string]bool{}
	var out [][]string
	for _, r := range d.rows {
		compared := true
		for _, s := range sides {
			l := d.level[r][s.factor]
			compared = compared && (l == s.level || l == s.baseline)
		}
		if !compared {
			continue
		}
		b := slices.Clone(d.level[r])
		for i := range b {
			if free[i] {
				b[i] = ""
			}
		}
		if key := strings.Join(b, "\x00"); !met[key] {
			met[key] = true
			out = append(out, b)
		}
	}
	slices.SortFunc(out, slices.Compare)
	return out
}
