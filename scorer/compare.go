package scorer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Whole is the cutoff that stands for the whole returned output; Complete alone
// has it.
const Whole = 0

// Point is a metric at a cutoff.
type Point struct {
	Metric Metric
	K      int // Whole: the whole output
}

// String is the point as tables head it: "Complete@5".
func (p Point) String() string {
	if p.K == Whole {
		return "Returned completion"
	}
	return fmt.Sprintf("%s@%d", p.Metric.Title(), p.K)
}

// PrimaryPoints is the suite of the paper's table 1; the first is the primary
// endpoint, Complete-MSS@5.
func PrimaryPoints() []Point {
	return []Point{{Complete, 5}, {Complete, 8}, {GroupRecall, 5}, {GroupRecall, 8}, {NecessityRecall, 5}}
}

// Pair is two methods to be compared: A minus B.
type Pair struct{ A, B string }

// Comparison is the paired difference of two methods on the states that both
// rank.
type Comparison struct {
	Pair
	Point
	States       int         // in common: the denominator
	Excluded     []Exclusion // states that one of them, or both, did not rank
	MeanA, MeanB float64
	SumA, SumB   float64 // their numerators over States
	Difference   float64 // MeanA - MeanB, as a fraction
	Low, High    float64 // percentile interval
	Wins         int     // states on which A is better
	Ties         int
	Losses       int
	Clusters     int
	Unclustered  int // states without a repository: each is a cluster of its own
	Resampling       // as used
}

// Interval reports whether there is an interval: a single cluster can be drawn
// in one way only, and Low and High are the difference itself.
func (c Comparison) Interval() bool { return c.Clusters > 1 }

// Separates reports whether there is an interval that leaves out zero.
func (c Comparison) Separates() bool { return c.Interval() && (c.Low > 0 || c.High < 0) }

// Compare is the paired difference a - b of a metric at a cutoff. An unknown
// method is an *UnknownMethodError; a cutoff that the matrix lacks, and methods
// without a state in common, are errors.
func (m *Matrix) Compare(a, b string, metric Metric, k int, o Resampling) (Comparison, error) {
	all, err := m.CompareMany([]Pair{{a, b}}, []Point{{metric, k}}, o)
	if err != nil {
		return Comparison{}, err
	}
	return all[0], nil
}

// CompareMany makes all comparisons, by pair and then by point, each equal to
// what Compare alone gives: the draws of pairs that rank the same states are
// made once.
func (m *Matrix) CompareMany(pairs []Pair, points []Point, o Resampling) ([]Comparison, error) {
	o, err := o.settled()
	if err != nil {
		return nil, err
	}
	out := make([]Comparison, 0, len(pairs)*len(points))
	jobs := map[string]*pairsAlike{}
	var order []*pairsAlike
	for _, p := range pairs {
		common, cs, columns, err := m.pair(p, points, o)
		if err != nil {
			return nil, err
		}
		key := fmt.Sprint(common)
		j := jobs[key]
		if j == nil {
			j = &pairsAlike{states: common}
			jobs[key] = j
			order = append(order, j)
		}
		for i := range cs {
			j.to = append(j.to, len(out)+i)
		}
		j.columns = append(j.columns, columns...)
		out = append(out, cs...)
	}
	for _, j := range order {
		clusters, alone := m.clusters(j.states, o.Cluster)
		intervals, err := Intervals(clusters, j.columns, o)
		if err != nil {
			return nil, err
		}
		for i, v := range intervals {
			c := &out[j.to[i]]
			c.Difference, c.Low, c.High = v.Mean, v.Low, v.High
			c.Clusters, c.Unclustered, c.Resampling = v.Clusters, alone, o
			c.Resampling.Workers = 0 // no part of the result
		}
	}
	return out, nil
}

// pairsAlike are comparisons over the same states.
type pairsAlike struct {
	states  []int
	columns [][]float64
	to      []int // by column: its comparison
}

// pair is everything of a pair's comparisons but the intervals, with the
// differences that are to be resampled.
func (m *Matrix) pair(p Pair, points []Point, o Resampling) (common []int, cs []Comparison, columns [][]float64, err error) {
	a, err := m.find(p.A)
	if err != nil {
		return nil, nil, nil, err
	}
	b, err := m.find(p.B)
	if err != nil {
		return nil, nil, nil, err
	}
	var excluded []Exclusion
	for s, facts := range m.States {
		if why := m.lacking(a, b, s); why != "" {
			excluded = append(excluded, Exclusion{facts.ID, why})
		} else {
			common = append(common, s)
		}
	}
	if len(common) == 0 {
		return nil, nil, nil, fmt.Errorf("%s and %s have no state in common: nothing can be compared", printable(p.A), printable(p.B))
	}
	for _, point := range points {
		value, err := m.value(point)
		if err != nil {
			return nil, nil, nil, err
		}
		c := Comparison{Pair: p, Point: point, States: len(common), Excluded: excluded}
		columns = append(columns, c.tally(m.answers[a], m.answers[b], common, value))
		cs = append(cs, c)
	}
	return common, cs, columns, nil
}

// lacking says which of two methods has no ranking for a state.
func (m *Matrix) lacking(a, b, s int) string {
	var who []string
	for _, i := range slices.Compact([]int{a, b}) {
		if m.answers[i][s] == nil {
			who = append(who, printable(m.Methods[i].Name))
		}
	}
	if len(who) == 0 {
		return ""
	}
	return "no ranking by " + strings.Join(who, " or ")
}

// tally fills in means and counts and returns the differences.
func (c *Comparison) tally(a, b []*Answer, common []int, value func(*Answer) float64) []float64 {
	column := make([]float64, len(common))
	var ofA, ofB meanOf
	for i, s := range common {
		x, y := value(a[s]), value(b[s])
		ofA.add(x)
		ofB.add(y)
		column[i] = x - y
		switch cmp.Compare(x, y) {
		case 1:
			c.Wins++
		case 0:
			c.Ties++
		case -1:
			c.Losses++
		}
	}
	c.MeanA, c.MeanB = ofA.value(), ofB.value()
	c.SumA, c.SumB = ofA.total(), ofB.total()
	return column
}

// value is how a point is read off an answer. A cutoff that the matrix was not
// made for is an error that lists those there are, except for Complete, which
// is known at every cutoff.
func (m *Matrix) value(p Point) (func(*Answer) float64, error) {
	switch {
	case p.Metric < 0 || p.Metric >= metricCount:
		return nil, fmt.Errorf("%s is no metric", p.Metric)
	case p.K < 0 || p.K == Whole && p.Metric != Complete:
		return nil, fmt.Errorf("%s@%d does not exist: a cutoff is at least 1", p.Metric, p.K)
	case p.Metric == Complete:
		return func(a *Answer) float64 {
			if p.K == Whole && a.Returned() || p.K != Whole && a.Complete(p.K) {
				return 1
			}
			return 0
		}, nil
	}
	i := slices.Index(m.Cutoffs, p.K)
	if i < 0 {
		return nil, fmt.Errorf("%s was not worked out: the cutoffs are %v", p.Metric.Key(p.K), m.Cutoffs)
	}
	return func(a *Answer) float64 { return a.Scores[i][p.Metric] }, nil
}

// clusters names the cluster of every state; a state without a repository is
// one of its own, and alone counts them.
func (m *Matrix) clusters(states []int, by Cluster) (names []string, alone int) {
	names = make([]string, len(states))
	for i, s := range states {
		f := m.States[s]
		switch {
		case by == ByState:
			names[i] = f.ID
		case f.Repo == "":
			names[i] = "\x00" + f.ID
			alone++
		default:
			names[i] = f.Repo
		}
	}
	return names, alone
}

// ParseMetric reads the name of a metric: that of output files or of tables,
// such as "mss_complete" or "group". The error lists them.
func ParseMetric(name string) (Metric, error) {
	var have []string
	for _, m := range Metrics() {
		if strings.EqualFold(name, m.String()) || strings.EqualFold(name, m.Title()) {
			return m, nil
		}
		have = append(have, m.String())
	}
	return 0, fmt.Errorf("%q is no metric: choose %s", name, strings.Join(have, ", "))
}
