// Package retrieval ranks the units of a pool by their text: the nine views of
// the paper (5.1, E.1), their fusion, and the single retrievers that are
// compared with them (D.2). It is compiled without access to certificates.
package retrieval

import (
	"cmp"
	"math"
	"slices"

	"suffice/certificate/card"
)

// The usual BM25 constants, as the benchmark's onboarding baseline sets them.
const (
	k1 = 1.2  // how soon a repeated term stops counting
	b  = 0.75 // how much a long document is held against it
	k3 = 8    // how soon a term that a long query repeats stops counting
)

// Ranked is one unit of a ranking.
type Ranked struct {
	Position int // in the pool
	Score    float64
}

// BM25 ranks one pool; the index is built once. Safe for concurrent use.
type BM25 struct {
	ids      []string // by position in the pool
	norm     []float64
	terms    map[string]int32 // term number
	postings [][]posting      // by term number, in pool order
}

// posting says how often a term stands in a unit.
type posting struct {
	unit  int32
	count int32
}

// NewBM25 indexes text, path, symbol and language of every unit (k1 1.2, b 0.75).
func NewBM25(p card.Pool) *BM25 {
	order := inPoolOrder(p)
	return bm25Of(read(p, order), p, order)
}

// bm25Of indexes a reading whose units were read in this order.
func bm25Of(r *reading, p card.Pool, order []int) *BM25 {
	x := &BM25{ids: make([]string, len(order)), norm: make([]float64, len(order)), terms: make(map[string]int32, len(r.words))}
	term := make([]int32, len(r.words)) // by word as written
	for i, word := range r.words {
		term[i] = x.term(lower(word))
	}
	x.postings = make([][]posting, len(x.terms))
	lengths := make([]int, len(order))
	total := 0
	for i, at := range order {
		x.ids[i] = p.Units[at].ID
		for _, c := range r.units[i] {
			x.add(int32(i), term[c.of], c.n)
			lengths[i] += int(c.n)
		}
		total += lengths[i]
	}
	average := float64(total) / float64(max(len(order), 1))
	for i, n := range lengths {
		x.norm[i] = k1
		if average > 0 {
			x.norm[i] = k1 * ((1 - b) + float64(b*float64(n)/average))
		}
	}
	return x
}

func (x *BM25) term(word string) int32 {
	t, ok := x.terms[word]
	if !ok {
		t = int32(len(x.terms))
		x.terms[word] = t
	}
	return t
}

func (x *BM25) add(unit, term, n int32) {
	list := x.postings[term]
	if last := len(list) - 1; last >= 0 && list[last].unit == unit {
		list[last].count += n
		return
	}
	x.postings[term] = append(list, posting{unit, n})
}

// Rank orders the whole pool by the query, best first, ties by evidence ID.
// A word that the query says twice counts twice.
func (x *BM25) Rank(query string) []Ranked {
	scores := x.scores(query, func(n float64) float64 { return n })
	ranked := make([]Ranked, len(scores))
	for i, s := range scores {
		ranked[i] = Ranked{i, s}
	}
	slices.SortFunc(ranked, func(a, b Ranked) int {
		if c := cmp.Compare(b.Score, a.Score); c != 0 {
			return c
		}
		if c := cmp.Compare(x.ids[a.Position], x.ids[b.Position]); c != 0 {
			return c
		}
		return cmp.Compare(a.Position, b.Position)
	})
	return ranked
}

// saturated is the query side of Okapi BM25: a trajectory says "self" five
// hundred times and means it no more than nine times.
func saturated(n float64) float64 { return n * (k3 + 1) / (n + k3) }

// scores scores every unit; weight turns how often the query says a term into
// what that is worth. Sums are made in the order in which the query first says
// its terms.
func (x *BM25) scores(query string, weight func(float64) float64) []float64 {
	scores := make([]float64, len(x.ids))
	counts := make(map[int32]float64)
	var order []int32
	Words(query, func(word string) {
		t, ok := x.terms[word]
		if !ok {
			return
		}
		if counts[t] == 0 {
			order = append(order, t)
		}
		counts[t]++
	})
	for _, t := range order {
		x.score(scores, x.postings[t], weight(counts[t]))
	}
	return scores
}

// score adds one query term to the units that hold it. The conversions keep a
// compiler from fusing the operations, so that every machine rounds alike.
func (x *BM25) score(scores []float64, list []posting, weight float64) {
	n, df := float64(len(x.ids)), float64(len(list))
	idf := math.Log(1 + (n-df+0.5)/(df+0.5))
	for _, p := range list {
		tf := float64(p.count)
		gain := float64(float64(weight*idf) * float64(tf*(k1+1)))
		scores[p.unit] += gain / (tf + x.norm[p.unit])
	}
}

// Top is the first n evidence IDs of the ranking, fewer when the pool is smaller.
func (x *BM25) Top(query string, n int) []string {
	ranked := x.Rank(query)
	ids := make([]string, 0, min(n, len(ranked)))
	for _, r := range ranked[:min(n, len(ranked))] {
		ids = append(ids, x.ids[r.Position])
	}
	return ids
}
