package scorer

import (
	"fmt"
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
