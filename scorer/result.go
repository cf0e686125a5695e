package scorer

import (
	"cmp"
	"slices"

	"suffice/certificate"
)

// Row is what one ranking scored at every cutoff of the result.
type Row struct {
	State  string
	Method string
	Scores []Scores // by cutoff
}

// Summary is one method over its states: plain means, every state weighing
// the same, repositories not at all.
type Summary struct {
	Method    string
	States    int      // the denominator of every mean
	Mean      []Scores // by cutoff
	Completed []int    // by cutoff: states completed, the numerator of Complete-MSS
	Missing   []string // states with a certificate that the method did not rank: excluded
}

// Result is everything that scoring a set of predictions yields.
type Result struct {
	Cutoffs []int
	States  int       // states with a certificate
	Rows    []Row     // in the order of the predictions
	Methods []Summary // by name
	Notices []string  // what was skipped or assumed, one sentence each

	certs []certificate.Certificate // of the states, in the order of the labels
	pools []int                     // units in the pool of each, 0 where not known
}

// Summarize averages rows over the states of each method. states are those
// with a certificate: a method is told which of them it misses.
func Summarize(rows []Row, states []string, ks []int) []Summary {
	type sums struct {
		mean [][metricCount]meanOf
		done []int
		has  map[string]bool
	}
	methods := map[string]*sums{}
	for _, r := range rows {
		s := methods[r.Method]
		if s == nil {
			s = &sums{make([][metricCount]meanOf, len(ks)), make([]int, len(ks)), make(map[string]bool, len(states))}
			methods[r.Method] = s
		}
		s.has[r.State] = true
		for i := range ks {
			for m, x := range r.Scores[i] {
				s.mean[i][m].add(x)
			}
			if r.Scores[i][Complete] == 1 {
				s.done[i]++
			}
		}
	}
	out := make([]Summary, 0, len(methods))
	for name, s := range methods {
		sum := Summary{Method: name, States: len(s.has), Mean: make([]Scores, len(ks)), Completed: s.done}
		for i := range ks {
			for m := range sum.Mean[i] {
				sum.Mean[i][m] = s.mean[i][m].value()
			}
		}
		for _, state := range states {
			if !s.has[state] {
				sum.Missing = append(sum.Missing, state)
			}
		}
		out = append(out, sum)
	}
	slices.SortFunc(out, func(a, b Summary) int { return cmp.Compare(a.Method, b.Method) })
	return out
}
