package audit

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"testing"
)

// someCrosses are three questions over the same states, one with a category
// for nearly every item, and one over fewer states.
func someCrosses(t *testing.T, states int) ([]*cross, [][]pair) {
	t.Helper()
	r := rand.New(rand.NewPCG(5, uint64(states)))
	pairs := make([][]pair, 4)
	for s := range states {
		for g := range 1 + r.IntN(5) {
			item := Item{fmt.Sprintf("s%04d", s), fmt.Sprint("G", g)}
			say := func(n int) string { return fmt.Sprint("c", r.IntN(n)) }
			pairs[0] = append(pairs[0], pair{item, say(2), say(2)})
			pairs[1] = append(pairs[1], pair{item, say(3), say(3)})
			pairs[2] = append(pairs[2], pair{item, say(90), say(90)})
			if s%3 > 0 {
				pairs[3] = append(pairs[3], pair{item, say(2), say(2)})
			}
		}
	}
	tables := make([]*cross, len(pairs))
	for i, list := range pairs {
		t0, err := newCross(list, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		tables[i] = t0
	}
	return tables, pairs
}

// plainDraw is draw d from the definition: it takes states with replacement
// and counts their items again.
func plainDraw(t *cross, pairs []pair, seed uint64, d int) sums {
	src := rand.NewPCG(scramble(seed), scramble(uint64(d)+1))
	s := sums{q: t.q}
	a, b := map[string]int64{}, map[string]int64{}
	for range t.states {
		state := t.states[below(src, uint64(len(t.states)))]
		for _, p := range pairs {
			if p.item.State != state {
				continue
			}
			s.n++
			if p.a == p.b {
				s.alike++
			}
			a[p.a]++
			b[p.b]++
		}
	}
	s.spread = 4 * s.n * s.n
	for _, c := range t.categories {
		s.chance += a[c] * b[c]
		s.spread -= (a[c] + b[c]) * (a[c] + b[c])
	}
	return s
}

// The packed counts give in every draw what counting the items gives.
func TestResampleByDefinition(t *testing.T) {
	for _, states := range []int{2, 3, 40, 300} {
		tables, pairs := someCrosses(t, states)
		r := Resampling{Seed: 11, Draws: 12}
		got := resample(tables, r)
		for i, table := range tables {
			if len(table.states) < 2 {
				continue
			}
			for d := range r.Draws {
				want := plainDraw(table, pairs[i], r.Seed, d)
				for k := range statCount {
					x := want.statistic(statistic(k))
					if defined := got[i][k].defined[d]; defined != (x.Denominator != 0) {
						t.Fatalf("%d states, question %d, draw %d, statistic %d: defined %v", states, i, d, k, defined)
					}
					if x.Denominator != 0 && got[i][k].value[d] != float64(x.Numerator)/float64(x.Denominator) {
						t.Fatalf("%d states, question %d, draw %d, statistic %d: %v, counted %v", states, i, d, k, got[i][k].value[d], x)
					}
				}
			}
		}
	}
}

// A state with very many groups must not overflow its lane.
func TestFullStatesKeepTheirCounts(t *testing.T) {
	var pairs []pair
	for g := range 70_000 {
		pairs = append(pairs, pair{Item{"s1", fmt.Sprintf("%06d", g)}, "x", "x"})
	}
	pairs = append(pairs, pair{Item{"s2", "1"}, "x", "y"}, pair{Item{"s3", "1"}, "y", "y"})
	table, err := newCross(pairs, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	got := resample([]*cross{table}, Resampling{Seed: 1, Draws: 27})
	for d := range 27 {
		if x := plainDraw(table, pairs, 1, d).raw(); got[0][rawStat].value[d] != float64(x.Numerator)/float64(x.Denominator) {
			t.Errorf("draw %d: %v, counted %v", d, got[0][rawStat].value[d], x)
		}
	}
}

func TestResampleOnAnyNumberOfCores(t *testing.T) {
	tables, _ := someCrosses(t, 50)
	before := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(before)
	var first []draws
	for _, cores := range []int{1, 2, 3, 7, 64} {
		runtime.GOMAXPROCS(cores)
		got := resample(tables, Resampling{Seed: 4, Draws: 41})
		if first == nil {
			first = got
		} else if !reflect.DeepEqual(first, got) {
			t.Errorf("%d cores give other draws than one", cores)
		}
	}
	runtime.GOMAXPROCS(before)
	if reflect.DeepEqual(first, resample(tables, Resampling{Seed: 5, Draws: 41})) {
		t.Error("another seed gives the same draws")
	}
	for i, alone := range tables {
		if !reflect.DeepEqual(resample([]*cross{alone}, Resampling{Seed: 4, Draws: 41})[0], first[i]) {
			t.Errorf("question %d depends on its company", i)
		}
	}
}

// Near half of all outputs must be drawn again at this bound; what is left is
// the high half of the product, as described at Draw.
func TestBelowDrawsAgain(t *testing.T) {
	n := new(big.Int).SetUint64(1<<63 + 1)
	word := new(big.Int).Lsh(big.NewInt(1), 64)
	floor := new(big.Int).Mod(word, n)
	got, raw := rand.NewPCG(3, 4), rand.NewPCG(3, 4)
	again := 0
	for range 200 {
		high, low := new(big.Int), new(big.Int)
		for {
			high.DivMod(low.Mul(low.SetUint64(raw.Uint64()), n), word, low)
			if low.Cmp(floor) >= 0 {
				break
			}
			again++
		}
		if x := below(got, n.Uint64()); x != high.Uint64() {
			t.Fatalf("below gives %d, the definition %d", x, high)
		}
	}
	if again < 100 {
		t.Errorf("drawn again %d times; this bound should need it more often", again)
	}
}

// Quantiles as R's default and numpy's "linear" give them.
func TestQuantile(t *testing.T) {
	for _, c := range []struct {
		sorted []float64
		f      int
		want   float64
	}{
		{[]float64{3}, 1, 3}, {[]float64{3}, 39, 3},
		{[]float64{0, 1}, 1, 0.025}, {[]float64{0, 1}, 39, 0.975},
		{[]float64{1, 2, 4, 8, 16}, 20, 4}, {[]float64{1, 2, 4, 8, 16}, 39, 15.2},
	} {
		if got := quantile(c.sorted, c.f); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%v at %d/40: %v, want %v", c.sorted, c.f, got, c.want)
		}
	}
}

// Over binary data with one item a state the bootstrap of po is a binomial;
// its spread must be that of one.
func TestBootstrapSpread(t *testing.T) {
	var pairs []pair
	for s := range 400 {
		p := pair{Item{State: fmt.Sprintf("s%03d", s)}, "x", "x"}
		if s%5 == 0 {
			p.b = "y"
		}
		pairs = append(pairs, p)
	}
	table, err := newCross(pairs, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	values := resample([]*cross{table}, Resampling{Seed: 2, Draws: 20_000})[0][rawStat].value
	var mean, square float64
	for _, v := range values {
		mean += v / 20_000
	}
	for _, v := range values {
		square += (v - mean) * (v - mean) / 20_000
	}
	if math.Abs(mean-0.8) > 0.0006 || math.Abs(math.Sqrt(square)-0.02) > 0.0005 {
		t.Errorf("mean %v and deviation %v, want 0.8 and 0.02", mean, math.Sqrt(square))
	}
	slices.Sort(values)
	if low := quantile(values, 1); math.Abs(low-0.76) > 0.003 {
		t.Errorf("lower end %v, want about 0.76", low)
	}
}
