package dataset

import (
	"fmt"
	"slices"

	"suffice/scorer"
)

// none is the level of a factor that a run does not have.
const none = "none"

// design is a factorial layout of runs.
type design struct {
	set     *Set
	metric  string
	unit    scorer.Unit
	with    scorer.Resampling
	factors []string
	levels  [][]string       // by factor, in order
	rows    []int            // of the run sheet
	level   map[int][]string // of each row, by factor
	notes   []string
}

// design finds the factors that vary among the runs.
func (s *Set) design(metric string, o TableOptions) (*design, error) {
	d := &design{set: s, metric: metric, level: map[int][]string{}}
	candidates := o.Factors
	asked := candidates != nil
	if !asked {
		candidates = []string{"method", "query", "embedder", "reranker", "controller"}
		for _, r := range s.finished(s.all()) {
			if s.text(r, "query") != "" {
				d.rows = append(d.rows, r)
			}
		}
		d.notes = append(d.notes, fmt.Sprintf("finished runs with a query form take part: %d of %d runs; name factors to compare others", len(d.rows), len(s.Runs.Rows)))
	} else {
		d.rows = s.finished(s.all())
	}
	for i, f := range candidates {
		if at := s.Runs.At(f); at < 0 || s.Runs.Columns[at].Group != groupIdentity {
			return nil, fmt.Errorf("%q is no factor: choose columns that say what a run is, such as method, query, embedder, reranker, controller, lambda, ceiling", f)
		}
		if slices.Contains(candidates[:i], f) {
			return nil, fmt.Errorf("factor %q is named twice", f)
		}
		d.consider(f)
	}
	return d, nil
}

// consider takes a factor in, unless it does not vary or another one says it.
func (d *design) consider(f string) {
	of := map[int]string{}
	met := map[string]bool{}
	for _, r := range d.rows {
		l := d.set.text(r, f)
		if l == "" {
			l = none
		}
		of[r] = l
		met[l] = true
	}
	levels := sorted(met)
	if i := slices.Index(levels, none); i > 0 {
		levels = slices.Insert(slices.Delete(levels, i, i+1), 0, none)
	}
	if len(levels) < 2 {
		what := "no run has it"
		if len(levels) == 1 {
			what = "every run has " + levels[0]
		}
		d.notes = append(d.notes, fmt.Sprintf("%s does not vary: %s", f, what))
		return
	}
	for i, g := range d.factors {
		if d.follows(of, i) {
			d.notes = append(d.notes, fmt.Sprintf("%s follows from %s and is no factor of its own", f, g))
			return
		}
	}
	for _, r := range d.rows {
		d.level[r] = append(d.level[r], of[r])
	}
	d.factors = append(d.factors, f)
	d.levels = append(d.levels, levels)
}

// follows reports whether each level of factor i has one level of another.
func (d *design) follows(of map[int]string, i int) bool {
	one := map[string]string{}
	for _, r := range d.rows {
		l := d.level[r][i]
		if was, met := one[l]; met && was != of[r] {
			return false
		}
		one[l] = of[r]
	}
	return true
}

// nested reports whether factor g exists at some levels of f alone: at each
// level of f all runs have it, or none does.
func (d *design) nested(g, f int) bool {
	has, lacks := map[string]bool{}, map[string]bool{}
	for _, r := range d.rows {
		if d.level[r][g] == none {
			lacks[d.level[r][f]] = true
		} else {
			has[d.level[r][f]] = true
		}
	}
	for l := range has {
		if lacks[l] {
			return false
		}
	}
	return len(has) > 0 && len(lacks) > 0
}

// at are the runs with these levels; an empty level stands for any.
func (d *design) at(levels []string) []int {
	var rows []int
	for _, r := range d.rows {
		if matches(d.level[r], levels) {
			rows = append(rows, r)
		}
	}
	return rows
}

func matches(have, want []string) bool {
	for i, l := range want {
		if l != "" && l != have[i] {
			return false
		}
	}
	return true
}

// impossible reports whether a combination gives a level of a nested factor to
// a level that does not have it, or takes it from one that does.
func (d *design) impossible(levels []string) bool {
	for g := range d.factors {
		for f := range d.factors {
			if f == g || !d.nested(g, f) {
				continue
			}
			want := make([]string, len(levels))
			want[f] = levels[f]
			rows := d.at(want)
			if len(rows) > 0 && (d.level[rows[0]][g] == none) != (levels[g] == none) {
				return true
			}
		}
	}
	return false
}

// product lists all combinations, the last factor changing first.
func product(levels [][]string) [][]string {
	out := [][]string{nil}
	for _, ls := range levels {
		var next [][]string
		for _, head := range out {
			for _, l := range ls {
				next = append(next, append(slices.Clone(head), l))
			}
		}
		out = next
	}
	return out
}

// comparable are the levels of a factor that can be told apart from other
// factors.
func (d *design) comparable(f int) []string {
	levels := d.levels[f]
	for g := range d.factors {
		if g != f && levels[0] == none && d.nested(f, g) && len(levels) > 2 {
			return levels[1:]
		}
	}
	return levels
}
