package dataset

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"suffice/scorer"
	"suffice/scorer/methods/run"
)

// variant is a method with one configuration, and its runs.
type variant struct {
	method     string
	label      string // the method, with what tells it from its other configurations
	controller string
	config     string // see configured
	rows       []int  // of the run sheet
}

// factorColumns are the columns of the run sheet that name factors, in the
// order in which labels mention them.
func factorColumns() []string {
	return []string{"query", "base", "lambda", "embedder", "reranker", "ceiling", "context_budget"}
}

// variants parts rows by method, configuration and controller, by method.
func (s *Set) variants(rows []int) []variant {
	at, controllers := map[[3]string]int{}, s.controllers()
	var out []variant
	for _, r := range rows {
		v := variant{method: s.text(r, "method"), controller: s.text(r, "controller"), config: s.configured(r)}
		if v.controller == "" {
			v.controller = controllers[[2]string{v.method, v.config}]
		}
		key := [3]string{v.method, v.config, v.controller}
		i, met := at[key]
		if !met {
			i = len(out)
			at[key] = i
			out = append(out, v)
		}
		out[i].rows = append(out[i].rows, r)
	}
	slices.SortStableFunc(out, func(a, b variant) int { return cmp.Compare(a.method, b.method) })
	s.label(out)
	slices.SortStableFunc(out, func(a, b variant) int {
		return cmp.Or(cmp.Compare(a.method, b.method), cmp.Compare(a.label, b.label), cmp.Compare(a.controller, b.controller), cmp.Compare(a.config, b.config))
	})
	return out
}

// controllers are the controllers of finished runs by method and configuration:
// a run that failed before it asked anybody belongs to them.
func (s *Set) controllers() map[[2]string]string {
	out := map[[2]string]string{}
	for r := range s.Runs.Rows {
		key := [2]string{s.text(r, "method"), s.configured(r)}
		if c := s.text(r, "controller"); c != "" && out[key] == "" {
			out[key] = c
		}
	}
	return out
}

// label names variants so that no two of a method are called alike: by the
// factors in which they differ, and by the hash of the configuration where
// these do not tell.
func (s *Set) label(vs []variant) {
	for from := 0; from < len(vs); {
		to := from + 1
		for to < len(vs) && vs[to].method == vs[from].method {
			to++
		}
		s.labelOne(vs[from:to])
		from = to
	}
}

func (s *Set) labelOne(vs []variant) {
	for i := range vs {
		vs[i].label = vs[i].method
	}
	for _, f := range factorColumns() {
		level := func(v variant) string { return s.text(v.rows[0], f) }
		if !slices.ContainsFunc(vs, func(v variant) bool { return level(v) != level(vs[0]) }) {
			continue
		}
		for i := range vs {
			if l := level(vs[i]); l != "" {
				vs[i].label += ", " + strings.ReplaceAll(f, "_", " ") + " " + l
			}
		}
	}
	alike := map[string]int{}
	for _, v := range vs {
		alike[v.label+"\x00"+v.controller]++
	}
	for i, v := range vs {
		if alike[v.label+"\x00"+v.controller] > 1 && v.config != "" {
			vs[i].label += fmt.Sprintf(" (%.8s)", v.config)
		}
	}
}

// configured names what a run was made with beyond its method: the hash of the
// configuration, and the context budget where it had one.
func (s *Set) configured(row int) string {
	return underBudget(s.text(row, "configuration_sha256"), s.text(row, "context_budget"))
}

func underBudget(hash, budget string) string {
	if budget == "" || budget == "0" {
		return hash
	}
	return hash + " within " + budget
}

func (s *Set) text(row int, column string) string { return s.Runs.Value(row, column).String() }

// all are the positions of all runs.
func (s *Set) all() []int {
	rows := make([]int, len(s.Runs.Rows))
	for i := range rows {
		rows[i] = i
	}
	return rows
}

// row is a variant's row of a table with its means.
func (s *Set) row(v variant, heads []head) scorer.TableRow {
	finished := s.finished(v.rows)
	return scorer.TableRow{
		Name: v.label, Controller: v.controller, States: len(finished), Excluded: len(v.rows) - len(finished),
		Cells: s.Runs.cells(finished, heads),
	}
}

// finished are those of some runs that have an output: what a failed run did
// cost and take is in the sheets, and in no mean.
func (s *Set) finished(rows []int) []int {
	var out []int
	for _, r := range rows {
		if s.text(r, "outcome") == run.OutcomeFinished {
			out = append(out, r)
		}
	}
	return out
}

// notes are what every planned table says of what it is made of.
func (s *Set) notes() []string {
	l := s.Lineage
	notes := []string{fmt.Sprintf("%s of %s; rows count finished runs, and exclude failed and half-done ones", inWords(len(s.Runs.Rows), "run"), inWords(len(l.Experiments), "experiment"))}
	if n := s.repeated(); n > 0 {
		notes = append(notes, fmt.Sprintf("a state has several runs of one configuration in %s; every run counts", inWords(n, "case")))
	}
	for _, j := range l.Joins {
		if why := j.Join.why(); why != "" {
			notes = append(notes, fmt.Sprintf("%s without a label, since %s", inWords(j.Runs, "run"), why))
		}
	}
	return notes
}

// repeated is how many pairs of state and configuration have several runs.
func (s *Set) repeated() int {
	runs := map[[3]string]int{}
	n := 0
	for r := range s.Runs.Rows {
		key := [3]string{s.text(r, "state_id"), s.text(r, "method"), s.configured(r)}
		if runs[key]++; runs[key] == 2 {
			n++
		}
	}
	return n
}

// absent is a planned row that the runs cannot fill: every number is missing.
func absent(section, name string, columns int) scorer.TableRow {
	return scorer.TableRow{Section: section, Name: name, Cells: make([]scorer.Cell, columns)}
}

// inWords is a number of things in words: "1 run", "2 runs".
func inWords(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
