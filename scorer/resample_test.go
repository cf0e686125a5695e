package scorer

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// resampled is what Intervals does, written down as it is told: draw clusters,
// put their units in a bag, take the mean.
func resampled(clusters []string, column []float64, o Resampling) []float64 {
	byName := map[string][]float64{}
	for i, c := range clusters {
		byName[c] = append(byName[c], column[i])
	}
	var names []string
	for name := range byName {
		names = append(names, name)
	}
	slices.Sort(names)
	var r *rand.Rand
	var means []float64
	for d := range o.Draws {
		if d%blockSize == 0 {
			r = stream(o.Seed, uint64(d/blockSize))
		}
		var bag []float64
		for range names {
			bag = append(bag, byName[names[r.Uint32N(uint32(len(names)))]]...)
		}
		sum := 0.
		for _, x := range bag {
			sum += x
		}
		means = append(means, sum/float64(len(bag)))
	}
	slices.Sort(means)
	return means
}

func TestIntervalsAreThoseOfABagOfUnits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "units")
		clusters, column := make([]string, n), make([]float64, n)
		for i := range n {
			clusters[i] = rapid.SampledFrom([]string{"a", "b", "c", "d", "e"}).Draw(t, "cluster")
			column[i] = float64(rapid.IntRange(-3, 3).Draw(t, "value")) / 3
		}
		o := Resampling{Draws: rapid.IntRange(2, 400).Draw(t, "draws"), Seed: rapid.Uint64().Draw(t, "seed"), Level: 0.9}
		got, err := Intervals(clusters, [][]float64{column}, o)
		if err != nil {
			t.Fatal(err)
		}
		means := resampled(clusters, column, o)
		// numpy.quantile(means, [0.05, 0.95]), method "linear"
		at := func(q float64) float64 {
			h := float64(len(means)-1) * q
			i := min(int(h), len(means)-2)
			return means[i] + (h-float64(i))*(means[i+1]-means[i])
		}
		if math.Abs(got[0].Low-at(0.05)) > 1e-12 || math.Abs(got[0].High-at(0.95)) > 1e-12 {
			t.Fatalf("got [%v, %v], the bags give [%v, %v]", got[0].Low, got[0].High, at(0.05), at(0.95))
		}
		if got[0].Units != n || got[0].Low > got[0].High {
			t.Fatalf("%+v", got[0])
		}
	})
}

// Where nothing varies the interval is the difference.
func TestIntervalsWhereNothingVaries(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 30).Draw(t, "units")
		equal, one, spread := make([]float64, n), make([]float64, n), make([]string, n)
		x := rapid.Float64Range(-1, 1).Draw(t, "x")
		for i := range n {
			equal[i] = x
			one[i] = rapid.Float64Range(-1, 1).Draw(t, "y")
			spread[i] = fmt.Sprint(i % 4)
		}
		got, err := Intervals(spread, [][]float64{equal}, few200(1))
		if err != nil {
			t.Fatal(err)
		}
		if near := got[0]; math.Abs(near.Low-x) > 1e-14 || math.Abs(near.High-x) > 1e-14 || near.Mean != x {
			t.Fatalf("all units have %v: %+v", x, near)
		}
		single, err := Intervals(slices.Repeat([]string{"only"}, n), [][]float64{one}, few200(1))
		if err != nil {
			t.Fatal(err)
		}
		if v := single[0]; math.Abs(v.Low-v.Mean) > 1e-14 || math.Abs(v.High-v.Mean) > 1e-14 || v.Clusters != 1 {
			t.Fatalf("one cluster: %+v", v)
		}
	})
}

// Percentiles are those of sorted values, whatever the order and however many
// are equal.
func TestBoundsAreThoseOfSortedValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) float64 { return float64(rapid.IntRange(-9, 9).Draw(t, "x")) }), 2, 200).Draw(t, "values")
		level := rapid.Float64Range(0.001, 0.999).Draw(t, "level")
		sorted := slices.Clone(x)
		slices.Sort(sorted)
		at := float64(len(x)-1) * (1 - level) / 2
		i := min(int(at), len(x)-2)
		part := at - float64(i)
		last := len(x) - 1
		wantLow, wantHigh := sorted[i]+part*(sorted[i+1]-sorted[i]), sorted[last-i]+part*(sorted[last-i-1]-sorted[last-i])
		if low, high := bounds(x, level); math.Abs(low-wantLow) > 1e-12 || math.Abs(high-wantHigh) > 1e-12 {
			t.Fatalf("got [%v, %v], sorted values give [%v, %v]", low, high, wantLow, wantHigh)
		}
		slices.Sort(x)
		if !slices.Equal(x, sorted) {
			t.Fatal("values were lost")
		}
	})
}

// Of two clusters with one unit each, a draw takes the same twice half of the
// time: the mean of 0 and 1 is 0, 0.5 and 1 with chances 1/4, 1/2, 1/4.
func TestIntervalsDrawWithReplacement(t *testing.T) {
	s := clusterSums([]string{"a", "b"}, [][]float64{{0, 1}})
	o, _ := Resampling{Seed: PaperSeed}.settled()
	met := map[float64]int{}
	for _, x := range s.draw(o)[0] {
		met[x]++
	}
	for x, want := range map[float64]int{0: 5000, 0.5: 10000, 1: 5000} {
		if d := met[x] - want; d < -250 || d > 250 {
			t.Errorf("%v was drawn %d times of %d, want about %d", x, met[x], o.Draws, want)
		}
	}
}
