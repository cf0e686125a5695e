package scorer

import (
	"fmt"
	"slices"
	"strconv"
)

// Metric is one of the six numbers a ranking gets at a cutoff (paper appendix D).
type Metric int

// The metrics, in the order of Scores.
const (
	Complete        Metric = iota // Complete-MSS: 1 when the prefix completes the certificate, else 0 (equation 2)
	GroupRecall                   // covered groups / groups
	NecessityRecall               // weight of covered groups / total weight
	RoleCoverage                  // roles with a covered group / roles
	GroupNDCG                     // discounted weight of completed groups / the ideal
	Novelty                       // acceptable units retrieved that the state has not observed / acceptable units retrieved
	metricCount
)

// Scores is what one ranking gets at one cutoff, by Metric; each in [0, 1]
// for a certificate without blocking findings.
type Scores [metricCount]float64

// Metrics lists the six metrics.
func Metrics() []Metric {
	return []Metric{Complete, GroupRecall, NecessityRecall, RoleCoverage, GroupNDCG, Novelty}
}

// String is the metric's name in output files, such as "mss_complete".
func (m Metric) String() string {
	switch m {
	case Complete:
		return "mss_complete"
	case GroupRecall:
		return "group_recall"
	case NecessityRecall:
		return "necessity_weighted_recall"
	case RoleCoverage:
		return "role_coverage"
	case GroupNDCG:
		return "group_ndcg"
	case Novelty:
		return "required_novelty"
	}
	return "metric(" + strconv.Itoa(int(m)) + ")"
}

// Title is the metric's name for people, as the paper's table 1 writes it.
func (m Metric) Title() string {
	switch m {
	case Complete:
		return "Complete"
	case GroupRecall:
		return "Group"
	case NecessityRecall:
		return "Necessity"
	case RoleCoverage:
		return "Role"
	case GroupNDCG:
		return "nDCG"
	case Novelty:
		return "Novelty"
	}
	return m.String()
}

// Key is the metric's key at a cutoff in output files, such as "mss_complete@5".
func (m Metric) Key(k int) string { return m.String() + "@" + strconv.Itoa(k) }

// DefaultCutoffs are the prefixes of the paper's table 11.
func DefaultCutoffs() []int { return []int{1, 3, 5, 8, 10, 12, 16} }

// Cutoffs sorts ks and drops repeats. An empty list or a cutoff below 1 is an error.
func Cutoffs(ks []int) ([]int, error) {
	if len(ks) == 0 {
		return nil, fmt.Errorf("no cutoff given: name at least one, such as 5")
	}
	out := slices.Clone(ks)
	slices.Sort(out)
	if out[0] < 1 {
		return nil, fmt.Errorf("cutoff %d is below 1: a cutoff counts the first slots of a ranking", out[0])
	}
	return slices.Compact(out), nil
}
