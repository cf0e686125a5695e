package retrieval

import "math"

// weighted is one coordinate of a sparse vector.
type weighted struct {
	of     int32
	weight float64
}

// space holds the units of a pool as TF-IDF vectors of length 1: (1 + ln n) for
// a feature that stands n times, times ln((1+N)/(1+df)) + 1. K is a feature.
type space[K comparable] struct {
	features func(word string, yield func(K))
	number   map[K]int32
	idf      []float64
	units    [][]weighted // by unit, in the order in which it first has each
	common   [32]float64  // 1 + ln n of the small n that most features have
}

// newSpace works out the vectors from a reading: the features of each distinct
// word are found once. A word has some fresh features that no other has.
func newSpace[K comparable](r *reading, fresh int, features func(word string, yield func(K))) *space[K] {
	x := &space[K]{features: features, number: make(map[K]int32, fresh*len(r.words)), units: make([][]weighted, len(r.units))}
	for n := 1; n < len(x.common); n++ {
		x.common[n] = 1 + math.Log(float64(n))
	}
	counts, df := x.count(r)
	x.idf = make([]float64, len(df))
	for f, n := range df {
		x.idf[f] = math.Log(float64(1+len(r.units))/float64(1+n)) + 1
	}
	for i := range counts {
		x.units[i] = x.vector(counts[i])
	}
	return x
}

// count numbers the features and counts them in every unit; df says in how many
// units each stands.
func (x *space[K]) count(r *reading) (counts [][]count, df []int32) {
	of := make([]int32, 0, 16*len(r.words)) // features of the words, one after another
	ends := make([]int, len(r.words))
	for i, word := range r.words {
		x.features(word, func(k K) {
			n, ok := x.number[k]
			if !ok {
				n = int32(len(x.number))
				x.number[k] = n
			}
			of = append(of, n)
		})
		ends[i] = len(of)
	}
	df = make([]int32, len(x.number))
	counts = make([][]count, len(r.units))
	var t tally
	for i, unit := range r.units {
		for _, c := range unit {
			start := 0
			if c.of > 0 {
				start = ends[c.of-1]
			}
			for _, f := range of[start:ends[c.of]] {
				t.add(f, c.n)
			}
		}
		counts[i] = t.take()
		for _, c := range counts[i] {
			df[c.of]++
		}
	}
	return counts, df
}

// vector is the TF-IDF vector of these counts, of length 1, or empty.
func (x *space[K]) vector(counts []count) []weighted {
	v := make([]weighted, len(counts))
	sum := 0.0
	for i, c := range counts {
		w := float64(x.frequency(c.n) * x.idf[c.of])
		v[i] = weighted{c.of, w}
		sum += float64(w * w)
	}
	length := math.Sqrt(sum)
	for i := range v {
		v[i].weight /= length
	}
	return v
}

// frequency is 1 + ln n.
func (x *space[K]) frequency(n int32) float64 {
	if int(n) < len(x.common) {
		return x.common[n]
	}
	return 1 + math.Log(float64(n))
}

// query is the vector of a text, of the features that the pool has.
func (x *space[K]) query(text string) []weighted {
	words, n := countWords(text)
	var t tally
	for i, word := range words {
		x.features(word, func(k K) {
			if f, ok := x.number[k]; ok {
				t.add(f, n[i])
			}
		})
	}
	return x.vector(t.take())
}

// cosines is the similarity of every unit to a query vector, each in [0, 1].
func (x *space[K]) cosines(query []weighted) []float64 {
	dense := make([]float64, len(x.idf))
	for _, c := range query {
		dense[c.of] = c.weight
	}
	out := make([]float64, len(x.units))
	for i := range x.units {
		out[i] = dot(dense, x.units[i])
	}
	return out
}

// gram is the similarity of every unit to every other, row by row.
func (x *space[K]) gram() [][]float64 {
	n := len(x.units)
	all := make([]float64, n*n)
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = all[i*n : (i+1)*n]
	}
	dense := make([]float64, len(x.idf))
	for i, unit := range x.units {
		for _, c := range unit {
			dense[c.of] = c.weight
		}
		for j := range i + 1 {
			rows[i][j] = dot(dense, x.units[j])
			rows[j][i] = rows[i][j]
		}
		for _, c := range unit {
			dense[c.of] = 0
		}
	}
	return rows
}

func dot(dense []float64, sparse []weighted) float64 {
	sum := 0.0
	for _, c := range sparse {
		sum += float64(dense[c.of] * c.weight)
	}
	return sum
}

// holders lists by feature the units that have it, rising.
func (x *space[K]) holders() [][]int32 {
	out := make([][]int32, len(x.idf))
	for u, unit := range x.units {
		for _, c := range unit {
			out[c.of] = append(out[c.of], int32(u))
		}
	}
	return out
}
