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

	certs   []certificate.Certificate // of the states, in the order of the labels
	oracles []Oracle                  // of each
	pools   []int                     // units in the pool of each, 0 where not known
}

// Summarize averages rows over the states of each method; a method has at most
// one row for a state. states are those with a certificate: a method is told
// which of them it misses.
func Summarize(rows []Row, states []string, ks []int) []Summary {
	methods := map[string]*sums{}
	for i := range rows {
		s := methods[rows[i].Method]
		if s == nil {
			s = &sums{mean: make([][metricCount]meanOf, len(ks)), done: make([]int, len(ks))}
			methods[rows[i].Method] = s
		}
		s.add(&rows[i])
	}
	out := make([]Summary, 0, len(methods))
	for name, s := range methods {
		sum := s.summary()
		sum.Method = name
		if sum.States < len(states) {
			sum.Missing = missing(rows, name, states)
		}
		out = append(out, sum)
	}
	slices.SortFunc(out, func(a, b Summary) int { return cmp.Compare(a.Method, b.Method) })
	return out
}

// sums is one method's rows added up, by cutoff.
type sums struct {
	rows int
	mean [][metricCount]meanOf
	done []int
}

func (s *sums) add(r *Row) {
	s.rows++
	for i := range s.mean {
		scores := &r.Scores[i]
		for m := range s.mean[i] {
			s.mean[i][m].add(scores[m])
		}
		if scores[Complete] == 1 {
			s.done[i]++
		}
	}
}

func (s *sums) summary() Summary {
	out := Summary{States: s.rows, Mean: make([]Scores, len(s.mean)), Completed: s.done}
	for i := range s.mean {
		for m := range s.mean[i] {
			out.Mean[i][m] = s.mean[i][m].value()
		}
	}
	return out
}

// missing is the states for which a method has no row.
func missing(rows []Row, method string, states []string) []string {
	has := make(map[string]bool, len(states))
	for _, r := range rows {
		if r.Method == method {
			has[r.State] = true
		}
	}
	var out []string
	for _, state := range states {
		if !has[state] {
			out = append(out, state)
		}
	}
	return out
}
