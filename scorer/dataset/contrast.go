package dataset

import (
	"fmt"
	"math"

	"suffice/scorer"
)

// term is one part of a contrast: the runs of a cell, and their weight.
type term struct {
	rows   []int
	weight float64
}

// contrast is a weighted sum of cells, state by state: the paired difference of
// two methods is the simplest one.
type contrast struct {
	values   []float64 // by state
	clusters []string  // of each: its repository, or the state where none is known
	excluded int       // states of a cell that lack a value in another one
}

// perState is the mean of a metric over the finished runs of each state.
func (s *Set) perState(rows []int, metric string) map[string]float64 {
	sum, n := map[string]float64{}, map[string]float64{}
	at := s.Runs.At(metric)
	for _, r := range s.finished(rows) {
		if x, ok := s.Runs.Rows[r][at].Number(); ok {
			id := s.text(r, "state_id")
			sum[id] += x
			n[id]++
		}
	}
	for id := range sum {
		sum[id] /= n[id]
	}
	return sum
}

// contrast adds the terms up for every state that has a value in all of them.
func (s *Set) contrast(terms []term, metric string) contrast {
	values := make([]map[string]float64, len(terms))
	repo := map[string]string{}
	for i, t := range terms {
		values[i] = s.perState(t.rows, metric)
		for _, r := range t.rows {
			id := s.text(r, "state_id")
			if name := s.text(r, "repo"); name != "" || repo[id] == "" {
				repo[id] = name
			}
		}
	}
	var c contrast
	for _, id := range sorted(repo) {
		x, whole := 0., true
		for i, t := range terms {
			v, ok := values[i][id]
			whole = whole && ok
			x += float64(t.weight * v)
		}
		if !whole {
			c.excluded++
			continue
		}
		if math.Abs(x) < 1e-12 {
			x = 0 // what weights of a third leave
		}
		cluster := repo[id]
		if cluster == "" {
			cluster = "\x00" + id
		}
		c.values = append(c.values, x)
		c.clusters = append(c.clusters, cluster)
	}
	return c
}

// cell is the mean of the contrast with its interval, clustered by repository.
// Fewer than two clusters give no interval.
func (c contrast) cell(unit scorer.Unit, o scorer.Resampling) (scorer.Cell, error) {
	cell := scorer.Cell{Unit: unit, States: len(c.values), Excluded: c.excluded}
	if len(c.values) == 0 {
		return cell, nil
	}
	o.Cluster = scorer.ByRepository
	intervals, err := scorer.Intervals(c.clusters, [][]float64{c.values}, o)
	if err != nil {
		return cell, err
	}
	v, sum := intervals[0], 0.
	for _, x := range c.values {
		sum += x
	}
	cell.Value, cell.Sum = &v.Mean, &sum
	if v.Clusters > 1 {
		cell.Low, cell.High = &v.Low, &v.High
	}
	return cell, nil
}

// resampling is what intervals are drawn with, as the notes say it.
func resampling(o scorer.Resampling) (scorer.Resampling, string) {
	paper := scorer.PaperResampling()
	if o == (scorer.Resampling{}) {
		o = paper
	}
	if o.Draws == 0 {
		o.Draws = paper.Draws
	}
	if o.Level == 0 {
		o.Level = paper.Level
	}
	return o, fmt.Sprintf("intervals: %g%%, %d draws of repositories, seed %d; states weigh equally; none where all states are of one repository", 100*o.Level, o.Draws, o.Seed)
}
