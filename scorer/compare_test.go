package scorer

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"pgregory.net/rapid"
)

func few200(seed uint64) Resampling { return Resampling{Draws: 200, Seed: seed} }

// Exchanging the two methods turns everything around, to the last bit.
func TestCompareIsAntisymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawWorld(t).matrix(t)
		o := few200(rapid.Uint64().Draw(t, "seed"))
		o.Level = rapid.SampledFrom([]float64{0, 0.5, 0.9, 0.99}).Draw(t, "level")
		metric := rapid.SampledFrom(Metrics()).Draw(t, "metric")
		ab, err := m.Compare("m1", "m2", metric, 5, o)
		if err != nil {
			t.Fatal(err)
		}
		ba, err := m.Compare("m2", "m1", metric, 5, o)
		if err != nil {
			t.Fatal(err)
		}
		if ab.Difference != -ba.Difference || ab.Low != -ba.High || ab.High != -ba.Low {
			t.Fatalf("%v [%v, %v] and %v [%v, %v]", ab.Difference, ab.Low, ab.High, ba.Difference, ba.Low, ba.High)
		}
		if ab.Wins != ba.Losses || ab.Ties != ba.Ties || ab.MeanA != ba.MeanB || ab.States != ba.States || ab.Wins+ab.Ties+ab.Losses != ab.States {
			t.Fatalf("%+v and %+v", ab, ba)
		}
		self, err := m.Compare("m1", "m1", metric, 5, o)
		if err != nil {
			t.Fatal(err)
		}
		if self.Difference != 0 || self.Low != 0 || self.High != 0 || self.Wins+self.Losses != 0 {
			t.Fatalf("a method against itself: %+v", self)
		}
	})
}

// The same seed gives the same bytes on any number of workers; the order of
// states, pairs and points makes no difference, and neither does what else is
// compared.
func TestCompareDependsOnTheSeedAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		o := Resampling{Draws: rapid.IntRange(2, 600).Draw(t, "draws"), Seed: rapid.Uint64().Draw(t, "seed")}
		pairs := []Pair{{"m1", "m2"}, {"m3", "m2"}, {"m4", "m1"}}
		points := []Point{{Complete, 5}, {GroupRecall, 8}, {GroupNDCG, 3}, {Complete, Whole}}
		var first []byte
		for workers := 1; workers <= 8; workers++ {
			o.Workers = workers
			all, err := w.matrix(t).CompareMany(pairs, points, o)
			if err != nil {
				t.Fatal(err)
			}
			b, err := json.Marshal(all)
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = b
			}
			if string(first) != string(b) {
				t.Fatalf("%d workers give other bytes", workers)
			}
		}
		all, err := w.matrix(t).CompareMany(pairs, points, o)
		if err != nil {
			t.Fatal(err)
		}
		slices.Reverse(w.cases)
		turned := w.matrix(t)
		for i, c := range all {
			alone, err := turned.Compare(c.A, c.B, c.Metric, c.K, o)
			if err != nil {
				t.Fatal(err)
			}
			slices.Reverse(alone.Excluded)
			if !reflect.DeepEqual(alone, c) {
				t.Fatalf("comparison %d alone, states turned around: %+v, with others %+v", i, alone, c)
			}
		}
	})
}

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

// Repositories are drawn, states weigh the same: a repository of three states
// counts three times as much in a draw as one of a single state.
func TestCompareByHand(t *testing.T) {
	var w world
	for i, repo := range []string{"big", "big", "big", "small"} {
		w.add(fmt.Sprint(i), repo, group("a", 1, 1, "u1"))
		hit, miss := "u1", "u2"
		if repo == "small" {
			hit, miss = miss, hit
		}
		w.rank("a", fmt.Sprint(i), hit)
		w.rank("b", fmt.Sprint(i), miss)
	}
	w.add("unranked", "other", group("a", 1, 1, "u1"))
	w.rank("b", "unranked", "u1")
	c, err := w.matrix(t).Compare("a", "b", Complete, 5, Resampling{Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	if c.Difference != 0.5 || c.Low != -1 || c.High != 1 || c.Wins != 3 || c.Losses != 1 || c.Ties != 0 || c.MeanA != 0.75 || c.MeanB != 0.25 {
		t.Errorf("%+v", c)
	}
	if c.Clusters != 2 || c.States != 4 || !slices.Equal(c.Excluded, []Exclusion{{"unranked", "no ranking by a"}}) || c.Seed != 7 || c.Draws != 20000 || c.Level != 0.95 {
		t.Errorf("%+v", c)
	}
	byState, err := w.matrix(t).Compare("a", "b", Complete, 5, Resampling{Seed: 7, Cluster: ByState})
	if err != nil || byState.Clusters != 4 {
		t.Errorf("%+v, %v", byState, err)
	}
	text := w.matrix(t).ComparisonTable([]Comparison{c}).String()
	for _, words := range []string{"+50.00 [-100.00, +100.00]", "75.00  3/4", "4 (1 excluded)", "seed 7", "clustered by repository", "20,000", "excluded, no ranking by a: 1 of 5 states: unranked"} {
		if !strings.Contains(text, words) {
			t.Errorf("the table does not say %q:\n%s", words, text)
		}
	}
}

func TestStatesWithoutARepositoryAreDrawnAlone(t *testing.T) {
	var w world
	for i, repo := range []string{"", "", "r", "r"} {
		w.add(fmt.Sprint(i), repo, group("a", 1, 1, "u1"))
		w.rank("a", fmt.Sprint(i), "u1")
		w.rank("b", fmt.Sprint(i), "u2")
	}
	c, err := w.matrix(t).Compare("a", "b", Complete, 5, few200(1))
	if err != nil || c.Clusters != 3 || c.Unclustered != 2 {
		t.Errorf("%+v, %v", c, err)
	}
	if text := w.matrix(t).ComparisonTable([]Comparison{c}).String(); !strings.Contains(text, "states without a repository, each drawn as a cluster of its own: 2") {
		t.Errorf("nobody is told:\n%s", text)
	}
}

// One repository can be drawn in one way only: that is no interval that leaves
// out zero.
func TestOneClusterSeparatesNothing(t *testing.T) {
	var w world
	w.add("s", "r", group("a", 1, 1, "u1"))
	w.rank("a", "s", "u1")
	w.rank("b", "s", "u2")
	m := w.matrix(t)
	c, err := m.Compare("a", "b", Complete, 5, few200(1))
	if err != nil || c.Separates() || c.Difference != 1 || c.Low != 1 {
		t.Errorf("%+v, %v", c, err)
	}
	cell := m.ComparisonTable([]Comparison{c}).Rows[0].Cells[2]
	if cell.Low != nil || cell.Strong || cell.text() != "+100.00" {
		t.Errorf("%+v", cell)
	}
}

func TestCompareRefuses(t *testing.T) {
	var w world
	w.add("s", "r", group("a", 1, 1, "u1"))
	w.add("t", "r", group("a", 1, 1, "u1"))
	w.rank("a", "s", "u1")
	w.rank("b", "t", "u1")
	w.rank("c", "t", "u1")
	m := w.matrix(t)
	for _, c := range []struct {
		name string
		pair Pair
		p    Point
		o    Resampling
		says string
	}{
		{"an unknown method", Pair{"a", "x"}, Point{Complete, 5}, Resampling{}, "no predictions of x"},
		{"no state in common", Pair{"a", "b"}, Point{Complete, 5}, Resampling{}, "no state in common"},
		{"a cutoff not worked out", Pair{"b", "c"}, Point{GroupRecall, 6}, Resampling{}, "group_recall@6 was not worked out"},
		{"a cutoff of 0", Pair{"b", "c"}, Point{GroupRecall, 0}, Resampling{}, "does not exist"},
		{"no metric", Pair{"b", "c"}, Point{metricCount, 5}, Resampling{}, "no metric"},
		{"one draw", Pair{"b", "c"}, Point{Complete, 5}, Resampling{Draws: 1}, "at least 2"},
		{"a level of 95", Pair{"b", "c"}, Point{Complete, 5}, Resampling{Level: 95}, "between 0 and 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := m.CompareMany([]Pair{c.pair}, []Point{c.p}, c.o); err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %v, want words like %q", err, c.says)
			}
		})
	}
	if _, err := m.Compare("b", "c", Complete, 6, few200(1)); err != nil {
		t.Errorf("Complete-MSS is known at every cutoff: %v", err)
	}
	if _, err := ParseMetric("complete"); err != nil {
		t.Error(err)
	}
	if _, err := ParseMetric("hit"); err == nil || !strings.Contains(err.Error(), "mss_complete") {
		t.Errorf("%v", err)
	}
}

// benchmarkMatrix is shaped like the paper's evaluation: 500 states of 45
// repositories and 12 methods.
func benchmarkMatrix(b *testing.B) *Matrix {
	b.Helper()
	r := rand.New(rand.NewPCG(3, 4))
	m := &Matrix{Cutoffs: []int{5, 8}}
	for s := range 500 {
		m.States = append(m.States, StateFacts{ID: fmt.Sprintf("s%03d", s), Repo: fmt.Sprintf("r%02d", r.IntN(45)), Groups: 1 + r.IntN(3)})
	}
	for method := range 12 {
		m.Methods = append(m.Methods, MethodFacts{Name: fmt.Sprintf("m%02d", method)})
		answers := make([]*Answer, 500)
		for s := range answers {
			a := &Answer{Scores: make([]Scores, 2), Slots: 8, Done: -1}
			if r.IntN(12) < method {
				a.Done = 1 + r.IntN(8)
			}
			for i := range a.Scores {
				a.Scores[i][GroupRecall] = float64(r.IntN(4)) / 3
				a.Scores[i][NecessityRecall] = r.Float64()
			}
			answers[s] = a
		}
		m.answers = append(m.answers, answers)
	}
	return m
}

// BenchmarkCompareMany is 20,000 paired draws over 500 states: eleven methods
// against a twelfth, and every one of twelve against every other, each on the
// five metrics of the primary table.
func BenchmarkCompareMany(b *testing.B) {
	m := benchmarkMatrix(b)
	var against, all []Pair
	for i, x := range m.Methods {
		for _, y := range m.Methods[:i] {
			all = append(all, Pair{x.Name, y.Name})
		}
		if i > 0 {
			against = append(against, Pair{m.Methods[0].Name, x.Name})
		}
	}
	for _, c := range []struct {
		name  string
		pairs []Pair
	}{{"12 methods 5 metrics", against}, {"66 pairs 5 metrics", all}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				got, err := m.CompareMany(c.pairs, PrimaryPoints(), PaperResampling())
				if err != nil || len(got) != 5*len(c.pairs) {
					b.Fatal(len(got), err)
				}
			}
		})
	}
}

// Notes begin to list what is left out; the table as JSON lists all of it.
func TestExclusionsAreListedWhole(t *testing.T) {
	var w world
	for i := range 9 {
		id := fmt.Sprint(i)
		w.add(id, "r", group("a", 1, 1, "u1"))
		w.rank("all", id, "u1")
		if i < 2 {
			w.rank("few", id, "u2")
		}
	}
	m := w.matrix(t)
	c, err := m.Compare("all", "few", Complete, 5, few200(1))
	if err != nil {
		t.Fatal(err)
	}
	budgets, err := m.Budgets("all", "few", PaperLimits(), few200(1))
	if err != nil {
		t.Fatal(err)
	}
	strata, err := m.StrataComparisons(ByGroups, "all", "few", PrimaryPoints(), few200(1))
	if err != nil {
		t.Fatal(err)
	}
	for name, table := range map[string]Table{
		"comparison": m.ComparisonTable([]Comparison{c}), "budgets": m.BudgetTable(budgets), "strata": m.StrataComparisonTable(ByGroups, strata),
		"main": m.Main(), "attribution": m.Attribution(), "returned": m.Returned(), "means in strata": m.StrataTable(ByRepo),
	} {
		if len(table.Exclusions) != 7 || table.Exclusions[6] != (Exclusion{"8", "no ranking by few"}) {
			t.Errorf("%s: %v", name, table.Exclusions)
		}
		if text := table.String(); !strings.Contains(text, "2, 3, 4 and 4 more") {
			t.Errorf("%s does not begin to list them:\n%s", name, text)
		}
	}
}
