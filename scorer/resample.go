package scorer

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// Resampling says how paired intervals are drawn (paper D.1). The zero value
// asks for the paper's: 20,000 draws, 95 percent, clustered by repository.
type Resampling struct {
	Draws   int     // 0: 20,000
	Level   float64 // 0: 0.95
	Seed    uint64
	Cluster Cluster
	Workers int // 0: one for each core; no result depends on it
}

// Cluster says what is drawn.
type Cluster int

// The clusters of the paper: SERBench draws repositories, Action52 and Fresh23
// draw tasks.
const (
	ByRepository Cluster = iota
	ByState
)

// String is "repository" or "state".
func (c Cluster) String() string {
	if c == ByState {
		return "state"
	}
	return "repository"
}

// PaperSeed is the seed that the paper records for its clustered intervals
// (D.1, D.4).
const PaperSeed = 20260915

// PaperResampling is what the paper's intervals use.
func PaperResampling() Resampling { return Resampling{Draws: 20000, Level: 0.95, Seed: PaperSeed} }

func (o Resampling) settled() (Resampling, error) {
	if o.Draws == 0 {
		o.Draws = 20000
	}
	if o.Level == 0 {
		o.Level = 0.95
	}
	if o.Workers < 1 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	switch {
	case o.Draws == 1:
		return o, errors.New("1 resample gives no interval: ask for at least 2")
	case o.Draws < 1:
		return o, fmt.Errorf("%d resamples give no interval: ask for at least 2", o.Draws)
	case o.Draws > 10_000_000:
		return o, fmt.Errorf("%d resamples are too many: ask for at most 10,000,000", o.Draws)
	case !(o.Level > 0 && o.Level < 1):
		return o, fmt.Errorf("an interval of level %v does not exist: choose one between 0 and 1, such as 0.95", o.Level)
	}
	return o, nil
}

// Interval is a mean with its percentile interval over resamples.
type Interval struct {
	Mean      float64
	Low, High float64
	Units     int // what the mean is over
	Clusters  int // what was drawn
}

// Intervals resamples the mean of every column with the same draws. A column
// has one value for each unit, such as the difference of two methods on a
// state; clusters names the cluster of each unit. Every draw takes as many
// clusters as there are, with replacement; units weigh equally in it. The order
// of units makes no difference, nor does the number of workers.
//
// The generator is PCG with a stream for each block of draws; bounds are those of
// linear interpolation between order statistics, the same from both ends, so
// that negated columns have exactly negated intervals.
func Intervals(clusters []string, columns [][]float64, o Resampling) ([]Interval, error) {
	o, err := o.settled()
	if err != nil {
		return nil, err
	}
	if len(clusters) == 0 {
		return nil, fmt.Errorf("there is nothing to resample: no state is in common")
	}
	for i, c := range columns {
		if len(c) != len(clusters) {
			return nil, fmt.Errorf("column %d has %d values for %d units", i+1, len(c), len(clusters))
		}
	}
	s := clusterSums(clusters, columns)
	draws := s.draw(o)
	out := make([]Interval, len(columns))
	inParallel(len(columns), o.Workers, func() func(int) {
		return func(i int) {
			out[i] = Interval{Mean: s.mean[i], Units: len(clusters), Clusters: len(s.size)}
			out[i].Low, out[i].High = bounds(draws[i], o.Level)
		}
	})
	return out, nil
}

// sampleSums is all that a draw needs to know.
type sampleSums struct {
	size  []float64   // by cluster: units
	total [][]float64 // by cluster, then by column: sum of its units' values
	mean  []float64   // by column, over all units
}

// clusterSums adds every column up by cluster, clusters by name, in a way that
// no order of units changes.
func clusterSums(clusters []string, columns [][]float64) sampleSums {
	names := slices.Clone(clusters)
	slices.Sort(names)
	names = slices.Compact(names)
	at := make([]int, len(clusters))
	s := sampleSums{size: make([]float64, len(names)), total: make([][]float64, len(names)), mean: make([]float64, len(columns))}
	for i, c := range clusters {
		at[i], _ = slices.BinarySearch(names, c)
		s.size[at[i]]++
	}
	for r := range names {
		s.total[r] = make([]float64, len(columns))
	}
	sums := make([]meanOf, len(names))
	for j, column := range columns {
		clear(sums)
		var all meanOf
		for i, x := range column {
			sums[at[i]].add(x)
			all.add(x)
		}
		for r := range sums {
			s.total[r][j] = sums[r].total()
		}
		s.mean[j] = all.value()
	}
	return s
}

// blockSize is how many draws share a stream of random numbers: whoever works
// on a block, and when, its draws are the same.
const blockSize = 125

// draw gives the mean of every draw, by column. A draw is how often each
// cluster was taken, times the clusters' sums.
func (s *sampleSums) draw(o Resampling) [][]float64 {
	out := make([][]float64, len(s.mean))
	for j := range out {
		out[j] = make([]float64, o.Draws)
	}
	blocks := (o.Draws + blockSize - 1) / blockSize
	inParallel(blocks, o.Workers, func() func(int) {
		times := make([]float64, len(s.size))
		sum := make([]float64, len(s.mean))
		return func(block int) {
			r := stream(o.Seed, uint64(block))
			for d := block * blockSize; d < min((block+1)*blockSize, o.Draws); d++ {
				units := s.once(r, times, sum)
				for j := range out {
					out[j][d] = sum[j] / units
				}
			}
		}
	})
	return out
}

// once makes one draw: the sums of its columns, and how many units are in it.
// Products are rounded before they are added, on every kind of machine alike.
func (s *sampleSums) once(r *rand.Rand, times, sum []float64) (units float64) {
	clear(times)
	clear(sum)
	n := uint32(len(times))
	for range n {
		times[r.Uint32N(n)]++
	}
	for c, t := range times {
		if t == 0 {
			continue
		}
		units += float64(t * s.size[c])
		total := s.total[c][:len(sum)]
		for j, x := range total {
			sum[j] += float64(t * x)
		}
	}
	return units
}

// stream is the generator of one block: a PCG whose state is the seed and the
// block, each spread over all its bits.
func stream(seed, block uint64) *rand.Rand {
	return rand.New(rand.NewPCG(spread(seed), spread(seed^spread(block+1))))
}

// spread is the finalizer of SplitMix64: near numbers become far ones.
func spread(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// inParallel does n pieces of work; each worker makes its own space first.
func inParallel(n, workers int, space func() func(int)) {
	if workers = min(workers, n); workers <= 1 {
		do := space()
		for i := range n {
			do(i)
		}
		return
	}
	var next atomic.Int64
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			do := space()
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	all.Wait()
}
