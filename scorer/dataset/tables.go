package dataset

import (
	"fmt"
	"strings"

	"suffice/scorer"
	"suffice/scorer/methods/run"
)

// The planned tables by name (the metrics note).
const (
	TableTasks      = "tasks"
	TableFactorial  = "factorial"
	TableAblations  = "ablations"
	TableEfficiency = "efficiency"
	TableRobustness = "robustness"
	TableIndex      = "index"
	TableFailures   = "failures"
)

// Tables are the names of the planned tables, in the order of the note.
func Tables() []string {
	return []string{TableTasks, TableFactorial, TableAblations, TableEfficiency, TableRobustness, TableIndex, TableFailures}
}

// TableOptions say how a planned table is made; each reads what concerns it.
type TableOptions struct {
	// Metric is what effects and ablations are told in: a column of the run
	// sheet between 0 and 1. Empty: mss_complete@5, the primary endpoint.
	Metric string
	// Factors are those of the factorial table: columns of the run sheet. Nil:
	// method, query, embedder, reranker and controller.
	Factors    []string
	Resampling scorer.Resampling // of intervals; zero is the paper's
}

// Table makes a planned table. What the runs cannot fill is missing in it, and
// never left out.
func (s *Set) Table(name string, o TableOptions) (scorer.Table, error) {
	var err error
	if o.Metric, err = s.metric(o.Metric); err != nil {
		return scorer.Table{}, err
	}
	var t scorer.Table
	switch name {
	case TableTasks:
		t = s.Tasks()
	case TableFactorial:
		t, err = s.Factorial(o)
	case TableAblations:
		t, err = s.Ablations(o)
	case TableEfficiency:
		t = s.Efficiency()
	case TableRobustness:
		t = s.Robustness()
	case TableIndex:
		t = s.IndexSystems()
	case TableFailures:
		t = s.Failures()
	default:
		return scorer.Table{}, fmt.Errorf("there is no planned table %q; choose %s", name, strings.Join(Tables(), ", "))
	}
	if err != nil {
		return scorer.Table{}, fmt.Errorf("make table %s: %w", name, err)
	}
	return t, nil
}

// metric is the column that effects are told in.
func (s *Set) metric(name string) (string, error) {
	if name == "" {
		name = scorer.Complete.Key(5)
	}
	at := s.Runs.At(name)
	if at < 0 || s.Runs.Columns[at].Kind != Number {
		var have []string
		for _, c := range s.Runs.Columns {
			if c.Kind == Number && c.Needs == NeedsLabels {
				have = append(have, c.Name)
			}
		}
		return "", fmt.Errorf("%q is no metric of a run; choose one such as %s", name, strings.Join(have, ", "))
	}
	return name, nil
}

// difference is the unit of effects of a metric: of differences of fractions,
// or of the metric itself.
func (s *Set) difference(metric string) scorer.Unit {
	switch s.measuredIn(metric) {
	case "fraction", "0 or 1":
		return scorer.Difference
	case "tokens":
		return scorer.Tokens
	}
	return scorer.Items
}

// measuredIn is what the registry measures a metric in; empty for a column that
// is not in it.
func (s *Set) measuredIn(metric string) string {
	for _, m := range run.Metrics() {
		if m.Name == metric {
			return m.Unit
		}
	}
	return ""
}

// meanOf is the mean of a metric, as a share where it is 0 or 1.
func (s *Set) meanOf(rows []int, metric string) scorer.Cell {
	switch s.measuredIn(metric) {
	case "0 or 1":
		return s.Runs.share(rows, metric)
	case "fraction":
		return s.Runs.mean(rows, metric, scorer.Fraction)
	case "tokens":
		return s.Runs.mean(rows, metric, scorer.Tokens)
	}
	return s.Runs.mean(rows, metric, scorer.Items)
}
